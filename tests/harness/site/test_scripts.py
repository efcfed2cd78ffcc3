"""The page's own players, run by node and held to the reference."""

import json
import shutil
import subprocess
from random import Random
from typing import Any

import pytest

from harness.site.page import HERE
from reference.menace.boxes import boxes_of
from reference.menace.game import PolicyPlayer, play_game
from reference.menace.machine import Machine
from reference.menace.opponents import POLICIES
from reference.meta_tic_tac_toe import rules as meta
from reference.meta_tic_tac_toe.picture import playable
from reference.meta_tic_tac_toe.wire import format_move, format_state
from reference.mu_torere.retrograde import distance, value
from reference.mu_torere.rules import BLACK, WHITE, Position, all_placements, apply, legal_moves

DRAWS = 20_000


def run(script: str, program: str, values: object) -> Any:
    """What a program in JavaScript gives for these values, with a script of the page before it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here to run the page's scripts")
    source = (HERE / "scripts" / script).read_text(encoding="utf-8")
    begin = 'const values = JSON.parse(require("fs").readFileSync(0, "utf8"));'
    text = f"{source}\n{begin}\nconsole.log(JSON.stringify((() => {{ {program} }})()));"
    done = subprocess.run(
        [node, "-e", text], input=json.dumps(values), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_position_of_mu_torere_has_its_value_moves_and_distance() -> None:
    program = """
      const known = MuTorere.solve(values);
      return values.flatMap((p) => [..."bw"].map((c) => {
        const { value, distance } = known.get(p + c), moves = MuTorere.legalMoves(p, c);
        return [p, c, value, distance, moves.map((node) => [node, MuTorere.apply(p, node)])];
      }));
    """
    found = run("mu_torere.js", program, all_placements())
    assert len(found) == 1260  # the challenge's number
    for placement, colour, worth, plies, moves in found:
        position = Position(placement, BLACK if colour == "b" else WHITE)
        assert worth == value(position).name, position
        assert plies == distance(position), position
        after = [[node, apply(position, node).placement] for node in legal_moves(position)]
        assert moves == after, position


def test_the_boxes_are_the_reference_s() -> None:
    assert tuple(run("menace.js", "return Menace.PICTURES;", None)) == boxes_of("X").pictures


@pytest.mark.parametrize("opponent", ["random", "greedy", "perfect"])
def test_the_machine_plays_and_learns_as_the_reference_does(opponent: str) -> None:
    rng = Random(7)
    numbers = [rng.random() for _ in range(DRAWS)]
    program = f"""
      let used = 0;
      const chance = () => values[used++];
      const machine = new Menace.Machine(chance), results = [];
      for (let i = 0; i < 200; i++) {{
        results.push(Menace.playGame(machine, "{opponent}", chance).wonBy);
      }}
      return [results, machine.contents, used];
    """
    results, contents, used = run("menace.js", program, numbers)
    same = Random(7)
    machine = Machine.fresh(same)
    player = PolicyPlayer(POLICIES[opponent])
    assert results == [play_game(machine, player, same) for _ in range(200)]
    assert contents == machine.contents
    assert used <= DRAWS


def test_the_boards_of_a_match_are_the_reference_s() -> None:
    for seed in range(8):
        rng = Random(seed)
        state, expected = meta.START, []
        moves: list[dict[str, str | None]] = []
        while not meta.is_terminal(state):
            move = rng.choice(meta.legal_moves(state))
            moves.append({"mark": state.to_move, "move": format_move(move)})
            state = meta.apply(state, move)
            if rng.random() < 0.1 and not meta.is_terminal(state):
                moves.append({"mark": state.to_move, "move": None})
                state = meta.forfeit_turn(state)
            _, *boards, master, _ = format_state(state, "O")
            expected.append((len(moves), boards, master, sorted(playable(state))))
        cuts = [length for length, *_ in expected]
        program = "return values.cuts.map((n) => Meta.after(values.moves.slice(0, n)));"
        found = run("meta.js", program, {"moves": moves, "cuts": cuts})
        for (_, boards, master, due), here in zip(expected, found, strict=True):
            assert (here["tiles"], here["master"], here["playable"]) == (boards, master, due)
        end = meta.outcome(state)
        assert found[-1]["winner"] == (None if end == meta.UNDECIDED else end)


def test_no_two_lines_of_a_chart_look_alike() -> None:
    looks = run("charts.js", "return values.map((i) => JSON.stringify(look(i)));", [*range(25)])
    assert len(set(looks)) == 25
