"""Whole games of every edition of thrones are told and asked about without an id in the words."""

from __future__ import annotations

import re

import pytest

import narration.thrones.narrator  # noqa: F401  (registers what is asked and told)
from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Position
from narration.paragraph import Paragraph
from narration.thrones.questions import question
from narration.thrones.tell import tell
from narration.thrones.voice import Voice
from narration.words import translator

IDS = re.compile(r"\{|\b[a-z]+(?:-[a-z]+)+\b")
# Words with a hyphen that are no ids.
PLAIN = {"clean-up"}


def said(paragraph: Paragraph) -> str:
    rows = (f"{row.label} {row.text} {row.figure}" for row in paragraph.rows)
    return " ".join([paragraph.text, *rows, *paragraph.after, *(aside.text for aside in paragraph.asides)])


@pytest.mark.parametrize("name", list(THRONES.editions))
def test_a_game_is_told_with_names(name: str) -> None:
    edition = games.edition(name)
    player, players = random_player(Picker(name, "players")), max(edition.setups)
    asked: list[str] = []

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        words = question(decision, position.board, Voice(edition, translator("en"), decision.seat))
        asked.extend((words.text, *words.choices))
        return player(position, decision)

    outcome = games.of_edition(name).advance(
        games.start(name, players, "told", games.of_edition(name).compatible_modules(edition)), oracle
    )
    assert [text for text in asked if IDS.search(text)] == []
    for language in ("en", "es"):
        told = [said(paragraph) for paragraph in tell(outcome.records, edition, translator(language), seat="stark")]
        assert [m for text in told for m in IDS.findall(text) if m not in PLAIN] == []


def test_tides_stand_in_the_sums_and_only_a_second_one_is_told() -> None:
    """The cards that a battle's sides draw count in its table; a shuffle before them is no news."""
    edition = games.edition("second-edition")
    drawn: list[str] = []
    for seed in ("one", "two", "three"):
        player = random_player(Picker(seed, "players"))
        outcome = THRONES.advance(games.start("second-edition", 6, seed, ("tides",)), player)
        told = [p for p in tell(outcome.records, edition, translator("en"), seat="stark") if p.kind == "battle"]
        assert any("Tide" in row.text for paragraph in told for row in paragraph.rows)
        after = [text for paragraph in told for text in paragraph.after]
        assert [text for text in after if "shuffled" in text or "from the Tides of Battle" in text] == []
        drawn += [text for text in after if "to draw again" in text]
    assert drawn
