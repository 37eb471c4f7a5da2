"""Whole games of random players: every stretch of every log can be told to every seat, and no name shows as an id."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Record
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import events as e
from narration.plain import plain
from narration.thrones.summary import headline
from narration.thrones.tell import tell
from narration.thrones.voice import Voice
from narration.words import LANGUAGES, translator
from tests.narration.scenes import FIRST

IDS = {i for i in (*FIRST.areas, *FIRST.cards, *FIRST.westeros, *FIRST.orders, *FIRST.badges.values()) if "-" in i}
SEATS = ("stark", "baratheon", None)


@cache
def game(players: int) -> tuple[Record, ...]:
    """The records of one game of random players."""
    pick = Picker("a story", "random players")

    def oracle(position: Any, decision: Decision) -> SourcedAnswer:
        return SourcedAnswer(
            THRONES.legal_answers(position, decision).sample(pick), Source("sheet", "marches.winterfell[1]")
        )

    return tuple(THRONES.advance(games.start("first-edition", players, f"story {players}"), oracle).records)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_game_is_told_without_ids(players: int, seat: str | None, language: str) -> None:
    records = [r for r in (games.record_for_seat(record, seat) for record in game(players)) if r is not None]
    told = plain(tell(records, FIRST, translator(language), seat))
    assert told.count("\n") > 100
    # Codes such as `d12-place-bid` or `the-narrow-sea` are for machines.
    assert IDS & set(re.findall(r"[\w+]+(?:[-+]\w+)+", told)) == set()
    assert max(len(line) for line in told.split("\n")) <= 72


def test_every_stretch_of_a_game_can_be_told() -> None:
    records = game(5)
    for first in range(0, len(records), 29):
        stretch = records[first : first + 41]
        story = tell(stretch, FIRST, translator("en"), "stark")
        assert headline(stretch, Voice(FIRST, translator("en"), "stark"))
        assert all(paragraph.text or paragraph.asides for paragraph in story)


def test_each_battle_shows_the_strengths_that_decided_it() -> None:
    records = game(5)
    fought = [r.event for r in records if isinstance(r.event, e.BattleWon)]
    told = [p for p in tell(records, FIRST, translator("en")) if p.kind == "battle"]
    assert len(told) == len(fought) > 3
    for paragraph, won in zip(told, fought, strict=True):
        sums = [row.figure for row in paragraph.rows if row.total]
        assert sums == [str(won.attacker), str(won.defender)]


def test_figures_in_a_battle_add_up_on_the_page() -> None:
    """What a player does with a pencil: the figures in brackets make the sum at the right."""
    for paragraph in tell(game(5), FIRST, translator("en")):
        before = 0
        for row in paragraph.rows if paragraph.kind == "battle" else ():
            text = row.text.replace("\u2212", "-")
            figures = [int(n) for n in re.findall(r"\(([+-]?\d+)[,)]", re.sub(r"(no longer|now) .*?: ", "(0)", text))]
            figures += [int(n) for n in re.findall(r"\(0\)([+-]\d+)", re.sub(r"(no longer|now) .*?: ", "(0)", text))]
            assert sum(figures) + (before if row.total else 0) == int(row.figure), row
            before = int(row.figure)
