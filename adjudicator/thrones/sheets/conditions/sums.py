"""Amounts that are worked out when they are asked for: `stark power + 1`, `1/2 of power`, as plain data."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from adjudicator.thrones.sheets.conditions import tree as c

KNOWN = get_args(c.Known)
MOST_SHARES = 10


class Share(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`times` / `over` of a number, rounded towards 0."""

    term: c.Known
    times: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 1
    over: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class Sum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """All these shares and `plus` together."""

    of: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MOST_SHARES)]
    plus: c.Small = 0
