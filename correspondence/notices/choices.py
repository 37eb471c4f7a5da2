"""How somebody wants their letters: at once, in the digest, not at all; not in their quiet hours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from correspondence.letters.asking import zone_named
from correspondence.letters.payload import NoticePayload, Payload
from correspondence.models.accounts import Account, DigestLine
from correspondence.models.outbox import OutgoingLetter
from correspondence.outbox.use_cases import row
from correspondence.push.writing import News, write_pushes
from correspondence.write_batch import insert_soon

# A letter that would come too late after the quiet hours does not wait for their end.
LEAST_LEFT = timedelta(hours=2)
SOONEST = ("at-once", "digest", "off")


def chosen(account: Account, stream: str) -> str:
    """How an account wants the letters of a stream: `at-once`, `digest` or `off`."""
    return str(json.loads(account.streams or "{}").get(stream, "at-once"))


def sooner(account: Account, stream: str, other: str) -> bool:
    """Whether an account wants the letters of a stream sooner than those of another."""
    return SOONEST.index(chosen(account, stream)) < SOONEST.index(chosen(account, other))


@dataclass(frozen=True, kw_only=True)
class Told:
    """A letter for one account, under a `key` with which it is never written twice.

    `brief` is what the account's digest would tell of it, or makes it (None: it is never put into one). `urgent`
    letters leave at once whatever was chosen. `needed_by`: a letter that would come shortly before this, or after it,
    waits for no quiet hours.
    """

    key: str
    letter: Payload
    account: Account
    brief: NoticePayload | Callable[[], NoticePayload] | None = None
    urgent: bool = False
    needed_by: datetime | None = None


def write_as_wanted(
    session: Session, told: Iterable[Told], stream: str, now: datetime, game_id: int | None = None
) -> None:
    """Write letters of a stream to accounts as these want them, all together, and what their browsers are told of them.

    `game_id`: the game of which all of them tell.
    """
    told = list(told)
    news = [News(one.key, one.letter, one.account, _leaves_at(one, now), one.needed_by) for one in told]
    write_pushes(session, news, stream, now, game_id)
    letters: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for one in told:
        choice = "at-once" if one.urgent else chosen(one.account, stream)
        if choice == "digest" and one.brief is not None:
            brief = msgspec.json.encode(one.brief() if callable(one.brief) else one.brief)
            lines.append({"key": one.key, "account_id": one.account.id, "payload": brief, "written_at": now})
        elif choice != "off":
            letters.append(_letter(one, now))
    insert_soon(session, OutgoingLetter, letters, once=True)
    insert_soon(session, DigestLine, lines, once=True)


def _letter(told: Told, now: datetime) -> dict[str, Any]:
    account = told.account
    return row(
        told.key,
        told.letter,
        account.email,
        now,
        name=account.name,
        language=account.language,
        zone=account.zone,
        account_id=account.id,
        leaves_at=_leaves_at(told, now),
    )


def _leaves_at(told: Told, now: datetime) -> datetime:
    leaves = now if told.urgent else after_quiet_hours(told.account, now)
    if told.needed_by is not None and leaves > told.needed_by - LEAST_LEFT:
        return now
    return leaves


def after_quiet_hours(account: Account, moment: datetime) -> datetime:
    """The moment itself, or the end of the quiet hours it falls into, by the account's clock."""
    if account.quiet_from is None or account.quiet_until is None or account.quiet_from == account.quiet_until:
        return moment
    zone, _ = zone_named(account.zone)
    local = moment.astimezone(zone)
    start, end = account.quiet_from, account.quiet_until
    quiet = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    if not quiet:
        return moment
    wake = local.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    if wake <= local:
        wake = (local + timedelta(days=1)).replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    return wake.astimezone(moment.tzinfo)
