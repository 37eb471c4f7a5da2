"""How slots of sentences, questions and overrides are said, and the phrases that several of them share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.thrones.state.board import Bank, Board
from adjudicator.thrones.state.decisions import Piece
from narration.phrase_table import Form
from narration.thrones.choice_words import card_text, card_title
from narration.thrones.voice import Voice
from narration.words import N_

# By the name of a field, or by a name of its own, which a slot gives after a colon.
FORMS: Mapping[str, Form] = {
    **dict.fromkeys(("house", "victim", "commander", "by", "opponent", "mover", "holder", "offerer"), Voice.house),
    **dict.fromkeys(("area", "origin", "to", "at", "target", "destination"), Voice.area),
    **dict.fromkeys(("card", "loan"), Voice.card),
    "houses": Voice.houses,
    "house-list": lambda v, houses: ", ".join(map(v.house, houses)),
    "areas": Voice.areas,
    "cards": Voice.cards,
    "card-list": lambda v, cards: ", ".join(map(v.card, cards)),
    "title": lambda v, card: card_title(card, v),
    "text": lambda v, card: card_text(card, v),
    "order": Voice.order,
    "orders": lambda v, orders: ", ".join(map(v.order, orders)),
    "unit": Voice.a_unit,
    "kind": Voice.kind,
    "units": Voice.units,
    "leader": Voice.leader,
    "leaders": Voice.leaders,
    "hostages": Voice.leaders,
    "alliance": Voice.alliance,
    "track": Voice.track,
    "badge": Voice.badge,
    "phase": Voice.phase,
    "reason": Voice.reason,
    "power": Voice.power,
    "sign": Voice.sign,
    "limits": lambda v, limits: "/".join(map(str, limits)),
    "marks": lambda v, marks: marks_phrase(marks, v),
    "count": lambda v, things: len(things),
}
# Slots of any row in which no field has their name.
SLOTS = {
    "reason": "because:reason",
    "card": "because:card",
    "text": "card:text",
    "power": "amount:power",
    "figure": "strength:sign",
    "track": "auction:track",
}
MARKS = {"barrel": N_("a barrel"), "crown": N_("a crown"), "stronghold": N_("a stronghold"), "ruin": N_("a ruin")}
HOLDS_TOKEN = N_("{house} holds the token of Braavos")
FAIR, STORM = N_("fair, the fords are open"), N_("a storm, the fords are closed")


def area_with_units(area: str, board: Board, v: Voice) -> str:
    """`Winterfell (1 footman and 1 knight)`."""
    force = board.forces.get(area)
    if force is None:
        return v.area(area)
    led = v.leaders(name for name, leader in board.leaders.items() if leader.area == area)
    standing = v.units(force.units)
    routed = v.say("{units} routed", units=v.units(force.routed)) if force.routed else ""
    return f"{v.area(area)} ({', '.join(part for part in (standing, routed, led) if part)})"


def pieces_named(pieces: Iterable[Piece], v: Voice) -> tuple[str, ...]:
    """Units to choose from, one a line."""
    return tuple(v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area)) for piece in pieces)


def options_named(options: Mapping[str, tuple[str, ...]], none: str, v: Voice) -> tuple[str, ...]:
    """Where units may go from each area, one area a line."""
    return tuple(f"{v.area(area)} \u2192 {', '.join(map(v.area, goals)) or none}" for area, goals in options.items())


def price_phrase(power: int, hostages: Iterable[str], v: Voice) -> str:
    """What is offered for leaders: `4 power and Balon Greyjoy`, or nothing."""
    parts = [v.power(power)] if power else []
    return v.both([*parts, *map(v.leader, hostages)]) or v.say("nothing")


def marks_phrase(marks: Iterable[str], v: Voice) -> str:
    """Tokens on an area: `a barrel and a crown`."""
    return v.both(v.say(MARKS.get(mark, mark)) for mark in marks)


def bank_phrase(bank: Bank | None, v: Voice) -> str:
    """The loans to be had, who took which, and whose the token is, on one line."""
    if bank is None:
        return v.say("none")
    parts = [", ".join(v.card(loan) if loan else "\u2013" for loan in bank.slots)]
    parts += [f"{v.house(house)}: {v.cards(loans)}" for house, loans in bank.loans.items()]
    parts += [v.say(HOLDS_TOKEN, house=v.house(bank.token))] if bank.token else []
    return "; ".join(parts)


def weather_phrase(place: int, v: Voice) -> str:
    """What the weather is on a place of its track."""
    track = v.edition.weather
    fair = place < len(track) and track[place] == "fair"
    return v.say(FAIR) if fair else v.say(STORM)
