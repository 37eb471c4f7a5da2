"""Amounts that are worked out when they are asked for: `stark power + 1`, `1/2 of power`, as plain data."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from adjudicator.thrones.sheets.conditions import tree as c

# Numbers that are known when a bid is made: no battle is at hand then.
Known = (
    c.Round
    | c.Wildlings
    | c.CardStrength
    | c.Holding
    | c.Place
    | c.EarlierBid
    | c.Units
    | c.Defence
    | c.OrdersLying
    | c.Battles
    | c.Loyalty
)
KNOWN = get_args(Known)
MOST_SHARES = 10


class Share(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`times` / `over` of a number, rounded towards 0."""

    term: Known
    times: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 1
    over: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class Sum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All these shares and `plus` together."""

    of: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MOST_SHARES)]
    plus: c.Small = 0
