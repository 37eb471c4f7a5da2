"""`rookery doctor` finds each fault when it is there, says how to mend it, and is quiet when nothing is wrong."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import socket
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import text, update
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.backups import making
from correspondence.host_editions import EDITIONS, add, watch
from correspondence.imports import ask_import
from correspondence.incoming_mail.queue import keep_mail, note_mailbox_read
from correspondence.models.accounts import Account
from correspondence.models.archive import Import
from correspondence.models.games import Game
from correspondence.models.mail import IncomingMail, OutgoingMail, PushMessage, PushSubscription, Webhook, WebhookPost
from correspondence.models.turns import Evaluation, Heartbeat, Turn
from correspondence.operations import beat
from correspondence.settings import Settings, public_key
from correspondence.store import Store
from tests import services
from tests.brought_editions import card_set, forgotten
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.e2e.post import post_office
from tests.migrated import make_tables
from worker.broker import write_whole
from worker.cli import main
from worker.doctor import backends, machine, work
from worker.doctor.machine import Check, Finding, Patient
from worker.doctor.work import examine
from worker.service import clock

KEY = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all tables."""
    path = tmp_path_factory.mktemp("doctor") / "rookery.db"
    store = Store(settings_for(f"sqlite:///{path}", path.parent))
    make_tables(store)
    store.close()
    return path


@pytest.fixture
def bare(tmp_path: Path, template: Path) -> Iterator[Patient]:
    """A service in which nothing has happened yet."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    shutil.copy(template, folder / "rookery.db")
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'rookery.db'}", secret_key=KEY)
    store = Store(settings)
    yield Patient(settings, {}, store, People(store).now)
    store.close()


@pytest.fixture
def healthy(bare: Patient, tmp_path: Path) -> Patient:
    """A service with a running game in which nothing is wrong."""
    store, people = bare.store, People(bare.store)
    people.game()
    left = {"sent_at": people.now, "next_attempt_at": None, "payload": b""}
    with store.begin() as session:
        session.execute(update(OutgoingMail).values(**left))
    assert beat(store, people.now)
    making.back_up(store, tmp_path / "a.backup", people.now)
    return bare


def codes(check: Check, patient: Patient) -> dict[str, Finding]:
    return {finding.code: finding for finding in check(patient) if finding.grade != "fine"}


def with_settings(patient: Patient, **changes: object) -> Patient:
    return dataclasses.replace(patient, settings=dataclasses.replace(patient.settings, **changes))  # type: ignore[arg-type]


def later(patient: Patient, **how_much: float) -> Patient:
    return dataclasses.replace(patient, now=patient.now + timedelta(**how_much))


def test_nothing_is_wrong(healthy: Patient) -> None:
    found = [finding for finding in examine(healthy) if finding.grade not in ("fine", "note")]
    assert found == []


def test_whatever_is_wrong_has_a_way_to_mend_it(healthy: Patient) -> None:
    worse = with_settings(later(healthy, days=9), base_url="http://rookery.example", secret_key="short")
    found = list(examine(worse))
    assert len([finding for finding in found if finding.grade in ("warning", "fault")]) >= 5
    assert all(finding.mend for finding in found if finding.grade != "fine")


@pytest.mark.parametrize(
    ("environ", "name", "meant"),
    [
        ({"SMTP_HOST": "mail"}, "SMTP_HOST", "SMTP_URL"),
        ({"SECRETKEY": "x"}, "SECRETKEY", "SECRET_KEY"),
        ({"BASE_URI": "x"}, "BASE_URI", "BASE_URL"),
        ({"ROOKERY_PORT": "1"}, "ROOKERY_PORT", "docs/hosting.md"),
    ],
)
def test_misspelt_variables(bare: Patient, environ: Mapping[str, str], name: str, meant: str) -> None:
    (found,) = machine.variables(dataclasses.replace(bare, environ={**environ, "PATH": "/bin", "LANG": "C"}))
    assert name in found.words
    assert meant in found.mend


@pytest.mark.parametrize("key", ["", "secret", "a" * 64, "changeme" * 4, "0123456789012345"])
def test_a_key_that_can_be_guessed(bare: Patient, key: str) -> None:
    assert "weak-secret" in codes(machine.secret, with_settings(bare, secret_key=key))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"base_url": "http://rookery.example"}, "no-tls"),
        ({"base_url": "https://rookery.example"}, "no-mail-server"),
        ({"base_url": "https://rookery.example", "trusted_proxies": 0}, "proxies-untrusted"),
        (
            {"base_url": "https://rookery.example", "trusted_proxies": 1, "proxy_networks": ("10.0.0.0/8",)},
            "proxy-elsewhere",
        ),
        ({"smtp_url": "smtp://mail.example"}, "base-url-local"),
        ({"smtp_url": "smtp://mail.example", "sender": "r@localhost.localdomain"}, "sender-local"),
        ({"base_url": "https://rookery.example", "webhooks_loopback": True}, "webhooks-loopback"),
        ({"database_url": "postgresql+psycopg://rookery:pw@db/rookery"}, "weak-database-password"),
    ],
)
def test_addresses_that_cannot_be_right(bare: Patient, changes: dict[str, object], code: str) -> None:
    assert code not in codes(machine.addresses, bare)
    assert code in codes(machine.addresses, with_settings(bare, **changes))


def test_the_data_folder(bare: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bare.settings.data_dir
    key = folder / "secret-key"
    key.write_text(KEY)
    key.chmod(0o644)
    (folder / "rookery.db").chmod(0o600)
    assert codes(machine.data_folder, bare) == {}, "nobody else comes into the folder"
    folder.chmod(0o755)
    assert str(key) in codes(machine.data_folder, bare)["file-open-to-others"].mend
    key.chmod(0o600)
    assert codes(machine.data_folder, bare) == {}
    gone = with_settings(bare, data_dir=tmp_path / "nowhere")
    assert "data-not-writable" in codes(machine.data_folder, gone)


@pytest.mark.parametrize(("free", "code"), [(10**8, "disk-full"), (5 * 10**8, "disk-little"), (10**10, None)])
def test_the_disk(bare: Patient, monkeypatch: pytest.MonkeyPatch, free: int, code: str | None) -> None:
    # The one fault that is not made: a full disk of this machine would fail everything else.
    usage = shutil.disk_usage(bare.settings.data_dir)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free))
    assert list(codes(machine.disk, bare)) == ([code] if code else [])


def test_fonts_that_are_missing(bare: Patient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "font_files", lambda: [str(tmp_path / "none.ttf")])
    assert "fonts-missing" in codes(machine.drawing, bare)
    monkeypatch.undo()
    monkeypatch.setattr(machine, "FAMILIES", ("A family that nobody has",))
    assert "font-without-ink" in codes(machine.drawing, bare)


def test_the_database_is_away_or_of_another_form(bare: Patient) -> None:
    migrating.migrate_to(bare.store.engine, "0037")
    assert "rookery migrate" in codes(backends.reachable, bare)["schema"].mend
    with bare.store.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = 'f00d'"))
    newer = codes(backends.reachable, bare)["schema"]
    assert "newer" in newer.words
    assert "rookery migrate" not in newer.mend
    url = f"postgresql+psycopg://rookery:very-secret@127.0.0.1:{services.free_port()}/rookery"
    away = Store(dataclasses.replace(bare.settings, database_url=url))
    found = list(examine(dataclasses.replace(bare, store=away)))
    (fault,) = [finding for finding in found if finding.grade == "fault"]
    assert fault.code == "database-away"
    assert "very-secret" not in fault.words


def test_a_server_whose_clock_differs(bare: Patient, postgres_url: str) -> None:
    store = Store(dataclasses.replace(bare.settings, database_url=postgres_url))
    here = dataclasses.replace(bare, store=store, now=clock())
    assert codes(backends.clocks, here) == {}
    for minutes, words in ((-10, "600 seconds behind"), (10, "600 seconds ahead of")):
        wrong = dataclasses.replace(here, clock=lambda off=timedelta(minutes=minutes): clock() + off)
        assert words in codes(backends.clocks, wrong)["clock-skew"].words
    assert codes(backends.clocks, later(here, minutes=-10)) == {}, "other checks may have taken their time"
    assert codes(backends.connections, here) == {}
    store.close()


def test_a_database_that_does_not_know_its_tables(
    bare: Patient, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(dataclasses.replace(bare.settings, database_url=postgres_url))
    here = dataclasses.replace(bare, store=store)
    with store.begin() as session:
        session.execute(text("create table tall (n int) with (autovacuum_enabled = off)"))
        session.execute(text("insert into tall select generate_series(1, 200)"))
    assert "never-analyzed" not in codes(backends.statistics, here), "it is small"
    monkeypatch.setattr(backends, "LARGE_TABLE", 8192)
    assert "tall" in codes(backends.statistics, here)["never-analyzed"].words
    with store.begin() as session:
        session.execute(text("analyze"))
    assert "never-analyzed" not in codes(backends.statistics, here)
    with store.read() as session:
        works = session.scalar(text("show autovacuum"))
    assert ("autovacuum-off" in codes(backends.statistics, here)) == (works == "off")
    store.close()
    assert codes(backends.statistics, bare) == {}, "SQLite has no such thing"


def test_backups_that_nobody_makes(healthy: Patient) -> None:
    assert codes(backends.backups, healthy) == {}
    assert "a.backup" in codes(backends.backups, later(healthy, days=3))["old-backup"].words
    with healthy.store.begin() as session:
        session.execute(text("delete from heartbeats where name = 'backup'"))
    assert "no-backup" in codes(backends.backups, healthy)


def test_silent_beat_and_a_clock_that_stopped_everything(healthy: Patient) -> None:
    assert codes(work.beat, healthy) == {}
    assert "beat-silent" in codes(work.beat, later(healthy, minutes=3))
    with healthy.store.begin() as session:
        session.add(Heartbeat(name="clock-stop", at=healthy.now, note="the clock moved"))
    assert "rookery confirm-clock" in codes(work.beat, healthy)["clock-stop"].mend
    with healthy.store.begin() as session:
        session.execute(text("delete from heartbeats"))
    assert "never-swept" in codes(work.beat, healthy)


def test_work_that_lies(healthy: Patient) -> None:
    assert codes(work.turns, healthy) == {}
    with healthy.store.begin() as session:
        session.execute(update(Turn).values(closes_at=healthy.now - timedelta(minutes=10)))
    assert "10 minutes" in codes(work.turns, healthy)["calls-overdue"].words
    with healthy.store.begin() as session:
        old = healthy.now - timedelta(minutes=20)
        session.execute(update(Turn).values(claim="host:1#x", claimed_until=old))
    assert "claims-old" in codes(work.turns, healthy)


def test_games_that_wait_for_a_host(healthy: Patient) -> None:
    assert codes(work.games, healthy) == {}
    with healthy.store.begin() as session:
        game = session.query(Game).one()
        game.status = "set-aside"
        asked = {"game_id": game.id, "asked_at": healthy.now, "at": healthy.now}
        session.add(Evaluation(**asked, agrees=False, differences="the position"))
        name = game.public_id
    found = codes(work.games, healthy)
    assert name in found["games-set-aside"].words
    assert name in found["games-differ"].words
    with healthy.store.begin() as session:
        session.add(Evaluation(**asked, agrees=True))
    assert "games-differ" not in codes(work.games, healthy), "it was set right since"


def test_game_files_that_nobody_checks(healthy: Patient) -> None:
    with healthy.store.begin() as session:
        account = session.query(Account).first()
        assert account is not None
        name = ask_import(session, account, b"{}", "", healthy.now - timedelta(minutes=50)).public_id
    assert codes(work.imports, healthy) == {}
    with healthy.store.begin() as session:
        session.execute(update(Import).values(asked_at=healthy.now - timedelta(minutes=70)))
    assert name in codes(work.imports, healthy)["imports-old"].words


def browser_in(session: Session, account: int, healthy: Patient) -> PushSubscription:
    """A browser that was turned on under another key."""
    texts = dict.fromkeys(("public_id", "session_id", "endpoint", "public_key", "auth_secret", "our_key", "label"), "b")
    made = PushSubscription(account_id=account, streams="results", created_at=healthy.now, last_error="", **texts)
    session.add(made)
    session.flush()
    return made


def test_mails_and_posts_that_do_not_leave(healthy: Patient) -> None:
    assert codes(work.mails, healthy) == codes(work.webhooks, healthy) == codes(work.browsers, healthy) == {}
    with healthy.store.begin() as session:
        mail = session.query(OutgoingMail).first()
        assert mail is not None
        mail.sent_at, mail.next_attempt_at = None, healthy.now - timedelta(minutes=5)
    assert "mails-wait" in codes(work.mails, healthy)
    with healthy.store.begin() as session:
        failed = {"next_attempt_at": None, "failed_at": healthy.now, "last_error": "550 no such user"}
        session.execute(update(OutgoingMail).values(**failed))
        account = session.execute(text("select id from accounts")).scalar_one()
        hook = Webhook(public_id="h", account_id=account, url="https://x.example", secret="s", kinds="results")
        hook.created_at = hook.disabled_at = healthy.now
        session.add(hook)
        session.flush()
        post = WebhookPost(public_id="p", key="p", webhook_id=hook.id, kind="results", body=b"")
        post.written_at = post.failed_at = healthy.now
        session.add(post)
        message = {"key": "p", "topic": "t", "urgent": False, "body": b"", "attempts": 1, "last_error": "403"}
        at = dict.fromkeys(("written_at", "expires_at", "failed_at"), healthy.now)
        session.add(PushMessage(subscription_id=browser_in(session, account, healthy).id, **message, **at))
    told = codes(work.browsers, healthy)
    assert "1 notifications" in told["browsers-not-told"].words
    assert "1 browsers" in told["browsers-of-another-key"].words
    assert "550 no such user" in codes(work.mails, healthy)["mails-failed"].words
    assert "1 posts" in codes(work.webhooks, healthy)["webhooks-fail"].words


def test_queues_of_files_that_grow(bare: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "MAX_WAITING", 3)
    folder = bare.settings.data_dir / "queue" / "messages" / "mail"
    folder.mkdir(parents=True)
    assert codes(backends.broker, bare) == {}
    for number in range(4):
        write_whole(folder / f"{number:020d}-x.msg", b"{}")
    assert "queue mail" in codes(backends.broker, bare)["queue-long"].words


def test_a_broker_that_is_away_and_one_where_nobody_listens(
    bare: Patient, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = with_settings(bare, broker_url=f"redis://:hidden@127.0.0.1:{services.free_port()}/0")
    assert "hidden" not in codes(backends.broker, away)["broker-away"].words
    monkeypatch.setattr(backends, "LISTEN_SECONDS", 0.3)
    deaf = codes(backends.broker, with_settings(bare, broker_url=redis_url))["nobody-listens"]
    assert deaf.mend.endswith("--queues adjudicate,mail,default,search")


def test_the_record_for_the_dns_is_told(bare: Patient, tmp_path: Path) -> None:
    """And the email that tries the way is signed like any other."""
    key = tmp_path / "dkim.pem"
    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    key.write_bytes(made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with post_office() as post:
        served = with_settings(bare, smtp_url=post.url, sender="r@rookery.example")
        signing = with_settings(served, mail_dkim="mail._domainkey.rookery.example", mail_dkim_key=str(key))
        tried = dataclasses.replace(signing, send_test="host@rookery.example")
        told = {finding.code: finding.words for finding in backends.mail(tried)}
        assert "dkim" not in {finding.code for finding in backends.mail(served)}
        assert f'mail._domainkey.rookery.example TXT "v=DKIM1; k=rsa; p={public_key(str(key))}"' in told["dkim"]
        (mail,) = post.mails
        assert "DKIM-Signature" in str(mail)


def test_mail_that_is_taken_refused_or_not_answered(bare: Patient) -> None:
    with post_office() as post:
        served = with_settings(bare, smtp_url=post.url, sender="r@rookery.example")
        assert codes(backends.mail, served) == {}
        assert post.mails == [], "no letter unless it was asked for"
        tried = dataclasses.replace(served, send_test="host@rookery.example")
        assert "mail-sent" in {finding.code for finding in backends.mail(tried)}
        assert [str(mail["To"]) for mail in post.mails] == ["host@rookery.example"]
    assert "mail-away" in codes(backends.mail, served)
    assert "smtp-url" in codes(backends.mail, with_settings(bare, smtp_url="mail.example"))

    class Refuses:
        async def handle_RCPT(self, *_: object) -> str:  # noqa: N802  aiosmtpd's name
            return "550 not from you"

    controller = Controller(Refuses(), hostname="127.0.0.1", port=services.free_port())
    controller.start()
    try:
        refused = with_settings(tried, smtp_url=f"smtp://127.0.0.1:{controller.port}")
        assert "550 not from you" in codes(backends.mail, refused)["mail-refused"].words
    finally:
        controller.stop()


def test_the_command(bare: Patient) -> None:
    with bare.store.begin() as session:
        session.add(Heartbeat(name="sweep", at=clock() - timedelta(hours=1), count=1))
    folder = bare.settings.data_dir
    environment = {name: "" for name in os.environ if name.startswith("ROOKERY_")}
    environment |= {"ROOKERY_DATA": str(folder), "SECRET_KEY": KEY, "DATABASE_URL": bare.settings.database_url}
    result = CliRunner().invoke(main, ["doctor"], env=environment)
    assert result.exit_code == 1, "nobody swept for an hour"
    assert "-> start the schedule" in result.output
    result = CliRunner().invoke(main, ["doctor", "--json"], env=environment)
    found = {finding["code"]: finding for finding in json.loads(result.stdout)["findings"]}
    assert found["beat-silent"]["grade"] == "fault"
    assert found["python"]["grade"] == "fine"
    assert set(found["python"]) == {"code", "grade", "words", "mend"}


def test_every_command_that_mends_is_one_of_the_program() -> None:
    words = "".join(path.read_text() for path in Path(machine.__file__).parent.glob("*.py"))
    named = set(re.findall(r"rookery ([a-z][a-z-]+)", words)) - {"doctor"}
    assert named <= set(main.commands)
    assert {"migrate", "backup", "worker", "beat", "try-again", "evaluate", "restore", "confirm-clock"} <= named


def test_card_sets_that_are_gone_are_named(bare: Patient, tmp_path: Path) -> None:
    folder = bare.settings.data_dir / EDITIONS
    with forgotten():
        watch(bare.settings.data_dir)
        assert list(machine.editions(bare)) == []
        name, _ = add(folder, "btwixt", card_set(tmp_path / "mine", ("allies", "power = 5", "power = 6")))
        assert [one.code for one in machine.editions(bare)] == ["editions"]
        people = People(bare.store)
        people.game({"cersei": "ada"}, edition=name, players=3, houses=("cersei", "daenerys", "doran"))
        (folder / name / "allies.toml").write_text("")
        assert [*codes(machine.editions, bare)] == ["edition-unreadable"]
        shutil.rmtree(folder / name)
        (folder / "offered.json").write_text('{"btwixt": "btwixt-0123abcd"}')
    with forgotten():
        watch(bare.settings.data_dir)
        found = list(machine.editions(bare))
    assert [one.code for one in found] == ["edition-offered-missing", "edition-missing"]
    assert name in found[1].words


def test_mail_in(bare: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether somebody listens, and whether a mail server vouches for senders."""
    assert list(work.incoming_mail(bare)) == []
    monkeypatch.setattr(work, "USUAL", ("127.0.0.1", services.free_port()))
    asked = with_settings(bare, mail_in="orders@rookery.example")
    assert set(codes(work.incoming_mail, asked)) == {"mail-in-unchecked", "mail-in-silent"}
    checked = with_settings(asked, mail_in_checked_by="mx.rookery.example")
    assert set(codes(work.incoming_mail, checked)) == {"mail-in-silent"}
    assert codes(work.incoming_mail, with_settings(checked, mail_in_box="imaps://a:b@mail")) == {}
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(work, "USUAL", server.getsockname())
        assert codes(work.incoming_mail, checked) == {}


def test_a_mailbox_that_nobody_looks_into(bare: Patient) -> None:
    """Or not any more; where there is none, nothing is said."""
    assert codes(work.read, bare) == {}
    asked = with_settings(bare, mail_in="orders@rookery.example", mail_in_box="imaps://a:secret@mail")
    (found,) = codes(work.read, asked).values()
    assert found.code == "mailbox-silent"
    assert "never" in found.words
    with bare.store.begin() as session:
        note_mailbox_read(session, bare.now)
    assert codes(work.read, asked) == {}
    assert codes(work.read, dataclasses.replace(asked, now=bare.now + work.SILENT)) == {}
    late = dataclasses.replace(asked, now=bare.now + work.SILENT + timedelta(seconds=1))
    (found,) = codes(work.read, late).values()
    assert found.code == "mailbox-silent"
    assert "secret" not in found.words


@pytest.mark.parametrize(
    ("settings", "code"),
    [({"mail_in_max_mails": 1}, "mails-full"), ({"mail_in_max_mails": 2}, ""), ({"mail_in_max_megabytes": 0}, "")],
)
def test_mails_that_fill_the_room_for_them(bare: Patient, settings: dict[str, Any], code: str) -> None:
    with bare.store.begin() as session:
        assert keep_mail(session, b"Subject: x\r\n\r\nREADY", "orders@rookery.example", bare.now)
    host = dataclasses.replace(bare, settings=dataclasses.replace(bare.settings, **settings))
    assert set(codes(work.read, host)) == ({code} if code else set())


def test_mails_that_will_soon_fill_it(bare: Patient) -> None:
    assert [finding.code for finding in work._room(81, 10**6, 100, 10**7)] == ["mails-fill"]
    assert [finding.code for finding in work._room(8, 9 * 10**6, 100, 10**7)] == ["mails-fill"]
    assert [finding.code for finding in work._room(80, 8 * 10**6, 100, 10**7)] == []


def test_mails_that_are_not_read(bare: Patient) -> None:
    """They wait, or were given up."""
    with bare.store.begin() as session:
        assert keep_mail(session, b"Subject: x\r\n\r\nREADY", "orders@rookery.example", bare.now)
    assert codes(work.read, bare) == {}
    assert set(codes(work.read, later(bare, hours=1))) == {"mails-wait"}
    with bare.store.begin() as session:
        session.execute(update(IncomingMail).values(state="failed", read_at=bare.now))
    assert set(codes(work.read, later(bare, hours=1))) == {"mails-failed"}
    assert codes(work.read, later(bare, days=9)) == {}
