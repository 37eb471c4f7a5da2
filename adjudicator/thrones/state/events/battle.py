"""Events of a battle."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine import Event
from adjudicator.thrones.state.board import Battle, Side
from adjudicator.thrones.state.events.round import HouseAreaEvent, HouseCardEvent, HouseEvent, Item


class BattleStarted(Event):
    """Attackers stand before an enemy area."""

    battle: Battle


class SupportGiven(HouseAreaEvent):
    """A supporting area declared itself; `strength`: before card texts, 0 for `none`.
    `because`: a card's id, where a text has turned the support to the other side."""

    side: Side
    strength: int
    because: str | UnsetType = UNSET


class StrengthsDeclared(Event):
    """The sums before House cards, item by item."""

    attacker: int
    defender: int
    attacker_items: tuple[Item, ...]
    defender_items: tuple[Item, ...]


class CardsRevealed(Event):
    """Both House cards were turned up; a house without cards plays none."""

    cards: dict[str, str]


class TextSilenced(HouseCardEvent):
    """A card text was made void for this battle."""

    by: str


class CardSubstituted(HouseEvent):
    """By a text (`because`: a card's id) a played card left the battle.
    Back to the hand or (`discarded`) to the used ones; `after` was played instead, or nothing."""

    before: str
    after: str = ""
    because: str
    discarded: bool = False


class TideDrawn(HouseCardEvent):
    """A house drew a card of the Tides of Battle; by the blade (`replaces`) anew."""

    replaces: str = ""


class CardCopied(HouseCardEvent):
    """A played card (`because`) adds the number and icons of a used `card`."""

    because: str


class StrengthBought(HouseEvent):
    """By a text (`because`: a card's id) a house paid Power for as much strength."""

    power: int
    because: str


class CardRemoved(HouseCardEvent):
    """A used House card left the game for good; `because`: a card's id."""

    because: str


class BladeUsed(HouseEvent):
    """The Valyrian steel blade added 1."""


class BattleWon(Event):
    """The battle was decided.
    `by`: strength, tie (better place on the Fiefdoms), or destroyed (one side had no unit left)."""

    area: str
    winner: str
    loser: str
    by: str
    attacker: int
    defender: int
    attacker_items: tuple[Item, ...]
    defender_items: tuple[Item, ...]
    swords: int
    fortifications: int
    losses: int


class UnitsRetreated(HouseAreaEvent):
    """Losing units went to `to` and lie routed.
    `attacking`: they were the attackers, going back where they came from; `upright`: a text of theirs keeps them
    standing."""

    to: str
    units: dict[str, int]
    attacking: bool
    # Left out where it is unset: events of editions that do not know it stay the same, byte for byte.
    upright: bool | UnsetType = UNSET


class AttackersReturned(HouseAreaEvent):
    """Winning attackers were kept out by a text (`because`) and went back."""

    to: str
    units: dict[str, int]
    because: str


class GarrisonRemoved(HouseAreaEvent):
    """The garrison of a home was beaten and left the game; `by` whom."""

    strength: int
    by: str


class AreaTaken(HouseAreaEvent):
    """The winning attackers moved in."""

    units: dict[str, int]


class CardDiscarded(HouseCardEvent):
    """A played (or discarded) House card left the hand.
    `returned` lists cards that came back because the hand was used up."""

    because: str
    returned: tuple[str, ...] = ()


class BattleEnded(Event):
    """The battle is over and its cards are put away."""

    area: str


FightEvent = BattleStarted | SupportGiven | StrengthsDeclared | CardsRevealed | TextSilenced
CardEvent = CardSubstituted | TideDrawn | CardCopied | StrengthBought | CardRemoved | BladeUsed
AftermathEvent = (
    BattleWon | UnitsRetreated | AttackersReturned | GarrisonRemoved | AreaTaken | CardDiscarded | BattleEnded
)
BattleEvent = FightEvent | CardEvent | AftermathEvent
