"""Sentences for what happens in a battle, and for units lost anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.state import events as e
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

HELPED = {
    "attacker": N_("it helps the attacker"),
    "defender": N_("it helps the defender"),
    "none": N_("it helps nobody"),
}


def item_phrase(item: e.Item, fighter: str, v: Voice) -> str:
    """One thing that counts, with its figure: `2 footmen (2)`, `support from Harrenhal (+2)`."""
    figure = v.sign(item.value)
    match item.what:
        case "unit":
            return f"{v.unit(item.name, item.count)} ({item.value})"
        case "order":
            return f"{v.order(item.name)} ({figure})"
        case "support" if item.house and item.house != fighter:
            return v.say(
                "support from {area}, {house} ({figure})",
                area=v.area(item.area),
                house=v.house(item.house),
                figure=figure,
            )
        case "support":
            return v.say("support from {area} ({figure})", area=v.area(item.area), figure=figure)
        case "card":
            return card_phrase(item, v)
        case "blade":
            return v.say("Valyrian steel blade ({figure})", figure=figure)
        case "floor":
            return v.say("never below 0 ({figure})", figure=figure)
        case "aid" if item.house and item.house != fighter:
            house = v.house(item.house)
            return v.say("{card} of {house} ({figure})", card=v.card(item.name), house=house, figure=figure)
        case "text":
            return v.say("text of {card} ({figure})", card=v.card(item.name), figure=figure)
    return f"{v.reason(item.name or item.what)} ({figure})"


def card_named(card: str, v: Voice) -> str:
    """A House card with all that is printed on it but its text: `Tywin Lannister (3, 2 swords)`."""
    known = v.edition.cards.get(card)
    return v.card(card) if known is None else card_phrase(e.Item("card", known.strength, card), v)


def card_told(card: str, v: Voice) -> str:
    """The same with its text, if it has one."""
    text = v.text_of(card)
    return f"{card_named(card, v)}: {text}" if text else card_named(card, v)


def card_phrase(item: e.Item, v: Voice) -> str:
    """`Tywin Lannister (3, 2 swords)`."""
    card = v.edition.cards.get(item.name)
    parts = [str(item.value)]
    if card is not None and card.swords:
        parts.append(v.say_n("{n} sword", "{n} swords", card.swords))
    if card is not None and card.fortifications:
        parts.append(v.say_n("{n} fortification", "{n} fortifications", card.fortifications))
    return f"{v.card(item.name)} ({', '.join(parts)})"


def sum_phrase(items: Iterable[e.Item], fighter: str, v: Voice) -> str:
    """All items of a sum, joined by commas."""
    return ", ".join(item_phrase(item, fighter, v) for item in items)


def _neutral(event: e.NeutralOvercome | e.NeutralHeld, v: Voice) -> dict[str, object]:
    return {
        "house": v.house(event.house),
        "area": v.area(event.area),
        "value": event.value,
        "strength": event.strength,
        "sum": sum_phrase(event.items, event.house, v),
    }


@tells(e.NeutralOvercome)
def neutral_overcome(event: e.NeutralOvercome, v: Voice) -> str:
    return v.say(
        "{house} overcomes the neutral force of {value} in {area} with {strength}: {sum}.", **_neutral(event, v)
    )


@tells(e.NeutralHeld)
def neutral_held(event: e.NeutralHeld, v: Voice) -> str:
    return v.say(
        "The neutral force of {value} in {area} holds against {house}'s {strength}: {sum}.", **_neutral(event, v)
    )


@tells(e.BattleStarted)
def battle_started(event: e.BattleStarted, v: Voice) -> str:
    battle = event.battle
    return v.say(
        "Battle for {area}: {attacker} (from {origin}, {order}) attacks {defender}.",
        area=v.area(battle.area),
        attacker=v.house(battle.attacker),
        origin=v.area(battle.origin),
        order=v.order(battle.order),
        defender=v.house(battle.defender),
    )


@tells(e.SupportGiven)
def support_given(event: e.SupportGiven, v: Voice) -> str:
    values = {"house": v.house(event.house), "area": v.area(event.area), "figure": v.sign(event.strength)}
    if isinstance(event.because, str):
        card, winner = v.card(event.because), v.say(HELPED[event.side])
        return v.say("{card} turns {house}'s support from {area} ({figure}): {side}.", card=card, side=winner, **values)
    if event.side == "attacker":
        return v.say("{house} supports the attacker from {area} ({figure}).", **values)
    if event.side == "defender":
        return v.say("{house} supports the defender from {area} ({figure}).", **values)
    return v.say("{house}'s Support order in {area} helps nobody.", **values)


@tells(e.CardCopied)
def card_copied(event: e.CardCopied, v: Voice) -> str:
    values = {"house": v.house(event.house), "by": v.card(event.because), "card": v.card(event.card)}
    return v.say("{house}'s {by} has the number and icons of {card}.", **values)


@tells(e.StrengthBought)
def strength_bought(event: e.StrengthBought, v: Voice) -> str:
    values = {"house": v.house(event.house), "card": v.card(event.because), "power": v.power(event.power)}
    return v.say("{house} pays {power} and is stronger by as much ({card}).", **values)


@tells(e.StrengthsDeclared)
def strengths_declared(event: e.StrengthsDeclared, v: Voice) -> str:
    return v.say(
        "Before House cards {attacker} attack and {defender} defend.", attacker=event.attacker, defender=event.defender
    )


@tells(e.CardsRevealed)
def cards_revealed(event: e.CardsRevealed, v: Voice) -> str:
    if not event.cards:
        return v.say("Nobody has a House card to play.")
    played = v.both(f"{v.house(house)}: {v.card(card)}" for house, card in event.cards.items())
    return v.say("House cards are turned up. {cards}.", cards=played)


@tells(e.TextSilenced)
def text_silenced(event: e.TextSilenced, v: Voice) -> str:
    return v.say("{by} makes the text of {card} void.", by=v.card(event.by), card=v.card(event.card))


@tells(e.BladeUsed)
def blade_used(event: e.BladeUsed, v: Voice) -> str:
    return v.say("{house} uses the Valyrian steel blade (+1).", house=v.house(event.house))


def _losses(event: e.BattleWon, v: Voice) -> str:
    loser = v.house(event.loser)
    if not event.swords:
        return v.say("No swords on the winner's card: nobody falls.")
    if not event.fortifications:
        return v.say(
            "{swords} and no fortification: {loser} must lose {units}.",
            swords=v.say_n("{n} sword", "{n} swords", event.swords),
            loser=loser,
            units=v.say_n("{n} unit", "{n} units", event.losses),
        )
    if not event.losses:
        return v.say(
            "{swords} against {fortifications}: nobody falls.",
            swords=v.say_n("{n} sword", "{n} swords", event.swords),
            fortifications=v.say_n("{n} fortification", "{n} fortifications", event.fortifications),
        )
    return v.say(
        "{swords} against {fortifications}: {loser} must lose {units}.",
        swords=v.say_n("{n} sword", "{n} swords", event.swords),
        fortifications=v.say_n("{n} fortification", "{n} fortifications", event.fortifications),
        loser=loser,
        units=v.say_n("{n} unit", "{n} units", event.losses),
    )


@tells(e.BattleWon)
def battle_won(event: e.BattleWon, v: Voice) -> str:
    winner, loser = v.house(event.winner), v.house(event.loser)
    high, low = max(event.attacker, event.defender), min(event.attacker, event.defender)
    if event.by == "destroyed":
        return v.say("{loser} has no unit left: {winner} wins at once.", winner=winner, loser=loser)
    if event.by == "tie":
        told = v.say(
            "{high} to {low}, a tie: {winner} stands better on the Fiefdoms and wins.",
            high=high,
            low=low,
            winner=winner,
        )
    else:
        told = v.say("{winner} wins {high} to {low}.", winner=winner, high=high, low=low)
    return told + " " + _losses(event, v)


@tells(e.UnitsRetreated)
def units_retreated(event: e.UnitsRetreated, v: Voice) -> str:
    values = {"house": v.house(event.house), "units": v.units(event.units), "to": v.area(event.to)}
    if event.upright is True:
        return v.say("{house} retreats to {to} with {units}, who stay upright.", **values)
    if event.attacking:
        return v.say("{house} goes back to {to} with {units}, routed.", **values)
    return v.say("{house} retreats to {to} with {units}, routed.", **values)


@tells(e.AreaTaken)
def area_taken(event: e.AreaTaken, v: Voice) -> str:
    values = {"house": v.house(event.house), "units": v.units(event.units), "area": v.area(event.area)}
    return v.say("{house} takes {area} with {units}.", **values)


@tells(e.CardDiscarded)
def card_discarded(event: e.CardDiscarded, v: Voice) -> str:
    values = {"house": v.house(event.house), "card": v.card(event.card)}
    if event.because == "played":
        told = v.say("{house} discards {card}.", **values)
    else:
        told = v.say("{house} loses {card} from the hand ({reason}).", reason=v.reason(event.because), **values)
    if event.returned:
        told += " " + v.say(
            "The hand is used up and {cards} come back.", cards=v.both(v.card(c) for c in event.returned)
        )
    return told


@tells(e.BattleEnded)
def battle_ended(event: e.BattleEnded, v: Voice) -> str:
    return v.say("The battle for {area} is over.", area=v.area(event.area))


def loss_sentence(first: e.UnitDestroyed, units: str, v: Voice) -> str:
    """Units lost at one place for one reason; `units` says which."""
    values = {"house": v.house(first.house), "unit": units, "area": v.area(first.area)}
    match first.because:
        case "battle":
            return v.say("{house} loses {unit} in the battle for {area}.", **values)
        case "no-retreat" if first.routed:
            return v.say("{house} loses {unit} in {area}: routed units cannot flee again.", **values)
        case "no-retreat":
            return v.say("{house} loses {unit} in {area}: there is nowhere to retreat.", **values)
        case "retreat":
            return v.say("{house} loses {unit} on the retreat from {area}: supply feeds no more there.", **values)
        case "supply":
            return v.say("{house} disbands {unit} in {area} for want of supply.", **values)
        case "wildlings":
            return v.say("{house} loses {unit} in {area} to the wildlings.", **values)
    return v.say("{house} loses {unit} in {area} ({reason}).", reason=v.reason(first.because), **values)


def _lost_units(group: list[e.UnitDestroyed], v: Voice) -> str:
    kinds = [event.unit for event in group]
    if len(kinds) == 1:
        return v.a_unit(kinds[0])
    return v.units({kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})


def _losses_in_many_places(places: list[list[e.UnitDestroyed]], v: Voice) -> str:
    first = places[0][0]
    lost = v.both(v.say("{unit} in {at}", unit=_lost_units(g, v), at=v.area(g[0].area)) for g in places)
    if first.because == "supply":
        return v.say("{house} disbands for want of supply: {units}.", house=v.house(first.house), units=lost)
    return v.say("{house} loses to the wildlings: {units}.", house=v.house(first.house), units=lost)


def losses_told(events: Iterable[e.UnitDestroyed], v: Voice) -> list[str]:
    """Losses: one sentence for what a house loses at one place, or to supply or wildlings in several."""
    houses: dict[tuple[str, str], dict[tuple[str, bool], list[e.UnitDestroyed]]] = {}
    for event in events:
        places = houses.setdefault((event.house, event.because), {})
        places.setdefault((event.area, event.routed), []).append(event)
    told = []
    for (_, because), places in houses.items():
        if len(places) > 1 and because in ("wildlings", "supply"):
            told.append(_losses_in_many_places(list(places.values()), v))
        else:
            told += [loss_sentence(group[0], _lost_units(group, v), v) for group in places.values()]
    return told


@tells(e.UnitDestroyed)
def unit_destroyed(event: e.UnitDestroyed, v: Voice) -> str:
    return loss_sentence(event, v.a_unit(event.unit), v)
