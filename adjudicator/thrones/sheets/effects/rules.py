"""Effects of rules, badges, Westeros cards, wildling cards, and loans."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.rules.control import BARREL, CROWN
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.westeros import steps_ahead
from adjudicator.thrones.sheets.effects.effect import Effect, lead, listed, words
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import WildlingCard
from adjudicator.thrones.state.edition import TIDES, Edition
from adjudicator.thrones.steward.battle import crowded
from adjudicator.thrones.steward.bids import ENOUGH, ease
from adjudicator.thrones.steward.outlook import ranked
from adjudicator.thrones.steward.sight import Sight


def _bury(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A harmless card stays on top, any other goes under the deck."""
    card = sight.edition.wildling_cards.get(decision.subject)
    harmless = card is not None and card.effect in ("nothing", "lose-power")
    return float((choice == "top") == harmless)


def _tide(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Another tide for the blade only in place of an empty one, when behind."""
    battle, tide = sight.board.battle, sight.edition.tide_cards.get(decision.subject)
    if choice == "keep" or battle is None or tide is None or tide.strength:
        return 0.5
    return 1.0 if -3 <= lead(sight) < -1 else 0.0


def _power(board: Board, edition: Edition, house: str) -> list[str]:
    """Which of several orders that bring Power comes first: areas with units or an order of the house, in turn."""
    areas = [area for area, force in board.forces.items() if force.house == house]
    areas += [area for area, placed in board.orders.items() if placed.house == house and area not in areas]
    if "collect" not in edition.steps or len(areas) < 2:
        return []
    return sorted(areas, key=edition.area_order.__getitem__, reverse=True)


def _blades(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Mustering while there is room, supply when there is none and barrels have been won."""
    if choice == "mustering":
        return 1.5 if not crowded(sight) else 0.3
    return 1.0 if choice == "supply" and sight.hunger < 0.6 else 0.0


def _wings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power from crowns, unless the house is rich and badly placed."""
    places = sum(houses.index(sight.house) for houses in sight.board.tracks.values())
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    if choice == "clash-of-kings":
        return 0.4 * places if sight.board.power[sight.house] > max(others, default=0) else -1.0
    return 1.0 if choice == "game-of-thrones" else 0.0


def _king(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """To the top where the house stands low; down where it has least to lose."""
    place = sight.board.tracks[choice].index(sight.house)
    return float(place)


def _raid(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    if decision.subject:
        return -float(ranked(sight, [decision.subject, sight.house]).index(decision.subject))
    return 1.0 if choice == "places" else 0.0


def _lost_or_judged(board: Board, edition: Edition, house: str, card: WildlingCard) -> Mapping[str, tuple[str, ...]]:
    """Whoever may hold the Iron Throne then decides between equal tracks of another house, too."""
    judges = board.holders["iron-throne"] == house or "clash-of-kings" in steps_ahead(board, edition)
    return {"lost": ("units", "places"), "tie": edition.tracks if judges else ()}


_HAND = listed(lambda board, edition, house: board.hands.get(house, ()), "lost")


def _mine(sight: Sight) -> bool:
    return sight.house in sight.board.points


def _areas(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Tokens where they are easily taken; others lay them where they are not."""
    if choice == "decline":
        return ENOUGH
    return ease(sight, choice) if _mine(sight) else -ease(sight, choice)


def _flesh(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A dragon back home if possible, never one given up."""
    if choice.isdecimal():
        return float(choice)
    return {"return-dragon": 2.0, "decline": 1.0}.get(choice, 0.0)


def _hold(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """An area where one unit stops nobody; the unit of the house least to be feared; it sends its strongest."""
    units, houses = sight.edition.units, sight.board.houses
    if choice in units:
        return float(units[choice].strength)
    if choice in houses:
        return -float(ranked(sight, [house for house in decision.choices if house in houses]).index(choice))
    return ENOUGH + 1.0 if choice == "decline" else ease(sight, choice)


def _two(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Named is who is least to be feared; he lays the tokens where they are hard to take."""
    if choice in sight.edition.areas:
        return -ease(sight, choice)
    if choice == "decline":
        return 0.0 if sight.board.power[sight.house] > 2 else 100.0
    return 50.0 - ranked(sight, [house for house in decision.choices if house != "decline"]).index(choice)


def _moved(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The move that makes a token easiest to take, or hardest for who fears it."""
    sign = 1.0 if _mine(sight) else -1.0
    if decision.subject:
        return sign * ease(sight, choice)
    lands = [ease(sight, to) for to in sight.edition.areas[choice].land]
    best = max(lands, key=lambda value: sign * value)
    return sign * (best - ease(sight, choice))


EFFECTS = (
    Effect(
        name="messenger-raven",
        moment="raven",
        badge="messenger-raven",
        liking=_bury,
        offers=listed(lambda board, edition, house: ("bottom", "top") if edition.ravens_look else ()),
    ),
    Effect(
        name="support",
        moment="support",
        offers=listed(lambda board, edition, house: ("refuse", "accept") if edition.variant.support_refusable else ()),
    ),
    Effect(
        name="valyrian-blade",
        moment="blade",
        badge="valyrian-blade",
        liking=_tide,
        offers=listed(
            lambda board, edition, house: ("redraw", "keep") if edition.tide_cards and TIDES in board.modules else ()
        ),
    ),
    Effect(
        name="port",
        moment="port",
        liking=lambda sight, decision, choice: float(choice),
        offers=listed(
            lambda board, edition, house: map(str, range(edition.port_limit, -1, -1)) if edition.port_limit else ()
        ),
    ),
    # A port may be closed before its turn comes.
    Effect(
        name="consolidate-power",
        names=("area",),
        moment="power",
        liking=lambda sight, decision, choice: float(sight.edition.areas[choice].kind == "port"),
        offers=listed(_power),
    ),
    Effect(name="a-throne-of-blades", liking=_blades),
    Effect(name="dark-wings-dark-words", liking=_wings),
    Effect(
        name="put-to-the-sword",
        liking=lambda sight, decision, choice: {"march+1": 0.2, "defense": 0.1}.get(choice, 0.0),
    ),
    Effect(
        name="down-the-tracks",
        names=("track",),
        liking=_king,
        offers=lambda board, edition, house, card: {"lost": tuple(card.values["others"])},
    ),
    Effect(name="units-or-places", names=("track", "area"), liking=_raid, offers=_lost_or_judged),
    Effect(name="lose-cards", names=("card",), offers=_HAND),
    Effect(name="lose-cards-by-chance", names=("card",), offers=_HAND),
    Effect(name="top-of-a-track", names=("track",), offers=listed(lambda board, edition, house: edition.tracks, "won")),
    Effect(
        name="muster",
        names=("area",),
        offers=listed(lambda board, edition, house: (*mustering_places(board, edition, house), "decline"), "won"),
    ),
    Effect(
        name="token-to-homes",
        names=("house",),
        liking=lambda sight, decision, choice: (
            ENOUGH if choice == "decline" else ease(sight, sight.edition.houses[choice].home)
        ),
    ),
    Effect(name="token-to-one-of", names=("area",), liking=_areas),
    Effect(name="give-up-or-return", liking=_flesh),
    Effect(name="token-and-unit", names=("area", "house", "unit"), liking=_hold),
    Effect(name="two-by-another", names=("house", "area"), liking=_two),
    Effect(name="two-by-rivers", names=("area",), liking=_areas),
    Effect(name="everybody-moves", names=("area",), liking=_moved),
    Effect(
        name="pyromancer",
        liking=lambda sight, decision, choice: float((choice == "barrel") == (sight.hunger > 0)),
    ),
    Effect(name="burn-castle", offers=words(CROWN, BARREL)),
    # `order`: which of two cards of a deck lies first.
    Effect(
        name="look-at-deck",
        offers=lambda board, edition, house, card: {
            "deck": edition.westeros_decks,
            "card": ("bottom", "top"),
            "order": tuple(edition.westeros),
        },
    ),
)
