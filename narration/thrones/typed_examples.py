"""What the lines of a typed sheet look like, with the reader's own pieces in them: one for each thing a call asks."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.rules.iron_bank.track import offers
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.sheets.kinds import KINDS
from adjudicator.thrones.sheets.offered_choices import askings
from adjudicator.thrones.state.board import Board
from narration.thrones.notation.statements import STATEMENTS
from narration.thrones.sheet_outline import sections_asked
from narration.thrones.voice import Voice


class _At(NamedTuple):
    """Where an example is taken from."""

    board: Board
    seat: str
    v: Voice

    def areas(self, kind: str = "") -> list[str]:
        """The areas with units of the reader, or those of a kind."""
        known, forces = self.v.edition.areas, self.board.forces
        own = [area for area in known if area in forces and forces[area].house == self.seat]
        return [area for area in own if not kind or known[area].kind == kind]

    def goals(self, area: str) -> list[str]:
        """Where units may go from an area, others' and nobody's first."""
        found = reach(self.board, self.v.edition, self.seat, area)
        return sorted(found, key=lambda to: (controller(self.board, self.v.edition, to) == self.seat, found[to]))

    def order(self, *types: str) -> str:
        """The plain order token of the first of these kinds that may be given."""
        plain = [one for one in self.v.edition.orders.values() if one.copies and not (one.special or one.vassal)]
        for kind in types:
            found = [one for one in plain if one.type == kind and kind not in self.board.bans]
            if found:
                return min(found, key=lambda one: abs(one.modifier)).id
        return "none"


def _first(lines: Iterable[str]) -> str:
    return next(iter(lines), "")


def _orders(at: _At) -> str:
    areas = at.areas()
    given = (at.order("march"), at.order("support", "defense"))
    return "ORDERS " + "; ".join(f"{area} {order}" for area, order in zip(areas, given, strict=False)) if areas else ""


def _raven(at: _At) -> str:
    area = next(iter(at.areas()), "")
    return f"RAVEN {area} {at.order('defense', 'support', 'march')} | none" if area else ""


def _raids(at: _At) -> str:
    for area in (*at.areas("sea"), *at.areas("land")):
        goals = [to for to in at.goals(area) if at.v.edition.areas[to].kind != "port"]
        if goals:
            return f"RAID {area}: {', '.join(goals[:2])} | none"
    return ""


def _marches(at: _At) -> str:
    by_size = sorted(at.areas("land") or at.areas(), key=lambda area: -sum(at.board.forces[area].units.values()))
    for area in by_size:
        goals, units = at.goals(area), at.board.forces[area].units
        if len(goals) > 1 and sum(units.values()) > 1:
            return f"MARCH {area}: {goals[0]} 1 {next(iter(units))} + {goals[1]} rest, token | stay"
        if goals:
            return f"MARCH {area}: {goals[0]}, token | stay"
    return ""


def _support(at: _At) -> str:
    return f"SUPPORT {area}: me | nobody" if (area := next(iter(at.areas()), "")) else ""


def _cards(at: _At) -> str:
    hand = at.board.hands.get(at.seat, [])
    other = next((house for house in at.board.tracks["iron-throne"] if house != at.seat), "")
    return f"CARD attacker v {other}: {', '.join(hand[:2])}; strongest" if hand and other else ""


def _losses(at: _At) -> str:
    units = list(dict.fromkeys(unit for area in at.areas("land") for unit in at.board.forces[area].units))
    homes = at.areas("land")[:2]
    told = [f"LOSE {', '.join(units)}"] if units else []
    return "\n".join([*told, *([f"RETREAT {', '.join(homes)}"] if homes else [])])


def _muster(at: _At) -> str:
    places = mustering_places(at.board, at.v.edition, at.seat)
    return _first(f"MUSTER {place}: {'knight | ' if points > 1 else ''}footman" for place, points in places.items())


def _bids(at: _At) -> str:
    power = at.board.power.get(at.seat, 0)
    amounts = zip(at.v.edition.tracks, (str(min(2, power)), "upto 1" if power else "0", "0"), strict=False)
    return "BID " + "; ".join(f"{track} {amount}" for track, amount in amounts)


def _gifts(at: _At) -> str:
    others = [house for house in at.board.houses if house != at.seat]
    return f"CHOOSE {at.v.edition.tracks[0]}: {', '.join(others[:2])}"


def _ties(at: _At) -> str:
    return "TIES " + ", ".join(("me", *(house for house in at.board.houses if house != at.seat)))


def _tactics(at: _At) -> str:
    return "TACTICS " + ", ".join([*at.v.edition.tactics][:2])


def _leaders(at: _At) -> str:
    mine = (name for name, one in at.board.leaders.items() if one.house == at.seat and one.area)
    return f"CHOOSE activate: {name}" if (name := next(mine, "")) else ""


def _vassals(at: _At) -> str:
    vassal = next(iter(at.board.vassals))
    area = next((area for area, force in at.board.forces.items() if force.house == vassal), "")
    order = next((one.id for one in at.v.edition.orders.values() if one.vassal), "")
    return f"VASSAL {vassal}, pass" + (f"\nFOR {vassal}: ORDERS {area} {order}" if area and order else "")


def _loans(at: _At) -> str:
    found = offers(at.board, at.v.edition, at.seat)
    return _first(f"LOAN {loan} upto {cost}" for loan, cost in found.items())


def _exactly(text: str) -> str:
    """A name in quotes, so that it is no other."""
    return json.dumps(f"={text}")


def _choices(at: _At) -> str:
    asked = (one for one in askings(at.board, at.v.edition, at.seat) if one.asks(at.board, at.seat))
    revealed = [*at.board.revealed.values(), *at.board.hands.get(at.seat, ())]
    for one in asked:
        choices = next(iter(one.offers.values()), ())
        if one.because in revealed and choices:
            return f"CHOOSE {_exactly(one.because)}: {_exactly(choices[0])}"
    return ""


# By the sections of the outline.
EXAMPLES: dict[str, Callable[[_At], str]] = {
    "orders": _orders,
    "raven": _raven,
    "raids": _raids,
    "marches": _marches,
    "support": _support,
    "cards": _cards,
    "blade": lambda at: "BLADE decisive",
    "losses": _losses,
    "disband": lambda at: "LOSE supply: cheapest",
    "muster": _muster,
    "bids": _bids,
    "gifts": _gifts,
    "watch": lambda at: f"BID wildlings {min(1, at.board.power.get(at.seat, 0))}\nLOSE wildlings: cheapest",
    "ties": _ties,
    "tactics": _tactics,
    "leaders": _leaders,
    "vassals": _vassals,
    "loans": _loans,
    "claim": lambda at: "BID claim 1",
    "choices": _choices,
}


class _Answer(NamedTuple):
    """How a question is answered: which of its fields the line is made of, and the line."""

    fields: tuple[str, ...]
    line: Callable[[Any, _At], str]


# What a stop asks, by the part of the sheet that answers it.
ASKED: dict[str, _Answer] = {
    "orders": _Answer((), lambda ask, at: _orders(at)),
    "raven": _Answer((), lambda ask, at: _raven(at)),
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
    at = _At(board, seat, v)
    found = dict.fromkeys(_lines(window, questions, pace, at))
    return tuple(line for line in found if line)


def _lines(window: str, questions: Collection[Decision], pace: str, at: _At) -> Iterator[str]:
    sections = sections_asked(window, bool(questions), at.board, at.seat, pace, at.v)
    for section in sections:
        if section in EXAMPLES:
            yield from EXAMPLES[section](at).split("\n")
    for ask in () if sections else questions:
        yield from _of_question(ask, at).split("\n")


def _of_question(ask: Decision, at: _At) -> str:
    """A line that answers a question; the published example of its part of the sheet where nothing nearer is known."""
    part = KINDS[type(ask)].part
    known = ASKED.get(part)
    if known is not None and set(known.fields) <= set(type(ask).__struct_fields__):
        return known.line(ask, at)
    abouts = (one.about for one in STATEMENTS if one.path[:1] == (part,) and one.about is not None)
    return next((one.example for one in abouts), "")
