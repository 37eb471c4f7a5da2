"""The steps from which a scenario may begin, as its agenda writes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.btwixt.state.position import SEASONS
from adjudicator.engine.decision import Refusal
from adjudicator.engine.scenario import known_words
from adjudicator.engine.step import Step

# What each does, and the argument that it takes.
STEPS = {
    "deal": ("hands are dealt, in a draft one by one, and allies laid open; then comes the round", ""),
    "round": ("the next ally is turned up, and the first player bids", ""),
    "turn": ("a leader plays a card or kneels, and so on", "house"),
    "win-bid": ("all kneel: the bid is won, the ally claimed", ""),
    "reset": ("piles are discarded, all stand up, the first player token goes on", ""),
    "advance": ("the next round, season, or the scoring", ""),
    "season": ("a season begins: everything is shuffled and dealt", "season"),
    "score": ("tokens are turned up, and the winner is found", ""),
}
# In these an ally is bid for.
BIDDING = ("turn", "win-bid")
# Before these nothing of the season has been played.
BEFORE = ("deal", "round")


def first_step(agenda: Sequence[str]) -> str:
    """The name of the step from which a scenario begins."""
    return agenda[0].partition(" ")[0] if agenda else "turn"


def read_step(text: str) -> Step:
    """A step that `agenda_faults` finds nothing wrong with."""
    name, *arguments = text.split()
    return Step(name, dict(argument.split("=", 1) for argument in arguments))


def agenda_faults(agenda: Sequence[str], circle: Sequence[str]) -> Iterator[Refusal]:
    """Everything that is wrong with the steps of a scenario."""
    for place, text in enumerate(agenda):
        where = f"agenda[{place}]"
        name, *arguments = text.split() or [""]
        if name not in STEPS:
            yield Refusal("bad-scenario", f"there is no step {name[:60]!r}; {known_words(name, STEPS)}", where)
            continue
        wanted = STEPS[name][1]
        known: Sequence[str] = SEASONS if wanted == "season" else circle
        if [one.partition("=")[0] for one in arguments] != ([wanted] if wanted else []):
            takes = f"{wanted}= and nothing else" if wanted else "no argument"
            yield Refusal("bad-scenario", f"{name} takes {takes}", where)
        elif wanted and (value := arguments[0].partition("=")[2]) not in known:
            yield Refusal("bad-scenario", f"{wanted}= cannot be {value[:60]!r}; {known_words(value, known)}", where)
