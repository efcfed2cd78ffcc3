"""The figures of a Mu Torere proof in sentences."""

from collections.abc import Iterator, Mapping

from harness.mu_torere.chance import LONGER
from harness.verdict import Fact

_SCREEN_ROWS = 30
_MEMORY = {
    0: "each reply depends on the position alone, as far as every second history shows",
    1: "replies depend on the position and the human's last move",
    "erratic": "the same moves got different replies: it draws lots, or remembers more than that",
}


def summary(facts: Mapping[str, Fact]) -> Iterator[str]:
    """One sentence for each group of figures that are there.

    Of a program that was never asked for a move there is no coverage to be told.
    """

    def has(*names: str) -> bool:
        return all(name in facts for name in names)

    if has("cannot_be_read"):
        yield f"cannot be read: {facts['cannot_be_read']}"
        if has("nearest", "forms_tried"):
            tried = facts["forms_tried"]
            yield (
                f"the nearest options of {tried} tried: {facts['nearest']}"
                if facts.get("nearest_fits")
                else f"none of {tried} ways to number the nodes fits, among them {facts['nearest']}"
            )
        yield "what it printed:"
        for row in str(facts.get("screen", "")).split("\n")[-_SCREEN_ROWS:]:
            yield f"    {row}"
        yield _what_to_declare(facts)
    if has("read_as"):
        yield f"read as: {facts['read_as']}"
    asked = bool(facts.get("positions"))
    if asked and has("replies", "replies_untried") and not has("set_moves"):
        yield (
            f"{facts['positions']} positions, {facts['replies']} human moves, "
            f"{facts['replies_untried']} of them untried"
        )
    if asked and has("set_moves"):
        yield from _of_sets(facts)
    elif asked and has("asked_twice", "one_history_only", "not_asked_again", "memory"):
        yield (
            f"{facts['asked_twice']} replies asked for again after another history, "
            f"{facts['one_history_only']} have one history only, "
            f"{facts['not_asked_again']} not asked for again"
        )
        if facts.get("history") and not facts.get("replies_untried"):
            yield (
                "proved for every program whose reply depends on the position and the last "
                f"{facts['history']} moves of the human"
            )
        memory = facts["memory"]
        yield _MEMORY.get(
            memory if isinstance(memory, int | str) else 0,
            f"replies depend on the position and the human's last {memory} moves",
        )
    if asked and has("mistakes", "punished", "longest_win_plies"):
        longest = facts["longest_win_plies"]
        yield (
            f"{facts['mistakes']} mistakes open to the human, {facts['punished']} of them punished"
            + ("" if longest is None else f", the longest win in {longest} plies")
        )
    if has("starts", "rounds", "proof_seconds"):
        yield f"{facts['starts']} starts, {facts['rounds']} rounds, {facts['proof_seconds']} s"
    elif has("games", "rounds"):
        yield f"{facts['games']} games, {facts['rounds']} rounds"
    if has("opponents_games", "opponents_rounds", "opponents_traps", "roads_agree"):
        agree = "explorer and opponents " + ("agree" if facts["roads_agree"] else "disagree")
        yield (
            f"opponents: {facts['opponents_games']} games, {facts['opponents_rounds']} rounds, "
            f"{facts['opponents_traps']} traps laid; {agree}"
        )
    if has("worlds"):
        yield f"other worlds: {facts['worlds']}"
    if facts.get("long_game"):
        yield f"the long game: {facts['long_game']}"
    if has("random_errors_below"):
        yield (
            "errors at random would have been seen unless they are in fewer than "
            f"{facts['random_errors_below']}"
        )
    if has("trapped_from", "trapped_to"):
        yield (
            f"in every round from {facts['trapped_from']} to {facts['trapped_to']} it was in a "
            "trap in some game, where an error in that round alone is seen"
        )
    if has("slowest_move_seconds"):
        yield f"slowest move {facts['slowest_move_seconds']} s"
    if has("other_files"):
        yield f"other files: {facts['other_files']}"


def _what_to_declare(facts: Mapping[str, Fact]) -> str:
    """What whoever typed the command can do about a print that cannot be read."""
    if facts.get("nearest_fits"):
        return "paste these options in place of your own"
    if "nearest" in facts:
        where = "of the picture" if "--picture" in str(facts["nearest"]) else "from the top left"
        return (
            f"declare what the human types for the nodes, row by row {where}: --numbers LIST, as "
            "in --numbers 0-8 or --numbers a,b,c,h,i,d,g,f,e"
        )
    return (
        "declare how it prints and reads: --picture FILE, the board as it is drawn with 1-9 for "
        "the nodes, --symbols, --numbers"
    )


def _of_sets(facts: Mapping[str, Fact]) -> Iterator[str]:
    """What is said of a program whose replies are certified as sets."""
    yield _MEMORY["erratic"]
    yield (
        f"{facts['positions']} positions, {facts['set_moves']} human moves, "
        f"{facts['set_replies']} different replies to them, each held to perfection"
    )
    if facts["set_seldom"]:
        more = facts.get("set_longer")
        yield (
            f"{facts['set_seldom']} of these moves came up too seldom before the games were given "
            "up: that no other reply to them is left cannot be said"
            + ("" if more is None else f" (--games {more} plays {LONGER} times as long)")
        )
    else:
        yield (
            "every human move after each of these replies was tried; where another reply is "
            f"possible, at least {facts['set_least']} times: a reply not seen is given there less "
            f"often than {float(str(facts['set_rate'])):.1%}, 99 % confidence (more --games: rarer)"
        )
    if facts["set_circle"]:
        yield (
            "a won position may recur by chance, so it cannot be said that every win is finished "
            "in a bounded number of moves"
        )
