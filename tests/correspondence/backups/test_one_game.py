"""One game set back beside the others, or brought back after it was lost."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from correspondence.backups import making, one_game
from correspondence.evaluations import replay_stored_game
from correspondence.games.access import find_game
from correspondence.mail.payload import NoticePayload, decode_payload
from correspondence.models.accounts import Account
from correspondence.models.archive import CurrentPosition, PlayerRating, RatingChange
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import AuditEntry, Turn
from correspondence.ratings import follow_changes, rated_editions
from correspondence.rows import new_id
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.backups.conftest import sent
from tests.correspondence.people import People
from tests.migrated import make_tables

pytestmark = pytest.mark.both_databases


def everything_but(store: Store, path: Path, game: str) -> dict[str, str]:
    """Digests of what does not belong to a game, by table."""
    with store.read() as session:
        rest = session.scalars(select(Game.public_id).where(Game.public_id != game)).all()
    found = {}
    for other in rest:
        making.back_up(store, path, People(store).now, other)
        found |= {f"{other} {name}": part.sha256 for name, part in one_game.verify_backup(path)[1].items()}
    return found


def test_one_game_is_set_back_beside_the_others(people: People, played: str, store: Store, tmp_path: Path) -> None:
    """From a backup of everything on one database, from one of the game on the other."""
    path, scratch = tmp_path / "game.backup", tmp_path / "other.backup"
    making.back_up(store, path, people.now, None if store.engine.dialect.name == "sqlite" else played)
    as_of, turn, standing = people.now, people.turn(played), people.page(played)
    assert standing.turn is not None
    number = standing.turn.number
    for _ in range(2):
        people.submit(played)
        people.adjudicate(played)
    sent(people)
    with store.begin() as session:
        session.execute(update(CurrentPosition).values(document=b"lost"))
    others = everything_but(store, scratch, played)
    entries = people.count(AuditEntry)
    people.later(days=2)
    opened = one_game.restore_game(store, path, played, people.now)
    assert opened == number + 3
    assert everything_but(store, scratch, played) == others
    assert people.count(AuditEntry) == entries + 1
    with store.read() as session:
        assert session.scalar(select(AuditEntry.kind).order_by(AuditEntry.id.desc()).limit(1)) == "restored"
    assert agrees(store, played)
    now = people.page(played)
    assert now.turn is not None
    assert (now.turn.number, now.round) == (opened, standing.round)
    assert now.turn.id != turn
    assert now.turn.due_at >= people.now + timedelta(hours=24)
    with store.read() as session:
        turns = session.execute(
            select(Turn.number, Turn.status)
            .join(Game, Game.id == Turn.game_id)
            .where(Game.public_id == played)
            .order_by(Turn.number)
        ).all()
    assert [status for _, status in turns] == ["closed"] * (number - 1) + ["void"] * 3 + ["open"]
    assert told_of_restoring(store) == {("Ada", as_of), ("Bo", as_of)}
    # And it goes on: a sheet, results, emails under names of their own.
    people.submit(played)
    people.adjudicate(played)
    assert agrees(store, played)


def told_of_restoring(store: Store) -> set[tuple[str, object]]:
    """Whose emails wait, all of which must tell of a game set back, and of which moment."""
    with store.read() as session:
        waiting = session.scalars(select(OutgoingMail).where(OutgoingMail.next_attempt_at.is_not(None))).all()
    notices = [(mail.name, decode_payload(mail.payload)) for mail in waiting]
    assert all(isinstance(one, NoticePayload) and one.what == "deadline-restored" for _, one in notices)
    return {(name, one.moments["at"]) for name, one in notices if isinstance(one, NoticePayload)}


def agrees(store: Store, game: str) -> bool:
    with store.read() as session:
        return replay_stored_game(session, game).differences == ()


def test_a_game_that_was_lost_comes_back_with_its_players(
    people: People, played: str, store: Store, tmp_path: Path, elsewhere: Store
) -> None:
    """Into another service: keys differ, the same people are found by their ids, others are made."""
    path = tmp_path / "game.backup"
    making.back_up(store, path, people.now, played)
    make_tables(elsewhere)
    there = People(elsewhere)
    there.now = people.now
    for number in range(5):
        there.game({"stark": f"other{number}"})
    opened = one_game.restore_game(elsewhere, path, played, people.now)
    assert opened == 3
    there.adjudicate(played)
    assert list(one_game.faults_within(elsewhere)) == []
    assert {seat.player for seat in there.page(played).seats if seat.player} >= {"Ada", "Bo"}


def test_ratings_follow_a_game_that_is_set_back(people: People, played: str, store: Store, tmp_path: Path) -> None:
    """What the game had changed since the backup is gone from boards too."""
    path = tmp_path / "game.backup"
    making.back_up(store, path, people.now)
    with store.begin() as session:
        game, ada = find_game(session, played), people.account_in(session, "ada")
        change = RatingChange(
            game_id=game.id, account_id=ada.id, edition=game.edition, number=1, rank=1, mu_before=1500.0, mu=1501.0,
            sigma=240.0,
        )  # fmt: skip
        session.add(change)
        follow_changes(session, game.edition, [ada.id])
        assert rated_editions(session) == (game.edition,)
    one_game.restore_game(store, path, played, people.now)
    with store.read() as session:
        assert rated_editions(session) == ()
    assert people.count(PlayerRating) == 0


def test_who_has_left_meanwhile_does_not_come_back(people: People, played: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "game.backup"
    making.back_up(store, path, people.now)
    with store.begin() as session:
        session.execute(
            update(Account)
            .where(Account.email == "bo@rookery.example")
            .values(deleted_at=people.now, email=f"{new_id()}@gone.invalid")
        )
    one_game.restore_game(store, path, played, people.now)
    kinds = {seat.house: seat.kind for seat in people.page(played).seats}
    assert (kinds["stark"], kinds["tyrell"]) == ("human", "steward")


def test_a_game_that_is_not_there_or_had_not_begun(people: People, store: Store, tmp_path: Path) -> None:
    people.game()
    path = tmp_path / "all.backup"
    making.back_up(store, path, people.now)
    with pytest.raises(one_game.NotThere, match="has no game none"):
        one_game.restore_game(store, path, "none", people.now)
    with pytest.raises(LookupError, match="no game none"):
        making.back_up(store, path, people.now, "none")


def test_every_table_is_a_games_or_is_not() -> None:
    """A new table must be thought of: does it belong to a game that is set back?"""
    assert set(METADATA.tables) - {table.name for table in making.game_tables()} == {
        "accounts",
        "absences",
        "address_changes",
        "api_tokens",
        "feed_addresses",
        "attempts",
        "blocks",
        "digest_lines",
        "guests",
        "imports",
        "incoming_mails",
        "audit_log",
        "local_mail",
        "mail_routes",
        "outbox",
        "passkeys",
        "pdf_files",
        "pictures",
        "heartbeats",
        "push_messages",
        "push_subscriptions",
        "rating_bands",
        "ratings",
        "recovery_codes",
        "returned_mails",
        "service_hours",
        "sign_in_links",
        "sign_in_sessions",
        "silenced_addresses",
        "stopped_addresses",
        "webhook_posts",
        "webhooks",
    }
