"""Effects of tactics, leaders, alliances and cards of A Storm of Swords."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from adjudicator.thrones.bot.campaign import ranked_plans
from adjudicator.thrones.bot.outlook import Outlook, inclination, menace, sort_by_menace
from adjudicator.thrones.bot.planning import Wishing, power_value
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.rules.storm import hostages, leaders
from adjudicator.thrones.rules.storm.alliances import PERMANENT, owned_alliances
from adjudicator.thrones.rules.storm.tactics import DECLINE, TACTICS, TAKE, choosable_cards, choosers, met
from adjudicator.thrones.rules.strength import support_strength
from adjudicator.thrones.sheets.effects.cards import Choices, Effect, Offers, lead, list_offers, words
from adjudicator.thrones.state import CLAIM_SPACES, Board, Edition, HouseCard, TacticsCard, decisions as d

PAY = "pay"
# Alliances pay for the longer the sooner they are made.
EARLY = 0.25
# What an attack on a city, a threatened city, claim and the rest are worth as reasons for a card.
ATTACK, THREAT, CLAIM, SECOND = 2.6, 6.0, 6.0, 0.4


def _planned_attacks(sight: Sight) -> set[str]:
    """Return the areas that the house would attack as things stand."""
    wishing = Wishing(sight, tuple(area for area in sight.own() if sight.board.forces[area].units))
    return {area for area in wishing.fights.values() if area is not None}


def _forge(sight: Sight, card: TacticsCard) -> float:
    left = sight.edition.rounds - sight.board.round
    affordable = sight.board.power[sight.house] >= int(card.values["cost"])
    return (1.2 + EARLY * left) if affordable else 0.0


def _control(sight: Sight, card: TacticsCard) -> float:
    planned = [area for area in _planned_attacks(sight) if sight.facts(area).settlement != "none"]
    return ATTACK if planned else 0.9


def _hold(sight: Sight, card: TacticsCard) -> float:
    outlook = Outlook(sight)
    mine = (area for area in sight.chart.settled if sight.owner[area] == sight.house)
    risk = max((outlook.loss(area, float(sight.strength(area))) for area in mine), default=0.0)
    return 0.8 + THREAT * max(0.0, risk - 0.1)


def _hostages(sight: Sight, card: TacticsCard) -> float:
    board = sight.board
    owners = [leader.house for leader in board.leaders.values() if leader.cell == sight.house]
    has_captive = any(leader.cell for leader in board.leaders.values() if leader.house == sight.house)
    return sum(0.9 * min(2, board.power[owner]) for owner in owners) + 1.2 * has_captive


def _objective(sight: Sight, card: TacticsCard) -> float:
    """Claim, if what it asks is done already, or planned."""
    if met(sight.board, sight.edition, sight.house, card):
        return CLAIM
    areas = {*card.values.get("areas", ()), card.values.get("area", "")}
    return 0.6 * CLAIM if areas & _planned_attacks(sight) else 0.1


REASONS = {
    "careful-planning": lambda sight, card: 1.0 + 0.5 * power_value(sight),
    "control-westeros": _control,
    "forge-alliances": _forge,
    "hold-territory": _hold,
    "manage-troops": lambda sight, card: 0.7,
    "secure-hostages": _hostages,
    "support-allies": lambda sight, card: 0.6,
    "objective": _objective,
}


def _tactic(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The card that suits what the house plans, fears, or has."""
    card = sight.edition.tactics.get(choice)
    return REASONS[card.effect](sight, card) if card is not None else 0.0


def _careful(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power, unless another card is worth more than what is given up for it."""
    if choice == TAKE:
        return 2 * power_value(sight)
    return _tactic(sight, decision, choice) - SECOND - 2 * power_value(sight) if choice != DECLINE else 0.0


def _deck(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The deck of which the house has most cards; with what is open on top."""
    if choice in (PAY, DECLINE):
        return _score_replacement(sight, decision, choice)
    mine = sum(card.deck == choice for card in owned_alliances(sight.board, sight.edition, sight.house))
    realm = sight.board.realm
    top = realm.tops.get(choice) if realm is not None else None
    return 1.0 + min(mine, PERMANENT) + (LIKED.get(sight.edition.alliances[top].effect, 1.0) if top else 0.8)


# What alliance cards are worth to anybody.
LIKED = {
    "army": 2.5,
    "leadership": 2.0,
    "political-support": 2.4,
    "plots": 1.6,
    "military-support": 1.5,
    "supplies": 1.3,
}


def _score_replacement(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Prefer a Support order back for Power, if the house can afford it.
    Strong units in the area are needed as well."""
    strong = sight.strength(decision.subject) > 2 if decision.subject in sight.board.forces else False
    return float((choice == PAY) == (strong and sight.board.power[sight.house] >= 4))


def _ally(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Help against the greater menace."""
    battle = sight.board.battle
    if choice in (PAY, DECLINE) or battle is None:
        return _score_replacement(sight, decision, choice) if choice == PAY else 0.5
    side = inclination(sight, sight.house, battle.area, battle.attacker, battle.defender)
    return float(battle.role(choice) == side)


def _score_secure_hostages(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Score Power, own leaders first, and tracks by how far the house rises."""
    board = sight.board
    if choice in board.tracks:
        places = board.tracks[choice]
        return float(places.index(sight.house) - places.index(decision.subject))
    if choice in board.leaders:
        return 2.0 if board.leaders[choice].house == sight.house else 1.0
    return 1.0 if choice == TAKE else 0.5


def _decks(board: Board, edition: Edition, house: str, card: TacticsCard) -> Choices:
    permanent = board.realm.permanent if board.realm is not None else {}
    decks = tuple(deck for deck in edition.alliance_decks if permanent.get(deck, house) == house)
    return {"": (*decks, DECLINE), "replace": (PAY, DECLINE)}


def _secure_hostages_offers(board: Board, edition: Edition, house: str, card: TacticsCard) -> Choices:
    """Return the card's offers: Power, tracks and captives in other houses' cells."""
    captives = tuple(name for name, leader in board.leaders.items() if leader.cell not in ("", house))
    choices = {"": (TAKE, DECLINE), "track": (*edition.tracks, DECLINE)}
    return {**choices, "leader": (*captives, DECLINE)} if captives else choices


# What an order is worth that would be given up, by its type; a point of Power, and a march at a moment of one's choice.
GIVEN_UP = {"raid": 1.2, "march": 3.0}
ORDER, POWER, AT_ONCE = 1.5, 0.7, 0.3
# A leader in a cell is worth so much more than a unit of an enemy; a live hostage than a dead one.
HOSTAGE, LIVE = 2.0, 1.0


def _march(sight: Sight, leader: str) -> float:
    """What his own march adds to staying."""
    board, area = sight.board, sight.board.leaders[leader].area
    goals = tuple(sight.reaches.get(area, {}))
    if not goals:
        return 0.0
    turned = {**board.leaders, leader: replace(board.leaders[leader], active=True)}
    orders = {there: placed for there, placed in board.orders.items() if there != area}
    then = Sight(replace(board, leaders=turned, orders=orders), sight.edition, sight.house)
    return max(0.0, ranked_plans(Outlook(then), {area: goals})[0][0])


def _activate(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Where the march and the Power are worth more than the order."""
    if choice == DECLINE:
        return 0.0
    token = sight.edition.leaders[choice]
    given_up = GIVEN_UP.get(token.activates, ORDER)
    if token.activates == "consolidate-power":
        given_up = POWER * (1 + sight.facts(sight.board.leaders[choice].area).power)
    return _march(sight, choice) + POWER * token.power + AT_ONCE - given_up


def _hostage_value(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Always one of them, the stronger first."""
    if choice == DECLINE:
        return 0.0
    token = sight.edition.leaders[choice]
    return HOSTAGE + token.marching + token.swords + 0.5 * token.power


def _score_execution(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Score executing a hostage: only worth it for the most feared house.
    Other hostages bring Power alive."""
    if choice == DECLINE:
        return LIVE
    owner = sight.board.leaders[choice].house
    others = [house for house in sight.board.houses if house != sight.house]
    menace = len(others) - sort_by_menace(sight, others).index(owner)
    token = sight.edition.leaders[choice]
    return 0.25 * token.marching + (1.0 if menace == 1 and len(others) > 1 else 0.0)


def _leaders_or_none(of: Callable[[Board, str], Iterable[str]]) -> Offers:
    """Return offers of the leaders from `of`, or none; not asked without leaders."""
    return list_offers(lambda board, edition, house: (*names, DECLINE) if (names := tuple(of(board, house))) else ())


def _homes(board: Board, edition: Edition, house: str) -> list[str]:
    """Where a leader may come who is given back."""
    places = hostages.places(board, edition, house)[::-1]
    return [*places] if hostages.is_leader_hostage(board, house) and len(places) > 1 else []


USE = "use"
# How far behind, and how far ahead, strength before the House cards may still turn a battle.
BEHIND, AHEAD = 4, 1


def _turns(sight: Sight) -> bool:
    """Whether the house fights a battle that help may turn."""
    battle = sight.board.battle
    return battle is not None and battle.role(sight.house) != "none" and -BEHIND <= lead(sight) <= AHEAD


def _lookout(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The strongest of the opponent's supporters, where that may turn the battle."""
    battle = sight.board.battle
    if choice == DECLINE or battle is None or battle.role(sight.house) == "none":
        return 0.5
    strength = support_strength(sight.board, sight.edition, choice)
    return 1.0 + strength if _turns(sight) and strength > 1 else 0.0


def _plots(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power when poor, else a card of the house that is most to be feared."""
    if choice == TAKE:
        return max(0.6, 2.0 - 0.15 * sight.board.power[sight.house])
    return 1.0 + 0.05 * menace(sight, sight.house, choice) if choice in sight.board.houses else 0.0


def _score_accusation(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Score the rival with most claim, and its token that would stay longest."""
    if choice.isdecimal():
        return -float(choice)
    return float(sight.settled.get(choice, 0)) if choice != sight.house else -1.0


def _lands(board: Board, edition: Edition, house: str) -> list[str]:
    return [area.id for area in edition.areas.values() if area.kind == "land"]


def _free(board: Board, edition: Edition, house: str) -> list[str]:
    return [area for area in _lands(board, edition, house) if area not in board.neutral]


# What a house is asked by cards that it holds, and not when they come.
KEPT = ("military-support", "lookout")


# From so much Power on a unit is worth what it costs to save it.
EASY = 4


def _orders(board: Board, edition: Edition, house: str, card: HouseCard) -> Choices:
    """The common orders that the card may lay."""
    tokens = (token for token in edition.orders.values() if token.copies and not token.special)
    return {"": (*(token.id for token in tokens if token.type in card.values["types"]), "decline")}


def _order(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """To hold what was won; support rather than nothing."""
    token = sight.edition.orders.get(choice)
    return 0.0 if token is None else 1.0 if token.type == "defense" else 0.5


def _guilty(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Claim for the richest; the sword for holders of hostages, unless own are held."""
    board, house = sight.board, sight.house
    richest = all(board.power[house] > power for other, power in board.power.items() if other != house)
    cells = [leader for leader in board.leaders.values() if leader.cell]
    lost = any(leader.house == house for leader in cells)
    if choice == "swing-the-sword":
        return 1.0 if any(leader.cell == house for leader in cells) and not lost else -1.0
    return {"claim-westeros": 2.0 if richest else -0.5}.get(choice, 0.0)


EFFECTS = (
    Effect(
        TACTICS,
        names=("tactic",),
        moment="tactics",
        liking=_tactic,
        offers=list_offers(
            lambda board, edition, house: (
                tactics
                if board.phase in ("planning", "westeros") and len(tactics := choosable_cards(board, house)) > 1
                else ()
            )
        ),
        at_once=lambda position: choosers(position.board),
    ),
    Effect(
        "careful-planning",
        names=("tactic",),
        liking=_careful,
        offers=lambda board, edition, house, card: {
            "": (*(tactic for tactic in choosable_cards(board, house) if tactic != card.id), TAKE)
        },
    ),
    Effect("forge-alliances", names=("ally",), liking=_deck, offers=_decks),
    Effect("secure-hostages", names=("leader", "track"), liking=_score_secure_hostages, offers=_secure_hostages_offers),
    Effect(
        "support-allies",
        names=("house",),
        liking=_ally,
        offers=lambda board, edition, house, card: {
            "": (*(other for other in board.houses if other != house), DECLINE),
            "replace": (PAY, DECLINE),
        },
    ),
    Effect(
        leaders.ASKING,
        names=("leader",),
        moment="leaders",
        liking=_activate,
        offers=_leaders_or_none(leaders.free_leaders),
    ),
    Effect(
        hostages.ASKING,
        names=("leader",),
        moment="leaders",
        liking=_hostage_value,
        offers=_leaders_or_none(
            lambda board, house: [n for n, leader in board.leaders.items() if leader.house != house and leader.area]
        ),
    ),
    Effect(hostages.BECAUSE, names=("area",), moment="leaders", offers=list_offers(_homes)),
    Effect(
        hostages.SWING_THE_SWORD,
        names=("leader",),
        liking=_score_execution,
        offers=_leaders_or_none(hostages.hostages_of),
    ),
    *(
        Effect(
            name,
            names=("area",),
            # Where most units of the house stand, and most is to be won beyond.
            liking=lambda sight, decision, choice: (
                sight.strength(choice) + 0.2 * Outlook(sight).pull(choice) if choice in sight.edition.areas else 0.0
            ),
            offers=list_offers(_free),
        )
        for name in ("army", "leadership")
    ),
    Effect(
        "plots",
        names=("house",),
        liking=_plots,
        offers=list_offers(lambda board, edition, house: (*(other for other in board.houses if other != house), TAKE)),
    ),
    Effect(
        "filthy-accusations",
        names=("house",),
        liking=_score_accusation,
        offers=lambda board, edition, house, card: {
            "": (*board.houses, DECLINE),
            "space": tuple(str(space) for space in range(1, CLAIM_SPACES + 1)),
        },
    ),
    Effect(
        "military-support",
        liking=lambda sight, decision, choice: float((choice in (PAY, USE)) == _turns(sight)),
        offers=lambda board, edition, house, card: {"": (USE if card.values.get("discard") else PAY, DECLINE)},
    ),
    Effect(
        "lookout",
        names=("area",),
        liking=_lookout,
        offers=list_offers(lambda *place: (*_lands(*place), DECLINE)),
    ),
    Effect(
        "take-throne",
        liking=lambda sight, decision, choice: float(choice == "take"),
        offers=words("take", "decline"),
    ),
    Effect(
        "soft-defeat",
        liking=lambda sight, decision, choice: float((choice == "pay") == (sight.board.power[sight.house] >= EASY)),
        offers=words("pay", "decline"),
    ),
    Effect("place-order", names=("order",), liking=_order, offers=_orders),
    Effect("punish-the-guilty", liking=_guilty),
)
