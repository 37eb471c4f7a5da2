"""Runs of like events told as one paragraph: what everybody takes, counts or musters at once."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.event import Event
from adjudicator.thrones.state import events as e
from narration.paragraph import Aside, Paragraph, Row
from narration.thrones.battle_sentences import loss_sentences
from narration.thrones.sentences import sentence
from narration.thrones.storm_sentences import turned_tops
from narration.thrones.voice import Voice


def foldable(event: Event) -> tuple[str, ...] | None:
    """What an event may be told together with; None for one that stands alone."""
    match event:
        case e.PowerGained():
            return ("power", event.because)
        case e.SupplyChanged():
            return ("supply",)
        case e.UnitMustered():
            return ("muster", event.house)
        case e.UnitUpgraded() if event.because == "muster":
            return ("muster", event.house)
        case e.UnitDestroyed():
            return ("destroyed", event.house, event.because)
        case e.UnitsMoved():
            return ("moved", event.house, event.origin)
        case e.LeaderMoved() if event.because == "march":
            return ("moved", event.house, event.before)
        case e.AllianceTurned():
            return ("alliances",)
    return None


def _power_rows(events: Sequence[e.PowerGained], v: Voice) -> list[Row]:
    rows = []
    for house in dict.fromkeys(event.house for event in events):
        mine = [event for event in events if event.house == house]
        where = ", ".join(f"{v.area(x.area)} {x.amount}" for x in mine if x.area)
        short = sum(x.wanted - x.amount for x in mine)
        if short:
            lacking = v.say_n(
                "{n} more was due, but no token was left", "{n} more were due, but no tokens were left", short
            )
            where = f"{where}; {lacking}" if where else lacking
        rows.append(Row(v.house(house), where, f"+{sum(x.amount for x in mine)}"))
    return rows


def _supply_rows(events: Sequence[e.SupplyChanged], v: Voice) -> list[Row]:
    rows = []
    for event in events:
        limits = v.say("armies {limits}", limits=", ".join(str(n) for n in event.limits))
        move = str(event.after) if event.before == event.after else f"{event.before} \u2192 {event.after}"
        rows.append(Row(v.house(event.house), limits, move))
    return rows


def _some(unit: str, count: int, v: Voice) -> str:
    return v.a_unit(unit) if count == 1 else v.unit(unit, count)


def _muster_phrase(events: Sequence[Event], v: Voice) -> str:
    counts: dict[tuple[str, str, str], int] = {}
    for event in events:
        if isinstance(event, e.UnitMustered):
            key = (event.at, event.unit, "")
        elif isinstance(event, e.UnitUpgraded):
            key = (event.area, event.after, event.before)
        else:
            continue
        counts[key] = counts.get(key, 0) + 1
    told = []
    for (at, unit, before), count in counts.items():
        values = {"unit": _some(unit, count, v), "at": v.area(at)}
        if before:
            told.append(v.say("{unit} from {before} in {at}", before=_some(before, count, v), **values))
        else:
            told.append(v.say("{unit} in {at}", **values))
    return v.both(told)


def _march_phrase(events: Sequence[e.UnitsMoved], leaders: Sequence[e.LeaderMoved], v: Voice) -> str:
    legs, goals = [], [event.to for event in events]
    for number, event in enumerate(events):
        # Leaders go with the last of the units that went their way.
        led = [one.leader for one in leaders if one.area == event.to and event.to not in goals[number + 1 :]]
        values = {"units": v.units(event.units, led), "to": v.area(event.to)}
        legs.append(v.say("{units} by ship to {to}", **values) if event.by_ship else v.say("{units} to {to}", **values))
    alone = [one for one in leaders if one.area not in goals]
    legs += [v.say("{units} to {to}", units=v.leader(one.leader), to=v.area(one.area)) for one in alone]
    first = events[0]
    return v.say(
        "{house} marches from {origin}: {legs}.",
        house=v.house(first.house),
        origin=v.area(first.origin),
        legs=v.both(legs),
    )


def fold_run(events: Sequence[Event], asides: tuple[Aside, ...], citation: str, v: Voice) -> Paragraph:
    """One paragraph for a run of events with the same fold key."""
    houses = tuple(dict.fromkeys(str(getattr(event, "house", "")) for event in events))
    places = [getattr(event, name, "") for event in events for name in ("area", "at", "origin", "to")]
    areas = tuple(dict.fromkeys(place for place in places if place))
    rows: list[Row] = []
    first = events[0]
    if len(events) == 1:
        text = sentence(first, v)
    elif isinstance(first, e.PowerGained):
        rows = _power_rows([x for x in events if isinstance(x, e.PowerGained)], v)
        text = v.say("Power is taken ({reason}):", reason=v.reason(first.because))
        if not any(row.text for row in rows):
            text, rows = text + " " + ", ".join(f"{row.label} {row.figure}" for row in rows) + ".", []
    elif isinstance(first, e.SupplyChanged):
        rows = _supply_rows([x for x in events if isinstance(x, e.SupplyChanged)], v)
        text = v.say("Supply is counted:")
    elif isinstance(first, (e.UnitMustered, e.UnitUpgraded)):
        text = v.say("{house} musters {units}.", house=v.house(first.house), units=_muster_phrase(events, v))
    elif isinstance(first, e.AllianceTurned):
        text, rows = turned_tops([x for x in events if isinstance(x, e.AllianceTurned)], v)
    elif moved := [x for x in events if isinstance(x, e.UnitsMoved)]:
        text = _march_phrase(moved, [x for x in events if isinstance(x, e.LeaderMoved)], v)
    elif isinstance(first, e.UnitDestroyed):
        text = " ".join(loss_sentences([x for x in events if isinstance(x, e.UnitDestroyed)], v))
    else:
        text = " ".join(sentence(event, v) for event in events)
    return Paragraph(
        kind="event", text=text, rows=tuple(rows), asides=asides, citation=citation, houses=houses, areas=areas
    )
