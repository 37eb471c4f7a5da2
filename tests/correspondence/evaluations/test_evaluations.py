"""Second evaluations: a game that is as its journal makes it agrees, any change is found and told once."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.thrones.rules.registry import REVISION
from correspondence import evaluations
from correspondence.evaluations import (
    CLAIM,
    EvaluationFailed,
    Findings,
    any_waits,
    ask_evaluation,
    ask_nightly,
    evaluations_of,
    list_evaluations,
    make_evaluations,
    read_snapshot,
    replay_stored_game,
)
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, NotFound
from correspondence.models.archive import CurrentPosition, JournalPart, RoundBoard, RoundRecords
from correspondence.models.games import Game
from correspondence.models.turns import AuditEntry, Evaluation
from correspondence.store import Store
from tests.correspondence.people import People
from worker.subprocesses import evaluate_afresh


def found(people: People, game_id: str) -> tuple[str, ...]:
    with people.store.read() as session:
        read_snapshot(session)
        return replay_stored_game(session, game_id).differences


def played(people: People, turns: int = 4) -> str:
    game_id = people.game({"stark": "ada", "tyrell": "bea"})
    for _ in range(turns):
        people.adjudicate(game_id)
    return game_id


def test_a_game_agrees_until_something_is_changed(people: People) -> None:
    game_id = played(people)
    assert found(people, game_id) == ()
    changes: dict[str, Callable[[Session], object]] = {
        "position.board.power": _richer,
        "is missing or out of order": lambda session: session.execute(
            update(JournalPart)
            .where(JournalPart.turn_number >= 2)
            .values(first=JournalPart.first + 1000, last=JournalPart.last + 1000)
        ),
        "journal: entries 1 to": lambda session: session.execute(
            update(JournalPart).where(JournalPart.first == 1).values(last=JournalPart.last + 1)
        ),
        "events 1 to": lambda session: session.execute(
            update(RoundRecords).where(RoundRecords.first == 1).values(last=RoundRecords.last + 1)
        ),
        "the board kept of round 1": _other_board,
        "the seed": lambda session: session.execute(update(Game).values(seed="another")),
    }
    for words, change in changes.items():
        with people.store.begin() as session:
            change(session)
            session.flush()
            session.expire_all()
            differences = replay_stored_game(session, game_id).differences
            assert any(words in line for line in differences), (words, differences)
            session.rollback()
    assert found(people, game_id) == ()


def test_a_game_is_replayed_under_the_rules_it_began_under(people: People) -> None:
    game_id = played(people)
    with people.store.begin() as session:
        game = session.scalars(select(Game)).one()
        assert game.revision == REVISION
        assert game.rules is games.edition(game.edition)
        game.revision = 0
        session.flush()
        assert game.rules is games.of_edition(game.edition).edition_under(game.edition, 0)
        # By the other rules other events are told, so what is replayed is not what is kept.
        assert replay_stored_game(session, game_id).differences
        session.rollback()


def _richer(session: Session) -> None:
    kept = session.scalars(select(CurrentPosition)).one()
    position = documents.decode(kept.document)
    position.board.power["stark"] += 1
    kept.document = documents.encode(position)


def _other_board(session: Session) -> None:
    boards = session.scalars(select(RoundBoard).order_by(RoundBoard.round)).all()
    assert len(boards) > 1
    boards[0].document = boards[1].document


def test_what_was_not_begun_cannot_be_evaluated(people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bea"}, players=5)
    with people.store.begin() as session, pytest.raises(NotFound, match="no-such-game"):
        replay_stored_game(session, "nothing")
    with people.store.begin() as session:
        game = find_game(session, game_id)
        game.started_at = None
        with pytest.raises(Denied, match="game-not-begun"):
            ask_evaluation(session, game, None, people.now)
        session.rollback()


def asked(people: People, game_id: str) -> int:
    with people.store.begin() as session:
        account = people.account_in(session, "ada")
        return ask_evaluation(session, find_game(session, game_id), account, people.now).id


def made(people: People, found: Mapping[str, Findings], most: int = 9) -> list[bool | None]:
    return make_evaluations(people.store, lambda _: found, "test", people.clock, most)


def test_a_difference_is_kept_and_told_once(people: People) -> None:
    game_id = played(people, 1)
    with people.store.begin() as session:
        people.account_in(session, "host").host = True
    first = asked(people, game_id)
    assert asked(people, game_id) == first
    differs = Findings(1, ("round 1, event 3: a secret",))
    assert made(people, {game_id: differs}) == [False]
    assert made(people, {game_id: differs}) == []
    second = asked(people, game_id)
    assert made(people, {game_id: differs}) == [False]
    people.deliver()
    told = {
        name: [mail for mail in people.mails(name) if "evaluation" in str(mail["subject"])]
        for name in ("host", "ada", "bea")
    }
    assert {name: len(mails) for name, mails in told.items()} == {"host": 1, "ada": 1, "bea": 0}
    assert "a secret" not in told["host"][0].as_string() + told["ada"][0].as_string()
    with people.store.read() as session:
        game = find_game(session, game_id)
        last = evaluations_of(session, game)[0]
        assert (last.id, last.agrees, last.differences) == (second, False, differs.differences[0])
        assert [row.id for row in evaluations_of(session, game)] == [second, first]
        kinds = session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == game_id)).all()
        assert kinds.count("evaluation-asked") == kinds.count("evaluation-differs") == 2


def test_one_that_cannot_be_made_alarms_nobody(people: People) -> None:
    game_id = played(people, 1)

    def fails(_: Sequence[str]) -> Mapping[str, Findings]:
        raise EvaluationFailed("no memory")

    asked(people, game_id)
    assert make_evaluations(people.store, fails, "test", people.clock, 9) == [None]
    with people.store.read() as session:
        last = evaluations_of(session, find_game(session, game_id))[0]
        assert (last.agrees, last.differences) == (None, "no memory")
        assert not any_waits(session, people.now)


def test_evaluations_are_batched_and_one_failure_stops_none(people: People) -> None:
    games = [people.game({"stark": "ada", "tyrell": "bea"}) for _ in range(4)]
    for game in games:
        asked(people, game)
        people.now += timedelta(seconds=1)
    given: list[list[str]] = []

    def evaluate(some: Sequence[str]) -> Mapping[str, Findings]:
        given.append(list(some))
        if some[0] == games[1]:
            raise EvaluationFailed("the process ended")
        # It ends as soon as it comes to the second game.
        return {game: Findings(1) for game in some[: (list(some) + games[1:2]).index(games[1])]}

    def make() -> list[bool | None]:
        return make_evaluations(people.store, evaluate, "test", people.clock, 3)

    assert [make() for _ in range(4)] == [[True], [None], [True, True], []]
    assert given == [games[:3], games[1:], games[2:]]


def test_those_that_people_asked_for_come_first(people: People) -> None:
    games = [people.game({"stark": "ada", "tyrell": "bea"}) for _ in range(3)]
    people.now += timedelta(days=3)
    with people.store.begin() as session:
        assert ask_nightly(session, people.now, 9) == 3
        session.execute(delete(Evaluation).where(Evaluation.game_id == find_game(session, games[1]).id))
    people.now += timedelta(seconds=1)
    asked(people, games[1])
    given: list[str] = []

    def evaluate(some: Sequence[str]) -> Mapping[str, Findings]:
        given.extend(some)
        return {game: Findings(1) for game in some}

    assert make_evaluations(people.store, evaluate, "test", people.clock, 9) == [True] * 3
    assert (given[0], sorted(given)) == (games[1], sorted(games))


@pytest.mark.both_databases
def test_many_who_would_evaluate_at_once_are_one(people: People) -> None:
    games = [played(people, 1) for _ in range(2)]
    for game in games:
        asked(people, game)
    together, given = Barrier(4), []

    def evaluate(some: Sequence[str]) -> Mapping[str, Findings]:
        given.append(list(some))
        time.sleep(0.3)
        return {game: Findings(1) for game in some}

    def somebody(_: int) -> list[bool | None]:
        together.wait()
        return make_evaluations(people.store, evaluate, "test", people.clock, 1)

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(somebody, range(4)))
    assert sorted(made) == [[], [], [], [True]]
    assert given == [games[:1]]


def test_evaluation_in_progress_is_left_until_its_maker_is_dead(people: People) -> None:
    game, other = played(people, 1), played(people, 1)
    asked(people, game)

    def meanwhile(_: Sequence[str]) -> Mapping[str, Findings]:
        # Another that was asked for meanwhile waits too: one process at a time.
        asked(people, other)
        assert made(people, {game: Findings(1), other: Findings(1)}) == []
        with people.store.read() as session:
            assert not any_waits(session, people.now)
        people.now += CLAIM
        with people.store.read() as session:
            assert any_waits(session, people.now)
        assert made(people, {game: Findings(1), other: Findings(1)}) == [True, True]
        return {game: Findings(1, ("too late to be kept",))}

    assert make_evaluations(people.store, meanwhile, "test", people.clock, 9) == []


def test_running_games_are_evaluated_every_night_others_once(people: People) -> None:
    one, other = people.game(), people.game({"stark": "bea"})
    night = datetime(2026, 11, 23, 3, tzinfo=UTC)

    def ask(now: datetime) -> int:
        with people.store.begin() as session:
            count = ask_nightly(session, now, 10)
            session.execute(update(Evaluation).where(Evaluation.at.is_(None)).values(at=now, agrees=True))
            return count

    assert ask(people.now + timedelta(hours=1)) == 0
    assert ask(night) == 2
    assert ask(night + timedelta(minutes=1)) == 0
    assert ask(night + timedelta(hours=10)) == 0
    with people.store.begin() as session:
        find_game(session, other).status = "finished"
        find_game(session, other).finished_at = night + timedelta(hours=11)
    assert ask(night + timedelta(hours=12)) == 1
    assert ask(night + timedelta(days=1)) == 1
    with people.store.begin() as session:
        find_game(session, one).status = "cancelled"
    assert ask(night + timedelta(days=3)) == 0


def test_a_fresh_process_finds_the_same(people: People) -> None:
    game_id = played(people, 1)
    settings = people.store.settings
    assert evaluate_afresh(settings, [game_id])[game_id].differences == ()
    with people.store.begin() as session:
        _richer(session)
    # What it came to is told, though it fails afterwards.
    (told,) = evaluate_afresh(settings, [game_id, "nothing"]).items()
    assert told[0] == game_id
    assert told[1].differences == found(people, game_id) != ()
    with pytest.raises(EvaluationFailed, match="no such game"):
        evaluate_afresh(settings, ["nothing", game_id])
    with pytest.raises(EvaluationFailed, match="more than"):
        evaluate_afresh(settings, [game_id], seconds=0.01)


def test_what_a_process_told_before_its_end_counts(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = tmp_path / "process"
    monkeypatch.setattr("worker.subprocesses.sys.executable", str(process))

    def told(line: str) -> dict[str, Findings]:
        process.write_text(f"#!/bin/sh\nprintf '{line}'\nexec sleep 60\n")
        process.chmod(0o700)
        return evaluate_afresh(store.settings, ["one", "two"], seconds=0.5)

    whole, half = '{"game": "one", "turn_number": 3}\\n', '{"game": "two", "turn'
    assert {game: found.turn_number for game, found in told(whole + half).items()} == {"one": 3}
    with pytest.raises(EvaluationFailed, match="more than 0.5 seconds"):
        told(half)
    with pytest.raises(EvaluationFailed, match="the output of the process cannot be read"):
        told("good evening\\n")


def test_who_may_ask_and_who_reads_what_differs(people: People) -> None:
    game_id = played(people, 1)
    with people.store.begin() as session:
        people.account_in(session, "host").host = True
        for name in ("ada", "host"):
            evaluations.ask(session, people.account_in(session, name), game_id, people.now)
        for name in ("bea", "somebody"):
            with pytest.raises(Denied, match="not-game-master"):
                evaluations.ask(session, people.account_in(session, name), game_id, people.now)
    made(people, {game_id: Findings(1, ("a secret",))})

    def read(name: str) -> tuple[bool | None, int, tuple[str, ...]]:
        with people.store.begin() as session:
            (line,) = list_evaluations(session, people.account_in(session, name), game_id, people.now)
        return line.agrees, line.found, line.differences

    assert read("host") == (False, 1, ("a secret",))
    # Ada made the game and plays in it: she knows that something differs, not what.
    assert read("ada") == (False, 1, ())
    with pytest.raises(Denied, match="not-game-master"):
        read("bea")
