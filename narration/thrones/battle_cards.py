"""A battle laid open for pages: both sides beside each other, their sums line by line, what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.engine.event import Event
from adjudicator.thrones.state import events as e
from narration.paragraph import Battle, Row, Side
from narration.thrones.battle_sentences import item_phrase, loss_sentences
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
