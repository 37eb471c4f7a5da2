"""Sentences for what happens in a battle, and for units lost anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.state import events as e
from narration.paragraph import Card
from narration.phrase_table import Rows, Sentence, fill
from narration.thrones.voice import Voice
from narration.words import N_, word_tables

TABLES = word_tables(__name__)

HELPED = TABLES["helped"]
# Losses by their reason.
LOST = TABLES["lost"]
LOST_IN_MANY_PLACES = TABLES["lost-in-many-places"]


def item_phrase(item: e.Item, fighter: str, v: Voice) -> str:
    """Describe one strength item: `2 footmen (2)`, `support from Harrenhal (+2)`."""
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


def card_with_numbers(card: str, v: Voice) -> str:
    """Return a House card with its numbers: `Tywin Lannister (3, 2 swords)`."""
    printed = v.edition.cards.get(card)
    return v.card(card) if printed is None else card_phrase(e.Item("card", printed.strength, card), v)


def card_with_text(card: str, v: Voice) -> str:
    """Return a House card with its numbers and, if it has one, its text."""
    text = v.text_of(card)
    return f"{card_with_numbers(card, v)}: {text}" if text else card_with_numbers(card, v)


def icons(swords: int, fortifications: int, v: Voice) -> list[str]:
    """Swords and fortifications in words."""
    words = [v.say_n("{n} sword", "{n} swords", swords)] if swords else []
    return [*words, *([v.say_n("{n} fortification", "{n} fortifications", fortifications)] if fortifications else [])]


def printed_cards(cards: Iterable[str], v: Voice) -> list[Card]:
    """Return House cards as printed, strongest first; other cards are left out."""
    printed = sorted((v.edition.cards[card] for card in cards if card in v.edition.cards), key=lambda c: -c.strength)
    return [
        Card(
            id=card.id,
            words=v.card(card.id),
            strength=str(card.strength),
            note=", ".join(icons(card.swords, card.fortifications, v)),
            text=v.text_of(card.id),
            arms=card.house,
            swords=card.swords,
            fortifications=card.fortifications,
        )
        for card in printed
    ]


def card_phrase(item: e.Item, v: Voice) -> str:
    """`Tywin Lannister (3, 2 swords)`."""
    card = v.edition.cards.get(item.name)
    parts = [str(item.value), *(icons(card.swords, card.fortifications, v) if card is not None else ())]
    return f"{v.card(item.name)} ({', '.join(parts)})"


def sum_phrase(items: Iterable[e.Item], fighter: str, v: Voice) -> str:
    """All items of a sum, joined by commas."""
    return ", ".join(item_phrase(item, fighter, v) for item in items)


def _swords_and_losses(event: e.BattleWon, v: Voice) -> str:
    """Return a sentence on the winner's swords and the units the loser must lose."""
    if not event.swords:
        return v.say("No swords on the winner's card: no casualties.")
    values = {
        "swords": v.say_n("{n} sword", "{n} swords", event.swords),
        "fortifications": v.say_n("{n} fortification", "{n} fortifications", event.fortifications),
        "loser": v.house(event.loser),
        "units": v.say_n("{n} unit", "{n} units", event.losses),
    }
    if not event.fortifications:
        return v.say("{swords} and no fortification: {loser} must lose {units}.", **values)
    if not event.losses:
        return v.say("{swords} against {fortifications}: no casualties.", **values)
    return v.say("{swords} against {fortifications}: {loser} must lose {units}.", **values)


def loss_sentence(first: e.UnitDestroyed, units: str, v: Voice) -> str:
    """Return a sentence on units lost in one place for one reason.
    `first` is the event of any one of them; `units` says which units."""
    routed = first.because == "no-retreat" and first.routed
    template = (
        N_("{house} loses {unit} in {area}: routed units cannot retreat again.")
        if routed
        else LOST.get(first.because, N_("{house} loses {unit} in {area} ({reason})."))
    )
    values = {"house": v.house(first.house), "unit": units, "area": v.area(first.area)}
    return v.say(template, reason=v.reason(first.because), **values)


def _lost_units(group: list[e.UnitDestroyed], v: Voice) -> str:
    kinds = [event.unit for event in group]
    if len(kinds) == 1:
        return v.a_unit(kinds[0])
    return v.units({kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})


def loss_sentences(events: Iterable[e.UnitDestroyed], v: Voice) -> list[str]:
    """Describe losses by house and place; by house for supply or wildlings."""
    houses: dict[tuple[str, str], dict[tuple[str, bool], list[e.UnitDestroyed]]] = {}
    for event in events:
        places = houses.setdefault((event.house, event.because), {})
        places.setdefault((event.area, event.routed), []).append(event)
    sentences = []
    for (house, because), places in houses.items():
        groups = places.values()
        if len(places) > 1 and because in LOST_IN_MANY_PLACES:
            lost = v.both(v.say("{unit} in {at}", unit=_lost_units(g, v), at=v.area(g[0].area)) for g in groups)
            sentences.append(v.say(LOST_IN_MANY_PLACES[because], house=v.house(house), units=lost))
        else:
            sentences += [loss_sentence(group[0], _lost_units(group, v), v) for group in groups]
    return sentences


def _sum(event: e.NeutralOvercome | e.NeutralHeld, v: Voice) -> str:
    return sum_phrase(event.items, event.house, v)


ROWS: Rows = {
    e.NeutralOvercome: fill(
        N_("{house} overcomes the neutral force of {value} in {area} with {strength}: {sum}."), sum=_sum
    ),
    e.NeutralHeld: fill(
        N_("The neutral force of {value} in {area} holds against {house}'s {strength}: {sum}."), sum=_sum
    ),
    e.SupportGiven: fill(
        {
            "because": N_("With {card}, {house}'s support from {area} ({figure}) changes: {side}."),
            "side=attacker": N_("{house} supports the attacker from {area} ({figure})."),
            "side=defender": N_("{house} supports the defender from {area} ({figure})."),
            "": N_("{house}'s Support order in {area} helps nobody."),
        },
        side=lambda event, v: v.say(HELPED[event.side]),
    ),
    e.CardsRevealed: fill(
        {
            "cards": N_("House cards are revealed. {cards}."),
            "": N_("Nobody has a House card to play."),
        },
        cards=lambda event, v: v.both(f"{v.house(h)}: {v.card(card)}" for h, card in event.cards.items()),
    ),
    e.BattleWon: fill(
        {
            "by=destroyed": N_("{loser} has no unit left: {winner} wins at once."),
            "by=tie": Sentence(
                N_("{high} to {low}, a tie: {winner} is higher on the Fiefdoms track and wins."),
                {"": _swords_and_losses},
            ),
            "": Sentence(N_("{winner} wins {high} to {low}."), {"": _swords_and_losses}),
        },
        high=lambda event, v: max(event.attacker, event.defender),
        low=lambda event, v: min(event.attacker, event.defender),
        winner="winner:house",
        loser="loser:house",
    ),
    e.UnitDestroyed: lambda event, v: loss_sentence(event, v.a_unit(event.unit), v),
}
