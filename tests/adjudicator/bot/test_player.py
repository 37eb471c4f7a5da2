"""The bot: legal, repeatable, blind to what is hidden, better than chance, lively against itself, and quick."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest

from adjudicator import documents, games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.bot.sight import HABITS, bot_answer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.legality import LAWS
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import AnyDecision
from adjudicator.thrones.state.events import BattleStarted, GameEnded
from tests.slices import often

HOUSES = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")
SLICE = often(5, 10)


def _alone(house: str, seed: str) -> Callable[[Position, Decision], SourcedAnswer | None]:
    """A bot for one house among random players."""
    others = random_player(Picker(seed, "others"))
    return lambda position, decision: (bot_answer if decision.seat == house else others)(position, decision)


def test_every_decision_has_a_habit() -> None:
    assert set(AnyDecision.__args__) <= set(HABITS)
    assert set(LAWS) <= set(HABITS)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_answers_are_proposed_not_fallen_back_to(players: int) -> None:
    fallen: Counter[str] = Counter()
    for game in range(often(1, 3)):
        outcome = THRONES.advance(games.start("first-edition", players, f"legal-{game}"), bot_answer)
        assert outcome.showing.board.ending is not None
        fallen.update(entry.asked for entry in outcome.entries if entry.source.rule == "first legal answer")
        assert {entry.source.by for entry in outcome.entries} == {"steward"}
    assert not fallen


def test_two_runs_are_equal_byte_for_byte() -> None:
    runs = [THRONES.advance(games.start("first-edition", 5, "twice"), bot_answer) for _ in range(2)]
    assert documents.encode(runs[0].position) == documents.encode(runs[1].position)
    assert documents.encode(runs[0].records) == documents.encode(runs[1].records)


def test_the_order_of_hashes_changes_nothing() -> None:
    program = (
        "import hashlib; from adjudicator import documents, games; from adjudicator.thrones.game import THRONES;"
        "from adjudicator.thrones.bot.sight import bot_answer;"
        "end = THRONES.advance(games.start('first-edition', 5, 'hash'), bot_answer);"
        "print(hashlib.sha256(documents.encode(end.records)).hexdigest())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(printed) == 1


def test_hidden_decks_and_pending_answers_change_no_answer() -> None:
    """Every answer is asked for again with the hidden decks turned round and the pending answers gone; the seed, from
    which the salt comes, stays."""
    asked = 0

    def looking_twice(position: Position, decision: Decision) -> SourcedAnswer:
        nonlocal asked
        asked += 1
        given = bot_answer(position, decision)
        hidden, pending = position.hidden, position.progress.pending
        decks = {deck: cards[::-1] for deck, cards in hidden.decks.items()}
        position.hidden = type(hidden)(hidden.seed, decks)
        position.progress.pending = {}
        again = bot_answer(position, decision)
        position.hidden, position.progress.pending = hidden, pending
        assert again == given
        return given

    THRONES.advance(games.start("first-edition", 5, "blind"), looking_twice)
    assert asked > 50


def test_a_bot_changes_nothing_by_looking() -> None:
    def watched(position: Position, decision: Decision) -> SourcedAnswer:
        before = documents.encode(position)
        given = bot_answer(position, decision)
        assert documents.encode(position) == before
        return given

    THRONES.advance(games.start("first-edition", 5, "looking"), watched)


def test_a_bot_beats_four_random_players() -> None:
    won = 0
    for game in range(SLICE):
        house = HOUSES[game % len(HOUSES)]
        outcome = THRONES.advance(games.start("first-edition", 5, f"alone-{game}"), _alone(house, f"alone-{game}"))
        ending = outcome.showing.board.ending
        assert ending is not None
        won += ending.winners == (house,)
    assert won >= 0.8 * SLICE


def test_bots_fight_each_other_and_some_win_early() -> None:
    battles, reasons = [], Counter[str]()
    for game in range(SLICE):
        outcome = THRONES.advance(games.start("first-edition", 5, f"lively-{game}"), bot_answer)
        battles.append(sum(isinstance(record.event, BattleStarted) for record in outcome.records))
        reasons.update(record.event.reason for record in outcome.records if isinstance(record.event, GameEnded))
    assert min(battles) >= 4
    assert sum(battles) >= 12 * SLICE
    assert reasons["settlements"] >= SLICE / 5
