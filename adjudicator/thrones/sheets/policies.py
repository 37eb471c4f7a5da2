"""Published defaults: what is done for a seat when neither sheet nor standing instructions decide.

For who handed in nothing they never gain anything; who wrote a sheet does not lose by what it leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.decision import Answer, Decision
from adjudicator.thrones.rules.card_odds import by_strength, duel_at_hand
from adjudicator.thrones.rules.control import controller, turn_order
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.iron_bank.hiring import default_hired
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.supply import relieves
from adjudicator.thrones.rules.targaryen.gifts import even_shares
from adjudicator.thrones.sheets import bank_policies as bank
from adjudicator.thrones.sheets import vassal_policies
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition

MOST_DEFENDED = 2
# What is laid where an order must lie and no better one is left.
FILLERS = ("support", "defense", "consolidate-power", "raid", "march", "iron-bank")


def default_answer(position: Position, decision: Decision, *, written: bool = False) -> Answer:
    """The published default for a decision, of a seat that has `written` a sheet or not; always legal."""
    if written and type(decision) in _WRITTEN:
        return _WRITTEN[type(decision)].policy(position, decision)
    return _POLICIES[type(decision)][0](position, decision)


def policy_name(decision: Decision, *, written: bool) -> str:
    """The name of a default that is another for who has written a sheet; empty for all others."""
    return _WRITTEN[type(decision)].name if written and type(decision) in _WRITTEN else ""


def policy_words(kind: str, name: str, edition: Edition) -> str:
    """What the default of this name does for a kind of decision, in English; empty for a kind that there is not."""
    for known in _WRITTEN.values():
        if name and known.name == name:
            return known.words
    if kind == _ORDERS and edition.variant.order_everywhere:
        return _ORDERS_EVERYWHERE
    return next((words for one, (_, words) in _POLICIES.items() if str(one.__struct_config__.tag) == kind), "")


def every_policy() -> list[str]:
    """The words of every default that may decide, each once."""
    words = [words for _, words in _POLICIES.values()] + [known.words for known in _WRITTEN.values()]
    return list(dict.fromkeys([*words, _ORDERS_EVERYWHERE]))


def default_policies(edition: Edition | None = None) -> dict[str, str]:
    """What the default does, in English, for each kind of decision; in this edition, if one is named."""
    found = {str(kind.__struct_config__.tag): words for kind, (_, words) in _POLICIES.items()}
    found |= {str(kind.__struct_config__.tag): known.both for kind, known in _WRITTEN.items()}
    if edition is not None and edition.variant.order_everywhere:
        found[_ORDERS] = _ORDERS_EVERYWHERE
    return found


def _value(board: Board, edition: Edition, area: str) -> int:
    """How much an area is worth defending."""
    facts = facts_of(board, edition, area)
    return 3 * facts.muster + facts.supply + facts.power + (3 if facts.home_of else 0)


def _threatened(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether units of another house stand beside an area."""
    return any(n in board.forces and board.forces[n].house != house for n in edition.neighbours[area])


def default_orders(
    position: Position, decision: d.PlaceOrders, chosen: Mapping[str, str], bare: Collection[str] = ()
) -> dict[str, str]:
    """Orders for the areas that have none: plain Defense in the most valuable threatened ones, plain Support elsewhere.

    `chosen` are orders already given, `bare` areas meant to have none; Defense orders in `chosen` count among the two.
    """
    edition, board = edition_of(position), position.board
    plain = {
        t: [o.id for o in edition.orders.values() if o.type == t and not o.special] for t in ("defense", "support")
    }
    free = [area for area in decision.areas if area not in chosen and area not in bare]
    exposed = [area for area in free if _threatened(board, edition, decision.house, area)]
    exposed.sort(key=lambda area: -_value(board, edition, area))
    room = MOST_DEFENDED - sum(edition.orders[order].type == "defense" for order in chosen.values())
    defended = exposed[: max(0, room)]
    found: dict[str, str] = {}
    for area in [*defended, *(area for area in free if area not in defended)]:
        for order in plain["defense"] if area in defended else plain["support"]:
            if (
                refuse_order(edition, area, order, decision.bans) is None
                and refuse_counts(edition, {**chosen, **found, area: order}, decision.stars) is None
            ):
                found[area] = order
                break
    if edition.variant.order_everywhere:
        _fill(edition, decision, chosen, found, bare)
    return found


def _fill(
    edition: Edition,
    decision: d.PlaceOrders,
    chosen: Mapping[str, str],
    found: dict[str, str],
    bare: Collection[str],
) -> None:
    """Areas that must have an order and have none yet get the first token left, harmless ones first.

    Those meant to have none come last, and stay without if no token is left.
    """
    tokens = sorted(edition.orders.values(), key=lambda token: (token.special, FILLERS.index(token.type)))
    for area in sorted(decision.areas, key=lambda area: area in bare):
        for token in tokens if area not in chosen and area not in found else ():
            if (
                refuse_order(edition, area, token.id, decision.bans) is None
                and refuse_counts(edition, {**chosen, **found, area: token.id}, decision.stars) is None
            ):
                found[area] = token.id
                break


def default_side(decision: d.GiveSupport) -> str:
    """Own battles only."""
    if decision.house == decision.attacker:
        return "attacker"
    return "defender" if decision.house == decision.defender else "none"


def default_card(edition: Edition, role: str, cards: Sequence[str]) -> str:
    """The strongest when defending, the weakest when attacking."""
    ordered = by_strength(edition, cards)
    return ordered[0] if role == "defender" else ordered[-1]


def ready_card(position: Position, decision: d.ChooseHouseCard, cards: Sequence[str]) -> str:
    """Of some cards the strongest when defending; when attacking the weakest that surely wins, else the strongest."""
    edition, battle = edition_of(position), position.board.battle
    if decision.role == "attacker" and battle is not None:
        duel = duel_at_hand(position.board, edition, battle, decision.house, decision.choices)
        sure = duel.cheapest(cards, 100)
        if sure is not None:
            return sure
    return by_strength(edition, cards)[0]


def blade_decides(position: Position, decision: d.UseBlade) -> bool:
    """Whether one more point turns defeat into victory; ties go to the better place on the Fiefdoms track."""
    battle = position.board.battle
    if battle is None:
        return False
    track = position.board.tracks["fiefdoms"]
    wins_ties = track.index(decision.house) < track.index(battle.opponent(decision.house))
    needed = 0 if wins_ties else 1
    return decision.lead < needed <= decision.lead + 1


def cheapest(position: Position, decision: d.PieceDecision) -> a.Piece:
    """The cheapest unit, routed before standing, in the order of the data."""
    units = edition_of(position).units
    return min(decision.choices, key=lambda piece: (units[piece.unit].cost, not piece.routed))


def _disbanded(position: Position, decision: d.DisbandForSupply) -> a.Piece:
    """The cheapest unit whose loss helps the armies to fit; there always is one (the last of the largest armies)."""
    board, edition = position.board, edition_of(position)
    helpful = tuple(one for one in decision.choices if relieves(board, edition, decision.house, one.area))
    return cheapest(position, msgspec.structs.replace(decision, choices=helpful))


def _retreat(position: Position, decision: d.RetreatTo) -> a.AreaChoice:
    board, edition = position.board, edition_of(position)

    def rank(area: str) -> tuple[int, int, int]:
        force = board.forces.get(area)
        own = force.size() if force is not None and force.house == decision.house else 0
        mine = controller(board, edition, area) == decision.house
        return -own, not mine, edition.area_order[area]

    return a.AreaChoice(min(decision.choices, key=rank))


def _tie(position: Position, decision: d.SettleTie) -> a.Ranked:
    order = [house for house in turn_order(position.board) if house in decision.houses]
    return a.Ranked(tuple(sorted(order, key=lambda house: house == decision.house)))


def _tie_first(position: Position, decision: d.SettleTie) -> a.Ranked:
    order = [house for house in turn_order(position.board) if house in decision.houses]
    return a.Ranked(tuple(sorted(order, key=lambda house: house != decision.house)))


def _picked(position: Position, decision: d.PickTied) -> a.Named:
    order = [house for house in turn_order(position.board) if house in decision.houses]
    last = decision.what == "highest"
    return a.Named(sorted(order, key=lambda house: (house == decision.house) == last)[0])


def _card(position: Position, decision: d.ChooseHouseCard) -> a.CardChoice:
    return a.CardChoice(default_card(edition_of(position), decision.role, decision.choices))


def _least_moved(position: Position, decision: d.PickEffect) -> a.Pick:
    """The last choice; among tracks that on which the house that is moved changes its place least."""
    board, edition = position.board, edition_of(position)
    if any(choice not in board.tracks for choice in decision.choices):
        return a.Pick(decision.choices[-1])
    card = edition.cards.get(decision.because)
    moved = decision.subject or decision.house
    if card is not None and board.battle is not None:
        moved = board.battle.opponent(decision.house)
    # A wildling card that offers every track lifts its house to the top; those that push down spare one.
    rises = decision.because in edition.wildling_cards and decision.choices == edition.tracks and not decision.subject

    def places(track: str) -> int:
        place = board.tracks[track].index(moved)
        return place if rises else len(board.houses) - place

    return a.Pick(min(reversed(decision.choices), key=places))


Policy = Callable[[Position, Any], Answer]


class Written(NamedTuple):
    """A default for who has written a sheet: its name in journals, what it does, its words, and the words of `both`."""

    name: str
    policy: Policy
    words: str
    both: str


_ORDERS = "place-orders"
_ORDERS_EVERYWHERE = (
    "Plain Defense in the two most valuable areas beside enemy units, plain Support elsewhere; where none is left, or "
    "none may lie, the first order token that may, those with a star last."
)
_LOSS = "The cheapest unit goes first, in the order of the areas in the rules' data."

_WRITTEN: dict[type[Decision], Written] = {
    d.ChooseHouseCard: Written(
        "enough-else-strongest",
        lambda p, q: a.CardChoice(ready_card(p, q, q.choices)),
        "The strongest card when defending; when attacking the weakest that surely wins, else the strongest.",
        "The strongest card when defending; when attacking the weakest that surely wins, else the strongest. Who "
        "handed in nothing attacks with the weakest.",
    ),
    d.SettleTie: Written(
        "own-house-first",
        _tie_first,
        "Tied houses stand in turn order, the house that decides before the others.",
        "Tied houses stand in turn order, the house that decides before the others; behind them, if it handed in "
        "nothing.",
    ),
}

_POLICIES: dict[type[Decision], tuple[Policy, str]] = {
    d.DisbandForSupply: (
        _disbanded,
        "The cheapest unit whose loss helps goes first, in the order of the areas in the rules' data.",
    ),
    d.LoseToWildlings: (cheapest, _LOSS),
    d.TakeCasualty: (cheapest, _LOSS),
    d.AbandonUnit: (cheapest, _LOSS),
    d.KillFootman: (lambda p, q: q.choices[0], "The first unit in the order of the data."),
    d.PlaceBid: (lambda p, q: a.Amount(0), "Nothing is bid."),
    d.SettleTie: (_tie, "Tied houses stand in turn order, the house that decides behind the others."),
    d.PickTied: (_picked, "The deciding house is never named highest, and is named lowest if it is among the tied."),
    d.TakeBackCard: (lambda p, q: a.CardChoice(None), "No card is taken back."),
    d.MusterUnits: (lambda p, q: a.Recruits(), "Nothing is mustered."),
    d.PlaceOrders: (
        lambda p, q: a.Orders(default_orders(p, q, {})),
        "Plain Defense in the two most valuable areas beside enemy units, plain Support elsewhere; no other order.",
    ),
    d.ChooseVassal: (vassal_policies.choice, "The set of orders is passed on to the next player."),
    d.PlaceVassalOrders: (
        vassal_policies.orders,
        "Defense in the vassal's two most valuable areas, those beside units of others first; no other order.",
    ),
    d.UseRaven: (lambda p, q: a.Swap(), "No order is exchanged."),
    d.ResolveRaid: (lambda p, q: a.Raid(next(iter(q.options))), "The raid order is removed without effect."),
    d.ResolveMarch: (
        lambda p, q: a.March(next(iter(q.options))),
        "The units stay where they are, if no plan, no goal and no worth of areas speaks for them.",
    ),
    d.GiveSupport: (
        lambda p, q: a.Pledges(dict.fromkeys(q.areas, default_side(q))),
        "Support helps the house's own battles and nobody else.",
    ),
    d.ChooseHouseCard: (_card, "The strongest card when defending, the weakest when attacking."),
    d.UseBlade: (lambda p, q: a.YesNo(blade_decides(p, q)), "The blade is used only if it turns defeat into victory."),
    d.RetreatTo: (
        _retreat,
        "To the area with most of the house's own units, else to one it controls, else to the first in the data.",
    ),
    d.RemoveOrder: (
        lambda p, q: a.AreaChoice(None if q.optional else q.choices[0]),
        "No order is removed; where one must be, the first in the order of the data.",
    ),
    d.KnightFootman: (lambda p, q: a.YesNo(False), "The footman stays a footman."),
    d.DiscardFromHand: (lambda p, q: a.CardChoice(None), "No Power is paid and no card discarded."),
    d.PickUnit: (cheapest, _LOSS),
    d.SpreadBid: (
        lambda p, q: a.Spread(even_shares(q.houses, q.amount)),
        "The tokens go one by one to the others in turn order, again and again.",
    ),
    d.CancelMove: (lambda p, q: a.YesNo(False), "No Power is paid; the token lies where it was moved."),
    d.PickEffect: (
        _least_moved,
        "The last of the choices, which changes least; of tracks the one least changed.",
    ),
    d.TakeLoan: (lambda p, q: a.Pick(q.choices[-1]), "No loan is taken; while other orders are left, those go first."),
    d.ImproveArea: (
        bank.default_area,
        "A castle of another house falls to ruin; other tokens are laid at home, else in the first area under control.",
    ),
    d.PlaceUnits: (
        default_hired,
        "As many units as possible, at home if they can appear there, else in the first area in the rules' data.",
    ),
    d.DestroyUnit: (bank.default_victim, "The cheapest unit of another house, the first in the rules' data."),
}
