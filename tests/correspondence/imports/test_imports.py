"""Game files that people send: taken in at once, checked apart, kept or refused, and never twice."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from adjudicator import game_file
from adjudicator.thrones.game import THRONES
from correspondence import imports
from correspondence.archive.files import MAX_FILE_BYTES
from correspondence.imports import (
    GRACE,
    KEPT,
    MAX_A_DAY,
    MAX_ATTEMPTS,
    MAX_WAITING,
    Claimed,
    ImportLine,
    NotOurs,
    any_waits,
    ask_import,
    check_import,
    claim_import,
    find_import,
    give_back,
    imports_of,
    keep_import,
    tell_progress,
)
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.archive import HouseResult, Import
from correspondence.models.games import Game
from correspondence.models.turns import AuditEntry
from correspondence.operations import forget_old
from correspondence.personal_data import delete_by_password, export_account
from correspondence.sign_in.factors import choose_password
from tests.bench.long_games import with_rulings
from tests.correspondence.people import People
from worker import subprocesses
from worker.subprocesses import check_afresh

LIMIT = timedelta(seconds=120)


def whole(rulings: int = 20) -> bytes:
    return game_file.encode(with_rulings(rulings))


def sent(people: People, data: bytes, name: str = "ada", title: str = "") -> str:
    with people.store.begin() as session:
        return ask_import(session, people.account_in(session, name), data, title, people.now).public_id


def seen(people: People, import_id: str, name: str = "ada") -> ImportLine:
    with people.store.read() as session:
        return find_import(session, people.account_in_read(session, name), import_id, people.now)


def claimed(people: People) -> Claimed:
    found = claim_import(people.store, people.now, LIMIT)
    assert found is not None
    return found


def check(people: People, seconds: float = 120) -> str | None:
    return check_import(people.store, claimed(people), people.clock, seconds)


def test_a_file_is_taken_in_checked_and_kept(people: People) -> None:
    import_id = sent(people, whole(), title=" From  afar ")
    waiting = seen(people, import_id)
    assert (waiting.state, waiting.title, waiting.size, waiting.game_id) == ("waiting", "From afar", len(whole()), "")
    assert people.count(Game) == 0
    mine = claimed(people)
    assert seen(people, import_id).state == "running"
    tell_progress(people.store, mine, 7, 20)
    assert (seen(people, import_id).played, seen(people, import_id).entries) == (7, 20)
    game_id = check_import(people.store, mine, people.clock, 120)
    done = seen(people, import_id)
    assert (done.state, done.game_id, done.played, done.entries) == ("done", game_id, 20, 20)
    with people.store.read() as session:
        game = session.scalars(select(Game)).one()
        assert (game.title, game.status, game.imported_at) == ("From afar", "finished", people.now)
        assert session.scalars(select(Import.document)).one() == b""
        assert session.scalars(select(HouseResult).where(HouseResult.game_id == game.id)).all()
        kinds = session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == game.public_id)).all()
        assert list(kinds) == ["game-imported"]
    assert claim_import(people.store, people.now, LIMIT) is None


def test_import_replays_outside_the_transaction(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    import_id = sent(people, whole())
    played: list[bool] = []
    keep, play = imports.keep_import, THRONES.replay
    keeping: list[bool] = []

    def watched(*given: Any, **named: Any) -> Any:
        played.append(bool(keeping))
        return play(*given, **named)

    def kept(*given: Any) -> str:
        keeping.append(True)
        return keep(*given)

    monkeypatch.setattr(THRONES, "replay", watched)
    monkeypatch.setattr(imports, "keep_import", kept)
    assert check(people)
    assert played == [False]
    assert seen(people, import_id).state == "done"


def test_what_is_wrong_is_told_when_it_was_checked(people: People) -> None:
    for data, code in ((b"[" * 2_000_000, "bad-game-file"), (whole()[:-100], "bad-game-file")):
        import_id = sent(people, data)
        assert check(people) is None
        refused = seen(people, import_id)
        assert (refused.state, [reason.code for reason in refused.reasons]) == ("refused", [code])
    import_id = sent(people, whole().replace(b"a long game", b"a longer one"))
    assert check(people) is None
    (reason,) = seen(people, import_id).reasons
    assert (reason.code, reason.where) == ("not-verified", "file")
    assert reason.values
    assert people.count(Game) == 0


def test_what_takes_too_long_is_refused(people: People) -> None:
    import_id = sent(people, whole())
    assert check(people, seconds=0) is None
    assert [reason.code for reason in seen(people, import_id).reasons] == ["takes-too-long"]


def test_what_takes_too_much_memory_is_refused(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(imports, "checked_file", full)
    import_id = sent(people, whole())
    assert check(people) is None
    assert [reason.code for reason in seen(people, import_id).reasons] == ["needs-too-much"]


def test_files_are_bounded_before_anything_is_read(people: People) -> None:
    for data, code in ((b"", "empty"), (b" " * (MAX_FILE_BYTES + 1), "file-too-large")):
        with pytest.raises(Invalid, match=code):
            sent(people, data)
    with pytest.raises(Invalid, match="too-long"):
        sent(people, b"{}", title="x" * 81)
    assert sent(people, b" " * MAX_FILE_BYTES)


def test_everybody_has_one_waiting_and_so_many_a_day(people: People) -> None:
    sent(people, b"{}")
    with pytest.raises(Denied, match="import-waiting"):
        sent(people, b"{}")
    assert sent(people, b"{}", "bo")
    for _ in range(MAX_A_DAY - 1):
        assert check(people) is None
        assert check(people) is None
        sent(people, b"{}")
        sent(people, b"{}", "bo")
    assert check(people) is None
    with pytest.raises(Denied, match="too-many-imports"):
        sent(people, b"{}")
    people.now += timedelta(days=1, seconds=1)
    assert sent(people, b"{}")


def test_what_waits_is_bounded_for_all_together(people: People) -> None:
    for number in range(MAX_WAITING):
        sent(people, b"{}", f"p{number}")
    with pytest.raises(Denied, match="imports-busy"):
        sent(people, b"{}")
    assert check(people) is None
    assert sent(people, b"{}")


def test_one_is_checked_at_a_time(people: People) -> None:
    first, second = sent(people, whole(5)), sent(people, whole(6), "bo")
    mine = claimed(people)
    assert claim_import(people.store, people.now, LIMIT) is None
    with people.store.read() as session:
        assert not any_waits(session, people.now)
        assert any_waits(session, people.now + LIMIT + GRACE)
    assert check_import(people.store, mine, people.clock, 120)
    assert check(people)
    assert [seen(people, first).state, seen(people, second, "bo").state] == ["done", "done"]


def test_one_whose_process_dies_is_tried_again_and_then_refused(people: People) -> None:
    import_id = sent(people, whole())
    for attempt in range(1, MAX_ATTEMPTS + 1):
        mine = claimed(people)
        assert mine.attempt == attempt
        people.now += LIMIT + GRACE
    assert seen(people, import_id).state == "waiting"
    assert claim_import(people.store, people.now, LIMIT) is None
    refused = seen(people, import_id)
    assert (refused.state, [reason.code for reason in refused.reasons]) == ("refused", ["not-checked"])
    with people.store.read() as session:
        assert session.scalars(select(Import.document)).one() == b""


def test_who_was_overtaken_decides_nothing(people: People) -> None:
    import_id = sent(people, whole())
    late = claimed(people)
    people.now += LIMIT + GRACE
    mine = claimed(people)
    for tried in (
        lambda: tell_progress(people.store, late, 1, 2),
        lambda: check_import(people.store, late, people.clock, 120),
        lambda: keep_import(people.store, late, imports.checked_file(whole()), people.clock),
    ):
        with pytest.raises(NotOurs):
            tried()
    assert not give_back(people.store, late)
    assert people.count(Game) == 0
    assert check_import(people.store, mine, people.clock, 120)
    assert not give_back(people.store, mine)
    assert seen(people, import_id).state == "done"
    assert people.count(Game) == 1


def test_nobody_reads_what_others_sent(people: People) -> None:
    import_id = sent(people, whole())
    people.account("bo")
    with pytest.raises(NotFound, match="no-such-import"):
        seen(people, import_id, "bo")
    with people.store.read() as session:
        assert imports_of(session, people.account_in_read(session, "bo"), people.now) == []
        ada = people.account_in_read(session, "ada")
        assert [line.id for line in imports_of(session, ada, people.now)] == [import_id]
        assert import_id.encode() in export_account(session, ada, people.now)


def test_files_are_forgotten_with_their_owner_and_after_a_while(people: People) -> None:
    sent(people, whole())
    assert check(people)
    sent(people, whole(7), "bo")
    with people.store.begin() as session:
        bo = people.account_in(session, "bo")
        choose_password(session, bo, "", "a long sentence", "", people.now)
        delete_by_password(session, bo, "a long sentence", people.now)
    assert people.count(Import) == 1
    with people.store.begin() as session:
        forget_old(session, people.now + KEPT)
    assert people.count(Import) == 1
    with people.store.begin() as session:
        forget_old(session, people.now + KEPT + timedelta(seconds=1))
    assert (people.count(Import), people.count(Game)) == (0, 1)


def afresh(people: People, change: Callable[[list[str]], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check what waits in a process of its own, whose command is changed before."""
    run = subprocess.run

    def changed(command: list[str], **named: Any) -> Any:
        return run(change(command), **named)

    with monkeypatch.context() as patched:
        patched.setattr(subprocesses.subprocess, "run", changed)
        check_afresh(people.store.settings, people.store, claimed(people))


def test_import_check_has_a_process_and_gives_back_if_killed(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    import_id = sent(people, whole())
    dies = f"import os; os.kill(os.getpid(), {signal.SIGKILL})"
    afresh(people, lambda command: [command[0], "-c", dies], monkeypatch)
    assert seen(people, import_id).state == "waiting"
    afresh(people, lambda command: command, monkeypatch)
    assert seen(people, import_id).state == "done"
    import_id = sent(people, whole(21))
    with people.store.begin() as session:
        session.execute(update(Import).where(Import.at.is_(None)).values(document=b"[" * 100))
    afresh(people, lambda command: command, monkeypatch)
    assert seen(people, import_id).state == "refused"


def test_time_ends_a_check_that_never_looks_at_it() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(imports.TooLong), subprocesses.time_limit(0.05):
        signal.pause()
    with subprocesses.time_limit(0.05) as in_time:
        in_time()
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
