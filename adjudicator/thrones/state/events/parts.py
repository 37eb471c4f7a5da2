"""Parts of events: lines of sums and of rankings."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a sum of strengths: `what` names it (`unit`, `order`, `support`, `card`, `blade`, `text`, `aid` by a
    card that counts as support, `tactics`, `floor` for what a sum below 0 is lifted by), with whose and where.
    """

    what: str
    value: int
    name: str = ""
    count: int = 0
    area: str = ""
    house: str = ""


class Standing(msgspec.Struct, frozen=True):
    """One house in the final or current ranking; `areas` of land, and cities and strongholds (`places`), only where an
    edition ranks by them; `settlements` are its claim where areas have flags."""

    house: str
    settlements: int
    supply: int
    power: int
    # Left out where it is unset: events of editions that do not know it stay the same, byte for byte.
    areas: int | UnsetType = UNSET
    places: int | UnsetType = UNSET
