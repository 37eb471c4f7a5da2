"""What places may still muster on top of what a sheet wants."""

from __future__ import annotations

from adjudicator import games
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want, musters_ahead, recruits_ahead
from adjudicator.thrones.state.decisions import Recruit
from tests.atlas.positions import start

PLACES = {"winterfell": 2}


def units(*wants: Want) -> tuple[int, list[tuple[str, bool]]]:
    muster = Muster(areas={"winterfell": (MusterRule(wants=wants),)} if wants else {})
    ahead = musters_ahead(start().board, games.edition("first-edition"), "stark", PLACES, muster)["winterfell"]
    return ahead.left, [(one.unit, one.upgrade) for one in ahead.more]


def test_nothing_wanted_leaves_all_points() -> None:
    left, more = units()
    assert left == 2
    assert ("knight", False) in more


def test_what_is_wanted_is_paid_first() -> None:
    left, more = units(Want(unit="footman"))
    assert left == 1
    assert ("knight", False) not in more
    assert units(Want(unit="knight"))[1] == []


def test_what_cannot_be_had_costs_nothing() -> None:
    left, _ = units(Want(unit="knight"), Want(unit="knight"))
    assert left == 0
    assert units(Want(unit="siege-engine"))[0] == 2


def answered(*wants: Recruit) -> tuple[int, set[str]]:
    ahead = recruits_ahead(start().board, games.edition("first-edition"), "stark", PLACES, wants)["winterfell"]
    assert {one.unit for one in ahead.any} == {"footman", "knight", "ship"}
    return ahead.left, {one.unit for one in ahead.more}


def test_muster_is_paid_in_order_and_vain_wishes_are_free() -> None:
    assert answered() == (2, {"footman", "knight", "ship"})
    footman, knight = (Recruit("winterfell", unit, "winterfell") for unit in ("footman", "knight"))
    assert answered(footman)[0] == 1
    assert answered(footman, knight)[0] == 1
    assert answered(knight, footman) == (0, set())
    for strange in (Recruit("atlantis", "knight", "atlantis"), Recruit("winterfell", "dragon", "winterfell")):
        assert answered(strange)[0] == 2
