"""Checks of boards and set-ups: borders, ports, ways, tracks, supply and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from adjudicator.engine import Refusal, unknown, unknown_name
from adjudicator.thrones.rules.supply import excess
from adjudicator.thrones.state import Area, Cause, Edition, Setup

# How many points of mustering a settlement has, and a town.
MUSTER = {"none": 0, "city": 1, "castle": 1, "stronghold": 2}
TOWN = 1
LISTS = ("land", "sea", "port")
# Ways besides borders, which lead both ways as borders do.
WAYS = ("fords", "rivers", "arrows")


def map_faults(edition: Edition) -> Iterator[Refusal]:
    """What is wrong with the areas of an edition."""
    for area in edition.areas.values():
        where = f"map.toml: {area.id}"
        yield from _borders(edition, area, where)
        yield from _ways(edition, area, where)
        if area.kind == "port":
            ways = len(area.land), len(area.sea), len(area.port)
            if ways != (1, 1, 0):
                lands, seas, ports = ways
                words = f"a port borders one land and one sea; this one {lands}, {seas}, {ports} ports"
                yield Refusal("wrong-port", words, where)
        yield from _settlement(edition, area, where)
        if min(area.supply, area.power, area.neutral, area.claim) < 0:
            yield Refusal("out-of-range", "icons, claim and neutral forces must be 0 or more", where)
        for named in filter(None, (area.home_of, area.only_with)):
            yield from unknown("house", [named], edition.houses, where)
        if not area.name.en:
            yield Refusal("no-name", "it has no name in English", where)
    for house in edition.houses.values():
        home = edition.areas.get(house.home)
        if home is None or home.home_of != house.id:
            words = f"its home {house.home!r:.60} must be an area with 'home_of' this house"
            yield Refusal("wrong-home", words, f"setup.toml: {house.id}")
    yield from _connection_faults(edition)


def _settlement(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    """Check an area's mustering points, town and claim against its settlement."""
    muster = TOWN if area.town else MUSTER[area.settlement]
    if area.muster != muster:
        sort = "town" if area.town else f"settlement of the sort {area.settlement!r}"
        yield Refusal("wrong-muster", f"a {sort} must have {muster} mustering points, not {area.muster}", where)
    if area.town and area.settlement != "none":
        yield Refusal("wrong-muster", "a town cannot be a city or a stronghold", where)
    if edition.claimed and bool(area.claim) != (area.settlement != "none"):
        words = "if claim decides the game, cities and strongholds must have a claim, and no other area may have one"
        yield Refusal("wrong-claim", words, where)


def _borders(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    """Check borders: known areas, both ways, the listed terrain, each only once."""
    listed = [(kind, near) for kind in LISTS for near in getattr(area, kind)]
    for kind, near in listed:
        other = edition.areas.get(near)
        if other is None:
            words = f"it borders {near!r:.60}, but there is no such area"
            yield unknown_name("one-sided-border", words, near, edition.areas, where)
        elif area.id not in edition.neighbours[near]:
            yield Refusal("one-sided-border", f"it borders {near}, but {near} does not border it", where)
        elif other.kind != kind:
            yield Refusal("wrong-terrain", f"{near} is listed under {kind!r}, but it is {other.kind}", where)
        if near == area.id or sum(neighbour == near for _, neighbour in listed) > 1:
            yield Refusal("double-border", f"it borders {near} more than once, or itself", where)


def _ways(edition: Edition, area: Area, where: str) -> Iterator[Refusal]:
    """Check fords, rivers and arrows: between lands, both ways, one way per pair."""
    seen = set(area.land)
    for kind in WAYS:
        for near in getattr(area, kind):
            other = edition.areas.get(near)
            if other is None or area.id not in getattr(other, kind):
                yield Refusal(
                    "one-sided-border",
                    f"{near!r:.60} is listed under {kind!r}, but does not list this area there",
                    where,
                )
            if near == area.id or near in seen:
                yield Refusal("double-border", f"{near} is listed under {kind!r}, but has another border too", where)
            seen.add(near)
    for house, near in area.house_arrows:
        other = edition.areas.get(near)
        yield from unknown("house", [house], edition.houses, where)
        if other is None or (house, area.id) not in other.house_arrows:
            words = f"{near!r:.60} is listed under 'house_arrows' of {house:.60}, but does not list this area there"
            yield Refusal("one-sided-border", words, where)
    if area.fords and not edition.weather:
        yield Refusal("no-weather", "there are fords, but no weather opens them", where)


def _connection_faults(edition: Edition) -> Iterator[Refusal]:
    """Check that all areas connect in any weather, without ways of a single house."""

    def in_storms(area: Area) -> tuple[str, ...]:
        return (*area.land, *area.sea, *area.port, *area.arrows)

    def when_fair(area: Area) -> tuple[str, ...]:
        return (*in_storms(area), *area.fords)

    if not edition.areas:
        return
    cut = [("while it storms", in_storms)] if edition.weather else []
    for when, near in (*cut, ("", when_fair)):
        missing = _unreached_areas(edition, near)
        if missing:
            words = f"no way leads there from {_start(edition)}{' ' if when else ''}{when}"
            yield Refusal("not-connected", words, f"map.toml: {missing[0]}")
            return


def _start(edition: Edition) -> str:
    """The home of a house, or the first area."""
    homes = [house.home for house in edition.houses.values() if house.home in edition.areas]
    return next(iter([*homes, *edition.areas]))


def _unreached_areas(edition: Edition, near: Callable[[Area], Iterable[str]]) -> list[str]:
    """Return the areas to which no way leads from the start of the search.
    `near` gives the areas next to one."""
    areas = edition.areas
    reached = {_start(edition)}
    ahead = list(reached)
    while ahead:
        for neighbour in near(areas[ahead.pop()]):
            if neighbour in areas and neighbour not in reached:
                reached.add(neighbour)
                ahead.append(neighbour)
    return [name for name in areas if name not in reached]


Laid = Mapping[str, Mapping[str, int]]
# Which kinds of areas units of a terrain stand in.
STANDS = {"land": ("land",), "sea": ("sea", "port"), "port": ("port",)}


def place_of(setup: Setup, players: int) -> str:
    """Where a set-up stands: its file, and its number of players."""
    return f"setups.toml: {setup.module}, {players} players" if setup.module else f"setup.toml: {players} players"


def setup_faults(edition: Edition) -> Iterator[Refusal]:
    """Report faults in set-ups and in what the edition says of houses and units."""
    yield from _houses(edition)
    yield from _tracks(edition)
    for players, setup in edition.every_setup:
        where = place_of(setup, players)
        yield from _setup(edition, setup, players, where)
        for sort, units in (("units", setup.units), ("vassals", setup.vassals)):
            for house, laid in units.items():
                yield from _units(edition, house, laid, setup.closed, f"{where}, {sort} of {house:.60}")
                yield from _army_faults(edition, laid, setup.supply.get(house, -1), f"{where}, {sort} of {house:.60}")
    for house, cause in edition.causes.items():
        yield from _cause(edition, house, cause)


def _houses(edition: Edition) -> Iterator[Refusal]:
    """Check houses' letters and unit pools, and the upgrades and numbers of units."""
    letters: dict[str, str] = {}
    for house in edition.houses.values():
        where = f"setup.toml: {house.id}"
        if len(house.letter) != 1 or house.letter in letters:
            yield Refusal(
                "same-letter", f"'letter' must be one letter that no other house has, not {house.letter!r:.20}", where
            )
        letters.setdefault(house.letter, house.id)
        yield from unknown("unit", house.pool, edition.units, where)
    for kind in edition.units.values():
        if kind.upgrade_from is not None and kind.upgrade_from not in edition.units:
            yield from unknown("unit", [kind.upgrade_from], edition.units, f"setup.toml: {kind.id}")
        if min(kind.limit, kind.cost, kind.strength) < 0:
            yield Refusal("out-of-range", "pieces, cost and strength must be 0 or more", f"setup.toml: {kind.id}")


def _tracks(edition: Edition) -> Iterator[Refusal]:
    """Check badges, the wildling track and supply limits."""
    if set(edition.badges) != set(edition.tracks):
        yield Refusal("wrong-track", "each track must have a badge, and nothing else may", "setup.toml: badges")
    for name in ("wildling_track", "supply_limits"):
        if not getattr(edition, name):
            yield Refusal("wrong-track", "it has no places", f"setup.toml: {name}")
    if list(edition.wildling_track) != sorted(set(edition.wildling_track)):
        yield Refusal("wrong-track", "each place must be higher than the one before", "setup.toml: wildling_track")
    if any(list(row) != sorted(row, reverse=True) for row in edition.supply_limits):
        yield Refusal("wrong-track", "the largest army of each row must come first", "setup.toml: supply_limits")


def _setup(edition: Edition, setup: Setup, players: int, where: str) -> Iterator[Refusal]:
    """Check a set-up: its houses, tracks, stars and supply, and areas it names."""
    for house in setup.houses:
        if house not in edition.houses or setup.houses.count(house) > 1:
            words = f"{house!r:.60} is not a house, or is listed twice"
            yield unknown_name("unknown-house", words, house, edition.houses, where)
    if set(setup.tracks) != set(edition.tracks):
        yield Refusal("wrong-track", f"it must have exactly the tracks {', '.join(edition.tracks)}", where)
    for track, order in setup.tracks.items():
        if sorted(order) != sorted(setup.houses):
            yield Refusal("wrong-track", "it must name each house of the set-up once", f"{where}, track {track:.60}")
    stars = setup.stars or edition.stars
    if len(stars) < min(players, len(setup.houses)):
        yield Refusal("wrong-track", f"{len(stars)} places have a number of stars", f"{where}, stars")
    for house in setup.houses:
        if not 0 <= setup.supply.get(house, -1) < len(edition.supply_limits):
            words = f"the supply of {house:.60} must be from 0 to {len(edition.supply_limits) - 1}"
            yield Refusal("out-of-range", words, f"{where}, supply")
        if house not in setup.units:
            yield Refusal("wrong-count", f"{house:.60} starts without units", where)
    for name, areas in (("neutral", tuple(setup.neutral)), ("closed", setup.closed)):
        yield from unknown("area", areas, edition.areas, f"{where}, {name}")
    named: dict[str, Mapping[str, object]] = {"supply": setup.supply, "units": setup.units, "vassals": setup.vassals}
    named["tokens"] = setup.tokens
    for areas in setup.tokens.values():
        yield from unknown("area", areas, edition.areas, f"{where}, tokens")
    for name, houses in named.items():
        for house in houses:
            if house not in setup.houses:
                words = f"{house!r:.60} does not play in this set-up"
                yield unknown_name("unknown-house", words, house, setup.houses, f"{where}, {name}")


def _units(edition: Edition, house: str, laid: Laid, closed: tuple[str, ...], where: str) -> Iterator[Refusal]:
    """Units at the start: where they may stand, and no more than there are."""
    total: Counter[str] = Counter()
    for area, units in laid.items():
        if area not in edition.areas:
            yield from unknown("area", [area], edition.areas, where)
            continue
        if area in closed:
            yield Refusal("wrong-terrain", f"nobody enters {area} in this set-up", where)
        for unit, count in units.items():
            kind = edition.units.get(unit)
            if kind is None:
                yield from unknown("unit", [unit], edition.units, where)
                continue
            total[unit] += count
            if edition.areas[area].kind not in STANDS[kind.terrain] or count < 1:
                yield Refusal("wrong-terrain", f"{count} of {unit} cannot stand in {area}", where)
    for unit, count in total.items():
        if house in edition.houses and count > edition.limit(house, unit):
            words = f"{count} of {unit} are laid out, and there are {edition.limit(house, unit)}"
            yield Refusal("wrong-count", words, where)


def _army_faults(edition: Edition, laid: Laid, supply: int, where: str) -> Iterator[Refusal]:
    """Armies at the start: no larger and no more than the house's supply allows."""
    if not 0 <= supply < len(edition.supply_limits):
        return
    armies = sorted((sum(units.values()) for units in laid.values() if sum(units.values()) > 1), reverse=True)
    allowed = edition.supply_limits[supply]
    if excess(armies, allowed):
        fits = f"armies of {', '.join(map(str, allowed))} units" if allowed else "no armies"
        words = f"armies of {', '.join(map(str, armies))} units stand there, and supply {supply} allows {fits}"
        yield Refusal("over-supply", words, where)


def _cause(edition: Edition, house: str, cause: Cause) -> Iterator[Refusal]:
    """Check what a loyalty house brings: areas, units, deck and loyalty tokens."""
    where = f"setup.toml: {house}, cause"
    yield from unknown("area", (*cause.loyalty, *cause.neutral), edition.areas, where)
    yield from unknown("unit", [cause.grows], edition.units, where)
    if cause.deck not in edition.decks:
        yield unknown_name("unknown-card", f"there is no deck {cause.deck!r:.60}", cause.deck, edition.decks, where)
    if sum(cause.loyalty.values()) > cause.tokens:
        yield Refusal("wrong-count", f"{cause.tokens} loyalty tokens are fewer than lie there at the start", where)
    yield from _units(edition, house, cause.units, (), f"{where}, units")
