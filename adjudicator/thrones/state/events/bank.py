"""Events of the Iron Bank of Braavos, and of areas improved or degraded for good."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine.event import Event


class AreaImproved(Event, frozen=True, kw_only=True, tag="area-improved"):
    """A token was laid on an area: `barrel`, `crown`, `stronghold` (a castle becomes one) or `ruin` (a castle is gone).

    `because`: a loan's id.
    """

    house: str
    area: str
    mark: str
    because: str


class LoansMoved(Event, frozen=True, kw_only=True, tag="loans-moved"):
    """The loans moved on along their track: `slots` from the left as they lie now (empty: none).

    `returned` went under the deck, `revealed` is new; both may be empty.
    """

    slots: tuple[str, ...]
    returned: str = ""
    revealed: str = ""


class BankTokenTaken(Event, frozen=True, kw_only=True, tag="bank-token-taken"):
    """The token of Braavos has another holder; nobody (empty) when no player controls Braavos."""

    house: str
    before: str


class LoanTaken(Event, frozen=True, kw_only=True, tag="loan-taken"):
    """A house took a loan with its order in `area` and paid `cost` Power for it."""

    house: str
    loan: str
    area: str
    cost: int


class UnitHired(Event, frozen=True, kw_only=True, tag="unit-hired"):
    """A loan put a unit on the board."""

    house: str
    unit: str
    at: str
    loan: str


class DeckSearched(Event, frozen=True, kw_only=True, tag="deck-searched"):
    """A house looked at the top cards of a Westeros deck and put `buried` of them under it.

    `top` and `bottom` are the cards as they lie now, hidden from all others while the game runs; `because`: a loan or a
    House card. `below`: so many cards, which were used, lie under those that are buried.
    """

    house: str
    deck: str
    buried: int
    because: str
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    below: int | UnsetType = UNSET


class InterestPaid(Event, frozen=True, kw_only=True, tag="interest-paid"):
    """A house paid what it could of the interest on its loans."""

    house: str
    owed: int
    paid: int
