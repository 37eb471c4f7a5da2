"""A whole battle as one paragraph: who met, the full arithmetic of both sides, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from adjudicator.engine.event import Event
from adjudicator.thrones.state import events as e
from narration.paragraph import Aside, Paragraph, Row
from narration.thrones.battle_cards import goes_without_saying, laid_open
from narration.thrones.battle_sentences import item_phrase, loss_sentences, sum_phrase
from narration.thrones.sentences import sentence
from narration.thrones.voice import Voice


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


def _side(house: str, before: Sequence[e.Item], after: Sequence[e.Item] | None, v: Voice) -> list[Row]:
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
    return _side(battle.attacker, attack, won.attacker_items if won is not None else None, v) + _side(
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
