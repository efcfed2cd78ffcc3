"""The commands of golfproof about verdicts, one file each; `command_line` puts them together."""
