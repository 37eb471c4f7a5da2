"""What another house may hand in: the steward's guess, around orders that are assumed for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.board import Placed, Position, View
from adjudicator.thrones.instructions.planning import NO_ORDER
from adjudicator.thrones.planning import refuse_counts, stars
from adjudicator.thrones.registry import edition_of
from adjudicator.thrones.sheet import Sheet
from adjudicator.thrones.steward import write_sheet


def view_of(showing: Position, seat: str, waiting: Sequence[Decision]) -> View:
    """What a seat may know of a position as it is shown, and what is asked of it."""
    return View(
        edition=showing.edition,
        players=showing.players,
        commitment=showing.commitment,
        seat=seat,
        board=showing.board,
        deck_sizes={deck: len(cards) for deck, cards in showing.hidden.decks.items()},
        waiting=[decision for decision in waiting if decision.seat == seat],
        revision=showing.revision,
    )


def guess_sheet(view: View, orders: Mapping[str, str] | None = None) -> Sheet:
    """The sheet that the steward would write for the seat of a view, with these `orders` where they are given: other
    areas keep the steward's as far as tokens are left, and marches, raids and the raven suit all of them.

    Raises ValueError for spectators.
    """
    guessed = write_sheet(view)
    if not orders or view.seat is None:
        return guessed
    edition = edition_of(view)
    allowed = stars(view.board, edition, view.seat)
    chosen = dict(orders)
    for area, order in guessed.orders.items():
        if area not in chosen and refuse_counts(edition, _tokens(view, {**chosen, area: order}), allowed) is None:
            chosen[area] = order
    # A steward whose orders lie already writes what they need.
    others = {area: placed for area, placed in view.board.orders.items() if placed.house != view.seat}
    mine = {area: Placed(view.seat, order) for area, order in _tokens(view, chosen).items()}
    board = msgspec.structs.replace(view.board, orders={**others, **mine})
    written = write_sheet(msgspec.structs.replace(view, board=board, waiting=[]))
    return msgspec.structs.replace(written, orders=chosen)


def _tokens(view: View, orders: Mapping[str, str]) -> dict[str, str]:
    """The orders that are tokens of the edition; what is no token is refused later, with its place."""
    known = edition_of(view).orders
    return {area: order for area, order in orders.items() if order != NO_ORDER and order in known}
