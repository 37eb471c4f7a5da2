"""Receipts: each sheet that is accepted adds one to the chain of its game, and who may know of it."""

from __future__ import annotations

import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import select

from adjudicator import game_file
from adjudicator.documents import FIRST, Opened, Receipts
from correspondence.archive.files import export_game
from correspondence.backups import making, one_game
from correspondence.evaluations import replay_stored_game
from correspondence.models.turns import SheetReceipt, SheetVersion
from correspondence.overrides import NewSheet
from correspondence.receipts import faults_of_file, is_signed, public_key, signature
from correspondence.sheets.reading import Receipt, receipt, sheet_of, versions_of
from correspondence.store import Store
from tests.correspondence.people import People
from tests.correspondence.review.masters import make_master
from tests.correspondence.review.test_overrides import apply, propose

MARCH = b'{"orders":{"winterfell":"march+0"}}'
TWO = {"stark": "ada", "tyrell": "bo"}


def told(people: People, game_id: str, name: str | None = None) -> Receipts | None:
    """The receipts that stand in somebody's game file."""
    with people.store.read() as session:
        account = people.account_in_read(session, name) if name else None
        return export_game(session, game_id, account, people.now).receipts


def differences(people: People, game_id: str) -> tuple[str, ...]:
    with people.store.read() as session:
        return replay_stored_game(session, game_id).differences


def test_every_version_is_a_link_of_the_games_chain(people: People) -> None:
    game_id, other = people.game(TWO), people.game({"stark": "cy"})
    for name in ("ada", "bo", "ada"):
        people.submit(game_id, name)
    people.submit(other, "cy")
    people.adjudicate(game_id)
    people.submit(game_id, "bo", MARCH.replace(b"winterfell", b"highgarden"))
    people.adjudicate(game_id)
    found = told(people, game_id)
    assert found is not None
    assert [(one.number, one.house, one.version, one.by) for one in found.chain] == [
        (1, "stark", 1, "seat"),
        (2, "tyrell", 1, "seat"),
        (3, "stark", 2, "seat"),
        (4, "tyrell", 1, "seat"),
    ]
    assert [one.previous for one in found.chain] == [FIRST, *(one.digest for one in found.chain[:-1])]
    assert len({one.id for one in found.chain}) == 4
    assert len({one.turn for one in found.chain}) == 2
    assert faults_of_file(found) == []
    assert differences(people, game_id) == ()


def test_a_player_gets_what_proves_the_sheet_at_once(people: People) -> None:
    game_id = people.game()
    given = people.submit(game_id, document=MARCH)
    assert isinstance(given, Receipt)
    proof = given.proof
    assert proof is not None
    at = f"{given.accepted_at:%Y-%m-%dT%H:%M:%SZ}"
    assert proof.at == at
    assert Opened(at=at, sheet=given.digest, salt=proof.salt).commitment() == proof.commitment
    assert proof.key == public_key(people.store.settings.secret_key)
    people.adjudicate(game_id)
    found = told(people, game_id)
    assert found is not None
    (one,) = found.chain
    assert (one.id, one.commitment, one.digest, one.signature) == (
        proof.id,
        proof.commitment,
        proof.digest,
        proof.signature,
    )
    assert is_signed(proof.key, proof.signature, one.signed())


def test_the_proof_can_be_asked_for_again(people: People) -> None:
    game_id = people.game()
    turn, given = people.turn(game_id), [people.submit(game_id) for _ in range(2)]
    with people.store.read() as session:
        ada, now = people.account_in_read(session, "ada"), people.now
        latest = sheet_of(session, ada, turn, now)
        assert latest is not None
        assert latest.proof == given[1].proof
        assert [one.proof for one in versions_of(session, ada, turn, now)] == [given[1].proof, given[0].proof]
        assert receipt(session, ada, turn, 1, now).proof == given[0].proof


def test_nobody_is_told_before_the_turn_is_over(people: People) -> None:
    game_id = people.game(TWO)
    people.submit(game_id)
    for name in (None, "ada", "bo"):
        assert told(people, game_id, name) is None
    people.adjudicate(game_id)
    people.submit(game_id, "bo")
    for name in (None, "ada", "bo"):
        found = told(people, game_id, name)
        assert found is not None
        assert [one.house for one in found.chain] == ["stark"]
        assert faults_of_file(found) == []


def test_only_the_own_house_opens_a_receipt(people: People) -> None:
    game_id = people.game(TWO, names="anonymous")
    mine, other = people.submit(game_id, document=MARCH), people.submit(game_id, "bo")
    people.adjudicate(game_id)
    found = {name: told(people, game_id, name) for name in (None, "ada", "bo")}
    opened = {name: [one.house for one in receipts.chain if one.opened] for name, receipts in found.items() if receipts}
    assert opened == {None: [], "ada": ["stark"], "bo": ["tyrell"]}
    own = found["ada"]
    assert own is not None
    assert own.chain[0].opened == Opened(
        at=mine.proof.at, sheet=mine.digest, salt=mine.proof.salt, document=mine.document.decode()
    )
    with people.store.read() as session:
        whole = game_file.encode(export_game(session, game_id, people.account_in_read(session, "ada"), people.now))
    for secret in (other.proof.salt, other.digest):
        assert secret.encode() not in whole
    # The same sheet at the same moment makes another commitment each time: nobody can try what others may have written.
    again = people.game(TWO)
    twice = [people.submit(again, document=b"{}").proof.commitment for _ in range(2)]
    assert len(set(twice)) == 2


def test_who_looks_on_late_is_told_late(people: People) -> None:
    game_id = people.game(spectators="delayed", spectator_delay=1)
    for _ in range(2):
        people.submit(game_id)
        people.adjudicate(game_id)
    public, mine = told(people, game_id), told(people, game_id, "ada")
    assert public is not None
    assert mine is not None
    assert [one.number for one in public.chain] == [1]
    assert [one.number for one in mine.chain] == [1, 2]
    assert faults_of_file(public) == []


def test_a_sheet_that_an_override_wrote_says_so(people: People) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    people.submit(game_id)
    apply(people, game_id, propose(people, game_id, NewSheet("stark", MARCH.decode())))
    people.adjudicate(game_id)
    found = told(people, game_id)
    assert found is not None
    assert [(one.version, one.by) for one in found.chain] == [(1, "seat"), (2, "edict")]
    assert differences(people, game_id) == ()


@pytest.mark.both_databases
def test_two_who_hand_in_at_once_make_one_chain(people: People) -> None:
    game_id = people.game(TWO)
    turn = people.turn(game_id)
    accounts = {name: people.account(name) for name in TWO.values()}
    together = Barrier(2)

    def hand_in(name: str) -> None:
        from correspondence.sheets.use_cases import submit_sheet

        together.wait()
        for _ in range(8):
            with people.store.begin() as session:
                submit_sheet(session, accounts[name], turn, b"{}", people.now)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(hand_in, accounts))
    people.adjudicate(game_id)
    found = told(people, game_id)
    assert found is not None
    assert [one.number for one in found.chain] == list(range(1, 17))
    assert faults_of_file(found) == []
    assert differences(people, game_id) == ()


def test_another_secret_key_leaves_old_receipts_good(people: People) -> None:
    game_id = people.game()
    people.submit(game_id)
    people.adjudicate(game_id)
    settings = people.store.settings
    people.store.settings = replace(settings, secret_key=secrets.token_hex(32))
    people.submit(game_id)
    people.adjudicate(game_id)
    found = told(people, game_id)
    assert found is not None
    keys = [one.key for one in found.chain]
    assert keys == [public_key(settings.secret_key), public_key(people.store.settings.secret_key)]
    assert found.key == keys[1]
    assert faults_of_file(found) == []
    assert faults_of_file(found, keys) == []
    assert keys[0] in faults_of_file(found, keys[1:])[0]
    assert differences(people, game_id) == ()
    people.store.settings = settings
    people.submit(game_id)
    assert any("a key that another had replaced" in line for line in differences(people, game_id))


def test_sheets_of_before_there_were_receipts_need_none(people: People) -> None:
    game_id = people.game(TWO)
    people.submit(game_id)
    people.submit(game_id, "bo")
    without_receipts(people)
    people.adjudicate(game_id)
    assert told(people, game_id) is None
    assert differences(people, game_id) == ()
    # The service is brought to a newer version in the middle of a turn.
    people.submit(game_id, "bo")
    without_receipts(people)
    people.submit(game_id)
    assert people.count(SheetReceipt) == 1
    turn = people.turn(game_id)
    with people.store.read() as session:
        bo = people.account_in_read(session, "bo")
        assert [one.proof for one in versions_of(session, bo, turn, people.now)] == [None]
    people.adjudicate(game_id)
    assert differences(people, game_id) == ()


def without_receipts(people: People) -> None:
    with people.store.begin() as session:
        for row in session.scalars(select(SheetReceipt)):
            session.delete(row)


def test_a_game_that_is_set_back_goes_on_with_its_chain(people: People, store: Store, tmp_path: Path) -> None:
    game_id, path = people.game(TWO), tmp_path / "all.backup"
    people.submit(game_id)
    people.adjudicate(game_id)
    people.submit(game_id, "bo")
    making.back_up(store, path, people.now)
    people.adjudicate(game_id)
    people.submit(game_id)
    one_game.restore_game(store, path, game_id, people.now)
    assert people.count(SheetReceipt) == 2
    people.submit(game_id, "bo")
    people.adjudicate(game_id)
    found = told(people, game_id)
    assert found is not None
    assert [one.number for one in found.chain] == [1, 2, 3]
    assert differences(people, game_id) == ()


def test_nothing_is_kept_of_a_sheet_that_is_refused(people: People) -> None:
    from adjudicator.engine.decision import Illegal

    game_id = people.game()
    with pytest.raises(Illegal):
        people.submit(game_id, document=b'{"orders":{"lannisport":"march+0"}}')
    assert (people.count(SheetVersion), people.count(SheetReceipt)) == (0, 0)


def test_a_signature_holds_for_its_key_and_its_bytes_alone() -> None:
    key, signed = public_key("one"), signature("one", b"said")
    assert is_signed(key, signed, b"said")
    assert not is_signed(key, signed, b"said.")
    assert not is_signed(public_key("another"), signed, b"said")
    for nonsense in ("", "zz", "00", "00" * 32, "00" * 64):
        assert not is_signed(nonsense, signed, b"said")
        assert not is_signed(key, nonsense, b"said")


def test_receipt_texts_are_those_of_the_page_about_receipts() -> None:
    """Whoever checks receipts with a program of their own needs nothing else."""
    salted = b'["rookery-sheet/1","00ff","2026-11-21T12:00:00Z","ab"]'
    made = Opened(at="2026-11-21T12:00:00Z", sheet="ab", salt="00ff").commitment()
    assert made == hashlib.sha256(salted).hexdigest()
