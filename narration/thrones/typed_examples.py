"""Examples of typed orders with the reader's own pieces, one for each question.

While orders are asked for, a few are planned, so that all examples of an email fit each other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from adjudicator.engine import Decision
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.marches import is_attack, options, raid_goals, targets
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.planning import refuse_order, stars, swaps
from adjudicator.thrones.rules.round import steps_ahead
from adjudicator.thrones.rules.storm.hostages import hostages_of
from adjudicator.thrones.rules.storm.leaders import free_leaders
from adjudicator.thrones.rules.storm.tactics import choosable_cards
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.rules.targaryen import DECLINE, plot_offers
from adjudicator.thrones.sheets.effects.table import question_sources
from adjudicator.thrones.sheets.resolver import KINDS
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state import Board, Edition
from narration.notation.values import verbatim
from narration.thrones.notation.statements import NOTATION
from narration.thrones.sheet_outline import outline_with_names
from narration.thrones.voice import Voice


class At(NamedTuple):
    """The source of an example: a board of an edition, and the house."""

    board: Board
    edition: Edition
    seat: str

    def of(self, house: str) -> At:
        """Return the board and edition as the source for another house's pieces."""
        return At(self.board, self.edition, house)

    def areas(self, kind: str = "") -> list[str]:
        """The areas with units of the house, or those of a kind."""
        area_facts, forces = self.edition.areas, self.board.forces
        own = [area for area in area_facts if area in forces and forces[area].house == self.seat]
        return [area for area in own if not kind or area_facts[area].kind == kind]

    def by_size(self) -> list[str]:
        """Return areas with units of the house: lands by size, then seas and ports."""
        areas, forces = self.edition.areas, self.board.forces
        return sorted(self.areas(), key=lambda area: (areas[area].kind != "land", -sum(forces[area].units.values())))

    def goals(self, area: str) -> list[str]:
        """Return unopposed destinations, unheld ones first, then one with a fight.
        The last is left out if a force of no house holds it."""
        board, edition = self.board, self.edition
        destinations = [to for to in options(board, edition, self.seat, area) if to not in board.neutral]
        calm = [to for to in destinations if not is_attack(board, self.seat, to)]
        calm.sort(key=lambda to: (to in board.forces, controller(board, edition, to) == self.seat))
        return [*calm, *[to for to in destinations if is_attack(board, self.seat, to)][:1]]

    def order(self, *types: str, area: str = "") -> str:
        """Return the first plain order of these types allowed, or allowed in the area.
        Empty if there is none."""
        edition, bans = self.edition, self.board.bans
        plain = [item for item in edition.orders.values() if item.copies and not (item.special or item.vassal)]
        able = [item for item in plain if item.type in types and item.type not in bans]
        if area:
            kind = edition.areas[area].kind
            able = [item for item in able if item.works(kind) and refuse_order(edition, area, item.id, bans) is None]
        best = min(able, key=lambda item: (types.index(item.type), abs(item.modifier)), default=None)
        return best.id if best is not None else ""

    @property
    def others(self) -> list[str]:
        """The other houses."""
        return [house for house in self.board.houses if house != self.seat]

    @property
    def lying(self) -> dict[str, str]:
        """Return the orders of the house that lie open, by area."""
        return {area: placed.order for area, placed in self.board.orders.items() if placed.house == self.seat}

    def orders(self) -> dict[str, str]:
        """The orders that lie; while none of anybody's do, some that might be given."""
        return self.lying if self.board.orders else plan_orders(self)

    def doing(self, kind: str) -> list[str]:
        """Return areas of the house with an open or planned order to do this."""
        tokens = self.edition.orders
        return [area for area, order in self.orders().items() if order in tokens and tokens[order].does(kind)]

    def raided(self, area: str) -> list[str]:
        """Return areas that a raid from an area may hit: by open orders, else enemies."""
        board, edition = self.board, self.edition
        if area in board.orders:
            return list(targets(board, edition, area))
        near = raid_goals(board, edition, self.seat, area)
        return [to for to in near if to in board.forces and board.forces[to].house not in board.family(self.seat)]


def plan_orders(at: At) -> dict[str, str]:
    """Return a few orders by area that would have effect, one of a kind."""
    orders: dict[str, str] = {}
    edition, near = at.edition, at.edition.neighbours
    for kind, areas in (
        ("march", [area for area in at.by_size() if at.goals(area)]),
        ("support", [area for area in at.by_size() if any(can_support(edition, area, to) for to in near[area])]),
        ("iron-bank", at.areas() if offers(at.board, edition, at.seat) else []),
        ("raid", [area for area in at.areas() if at.raided(area)]),
    ):
        area = next((area for area in areas if area not in orders and at.order(kind, area=area)), "")
        if area:
            orders[area] = at.order(kind, area=area)
    return {**orders, **_muster_order(at, orders)}


def _muster_order(at: At, orders: dict[str, str]) -> dict[str, str]:
    """Return a special order to muster, if the house may give one somewhere."""
    board, edition = at.board, at.edition
    token = next((kind for kind in edition.orders.values() if kind.musters and kind.copies and not kind.vassal), None)
    if token is None or stars(board, edition, at.seat) < token.special:
        return {}
    places = (area for area in mustering_places(board, edition, at.seat) if area in at.areas() and area not in orders)
    area = next((area for area in places if refuse_order(edition, area, token.id, board.bans) is None), None)
    return {} if area is None else {area: token.id}


def orders_line(at: At) -> str:
    """Some orders, those that the other examples are about."""
    orders = plan_orders(at)
    if not orders:
        orders = {area: order for area in at.areas()[:2] if (order := at.order("support", "defense", "march"))}
    return "ORDERS " + "; ".join(f"{area} {order}" for area, order in orders.items()) if orders else ""


def raven_line(at: At) -> str:
    """An order exchanged for a plain one."""
    types = ("defense", "support", "march")
    if at.board.orders:
        legal = {swap.order: swap for swap in swaps(at.board, at.edition, at.seat) if swap.order}
        liked = (order for order in (*map(at.order, types), *legal) if order in legal)
        return _first(f"RAVEN {legal[order].area} {order} | none" for order in liked)
    orders = plan_orders(at)
    for area in orders or at.areas()[:1]:
        order = at.order(*(kind for kind in types if at.order(kind) != orders.get(area)), area=area)
        if order:
            return f"RAVEN {area} {order} | none"
    return ""


def raid_line(at: At) -> str:
    """What a raid goes for."""
    goals = ((area, at.raided(area)) for area in at.doing("raid"))
    return _first(f"RAID {area}: {', '.join(raid_targets[:2])} | none" for area, raid_targets in goals if raid_targets)


def march_line(at: At) -> str:
    """Return a march, leaving a token if possible; with a leader if there are any."""
    edition = at.edition
    for area in sorted(at.doing("march"), key=lambda area: not _leaders_in(at, area)):
        goals, force = at.goals(area), at.board.forces.get(area)
        if not goals or force is None or force.house != at.seat:
            continue
        facts = edition.areas[area]
        token = ", token" if facts.kind == "land" and facts.home_of != at.seat and not force.routed else ""
        led = _leaders_in(at, area)
        lead = f", leaders {verbatim(led[0])} to {goals[0]}" if led else ""
        unit = next(iter(force.units))
        parted = len(goals) > 1 and sum(force.units.values()) > 1
        where = f"{goals[0]} 1 {unit} + {goals[1]} rest" if parted else goals[0]
        return f"MARCH {area}: {where}{token}{lead} | stay"
    return ""


def _leaders_in(at: At, area: str) -> list[str]:
    """Return the leaders of the house in an area, who may march with others."""
    leaders = at.board.leaders.items()
    return [name for name, leader in leaders if leader.house == at.seat and leader.area == area]


def support_line(at: At) -> str:
    """Whom an area supports."""
    return _first(f"SUPPORT {area}: me | nobody" for area in at.doing("support"))


def loan_line(at: At) -> str:
    """A loan with its price, and for what."""
    if not at.doing("iron-bank"):
        return ""
    land = _first(at.areas("land"))
    for loan, cost in offers(at.board, at.edition, at.seat).items():
        parts = at.edition.loans[loan].parts
        somewhere = any("mark" in part or isinstance(part.get("units"), dict) for part in parts)
        where = f" in {land}" if land and somewhere else ""
        return f"LOAN {loan} upto {cost}{where}"
    return ""


def leader_line(at: At) -> str:
    """A leader turned in the place of an order of his kind."""
    leaders, orders = at.edition.leaders, at.edition.orders
    for name in free_leaders(at.board, at.seat):
        lies = at.lying.get(at.board.leaders[name].area, "")
        if not at.board.orders or (lies in orders and orders[lies].type == leaders[name].activates):
            return f"CHOOSE activate: {verbatim(name)}"
    return ""


def troops_line(at: At) -> str:
    """Units that a card moves."""
    goals = ((area, at.goals(area)) for area in at.by_size())
    units = {area: next((f" 1 {unit}" for unit in at.board.forces[area].units), "") for area in at.areas()}
    return _first(f"TROOPS {area}: {destinations[0]}{units[area]}" for area, destinations in goals if destinations)


def hostages_lines(at: At) -> str:
    """Return an offer for an own leader, and the terms for one held hostage."""
    board, lines = at.board, []
    for name in [name for name, leader in board.leaders.items() if leader.house == at.seat and leader.cell][:1]:
        power = min(2, board.power.get(at.seat, 0))
        lines.append(f"OFFER {verbatim(name)}, to {board.leaders[name].cell}, power {power} | decline")
    for name in hostages_of(board, at.seat)[:1]:
        lines.append(f"REPLY accept {verbatim(name)}, from {board.leaders[name].house}, power 2 | refuse")
    return "\n".join(lines)


def commanded_lines(at: At) -> str:
    """What vassals do that the reader commands, one line of each sort."""
    lines: dict[str, str] = {}
    for vassal in (house for house in at.board.vassals if at.board.commanders.get(house) == at.seat):
        for line in vassal_lines(at.of(vassal)):
            lines.setdefault(line.partition(" ")[0], f"FOR {vassal}: {line}")
    return "\n".join(lines.values())


def vassal_lines(at: At) -> list[str]:
    """Return example orders for one vassal, by its tokens, or its muster at home."""
    if at.board.orders:
        return [line for line in (march_line(at), raid_line(at), support_line(at)) if line]
    home = at.edition.houses[at.seat].home
    force = at.board.forces.get(home)
    mine = force is None or force.house == at.seat
    comes = "mustering" in steps_ahead(at.board, at.edition)
    return [f"MUSTER {home}: footman"] if mine and comes and at.board.phase == "westeros" else []


# What is bid for the first track.
TRACK_BID = 2


def _list(keyword: str, names: Sequence[str], most: int = 2) -> str:
    """Return a keyword with the first `most` names behind it; empty without names."""
    return f"{keyword} {', '.join(names[:most])}" if names else ""


def _first(texts: Iterable[str]) -> str:
    return next(iter(texts), "")


def _cards(at: At) -> str:
    hand = at.board.hands.get(at.seat, [])
    other = _first(house for house in at.board.tracks["iron-throne"] if house != at.seat)
    return f"CARD attacker v {other}: {', '.join(hand[:2])}; strongest" if hand and other else ""


def _losses(at: At) -> str:
    homes = at.areas("land")
    units = list(dict.fromkeys(unit for area in homes for unit in at.board.forces[area].units))
    return "\n".join(filter(None, (_list("LOSE", units, len(units)), _list("RETREAT", homes))))


def _muster(at: At) -> str:
    """Where the Westeros card lets it; in other turns where an order does."""
    places, areas = mustering_places(at.board, at.edition, at.seat), at.orders()
    if at.board.phase != "westeros":
        orders = at.edition.orders
        places = {area: points for area, points in places.items() if area in areas and orders[areas[area]].musters}
    return _first(f"MUSTER {place}: {'knight | ' if points > 1 else ''}footman" for place, points in places.items())


def _bids(at: At) -> str:
    power = at.board.power.get(at.seat, 0)
    amounts = zip(at.edition.tracks, (str(min(TRACK_BID, power)), "upto 1" if power else "0", "0"), strict=False)
    return "BID " + "; ".join(f"{track} {amount}" for track, amount in amounts)


def _remaining_power(at: At) -> int:
    """Return 1 if the house has Power left after its bids for the tracks, else 0."""
    spent = TRACK_BID if _coming_auctions(at)[0] else 0
    return min(1, max(0, at.board.power.get(at.seat, 0) - spent))


def _coming_auctions(at: At) -> tuple[set[str], set[str]]:
    """Return the tracks and the other things for which bids will be made."""
    coming, tracks = set(turn_sections(at.board, at.edition, at.seat).auctions), set(at.edition.tracks)
    return coming & tracks, coming - tracks


def _ties(at: At) -> str:
    """On tracks one order; who counts as highest, or as lowest, in other auctions."""
    others = ", ".join(at.others)
    tracks, besides = _coming_auctions(at)
    lines = [f"TIES me, {others}"] if tracks else []
    if besides:
        lines += [f"TIES highest: me, {others}", f"TIES lowest: {others}, me"]
    return "\n".join(lines)


def _vassals(at: At) -> str:
    vassal = next(iter(at.board.vassals))
    area = _first(area for area, force in at.board.forces.items() if force.house == vassal)
    order = _first(token.id for token in at.edition.orders.values() if token.vassal)
    return f"VASSAL {vassal}, pass" + (f"\nFOR {vassal}: ORDERS {area} {order}" if area and order else "")


def _choices(at: At) -> str:
    """Return a line that answers a choice of a revealed or held card; or empty."""
    open_askings = (
        asking for asking in question_sources(at.board, at.edition, at.seat) if asking.asks(at.board, at.seat)
    )
    revealed = [*at.board.revealed.values(), *at.board.hands.get(at.seat, ())]
    for asking in open_askings:
        choices = next(iter(asking.offers.values()), ())
        now = (asking.moment == "westeros") == (at.board.phase == "westeros")
        if now and asking.because in revealed and choices:
            return f"CHOOSE {verbatim(asking.because)}: {verbatim(choices[0])}"
    return ""


def _loyalty(at: At) -> str:
    """Return the loyalty card's choices by preference, or a token's move."""
    board, edition = at.board, at.edition
    cards = (edition.westeros[card] for card in board.revealed.values() if card in edition.westeros)
    card = next((candidate for candidate in cards if candidate.effect), None)
    offered = plot_offers(board, edition, at.seat, card) if card is not None else ()
    if card is None or not offered:
        return ""
    if card.effect == "everybody-moves":
        return _loyalty_move_lines(at, card.id)
    if card.effect == "token-and-unit" and at.seat in board.points:
        # An area of nobody's first, then whose unit comes with the token.
        free = (to for to in offered if to in edition.areas and to not in board.neutral)
        land = _first(to for to in free if controller(board, edition, to) is None)
        house = _first(candidate for candidate in offered if candidate in board.houses)
        return f"CHOOSE {verbatim(card.id)}: {land}\nCHOOSE {land}: {house}" if land and house else ""
    liked = [candidate for candidate in offered if candidate != DECLINE and not candidate.isdecimal()][:2]
    last = f", {DECLINE}" if DECLINE in offered else ""
    return f"CHOOSE {verbatim(card.id)}: {', '.join(map(verbatim, liked))}{last}"


def _loyalty_move_lines(at: At, card: str) -> str:
    """Return lines that move a loyalty token to an adjacent area, or empty.
    A house with points for loyalty also cancels another house's move."""
    lands = {area: at.edition.areas[area].land for area in at.board.loyalty}
    area = _first(area for area, near in lands.items() if near)
    if not area:
        return ""
    lines = [f"CHOOSE {verbatim(card)}: {area}", f"CHOOSE {area}: {lands[area][0]}"]
    other = _first(at.others)
    if at.seat in at.board.points and other:
        lines.append(f"CHOOSE {other}: cancel")
    return "\n".join(lines)


def _wildling_cards(at: At) -> str:
    """Return choices for two wildling cards that leave some; and the deck position,
    which only the raven's holder is asked for."""
    items = [asking for asking in question_sources(at.board, at.edition, at.seat) if asking.moment == "wildlings"]
    picks = ((item.because, next((few for name, few in item.offers.items() if name != "raven"), ())) for item in items)
    return "\n".join([f"CHOOSE {verbatim(card)}: {verbatim(choices[0])}" for card, choices in picks if choices][:2])


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
    "gifts": lambda at: f"CHOOSE {at.edition.tracks[0]}: {', '.join(at.others[:2])}",
    "watch": lambda at: f"BID wildlings {_remaining_power(at)}\nLOSE wildlings: cheapest",
    "ties": _ties,
    "tactics": lambda at: _list("TACTICS", choosable_cards(at.board, at.seat)),
    "leaders": leader_line,
    "vassals": _vassals,
    "commanded": commanded_lines,
    "loans": loan_line,
    "claim": lambda at: f"BID claim {_remaining_power(at)}",
    "loyalty": _loyalty,
    "wildling-cards": _wildling_cards,
    "troops": troops_line,
    "hostages": hostages_lines,
    "choices": _choices,
}


def _targets(ask: Any, nothing: str) -> list[str]:
    """The first goal from each area that has any; that nothing is done where none has."""
    idle = "" if any(ask.options.values()) else nothing
    return [f"{goals[0]} | {nothing}" if goals else idle for goals in ask.options.values()]


# What is said behind each beginning of a line that answers a question, by the part of the sheet that answers it and
# the fields of the question that the text is made of.
ASKED: dict[tuple[str, ...], Callable[[Any, At], list[str]]] = {
    ("orders",): lambda ask, at: [orders_line(at).partition(" ")[2]],
    ("raven",): lambda ask, at: [raven_line(at).partition(" ")[2]],
    ("support", "areas", "sides"): lambda ask, at: [f"{ask.areas[0]}: {ask.sides[0]}"],
    ("blade",): lambda ask, at: ["decisive"],
    ("losses", "choices"): lambda ask, at: [f"{ask.choices[0].unit} in {ask.choices[0].area}"],
    ("bids", "auction", "up_to"): lambda ask, at: [str(min(1, ask.up_to))],
    ("ties", "houses"): lambda ask, at: [", ".join(ask.houses)],
    ("muster", "places"): lambda ask, at: ["footman"],
    ("raids", "options"): lambda ask, at: _targets(ask, "none"),
    ("marches", "options"): lambda ask, at: _targets(ask, "stay"),
    ("troops", "options"): lambda ask, at: [_first(goals) for goals in ask.options.values()],
    ("choices", "because", "choices"): lambda ask, at: [verbatim(ask.choices[0])],
    ("choices", "amount", "houses"): lambda ask, at: [", ".join(ask.houses[:2])],
    ("choices", "mover"): lambda ask, at: ["cancel"],
    ("texts", "optional", "choices"): lambda ask, at: [f"any in {ask.choices[0]}"],
    ("texts", "area"): lambda ask, at: [f"yes in {ask.area}"],
    ("loans", "choices"): lambda ask, at: [verbatim(ask.choices[0])],
    ("loans", "areas"): lambda ask, at: [ask.areas[0]],
    ("vassals", "sets"): lambda ask, at: [f"{ask.choices[0]}, pass"],
    ("vassals", "orders"): lambda ask, at: [f"{ask.areas[0]} {ask.orders[0]}"],
    ("hostages", "holder"): lambda ask, at: [f"{verbatim(ask.leaders[0])}, power {min(1, ask.up_to)} | decline"],
    ("hostages", "offerer"): lambda ask, at: ["accept"],
    **dict.fromkeys(
        (("cards", "choices"), ("retreat", "choices"), ("texts", "choices")),
        lambda ask, at: [", ".join(ask.choices[:2])],
    ),
}


def typed_examples(
    window: str, questions: Collection[Decision], board: Board, seat: str, pace: str, v: Voice
) -> tuple[str, ...]:
    """Return example lines in English with ids, one for each section or question."""
    at = At(board, v.edition, seat)
    sections = [name for name, _ in outline_with_names(window, bool(questions), board, seat, pace, v)]
    texts = [EXAMPLES[section](at) for section in sections if section in EXAMPLES]
    if not sections:
        texts = [_question_line(ask, at) for ask in questions]
    return tuple(dict.fromkeys(line for text in texts for line in text.split("\n") if line))


def _question_line(ask: Decision, at: At) -> str:
    """Return a line that answers a question, for a vassal if it is about one.
    Empty if no example fits."""
    part, beginnings = KINDS[type(ask)].part, NOTATION.prompts([ask])
    for (answering, *fields), answer in ASKED.items():
        if answering == part and {*fields} <= {*type(ask).__struct_fields__}:
            texts = zip(beginnings, answer(ask, at.of(ask.house)), strict=False)
            return _first(f"{beginning} {text}" for beginning, text in texts if text)
    return ""
