"""The story from records: whole battles, routine folded, own choices beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from msgspec.structs import replace

from adjudicator.engine import Event, Record
from adjudicator.thrones.state import Battle as BattleState, Edition, events as e
from narration.memo import cached_by_identity
from narration.paragraph import HEADINGS, Battle, Paragraph, Parted, Row, Side, separate_choices, with_asides
from narration.thrones.battle_sentences import item_phrase, loss_sentences, printed_cards, sum_phrase
from narration.thrones.sentences import (
    orders_by_house,
    override_parts,
    sentence,
    tactics_rows,
    to_typed_event,
    turned_tops,
)
from narration.thrones.sheet_words import asides
from narration.thrones.voice import Voice
from narration.words import N_, Words

# What stands at the side that it happened to.
OF_A_SIDE = (e.UnitDestroyed, e.UnitsRetreated, e.AttackersReturned)
# Shuffles and bans stand in the text of the card that was turned up; clearing the board needs no words.
ROUTINE = (e.WesterosReturned, e.WesterosResolved, e.DeckShuffled, e.OrdersBanned, e.OrdersCleared, e.CardSpent)
QUIET_ENDS = ("spent", "cleared", "conquered", "moved-out")
E = TypeVar("E")


def _only(kind: type[E], events: Iterable[Event]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def _first(kind: type[E], events: Iterable[Event]) -> E | None:
    return next(iter(_only(kind, events)), None)


def is_routine(event: Event) -> bool:
    """Whether an event is routine: tokens or cards put away, a badge that stays."""
    match event:
        case e.OrderRemoved():
            return event.because in QUIET_ENDS
        case e.BadgeTaken():
            return event.house == event.before
        case e.LeaderTurned():
            return not event.active
    return isinstance(event, ROUTINE)


def goes_without_saying(event: Event) -> bool:
    """Events already in the table of a battle, and routine."""
    match event:
        case e.BattleStarted() | e.StrengthsDeclared() | e.BladeUsed() | e.BattleEnded() | e.LossSpared():
            return True
        case e.SupportGiven(side=side) | e.AidGiven(side=side):
            return side != "none"
        case e.TideDrawn():
            # The first one drawn stands in the table; so does another one, but not what it replaced.
            return not event.replaces
        case e.CardsRevealed():
            # The cards are shown.
            return bool(event.cards)
        case e.CardDiscarded():
            return event.because == "played" and not event.returned
    return is_routine(event)


def laid_open(started: e.BattleStarted, events: Sequence[Event], v: Voice) -> Battle:
    """Return the battle so far; `events` are all its events after `started`."""
    fought = started.battle
    won = _first(e.BattleWon, events)
    summed = won or _first(e.StrengthsDeclared, events)
    sides = (
        _battle_side(fought.attacker, v.say("attacks"), summed.attacker_items if summed else (), events, v),
        _battle_side(fought.defender, v.say("defends"), summed.defender_items if summed else (), events, v),
    )
    after = [
        sentence(event, v)
        for event in events
        if not isinstance(event, (*OF_A_SIDE, e.BattleWon)) and not goes_without_saying(event)
    ]
    # Whom else it cost units: supporters, whom a text reaches.
    others = [x for x in events if isinstance(x, OF_A_SIDE) and x.house not in (fought.attacker, fought.defender)]
    return Battle(sides=sides, verdict=sentence(won, v) if won else "", after=(*after, *_fates(others, v)))


def _battle_side(house: str, part: str, items: Iterable[e.Item], events: Sequence[Event], v: Voice) -> Side:
    """Return one side of a battle: its sum line by line, its card and its fate.
    `part` says whether it attacks or defends; `events` are those of the battle so far."""
    won, revealed = _first(e.BattleWon, events), _first(e.CardsRevealed, events)
    played = revealed.cards.get(house, "") if revealed else ""
    summed = sum_side(house, part, tuple(items), v)
    return replace(
        summed,
        total=summed.total if summed.lines or won else "",
        played=played,
        card=next(iter(printed_cards([played], v)), None),
        fate=tuple(_fates([x for x in events if isinstance(x, OF_A_SIDE) and x.house == house], v)),
        won=won is not None and won.winner == house,
    )


def sum_side(house: str, part: str, items: Sequence[e.Item], v: Voice) -> Side:
    """Return one side of a battle with its sum line by line."""
    lines = tuple(Row(v.house(item.house or house), _item_name(item, house, v), v.sign(item.value)) for item in items)
    return Side(house=house, part=part, lines=lines, total=str(sum(item.value for item in items)))


def _item_name(item: e.Item, fighter: str, v: Voice) -> str:
    """What counts; its figure stands beside it."""
    phrase = item_phrase(item, fighter, v)
    return phrase.removesuffix(f" ({v.sign(item.value)})").removesuffix(f" ({item.value})")


def _fates(events: Sequence[Event], v: Voice) -> list[str]:
    """What was lost, then where the others went."""
    others = [sentence(event, v) for event in events if not isinstance(event, e.UnitDestroyed)]
    return loss_sentences(_only(e.UnitDestroyed, events), v) + others


def _items_by_key(items: Iterable[e.Item]) -> dict[tuple[str, str, str, str], e.Item]:
    """Return the items of a sum by what they are, their name, area and house."""
    return {(item.what, item.name, item.area, item.house): item for item in items}


def _changes(before: Sequence[e.Item], after: Sequence[e.Item], fighter: str, v: Voice) -> str:
    """Describe how House cards changed a sum's items: added, removed, altered.
    `before` and `after` are the items without and with the cards."""
    old, new, changes = _items_by_key(before), _items_by_key(after), []
    for key in dict.fromkeys((*new, *old)):
        was, now = old.get(key), new.get(key)
        if was is None:
            changes.append(item_phrase(new[key], fighter, v))
        elif was != now:
            text = N_("now {item}: {difference}") if now else N_("no longer {item}: {difference}")
            difference = v.sign((now.value if now else 0) - was.value)
            changes.append(v.say(text, item=item_phrase(now or was, fighter, v), difference=difference))
    return ", ".join(changes)


def _side_rows(house: str, before: Sequence[e.Item], after: Sequence[e.Item] | None, v: Voice) -> list[Row]:
    """Return a side's sum as rows: before House cards, and with them.
    `after` is None until the battle is decided."""
    rows = []
    if before or after is None:
        rows.append(Row(v.house(house), sum_phrase(before, house, v), str(sum(item.value for item in before))))
    if after is not None:
        text = _changes(before, after, house, v) or v.say("no House card")
        label = "" if rows else v.house(house)
        rows.append(Row(label, text, str(sum(item.value for item in after)), total=True))
    return rows


def _battle_rows(fought: BattleState, events: Sequence[Event], v: Voice) -> list[Row]:
    """Return both sides' sums as rows; empty until strengths are declared."""
    declared, won = _first(e.StrengthsDeclared, events), _first(e.BattleWon, events)
    if declared is None and won is None:
        return []
    attack, defence = (declared.attacker_items, declared.defender_items) if declared else ((), ())
    attacked, defended = (won.attacker_items, won.defender_items) if won else (None, None)
    return _side_rows(fought.attacker, attack, attacked, v) + _side_rows(fought.defender, defence, defended, v)


def battle_paragraph(started: e.BattleStarted, events: Sequence[Event], citation: str, v: Voice) -> Paragraph:
    """Describe one battle so far; `events` are all its events after `started`."""
    after: list[str] = []
    for kind, group in groupby(events, key=type):
        if kind is e.UnitDestroyed:
            after.extend(loss_sentences(_only(e.UnitDestroyed, group), v))
            continue
        for event in group:
            if not goes_without_saying(event):
                after.append(sentence(event, v))
    if not any(isinstance(event, e.BattleEnded) for event in events):
        after.append(v.say("The battle is not over yet."))
    battle = started.battle
    helpers = [x.house for x in events if isinstance(x, (e.SupportGiven, e.AidGiven)) and x.side != "none"]
    return Paragraph(
        kind="battle",
        text=sentence(started, v),
        rows=tuple(_battle_rows(battle, events, v)),
        after=tuple(after),
        citation=citation,
        houses=tuple(dict.fromkeys([battle.attacker, battle.defender, *helpers])),
        areas=(battle.area, battle.origin),
        battle=laid_open(started, events, v),
    )


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


# What is said of several events of a run together, and the rows below it.
Together = tuple[str, list[Row]]


def _power_gains(events: Sequence[Event], v: Voice) -> Together:
    """Return a sentence on Power gained together, with a row for each house.
    Without areas or shortages the sentence lists the houses, and there are no rows."""
    taken, rows = _only(e.PowerGained, events), []
    for house in dict.fromkeys(event.house for event in taken):
        mine = [event for event in taken if event.house == house]
        where = [", ".join(f"{v.area(x.area)} {x.amount}" for x in mine if x.area)]
        if short := sum(x.wanted - x.amount for x in mine):
            where.append(
                v.say_n("{n} more was due, but no token was left", "{n} more were due, but no tokens were left", short)
            )
        rows.append(Row(v.house(house), "; ".join(filter(None, where)), f"+{sum(x.amount for x in mine)}"))
    text = v.say("Power tokens gained ({reason}):", reason=v.reason(taken[0].because))
    if any(row.text for row in rows):
        return text, rows
    return f"{text} {', '.join(f'{row.label} {row.figure}' for row in rows)}.", []


def _supply_counted(events: Sequence[Event], v: Voice) -> Together:
    """Return a heading for counted supply, with a row of limits for each house."""
    rows = []
    for event in _only(e.SupplyChanged, events):
        limits = v.say("armies {limits}", limits=", ".join(str(n) for n in event.limits))
        move = str(event.after) if event.before == event.after else f"{event.before} \u2192 {event.after}"
        rows.append(Row(v.house(event.house), limits, move))
    return v.say("Supply is counted:"), rows


def _some(unit: str, count: int, v: Voice) -> str:
    return v.a_unit(unit) if count == 1 else v.unit(unit, count)


def _muster_sentence(events: Sequence[Event], v: Voice) -> Together:
    """Return one sentence on all that a house musters and upgrades, without rows."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for event in events:
        if isinstance(event, e.UnitMustered):
            counts[event.at, event.unit, ""] += 1
        elif isinstance(event, e.UnitUpgraded):
            counts[event.area, event.after, event.before] += 1
    unit_phrases = []
    for (at, unit, before), count in counts.items():
        values = {"unit": _some(unit, count, v), "at": v.area(at)}
        if before:
            unit_phrases.append(v.say("{unit} from {before} in {at}", before=_some(before, count, v), **values))
        else:
            unit_phrases.append(v.say("{unit} in {at}", **values))
    house = getattr(events[0], "house", "")
    return v.say("{house} musters {units}.", house=v.house(house), units=v.both(unit_phrases)), []


def _march_sentence(events: Sequence[Event], v: Voice) -> Together:
    """Return one sentence on where a march takes units and leaders, without rows."""
    moved, leaders = _only(e.UnitsMoved, events), _only(e.LeaderMoved, events)
    if not moved:
        return " ".join(sentence(event, v) for event in events), []
    legs, goals = [], [event.to for event in moved]
    for number, event in enumerate(moved):
        # Leaders go with the last of the units that went their way.
        led = [move.leader for move in leaders if move.area == event.to and event.to not in goals[number + 1 :]]
        values = {"units": v.units(event.units, led), "to": v.area(event.to)}
        legs.append(v.say("{units} by ship to {to}", **values) if event.by_ship else v.say("{units} to {to}", **values))
    alone = [move for move in leaders if move.area not in goals]
    legs += [v.say("{units} to {to}", units=v.leader(move.leader), to=v.area(move.area)) for move in alone]
    names = {"house": v.house(moved[0].house), "origin": v.area(moved[0].origin)}
    return v.say("{house} marches from {origin}: {legs}.", legs=v.both(legs), **names), []


TOGETHER: Mapping[str, Callable[[Sequence[Event], Voice], Together]] = {
    "power": _power_gains,
    "supply": _supply_counted,
    "muster": _muster_sentence,
    "destroyed": lambda events, v: (" ".join(loss_sentences(_only(e.UnitDestroyed, events), v)), []),
    "moved": _march_sentence,
    "alliances": lambda events, v: turned_tops(_only(e.AllianceTurned, events), v),
}


def fold_run(events: Sequence[Event], sort: str, citation: str, v: Voice) -> Paragraph:
    """Return one paragraph that tells a run of events of one sort together.
    `sort` is a key of TOGETHER; a single event is told by its own sentence."""
    text, rows = TOGETHER[sort](events, v) if len(events) > 1 else (sentence(events[0], v), [])
    houses = tuple(dict.fromkeys(str(getattr(event, "house", "")) for event in events))
    places = [getattr(event, name, "") for event in events for name in ("area", "at", "origin", "to")]
    areas = tuple(dict.fromkeys(filter(None, places)))
    return Paragraph(kind="event", text=text, rows=tuple(rows), citation=citation, houses=houses, areas=areas)


KINDS: Mapping[type[Any], str] = {
    e.RoundStarted: "round",
    e.PhaseStarted: "phase",
    e.OrdersRevealed: "orders",
    e.OverrideIssued: "edict",
    e.GameEnded: "end",
}


def _houses_concerned(about: object) -> tuple[str, ...]:
    """Return the ids in the fields of an event or override that name houses."""
    names = [getattr(about, name, "") for name in ("house", "victim", "by", "before", "singled_out")]
    names += list(getattr(about, "winners", ()))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def _paragraph(event: Event, citation: str, v: Voice) -> Paragraph:
    """An event that stands alone."""
    rows = orders_by_house(event.orders, v) if isinstance(event, e.OrdersRevealed) else []
    rows = tactics_rows(event, v) if isinstance(event, e.TacticsRevealed) else rows
    # An override's own words say where and whom it concerns.
    about = event.override if isinstance(event, e.OverrideIssued) else event
    places = (getattr(about, name, "") for name in ("area", "at", "origin", "to", "target"))
    return Paragraph(
        kind=KINDS.get(type(event), "event"),
        text=sentence(event, v),
        parts=override_parts(event, v) if isinstance(event, e.OverrideIssued) else (),
        rows=tuple(rows),
        citation=citation,
        houses=_houses_concerned(about),
        areas=tuple(dict.fromkeys(filter(None, places))),
    )


def _passages(records: Sequence[Record], v: Voice) -> Iterator[tuple[int, Paragraph]]:
    """Return the story's paragraphs, each with the number of records up to its end."""
    events = [to_typed_event(record.event) for record in records]
    at = 0
    while at < len(events):
        first, event, run = at, events[at], list[Event]()
        at += 1
        if is_routine(event):
            continue
        citation = v.citation(records[first].rule)
        if isinstance(event, e.BattleStarted):
            while at < len(events) and not isinstance(events[at - 1], e.BattleEnded):
                at += 1
            # Choices that come after the last record of a battle without an end belong to it.
            end = at if isinstance(events[at - 1], e.BattleEnded) else at + 1
            yield end, battle_paragraph(event, events[first + 1 : at], citation, v)
        elif (key := foldable(event)) is not None:
            for number in range(first, len(events)):
                # What is routine within a run goes along.
                if is_routine(events[number]):
                    continue
                if foldable(events[number]) != key:
                    break
                run.append(events[number])
                at = number + 1
            yield at, fold_run(run, key[0], citation, v)
        else:
            yield at, _paragraph(event, citation, v)


def tell(
    records: Iterable[Record] | Parted, edition: Edition, words: Words, seat: str | None = None
) -> list[Paragraph]:
    """The story of some records, in order.

    `seat` is the house whose own choices are told beside what came of them; None tells everybody's that the records
    hold (records for spectators hold none). Records may hold typed events or plain data as read from JSON.
    """
    public, choices = separate_choices(records)
    own = [choice for choice in choices if seat is None or choice[1].seat == seat]
    everyone, v = Voice(edition, words), Voice(edition, words, seat)
    names = (edition.id, words.language)
    passages = cached_by_identity("story", public, *names, make=lambda: tuple(_passages(public, everyone)))
    # Phases in which nothing happened are left out.
    shown: list[Paragraph] = []
    for paragraph in (*with_asides(passages, own, lambda choice: asides(choice, v), seat), None):
        if shown and shown[-1].kind == "phase" and (paragraph is None or paragraph.kind in HEADINGS):
            shown.pop()
        shown += [paragraph] if paragraph is not None else []
    return shown
