"""PDF files of pages: asked for by whoever may read the page, made by a worker, kept for a few minutes.

What a file shows depends on its reader, so its key stands for the reader too, and a page that gives the file away looks
first whether that reader may have it. The file has no address of its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.orm import Session, undefer

from correspondence.errors import Denied
from correspondence.models.accounts import Account
from correspondence.models.archive import PdfFile
from correspondence.rows import insert_once
from correspondence.store import Store
from narration.words import N_

# In the environment of a request that a worker makes for a reader: whose the page is, by public id; empty for nobody's
# in particular. No header becomes a variable of this name.
READER = "rookery.reader"
KEPT = timedelta(minutes=10)
# Who does not look again for so long has left.
LEFT, NOTED_EVERY = timedelta(seconds=60), timedelta(seconds=20)
# So many wait in all, so many of people who are not signed in, so many of one account.
MAX_WAITING, MAX_OF_STRANGERS, MAX_OF_ACCOUNT = 20, 10, 3
# A process that makes a file ends by itself before the claim does; one that dies may be the machine's fault once.
MAKING_SECONDS, CLAIM = 120.0, timedelta(seconds=180)
MAX_ATTEMPTS = 2


@dataclass(frozen=True)
class PdfJob:
    """A file to be made: the page's path, and whose page it is (a public id, or nobody's in particular)."""

    key: str
    attempt: int
    path: str
    reader: str
    language: str


def pdf_key(path: str, account: Account | None, language: str, *state: object) -> str:
    """What a file is kept under: the page, its reader, and `state`, values that are others once the page is."""
    about = [path, account.public_id if account else "", language, account.zone if account else "", *state]
    return hashlib.sha256(msgspec.json.encode(about)).hexdigest()


def pdf_file(session: Session, key: str, now: datetime) -> PdfFile | None:
    """The file of this key if it was asked for, with its document; it may not be made yet."""
    found = session.get(PdfFile, key, options=[undefer(PdfFile.document)])
    return None if found is None or _over(found, now) else found


def ask_pdf(session: Session, key: str, path: str, account: Account | None, language: str, now: datetime) -> None:
    """Ask for a file, or say that somebody still waits for it. Raises Denied `pdf-busy` while too many wait."""
    waiting = PdfFile.made_at.is_(None), PdfFile.wanted_at > now - LEFT, PdfFile.key != key
    whose = PdfFile.account_id == account.id if account else PdfFile.account_id.is_(None)
    counts = select(func.count(), func.count().filter(whose)).where(*waiting)
    in_all, of_these = session.execute(counts).one()
    if in_all >= MAX_WAITING or of_these >= (MAX_OF_ACCOUNT if account else MAX_OF_STRANGERS):
        raise Denied("pdf-busy", N_("Too many PDF files wait to be made. Try again in a minute."))
    _forget(session, now)
    values = {"account_id": account.id if account else None, "path": path, "language": language, "document": b""}
    if not insert_once(session, PdfFile, key=key, asked_at=now, wanted_at=now, attempts=0, failed=False, **values):
        want_still(session, key, now)


def want_still(session: Session, key: str, now: datetime) -> None:
    """Note that somebody waits for a file."""
    session.execute(update(PdfFile).where(PdfFile.key == key).values(wanted_at=now))


def pdf_waits(session: Session, now: datetime) -> bool:
    """Whether a file is to be made, and nobody makes one."""
    return session.scalar(_wanted(now).limit(1)) is not None and not being_made(session, now)


def claim_pdf(store: Store, now: datetime) -> PdfJob | None:
    """The file that waits longest, ours to make; None if there is none that somebody wants, or one is being made."""
    with store.begin() as session:
        _forget(session, now)
        oldest = select(PdfFile).where(PdfFile.key.in_(_wanted(now))).order_by(PdfFile.asked_at, PdfFile.key).limit(1)
        row = session.scalar(oldest.with_for_update())
        if row is None or being_made(session, now):
            return None
        if row.attempts >= MAX_ATTEMPTS:
            row.made_at, row.failed, row.claimed_until = now, True, None
            return None
        row.attempts, row.claimed_until = row.attempts + 1, now + CLAIM
        return _job(session, row)


def claimed_pdf(session: Session, key: str, attempt: int) -> PdfJob | None:
    """A file that is being made by this attempt; None once somebody else has it, or nobody wants it any more."""
    row = session.get(PdfFile, key)
    if row is None or row.made_at is not None or row.attempts != attempt:
        return None
    return _job(session, row)


def keep_pdf(session: Session, job: PdfJob, document: bytes, now: datetime) -> None:
    """Keep what was made for a job; an empty document says that none can be made."""
    mine = PdfFile.key == job.key, PdfFile.attempts == job.attempt, PdfFile.made_at.is_(None)
    values = {"document": document, "failed": not document, "made_at": now, "claimed_until": None}
    session.execute(update(PdfFile).where(*mine).values(values))


def release_pdf(session: Session, job: PdfJob) -> None:
    """Let a file be claimed again, if nothing came of it."""
    mine = PdfFile.key == job.key, PdfFile.attempts == job.attempt, PdfFile.made_at.is_(None)
    session.execute(update(PdfFile).where(*mine).values(claimed_until=None))


def _job(session: Session, row: PdfFile) -> PdfJob:
    account = session.get_one(Account, row.account_id) if row.account_id else None
    return PdfJob(row.key, row.attempts, row.path, account.public_id if account else "", row.language)


def _over(row: PdfFile, now: datetime) -> bool:
    return now - row.made_at > KEPT if row.made_at else now - row.wanted_at > LEFT


def _wanted(now: datetime) -> Select[str]:
    return select(PdfFile.key).where(PdfFile.made_at.is_(None), PdfFile.wanted_at > now - LEFT)


def being_made(session: Session, now: datetime) -> bool:
    """Whether some file is being made."""
    query = select(PdfFile.key).where(PdfFile.made_at.is_(None), PdfFile.claimed_until > now).limit(1)
    return session.scalar(query) is not None


def _forget(session: Session, now: datetime) -> None:
    """Forget files that were kept long enough, and those that nobody waits for any more."""
    session.execute(delete(PdfFile).where(PdfFile.made_at < now - KEPT))
    left = PdfFile.made_at.is_(None), PdfFile.wanted_at < now - LEFT
    session.execute(delete(PdfFile).where(*left, func.coalesce(PdfFile.claimed_until, PdfFile.asked_at) < now))
