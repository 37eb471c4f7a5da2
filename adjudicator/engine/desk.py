"""What a game master is told of a call, in words that every game understands."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.engine.journal import Decided


class Fought(NamedTuple):
    """A contest with the decisions made in it: its first record's number, where, between whom, and the game's event
    of how it was won (None: it is not over). `close`: a little more would have turned it, by these `figures`."""

    number: int
    area: str
    attacker: str
    defender: str
    won: Any
    decided: tuple[Decided, ...]
    close: bool
    figures: str


class Loss(NamedTuple):
    """Something grave that befell a seat in a call: `kind` is `home-taken` or `wiped-out`."""

    kind: str
    house: str
    area: str = ""


class Revealed(NamedTuple):
    """What events showed everybody, which going back cannot take back: cards drawn, by which players know what would
    come again, cards played, rounds of orders and auctions turned up, contests."""

    westeros: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    orders: int = 0
    auctions: int = 0
    battles: int = 0


class Receiver(NamedTuple):
    """A seat to which something can be given: what it has, and how much more it can have."""

    house: str
    power: int
    room: int


class Gift(NamedTuple):
    """What one seat gives to another: so much."""

    house: str
    to: str
    amount: int
