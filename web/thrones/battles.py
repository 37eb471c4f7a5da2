"""Battles ahead as forms and receipts show them: both sums, support, the card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.battle_ahead import BattleAhead, battles_ahead, vassals_for
from adjudicator.thrones.rules.strength import total
from adjudicator.thrones.sheets.sheet import Sheet
from narration.paragraph import Battle
from narration.thrones.tell import sum_side
from narration.thrones.voice import Voice


@dataclass(frozen=True)
class BattleShown:
    """A battle ahead at the area `at`: where, the role of `house`, heading, both sums.

    `house` is the reader's or a vassal of theirs. `card` says what is played; `warned`: nobody has chosen it.
    `planned`: an attack of the sheet; `now`: it waits for the card.
    """

    house: str
    area: str
    at: str
    role: str
    title: str
    fought: Battle
    card: str
    warned: bool
    planned: bool
    now: bool


def battles(view: Any, house: str, sheets: Sequence[Sheet], v: Voice, *, bot: bool = False) -> list[BattleShown]:
    """Return the battles of a house that may come, then those of its vassals.

    `sheets` as in `battles_ahead`; `bot`: a bot, not the default, chooses what they leave open.
    """
    shown = [_shown(ahead, house, _card_sentence(ahead, v, bot=bot), v) for ahead in battles_ahead(view, house, sheets)]
    for vassal in vassals_for(view.board, house, sheets[0]):
        for ahead in battles_ahead(view, house, sheets, vassal):
            card = (_card_sentence if ahead.now else _drawn_sentence)(ahead, v, bot=bot)
            shown.append(_shown(ahead, vassal, card, v))
    return shown


def _shown(ahead: BattleAhead, house: str, card: str, v: Voice) -> BattleShown:
    """A battle in the words of `v`; `card` says what is played."""
    sides = (
        sum_side(ahead.attacker, v.say("attacks"), ahead.attack, v),
        sum_side(ahead.defender, v.say("defends"), ahead.defence, v),
    )
    figures = {
        "attacker": v.house(ahead.attacker),
        "n": total(ahead.attack),
        "defender": v.house(ahead.defender),
        "m": total(ahead.defence),
    }
    return BattleShown(
        house=house,
        area=ahead.area,
        at="" if ahead.now else ahead.origin if ahead.certain else ahead.area,
        role="attacker" if ahead.attacker == house else "defender",
        title=(
            v.say("Battle for {area}: {attacker} {n}, {defender} {m}", area=v.area(ahead.area), **figures)
            if ahead.certain
            else v.say("If you are attacked: {attacker} {n}, {defender} {m}", **figures)
        ),
        fought=Battle(sides=sides, after=tuple(_open_points(ahead, v))),
        card=card,
        warned=not ahead.cards,
        planned=ahead.certain,
        now=ahead.now,
    )


def _open_points(ahead: BattleAhead, v: Voice) -> Iterator[str]:
    """Yield what may still change the sums."""
    for item in ahead.support:
        support = {"house": v.house(item.house), "area": v.area(item.area), "figure": v.sign(item.value)}
        yield v.say("{house} may support either side from {area} ({figure}).", **support)
    if not ahead.certain and not any(item.what == "order" for item in ahead.attack):
        yield v.say("The attacker's order is not known yet.")


def _card_sentence(ahead: BattleAhead, v: Voice, *, bot: bool) -> str:
    """Say which card is played in a battle; empty if there is none to play."""
    if len(ahead.cards) > 1:
        first, then = map(v.card, ahead.cards)
        return v.say("You play {card}, or {other} if it is gone.", card=first, other=then)
    if ahead.cards:
        return v.say("You play {card}.", card=v.card(ahead.cards[0]))
    if not ahead.default:
        return ""
    if bot:
        return v.say("If you choose no card, the bot chooses one.")
    return v.say("If you choose no card, the default plays {card}.", card=v.card(ahead.default))


def _drawn_sentence(ahead: BattleAhead, v: Voice, *, bot: bool) -> str:
    """Say which card is played for a vassal, whose cards will be drawn."""
    if ahead.cards:
        return v.say("You play {card}, if it is drawn.", card=v.either(map(v.card, ahead.cards)))
    if bot:
        return v.say("If you choose no card, the bot chooses one.")
    return v.say("Three cards are drawn for your vassal. If you choose none, the default plays one of them.")
