"""What is wrong with a sheet before its call closes: errors refuse it, warnings are printed in the receipt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

import msgspec

from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.document import MAX_FAULTS
from adjudicator.engine.sheet.trail import answer_faults
from adjudicator.engine.values import SheetReport as SheetReport
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheets.instructions.planning import lay_orders
from adjudicator.thrones.sheets.piece_check import piece_errors
from adjudicator.thrones.sheets.sheet import NO_ORDER, Sheet, wishes_of
from adjudicator.thrones.sheets.sheet_ids import unknown_ids
from adjudicator.thrones.sheets.sheet_reading import over_limits
from adjudicator.thrones.sheets.sheet_terms import meaningless_terms
from adjudicator.thrones.sheets.vassal_check import named, orders_of_vassal, vassal_errors
from adjudicator.thrones.sheets.warnings import warnings_of
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.edition import Edition

# A sheet of two hundred instructions may deserve a word about each.
MOST_WARNINGS = 250


def check_sheet(
    showing: Position,
    seat: str,
    sheet: Sheet,
    waiting: Sequence[Decision],
    *,
    pace: Pace = "bulk",
    standing: Sheet | None = None,
    lasting: bool = False,
) -> SheetReport:
    """Everything to say about a seat's sheet in the position as shown, with the decisions now open; of errors the
    first MAX_FAULTS.

    `pace` is the game's, `standing` the seat's standing instructions; `lasting`: the sheet is itself such. Looks only
    at what the seat may see: the public board and its own decisions.
    """
    edition = edition_of(showing)
    mine = [decision for decision in waiting if decision.seat == seat]
    mine += foreseen(showing.board, edition, seat)
    errors = over_limits(sheet)
    if not errors:
        found = chain(
            unknown_ids(sheet, edition),
            meaningless_terms(sheet),
            _order_errors(sheet, showing.board, edition, mine),
            vassal_errors(showing.board, edition, seat, sheet),
            piece_errors(showing.board, edition, seat, sheet),
            _bid_errors(sheet, mine),
            answer_faults(check, showing, seat, sheet.answers, waiting),
        )
        errors = list(islice(found, MAX_FAULTS))
    remarks = warnings_of(showing, seat, sheet, mine, pace=pace, standing=standing, lasting=lasting)
    warnings = () if errors else tuple(islice(remarks, MOST_WARNINGS))
    return SheetReport(tuple(errors), warnings)


def _order_errors(sheet: Sheet, board: Board, edition: Edition, mine: Sequence[Decision]) -> Iterator[Refusal]:
    """Orders that cannot lie where they should, or that use tokens the house does not have; only when orders are
    asked."""
    asked = next((decision for decision in mine if isinstance(decision, d.PlaceOrders)), None)
    if asked is None:
        return
    known = {
        area: tuple(order for order in wishes_of(said) if order == NO_ORDER or order in edition.orders)
        for area, said in sheet.orders.items()
        if area in edition.areas
    }
    counted: dict[str, str] = {}
    for area, wishes in known.items():
        if wishes and area not in asked.areas:
            words = f"{asked.house} has no units in {area}{orders_of_vassal(board, edition, area, wishes[0])}"
            yield Refusal("no-units-there", words, f"orders.{area}")
        elif len(wishes) == 1 and wishes[0] != NO_ORDER:
            counted[area] = wishes[0]
            refusal = refuse_order(edition, area, wishes[0], asked.bans)
            if refusal is not None:
                yield named(edition, refusal, area, wishes[0])
    refusal = refuse_counts(edition, counted, asked.stars)
    if refusal is not None:
        yield refusal
    yield from _without_choice(edition, known, asked)


def _without_choice(edition: Edition, known: dict[str, tuple[str, ...]], asked: d.PlaceOrders) -> Iterator[Refusal]:
    """Areas none of whose several choices can lie there; a first choice that cannot is what the second is for."""
    orders: dict[str, str] = {}
    bare: set[str] = set()
    refused = dict(lay_orders(edition, known, asked, orders, bare))
    for area, wishes in known.items():
        last = refused.get(f"orders.{area}[{len(wishes) - 1}]")
        if last is not None and area not in orders and area not in bare:
            yield msgspec.structs.replace(last, where=f"orders.{area}")


def _bid_errors(sheet: Sheet, mine: Sequence[Decision]) -> Iterator[Refusal]:
    """Bids that cannot be paid in an auction that is open now."""
    for decision in mine:
        if not isinstance(decision, d.PlaceBid):
            continue
        for number, rule in enumerate(sheet.bids.get(decision.auction, ())):
            if rule.how == "exactly" and isinstance(rule.amount, int) and rule.amount > decision.up_to:
                words = f"bid 0 to {decision.up_to}, not {rule.amount}"
                yield Refusal("bid-out-of-range", words, f"bids.{decision.auction}[{number}]")
