"""Every event and every question of B'Twixt has its words in each language, without ids, and tells nothing hidden."""

from __future__ import annotations

from itertools import chain
from typing import Any, get_args

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.scoring import standings
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.decisions import AnyDecision
from adjudicator.btwixt.state.position import difference
from adjudicator.engine.step import Decided
from narration.btwixt.narrator import BTWIXT
from narration.btwixt.questions import QUESTIONS
from narration.btwixt.sentences import SENTENCES
from narration.btwixt.voice import Voice
from narration.plain import plain
from narration.words import translator
from tests.narration.btwixt.games import GAMES, LANGUAGES, RARE, faults, played, seen


def voice(language: str, seat: str | None = None) -> Voice:
    return BTWIXT.voice(HOUSE, translator(language), seat)


def test_nothing_is_left_out() -> None:
    assert set(SENTENCES.rows) == set(get_args(e.AnyEvent))
    assert set(QUESTIONS.asks) == set(get_args(AnyDecision))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told(language: str) -> None:
    v, told = voice(language), set()
    for event in chain(RARE, *((record.event for record in played(*game).records) for game in GAMES)):
        text = BTWIXT.sentence(event, v)
        assert not faults(text), (event, text)
        # Results of long ago come as plain data.
        assert BTWIXT.sentence(msgspec.to_builtins(event), v) == text
        told.add(type(event))
    assert told == set(get_args(e.AnyEvent))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game[0]))
def test_every_question_is_asked(game: Any, language: str) -> None:
    v = voice(language)
    for decision, board in played(*game).asked:
        asked = BTWIXT.question(decision, board, v)
        for text in (asked.text, *asked.choices):
            assert not faults(text), (decision, text)
        assert len(set(asked.choices)) == len(asked.choices) > 0, asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game[0]))
def test_the_whole_story_reads_well(game: Any, language: str) -> None:
    over = played(*game)
    for seat in (None, over.position.board.houses[0]):
        story = plain(BTWIXT.tell(seen(over.records, seat), HOUSE, translator(language), seat), width=10_000)
        for line in story.split("\n"):
            if not line or set(line) == {"-"} or line.isupper() or line.startswith("  "):
                continue
            assert not faults(line), line
        assert not {"None", "{", "}"} & set(story.split())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game[0]))
def test_sums_are_whole(game: Any) -> None:
    """What stands beside a leader's cards makes the total."""
    paragraphs = BTWIXT.tell(played(*game).records, HOUSE, translator("en"), None)
    rows = [row for one in paragraphs if "wins the bid" in one.text for row in one.rows]
    assert rows
    for row in rows:
        numbers = row.text.replace("\u2212", "-").replace("(", " ").replace(",", " ").replace(")", " ").split()
        assert sum(int(one) for one in numbers if one.lstrip("+-").isdigit()) == int(row.figure) or "-" in row.text, row


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game[0]))
def test_nothing_hidden_is_told(game: Any) -> None:
    """What one seat is told does not change with what it may not know: hidden values are not in its words."""
    over = played(*game)
    for seat in (None, *over.position.board.houses):
        v = voice("en", seat)
        for record in over.records:
            event: Any = record.event
            shown = seen((record,), seat)
            if not shown:
                assert isinstance(event, Decided)
                continue
            text = BTWIXT.sentence(shown[0].event, v)
            if isinstance(event, (e.CardsDrawn, e.TokensSeen)) and event.house != seat:
                assert ":" not in text.partition(": ")[2], text
            if isinstance(event, e.HandsDealt):
                for house, own in event.own.items():
                    assert house == seat or v.card_value(own) not in text
            if isinstance(event, e.CardsKept):
                assert text.count("keep") == (2 if seat else 1), text
            if isinstance(event, (e.TokenGained, e.TokenLaid, e.TokenMoved, e.TokenReturned)):
                assert "number" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_summaries(language: str) -> None:
    v = voice(language)
    for game in GAMES:
        over = played(*game)
        board = over.position.board
        for number in range(board.round + 1):
            text = BTWIXT.headline([one for one in over.records if one.round == number], v)
            assert not faults(text), text
        assert not faults(BTWIXT.headline([], v))
        figures = BTWIXT.figures(board, standings(board, HOUSE), v)
        assert [len(line) for _, line in figures.lines] == [len(figures.head)] * len(board.houses)
        boards = [asked for _, asked in over.asked[::40]]
        for before, after in zip(boards, boards[1:], strict=False):
            told = [one.phrase for one in BTWIXT.changes(before, after, v)]
            told += [BTWIXT.difference(one, v) for one in difference(before, after)]
            told += [block.text for block in BTWIXT.standing_notes(after, v)]  # type: ignore[attr-defined]
            for text in told:
                assert not faults(text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_as_a_whole(language: str) -> None:
    v, words = voice(language), translator(language)
    told = [BTWIXT.rounds(v), BTWIXT.goal(4, (), v), BTWIXT.players(v), BTWIXT.modules(HOUSE.modules, v)]
    told += [BTWIXT.module_words(module, v) for module in HOUSE.modules]
    told += [BTWIXT.houses(4, (), v), BTWIXT.houses(3, ("jon", "doran", "cersei"), v)]
    windows = ("r3-bidding", "r1-draft", "d12-play-or-kneel-cersei", "d3-keep-card-jon")
    told += [BTWIXT.turn_name(window, 3, words) for window in windows]
    told += [v.say(BTWIXT.decision_kind_name(kind)) for kind in BTWIXT.decision_kinds(HOUSE)]
    for text in told:
        assert not faults(text), text
    assert len(set(told)) == len(told)
