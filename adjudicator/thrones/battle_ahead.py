"""Battles that a sheet plans or that may come, counted on a view before cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from adjudicator.engine import FrozenStruct, Refusal
from adjudicator.thrones.rules.card_odds import Duel, duel_at_hand
from adjudicator.thrones.rules.control import reach
from adjudicator.thrones.rules.marches import is_attack
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import besieges, strength_items, support_strength, supporters, total, unit_items
from adjudicator.thrones.sheets.battle import first_card, fits_battle, ready_card
from adjudicator.thrones.sheets.fields import ANY_VASSAL
from adjudicator.thrones.sheets.marches import Moves, supply_limited_moves
from adjudicator.thrones.sheets.orders import commanded_vassals, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.warnings.words import warn
from adjudicator.thrones.state import Battle, Board, Edition, Placed, View, decisions as d
from adjudicator.thrones.state.decisions import March
from adjudicator.thrones.state.events import Item

# The phases in which marches are still to come.
PHASES = ("planning", "raven", "raids", "marches")


class BattleAhead(FrozenStruct, kw_only=True):
    """A battle in `area`, and the strength items of both sides before cards.

    `certain`: the sheet plans the attack; else another house may attack, by an order that nobody knows yet and that is
    not counted. `support` may yet be given by others. `cards` are what the rules of the house name for it, as far as
    they are in hand: the first, and what is played instead; `default` is played without any, empty if nothing is.
    `now`: it is being fought, and waits for the card. `begun`: the battle as it would begin, with the support that is
    sure.
    """

    area: str
    attacker: str
    defender: str
    origin: str
    attack: tuple[Item, ...]
    defence: tuple[Item, ...]
    support: tuple[Item, ...] = ()
    cards: tuple[str, ...] = ()
    default: str = ""
    certain: bool = True
    now: bool = False
    begun: Battle


def battles_ahead(view: View, house: str, sheets: Sequence[Sheet], vassal: str = "") -> tuple[BattleAhead, ...]:
    """Return the battles of a house, or of its vassal, that may come in the round.
    One that waits for its card is the first, then planned attacks. `sheets`: the house's sheet, then those that count
    where it says nothing."""
    edition, board, parts = edition_of(view), view.board, list[Sheet]()
    if vassal:
        # Which cards are drawn for it is known while one is asked for; before, it may be any.
        drawn = (item.choices for item in view.waiting if isinstance(item, d.ChooseHouseCard) and item.house == vassal)
        hands = {**board.hands, vassal: list(next(drawn, edition.vassal_cards))}
        board = replace(board, commanders={**board.commanders, vassal: house}, hands=hands)
        # Its own part counts first, then that of any vassal, then what the house does itself.
        names = [sheet.vassals.get(name) for name in (vassal, ANY_VASSAL) for sheet in sheets]
        parts = [part.as_sheet() for part in names if part is not None]
    board = _board_with_orders(board, edition, sheets[0], house)
    house = vassal or house
    battles = [board.battle] if board.battle is not None and _waits_for_card(board.battle, house) else []
    if board.phase in PHASES:
        plans = _planned_moves(board, edition, (*parts, sheets[0]), house)
        battles += [*_attacks(board, edition, house, plans), *_threats(board, edition, house, plans)]
    return tuple(_battle_ahead(board, edition, battle, house, (*parts, *sheets)) for battle in battles)


def vassals_for(board: Board, house: str, sheet: Sheet) -> list[str]:
    """Return the vassals of a house, with free ones for which its sheet speaks."""
    spoken_for = [name for name in sheet.vassals if commanded_vassals(board, house, name) == [name]]
    return [name for name in board.vassals if board.commanders.get(name) == house or name in spoken_for]


def left_open(view: View, house: str, sheets: Sequence[Sheet], *, bot: bool = False) -> tuple[Refusal, ...]:
    """Say what is played in battles ahead for which the sheets choose no card.
    `sheets` as in `battles_ahead`; `bot`: a bot chooses, not the default. All areas that are defended by the same card
    share a remark."""
    remarks = []
    for ahead in battles_ahead(view, house, sheets):
        if ahead.cards or not ahead.default:
            continue
        if bot:
            remarks.append(warn("bot-plays", "cards"))
        elif ahead.certain:
            remarks.append(warn("default-plays", "cards", area=ahead.area, card=ahead.default))
        else:
            remarks.append(warn("default-defends", "cards", card=ahead.default))
    return tuple(dict.fromkeys(remarks))


def _waits_for_card(battle: Battle, house: str) -> bool:
    """Whether a house fights in a battle whose cards have not been played."""
    return battle.role(house) != "none" and not battle.cards and battle.winner is None


def _board_with_orders(board: Board, edition: Edition, sheet: Sheet, house: str) -> Board:
    """Return the board with the first orders of the sheet placed, its vassals' too."""
    wished = {area: wishes_of(order)[0] for area, order in sheet.orders.items() if wishes_of(order)}
    tokens = {area: order for area, order in wished.items() if order in edition.orders}
    own = {area: Placed(house, order) for area, order in tokens.items() if board.force_of(house, area) is not None}
    for vassal in (name for name in sheet.vassals if commanded_vassals(board, house, name) == [name]):
        for rule in sheet.vassals[vassal].orders:
            if rule.order in edition.orders and board.force_of(vassal, rule.area) is not None:
                own.setdefault(rule.area, Placed(vassal, rule.order))
    return replace(board, orders={**own, **board.orders})


def _planned_moves(board: Board, edition: Edition, sheets: Sequence[Sheet], house: str) -> dict[str, Moves]:
    """Return the first plan of each area that marches, by origin and goal.
    What the first sheet says counts first."""
    areas = [entry for sheet in reversed(sheets) for entry in sheet.marches.areas.items()]
    plans = {area: rules[0].moves for area, rules in areas if rules}
    marching = {area: moves for area, moves in plans.items() if board.force_of(house, area) is not None}
    planned = {
        area: supply_limited_moves(board, edition, house, area, moves)[0]
        for area, moves in marching.items()
        if _marches(board, edition, area)
    }
    answers = (answer for sheet in sheets for answer in sheet.answers.values() if isinstance(answer, March))
    own = (answer for answer in answers if board.force_of(house, answer.area) is not None)
    return planned | {answer.area: answer.moves for answer in own if _marches(board, edition, answer.area)}


def _marches(board: Board, edition: Edition, area: str) -> bool:
    """Whether an order that sends units out lies in an area."""
    placed = board.orders.get(area)
    return placed is not None and placed.order in edition.orders and edition.orders[placed.order].does("march")


def _attacks(board: Board, edition: Edition, house: str, plans: Mapping[str, Moves]) -> Iterator[Battle]:
    """Yield the battles that planned moves begin; neutral forces are no battle."""
    for origin, moves in plans.items():
        for goal, units in moves.items():
            if goal not in edition.areas or goal in board.neutral or not is_attack(board, house, goal):
                continue
            held_by = board.forces.get(goal) or board.garrisons[goal]
            order = board.orders[origin].order
            yield Battle(goal, house, held_by.house, origin, order, troop=dict(units))


def _threats(board: Board, edition: Edition, house: str, plans: Mapping[str, Moves]) -> Iterator[Battle]:
    """Yield for each own area the strongest attack that another house can make there.
    Once orders are revealed, only March orders count."""
    strongest: dict[str, tuple[int, Battle]] = {}
    family, token = board.family(house), _plain_march(edition)
    revealed = board.phase != "planning"
    own = [area for area in board.areas_of(house) if not _leaves(board, plans, area)]
    for origin, force in board.forces.items():
        if force.house in family or not force.units or (revealed and not _marches(board, edition, origin)):
            continue
        goals = reach(board, edition, force.house, origin)
        for area in (area for area in own if area in goals):
            siege = besieges(board, edition, area)
            value = total(unit_items(edition, force.units, force.house, siege=siege, growth=board.growth))
            if value > strongest.get(area, (-1, None))[0]:
                order = board.orders[origin].order if revealed else token
                strongest[area] = (value, Battle(area, force.house, house, origin, order, troop=dict(force.units)))
    return (strongest[area][1] for area in own if area in strongest)


def _leaves(board: Board, plans: Mapping[str, Moves], area: str) -> bool:
    """Whether all units of an area are planned to march away."""
    moves = plans.get(area, {})
    gone = sum(count for goal, units in moves.items() if goal != area for count in units.values())
    return gone >= board.forces[area].size()


def _plain_march(edition: Edition) -> str:
    """Return a march token to stand for one that nobody knows."""
    return next(token.id for token in edition.orders.values() if token.does("march"))


def _battle_ahead(board: Board, edition: Edition, battle: Battle, house: str, sheets: Sequence[Sheet]) -> BattleAhead:
    """Count a battle on a board that has the orders known so far."""
    now = battle is board.battle
    certain = now or battle.attacker == house
    unknown = not certain and board.phase == "planning"
    siege = besieges(board, edition, battle.area)
    support = []
    # In a battle that waits for its cards support has been given.
    for area in () if now else supporters(board, edition, battle.area):
        owner = board.orders[area].house
        side = battle.role(owner)
        if side != "none" and area != battle.origin:
            battle.pledges[area] = side
        elif side == "none":
            value = support_strength(board, edition, area, siege=siege)
            support.append(Item("support", value, area=area, house=owner))
    attack = strength_items(board, edition, battle, battle.attacker)
    cards, default = _cards(board, edition, battle, house, sheets)
    return BattleAhead(
        area=battle.area,
        attacker=battle.attacker,
        defender=battle.defender,
        origin=battle.origin,
        attack=tuple(item for item in attack if not (unknown and item.what == "order")),
        defence=strength_items(board, edition, battle, battle.defender),
        support=tuple(support),
        cards=cards,
        default=default,
        certain=certain,
        now=now,
        begun=battle,
    )


def _cards(
    board: Board, edition: Edition, battle: Battle, house: str, sheets: Sequence[Sheet]
) -> tuple[tuple[str, ...], str]:
    """Return at most two cards that rules name for a battle, and the default card.
    Rules with a condition are left out: nobody knows yet whether it will be true. Of a hand that is yet to be drawn
    only cards that a rule names are told."""
    hand, drawn = tuple(board.hands.get(house, ())), house not in board.vassals or battle is board.battle
    board = replace(board, battle=battle)
    question = d.ChooseHouseCard(
        seat=house,
        house=house,
        area=battle.area,
        role=battle.role(house),
        opponent=battle.opponent(house),
        choices=hand,
    )

    @cache
    def weigh() -> Duel:
        return duel_at_hand(board, edition, battle, house, hand)

    avoided = {
        card
        for sheet in sheets
        for rule in sheet.cards.avoid
        if rule.when is None and fits_battle(rule, question)
        for card in rule.cards
    }
    left = [card for card in hand if card not in avoided] or list(hand)
    for rule in (rule for sheet in sheets for rule in sheet.cards.rules):
        if rule.when is not None or not fits_battle(rule, question):
            continue
        allowed = [card for card in left if card not in rule.exclude]
        wishes = rule.cards if drawn else [card for card in rule.cards if card in hand]
        first, _ = first_card(edition, wishes, allowed, weigh)
        if first is not None:
            then, _ = first_card(edition, wishes, [card for card in allowed if card != first], weigh)
            return (first,) if then is None else (first, then), ""
    return (), ready_card(board, edition, question, left) if left and drawn else ""
