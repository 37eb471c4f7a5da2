"""The words of the house that nobody brings along, each explained where it first stands and in the help."""

from __future__ import annotations

from dataclasses import dataclass

from narration.words import N_, Words

_WORDS: dict[str, tuple[str, str, str]] = {
    "call": (
        N_("call"),
        N_("What is a call?"),
        N_(
            "The moment at which everybody is asked, once for a whole phase of the round. It stays open until its "
            "deadline, or until all are ready; then it closes, and the phase is played from what was handed in."
        ),
    ),
    "sheet": (
        N_("sheet"),
        N_("What is a sheet?"),
        N_(
            "What you hand in for a call: your orders, and what to do when this or that happens. Nobody else sees it "
            "before the call closes, and until then you can replace it."
        ),
    ),
    "steward": (
        N_("bot"),
        N_("What is a bot?"),
        N_(
            "The program, where it plays a house that no person plays, or suggests and decides what you leave to it. "
            "It knows no more than whoever sat there would."
        ),
    ),
    "desk": (
        N_("desk"),
        N_("What is the desk?"),
        N_(
            "Where a game's master looks after it: deadlines, seats, rulings, and results before they are published, "
            "if the game says so. Whatever is done there is written down for all players to read."
        ),
    ),
}


@dataclass(frozen=True)
class Term:
    """A word, the question it answers, and what it means."""

    id: str
    word: str
    question: str
    meaning: str


def glossary(words: Words) -> dict[str, Term]:
    """The words by their ids, in the reader's language."""
    return {name: Term(name, *map(words.say, told)) for name, told in _WORDS.items()}
