"""Events of a battle."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine.journal import Event
from adjudicator.thrones.state.board import Battle, Side
from adjudicator.thrones.state.events.round import Item


class BattleStarted(Event, frozen=True, kw_only=True, tag="battle-started"):
    """Attackers stand before an enemy area."""

    battle: Battle


class SupportGiven(Event, frozen=True, kw_only=True, tag="support-given"):
    """A supporting area declared itself; `strength` is what it adds before card texts (0 for `none`). `because`: a
    card's id, where a text has turned the support to the other side."""

    house: str
    area: str
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


class TextSilenced(Event, frozen=True, kw_only=True, tag="text-silenced"):
    """A card text was made void for this battle."""

    house: str
    card: str
    by: str


class CardSubstituted(Event, frozen=True, kw_only=True, tag="card-substituted"):
    """By a text (`because`: a card's id) a played card left the battle, back to the hand or (`discarded`) to the used
    ones; `after` was played instead, or nothing."""

    house: str
    before: str
    after: str = ""
    because: str
    discarded: bool = False


class TideDrawn(Event, frozen=True, kw_only=True, tag="tide-drawn"):
    """A fighting house drew a card of the Tides of Battle; by the blade (`replaces`) in place of the one it had."""

    house: str
    card: str
    replaces: str = ""


class CardCopied(Event, frozen=True, kw_only=True, tag="card-copied"):
    """A played card (`because`) has the number and icons of a used `card` besides its own, for this battle."""

    house: str
    card: str
    because: str


class StrengthBought(Event, frozen=True, kw_only=True, tag="strength-bought"):
    """By a text (`because`: a card's id) a fighting house gave up Power and is stronger by as much."""

    house: str
    power: int
    because: str


class CardRemoved(Event, frozen=True, kw_only=True, tag="card-removed"):
    """A used House card left the game for good; `because`: a card's id."""

    house: str
    card: str
    because: str


class BladeUsed(Event, frozen=True, kw_only=True, tag="blade-used"):
    """The Valyrian steel blade added 1."""

    house: str


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


class UnitsRetreated(Event, frozen=True, kw_only=True, tag="units-retreated"):
    """Losing units went to `to` and lie routed; `attacking` if they were the attackers, going back where they came
    from; `upright`: a text of theirs keeps them standing.
    """

    house: str
    area: str
    to: str
    units: dict[str, int]
    attacking: bool
    # Left out where it is unset: events of editions that do not know it stay the same, byte for byte.
    upright: bool | UnsetType = UNSET


class AttackersReturned(Event, frozen=True, kw_only=True, tag="attackers-returned"):
    """Winning attackers could not move in by a text (`because`: a card's id) and went back where they came from."""

    house: str
    area: str
    to: str
    units: dict[str, int]
    because: str


class GarrisonRemoved(Event, frozen=True, kw_only=True, tag="garrison-removed"):
    """The garrison of a home was beaten and left the game; `by` whom."""

    house: str
    area: str
    strength: int
    by: str


class AreaTaken(Event, frozen=True, kw_only=True, tag="area-taken"):
    """The winning attackers moved in."""

    house: str
    area: str
    units: dict[str, int]


class CardDiscarded(Event, frozen=True, kw_only=True, tag="card-discarded"):
    """A played (or discarded) House card left the hand. `returned` lists cards that came back because the hand was
    used up.
    """

    house: str
    card: str
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
