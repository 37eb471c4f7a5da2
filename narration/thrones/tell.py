"""From records to the story: battles in one piece, routine folded together, own choices beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from adjudicator.engine.journal import Event, Record
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.edition import Edition
from narration.memo import of_the_same
from narration.paragraph import HEADINGS, Battle, Paragraph, Parted, Row, Side, parted, with_asides
from narration.thrones.battle_sentences import item_phrase, loss_sentences, sum_phrase
from narration.thrones.choices import asides
from narration.thrones.expansion_sentences import tactics_rows, turned_tops
from narration.thrones.round_sentences import orders_by_house
from narration.thrones.sentences import edict_parts, event_of, sentence
from narration.thrones.voice import Voice
from narration.words import Words

IN_THE_TABLE = (e.BattleStarted, e.StrengthsDeclared, e.BladeUsed, e.BattleEnded)
# What stands at the side that it happened to.
OF_A_SIDE = (e.UnitDestroyed, e.UnitsRetreated, e.AttackersReturned)


def goes_without_saying(event: Event) -> bool:
    """Events already in the table, and the routine of putting things away."""
    if isinstance(event, IN_THE_TABLE):
        return True
    if isinstance(event, (e.SupportGiven, e.AidGiven)):
        return event.side != "none"
    if isinstance(event, e.LeaderTurned):
        return not event.active
    if isinstance(event, e.TideDrawn):
        # The first one drawn stands in the table; so does another one, but not what it replaced.
        return not event.replaces
    if isinstance(event, (e.DeckShuffled, e.LossSpared, e.CardSpent)):
        return True
    if isinstance(event, e.CardDiscarded):
        return event.because == "played" and not event.returned
    if isinstance(event, e.OrderRemoved):
        return event.because in ("conquered", "spent", "moved-out")
    return False


def laid_open(started: e.BattleStarted, events: Sequence[Event], v: Voice) -> Battle:
    """The battle, as far as it has happened; `events` are all its events after `started`."""
    fought = started.battle
    won = next((x for x in events if isinstance(x, e.BattleWon)), None)
    summed = won or next((x for x in events if isinstance(x, e.StrengthsDeclared)), None)
    sides = (
        _side(fought.attacker, v.say("attacks"), summed.attacker_items if summed else (), events, v),
        _side(fought.defender, v.say("defends"), summed.defender_items if summed else (), events, v),
    )
    apart = (*OF_A_SIDE, e.BattleWon)
    after = [sentence(x, v) for x in events if not isinstance(x, apart) and _is_told(x)]
    # Whom else it cost units: supporters, whom a text reaches.
    others = [x for x in events if isinstance(x, OF_A_SIDE) and x.house not in (fought.attacker, fought.defender)]
    return Battle(sides=sides, verdict=sentence(won, v) if won else "", after=(*after, *_fates(others, v)))


def _is_told(event: Event) -> bool:
    if isinstance(event, e.CardsRevealed):
        return not event.cards
    return not goes_without_saying(event)


def _side(house: str, part: str, items: Iterable[e.Item], events: Sequence[Event], v: Voice) -> Side:
    won = next((x for x in events if isinstance(x, e.BattleWon)), None)
    played = next((x.cards.get(house, "") for x in events if isinstance(x, e.CardsRevealed)), "")
    lines = tuple(Row(v.house(item.house or house), _named(item, house, v), v.sign(item.value)) for item in items)
    return Side(
        house=house,
        part=part,
        lines=lines,
        total=str(sum(item.value for item in items)) if lines or won else "",
        card=v.card(played) if played else "",
        card_text=v.text_of(played) if played else "",
        fate=tuple(_fates([x for x in events if isinstance(x, OF_A_SIDE) and x.house == house], v)),
        won=won is not None and won.winner == house,
    )


def _named(item: e.Item, fighter: str, v: Voice) -> str:
    """What counts; its figure stands beside it."""
    phrase = item_phrase(item, fighter, v)
    return phrase.removesuffix(f" ({v.sign(item.value)})").removesuffix(f" ({item.value})")


def _fates(events: Sequence[Event], v: Voice) -> list[str]:
    """What was lost, then where the others went."""
    lost = [x for x in events if isinstance(x, e.UnitDestroyed)]
    return loss_sentences(lost, v) + [sentence(x, v) for x in events if not isinstance(x, e.UnitDestroyed)]


def _keyed(items: Iterable[e.Item]) -> dict[tuple[str, str, str, str], e.Item]:
    return {(item.what, item.name, item.area, item.house): item for item in items}


def _change(old: e.Item | None, new: e.Item | None, fighter: str, v: Voice) -> str:
    """What House cards made of one item of the sum: a new one, one gone, or one that counts differently."""
    if old is None:
        return item_phrase(new, fighter, v) if new is not None else ""
    difference = v.sign((new.value if new is not None else 0) - old.value)
    if new is None:
        return v.say("no longer {item}: {difference}", item=item_phrase(old, fighter, v), difference=difference)
    return v.say("now {item}: {difference}", item=item_phrase(new, fighter, v), difference=difference)


def _changes(before: Sequence[e.Item], after: Sequence[e.Item], fighter: str, v: Voice) -> str:
    old, new = _keyed(before), _keyed(after)
    told = [
        _change(old.get(key), new.get(key), fighter, v)
        for key in [*new, *(k for k in old if k not in new)]
        if old.get(key) != new.get(key)
    ]
    return ", ".join(told)


def _side_rows(house: str, before: Sequence[e.Item], after: Sequence[e.Item] | None, v: Voice) -> list[Row]:
    """The sum of one side: before House cards, and with them."""
    rows = []
    if before or after is None:
        rows.append(Row(v.house(house), sum_phrase(before, house, v), str(sum(item.value for item in before))))
    if after is not None:
        text = _changes(before, after, house, v) or v.say("no House card")
        label = "" if rows else v.house(house)
        rows.append(Row(label, text, str(sum(item.value for item in after)), total=True))
    return rows


def _rows(started: e.BattleStarted, events: Sequence[Event], v: Voice) -> list[Row]:
    declared = next((x for x in events if isinstance(x, e.StrengthsDeclared)), None)
    won = next((x for x in events if isinstance(x, e.BattleWon)), None)
    battle = started.battle
    if declared is None and won is None:
        return []
    attack = declared.attacker_items if declared is not None else ()
    defence = declared.defender_items if declared is not None else ()
    return _side_rows(battle.attacker, attack, won.attacker_items if won is not None else None, v) + _side_rows(
        battle.defender, defence, won.defender_items if won is not None else None, v
    )


def _card_texts(event: e.CardsRevealed, v: Voice) -> list[str]:
    """What the played cards say, for readers without the cards."""
    if not event.cards:
        return [sentence(event, v)]
    return [
        v.say("{card}: \u201c{text}\u201d", card=v.card(card), text=v.text_of(card))
        for card in event.cards.values()
        if v.text_of(card)
    ]


def battle_paragraph(started: e.BattleStarted, events: Sequence[Event], citation: str, v: Voice) -> Paragraph:
    """One battle. `events` are all its events after `started`, as far as they have happened."""
    after: list[str] = []
    for kind, group in groupby(events, key=type):
        if kind is e.UnitDestroyed:
            after.extend(loss_sentences([x for x in group if isinstance(x, e.UnitDestroyed)], v))
            continue
        for event in group:
            if isinstance(event, e.CardsRevealed):
                after.extend(_card_texts(event, v))
            elif not goes_without_saying(event):
                after.append(sentence(event, v))
    if not any(isinstance(event, e.BattleEnded) for event in events):
        after.append(v.say("The battle is not over yet."))
    battle = started.battle
    helpers = [x.house for x in events if isinstance(x, (e.SupportGiven, e.AidGiven)) and x.side != "none"]
    return Paragraph(
        kind="battle",
        text=sentence(started, v),
        rows=tuple(_rows(started, events, v)),
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


def fold_run(events: Sequence[Event], citation: str, v: Voice) -> Paragraph:
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
    return Paragraph(kind="event", text=text, rows=tuple(rows), citation=citation, houses=houses, areas=areas)


KINDS = {e.RoundStarted: "round", e.PhaseStarted: "phase"}
# Shuffles and bans stand in the text of the card that was turned up; clearing the board needs no words.
ROUTINE = (e.WesterosReturned, e.WesterosResolved, e.DeckShuffled, e.OrdersBanned, e.OrdersCleared, e.CardSpent)
QUIET_ENDS = ("spent", "cleared", "conquered", "moved-out")


def _routine(event: Event) -> bool:
    """What a reader of the story does not need: tokens and cards put away, a badge that stays where it is."""
    if isinstance(event, e.OrderRemoved):
        return event.because in QUIET_ENDS
    if isinstance(event, e.BadgeTaken):
        return event.house == event.before
    if isinstance(event, e.LeaderTurned):
        return not event.active
    return isinstance(event, ROUTINE)


def _subject(event: Event) -> object:
    """What an event is about: an edict's own words say where and whom it concerns."""
    return event.edict if isinstance(event, e.EdictIssued) else event


def _places(event: object) -> tuple[str, ...]:
    found = (getattr(event, name, "") for name in ("area", "at", "origin", "to", "target"))
    return tuple(dict.fromkeys(place for place in found if place))


def _concerned(event: object) -> tuple[str, ...]:
    names = [getattr(event, name, "") for name in ("house", "victim", "by", "before", "singled_out")]
    names += list(getattr(event, "winners", ()))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def _paragraph(event: Event, citation: str, v: Voice) -> Paragraph:
    """An event that stands alone."""
    kind = KINDS.get(type(event), "event")
    rows = tuple(orders_by_house(event.orders, v)) if isinstance(event, e.OrdersRevealed) else ()
    rows = tuple(tactics_rows(event, v)) if isinstance(event, e.TacticsRevealed) else rows
    if isinstance(event, (e.OrdersRevealed, e.GameEnded)):
        kind = "orders" if rows else "end"
    elif isinstance(event, e.EdictIssued):
        kind = "edict"
    return Paragraph(
        kind=kind,
        text=sentence(event, v),
        parts=edict_parts(event, v) if isinstance(event, e.EdictIssued) else (),
        rows=rows,
        citation=citation,
        houses=_concerned(_subject(event)),
        areas=_places(_subject(event)),
    )


# A paragraph, with the number of public records up to its end.
Stretch = tuple[int, Paragraph]


class _Teller:
    """Walks through public records once; nothing here is any reader's own."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self.v = Voice(edition, words)

    def _battle(self, records: Sequence[Record], at: int) -> Stretch:
        """The battle that starts with a record, until it ends."""
        events: list[Event] = [event_of(records[at])]
        end = at + 1
        while end < len(records) and not isinstance(events[-1], e.BattleEnded):
            events.append(event_of(records[end]))
            end += 1
        started = events[0]
        if not isinstance(started, e.BattleStarted):
            raise TypeError(f"a battle starts with BattleStarted, not {type(started).__name__}")
        paragraph = battle_paragraph(started, events[1:], self.v.citation(records[at].rule), self.v)
        # Choices that come after the last record of a battle without an end belong to it.
        return end if isinstance(events[-1], e.BattleEnded) else end + 1, paragraph

    def _run(self, records: Sequence[Record], at: int, key: object) -> Stretch:
        """A run of events of one sort; what is routine between them goes along."""
        events: list[Event] = []
        end = at
        for number in range(at, len(records)):
            event = event_of(records[number])
            if _routine(event):
                continue
            if foldable(event) != key:
                break
            events.append(event)
            end = number + 1
        return end, fold_run(events, self.v.citation(records[at].rule), self.v)

    def stretches(self, records: Sequence[Record]) -> Iterator[Stretch]:
        """All that is told of these records, in order."""
        at = 0
        while at < len(records):
            event = event_of(records[at])
            if isinstance(event, e.BattleStarted):
                found = self._battle(records, at)
            elif (key := foldable(event)) is not None:
                found = self._run(records, at, key)
            elif _routine(event):
                at += 1
                continue
            else:
                found = at + 1, _paragraph(event, self.v.citation(records[at].rule), self.v)
            yield found
            at = max(at + 1, min(found[0], len(records)))


def _without_empty_headings(paragraphs: Iterable[Paragraph]) -> list[Paragraph]:
    """Phases in which nothing happened are left out."""
    shown: list[Paragraph] = []
    for paragraph in (*paragraphs, None):
        if shown and shown[-1].kind == "phase" and (paragraph is None or paragraph.kind in HEADINGS):
            shown.pop()
        shown += [paragraph] if paragraph is not None else []
    return shown


def tell(
    records: Iterable[Record] | Parted, edition: Edition, words: Words, seat: str | None = None
) -> list[Paragraph]:
    """The story of some records, in order.

    `seat` is the house whose own choices are told beside what came of them; None tells everybody's that the records
    hold (records for spectators hold none). Records may hold typed events or plain data as read from JSON.
    """
    public, choices = parted(records)
    own = [choice for choice in choices if seat is None or choice[1].seat == seat]
    told = of_the_same(
        "story", public, edition.id, words.language, make=lambda: tuple(_Teller(edition, words).stretches(public))
    )
    v = Voice(edition, words, seat)
    return _without_empty_headings(with_asides(told, own, lambda choice: asides(choice, v), seat))
