"""How hypothesis generates opponents on real processes, whatever the game."""

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.configuration import set_hypothesis_home_dir

from harness.places import build


def on_processes(examples: int, steps: int = 50) -> settings:
    """Settings that bound the number of examples and of steps in one, and never their time.

    The session limits the time. Nothing is kept from one run to the next, so that the same seed
    plays the same.
    """
    # It would make a folder for itself wherever the caller happens to be.
    set_hypothesis_home_dir(build() / "hypothesis")
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
    )
