"""What sections share: kinds of field with their words, and what is registered of a kind of decision.

`KINDS` of the module of its topic registers a kind. Every answer needs who speaks for a seat, and which of its rules
count now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec

from adjudicator.engine.decision import Answer, Decision, FrozenStruct, KeywordStruct, Law, Weighed, kind_of
from adjudicator.engine.sheet import trail
from adjudicator.engine.sheet.fields import Ids, Text
from adjudicator.engine.sheet.sections import Occasions
from adjudicator.engine.sheet.trail import Choice, Proposals
from adjudicator.thrones.rules.driver import Together
from adjudicator.thrones.rules.legality import Single, never_single
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, Sum, When
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.player import Habit, Variations


class Voice(trail.Voice):
    """A sheet and in whose name it speaks; `orders` are a vassal's."""

    orders: Sequence[Any] = ()


Voices = Sequence[Voice]


class Trail(trail.Trail):
    """The notes about one question; of a march plan for the attack that is weighed."""

    def __init__(self, scene: Scene, *, careful: bool = False) -> None:
        """`careful`: the bot makes unsaid choices in the game."""
        super().__init__(scene, JUNCTIONS)
        self.careful = careful
        self._attempts: dict[str, Attempt | None] = {}

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide; what was noted already is not noted again."""
        if all((note.where, note.code, note.words) != (where, code, words) for note in self.skipped):
            super().skip(where, code, words, numbers)

    def held(self, where: str, when: When) -> None:
        """Note that a condition held, for the attack that is weighed, if there is one."""
        super().held(where, when)
        self._attempts[where] = self.scene.attempt

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """By what numbers the condition of a deciding instruction held (of several the first), and what it weighed."""
        place = where.partition(", ")[0]
        if not self.noted(place):
            return ()
        self.scene.attempt, before = self._attempts.get(place), self.scene.attempt
        try:
            return super().numbers(place)
        finally:
            self.scene.attempt = before


def in_sequence(known: Iterable[str], *wishes: Iterable[str]) -> list[str]:
    """The known things in the wished order, each once; those nobody wished for follow in their own order."""
    all_known = list(known)
    wished = dict.fromkeys(one for wish in wishes for one in wish if one in all_known)
    return [*wished, *(one for one in all_known if one not in wished)]


def by_several(deciding: Mapping[str, Voice], answer: Answer) -> Proposals:
    """One answer by several rules, in the name of who wrote the first; nothing without any."""
    if deciding:
        yield Choice(next(iter(deciding.values())).by, ", ".join(deciding), answer)


Instruction = Callable[[Voices, Scene, Any, Trail], Proposals]
Default = Callable[[Position, Any], Answer]
Known = Callable[[Edition], bool]


class Written(NamedTuple):
    """A default for who has written a sheet: its name in journals, and what it does."""

    name: str
    default: Default


def everywhere(edition: Edition) -> bool:
    """Asked in every edition."""
    return True


class Kind(FrozenStruct):
    """A kind of decision: everything that this room says of it.

    `part` of a sheet answers it, by `instruction`; `steward` is what he proposes, `variations` what a maester tries;
    `default` is published in the words of `words.toml`, for a seat that wrote a sheet perhaps another (`written`), in
    editions of which `varied` holds in other words. `law` says what is legal, `forced` where one answer alone is,
    `together` which kinds are asked at once; `known`, which editions ask it.
    """

    decision: type[Decision]
    part: str
    law: Law
    instruction: Instruction
    steward: Habit
    default: Default
    variations: Variations | None = None
    written: Written | None = None
    varied: Known | None = None
    forced: Single = never_single
    together: Together | None = None
    known: Known = everywhere

    @property
    def tag(self) -> str:
        """Its name in documents."""
        return kind_of(self.decision)


# An area that is left without an order; no more orders of a vassal.
NO_ORDER = "none"
# Among the targets of a raid: whatever can be raided.
ANY_TARGET = "any"
# Whom support helps: whoever fights one of the houses that the rule is against.
WHOEVER = "whoever"
# Where a retreat goes: nearest to one's own home; to where marches threaten least.
HOME, SAFEST = "home", "safest"
# What is said of a leader who does not go.
STAYS = "stays"
# Whom the bot may attack or hinder, besides houses by name.
ANYBODY, NOBODY, ATTACKERS = "anybody", "nobody", "attackers"
# Stands for whatever vassal one commands.
ANY_VASSAL = "any"
# Areas of a kind, in wishes.
AREAS_OF_A_KIND = ("any-settlement", "any-barrel", "any-crown", "any-land", "any-sea")
# What rules ask that is no card, badge or place.
ASKED_BY_RULES = ("port", "support", "consolidate-power", "tactics", "activate", "hostage", "negotiation")
LADDER = ("strongest", "weakest")
SIDES = ("me", NOBODY, "attacker", "defender", WHOEVER)

Role = Literal["any", "attacker", "defender"]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Amount = Annotated[Count | Sum, Text("amount")]
AreaId = Annotated[str, Ids(("area",))]
OwnArea = Annotated[str, Ids(("area",), near="own")]
NearArea = Annotated[str, Ids(("area",), near="around")]
OwnAreaOrNone = Annotated[str, Ids(("area",), ("",), near="own")]
AreaOrNone = Annotated[str, Ids(("area",), ("",), near="around")]
WishedArea = Annotated[str, Ids(("area",), AREAS_OF_A_KIND, near="around")]
HouseId = Annotated[str, Ids(("house",))]
OwnerId = Annotated[str, Ids(("house",), ("me", "opponent"))]
UnitId = Annotated[str, Ids(("unit",))]
OwnCard = Annotated[str, Ids(("card",), near="own")]
RankedCard = Annotated[str, Ids(("card",), LADDER)]
WeighedCard = Annotated[str, Ids(("card",), (*LADDER, "enough", "likely", "best"), near="own")]
LeaderId = Annotated[str, Ids(("leader",))]
OrderId = Annotated[str, Ids(("order",), (NO_ORDER,))]
OrderKind = Annotated[str, Ids(("type", "order"))]
AuctionId = Annotated[str, Ids(("auction",))]
PICKED = (
    *("choice", "area", "track", "card", "order", "type", "auction", "house", "unit", "deck", "westeros", "leader"),
    *("tactic", "alliance", "ally"),
)
PickId = Annotated[str, Ids(PICKED)]
ASKING = ("card", "westeros", "wildling", "badge", "area", "house", "track", "loan", "tactic", "alliance", "leader")
AskingId = Annotated[str, Ids(ASKING, ASKED_BY_RULES)]
UnitCounts = dict[UnitId, Count]


class Entry(KeywordStruct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a sheet."""


class Rule(Entry):
    """An instruction: it counts only while `when` holds, and after `Else` while no condition before it in its row does.

    `repeats`: a second one of the same words in its list counts as well.
    """

    repeats: ClassVar[bool] = False

    when: Annotated[When | None, Text("when")] = None

    def decides(self) -> bool:
        """Whether it decides whatever happens wherever it counts, so that none after it does."""
        return False


# When sections are asked: the steps of Westeros cards, the rest of a round, and what `turn_sections.py` makes out.
ROUND = "round"
# What is sure when sections answer: no battle is at hand; the raids of the round are resolved.
PEACE, RAIDED = "peace", "raided"
IN_ROUND = Occasions((ROUND,))
