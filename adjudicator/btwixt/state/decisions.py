"""Decisions and answers of B'Twixt; `source` is the card whose ability asks."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.engine import Answer, Question


class Play(Answer):
    """The influence card to play; None to kneel."""

    card: str | None


class YesNo(Answer, tag="use"):
    """Whether an ability is used."""

    yes: bool


class LeaderChoice(Answer, tag="leader"):
    """A leader."""

    leader: str


class CardChoice(Answer, tag="influence"):
    """A card: in whose pile or hand (empty: discards), number in a pile (hand: 0)."""

    card: str
    of: str = ""
    number: int = 0


class AllyChoice(Answer, tag="ally"):
    """An ally, and in which council it lies (empty: among the dead)."""

    ally: str
    council: str = ""


class CouncilChoice(Answer, tag="council"):
    """A council."""

    council: str


class AllyOrder(Answer):
    """Allies as they shall lie from the top, and those that go under the deck."""

    top: tuple[str, ...]
    bottom: tuple[str, ...] = ()


class CardOrder(Answer):
    """Cards of a pile in the order in which they act, by their numbers."""

    numbers: tuple[int, ...]


AnyAnswer = Play | YesNo | LeaderChoice | CardChoice | AllyChoice | CouncilChoice | AllyOrder | CardOrder


# What becomes of what is chosen.
LeaderUse = Literal["kneel", "take-card", "give-card", "move-here", "discard-card", "draw", "look"]
CardUse = Literal["move", "return", "discard", "give", "take"]
AllyUse = Literal["kill", "move", "add"]
CouncilUse = Literal["claim", "place", "token", "vote", "take-token", "put-token", "return-token", "move-ally", "look"]


class PlayOrKneel(Question[Play]):
    """Which card do you play? `hand`: playable cards, none if you can only kneel."""

    hand: tuple[str, ...]


class UseAbility(Question[YesNo]):
    """Do you use what the card offers?"""

    source: str


class ChooseLeader(Question[LeaderChoice]):
    """Which leader?"""

    source: str
    use: LeaderUse
    choices: tuple[str, ...]


class ChooseCard(Question[CardChoice]):
    """Which card? `taken`: cards of the same hand already chosen for this purpose."""

    source: str
    use: CardUse
    choices: tuple[CardChoice, ...]
    taken: int | UnsetType = UNSET


class ChooseAlly(Question[AllyChoice]):
    """Which ally?"""

    source: str
    use: AllyUse
    choices: tuple[AllyChoice, ...]


class ChooseCouncil(Question[CouncilChoice]):
    """Which council? `ally` is the one that is placed or moved."""

    source: str
    use: CouncilUse
    choices: tuple[str, ...]
    ally: str = ""


class ArrangeTop(Question[AllyOrder]):
    """How shall these allies lie on the deck? Secret; up to `bottom_max` go under it."""

    source: str
    allies: tuple[str, ...]
    bottom_max: int


class OrderAbilities(Question[CardOrder]):
    """In which order do these cards of your pile act? By `numbers`, with their names."""

    numbers: tuple[int, ...]
    cards: tuple[str, ...]


class KeepCard(Question[CardChoice]):
    """Which card do you keep? The others go on to `to`."""

    packet: tuple[str, ...]
    to: str


AnyDecision = (
    PlayOrKneel
    | UseAbility
    | ChooseLeader
    | ChooseCard
    | ChooseAlly
    | ChooseCouncil
    | ArrangeTop
    | OrderAbilities
    | KeepCard
)
