"""What must be so on a board: borders in both directions, ports, homes, settlements."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition

# How many points of mustering a settlement has.
MUSTER = {"none": 0, "city": 1, "castle": 1, "stronghold": 2}
LISTS = ("land", "sea", "port")


def faults(edition: Edition) -> Iterator[Refusal]:
    """What is wrong with the areas of an edition."""
    for area in edition.areas.values():
        where = f"map.toml: {area.id}"
        yield from _borders(edition, area, where)
        if area.kind == "port":
            yield from _port(area, where)
        if area.muster != MUSTER[area.settlement]:
            words = f"a settlement of the sort {area.settlement!r} has {MUSTER[area.settlement]} to muster with"
            yield Refusal("wrong-muster", f"{words}, not {area.muster}", where)
        if min(area.supply, area.power, area.neutral) < 0:
            yield Refusal("out-of-range", "icons and neutral forces are counted from 0", where)
        for named in filter(None, (area.home_of, area.only_with)):
            if named not in edition.houses:
                yield Refusal("unknown-house", f"there is no house {named!r:.60}", where)
        if not area.name.en:
            yield Refusal("no-name", "it has no name in English", where)
    for house in edition.houses.values():
        home = edition.areas.get(house.home)
        if home is None or home.home_of != house.id:
            words = f"its home {house.home!r:.60} is no area that says so ('home_of')"
            yield Refusal("wrong-home", words, f"setup.toml: {house.id}")


def _borders(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    listed = [(kind, near) for kind in LISTS for near in getattr(area, kind)]
    for kind, near in listed:
        other = edition.areas.get(near)
        if other is None:
            yield Refusal("one-sided-border", f"it borders {near!r:.60}, and there is no such area", where)
        elif area.id not in edition.neighbours[near]:
            yield Refusal("one-sided-border", f"it borders {near}, and {near} does not border it", where)
        elif other.kind != kind:
            yield Refusal("wrong-terrain", f"{near} stands under {kind!r}, and it is {other.kind}", where)
        if near == area.id or sum(one == near for _, one in listed) > 1:
            yield Refusal("double-border", f"it borders {near} more than once, or itself", where)


def _port(area: Area, where: str) -> Iterator[Refusal]:
    if len(area.land) != 1 or len(area.sea) != 1 or area.port:
        words = (
            f"a port borders one land and one sea; this one {len(area.land)}, {len(area.sea)}, {len(area.port)} ports"
        )
        yield Refusal("wrong-port", words, where)
