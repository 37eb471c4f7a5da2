"""Control of areas, their value, tokens on them, adjacency, reach and weather.

Barrels and crowns add one of their kind; a stronghold replaces a castle, a ruin a former castle. Improved areas count
as printed; covered icons do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.state import CLOSED, Area, Board, Edition
from adjudicator.thrones.state.events import Standing

BARREL, CROWN, STRONGHOLD, RUIN = "barrel", "crown", "stronghold", "ruin"
# In the order in which a board lists them.
MARKS = (BARREL, CROWN, STRONGHOLD, RUIN)


def facts_of(board: Board, edition: Edition, area: str) -> Area:
    """Return what an area offers now: printed icons as tokens on it change them."""
    marks = board.improvements.get(area)
    printed = edition.areas[area]
    return area_with_marks(printed, tuple(marks)) if marks else printed


@lru_cache(maxsize=512)
def area_with_marks(printed: Area, marks: tuple[str, ...]) -> Area:
    """Return a printed area with the effects of improvement tokens applied."""
    settlement, muster = printed.settlement, printed.muster
    if STRONGHOLD in marks:
        settlement, muster = "stronghold", muster + 1
    if RUIN in marks:
        settlement, muster = "none", 0
    return replace(
        printed,
        supply=printed.supply + marks.count(BARREL),
        power=printed.power + marks.count(CROWN),
        settlement=settlement,
        muster=muster,
    )


def settled_areas(board: Board, edition: Edition) -> tuple[str, ...]:
    """Return areas with a city, castle or stronghold now, in order of the data."""
    if not board.improvements:
        return edition.settled
    return tuple(area for area in edition.settled if RUIN not in board.improvements.get(area, ()))


def remaining_tokens(board: Board, edition: Edition) -> int:
    """Return how many tokens remain; each is an improvement or, flipped, degradation."""
    return edition.improvement_tokens - sum(len(marks) for marks in board.improvements.values())


def places_for(board: Board, edition: Edition, mark: str) -> tuple[str, ...]:
    """Return land areas where the token `mark` may lie, under any control.
    Barrels and crowns go on any land that is not closed, strongholds and ruins only on castles."""

    def closed(area: str) -> bool:
        return board.neutral.get(area) == CLOSED

    land = (area for area, facts in edition.areas.items() if facts.kind == "land" and not closed(area))
    if mark in (BARREL, CROWN):
        return tuple(land)
    return tuple(area for area in land if facts_of(board, edition, area).settlement == "castle")


def sort_marks(marks: Iterable[str]) -> list[str]:
    """Sort improvement tokens in the order in which a board lists them."""
    return sorted(marks, key=MARKS.index)


def improvement_fault(printed: Area, marks: Sequence[str]) -> str:
    """Return why improvement tokens cannot lie on an area; empty if they can."""
    if any(mark not in MARKS for mark in marks):
        return f"the tokens are {', '.join(MARKS)}"
    if printed.kind != "land":
        return f"{printed.id} is no land"
    if marks.count(STRONGHOLD) + marks.count(RUIN) > (printed.settlement == "castle"):
        return f"{printed.id} has no castle for that"
    return ""


def controller(board: Board, edition: Edition, area: str) -> str | None:
    """Return the house that controls an area, or None.

    Control is by units, else a Power token, else the printed home shield, else a garrison. An empty port belongs to
    whoever controls its land.
    """
    force = board.forces.get(area)
    if force is not None:
        return force.house
    if area in edition.ports:
        return controller(board, edition, edition.ports[area])
    token = board.tokens.get(area)
    if token is not None:
        return token
    home = edition.areas[area].home_of
    if home in board.houses and area not in board.neutral:
        return home
    garrison = board.garrisons.get(area)
    return None if garrison is None else garrison.house


def controlled_areas(board: Board, edition: Edition, house: str) -> list[str]:
    """Return every land area a house controls, in the order of the data."""
    return [a.id for a in edition.areas.values() if a.kind == "land" and controller(board, edition, a.id) == house]


def settlements(board: Board, edition: Edition, house: str) -> int:
    """Return a house's settlements, or its points by loyalty, or its claim."""
    if house in board.points:
        return board.points[house]
    if edition.claimed:
        return _claims(board, edition).get(house, 0)
    return places(board, edition, house)


def most_settlements(board: Board, edition: Edition) -> int:
    """Return the leading house's settlements, loyalty points or claim, for victory."""
    players = players_of(board)
    if edition.claimed:
        claims = _claims(board, edition)
        return max((board.points.get(house, claims.get(house, 0)) for house in players), default=0)
    owners = _owners(board, edition, settled_areas(board, edition))
    return max([board.points.get(house, owners.count(house)) for house in players], default=0)


def _owners(board: Board, edition: Edition, areas: Iterable[str]) -> list[str | None]:
    """Who controls each of the areas."""
    # Asked after every step, so the commonest owner, who has units there, is found without a turn.
    force_in = board.forces.get
    return [controller(board, edition, area) if (force := force_in(area)) is None else force.house for area in areas]


def _claims(board: Board, edition: Edition) -> dict[str | None, int]:
    """Return each house's claim: flags of its areas plus tokens on the claim track."""
    claims: dict[str | None, int] = {}
    for area, owner in zip(edition.claimed, _owners(board, edition, edition.claimed), strict=True):
        claims[owner] = claims.get(owner, 0) + edition.areas[area].claim
    for house in claim_track(board):
        claims[house] = claims.get(house, 0) + 1
    return claims


def places(board: Board, edition: Edition, house: str) -> int:
    """Count the cities and strongholds a house controls; flags count, towns do not."""
    return sum(1 for area in settled_areas(board, edition) if controller(board, edition, area) == house)


def claim_track(board: Board) -> list[str]:
    """Return the owners of tokens on the claim track, highest first; maybe empty."""
    return [] if board.realm is None else board.realm.claim


def barrels(board: Board, edition: Edition, house: str) -> int:
    """Count supply icons of a house and its cards' additions, up to the track's end."""
    total = sum(facts_of(board, edition, area).supply for area in controlled_areas(board, edition, house))
    total += hooks_of(edition).more_barrels(board, edition, house)
    return min(total, len(edition.supply_limits) - 1)


def crowns(board: Board, edition: Edition, house: str) -> int:
    """Power icons in controlled areas."""
    return sum(facts_of(board, edition, area).power for area in controlled_areas(board, edition, house))


def turn_order(board: Board) -> list[str]:
    """The houses in turn order: the Iron Throne track."""
    return board.tracks["iron-throne"]


def first_player(board: Board, places: Sequence[str]) -> str:
    """The first of these houses that is no vassal; vassals hold no badge."""
    return next(house for house in places if house not in board.vassals)


def players_of(board: Board) -> list[str]:
    """Return the houses in turn order without the vassals.
    Vassals win nothing and never bid."""
    return [house for house in turn_order(board) if house not in board.vassals]


def last_for_good(board: Board) -> list[str]:
    """Return the houses always last on every track: those that win by loyalty."""
    return [house for house in board.houses if house in board.points]


def free_tokens(board: Board, edition: Edition, house: str) -> int:
    """Power tokens of the house still in the pool (1e rules: limits; EX-21)."""
    laid = sum(1 for h in board.tokens.values() if h == house) + claim_track(board).count(house)
    return edition.power_tokens - board.power[house] - laid


def open_port(board: Board, edition: Edition, port: str) -> str | None:
    """Return the house with a ship in a port and no foe at sea before it, or None."""
    force, sea = board.forces.get(port), board.forces.get(edition.areas[port].sea[0])
    return force.house if force is not None and (sea is None or sea.house == force.house) else None


def merit(board: Board, edition: Edition, row: Standing) -> tuple[int, ...]:
    """Return the ranking key, settlements first, more is better (1e rules: winning)."""
    parts = {
        "areas": 0 if row.areas is UNSET else row.areas,
        "places": 0 if row.places is UNSET else row.places,
        "supply": row.supply,
        "power": row.power,
        "iron-throne": -turn_order(board).index(row.house),
    }
    return (row.settlements, *(parts[by] for by in edition.variant.ranking))


def standings(board: Board, edition: Edition) -> tuple[Standing, ...]:
    """All houses that can win, best first by `merit`."""
    by_areas, by_places = "areas" in edition.variant.ranking, "places" in edition.variant.ranking
    rows = [
        Standing(
            house,
            settlements(board, edition, house),
            board.supply[house],
            board.power[house],
            len(controlled_areas(board, edition, house)) if by_areas else UNSET,
            places(board, edition, house) if by_places else UNSET,
        )
        for house in players_of(board)
    ]
    return tuple(sorted(rows, key=lambda row: merit(board, edition, row), reverse=True))


def in_weather(edition: Edition, board: Board) -> Edition:
    """Return the fair-weather edition while weather is fair, else the edition.
    Fair weather opens fords; boards without weather never have it."""
    return edition.fair_weather_edition if fair(edition, board) else edition


def fair(edition: Edition, board: Board) -> bool:
    """Whether the weather is fair; nowhere on boards that have none."""
    realm = board.realm
    return realm is not None and edition.weather[realm.weather] == "fair"


def friendly_seas(board: Board, edition: Edition, house: str, area: str) -> set[str]:
    """Return connected friendly seas off the coast of `area` (1e rules: transport)."""
    seas: set[str] = set()
    front = [area]
    while front:
        here = front.pop()
        for sea in edition.areas[here].sea:
            if sea not in seas and board.force_of(house, sea) is not None:
                seas.add(sea)
                front.append(sea)
    return seas


def reach(board: Board, edition: Edition, house: str, area: str) -> dict[str, bool]:
    """Return where units may march or retreat; True where only ships carry them.

    Land units reach land neighbours and any coast of connected seas that hold their own ships; ships reach neighbouring
    seas and their house's ports. Nobody reaches closed areas.
    """
    facts = edition.areas[area]
    if facts.kind != "land":
        own = (port for port in facts.port if controller(board, edition, port) == house)
        return {to: False for to in (*facts.sea, *own) if board.neutral.get(to) != CLOSED}
    destinations = dict.fromkeys((*facts.land, *hooks_of(edition).more_ways(board, edition, house, area)), False)
    coasts: set[str] = set()
    for sea in friendly_seas(board, edition, house, area):
        coasts.update(edition.areas[sea].land)
    coasts.discard(area)
    for coast in edition.in_order(coasts.difference(destinations)):
        destinations[coast] = True
    return {to: by_ship for to, by_ship in destinations.items() if board.neutral.get(to) != CLOSED}


def flights(board: Board, edition: Edition, area: str) -> tuple[str, ...]:
    """Return where flyers may go: any other land in play (MoD rules: flying)."""
    lands = (facts.id for facts in edition.areas.values() if facts.kind == "land" and facts.id != area)
    return tuple(to for to in lands if board.neutral.get(to) != CLOSED)


def flown(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Return where the house's standing units may fly; empty if none of them flies."""
    force = board.force_of(house, area)
    if force is None or not any(edition.units[unit].flies for unit in force.units):
        return ()
    return flights(board, edition, area)
