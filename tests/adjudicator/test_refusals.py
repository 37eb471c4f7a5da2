"""Refusals that only whoever goes past forms and sheets can meet: answers, overrides and stored bytes made by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Unreadable
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.state import decisions as d, overrides as x
from adjudicator.thrones.state.board import Bank, Position
from adjudicator.thrones.state.decisions import March, Raid, Recruit, Recruits

DRAGONS = "mother-of-dragons"
SEATED = ("stark", "greyjoy", "lannister", "arryn")


def test_marches_and_raids_start_where_their_orders_lie() -> None:
    position = games.start("first-edition", 5, "by hand")
    wolf: dict[str, Any] = {"seat": "stark", "house": "stark"}
    march = d.ResolveMarch(options={"winterfell": ("karhold",)}, **wolf)
    raid = d.ResolveRaid(options={"white-harbor": ("the-narrow-sea",)}, **wolf)
    refused = [
        THRONES.check(position, march, March("karhold")),
        THRONES.check(position, raid, Raid("winterfell")),
    ]
    assert [(one.code, one.where) for one in refused if one] == [
        ("no-march-order-there", "marches"),
        ("no-raid-order-there", "raids"),
    ]


def test_what_walks_is_mustered_where_the_points_are() -> None:
    position = games.start("second-edition", 6, "by hand")
    question = d.MusterUnits(seat="stark", house="stark", places={"winterfell": 2})
    away = Recruits((Recruit("winterfell", "footman", "karhold"),))
    refusal = THRONES.check(position, question, away)
    assert refusal is not None
    assert refusal.code == "muster-at-home"
    assert THRONES.check(position, question, Recruits((Recruit("winterfell", "footman", "winterfell"),))) is None


def test_a_house_that_is_not_named_is_missed() -> None:
    with pytest.raises(Unreadable) as caught:
        parse_condition("pyke is held by", games.edition("first-edition"))
    assert caught.value.reasons[0].code == "house-missing"


@pytest.mark.parametrize(
    ("override", "code"),
    [
        (x.SetLoans(house="tyrell", loans=()), "no-player"),
        (x.MakeVassal(house="tyrell"), "vassal-already"),
        (x.MakeVassal(house="stark", commander="stark"), "no-commander"),
        (x.MakeVassal(house="stark", commander="tyrell"), "no-commander"),
    ],
)
def test_overrides_about_vassals_that_cannot_be(override: x.AnyOverride, code: str) -> None:
    position = games.start(DRAGONS, len(SEATED), "by hand", houses=SEATED)
    if isinstance(override, x.SetLoans):
        position.board.bank = Bank(slots=[])
    assert "tyrell" in position.board.vassals
    assert [refusal.code for refusal in THRONES.check_override(position, override).errors] == [code]


def test_an_override_warns_that_it_ends_or_changes_nothing() -> None:
    position = THRONES.resume(games.start("first-edition", 5, "by hand")).position

    def warned(override: x.AnyOverride, at: Position = position) -> list[str]:
        report = THRONES.check_override(at, override)
        assert report.errors == ()
        return [warning.code for warning in report.warnings]

    power = position.board.power["stark"]
    assert warned(x.SetPower(house="stark", power=power)) == ["changes-nothing"]
    assert warned(x.SetPower(house="stark", power=power + 1)) == []
    near = documents.decode(documents.encode(position))
    near.board.victory = 3  # Stark starts with two
    assert "ends-game" in warned(x.SetUnits(area="moat-cailin", house="stark", units={"footman": 1}), near)


def _spoiled(data: bytes) -> list[bytes]:
    return [b"", b"\xff", data[:-2], data.replace(b":", b";", 1), b'{"round": 1}', b"[1]"]


@pytest.mark.parametrize(
    ("encode", "read", "code"),
    [
        (lambda outcome: documents.encode(outcome.position), documents.decode, "bad-position"),
        (
            lambda outcome: documents.encode(outcome.records),
            partial(documents.decode_records, "first-edition"),
            "bad-records",
        ),
        (
            lambda outcome: documents.encode(outcome.entries),
            partial(documents.decode_entries, "first-edition"),
            "bad-entry",
        ),
    ],
)
def test_stored_bytes_that_are_spoiled_are_refused_by_name(
    encode: Callable[[Any], bytes], read: Callable[[bytes], Any], code: str
) -> None:
    outcome = THRONES.resume(games.start("first-edition", 5, "by hand"))
    data = encode(outcome)
    assert msgspec.json.decode(data) is not None
    read(data)
    for spoiled in _spoiled(data):
        if spoiled == data:
            continue  # nothing in it to spoil so
        with pytest.raises(Unreadable) as caught:
            read(spoiled)
        assert caught.value.reasons[0].code == code
