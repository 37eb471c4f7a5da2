"""What the lines of a typed sheet look like, with the reader's own pieces in them: one for each thing a call asks."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.storm.tactics import to_choose
from adjudicator.thrones.rules.targaryen import DECLINE, plot_offers
from adjudicator.thrones.sheets.effects.table import askings
from adjudicator.thrones.sheets.resolver import KINDS
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state.board import Board
from narration.thrones.example_actions import (
    commanded_lines,
    hostages_lines,
    leader_line,
    loan_line,
    march_line,
    on_behalf,
    orders_line,
    raid_line,
    raven_line,
    support_line,
    troops_line,
)
from narration.thrones.example_pieces import At
from narration.thrones.notation.statements import STATEMENTS
from narration.thrones.sheet_outline import sections_asked
from narration.thrones.voice import Voice

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
    abouts = (one.about for one in STATEMENTS if one.path[:1] == (part,) and one.about is not None)
    return next((one.example for one in abouts), "")
