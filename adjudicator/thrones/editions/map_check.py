"""What must be so on a board: borders in both directions, ports, homes, settlements, a way from each area to each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario_names import no_choice, unknown
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition

# How many points of mustering a settlement has, and a town.
MUSTER = {"none": 0, "city": 1, "castle": 1, "stronghold": 2}
TOWN = 1
LISTS = ("land", "sea", "port")
# Ways besides borders, which lead both ways as borders do.
WAYS = ("fords", "rivers", "arrows")


def faults(edition: Edition) -> Iterator[Refusal]:
    """What is wrong with the areas of an edition."""
    for area in edition.areas.values():
        where = f"map.toml: {area.id}"
        yield from _borders(edition, area, where)
        yield from _ways(edition, area, where)
        if area.kind == "port":
            yield from _port(area, where)
        yield from _settlement(edition, area, where)
        if min(area.supply, area.power, area.neutral, area.claim) < 0:
            yield Refusal("out-of-range", "icons, claim and neutral forces are counted from 0", where)
        for named in filter(None, (area.home_of, area.only_with)):
            yield from unknown("house", [named], edition.houses, where)
        if not area.name.en:
            yield Refusal("no-name", "it has no name in English", where)
    for house in edition.houses.values():
        home = edition.areas.get(house.home)
        if home is None or home.home_of != house.id:
            words = f"its home {house.home!r:.60} is no area that says so ('home_of')"
            yield Refusal("wrong-home", words, f"setup.toml: {house.id}")
    yield from _connected(edition)


def _settlement(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    muster = TOWN if area.town else MUSTER[area.settlement]
    if area.muster != muster:
        sort = "town" if area.town else f"settlement of the sort {area.settlement!r}"
        yield Refusal("wrong-muster", f"a {sort} has {muster} to muster with, not {area.muster}", where)
    if area.town and area.settlement != "none":
        yield Refusal("wrong-muster", "a town is neither city nor stronghold", where)
    if edition.claimed and bool(area.claim) != (area.settlement != "none"):
        words = "where claim decides, cities and strongholds have a flag with their claim, and nothing else has"
        yield Refusal("wrong-claim", words, where)


def _borders(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    listed = [(kind, near) for kind in LISTS for near in getattr(area, kind)]
    for kind, near in listed:
        other = edition.areas.get(near)
        if other is None:
            words = f"it borders {near!r:.60}, and there is no such area"
            yield no_choice("one-sided-border", words, near, edition.areas, where)
        elif area.id not in edition.neighbours[near]:
            yield Refusal("one-sided-border", f"it borders {near}, and {near} does not border it", where)
        elif other.kind != kind:
            yield Refusal("wrong-terrain", f"{near} stands under {kind!r}, and it is {other.kind}", where)
        if near == area.id or sum(one == near for _, one in listed) > 1:
            yield Refusal("double-border", f"it borders {near} more than once, or itself", where)


def _ways(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    """Fords, rivers and arrows: between lands, back again, and besides no other way between the same two."""
    seen = set(area.land)
    for kind in WAYS:
        for near in getattr(area, kind):
            other = edition.areas.get(near)
            if other is None or area.id not in getattr(other, kind):
                yield Refusal("one-sided-border", f"{near!r:.60} stands under {kind!r}, and does not say so too", where)
            if near == area.id or near in seen:
                yield Refusal("double-border", f"{near} stands under {kind!r}, and there is another way to it", where)
            seen.add(near)
    for house, near in area.house_arrows:
        other = edition.areas.get(near)
        yield from unknown("house", [house], edition.houses, where)
        if other is None or (house, area.id) not in other.house_arrows:
            words = f"{near!r:.60} stands under 'house_arrows' of {house:.60}, and does not say so too"
            yield Refusal("one-sided-border", words, where)
    if area.fords and not edition.weather:
        yield Refusal("no-weather", "there are fords, and no weather that opens them", where)


def _connected(edition: Edition) -> Iterator[Refusal]:
    """From everywhere one comes everywhere, whatever the weather; what one house alone may use counts for nothing."""

    def in_storms(area: Area) -> tuple[str, ...]:
        return (*area.land, *area.sea, *area.port, *area.arrows)

    def when_fair(area: Area) -> tuple[str, ...]:
        return (*in_storms(area), *area.fords)

    if not edition.areas:
        return
    cut = [("while it storms", in_storms)] if edition.weather else []
    for when, near in (*cut, ("", when_fair)):
        missing = _unreached(edition, near)
        if missing:
            words = f"no way leads there from {_start(edition)}{' ' if when else ''}{when}"
            yield Refusal("not-connected", words, f"map.toml: {missing[0]}")
            return


def _start(edition: Edition) -> str:
    """The home of a house, or the first area."""
    homes = [house.home for house in edition.houses.values() if house.home in edition.areas]
    return next(iter([*homes, *edition.areas]))


def _unreached(edition: Edition, near: Callable[[Area], Iterable[str]]) -> list[str]:
    """Areas to which no way leads from where the search begins."""
    areas = edition.areas
    reached = {_start(edition)}
    ahead = list(reached)
    while ahead:
        for one in near(areas[ahead.pop()]):
            if one in areas and one not in reached:
                reached.add(one)
                ahead.append(one)
    return [name for name in areas if name not in reached]


def _port(area: Area, where: str) -> Iterator[Refusal]:
    if len(area.land) != 1 or len(area.sea) != 1 or area.port:
        words = (
            f"a port borders one land and one sea; this one {len(area.land)}, {len(area.sea)}, {len(area.port)} ports"
        )
        yield Refusal("wrong-port", words, where)
