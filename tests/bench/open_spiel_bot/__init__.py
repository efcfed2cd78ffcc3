"""Google DeepMind's OpenSpiel as one more bot: the yardstick for the champion."""
