"""Checks of the backends: database, broker, mail server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from kombu.exceptions import OperationalError
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from correspondence import migrating
from correspondence.backups.making import BACKUP
from correspondence.logs import discreet
from correspondence.migrating import WrongSchema
from correspondence.models import Account, Heartbeat, Webhook
from correspondence.outbox.delivery import Refusing, Unreachable, sign_mail, transport_for
from correspondence.settings import BadSetting, public_key
from correspondence.tokens import SECOND_FACTOR, WEBHOOK, Unsealable, unseal
from worker.doctor.machine import Finding, Patient, ago, fault, fine, note, warning
from worker.messages import QUEUES, make_caller, queue_lengths, uses_embedded_broker

MAX_SKEW = 2.0
OLD_BACKUP = 2 * 86400.0
# The share of the connections to PostgreSQL that may be in use.
MAX_TAKEN = 0.85
# The size in bytes from which a table matters: about ten thousand rows.
LARGE_TABLE = 2**20


def reachable(patient: Patient) -> Iterator[Finding]:
    """Check that the database answers with this version's tables, before other checks."""
    mend = "use a version of Rookery that knows this database: docs/hosting.md, Upgrades"
    try:
        migrating.usable_revision(patient.store.engine)
        mend = "rookery migrate (make a backup first: rookery backup FILE)"
        migrating.check(patient.store.engine)
    except WrongSchema as wrong:
        yield fault("schema", str(wrong), mend)
    except SQLAlchemyError as error:
        first = discreet(str(getattr(error, "orig", error)).strip().splitlines()[0])
        yield fault(
            "database-away",
            f"the database does not answer: {first}",
            "start it, and check DATABASE_URL: address, user, password",
        )
    else:
        yield fine("database", f"the database answers, revision {migrating.head()}")


def clocks(patient: Patient) -> Iterator[Finding]:
    """The database's clock and this machine's agree."""
    if patient.store.engine.dialect.name != "postgresql":
        return
    with patient.store.read() as session:
        session.connection()
        before = patient.clock()
        there = session.execute(text("select clock_timestamp()")).scalar_one()
        here = before + (patient.clock() - before) / 2
    skew = (here - there).total_seconds()
    if abs(skew) > MAX_SKEW:
        yield fault(
            "clock-skew",
            f"this machine's clock is {abs(skew):.0f} seconds {'ahead of' if skew > 0 else 'behind'} the database's",
            "synchronize the clocks of both machines: timedatectl set-ntp true",
        )
    else:
        yield fine("clocks", "this machine's clock and the database's agree")


def secrets(patient: Patient) -> Iterator[Finding]:
    """Sealed secrets can be opened with the present key."""
    places = ((Account.totp_secret, SECOND_FACTOR), (Webhook.secret, WEBHOOK))
    with patient.store.read() as session:
        rows = [(text, why) for column, why in places for text in session.scalars(select(column).where(column != ""))]
    closed = sum(not _opens(patient.settings.secret_key, purpose, text) for text, purpose in rows)
    if closed:
        yield fault(
            "secrets-sealed",
            f"{closed} of {len(rows)} secrets of second factors and webhooks were sealed with another SECRET_KEY",
            "set SECRET_KEY to its old value. If it is lost: rookery second-factor-off ADDRESS for each person who"
            " asks; owners of webhooks create new ones",
        )
    elif rows:
        yield fine("secrets", f"{len(rows)} sealed secrets can be opened")


def _opens(key: str, purpose: str, sealed_secret: str) -> bool:
    try:
        unseal(key, purpose, sealed_secret)
    except Unsealable:
        return False
    return True


def connections(patient: Patient) -> Iterator[Finding]:
    """PostgreSQL has connections left."""
    if patient.store.engine.dialect.name != "postgresql":
        return
    query = "select count(*), current_setting('max_connections')::int from pg_stat_activity"
    with patient.store.read() as session:
        taken, most = session.execute(text(query)).one()
    if taken > most * MAX_TAKEN:
        yield warning(
            "connections",
            f"{taken} of {most} connections to PostgreSQL are in use",
            "raise max_connections, or use pgbouncer (transaction pooling)",
        )


def statistics(patient: Patient) -> Iterator[Finding]:
    """PostgreSQL has statistics of its tables, and autovacuum runs."""
    if patient.store.engine.dialect.name != "postgresql":
        return
    # Below 0: never analyzed. Unlike the server's usage statistics, this survives a crash.
    uncounted = (
        "select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace"
        " and reltuples < 0 and pg_relation_size(oid) >= :large order by pg_relation_size(oid) desc"
    )
    with patient.store.read() as session:
        works = session.execute(text("show autovacuum")).scalar_one() == "on"
        unknown = list(session.scalars(text(uncounted), {"large": LARGE_TABLE}))
    if not works:
        yield warning(
            "autovacuum-off",
            "autovacuum of PostgreSQL is off: tables only grow, and queries become slow",
            "in psql: alter system set autovacuum = on; select pg_reload_conf();",
        )
    if unknown:
        yield warning(
            "never-analyzed",
            f"PostgreSQL has no statistics of {', '.join(unknown)}: it may read whole tables for each page",
            "in psql: analyze;",
        )


def backups(patient: Patient) -> Iterator[Finding]:
    """There is a recent backup."""
    with patient.store.read() as session:
        heartbeat = session.get(Heartbeat, BACKUP)
    mend = "rookery backup DIR --keep 14, every night (docs/hosting.md, Backups)"
    if heartbeat is None:
        yield warning("no-backup", "there is no backup by rookery backup", mend)
        return
    seconds = (patient.now - heartbeat.at).total_seconds()
    words = f"the last backup was made {ago(seconds)} ago: {heartbeat.note}"
    yield warning("old-backup", words, mend) if seconds > OLD_BACKUP else fine("backup", words)


MAX_WAITING = 1000
LISTEN_SECONDS, ASK_SECONDS = 2.0, 3.0


def broker(patient: Patient) -> Iterator[Finding]:
    """The broker answers, queues are short, each queue has a worker."""
    settings = patient.settings
    if uses_embedded_broker(settings):
        yield from _long_queues(queue_lengths(settings, ASK_SECONDS))
        yield fine("broker", "the embedded broker: files in the data folder")
        return
    caller = make_caller(settings)
    try:
        lengths = queue_lengths(settings, ASK_SECONDS)
        listening = caller.control.inspect(timeout=LISTEN_SECONDS).active_queues() or {}
    except (OperationalError, OSError) as error:
        yield fault(
            "broker-away",
            f"the broker does not answer: {discreet(str(error))}",
            "start the broker, and check BROKER_URL. Until then turns and emails wait; nothing is lost",
        )
        return
    finally:
        caller.close()
    yield from _long_queues(lengths)
    heard = {queue["name"] for queues in listening.values() for queue in queues}
    deaf = [queue for queue in QUEUES if queue not in heard]
    if deaf:
        yield fault(
            "nobody-listens",
            f"these queues have no worker: {', '.join(deaf)}",
            f"start one: rookery worker --queues {','.join(deaf)}",
        )
    else:
        yield fine("broker", f"the broker answers; {len(listening)} workers serve all queues")


def _long_queues(lengths: dict[str, int]) -> Iterator[Finding]:
    """Yield a warning for each queue with more than MAX_WAITING messages."""
    for queue, length in lengths.items():
        if length > MAX_WAITING:
            yield warning(
                "queue-long",
                f"{length} messages wait in the queue {queue}",
                f"start more workers for it: rookery worker --no-beat --queues {queue}",
            )


def mail(patient: Patient) -> Iterator[Finding]:
    """The mail server accepts a sign-in. Sends an email only if an address is given."""
    settings = patient.settings
    if settings.embedded_mail:
        yield note("mailbox", "emails only go to the site's own mailbox", "set SMTP_URL to send them")
        return
    transport = None
    try:
        transport = transport_for(settings, patient.store)
        transport.open(patient.now)
        if patient.send_test:
            transport.send(patient.send_test, *_test_mail(patient))
            yield fine("mail-sent", f"the mail server accepted an email to {patient.send_test}")
    except BadSetting as wrong:
        yield fault("smtp-url", str(wrong), "set SMTP_URL, such as smtp://user:password@host:587")
    except Unreachable as reason:
        yield fault(
            "mail-away",
            f"the connection to the mail server fails: {discreet(str(reason))}",
            "check SMTP_URL (host, port, user, password), and that this machine can reach the host",
        )
    except Refusing as reason:
        yield fault(
            "mail-refused",
            f"the mail server refuses the test email: {discreet(str(reason))}",
            "check MAIL_FROM: the server must let you send from that address",
        )
    else:
        yield fine("mail", "the mail server answers and accepts the sign-in")
        if settings.mail_dkim:
            record = f'{settings.mail_dkim} TXT "v=DKIM1; k=rsa; p={public_key(settings.mail_dkim_key)}"'
            yield fine("dkim", f"emails are signed; the DNS needs this record: {record}")
    finally:
        if transport is not None:
            transport.close()


def _test_mail(patient: Patient) -> tuple[str, str, bytes]:
    """Return a test email: its Message-ID, subject and signed bytes."""
    mail = EmailMessage()
    mail["From"], mail["To"] = patient.settings.sender, patient.send_test
    mail["Subject"] = subject = f"{patient.settings.site_name}: test email"
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = message_id = make_msgid(domain=patient.settings.host)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("This is a test. Emails from this service reach you; you need not answer.\n")
    return message_id, subject, sign_mail(patient.settings, mail.as_bytes(policy=policy.SMTP))
