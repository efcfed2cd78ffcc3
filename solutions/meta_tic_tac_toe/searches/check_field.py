"""Compare the compiled field's moves with those of the reference bots; run from the project's root.

python -m solutions.meta_tic_tac_toe.searches.check_field [POSITIONS]
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from reference.meta_tic_tac_toe import rules
from reference.meta_tic_tac_toe.bots.depthBot.bot import choose as depth
from reference.meta_tic_tac_toe.bots.middleBot.bot import choose as middle
from reference.meta_tic_tac_toe.bots.naiveBot.bot import choose as naive
from reference.meta_tic_tac_toe.wire import format_state

source = Path(__file__).with_name("field.c")
with tempfile.TemporaryDirectory() as folder:
    program = Path(folder) / "field"
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    lines = subprocess.check_output([program], text=True).splitlines()
lines = lines[: int(sys.argv[1]) if len(sys.argv) > 1 else 200]
wrong = 0
for line in lines:
    side, target, *sets = map(int, line.split())
    x, o = (sum(nine << 9 * b for b, nine in enumerate(sets[i : i + 9])) for i in (0, 9))
    arguments = list(format_state(rules.state_of("XO"[side], x, o, None)))
    arguments[-1] = "xx" if target < 0 else f"0{target}"
    moves = [9 * board + tile for board, tile in (bot(arguments) for bot in (depth, naive, middle))]
    if moves != sets[18:]:
        wrong += 1
        print(f"{line}: the reference plays {moves}")
print(f"{len(lines)} positions, {wrong} with other moves")
sys.exit(wrong > 0)
