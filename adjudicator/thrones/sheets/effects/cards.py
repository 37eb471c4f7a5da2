"""Choices of effects: House, Westeros and wildling cards, rules, badges, loans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from adjudicator.engine import FrozenStruct
from adjudicator.thrones.bot.battle import Liking, is_army_limit_reached, score_area_or_card
from adjudicator.thrones.bot.bids import ENOUGH, ease
from adjudicator.thrones.bot.outlook import Outlook, sort_by_menace
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.rules.control import BARREL, CROWN
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.round import steps_ahead
from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.state import TIDES, Board, Edition, Position, WildlingCard, decisions as d

_InBattle = Literal["card", "support", "blade", "alliances", "leaders"]
Moment = Literal["westeros", "raven", "wildlings", "port", "power", "loan", "tactics", _InBattle]
# By occasion, what may be offered to a house by a card (None: by a rule); empty if it is not asked.
Choices = Mapping[str, tuple[str, ...]]
Offers = Callable[[Board, Edition, str, Any], Choices]


def no_offers(board: Board, edition: Edition, house: str, card: Any) -> Choices:
    """Return no offers: another table says what is offered here."""
    return {}


def words(*choices: str) -> Offers:
    """Always these."""
    return lambda board, edition, house, card: {"": choices}


def list_offers(of: Callable[[Board, Edition, str], Iterable[str]], occasion: str = "") -> Offers:
    """Return offers that list what `of` returns; an empty offer is never asked.
    `occasion`: the name of the occasion in the offers, empty for the usual one."""

    def offered(board: Board, edition: Edition, house: str, card: Any) -> Choices:
        choices = tuple(of(board, edition, house))
        return {occasion: choices} if choices else {}

    return offered


# Any area, or none.
ANYWHERE = list_offers(lambda board, edition, house: (*edition.areas, "decline"))


def lead(sight: Sight, house: str = "") -> int:
    """Return a house's lead in the battle it fights, before House cards."""
    battle, house = sight.board.battle, house or sight.house
    assert battle is not None, "asked of who fights"
    mine = total(strength_items(sight.board, sight.edition, battle, house))
    return mine - total(strength_items(sight.board, sight.edition, battle, battle.opponent(house)))


class Effect(FrozenStruct):
    """An effect of cards, a badge or a rule, by `name` or `because` in the data.

    `liking` is the bot's; `offers` serve forms and guides. What a rule asks has its `moment`; only the holder of
    `badge` is asked, if it names one. Without a wish the last choice is taken, or the track that changes least.
    `at_once`: the houses asked together. `names`: the sorts of names that are choices besides plain words; none: any.
    """

    name: str
    names: tuple[str, ...] = ()
    liking: Liking = score_area_or_card
    offers: Offers = no_offers
    moment: Moment | None = None
    badge: str = ""
    at_once: Callable[[Position], list[str]] | None = None


# In battle a place on the Fiefdoms track counts for so much more.
FIEFDOMS = 1.5


def _send_back(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Only a strong card, or one that turns the battle."""
    battle = sight.board.battle
    card = sight.edition.cards.get(decision.subject)
    if choice == "decline" or battle is None or card is None:
        return 0.5
    return 1.0 if -card.strength <= lead(sight) <= 0 else 0.3 * card.strength - 0.6


def _another(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the battle would be lost and a card in hand wins it."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    best = max((sight.edition.cards[card].strength for card in sight.board.hands[sight.house]), default=0)
    return 1.0 if -best < lead(sight) <= 0 else 0.0


def _doran(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Prefer the track where the opponent loses most; in battle Fiefdoms count double."""
    battle = sight.board.battle
    if battle is None or choice not in sight.board.tracks:
        return 0.0
    places = sight.board.tracks[choice]
    fall = len(places) - 1 - places.index(battle.opponent(sight.house))
    return fall * (FIEFDOMS if choice == "fiefdoms" else 1.0)


def _score_added_card(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Score an extra card: the weakest that turns the battle; else decline.
    Decline if no card turns it or none need."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    strength = sight.edition.cards[choice].strength
    return 1.0 - 0.05 * strength if -strength < lead(sight) <= 0 else 0.0


# What is paid at most for a battle, and from where on the wildlings are strong.
MAX_PAID, STRONG = 4, 6


def _lent(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Prefer the least strength, of a card or Power, that turns the battle, or none."""
    battle = sight.board.battle
    if choice in ("decline", "0") or battle is None:
        return 0.5
    foe = battle.opponent(sight.house)
    strength = int(choice) if choice.isdecimal() else sight.edition.cards[choice].strength
    needed = -lead(sight) + (0 if sight.ahead(sight.house, foe) else 1)
    return 1.0 - 0.02 * strength if 0 < needed <= strength and needed <= MAX_PAID else 0.0


def _wildlings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Down when they are strong and the house is poor, up when it could outbid others."""
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    rich = sight.board.power[sight.house] > max(others, default=0)
    return {"up": float(rich), "down": float(not rich and sight.board.wildlings >= STRONG)}.get(choice, 0.5)


def _purse(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Where the opponent loses more than it costs."""
    battle = sight.board.battle
    foe = battle.opponent(sight.house) if battle is not None else ""
    return 1.0 if choice == "pay" and sight.board.power.get(foe, 0) > 2 else 0.5 if choice == "decline" else 0.0


def _up(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The track on which the house stands lowest."""
    return float(sight.board.tracks[choice].index(sight.house)) if choice in sight.board.tracks else 0.0


def _all_cards(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    hands = edition.hands(board.modules)
    return (*(card_id for house in board.houses for card_id in hands[house]), "decline")


def _bribe(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the opponent's card, and nothing else, wins the battle."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    # Who pays fights himself, or commands who does.
    house = battle.attacker if battle.attacker in sight.board.family(sight.house) else battle.defender
    needed = 0 if sight.ahead(house, battle.opponent(house)) else 1
    card = sight.edition.cards[decision.because].strength
    return 1.0 if lead(sight, house) < needed <= lead(sight, house) + card else 0.0


def _lands(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    lands = (area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
    return (*lands, "decline") if house in board.vassals else ()


OF_HOUSE_CARDS = (
    Effect("send-back", liking=_send_back, offers=words("send-back", "decline")),
    Effect("play-another", liking=_another, offers=words("play-another", "decline")),
    Effect(
        "to-the-end-of-a-track",
        names=("track",),
        liking=_doran,
        offers=list_offers(lambda board, edition, house: edition.tracks),
    ),
    Effect(
        "choose-retreat",
        names=("area",),
        liking=lambda sight, decision, choice: 0.0 if choice == "decline" else -Outlook(sight).area_value(choice),
        offers=ANYWHERE,
    ),
    Effect(
        "add-card",
        names=("card",),
        liking=_score_added_card,
        offers=lambda board, edition, house, card: {
            "": (*(c for c in edition.hands(board.modules)[card.house] if c != card.id), "decline")
        },
    ),
    Effect("remove-cards", names=("card",), offers=words("remove", "decline")),
    Effect("return-if-defended", offers=words("take-back", "decline")),
    Effect(
        "fetch-card",
        liking=lambda sight, decision, choice: float(choice == "take-back"),
        offers=words("take-back", "decline"),
    ),
    Effect("copy-card", names=("card",), liking=_lent, offers=list_offers(_all_cards)),
    Effect(
        "buy-strength",
        liking=_lent,
        offers=list_offers(lambda board, edition, house: map(str, range(edition.power_tokens, -1, -1))),
    ),
    Effect("kill-anywhere", names=("area",), offers=ANYWHERE),
    Effect("move-wildlings", liking=_wildlings, offers=words("up", "down", "decline")),
    Effect(
        "search-deck",
        names=("deck", "westeros"),
        # Mustering while there is room, else supply.
        liking=lambda sight, decision, choice: {
            "I": 1.0,
            "mustering": 3.0 if not is_army_limit_reached(sight) else 1.0,
            "supply": 2.0,
        }.get(choice, 0.0),
        offers=lambda board, edition, house, card: {
            "deck": (*edition.westeros_decks, "decline"),
            "card": tuple(edition.westeros),
        },
    ),
    Effect(
        "up-a-track",
        names=("track",),
        liking=_up,
        offers=list_offers(lambda board, edition, house: (*edition.tracks, "decline")),
    ),
    Effect("empty-the-purse", liking=_purse, offers=words("pay", "decline")),
    Effect("muster-beaten", names=("area",), offers=list_offers(_lands)),
    Effect(
        "bought-off",
        liking=_bribe,
        offers=list_offers(lambda board, edition, house: () if house in board.vassals else ("pay", "decline")),
    ),
)


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
    """Order areas whose orders bring Power: with units or an order, in turn."""
    areas = board.areas_of(house)
    areas += [area for area, placed in board.orders.items() if placed.house == house and area not in areas]
    if "collect" not in edition.steps or len(areas) < 2:
        return []
    return sorted(areas, key=edition.area_order.__getitem__, reverse=True)


def _blades(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Prefer mustering while there is room, else supply if barrels were won."""
    if choice == "mustering":
        return 1.5 if not is_army_limit_reached(sight) else 0.3
    return 1.0 if choice == "supply" and sight.hunger < 0.6 else 0.0


def _wings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power from crowns, unless the house is rich and badly placed."""
    places = sum(houses.index(sight.house) for houses in sight.board.tracks.values())
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    if choice == "clash-of-kings":
        return 0.4 * places if sight.board.power[sight.house] > max(others, default=0) else -1.0
    return 1.0 if choice == "game-of-thrones" else 0.0


def _lost_or_judged(board: Board, edition: Edition, house: str, card: WildlingCard) -> Choices:
    """The Iron Throne's possible holder also decides another house's equal tracks."""
    judges = board.holders["iron-throne"] == house or "clash-of-kings" in steps_ahead(board, edition)
    return {"lost": ("units", "places"), "tie": edition.tracks if judges else ()}


_HAND = list_offers(lambda board, edition, house: board.hands.get(house, ()), "lost")


def _has_loyalty_points(sight: Sight) -> bool:
    return sight.house in sight.board.points


def _areas(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Tokens where they are easily taken; others lay them where they are not."""
    if choice == "decline":
        return ENOUGH
    return ease(sight, choice) if _has_loyalty_points(sight) else -ease(sight, choice)


def _hold(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Prefer areas where one unit stops nobody, and the least feared house's unit."""
    units, houses = sight.edition.units, sight.board.houses
    if choice in units:
        return float(units[choice].strength)
    if choice in houses:
        return -float(sort_by_menace(sight, [house for house in decision.choices if house in houses]).index(choice))
    return ENOUGH + 1.0 if choice == "decline" else ease(sight, choice)


def _two(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Name the house least feared; it lays the tokens where they are hard to take."""
    if choice in sight.edition.areas:
        return -ease(sight, choice)
    if choice == "decline":
        return 0.0 if sight.board.power[sight.house] > 2 else 100.0
    return 50.0 - sort_by_menace(sight, [house for house in decision.choices if house != "decline"]).index(choice)


def _score_token_move(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Score a move of a loyalty token by how easy it makes it to take.
    Whoever scores loyalty points wants that easy, all others hard."""
    sign = 1.0 if _has_loyalty_points(sight) else -1.0
    if decision.subject:
        return sign * ease(sight, choice)
    lands = [ease(sight, to) for to in sight.edition.areas[choice].land]
    best = max(lands, key=lambda value: sign * value)
    return sign * (best - ease(sight, choice))


OF_RULES = (
    Effect(
        "messenger-raven",
        moment="raven",
        badge="messenger-raven",
        liking=_bury,
        offers=list_offers(lambda board, edition, house: ("bottom", "top") if edition.ravens_look else ()),
    ),
    Effect(
        "support",
        moment="support",
        offers=list_offers(
            lambda board, edition, house: ("refuse", "accept") if edition.variant.support_refusable else ()
        ),
    ),
    Effect(
        "valyrian-blade",
        moment="blade",
        badge="valyrian-blade",
        liking=_tide,
        offers=list_offers(
            lambda board, edition, house: ("redraw", "keep") if edition.tide_cards and TIDES in board.modules else ()
        ),
    ),
    Effect(
        "port",
        moment="port",
        liking=lambda sight, decision, choice: float(choice),
        offers=list_offers(
            lambda board, edition, house: map(str, range(edition.port_limit, -1, -1)) if edition.port_limit else ()
        ),
    ),
    # A port may be closed before its turn comes.
    Effect(
        "consolidate-power",
        names=("area",),
        moment="power",
        liking=lambda sight, decision, choice: float(sight.edition.areas[choice].kind == "port"),
        offers=list_offers(_power),
    ),
    Effect("a-throne-of-blades", liking=_blades),
    Effect("dark-wings-dark-words", liking=_wings),
    Effect(
        "put-to-the-sword",
        liking=lambda sight, decision, choice: {"march+1": 0.2, "defense": 0.1}.get(choice, 0.0),
    ),
    Effect(
        "down-the-tracks",
        names=("track",),
        # Down where it has least to lose.
        liking=_up,
        offers=lambda board, edition, house, card: {"lost": tuple(card.values["others"])},
    ),
    Effect(
        "units-or-places",
        names=("track", "area"),
        liking=lambda sight, decision, choice: (
            -float(sort_by_menace(sight, [decision.subject, sight.house]).index(decision.subject))
            if decision.subject
            else float(choice == "places")
        ),
        offers=_lost_or_judged,
    ),
    Effect("lose-cards", names=("card",), offers=_HAND),
    Effect("lose-cards-by-chance", names=("card",), offers=_HAND),
    Effect("top-of-a-track", names=("track",), offers=list_offers(lambda board, edition, house: edition.tracks, "won")),
    Effect(
        "muster",
        names=("area",),
        offers=list_offers(lambda board, edition, house: (*mustering_places(board, edition, house), "decline"), "won"),
    ),
    Effect(
        "token-to-homes",
        names=("house",),
        liking=lambda sight, decision, choice: (
            ENOUGH if choice == "decline" else ease(sight, sight.edition.houses[choice].home)
        ),
    ),
    Effect("token-to-one-of", names=("area",), liking=_areas),
    Effect(
        "give-up-or-return",
        # A dragon back home if possible, never one given up.
        liking=lambda sight, decision, choice: (
            float(choice) if choice.isdecimal() else {"return-dragon": 2.0, "decline": 1.0}.get(choice, 0.0)
        ),
    ),
    Effect("token-and-unit", names=("area", "house", "unit"), liking=_hold),
    Effect("two-by-another", names=("house", "area"), liking=_two),
    Effect("two-by-rivers", names=("area",), liking=_areas),
    Effect("everybody-moves", names=("area",), liking=_score_token_move),
    Effect(
        "pyromancer",
        liking=lambda sight, decision, choice: float((choice == "barrel") == (sight.hunger > 0)),
    ),
    Effect("burn-castle", offers=words(CROWN, BARREL)),
    # `order`: which of two cards of a deck lies first.
    Effect(
        "look-at-deck",
        offers=lambda board, edition, house, card: {
            "deck": edition.westeros_decks,
            "card": ("bottom", "top"),
            "order": tuple(edition.westeros),
        },
    ),
)
