"""Game files that people send: taken in at once, checked later by one process at a time, then kept or refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import msgspec
import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from adjudicator.engine.refusal import Refused
from correspondence.archive.file_limits import within_bytes
from correspondence.archive.statistics import counted, keep_statistics
from correspondence.errors import Denied, Invalid, NotFound, Told
from correspondence.imports.importing import MOST_A_DAY, Checked, keep_game, title_typed
from correspondence.models.accounts import Account
from correspondence.models.archive import Import
from correspondence.models.games import Game
from correspondence.row_locks import held
from correspondence.rows import new_id
from correspondence.store import Store
from narration.words import N_

log = structlog.get_logger(__name__)

# What waits is kept whole, 16 MB each at most; so many by everybody together.
MOST_WAITING = 30
# A process that dies without a word may be the machine's fault; one that dies again is the file's.
MOST_ATTEMPTS = 3
# Longer than the process may take, which ends by itself.
GRACE = timedelta(seconds=30)
KEPT = timedelta(days=30)


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a file was refused: `words` are a template of the catalogs if there are `values`, else as they are."""

    code: str
    words: str
    where: str = ""
    values: dict[str, str | int] | None = None


@dataclass(frozen=True)
class Claimed:
    """An import that is ours to check, for the `attempt`th time."""

    id: int
    attempt: int


class NotOurs(RuntimeError):
    """Somebody else has taken the import over, or decided on it."""


def ask_import(session: Session, account: Account, data: bytes, title: str, now: datetime) -> Import:
    """Take a game file in, to be checked. Nothing of it is read.

    Raises Invalid for `title` and `file` (`empty`, `file-too-large`), Denied `import-waiting`, `too-many-imports`,
    `imports-busy`.
    """
    title = title_typed(title)
    if not data:
        raise Invalid("empty", N_("Choose a game file."), "file")
    within_bytes(data)
    # Files sent at the same time are counted one after the other.
    session.scalars(held(select(Account.id).where(Account.id == account.id))).one()
    if session.scalar(select(Import.id).where(Import.account_id == account.id, Import.at.is_(None))) is not None:
        words = N_("A game file of yours is being checked. Send the next one when that is done.")
        raise Denied("import-waiting", words)
    today = select(func.count()).where(Import.account_id == account.id, Import.asked_at > now - timedelta(days=1))
    if (session.scalar(today) or 0) >= MOST_A_DAY:
        raise Denied("too-many-imports", N_("{most} games a day can be imported. Try again tomorrow."), most=MOST_A_DAY)
    if (session.scalar(select(func.count()).where(Import.at.is_(None))) or 0) >= MOST_WAITING:
        raise Denied("imports-busy", N_("Too many game files wait to be checked. Try again in an hour."))
    asked = Import(public_id=new_id(), account_id=account.id, title=title, size=len(data), document=data, asked_at=now)
    session.add(asked)
    session.flush()
    return asked


def any_waits(session: Session, now: datetime) -> bool:
    """Whether a file is to be checked, and nobody checks one at present."""
    waiting = session.scalar(select(Import.id).where(Import.at.is_(None)).limit(1))
    return waiting is not None and not _somebody_at_it(session, now)


def _somebody_at_it(session: Session, now: datetime) -> bool:
    return session.scalar(select(Import.id).where(Import.at.is_(None), Import.claimed_until > now)) is not None


def claim_import(store: Store, now: datetime, limit: timedelta) -> Claimed | None:
    """The import that waits longest, to be checked within `limit`; None if there is none or one is being checked.

    One that was given up too often is refused.
    """
    with store.begin() as session:
        query = select(Import).where(Import.at.is_(None)).order_by(Import.asked_at, Import.id).with_for_update()
        waiting = session.scalars(query).all()
        if any(one.claimed_until and one.claimed_until > now for one in waiting):
            return None
        for one in waiting:
            if one.attempts < MOST_ATTEMPTS:
                one.attempts, one.claimed_until, one.played = one.attempts + 1, now + limit + GRACE, 0
                return Claimed(one.id, one.attempts)
            log.error("a game file could not be checked", imported=one.public_id, attempts=one.attempts)
            words = N_("The file could not be checked: the process that did so ended {times} times.")
            _refuse(one, [Reason("not-checked", words, "file", {"times": one.attempts})], now)
    return None


def document_of(store: Store, claimed: Claimed) -> bytes:
    """The file; NotOurs."""
    with store.read() as session:
        query = select(Import.document).where(
            Import.id == claimed.id, Import.at.is_(None), Import.attempts == claimed.attempt
        )
        found = session.scalar(query)
    if found is None:
        raise NotOurs(f"import {claimed.id}")
    return found


def tell_progress(store: Store, claimed: Claimed, played: int, entries: int) -> None:
    """Say how far the check has come; NotOurs."""
    with store.begin() as session:
        row = _ours(session, claimed)
        row.played, row.entries = played, entries


def keep_import(store: Store, claimed: Claimed, checked: Checked, clock: Callable[[], datetime]) -> str:
    """Keep the game of an import; its public id. Nothing is played again. Raises NotOurs, and Told as `keep_game`."""
    with store.begin() as session:
        row = _ours(session, claimed)
        now = clock()
        owner = session.get_one(Account, row.account_id)
        game = keep_game(session, owner, checked, row.title, now)
        row.at, row.game_id, row.document, row.claimed_until = now, game.public_id, b"", None
        row.played = row.entries = len(checked.whole.journal)
        kept, fresh = game.id, game.imported_at == now
    if fresh:
        # Counted while nobody waits for the database.
        with store.read() as session:
            figures = counted(session, session.get_one(Game, kept))
        with store.begin() as session:
            keep_statistics(session, session.get_one(Game, kept), clock(), figures)
    return row.game_id


def refuse_import(store: Store, claimed: Claimed, why: Told | Refused, now: datetime) -> None:
    """Refuse an import; NotOurs."""
    with store.begin() as session:
        _refuse(_ours(session, claimed), reasons_of(why), now)


def give_back(store: Store, claimed: Claimed) -> bool:
    """Let an import be claimed again, if nobody decided on it; whether that was so."""
    with store.begin() as session:
        try:
            _ours(session, claimed).claimed_until = None
        except NotOurs:
            return False
    return True


def reasons_of(why: Told | Refused) -> list[Reason]:
    """A refusal, as it is kept."""
    if isinstance(why, Refused):
        return [Reason(reason.code, reason.words, reason.where) for reason in why.reasons]
    return [Reason(why.code, why.template, why.field if isinstance(why, Invalid) else "", why.values)]


def forget_imports(session: Session, now: datetime) -> None:
    """Forget what became of files a while ago; the games stay."""
    session.execute(delete(Import).where(Import.at < now - KEPT))


def _ours(session: Session, claimed: Claimed) -> Import:
    row = session.get(Import, claimed.id, with_for_update=True)
    if row is None or row.at is not None or row.attempts != claimed.attempt:
        raise NotOurs(f"import {claimed.id}")
    return row


def _refuse(row: Import, reasons: list[Reason], now: datetime) -> None:
    row.at, row.document, row.claimed_until = now, b"", None
    row.reasons = msgspec.json.encode(reasons).decode()


State = Literal["waiting", "running", "refused", "done"]
_decoder = msgspec.json.Decoder(list[Reason])


@dataclass(frozen=True)
class ImportLine:
    """A game file that was sent, of so many bytes: whether it waits, is played again (`played` of `entries` entries of
    its journal), was refused for `reasons`, or became a game (`game_id`)."""

    id: str
    title: str
    size: int
    state: State
    asked_at: datetime
    at: datetime | None
    entries: int
    played: int
    game_id: str
    reasons: tuple[Reason, ...]


def import_named(session: Session, account: Account, import_id: str, now: datetime) -> ImportLine:
    """One of somebody's imports; NotFound `no-such-import`, for those of others too."""
    found = session.scalar(select(Import).where(Import.public_id == import_id, Import.account_id == account.id))
    if found is None:
        raise NotFound("no-such-import", N_("There is no such import."))
    return _line(found, now)


def imports_of(session: Session, account: Account, now: datetime, most: int = 20) -> list[ImportLine]:
    """Somebody's imports, newest first."""
    query = select(Import).where(Import.account_id == account.id).order_by(Import.asked_at.desc(), Import.id.desc())
    return [_line(found, now) for found in session.scalars(query.limit(most))]


def _line(found: Import, now: datetime) -> ImportLine:
    running = found.claimed_until is not None and found.claimed_until > now
    state: State = "running" if running else "waiting"
    if found.at is not None:
        state = "done" if found.game_id else "refused"
    return ImportLine(
        id=found.public_id,
        title=found.title,
        size=found.size,
        state=state,
        asked_at=found.asked_at,
        at=found.at,
        entries=found.entries,
        played=found.played,
        game_id=found.game_id,
        reasons=tuple(_decoder.decode(found.reasons)) if found.reasons else (),
    )
