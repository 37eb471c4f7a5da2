"""What conditions speak of (areas, orders, houses, sides) and how it is typed."""

from __future__ import annotations

from typing import Annotated, Literal

from adjudicator.engine import NameBook, Refusal, Unreadable
from adjudicator.engine.sheet import Mistake, Slot, Word, Words, join_words


def _words(**meant: str) -> dict[str, str]:
    """Typed words with what they mean, from each meaning's words, parted by bars."""
    return {word: value for value, words in meant.items() for word in words.split("|")}


def _people(**meant: str) -> Slot:
    """A slot for a house, `me`, `opponent` or these; writes each one's first word."""
    words = _words(**meant) | _words(me="me|my|i|mine|own", opponent="opponent|opponents")
    mistake = Mistake("house-missing", "", "me, opponent or a house")
    return Slot("house", words=words, also=("any", "me", "enemy", "opponent"), mistake=mistake)


_ANYBODY = "any|anyone|anybody|someone|somebody"
_SOMEBODY = "anyone|any|anybody|someone|somebody"
_OTHERS = "others|all others|everyone elses"
_BEST = "|".join(f"{most} other{s}" for most in ("best", "most", "highest", "richest") for s in ("", "s"))
# What decides a battle.
_SIDES = {"me": "me|my|i|mine|own", "enemy": "enemy|their|theirs|opponent|opponents"}
_SIDES |= {"attacker": "attacker|attackers", "defender": "defender|defenders"}

# A house: `Doer` does something, `Whom` something is done to, `Owner` something belongs to.
Who = Annotated[str, _people()]
Whose = Annotated[str, _people(me="my")]
Anyone = Annotated[str, _people(enemy="enemy", any=_ANYBODY)]
Doer = Annotated[str, _people(me="I", enemy="enemy", any=_SOMEBODY)]
Whom = Annotated[str, _people(enemy="enemy", any=_SOMEBODY)]
Owner = Annotated[str, _people(me="my", enemy="enemy", any=_ANYBODY)]
OrOthers = Annotated[str, _people(others=_OTHERS)]
OrBest = Annotated[str, _people(others=_OTHERS, **{"best-other": _BEST})]
Combatant = Annotated[Literal["me", "enemy", "attacker", "defender"], Slot(words=_words(**_SIDES))]

Area = Annotated[str, Slot("area")]
Track = Annotated[str, Slot("track")]
Auction = Annotated[str, Slot("auction")]
Badge = Annotated[str, Slot("badge")]
Card = Annotated[str, Slot("card")]
Unit = Annotated[str, Slot("unit", words={"units": "", "unit": ""})]
Vassal = Annotated[str, Slot("house")]
Ban = Annotated[str, Slot("ban")]
Leader = Annotated[str, Slot("leader")]
Tactic = Annotated[str, Slot("tactic")]
Ally = Annotated[str, Slot("ally")]
_STATES = _words(empty="empty|free", neutral="neutral", uncontrolled="uncontrolled", mine="mine|me|my")
_STATES |= {"enemy": "enemy", "opponent": "opponent"}
State = Annotated[
    str,
    Slot(
        "house",
        words=_STATES,
        mistake=Mistake(
            "unknown-state",
            "is neither a house nor a state of an area",
            "empty, neutral, uncontrolled, mine, enemy or a house",
        ),
        hints=(("house",), tuple(_STATES)),
    ),
]
_KINDS = {"order": "order", "special": "special", "raidable": "raidable"}
Order = Annotated[
    str,
    Slot(
        *("type", "order"),
        words=_KINDS | {"something to raid": "raidable"},
        mistake=Mistake(
            "unknown-content", "is neither an order nor a unit", "an order, a unit, a token or support beside"
        ),
        hints=(("type", "order", "unit"), ("support beside", "token", "order", "special", "raidable")),
    ),
]
OrderKind = Annotated[
    str,
    Slot(
        *("type", "order"),
        words=_KINDS,
        mistake=Mistake(
            "unknown-type", "is neither an order nor an owner of orders", "orders, march orders, stark raid orders"
        ),
        hints=(("type", "order"), ()),
    ),
]
_ROUNDS = [f"{before}{of} round" for before in ("", "the ", "in ", "in the ") for of in ("last", "this")]
LastRound = Annotated[bool, Slot(words={words: "last" in words for words in _ROUNDS})]


class _Revealed(Slot):
    """A Westeros card that is turned up."""

    def refuse(self, phrase: list[Word], book: NameBook, words: Words) -> None:
        """Raise Refused: only whoever looks at it sees the top wildling card, if anyone."""
        text = join_words(phrase)
        wildling = book.matches(text, "wildling")
        if len(wildling) == 1 and not book.matches(text, "westeros"):
            error = f'"{text}" is a wildling card, seen only by whoever looks at it: write CHOOSE {wildling[0]}: bottom'
            raise Unreadable(Refusal("card-not-seen", error))
        super().refuse(phrase, book, words)


WesterosCard = Annotated[str, _Revealed("westeros")]
Alliance = Annotated[str, Slot("alliance")]
