"""What must be so in set-ups: houses, tracks, supply, and units within what each house has and may put there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario_names import no_choice, unknown
from adjudicator.thrones.rules.supply import excess
from adjudicator.thrones.state.edition import Cause, Edition, Setup

Laid = Mapping[str, Mapping[str, int]]
# Which kinds of areas units of a terrain stand in.
STANDS = {"land": ("land",), "sea": ("sea", "port"), "port": ("port",)}


def faults(edition: Edition) -> Iterator[Refusal]:
    """What is wrong with the set-ups of an edition, and with what it says of houses and units."""
    yield from _houses(edition)
    yield from _tracks(edition)
    for players, setup in edition.setups.items():
        where = f"setup.toml: {players} players"
        yield from _setup(edition, setup, players, where)
        for sort, units in (("units", setup.units), ("vassals", setup.vassals)):
            for house, laid in units.items():
                yield from _units(edition, house, laid, setup.closed, f"{where}, {sort} of {house:.60}")
                yield from _supplied(edition, laid, setup.supply.get(house, -1), f"{where}, {sort} of {house:.60}")
    for house, cause in edition.causes.items():
        yield from _cause(edition, house, cause)


def _houses(edition: Edition) -> Iterator[Refusal]:
    letters: dict[str, str] = {}
    for house in edition.houses.values():
        where = f"setup.toml: {house.id}"
        if len(house.letter) != 1 or house.letter in letters:
            yield Refusal("same-letter", f"'letter' is one letter that no other house has: {house.letter!r:.20}", where)
        letters.setdefault(house.letter, house.id)
        yield from unknown("unit", house.pool, edition.units, where)
    for kind in edition.units.values():
        if kind.upgrade_from is not None and kind.upgrade_from not in edition.units:
            yield from unknown("unit", [kind.upgrade_from], edition.units, f"setup.toml: {kind.id}")
        if min(kind.limit, kind.cost, kind.strength) < 0:
            yield Refusal("out-of-range", "pieces, cost and strength are counted from 0", f"setup.toml: {kind.id}")


def _tracks(edition: Edition) -> Iterator[Refusal]:
    if set(edition.badges) != set(edition.tracks):
        yield Refusal("wrong-track", "each track has a badge, and nothing else has", "setup.toml: badges")
    for name in ("wildling_track", "supply_limits"):
        if not getattr(edition, name):
            yield Refusal("wrong-track", "it has no places", f"setup.toml: {name}")
    if list(edition.wildling_track) != sorted(set(edition.wildling_track)):
        yield Refusal("wrong-track", "each place is higher than the one before", "setup.toml: wildling_track")
    if any(list(row) != sorted(row, reverse=True) for row in edition.supply_limits):
        yield Refusal("wrong-track", "the largest army of each row comes first", "setup.toml: supply_limits")


def _setup(edition: Edition, setup: Setup, players: int, where: str) -> Iterator[Refusal]:
    for house in setup.houses:
        if house not in edition.houses or setup.houses.count(house) > 1:
            words = f"{house!r:.60} is no house, or stands there twice"
            yield no_choice("unknown-house", words, house, edition.houses, where)
    if set(setup.tracks) != set(edition.tracks):
        yield Refusal("wrong-track", f"it has the tracks {', '.join(edition.tracks)}, and no others", where)
    for track, order in setup.tracks.items():
        if sorted(order) != sorted(setup.houses):
            yield Refusal("wrong-track", "it names each house of the set-up once", f"{where}, track {track:.60}")
    stars = setup.stars or edition.stars
    if len(stars) < min(players, len(setup.houses)):
        yield Refusal("wrong-track", f"{len(stars)} places have a number of stars", f"{where}, stars")
    for house in setup.houses:
        if not 0 <= setup.supply.get(house, -1) < len(edition.supply_limits):
            words = f"the supply of {house:.60} is from 0 to {len(edition.supply_limits) - 1}"
            yield Refusal("out-of-range", words, f"{where}, supply")
        if house not in setup.units:
            yield Refusal("wrong-count", f"{house:.60} begins without units", where)
    for name, areas in (("neutral", tuple(setup.neutral)), ("closed", setup.closed)):
        yield from unknown("area", areas, edition.areas, f"{where}, {name}")
    named: dict[str, Mapping[str, object]] = {"supply": setup.supply, "units": setup.units, "vassals": setup.vassals}
    for name, houses in named.items():
        for house in houses:
            if house not in setup.houses:
                words = f"{house!r:.60} does not play in this set-up"
                yield no_choice("unknown-house", words, house, setup.houses, f"{where}, {name}")


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


def _supplied(edition: Edition, laid: Laid, supply: int, where: str) -> Iterator[Refusal]:
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
    where = f"setup.toml: {house}, cause"
    yield from unknown("area", (*cause.loyalty, *cause.neutral), edition.areas, where)
    yield from unknown("unit", [cause.grows], edition.units, where)
    if cause.deck not in edition.decks:
        yield no_choice("unknown-card", f"there is no deck {cause.deck!r:.60}", cause.deck, edition.decks, where)
    if sum(cause.loyalty.values()) > cause.tokens:
        yield Refusal("wrong-count", f"{cause.tokens} loyalty tokens are fewer than lie there at the start", where)
    yield from _units(edition, house, cause.units, (), f"{where}, units")
