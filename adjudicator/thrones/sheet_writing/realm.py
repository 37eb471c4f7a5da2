"""What tactics cards, alliances and leaders ask, written ahead."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.thrones.rules.storm import activation, executions, hostages
from adjudicator.thrones.rules.storm.alliances import own_ground
from adjudicator.thrones.rules.storm.tactics import DECLINE, TACTICS, to_choose
from adjudicator.thrones.sheet_writing.loans import placed
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheet_writing.wishes import (
    MOST_NAMED,
    NOTHING,
    Rules,
    by_power,
    if_it_turns,
    liked,
    ordered,
    ranked,
    seen,
)
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.effects.storm_alliances import AHEAD, BEHIND
from adjudicator.thrones.sheets.effects.table import EFFECTS
from adjudicator.thrones.sheets.sheet import ChoiceRule
from adjudicator.thrones.state.components import AllianceCard

# The Power from which on a Support order is had back for some.
SPARE = 4


def write_realm(desk: Desk) -> dict[str, Rules]:
    """Whatever tactics cards, alliances and leaders may ask the house in a call; nothing in games without them."""
    return {**_of_tactics(desk), **_of_alliances(desk), **_of_leaders(desk)}


def liked_tactic(desk: Desk) -> str:
    """The tactics card that would be chosen now; empty if none can be."""
    found = ranked(desk, TACTICS, to_choose(desk.board, desk.house))
    return found[TACTICS][0].pick[0] if found else ""


def _of_tactics(desk: Desk) -> dict[str, Rules]:
    """The tactics card that would be chosen, and what the cards ask."""
    tactics = desk.board.tactics
    if tactics is None:
        return {}
    found = ranked(desk, TACTICS, to_choose(desk.board, desk.house))
    for name in dict.fromkeys((*tactics.decks.get(desk.house, ()), *tactics.open.get(desk.house, ()))):
        card = desk.edition.tactics[name]
        effect = EFFECTS.get(card.effect)
        if effect is None or not effect.ahead:
            continue
        offers = effect.offers(desk.board, desk.edition, desk.house, card)
        if effect.ahead == "always":
            found[name] = (ChoiceRule(pick=offers.get("", ())[:1]),)
        elif effect.ahead == "by-deck":
            found[name] = _by_deck(desk, name, offers)
        else:
            found |= ranked(desk, name, offers.get("", ()))
    return found


def _by_deck(desk: Desk, name: str, offers: Mapping[str, tuple[str, ...]]) -> Rules:
    """Of the decks the one with the best card open, whatever lies there by then; a raided order is had back where
    Power is not short."""
    edition, realm = desk.edition, desk.board.realm
    decks = [choice for choice in offers.get("", ()) if choice in edition.alliance_decks]
    if realm is None or not decks:
        return ()
    held = {card for cards in realm.alliances.values() for card in cards}
    values: list[tuple[float, int, ChoiceRule]] = []
    for place, deck in enumerate(decks):
        for card in dict.fromkeys(edition.alliance_decks[deck]):
            if card not in held:
                board = msgspec.structs.replace(desk.board, realm=msgspec.structs.replace(realm, tops={deck: card}))
                value = liked(desk, seen(desk, board), name, (deck,))[deck]
                values.append((-value, -place, ChoiceRule(when=c.AllianceOpen(card), pick=(deck,))))
    values.sort(key=lambda entry: entry[:2])
    back = ChoiceRule(when=c.Compare(c.Holding("power"), ">=", c.Number(SPARE)), pick=("pay",))
    closed = ordered(liked(desk, desk.sight, name, tuple(decks)))
    replaced = (back,) if "replace" in offers else ()
    return (*replaced, *(rule for _, _, rule in values), closed, NOTHING)


def _of_leaders(desk: Desk) -> dict[str, Rules]:
    """Whom to turn in the place of an order, if his march is worth more now; whom to take, and whom to execute."""
    found: dict[str, Rules] = {}
    for name in (activation.ASKING, hostages.ASKING, executions.CARD):
        choices = EFFECTS[name].offers(desk.board, desk.edition, desk.house, None).get("", ())
        found |= ranked(desk, name, choices) if desk.board.leaders else {}
    return found


def _of_alliances(desk: Desk) -> dict[str, Rules]:
    """What alliance cards ask that may come by then, and those of the house in battle."""
    realm, found = desk.board.realm, dict[str, Rules]()
    others = {card for house, held in realm.alliances.items() if house != desk.house for card in held} if realm else ()
    for name in (card for card in desk.edition.alliances if card not in others) if realm is not None else ():
        card = desk.edition.alliances[name]
        effect = EFFECTS.get(card.effect)
        if effect is None or not effect.ahead:
            continue
        choices = effect.offers(desk.board, desk.edition, desk.house, card).get("", ())
        if effect.ahead == "if-it-turns":
            found[name] = if_it_turns(choices[:1], BEHIND, AHEAD)
        elif effect.ahead == "if-near":
            found |= {name: if_it_turns(_strongest(desk, choices), BEHIND, AHEAD)}
        elif effect.ahead == "by-power":
            found |= by_power(desk, name, choices)
        elif effect.ahead == "by-need":
            found |= _by_need(desk, card, choices)
        else:
            found |= ranked(desk, name, choices)
    return found


def _strongest(desk: Desk, choices: tuple[str, ...]) -> tuple[str, ...]:
    """Where enemies stand, the strongest first."""
    strength = desk.sight.strength
    areas = [area for area in choices if area != DECLINE and strength(area) > 1]
    areas = [area for area in areas if desk.board.forces[area].house != desk.house]
    return tuple(sorted(areas, key=lambda area: -strength(area))[:MOST_NAMED])


def _by_need(desk: Desk, card: AllianceCard, choices: tuple[str, ...]) -> dict[str, Rules]:
    """Where the units of an army would be placed now; then where most units of the house stand."""
    own = own_ground(desk.board, desk.edition, desk.house)
    first = placed(desk, card.id, dict(card.values["units"]), own) if own else []
    liked_most = [area for (rule,) in ranked(desk, card.id, choices).values() for area in rule.pick]
    areas = tuple(dict.fromkeys((*first, *liked_most)))[:MOST_NAMED]
    return {card.id: (ChoiceRule(pick=areas),)} if areas else {}
