"""What cards leave to choose, written ahead: by the card or the badge that asks, or by what it asks about."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.thrones.rules.targaryen.offers import plot_offers
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheet_writing.realm import write_realm
from adjudicator.thrones.sheet_writing.wishes import DECLINE, MOST_NAMED, Rules, best, by_power, if_it_turns, ranked
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.effects.effect import Ahead, Effect
from adjudicator.thrones.sheets.effects.house_cards import FIEFDOMS
from adjudicator.thrones.sheets.effects.table import EFFECTS
from adjudicator.thrones.sheets.sheet import ChoiceRule
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.steward import feud
from adjudicator.thrones.steward.outlook import Outlook

# Places on tracks for which a rule is written.
MOST_PLACES = 9
PORTS = ("3", "2", "1", "0")


def write_choices(desk: Desk) -> dict[str, Rules]:
    """Whatever may be asked of the house in a call, as far as it can be said ahead."""
    found: dict[str, Rules] = {"port": (ChoiceRule(pick=PORTS),)}
    ports = [area.id for area in desk.edition.areas.values() if area.kind == "port"]
    if ports:
        found["consolidate-power"] = (ChoiceRule(pick=tuple(ports)),)
    found |= _of_westeros(desk)
    found |= _of_wildlings(desk)
    found |= _of_cards(desk)
    found |= write_realm(desk)
    if desk.house in desk.board.points:
        weakest = tuple(feud.ranked(desk.sight, [house for house in desk.board.houses if house != desk.house])[:2])
        found |= {track: (ChoiceRule(pick=weakest),) for track in desk.edition.tracks}
    return found


def _of_westeros(desk: Desk) -> dict[str, Rules]:
    """Westeros cards: of those that the house would choose for, what it would choose now; loyalty by liking."""
    found: dict[str, Rules] = {}
    for card in desk.edition.westeros.values():
        if card.options and card.chooser and desk.board.holders.get(card.chooser) == desk.house:
            found |= best(desk, card.id, [option.id for option in card.options])
        elif card.effect and desk.board.points:
            found |= _of_loyalty(desk, card.id)
    return found


def _of_loyalty(desk: Desk, card: str) -> dict[str, Rules]:
    """Where tokens go, and from where: areas and houses in the order of liking, and what is not done at its place."""
    areas = [area for area in desk.edition.areas if desk.edition.areas[area].kind == "land"]
    effect, mine = desk.edition.westeros[card].effect, desk.house in desk.board.points
    if not plot_offers(desk.board, desk.edition, desk.house, desk.edition.westeros[card]):
        return {}
    if effect == "two-by-another" and not mine:
        return ranked(desk, card, areas)
    if effect in ("token-to-homes", "two-by-another"):
        return ranked(desk, card, [*(h for h in desk.board.houses if h != desk.house), "decline"])
    if effect == "everybody-moves":
        moved = {area: desk.edition.areas[area].land for area in desk.board.loyalty}
        found = ranked(desk, card, [area for area, near in moved.items() if near])
        for area, near in moved.items():
            found |= ranked(desk, card, near, area)
        return found
    if effect in ("token-to-one-of", "two-by-rivers"):
        return ranked(desk, card, [*areas, "decline"])
    return {}


def _of_wildlings(desk: Desk) -> dict[str, Rules]:
    """Wildling cards: the track on which there is least to lose, places before units, areas by their worth; one that
    was looked at stays on top if it does no harm."""
    found: dict[str, Rules] = {}
    outlook = Outlook(desk.sight)
    own = sorted(desk.sight.own(), key=lambda area: -outlook.worth(area))
    for card in desk.edition.wildling_cards.values():
        if card.effect == "down-the-tracks":
            if desk.house not in desk.board.points:
                found |= ranked(desk, card.id, desk.edition.tracks)
        elif card.effect == "units-or-places":
            found[card.id] = (ChoiceRule(pick=("places", "units")),)
        elif own:
            found[card.id] = (ChoiceRule(pick=tuple(own[:MOST_NAMED])),)
        if desk.board.holders.get("messenger-raven") == desk.house:
            bottom = best(desk, "messenger-raven", ["bottom", "top"], card.id)[card.id][0]
            found[card.id] = (*found.get(card.id, ()), bottom)
    return found


def _of_cards(desk: Desk) -> dict[str, Rules]:
    """House cards, those in hand and those that may come back."""
    found: dict[str, Rules] = {}
    board, edition = desk.board, desk.edition
    for card in (*board.hands.get(desk.house, ()), *board.discards.get(desk.house, ())):
        effect = EFFECTS.get(edition.cards[card].effect)
        if effect is not None and effect.ahead:
            found[card] = _AHEAD[effect.ahead](desk, edition.cards[card], _offered(desk, edition.cards[card], effect))
    return found


def _offered(desk: Desk, card: HouseCard, effect: Effect) -> tuple[str, ...]:
    """What a card may offer, without `decline`."""
    offers = effect.offers(desk.board, desk.edition, desk.house, card)
    return tuple(choice for choices in offers.values() for choice in choices if choice != "decline")


def _to_the_end(desk: Desk, card: HouseCard, choices: tuple[str, ...]) -> Rules:
    """The track on which the opponent falls farthest; the one that decides ties in battle counts for more."""
    tracks, last = desk.board.tracks, len(desk.board.houses)
    falls = [
        ((last - place) * (FIEFDOMS if track == "fiefdoms" else 1.0), track, place)
        for track in tracks
        for place in range(1, last)
    ]
    return tuple(
        ChoiceRule(when=c.Compare(c.Place(track, "opponent"), "=", c.Number(place)), pick=(track,))
        for _, track, place in sorted(falls, reverse=True)[:MOST_PLACES]
    )


_AHEAD: dict[Ahead, Callable[[Desk, HouseCard, tuple[str, ...]], Rules]] = {
    "if-it-turns": lambda desk, card, choices: if_it_turns(choices[:1]),
    "always": lambda desk, card, choices: (ChoiceRule(pick=choices[:1]),),
    "by-liking": lambda desk, card, choices: ranked(desk, card.id, choices)[card.id],
    "by-power": lambda desk, card, choices: by_power(desk, card.id, (*choices, DECLINE))[card.id],
    "by-places": _to_the_end,
}
