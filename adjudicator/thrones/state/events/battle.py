"""Events of a battle."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine.journal import Event
from adjudicator.thrones.state.board import Battle, Side
from adjudicator.thrones.state.events.round import HouseAreaEvent, HouseCardEvent, HouseEvent, Item


class BattleStarted(Event, frozen=True, kw_only=True, tag="battle-started"):
    """Attackers stand before an enemy area."""

    battle: Battle


class SupportGiven(HouseAreaEvent, frozen=True, kw_only=True, tag="support-given"):
    """A supporting area declared itself; `strength` is what it adds before card texts (0 for `none`). `because`: a
    card's id, where a text has turned the support to the other side."""

    side: Side
    strength: int
    because: str | UnsetType = UNSET


class StrengthsDeclared(Event, frozen=True, kw_only=True, tag="strengths-declared"):
    """The sums before House cards, item by item."""

    attacker: int
    defender: int
    attacker_items: tuple[Item, ...]
    defender_items: tuple[Item, ...]


class CardsRevealed(Event, frozen=True, kw_only=True, tag="cards-revealed"):
    """Both House cards were turned up; a house without cards plays none."""

    cards: dict[str, str]


class TextSilenced(HouseCardEvent, frozen=True, kw_only=True, tag="text-silenced"):
    """A card text was made void for this battle."""

    by: str


class CardSubstituted(HouseEvent, frozen=True, kw_only=True, tag="card-substituted"):
    """By a text (`because`: a card's id) a played card left the battle, back to the hand or (`discarded`) to the used
    ones; `after` was played instead, or nothing."""

    before: str
    after: str = ""
    because: str
    discarded: bool = False


class TideDrawn(HouseCardEvent, frozen=True, kw_only=True, tag="tide-drawn"):
    """A fighting house drew a card of the Tides of Battle; by the blade (`replaces`) in place of the one it had."""

    replaces: str = ""


class CardCopied(HouseCardEvent, frozen=True, kw_only=True, tag="card-copied"):
    """A played card (`because`) has the number and icons of a used `card` besides its own, for this battle."""

    because: str


class StrengthBought(HouseEvent, frozen=True, kw_only=True, tag="strength-bought"):
    """By a text (`because`: a card's id) a fighting house gave up Power and is stronger by as much."""

    power: int
    because: str


class CardRemoved(HouseCardEvent, frozen=True, kw_only=True, tag="card-removed"):
    """A used House card left the game for good; `because`: a card's id."""

    because: str


class BladeUsed(HouseEvent, frozen=True, kw_only=True, tag="blade-used"):
    """The Valyrian steel blade added 1."""


class BattleWon(Event, frozen=True, kw_only=True, tag="battle-won"):
    """The battle was decided. `by`: strength, tie (better place on the Fiefdoms), or destroyed (one side had no unit
    left).
    """

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


class UnitsRetreated(HouseAreaEvent, frozen=True, kw_only=True, tag="units-retreated"):
    """Losing units went to `to` and lie routed; `attacking` if they were the attackers, going back where they came
    from; `upright`: a text of theirs keeps them standing.
    """

    to: str
    units: dict[str, int]
    attacking: bool
    # Left out where it is unset: events of editions that do not know it stay the same, byte for byte.
    upright: bool | UnsetType = UNSET


class AttackersReturned(HouseAreaEvent, frozen=True, kw_only=True, tag="attackers-returned"):
    """Winning attackers could not move in by a text (`because`: a card's id) and went back where they came from."""

    to: str
    units: dict[str, int]
    because: str


class GarrisonRemoved(HouseAreaEvent, frozen=True, kw_only=True, tag="garrison-removed"):
    """The garrison of a home was beaten and left the game; `by` whom."""

    strength: int
    by: str


class AreaTaken(HouseAreaEvent, frozen=True, kw_only=True, tag="area-taken"):
    """The winning attackers moved in."""

    units: dict[str, int]


class CardDiscarded(HouseCardEvent, frozen=True, kw_only=True, tag="card-discarded"):
    """A played (or discarded) House card left the hand. `returned` lists cards that came back because the hand was
    used up.
    """

    because: str
    returned: tuple[str, ...] = ()


class BattleEnded(Event, frozen=True, kw_only=True, tag="battle-ended"):
    """The battle is over and its cards are put away."""

    area: str


FightEvent = BattleStarted | SupportGiven | StrengthsDeclared | CardsRevealed | TextSilenced
CardEvent = CardSubstituted | TideDrawn | CardCopied | StrengthBought | CardRemoved | BladeUsed
AftermathEvent = (
    BattleWon | UnitsRetreated | AttackersReturned | GarrisonRemoved | AreaTaken | CardDiscarded | BattleEnded
)
BattleEvent = FightEvent | CardEvent | AftermathEvent
