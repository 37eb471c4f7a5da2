"""Sheets that the bot writes, and sheets made from what was played.

The bot's have its orders, and a rule that leaves all else to it; `suggestions` has what people are shown. Those that
people might write are made from what was answered in a round, for measuring what such sheets cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, get_args

from msgspec.structs import replace

from adjudicator.engine import BEST, Answer, Answered, Decision, Draw, Progress
from adjudicator.thrones.bot.planning import choose_remaining_orders
from adjudicator.thrones.bot.sight import HABITS, Sight
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.storm.tactics import TACTICS, choosable_cards, most_stars, stars_of
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheets.battle import BladeRule, CardRule, Cards, SupportRule
from adjudicator.thrones.sheets.conditions.battle_facts import Lead
from adjudicator.thrones.sheets.conditions.tree import Compare, Number
from adjudicator.thrones.sheets.fields import ANYBODY, NO_ORDER
from adjudicator.thrones.sheets.kind import BotRule, SheetPart
from adjudicator.thrones.sheets.losses import Losses, LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.orders import Order, VassalOrder, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state import Board, Edition, Hidden, Position, View, decisions as d
from adjudicator.thrones.state.decisions import AnyAnswer, Orders, Pick

A = TypeVar("A", bound=Answer)
# Every choice is the bot's, secret ones too.
ALL = BotRule(what=get_args(SheetPart), may_attack=(ANYBODY,))


def write_sheet(view: View, draw: Draw = BEST) -> Sheet:
    """Return the bot's sheet for the seat of a view. ValueError for spectators."""
    return write_around(view, {}, draw)


def write_around(view: View, orders: Mapping[str, str], draw: Draw = BEST) -> Sheet:
    """Return the bot's sheet around given orders.

    Other areas get the best orders that the tokens and stars left allow; the raven leaves the given orders alone.
    Invalid tokens stay, to be refused by the check of sheets. Raises ValueError for spectators.
    """
    writer = SheetWriter(view, draw)
    rule = ALL
    if orders:
        rule = replace(ALL, what=tuple(part for part in ALL.what if part != "raven"))
    return Sheet(orders={**writer.orders(orders)}, steward=(rule,))


def complete_sheet(view: View, sheet: Sheet, draw: Draw = BEST) -> Sheet:
    """Complete a sheet with the bot's orders for areas without one.
    All else left open is left to the bot. Raises ValueError for spectators."""
    wishes = {area: order for area, order in sheet.orders.items() if wishes_of(order)}
    written = write_around(view, {area: wishes_of(order)[0] for area, order in wishes.items()}, draw)
    bot = sheet.steward or written.steward
    return replace(sheet, orders={**written.orders, **wishes}, steward=bot)


class SheetWriter:
    """One house with its view of an open turn, and nothing else.
    `draw` decides between near-equal choices; None for suggestions."""

    def __init__(self, view: View, draw: Draw = BEST) -> None:
        """Raises ValueError for spectators."""
        if view.seat is None:
            raise ValueError("spectators hand in no sheets")
        self.view, self.house, self.board = view, view.seat, view.board
        self.edition: Edition = edition_of(view)
        self.sight = Sight(self.board, self.edition, self.house, draw=draw)
        self.turn = turn_sections(self.board, self.edition, self.house)

    def orders(self, orders: Mapping[str, str]) -> dict[str, str]:
        """Return the orders around the given ones; areas without an order are named too."""
        question = self._question_of_orders()
        if question is None:
            return dict(orders)
        laid = {area: order for area, order in orders.items() if order != NO_ORDER and order in self.edition.orders}
        if orders:
            beside = choose_remaining_orders(self.sight, question, laid, orders.keys() - laid.keys())
        else:
            answer = self._answer(question, Orders)
            if answer is None:
                return {}
            beside = dict(answer.orders)
        return {**orders, **{area: beside.get(area, NO_ORDER) for area in question.areas if area not in orders}}

    def _question_of_orders(self) -> d.PlaceOrders | None:
        """Return the question for orders, now or after vassals or cards are chosen."""
        queue = (*self.view.waiting, *foreseen(self.board, self.edition, self.house))
        question = next((item for item in queue if isinstance(item, d.PlaceOrders) and item.house == self.house), None)
        cards = choosable_cards(self.board, self.house)
        if question is None or question.id or not cards:
            return question
        # The card that it would choose says how many special orders there will be.
        choice = d.PickEffect(seat=self.house, house=self.house, because=TACTICS, choices=tuple(cards))
        card = self._answer(choice, Pick)
        if card is None:
            return question
        most = most_stars(self.board, self.edition, self.house)
        return replace(question, stars=question.stars - most + stars_of(self.edition, card.choice))

    def _answer(self, question: Decision, kind: type[A], imagined: Board | None = None) -> A | None:
        """Return the bot's first legal proposal for a question of the house, or None.
        The board is the view's, or as `imagined`."""
        view, board = self.view, imagined or self.board
        hidden, progress = Hidden("", {}), Progress[AnyAnswer](agenda=[])
        position = Position(view.edition, view.players, "", board, hidden, progress, view.revision)
        sight = self.sight if imagined is None else Sight(board, self.edition, self.house)
        for answer, _ in HABITS[type(question)](sight, question):
            if isinstance(answer, kind) and check(position, question, answer) is None:
                return answer
        return None


def sheet_as_played(showing: Position, house: str, entries: Iterable[Answered[Any]]) -> Sheet:
    """Return a sheet that says what a house answered in a round.
    Second choices, conditions and preferences are added around the answers."""
    answers = [entry.answer for entry in entries if entry.seat == house]
    orders: dict[str, Order] = next((dict(answer.orders) for answer in answers if isinstance(answer, d.Orders)), {})
    marches = {answer.area: _plans(answer) for answer in answers if isinstance(answer, d.March)}
    board = showing.board
    hand = tuple(board.hands[house])
    commanded = [vassal for vassal, commander in board.commanders.items() if commander == house]
    return Sheet(
        vassals={vassal: _vassal_sheet(board, vassal, answers) for vassal in commanded},
        orders=orders,
        marches=Marches(sequence=tuple(marches), areas=marches),
        support=(SupportRule(whom="me"), SupportRule(whom="nobody")),
        cards=Cards(
            rules=(
                CardRule(role="attacker", when=Compare(Lead(), "<", Number(2)), cards=("strongest",)),
                CardRule(role="attacker", cards=hand),
                CardRule(cards=("weakest",)),
            )
        ),
        blade=(BladeRule(use="if-decisive"),),
        losses=Losses(general=(LossRule(likings=("cheapest", "farthest-from-home")),)),
        retreat=(RetreatRule(areas=tuple(board.areas_of(house))),),
    )


def _vassal_sheet(board: Board, vassal: str, answers: list[Any]) -> VassalSheet:
    """What was done for a vassal: its orders and marches, found by its areas."""
    own = set(board.areas_of(vassal))
    placed = [(area, o) for x in answers if isinstance(x, d.Orders) for area, o in x.orders.items() if area in own]
    marches = {answer.area: _plans(answer) for answer in answers if isinstance(answer, d.March) and answer.area in own}
    return VassalSheet(
        orders=tuple(VassalOrder(area=area, order=order) for area, order in placed),
        marches=Marches(areas=marches),
        support=(SupportRule(whom="me"),),
        losses=Losses(general=(LossRule(likings=("cheapest",)),)),
    )


def _plans(march: d.March) -> tuple[MarchPlan, ...]:
    """The march if it wins or meets nobody; else only to empty areas; else stay."""
    moves = tuple(Move(to=to, units=units) for to, units in march.moves.items())
    token: Any = "if-possible" if march.leave_token else "never"
    if not moves:
        return (MarchPlan(),)
    return (
        MarchPlan(when=Compare(Lead(), ">=", Number(0)), moves=moves, leave_token=token),
        MarchPlan(moves=moves, leave_token=token),
        MarchPlan(),
    )


__all__ = ["SheetWriter", "complete_sheet", "sheet_as_played", "write_around", "write_sheet"]
