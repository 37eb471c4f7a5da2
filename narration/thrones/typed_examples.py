"""What the lines of a typed sheet look like, with the reader's own pieces in them: one for each thing a call asks.

While orders are asked for none lie yet: then a few are planned, so that all examples of a letter fit each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.marches import is_attack, options
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.planning import refuse_order, stars, swaps
from adjudicator.thrones.rules.raids import raid_goals, targets
from adjudicator.thrones.rules.storm.hostages import hostages_of
from adjudicator.thrones.rules.storm.leaders import free_leaders
from adjudicator.thrones.rules.storm.tactics import to_choose
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.rules.targaryen import DECLINE, plot_offers
from adjudicator.thrones.rules.westeros import steps_ahead
from adjudicator.thrones.sheets.effects.table import askings
from adjudicator.thrones.sheets.resolver import KINDS
from adjudicator.thrones.sheets.sheet import VassalSheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import OrderToken
from narration.thrones.notation.statements import STATEMENTS
from narration.thrones.sheet_outline import sections_asked
from narration.thrones.voice import Voice


class At(NamedTuple):
    """Where an example is taken from: a board, the house whose pieces speak, the reader's voice."""

    board: Board
    seat: str
    v: Voice

    def of(self, house: str) -> At:
        """The same board and reader, for the pieces of another house."""
        return At(self.board, house, self.v)

    def areas(self, kind: str = "") -> list[str]:
        """The areas with units of the house, or those of a kind."""
        known, forces = self.v.edition.areas, self.board.forces
        own = [area for area in known if area in forces and forces[area].house == self.seat]
        return [area for area in own if not kind or known[area].kind == kind]

    def by_size(self) -> list[str]:
        """The same, lands with most units first, seas and ports last."""
        return sorted(
            self.areas(),
            key=lambda area: (
                self.v.edition.areas[area].kind != "land",
                -sum(self.board.forces[area].units.values()),
            ),
        )

    def goals(self, area: str) -> list[str]:
        """Where units may go from an area without a fight first, what is nobody's before what is the house's own; then
        one place where they would fight, if a force of no house does not hold it."""
        board, edition = self.board, self.v.edition
        found = [to for to in options(board, edition, self.seat, area) if to not in board.neutral]
        calm = [to for to in found if not is_attack(board, self.seat, to)]
        calm.sort(key=lambda to: (to in board.forces, controller(board, edition, to) == self.seat))
        return [*calm, *[to for to in found if is_attack(board, self.seat, to)][:1]]

    def order(self, *types: str, area: str = "") -> str:
        """The plain order token of the first of these kinds that may be given, in an area if one is named; else
        nothing."""
        edition = self.v.edition
        plain = [one for one in edition.orders.values() if one.copies and not (one.special or one.vassal)]
        for kind in types:
            found = [one for one in plain if one.type == kind and kind not in self.board.bans]
            if area:
                found = [one for one in found if self._may_lie(one, area)]
            if found:
                return min(found, key=lambda one: abs(one.modifier)).id
        return ""

    def _may_lie(self, token: OrderToken, area: str) -> bool:
        edition = self.v.edition
        works = token.works(edition.areas[area].kind)
        return works and refuse_order(edition, area, token.id, self.board.bans) is None

    @property
    def lying(self) -> dict[str, str]:
        """The orders of the house that lie open, by area."""
        return {area: placed.order for area, placed in self.board.orders.items() if placed.house == self.seat}

    def orders(self) -> dict[str, str]:
        """The orders that lie; while none of anybody's do, some that might be given."""
        return self.lying if self.board.orders else planned(self)

    def doing(self, kind: str) -> list[str]:
        """The areas with an order that does this, of those above."""
        tokens = self.v.edition.orders
        return [area for area, order in self.orders().items() if order in tokens and tokens[order].does(kind)]

    def raided(self, area: str) -> list[str]:
        """What a raid from an area may be against: orders that lie there now, else where others stand."""
        board, edition = self.board, self.v.edition
        if area in board.orders:
            return list(targets(board, edition, area))
        near = raid_goals(board, edition, self.seat, area)
        return [to for to in near if to in board.forces and board.forces[to].house not in board.family(self.seat)]


def planned(at: At) -> dict[str, str]:
    """A few orders that the house might give, one of a kind, each where it does something."""
    found: dict[str, str] = {}
    for kind, areas in (
        ("march", [area for area in at.by_size() if at.goals(area)]),
        ("support", [area for area in at.by_size() if _supports(at, area)]),
        ("iron-bank", at.areas() if offers(at.board, at.v.edition, at.seat) else []),
        ("raid", [area for area in at.areas() if at.raided(area)]),
    ):
        area = next((area for area in areas if area not in found and at.order(kind, area=area)), "")
        if area:
            found[area] = at.order(kind, area=area)
    return {**found, **_mustering(at, found)}


def _supports(at: At, area: str) -> bool:
    edition = at.v.edition
    return any(can_support(edition, area, near) for near in edition.neighbours[area])


def _mustering(at: At, found: dict[str, str]) -> dict[str, str]:
    """A special order that musters, where the house may give one and has a place for it."""
    board, edition = at.board, at.v.edition
    token = next((one for one in edition.orders.values() if one.musters and one.copies and not one.vassal), None)
    if token is None or stars(board, edition, at.seat) < token.special:
        return {}
    places = (area for area in mustering_places(board, edition, at.seat) if area in at.areas() and area not in found)
    area = next((area for area in places if refuse_order(edition, area, token.id, board.bans) is None), "")
    return {area: token.id} if area else {}


def orders_line(at: At) -> str:
    """Some orders, those that the other examples are about."""
    found = planned(at)
    if not found:
        found = {area: order for area in at.areas()[:2] if (order := at.order("support", "defense", "march"))}
    return "ORDERS " + "; ".join(f"{area} {order}" for area, order in found.items()) if found else ""


def raven_line(at: At) -> str:
    """An order exchanged for a plain one."""
    types = ("defense", "support", "march")
    if at.board.orders:
        legal = {one.order: one for one in swaps(at.board, at.v.edition, at.seat) if one.order}
        swap = next((legal[order] for kind in types if (order := at.order(kind)) in legal), None)
        swap = swap or next(iter(legal.values()), None)
        return f"RAVEN {swap.area} {swap.order} | none" if swap is not None else ""
    given = planned(at)
    for area in given or at.areas()[:1]:
        order = at.order(*(kind for kind in types if at.order(kind) != given.get(area)), area=area)
        if order:
            return f"RAVEN {area} {order} | none"
    return ""


def raid_line(at: At) -> str:
    """What a raid goes for."""
    for area in at.doing("raid"):
        if found := at.raided(area):
            return f"RAID {area}: {', '.join(found[:2])} | none"
    return ""


def march_line(at: At) -> str:
    """A march with a token left where one may be; in games with leaders where one of those goes."""
    edition = at.v.edition
    areas = sorted(at.doing("march"), key=lambda area: not _leaders_in(at, area))
    for area in areas:
        goals, force = at.goals(area), at.board.forces.get(area)
        if not goals or force is None or force.house != at.seat:
            continue
        facts = edition.areas[area]
        token = ", token" if facts.kind == "land" and facts.home_of != at.seat and not force.routed else ""
        led = _leaders_in(at, area)
        lead = f", leaders {_exactly(led[0])} to {goals[0]}" if led else ""
        unit, count = next(iter(force.units.items()))
        if len(goals) > 1 and sum(force.units.values()) > 1 and count >= 1:
            return f"MARCH {area}: {goals[0]} 1 {unit} + {goals[1]} rest{token}{lead} | stay"
        return f"MARCH {area}: {goals[0]}{token}{lead} | stay"
    return ""


def _leaders_in(at: At, area: str) -> list[str]:
    """The leaders of the house in an area who may march with others."""
    leaders = at.board.leaders.items()
    return [name for name, one in leaders if one.house == at.seat and one.area == area]


def support_line(at: At) -> str:
    """Whom an area supports."""
    area = next(iter(at.doing("support")), "")
    return f"SUPPORT {area}: me | nobody" if area else ""


def loan_line(at: At) -> str:
    """A loan with its price, and for what."""
    if not at.doing("iron-bank"):
        return ""
    land = next(iter(at.areas("land")), "")
    for loan, cost in offers(at.board, at.v.edition, at.seat).items():
        parts = at.v.edition.loans[loan].parts
        somewhere = any("mark" in part or isinstance(part.get("units"), dict) for part in parts)
        where = f" in {land}" if land and somewhere else ""
        return f"LOAN {loan} upto {cost}{where}"
    return ""


def leader_line(at: At) -> str:
    """A leader turned in the place of an order of his kind."""
    leaders, orders = at.v.edition.leaders, at.v.edition.orders
    for name in free_leaders(at.board, at.seat):
        lies = at.lying.get(at.board.leaders[name].area, "")
        if not at.board.orders or (lies in orders and orders[lies].type == leaders[name].activates):
            return f"CHOOSE activate: {_exactly(name)}"
    return ""


def troops_line(at: At) -> str:
    """Units that a card moves."""
    for area in at.by_size():
        if goals := at.goals(area):
            unit = next(iter(at.board.forces[area].units), "")
            return f"TROOPS {area}: {goals[0]} 1 {unit}" if unit else f"TROOPS {area}: {goals[0]}"
    return ""


def hostages_lines(at: At) -> str:
    """What is offered for a leader of the house, and what is accepted for one that it holds."""
    board, found = at.board, []
    mine = next(((name, one.cell) for name, one in board.leaders.items() if one.house == at.seat and one.cell), None)
    if mine is not None:
        power = min(2, board.power.get(at.seat, 0))
        found.append(f"OFFER {_exactly(mine[0])}, to {mine[1]}, power {power} | decline")
    for name in hostages_of(board, at.seat)[:1]:
        found.append(f"REPLY accept {_exactly(name)}, from {board.leaders[name].house}, power 2 | refuse")
    return "\n".join(found)


def commanded_lines(at: At) -> str:
    """What vassals do that the reader commands, one line of each sort."""
    found: dict[str, str] = {}
    for vassal in (one for one in at.board.vassals if at.board.commanders.get(one) == at.seat):
        for line in of_vassal(at.of(vassal)):
            found.setdefault(line.partition(" ")[0], f"FOR {vassal}: {line}")
    return "\n".join(found.values())


def of_vassal(at: At) -> list[str]:
    """What one vassal may be told to do, by the orders that lie; or what it musters at home."""
    if at.board.orders:
        return [line for line in (march_line(at), raid_line(at), support_line(at)) if line]
    home = at.v.edition.houses[at.seat].home
    force = at.board.forces.get(home)
    mine = force is None or force.house == at.seat
    comes = "mustering" in steps_ahead(at.board, at.v.edition)
    return [f"MUSTER {home}: footman"] if mine and comes and at.board.phase == "westeros" else []


def on_behalf(line: str, part: str, house: str, seat: str) -> str:
    """A line for a vassal of the reader, where sheets for vassals have such a part."""
    known = part in VassalSheet.__struct_fields__ and house != seat
    return "\n".join(f"FOR {house}: {one}" for one in line.split("\n")) if known and line else line


# What is bid for the first track.
TRACK_BID = 2


def _first(lines: Iterable[str]) -> str:
    return next(iter(lines), "")


def _cards(at: At) -> str:
    hand = at.board.hands.get(at.seat, [])
    other = next((house for house in at.board.tracks["iron-throne"] if house != at.seat), "")
    return f"CARD attacker v {other}: {', '.join(hand[:2])}; strongest" if hand and other else ""


def _losses(at: At) -> str:
    units = list(dict.fromkeys(unit for area in at.areas("land") for unit in at.board.forces[area].units))
    homes = at.areas("land")[:2]
    told = [f"LOSE {', '.join(units)}"] if units else []
    return "\n".join([*told, *([f"RETREAT {', '.join(homes)}"] if homes else [])])


def _muster(at: At) -> str:
    """Where the Westeros card lets it; in other calls where an order does."""
    places, areas = mustering_places(at.board, at.v.edition, at.seat), at.orders()
    if at.board.phase != "westeros":
        orders = at.v.edition.orders
        places = {area: points for area, points in places.items() if area in areas and orders[areas[area]].musters}
    return _first(f"MUSTER {place}: {'knight | ' if points > 1 else ''}footman" for place, points in places.items())


def _bids(at: At) -> str:
    power = at.board.power.get(at.seat, 0)
    amounts = zip(at.v.edition.tracks, (str(min(TRACK_BID, power)), "upto 1" if power else "0", "0"), strict=False)
    return "BID " + "; ".join(f"{track} {amount}" for track, amount in amounts)


def _auctions(at: At) -> frozenset[str]:
    return frozenset(turn_sections(at.board, at.v.edition, at.seat).auctions)


def _left(at: At) -> int:
    """One Power, if that is left when the tracks are bid for."""
    coming, tracks = _auctions(at), at.v.edition.tracks
    spent = TRACK_BID if coming.intersection(tracks) else 0
    return min(1, max(0, at.board.power.get(at.seat, 0) - spent))


def _gifts(at: At) -> str:
    others = [house for house in at.board.houses if house != at.seat]
    return f"CHOOSE {at.v.edition.tracks[0]}: {', '.join(others[:2])}"


def _ties(at: At) -> str:
    """On tracks one order; who counts as highest, or as lowest, in other auctions."""
    others = ", ".join(house for house in at.board.houses if house != at.seat)
    coming, tracks = _auctions(at), at.v.edition.tracks
    lines = [f"TIES me, {others}"] if coming.intersection(tracks) else []
    if coming.difference(tracks):
        lines += [f"TIES highest: me, {others}", f"TIES lowest: {others}, me"]
    return "\n".join(lines)


def _tactics(at: At) -> str:
    able = to_choose(at.board, at.seat)[:2]
    return "TACTICS " + ", ".join(able) if able else ""


def _vassals(at: At) -> str:
    vassal = next(iter(at.board.vassals))
    area = next((area for area, force in at.board.forces.items() if force.house == vassal), "")
    order = next((one.id for one in at.v.edition.orders.values() if one.vassal), "")
    return f"VASSAL {vassal}, pass" + (f"\nFOR {vassal}: ORDERS {area} {order}" if area and order else "")


def _exactly(text: str) -> str:
    """A name in quotes, so that it is no other."""
    return json.dumps(f"={text}")


def _choices(at: At) -> str:
    asked = (one for one in askings(at.board, at.v.edition, at.seat) if one.asks(at.board, at.seat))
    revealed = [*at.board.revealed.values(), *at.board.hands.get(at.seat, ())]
    for one in asked:
        choices = next(iter(one.offers.values()), ())
        now = (one.moment == "westeros") == (at.board.phase == "westeros")
        if now and one.because in revealed and choices:
            return f"CHOOSE {_exactly(one.because)}: {_exactly(choices[0])}"
    return ""


def _loyalty(at: At) -> str:
    """What the card of loyalty leaves to the house: in order of preference, or a token that is moved."""
    board, edition = at.board, at.v.edition
    cards = (edition.westeros[card] for card in board.revealed.values() if card in edition.westeros)
    card = next((one for one in cards if one.effect), None)
    offered = plot_offers(board, edition, at.seat, card) if card is not None else ()
    if card is None or not offered:
        return ""
    if card.effect == "everybody-moves":
        return _moved(at, card.id)
    if card.effect == "token-and-unit" and at.seat in board.points:
        # An area of nobody's first, then whose unit comes with the token.
        free = (to for to in offered if to in edition.areas and to not in board.neutral)
        land = next((to for to in free if controller(board, edition, to) is None), "")
        house = next((one for one in offered if one in board.houses), "")
        return f"CHOOSE {_exactly(card.id)}: {land}\nCHOOSE {land}: {house}" if land and house else ""
    liked = [one for one in offered if one != DECLINE and not one.isdecimal()][:2]
    last = f", {DECLINE}" if DECLINE in offered else ""
    return f"CHOOSE {_exactly(card.id)}: {', '.join(map(_exactly, liked))}{last}"


def _moved(at: At, card: str) -> str:
    """A token that goes to an area beside it; for whose deck it is also moves that are put back."""
    lands = {area: at.v.edition.areas[area].land for area in at.board.loyalty}
    area = next((area for area, near in lands.items() if near), "")
    if not area:
        return ""
    lines = [f"CHOOSE {_exactly(card)}: {area}", f"CHOOSE {area}: {lands[area][0]}"]
    other = next((house for house in at.board.houses if house != at.seat), "")
    if at.seat in at.board.points and other:
        lines.append(f"CHOOSE {other}: cancel")
    return "\n".join(lines)


def _wildling_cards(at: At) -> str:
    """Choices that the card may leave, of two cards that leave some."""
    asked = [one for one in askings(at.board, at.v.edition, at.seat) if one.moment == "wildlings"]
    offered = ((one.because, next(iter(_offered_by_card(one.offers)), ())) for one in asked)
    return "\n".join([f"CHOOSE {_exactly(card)}: {_exactly(found[0])}" for card, found in offered if found][:2])


def _offered_by_card(offers: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """What a card offers besides its place in the deck, which only the raven's holder is asked for."""
    return (choices for occasion, choices in offers.items() if occasion != "raven")


# By the sections of the outline.
EXAMPLES: dict[str, Callable[[At], str]] = {
    "orders": orders_line,
    "raven": raven_line,
    "raids": raid_line,
    "marches": march_line,
    "support": support_line,
    "cards": _cards,
    "blade": lambda at: "BLADE decisive",
    "losses": _losses,
    "disband": lambda at: "LOSE supply: cheapest",
    "muster": _muster,
    "bids": _bids,
    "gifts": _gifts,
    "watch": lambda at: f"BID wildlings {_left(at)}\nLOSE wildlings: cheapest",
    "ties": _ties,
    "tactics": _tactics,
    "leaders": leader_line,
    "vassals": _vassals,
    "commanded": commanded_lines,
    "loans": loan_line,
    "claim": lambda at: f"BID claim {_left(at)}",
    "loyalty": _loyalty,
    "wildling-cards": _wildling_cards,
    "troops": troops_line,
    "hostages": hostages_lines,
    "choices": _choices,
}


class _Answer(NamedTuple):
    """How a question is answered: which of its fields the line is made of, and the line."""

    fields: tuple[str, ...]
    line: Callable[[Any, At], str]


# What a stop asks, by the part of the sheet that answers it.
ASKED: dict[str, _Answer] = {
    "orders": _Answer((), lambda ask, at: orders_line(at)),
    "raven": _Answer((), lambda ask, at: raven_line(at)),
    "support": _Answer(("areas", "sides"), lambda ask, at: f"SUPPORT {ask.areas[0]}: {ask.sides[0]}"),
    "cards": _Answer(("choices",), lambda ask, at: f"CARD {', '.join(ask.choices[:2])}"),
    "retreat": _Answer(("choices",), lambda ask, at: f"RETREAT {', '.join(ask.choices[:2])}"),
    "bids": _Answer(("auction", "up_to"), lambda ask, at: f"BID {ask.auction} {min(1, ask.up_to)}"),
    "ties": _Answer(("houses",), lambda ask, at: f"TIES {', '.join(ask.houses)}"),
    "muster": _Answer(("places",), lambda ask, at: f"MUSTER {next(iter(ask.places))}: footman"),
    "raids": _Answer(
        ("options",), lambda ask, at: _first(f"RAID {a}: {to[0]} | none" for a, to in ask.options.items() if to)
    ),
    "marches": _Answer(
        ("options",), lambda ask, at: _first(f"MARCH {a}: {to[0]} | stay" for a, to in ask.options.items() if to)
    ),
    "choices": _Answer(
        ("because", "choices"), lambda ask, at: f"CHOOSE {_exactly(ask.because)}: {_exactly(ask.choices[0])}"
    ),
}


def typed_examples(
    window: str, questions: Collection[Decision], board: Board, seat: str, pace: str, v: Voice
) -> tuple[str, ...]:
    """Lines in English, with ids: what the reader's sheet for a call may say, one for each section or question."""
    at = At(board, seat, v)
    found = dict.fromkeys(_lines(window, questions, pace, at))
    return tuple(line for line in found if line)


def _lines(window: str, questions: Collection[Decision], pace: str, at: At) -> Iterator[str]:
    sections = sections_asked(window, bool(questions), at.board, at.seat, pace, at.v)
    for section in sections:
        if section in EXAMPLES:
            yield from EXAMPLES[section](at).split("\n")
    for ask in () if sections else questions:
        yield from _of_question(ask, at).split("\n")


def _of_question(ask: Decision, at: At) -> str:
    """A line that answers a question; the published example of its part of the sheet where nothing nearer is known."""
    part = KINDS[type(ask)].part
    known = ASKED.get(part)
    if known is not None and set(known.fields) <= set(type(ask).__struct_fields__):
        return on_behalf(known.line(ask, at.of(ask.house)), part, ask.house, at.seat)
    return next((one.example for one in STATEMENTS if one.path.partition(".")[0] == part), "")
