"""The database: does it answer, is it of this version's form, does its clock agree with ours, is it kept in order and
backed up."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from correspondence import migrating
from correspondence.backups.making import BACKUP
from correspondence.encryption import SECOND_FACTOR, WEBHOOK, Unsealable, unseal
from correspondence.logs import discreet
from correspondence.migrating import WrongSchema
from correspondence.models.accounts import Account
from correspondence.models.calls import Pulse
from correspondence.models.mail import Webhook
from worker.doctor.machine import Finding, Patient, ago, fine

MOST_SKEW = 2.0
OLD_BACKUP = 2 * 86400.0
# Of the connections that PostgreSQL gives, so many may be taken.
MOST_TAKEN = 0.85
# Bytes from which on a table is worth knowing about: some ten thousand rows.
LARGE_TABLE = 2**20


def reachable(patient: Patient) -> Iterator[Finding]:
    """It answers, and its tables are those of this program. What else is asked of it comes after this."""
    try:
        migrating.check(patient.store.engine)
    except WrongSchema as wrong:
        yield Finding("schema", "fault", str(wrong), "rookery migrate (make a backup first: rookery backup FILE)")
    except SQLAlchemyError as error:
        first = discreet(str(getattr(error, "orig", error)).strip().splitlines()[0])
        yield Finding(
            "database-away",
            "fault",
            f"the database does not answer: {first}",
            "start it, and look at DATABASE_URL: address, user, password",
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
    if abs(skew) > MOST_SKEW:
        yield Finding(
            "clock-skew",
            "fault",
            f"this machine's clock is {abs(skew):.0f} seconds {'ahead of' if skew > 0 else 'behind'} the database's",
            "let both machines keep time: timedatectl set-ntp true",
        )
    else:
        yield fine("clocks", "this machine's clock and the database's agree")


def secrets(patient: Patient) -> Iterator[Finding]:
    """What was sealed can be opened with the key of today."""
    places = ((Account.totp_secret, SECOND_FACTOR), (Webhook.secret, WEBHOOK))
    with patient.store.read() as session:
        kept = [(one, why) for column, why in places for one in session.scalars(select(column).where(column != ""))]
    closed = sum(not _opens(patient.settings.secret_key, purpose, one) for one, purpose in kept)
    if closed:
        yield Finding(
            "secrets-sealed",
            "fault",
            f"{closed} of {len(kept)} secrets of second factors and webhooks were sealed with another SECRET_KEY",
            "set SECRET_KEY to what it was; if it is lost: rookery second-factor-off ADDRESS for who asks, and owners"
            " of webhooks make new secrets",
        )
    elif kept:
        yield fine("secrets", f"{len(kept)} sealed secrets can be opened")


def _opens(key: str, purpose: str, kept: str) -> bool:
    try:
        unseal(key, purpose, kept)
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
    if taken > most * MOST_TAKEN:
        yield Finding(
            "connections",
            "warning",
            f"{taken} of {most} connections of PostgreSQL are taken",
            "raise max_connections, or put pgbouncer (transaction pooling) before it",
        )


def statistics(patient: Patient) -> Iterator[Finding]:
    """PostgreSQL knows its tables: it plans by counts that autovacuum keeps, and it gives back room."""
    if patient.store.engine.dialect.name != "postgresql":
        return
    # Below 0 says that it was never counted; the server's figures about use are lost when it crashes, this is not.
    uncounted = (
        "select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace"
        " and reltuples < 0 and pg_relation_size(oid) >= :large order by pg_relation_size(oid) desc"
    )
    with patient.store.read() as session:
        works = session.execute(text("show autovacuum")).scalar_one() == "on"
        unknown = list(session.scalars(text(uncounted), {"large": LARGE_TABLE}))
    if not works:
        yield Finding(
            "autovacuum-off",
            "warning",
            "autovacuum of PostgreSQL is off: tables only grow, and the server reads the whole of them for a few rows",
            "in psql: alter system set autovacuum = on; select pg_reload_conf();",
        )
    if unknown:
        yield Finding(
            "never-analyzed",
            "warning",
            f"PostgreSQL never counted what is in {', '.join(unknown)}: it may read the whole of them for each page",
            "in psql: analyze;",
        )


def backups(patient: Patient) -> Iterator[Finding]:
    """Somebody makes backups, and not long ago."""
    with patient.store.read() as session:
        pulse = session.get(Pulse, BACKUP)
    mend = "rookery backup DIR --keep 14, every night (docs/hosting.md, Backups)"
    if pulse is None:
        yield Finding("no-backup", "warning", "no backup was ever made with rookery backup", mend)
        return
    seconds = (patient.now - pulse.at).total_seconds()
    words = f"the last backup was made {ago(seconds)} ago: {pulse.note}"
    yield Finding("old-backup", "warning", words, mend) if seconds > OLD_BACKUP else fine("backup", words)
