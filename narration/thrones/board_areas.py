"""One area of a board in words: what it brings, what lies there, what it borders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.state.board import CLOSED, Board, Garrison
from narration.memo import of_values
from narration.thrones.voice import Voice
from narration.words import N_

SETTLEMENTS = {"city": N_("city"), "castle": N_("castle"), "stronghold": N_("stronghold")}
PORT, TOWN, CLAIM = N_("port"), N_("town"), N_("claim {n}")
ROUTED = N_("{units} routed")
TOKEN, GARRISON, NEUTRAL = N_("Power token"), N_("garrison {n}"), N_("neutral force {n}")
FACE_DOWN = N_("an order face down")
OF_HOUSE = N_("{what} of {house}")
TURNED = N_("{leader}, turned")
BY_SHIP, NOBODY, YOU = N_("by ship"), N_("nobody"), N_("you")
ARROW, ARROW_OF, FORD = N_("along an arrow"), N_("along an arrow of {house}"), N_("over a ford")
# After the name of an area where units stand, and after that of a sea.
UNITS, SEA = "*", "~"


def named(area: str, v: Voice) -> str:
    """`Winterfell [WF]`: an area with the code with which it can be typed."""
    known = v.edition.areas.get(area)
    return f"{v.area(area)} [{known.code}]" if known is not None and known.code else v.area(area)


def marked(name: str, area: str, v: Voice) -> str:
    """The name of an area, with a sign behind it if it is a sea."""
    return name + SEA if v.edition.areas[area].kind == "sea" else name


def area_words(area: str, holder: str | None, board: Board, v: Voice) -> str:
    """`Winterfell [WF] (stronghold, 1 barrel): 1 knight and 1 footman, Power token`; `holder` controls it."""
    what = ("area", area, *board.improvements.get(area, ()))
    name = of_values((what, *board.modules, v.edition.id, v.words.language), lambda: _with_icons(area, board, v))
    lies = ", ".join(_lies(area, holder, board, v))
    return f"{name}: {lies}" if lies else name


def _with_icons(area: str, board: Board, v: Voice) -> str:
    brings = ", ".join(_brings(area, board, v))
    return f"{named(area, v)} ({brings})" if brings else named(area, v)


def _brings(area: str, board: Board, v: Voice) -> Iterator[str]:
    """What an area offers whoever holds it, as tokens on it change that."""
    facts = facts_of(board, v.edition, area)
    if facts.settlement in SETTLEMENTS:
        yield v.say(SETTLEMENTS[facts.settlement])
    if facts.town:
        yield v.say(TOWN)
    if facts.supply:
        yield v.say_n("{n} barrel", "{n} barrels", facts.supply)
    if facts.power:
        yield v.say_n("{n} crown", "{n} crowns", facts.power)
    if facts.claim:
        yield v.say(CLAIM, n=facts.claim)
    if facts.kind == "land" and facts.port:
        yield v.say(PORT)


def _lies(area: str, holder: str | None, board: Board, v: Voice) -> Iterator[str]:
    """What lies in an area; whose it is where that is not who holds it."""
    force = board.forces.get(area)
    if force is not None and force.units:
        yield v.units(force.units)
    if force is not None and force.routed:
        yield v.say(ROUTED, units=v.units(force.routed))
    for name, leader in board.leaders.items():
        if leader.area == area:
            yield v.say(TURNED, leader=v.leader(name)) if leader.active else v.leader(name)
    placed = board.orders.get(area)
    if placed is not None:
        yield v.order(placed.order) if placed.order in v.edition.orders else v.say(FACE_DOWN)
    garrison = board.garrisons.get(area)
    if garrison is not None:
        yield _garrison(garrison, holder, v)
    token = board.tokens.get(area)
    if token is not None:
        yield v.say(TOKEN) if token == holder else v.say(OF_HOUSE, what=v.say(TOKEN), house=v.house(token))
    if 0 < board.neutral.get(area, 0) < CLOSED:
        yield v.say(NEUTRAL, n=board.neutral[area])
    loyal = board.loyalty.get(area, 0)
    if loyal:
        yield v.say_n("{n} loyalty token", "{n} loyalty tokens", loyal)


def _garrison(garrison: Garrison, holder: str | None, v: Voice) -> str:
    told = v.say(GARRISON, n=garrison.strength)
    return told if garrison.house == holder else v.say(OF_HOUSE, what=told, house=v.house(garrison.house))


class Around(NamedTuple):
    """Areas as their neighbours see them: who holds each, and how those in play are told, to whoever holds them and to
    others; `bases` are those where each house has units or may muster."""

    holders: dict[str, str | None]
    own: dict[str, str]
    others: dict[str, str]
    bases: dict[str, list[str]]


def neighbours(board: Board, v: Voice) -> Around:
    """Every area of a board as a neighbour; whoever holds it has been told its code before."""
    holders = {area: controller(board, v.edition, area) for area in v.edition.areas}
    played = [area for area in v.edition.areas if board.neutral.get(area) != CLOSED]
    others = {area: _seen(named(area, v), area, board, v) for area in played}
    told = (area for area in played if area in board.forces or v.edition.areas[area].kind == "land")
    bases: dict[str, list[str]] = {}
    for area, holder in holders.items():
        if holder is not None and (area in board.forces or facts_of(board, v.edition, area).settlement):
            bases.setdefault(holder, []).append(area)
    return Around(holders, {area: _seen(v.area(area), area, board, v) for area in told}, others, bases)


def _seen(name: str, area: str, board: Board, v: Voice) -> str:
    """The name of an area, with signs for a sea and for units."""
    found = marked(name, area, v)
    return found + UNITS if area in board.forces else found


def borders(board: Board, around: Around, v: Voice) -> Iterator[str]:
    """For each area where the reader, or a vassal of theirs, has units or may muster: who holds what lies around,
    nobody's last."""
    mine = [v.seat or "", *(house for house, chief in board.commanders.items() if chief == v.seat)]
    bases = {area: house for house in mine for area in around.bases.get(house, ())}
    for area in sorted(bases, key=v.edition.area_order.__getitem__):
        found = [_grouped(plain_borders(area, v), around, v)]
        found += [f"{how}: {told}" for how, to in ways(area, v) if (told := _grouped(to, around, v))]
        if area in board.forces and (by_ship := _by_ship(bases[area], area, board, v)):
            found.append(f"{v.say(BY_SHIP)}: {_grouped(by_ship, around, v)}")
        yield f"{named(area, v)}: {'; '.join(filter(None, found))}"


def plain_borders(area: str, v: Voice) -> list[str]:
    """What an area borders in any weather, for everybody and for every order."""
    facts = v.edition.areas[area]
    around = [*facts.land, *facts.sea, *facts.port]
    return [to for to in around if to not in facts.fords] if facts.fords else around


def ways(area: str, v: Voice) -> Iterator[tuple[str, list[str]]]:
    """Where marches alone lead from an area, some only for a house or while the weather is fair; and how."""
    facts = v.edition.areas[area]
    if facts.arrows:
        yield v.say(ARROW), list(facts.arrows)
    for house, to in facts.house_arrows:
        yield v.say(ARROW_OF, house=v.house(house)), [to]
    if facts.fords:
        yield v.say(FORD), list(facts.fords)


def _by_ship(house: str, area: str, board: Board, v: Voice) -> list[str]:
    """Where only ships of the house carry its units from a land."""
    facts = v.edition.areas[area]
    if facts.kind != "land" or not any(sea in board.forces for sea in facts.sea):
        return []
    return [to for to, ship in reach(board, v.edition, house, area).items() if ship]


def _grouped(areas: Iterable[str], around: Around, v: Voice) -> str:
    """Areas by who holds them: `Stark Winterfell [WF]; nobody Karhold [KH]`; the reader is `you`."""
    groups: dict[str, list[str]] = {}
    for area in areas:
        name = around.others.get(area)
        if name is not None:
            holder = around.holders[area] or ""
            if holder == v.seat:
                name = around.own.get(area, name)
            groups.setdefault(holder, []).append(name)
    names = sorted(groups, key=lambda house: (house == "", house != v.seat))
    return "; ".join(f"{_who(house, v)} {', '.join(groups[house])}" for house in names)


def _who(house: str, v: Voice) -> str:
    if house == v.seat:
        return v.say(YOU)
    return v.house(house) if house else v.say(NOBODY)
