"""What a planning call will ask although nobody can be asked yet: the reader's own orders, and what vassals take.

While vassals, or tactics cards, are being chosen, others are asked first, but every sheet is due at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.planning import own_areas
from adjudicator.thrones.rules.vassals import MOST_ORDERS, foreseen, order_set, order_sets
from adjudicator.thrones.state.board import Board
from narration.blocks import Block, Points
from narration.thrones.questions import area_with_units, question
from narration.thrones.voice import Voice
from narration.words import N_

NO_SET = N_("Vassals: you have no set of orders for one, unless another player passes a set on to you.")
CHOSEN = N_("They are chosen in turn order.")
FREE = N_("Each gets at most {n} of these orders, in areas of its own: {orders}. To be had:")


def foreseen_blocks(window: str, board: Board, seat: str, v: Voice) -> Iterator[Block]:
    """The orders that this reader will be asked for, and the vassals whom somebody will command."""
    if not window.endswith("-planning"):
        return
    for asked in foreseen(board, v.edition, seat):
        put = question(asked, board, v)
        yield Points(text=put.text, points=put.choices)
        if board.vassals:
            yield _vassals(board, seat, v)


def _vassals(board: Board, seat: str, v: Voice) -> Block:
    """How many the reader may command, and where the units of each stand."""
    players = players_of(board)
    sets = order_sets(len(players), len(board.vassals))[players.index(seat)]
    told = v.say(NO_SET)
    if sets:
        told = v.say_n(
            "Vassals: you have {n} set of orders, with which you command one or which you pass on.",
            "Vassals: you have {n} sets of orders, with each of which you command one or which you pass on.",
            sets,
        )
    orders = ", ".join(v.order(order) for order in order_set(v.edition))
    none = v.say("no units")
    areas = {house: own_areas(board, v.edition, house) for house in board.vassals}
    points = tuple(
        f"{v.house(house)}: {', '.join(area_with_units(area, board, v) for area in held) or none}"
        for house, held in areas.items()
    )
    return Points(text=" ".join((told, v.say(CHOSEN), v.say(FREE, n=MOST_ORDERS, orders=orders))), points=points)
