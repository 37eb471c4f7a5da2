"""A whole battle as one paragraph, and laid open for pages: both sides, their sums, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from adjudicator.engine.journal import Event
from adjudicator.thrones.state import events as e
from narration.paragraph import Aside, Battle, Paragraph, Row, Side
from narration.thrones.battle_sentences import item_phrase, loss_sentences, sum_phrase
from narration.thrones.sentences import sentence
from narration.thrones.voice import Voice

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


def battle_paragraph(
    started: e.BattleStarted, events: Sequence[Event], asides: Sequence[Aside], citation: str, v: Voice
) -> Paragraph:
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
        asides=tuple(asides),
        citation=citation,
        houses=tuple(dict.fromkeys([battle.attacker, battle.defender, *helpers])),
        areas=(battle.area, battle.origin),
        battle=laid_open(started, events, v),
    )
