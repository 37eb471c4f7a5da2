"""What is said of the game as a whole: its optional rules, players, rounds and goal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.state.edition import SHORT
from narration.btwixt.voice import Voice
from narration.words import N_

MODULES = {
    "advanced": (
        N_("Advanced game"),
        N_("each leader has own cards, one of them in every hand, and events come into the deck with the seasons"),
    ),
    "draft": (
        N_("Draft"),
        N_("hands are drafted: each leader keeps a card and passes the others on, until ten are kept"),
    ),
    "draft-of-kings": (
        N_("Draft of Kings"),
        N_("a draft from one deck with all events and all leaders' own cards, which anybody may play"),
    ),
    "revealed-allies": (
        N_("Revealed allies"),
        N_("the allies of a season lie open in a row, and are bid for from left to right"),
    ),
    "short-game": (N_("Short game"), N_("the game begins a season later")),
}


def modules_words(modules: tuple[str, ...], v: Voice) -> str:
    """The optional rules that a game is played with."""
    return v.both(module_name(module, v) for module in modules) or v.say("none")


def module_name(module: str, v: Voice) -> str:
    """What an optional rule is called."""
    return v.say(MODULES[module][0]) if module in MODULES else module.replace("-", " ")


def module_words(module: str, v: Voice) -> str:
    """What an optional rule brings."""
    return v.say(MODULES[module][1]) if module in MODULES else ""


def rounds_words(v: Voice) -> str:
    """How long a game is played."""
    whole = sorted(rounds(players, ()) for players in v.edition.player_counts)
    short = sorted(rounds(players, (SHORT,)) for players in v.edition.player_counts)
    return v.say(
        "{least} to {most} rounds, in the short game {few} to {many}",
        least=whole[0],
        most=whole[-1],
        few=short[0],
        many=short[-1],
    )


def goal_words(players: int, houses: Sequence[str], v: Voice) -> str:
    """How a game of so many is won."""
    told = v.say(
        "Between each two neighbours lies a council that they share. After the last round of winter the leader whose "
        "small council, the weaker of the two, has the most power wins; then the other council counts, then the allies "
        "in both."
    )
    rhythm = v.say("A season has {n} rounds.", n=rounds_in_season(players))
    return f"{told} {rhythm}"


def houses_among(v: Voice, counts: Collection[int]) -> tuple[str, ...]:
    """The leaders among whom players choose: all there are, as there are more than seats."""
    return tuple(v.edition.houses) if any(count < len(v.edition.houses) for count in counts) else ()


def houses_words(players: int, named: tuple[str, ...], v: Voice) -> str:
    """Which leaders so many players have: those `named`, or a choice."""
    if named:
        return v.houses(named)
    return v.say("any {n} of {houses}", n=players, houses=v.houses(v.edition.houses))
