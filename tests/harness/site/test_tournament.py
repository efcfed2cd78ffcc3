"""The tournament of the golfed bots that the page plays."""

import shlex
import subprocess
from pathlib import Path

from harness.entry import all_entries
from harness.places import ROOT
from harness.site.data.tournament import golfed_field
from reference.meta_tic_tac_toe.rules import START, legal_moves
from reference.meta_tic_tac_toe.wire import format_state, parse_move


def test_each_golfed_bot_is_run_by_its_own_language(tmp_path: Path) -> None:
    """The Perl bot was once run by python3, and lost every match on the page."""
    field = tmp_path / "field"
    golfed_field(all_entries(ROOT), field)
    listed = (field / "instructions.txt").read_text(encoding="utf-8").splitlines()
    names, commands = listed[1::2], listed[2::2]
    assert int(listed[0]) == len(names) == len(commands) > 4
    for name, command in zip(names, commands, strict=True):
        answered = subprocess.run(
            [*shlex.split(command), *format_state(START)],
            cwd=field, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert parse_move(answered.stdout) in legal_moves(START), name
