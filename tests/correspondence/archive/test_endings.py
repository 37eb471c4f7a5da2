"""Figures, awards, players' records, the proof; games taken home and brought in elsewhere."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import game_file
from adjudicator.engine.decision import Refused
from adjudicator.thrones.state import events as e
from correspondence.archive.files import (
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    MAX_OVERRIDES,
    contents_of,
    export_game,
    round_text,
    story_text,
    zip_chunks,
)
from correspondence.archive.records import round_log
from correspondence.archive.statistics import keep_missing, player_statistics, statistics_of
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import find_game
from correspondence.imports import MAX_A_DAY, checked_file, import_game
from correspondence.input_validation import Denied, Invalid
from correspondence.models.archive import HouseResult, RoundRecords, StoredStatistics
from correspondence.models.games import Game
from correspondence.models.turns import Evaluation
from correspondence.overview.game_pages import end_page, request_check
from correspondence.store import Store
from narration.words import translator
from tests.bench.long_games import with_rulings
from tests.correspondence.people import People


@pytest.fixture
def over(people: People) -> str:
    """A game that was played to its end by ada, bo and three bots."""
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, title="To the end")
    while people.page(game_id).status == "running":
        people.adjudicate(game_id)
    return game_id


def whole(session: Session, game_id: str, people: People) -> bytes:
    """A game as its file."""
    return game_file.encode(export_game(session, game_id, None, people.now))


def test_figures_are_what_the_events_say(over: str, people: People, store: Store) -> None:
    with store.begin() as session:
        assert keep_missing(session, people.now) == 1
        assert keep_missing(session, people.now) == 0
    assert (people.count(StoredStatistics), people.count(HouseResult)) == (1, 5)
    with store.read() as session:
        page, records = (
            end_page(session, over, None, people.now),
            export_game(session, over, None, people.now).records(),
        )
        assert page.statistics == statistics_of(session, find_game(session, over))
    won = Counter(record.event.winner for record in records if isinstance(record.event, e.BattleWon))
    mustered = Counter(record.event.house for record in records if isinstance(record.event, e.UnitMustered))
    for counts in page.statistics.houses:
        assert (counts.battles_won, counts.mustered) == (won[counts.house], mustered[counts.house])
        row = next(row for row in page.standings if row.house == counts.house)
        assert counts.castles[-1] == row.settlements
        assert len(counts.castles) == page.statistics.rounds
    best = next(award for award in page.statistics.awards if award.kind == "battles-won")
    assert best.value == max(won.values())
    assert set(best.houses) == {house for house, count in won.items() if count == best.value}
    assert page.seed_fits
    assert page.players == {"stark": "Ada", "tyrell": "Bo"}


def test_players_add_up_their_games(over: str, people: People, store: Store) -> None:
    ada, eve = people.account("ada"), people.account("eve")
    with store.begin() as session:
        before = player_statistics(session, ada.public_id)
        keep_missing(session, people.now)
        found = player_statistics(session, ada.public_id)
        page = end_page(session, over, ada, people.now)
        place = [row.house for row in page.standings].index("stark") + 1
        assert (before.games, before.places) == (0, None)
        assert (found.games, found.places, found.won) == (1, place, int("stark" in page.winners))
        assert [(row.house, row.games) for row in found.houses] == [("stark", 1)]
        assert player_statistics(session, eve.public_id).games == 0


def test_the_proof_is_asked_for_once(over: str, people: People, store: Store) -> None:
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        request_check(session, ada, over, people.now)
        request_check(session, ada, over, people.now)
    assert people.count(Evaluation) == 1
    with store.begin() as session:
        made = session.query(Evaluation).one()
        made.at, made.agrees = people.now, True
    with store.begin() as session:
        ada = people.account_in(session, "ada")
        request_check(session, ada, over, people.now)
        check = end_page(session, over, None, people.now).check
        assert check is not None
        assert check.state == "agrees"
        request_check(session, ada, over, people.now + timedelta(hours=2))
    assert people.count(Evaluation) == 2


def test_a_game_is_taken_home_whole(over: str, people: People, store: Store) -> None:
    contents = contents_of(store, over, None, people.now, translator("en"))
    packed = b"".join(
        zip_chunks(contents, lambda view, arrows, language: f"<svg>{view.board.round} {len(arrows)}</svg>")
    )
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        assert found.testzip() is None
        names = found.namelist()
        assert names[:3] == ["README.txt", "game.json", "story.txt"]
        assert len(names) == 3 + 3 * len(contents.rounds)
        assert game_file.verify(game_file.decode(found.read("game.json"))) == []
        assert contents.seed in found.read("README.txt").decode()
        assert found.read("rounds/01.png").startswith(b"\x89PNG")
        assert round_text(contents, 2).encode() == found.read("rounds/02.txt")
    story = "".join(story_text(contents))
    assert story.count("ROUND ") == len(contents.rounds)
    assert contents.seed in story


def test_a_running_game_is_taken_home_without_its_secrets(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.submit(game_id, "bo", b'{"orders": {"highgarden": "support"}}')
    people.adjudicate(game_id)
    contents = contents_of(store, game_id, people.account("ada"), people.now, translator("en"))
    packed = b"".join(zip_chunks(contents, lambda view, arrows, language: "<svg/>"))
    with store.read() as session:
        seed = find_game(session, game_id).seed
    with zipfile.ZipFile(io.BytesIO(packed)) as found:
        everything = b"".join(found.read(name) for name in found.namelist())
    assert contents.seed == ""
    assert seed.encode() not in everything
    assert json.loads(zipfile.ZipFile(io.BytesIO(packed)).read("game.json")).get("seed") is None


def test_a_game_is_brought_in_and_is_the_same(over: str, people: People, store: Store) -> None:
    with store.begin() as session:
        data = whole(session, over, people)
        # As on another host: the game is not here.
        original = find_game(session, over)
        original.commitment = "0" * 64
        made = import_game(session, people.account_in(session, "eve"), data, " From  afar ", people.now)
        again = import_game(session, people.account_in(session, "bo"), data, "", people.now)
        assert again is made
        assert (made.title, made.status, made.imported_at) == ("From afar", "finished", people.now)
    with store.read() as session:
        assert whole(session, made.public_id, people) == data
        theirs, ours = (end_page(session, game, None, people.now) for game in (over, made.public_id))
        for here, there in zip(ours.statistics.houses, theirs.statistics.houses, strict=True):
            assert here == there
        assert round_log(session, made.public_id, 1, None, people.now).records
        assert player_statistics(session, people.account_in_read(session, "eve").public_id).games == 0


def forged(data: bytes, **changed: Any) -> bytes:
    """A game file with some of its fields replaced."""
    return json.dumps({**json.loads(data), **changed}).encode()


def ruling(reason: str, by: str = "gm", **changed: Any) -> dict[str, Any]:
    """A ruling as game files have it."""
    override = {"kind": "ruling", "text": "So it is.", **changed}
    return {"entry": "decreed", "edict": override, "reason": reason, "by": by}


def test_what_is_wrong_with_a_file_is_told_with_its_place(over: str, people: People, store: Store) -> None:
    with store.read() as session:
        data = whole(session, over, people)
    plain = json.loads(data)
    for journal, place in (
        ([*plain["journal"][:2], ruling("x" * 2001)], "journal[2].reason"),
        ([*plain["journal"][:3], ruling("why", places={"x": "y" * 70_000})], "journal[3].edict"),
    ):
        with pytest.raises(Invalid) as caught:
            checked_file(forged(data, journal=journal))
        assert (caught.value.code, caught.value.values["where"]) == ("text-too-long", place)
    without = {key: value for key, value in plain["journal"][0].items() if key != "entry"}
    with pytest.raises(Refused, match="bad-game-file"):
        checked_file(forged(data, journal={"0": without}))


def test_a_long_round_is_kept_in_rows_that_are_read_apart(people: People, store: Store) -> None:
    data = game_file.encode(with_rulings(2500))
    with store.begin() as session:
        made = import_game(session, people.account_in(session, "eve"), data, "", people.now)
        parts = session.scalars(
            select(RoundRecords).where(RoundRecords.game_id == made.id, RoundRecords.round == 1)
        ).all()
        assert [part.part for part in parts] == [0, 1, 2]
        assert parts[1].first == parts[0].last + 1
        assert replay_stored_game(session, made.public_id).differences == ()


def test_what_did_not_go_as_it_says_stays_out(over: str, people: People, store: Store) -> None:
    with store.begin() as session:
        data = whole(session, over, people)
        original = find_game(session, over)
        original.commitment = "0" * 64
    plain = json.loads(data)
    position, rounds = plain["position"], plain["rounds"]
    power = {**position["board"], "power": {**position["board"]["power"], "stark": 20}}
    unended = {**position["board"], "ending": None}
    bad: list[tuple[bytes, str]] = [
        (b"", "bad-game-file"),
        (b"[" * 100_000, "bad-game-file"),
        (b'{"format":' * 50_000, "bad-game-file"),
        (data[: len(data) // 2], "bad-game-file"),
        (forged(data, edition="nowhere"), "unknown-edition"),
        (forged(data, seed=None), "not-whole"),
        (forged(data, position={**position, "board": unended}), "game-not-over"),
        (forged(data, position={**position, "board": power}), "not-verified"),
        (forged(data, seed="another"), "not-verified"),
        (forged(data, commitment="0" * 64), "not-verified"),
        (forged(data, journal=plain["journal"][:-1]), "not-verified"),
        (forged(data, rounds={**rounds, "1": rounds["1"][1:]}), "not-verified"),
        (forged(data, options={"stewards": ["nobody"]}), "unknown-house"),
        (forged(data, options={"pace": ["Not a kind"]}), "unknown-pace"),
        (forged(data, journal=[ruling("why")] * (MAX_OVERRIDES + 1)), "too-many-entries"),
        (forged(data, journal=plain["journal"][:1] * (MAX_ENTRIES + 1)), "too-many-entries"),
        (forged(data, seed="x" * 401), "text-too-long"),
        (forged(data, journal=[ruling("x" * 2001)]), "text-too-long"),
        (forged(data, journal=[ruling("why", by="x" * 201)]), "text-too-long"),
        (forged(data, journal=[ruling("why", places={"x": "y" * 70_000})]), "text-too-long"),
        (forged(data, journal=[{**plain["journal"][0], "decision": "x" * 201}]), "text-too-long"),
        (b" " * (MAX_FILE_BYTES + 1), "file-too-large"),
    ]
    for document, code in bad:
        with pytest.raises((Invalid, Refused)) as caught, store.begin() as session:
            import_game(session, people.account_in(session, "eve"), document, "", people.now)
        error = caught.value
        assert (error.code if isinstance(error, Invalid) else error.reasons[0].code) == code
    assert people.count(Game) == 1


def test_nobody_fills_the_archive_in_a_day(over: str, people: People, store: Store) -> None:
    with store.begin() as session:
        data = whole(session, over, people)
        original, eve = find_game(session, over), people.account_in(session, "eve")
        original.commitment = "0" * 64
        for _ in range(MAX_A_DAY):
            import_game(session, eve, data, "", people.now).commitment = "1" * 64
            session.flush()
        with pytest.raises(Denied, match="too-many-imports"):
            import_game(session, eve, data, "", people.now)
        assert import_game(session, eve, data, "", people.now + timedelta(days=2)).status == "finished"
