"""Events of vassals: who commands them, their cards, and Power that changes hands (MoD rules)."""

from __future__ import annotations

from adjudicator.engine.event import Event


class VassalsReleased(Event, frozen=True, kw_only=True, tag="vassals-released"):
    """All vassals lie beside the Iron Throne's track again; nobody commands them."""

    vassals: tuple[str, ...]


class VassalClaimed(Event, frozen=True, kw_only=True, tag="vassal-claimed"):
    """The vassal `house` is commanded by `commander` for a round; `left_over`: the last player takes what is left."""

    house: str
    commander: str
    left_over: bool = False


class VassalPassed(Event, frozen=True, kw_only=True, tag="vassal-passed"):
    """A player passes on a set of vassal orders to the next one."""

    house: str
    to: str


class VassalHandDrawn(Event, frozen=True, kw_only=True, tag="vassal-hand-drawn"):
    """The commander of a fighting vassal drew its hand for the battle; `cards` are hidden from all others while the
    game runs."""

    house: str
    commander: str
    cards: tuple[str, ...]


class CardWeakened(Event, frozen=True, kw_only=True, tag="card-weakened"):
    """The card that `house` has played counts nothing any more, for Power that `by` has paid."""

    house: str
    card: str
    by: str


class PowerGiven(Event, frozen=True, kw_only=True, tag="power-given"):
    """A player gave Power to another: back to the pool from one, out of the pool to the other."""

    house: str
    to: str
    amount: int
