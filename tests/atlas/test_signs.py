"""Order tokens as small drawings, for forms."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import atlas
from adjudicator import games
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.decisions import Piece, TakeCasualty
from atlas.thrones.drawer import THRONES as DRAWER
from tests.atlas.positions import begun, crowded, start


@pytest.mark.parametrize("sheet", ["first-edition", "mother-of-dragons"])
def test_house_tokens_are_drawn_and_vassal_sets_are_not(sheet: str) -> None:
    view = begun(sheet)
    found = atlas.drawer_of(view).signs(view, view.board.houses[0])
    known = games.edition(view.edition).orders
    assert set(found) == {token.id for token in known.values() if token.copies and not token.vassal}
    for drawing in found.values():
        ElementTree.fromstring(f"<g>{drawing}</g>")


def test_units_are_drawn_where_a_question_is_about_them() -> None:
    view = crowded()
    area = next(area for area, force in view.board.forces.items() if force.routed.get("footman"))
    force = view.board.forces[area]
    pieces = (Piece(area, "footman"), Piece(area, "footman", routed=True), Piece("nowhere", "knight"))
    before = set(atlas.drawer_of(view).signs(view, "tyrell"))
    view.waiting.append(TakeCasualty(id="d1", seat="tyrell", house="tyrell", choices=pieces, area=area, owed=1))
    found = atlas.drawer_of(view).signs(view, "tyrell")
    name = f"unit-{force.house}-footman"
    assert set(found) - before == {name, f"{name}-routed"}
    assert found[name] != found[f"{name}-routed"]


def test_a_bid_lies_beside_its_track_if_it_is_a_number() -> None:
    sheet = Sheet(bids={"iron-throne": (BidRule(amount=7),), "fiefdoms": (BidRule(how="all"),)})
    root = ElementTree.fromstring(DRAWER.plan(start(seat="stark"), sheet, "stark"))
    assert [(mark.get("data-track"), mark.findtext("title")) for mark in root] == [("iron-throne", "Iron Throne: 7")]
