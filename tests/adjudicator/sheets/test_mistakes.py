"""Mistakes that a sheet may have: each is refused or warned of, and the sheet put right is not."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.engine.values import SheetReport
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import Patch
from adjudicator.thrones.sheets.warnings.words import WORDS
from tests.adjudicator.case_file import Case
from tests.adjudicator.sheets.spelt_sheets import spelt_sheet
from tests.adjudicator.sheets.test_other_turns import CODES as OF_OTHER_TURNS

FULL = {"lannisport": "march+0", "stoney-sept": "support", "the-golden-sound": "raid"}
STEPS = {"planning": "begin-round", "bids": "clash-of-kings"}


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A case of `mistakes.toml`. What starts with `right_` holds for the sheet put right alone."""

    id: str
    title: str
    sheet: str
    right: str
    told: list[str] = []
    refused: list[str] = []
    words: str = ""
    edition: str = "first-edition"
    right_edition: str = ""
    players: int = 0
    seat: str = "lannister"
    at: str = "planning"
    orders: dict[str, str] = msgspec.field(default_factory=lambda: dict(FULL))
    setup: Patch = Patch()
    right_setup: Patch | None = None


def _mistakes() -> list[Mistake]:
    data = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text())
    return msgspec.convert(data["mistake"], list[Mistake])


MISTAKES = _mistakes()


def said(mistake: Mistake, text: str, *, right: bool = False) -> SheetReport:
    """What is said of one of the two sheets of a case."""
    edition = (mistake.right_edition if right else "") or mistake.edition
    setup = mistake.right_setup if right and mistake.right_setup is not None else mistake.setup
    players = mistake.players or {"first-edition": 5, "second-edition": 6}[edition]
    before = msgspec.structs.replace(setup, round=0 if mistake.at == "planning" else 1)
    step = STEPS[mistake.at]
    case = Case(id=mistake.id, title="", source="", edition=edition, players=players, setup=before, agenda=[step])
    shown = THRONES.resume(build(case))
    sheet = spelt_sheet(text, edition, mistake.orders)
    return THRONES.check_sheet(shown.showing, mistake.seat, sheet, shown.waiting)


def lines(found: Any) -> list[str]:
    """Codes and places."""
    return [f"{one.code} {one.where}" for one in found]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_a_mistake_is_mentioned_and_what_is_right_is_not(mistake: Mistake) -> None:
    report = said(mistake, mistake.sheet)
    assert lines(report.errors) == mistake.refused
    assert set(mistake.told) <= set(lines(report.warnings))
    assert bool(mistake.told) != bool(mistake.refused)
    told = [one for one in (*report.warnings, *report.errors) if f"{one.code} {one.where}" in mistake.told]
    assert not mistake.words or mistake.words in told[0].words
    right = said(mistake, mistake.right, right=True)
    assert right.errors == ()
    assert not {*mistake.told} & {*lines(right.warnings)}


def test_every_warning_has_its_mistake() -> None:
    known = {line.split()[0] for mistake in MISTAKES for line in mistake.told}
    elsewhere = {"orders-not-asked", "support-reaches-nothing", "no-units-there"}  # test_sheet_check.py
    elsewhere |= {"bot-plays", "default-plays", "default-defends"}  # test_battle_ahead.py
    assert set(WORDS) - known == elsewhere | set(OF_OTHER_TURNS)


def test_what_is_told_fills_the_words_of_its_code() -> None:
    for mistake in MISTAKES:
        for one in said(mistake, mistake.sheet).warnings:
            pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(WORDS[one.code]))
            assert re.fullmatch(pattern, one.words), one.words
