"""Accounts and their sessions."""

from __future__ import annotations

import hashlib
import json
import math
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.mail.asking import find_zone
from correspondence.models import Absence, Account, Attempt, Game, Invitation, Seat, SignInSession, SilencedAddress
from correspondence.notices.use_cases import chosen, notify
from correspondence.push.subscriptions import end_browsers
from correspondence.rows import count_of, from_rows, insert_once, lock_by_name, locking_query, new_id
from correspondence.store import settings_of

SESSION_LIFE = timedelta(days=60)
SEEN_EVERY = timedelta(hours=1)
STRONG_FOR = timedelta(hours=12)
PROVED_FOR = timedelta(minutes=15)
MAX_LABEL_LENGTH = 120
# Put together once: every page that is asked for looks for its reader.
_BY_TOKEN = select(SignInSession).filter_by(token_hash=bindparam("digest"))


@dataclass(frozen=True)
class SessionLine:
    """A browser in which the account is signed in."""

    id: str
    label: str
    created_at: datetime
    seen_at: datetime
    # It is the one that asks.
    current: bool


def open_session(session: Session, account: Account, now: datetime, label: str = "", *, strong: bool = False) -> str:
    """Sign in an account; return the cookie token. `strong`: second factor was shown."""
    token = tokens.new_token()
    session.add(
        SignInSession(
            public_id=new_id(),
            label=label[:MAX_LABEL_LENGTH],
            token_hash=tokens.digest(token),
            account_id=account.id,
            created_at=now,
            seen_at=now,
            strong_at=now if strong else None,
            proved_at=now,
            expires_at=now + SESSION_LIFE,
        )
    )
    return token


def session_with(session: Session, token: str, now: datetime) -> SignInSession | None:
    """Return the sign-in session of a token; None if unknown or expired."""
    sign_in = session.scalar(_BY_TOKEN, {"digest": tokens.digest(token)})
    if sign_in is None or not tokens.same(token, sign_in.token_hash) or sign_in.expires_at <= now:
        return None
    return sign_in


def touch_session(session: Session, session_id: int, now: datetime) -> None:
    """Somebody used this session."""
    sign_in_session = session.get(SignInSession, session_id)
    if sign_in_session is not None:
        sign_in_session.seen_at = now


def is_strong(sign_in_session: SignInSession, now: datetime) -> bool:
    """Whether a second factor was shown in this session within the last 12 hours."""
    return sign_in_session.strong_at is not None and sign_in_session.strong_at > now - STRONG_FOR


def is_proved(sign_in_session: SignInSession, now: datetime) -> bool:
    """Whether the session's owner was authenticated in the last 15 minutes."""
    return sign_in_session.proved_at is not None and sign_in_session.proved_at > now - PROVED_FOR


def sessions_of(session: Session, account: Account, token: str, now: datetime) -> list[SessionLine]:
    """Return the account's valid sessions, the asker's own first, then by last use."""
    query = select(SignInSession).where(SignInSession.account_id == account.id, SignInSession.expires_at > now)
    lines = [
        SessionLine(
            row.public_id, row.label, row.created_at, row.seen_at or row.created_at, tokens.same(token, row.token_hash)
        )
        for row in session.scalars(query)
    ]
    return sorted(lines, key=lambda line: (line.current, line.seen_at), reverse=True)


def end_session(session: Session, account: Account, session_id: str) -> None:
    """Sign one of the account's browsers out. NotFound `no-such-session`."""
    sign_in_session = session.scalar(select(SignInSession).filter_by(public_id=session_id, account_id=account.id))
    if sign_in_session is None:
        raise NotFound("no-such-session", "There is no such session.")
    end_browsers(session, account, session_id=session_id)
    session.delete(sign_in_session)


KEPT = timedelta(days=2)


def count_attempt(session: Session, what: str, whose: str, most: int, within: timedelta, now: datetime) -> None:
    """Count an attempt; Denied `too-many-attempts`, uncounted, after `most`.

    To be committed before the attempt, so that a refusal does not undo the count. Concurrent attempts are counted one
    by one, across processes. Addresses and the like are kept as keyed hashes only, for two days.
    """
    key = _key(session, what, whose)
    lock_by_name(session, f"attempt {key}")
    if count_of(session, Attempt, Attempt.at > now - within, key=key) >= most:
        raise Denied("too-many-attempts", "Too many attempts. Wait a while and try again.")
    session.execute(delete(Attempt).where(Attempt.key == key, Attempt.at < now - KEPT))
    session.add(Attempt(key=key, at=now))


def forget_attempts(session: Session, what: str, whose: str) -> None:
    """The last attempt was good: the ones before it count no more."""
    session.execute(delete(Attempt).filter_by(key=_key(session, what, whose)))


def _key(session: Session, what: str, whose: str) -> str:
    return f"{what}:{tokens.keyed_hash(settings_of(session).secret_key, f'attempt {what} {whose}')[:40]}"


def dated_token(session: Session, account: Account, purpose: str, now: datetime) -> str:
    """A token for one purpose, of this account and this moment."""
    value = f"{account.public_id}-{math.ceil(now.timestamp() * 1000)}"
    return tokens.sign(settings_of(session).secret_key, purpose, value)


def account_by_token(
    session: Session,
    token: str,
    purpose: str,
    now: datetime,
    *,
    life: timedelta,
    ended_at: Callable[[Account], datetime | None],
    lock: bool = False,
) -> tuple[Account, datetime]:
    """Return a token's account and creation time; raises for bad tokens.
    Tokens before `ended_at` are void. NotFound `no-such-link`; Denied `link-used`, or `link-expired`
    if it is older than `life`."""
    value = tokens.verified_value(settings_of(session).secret_key, purpose, token)
    public_id, _, milliseconds = (value or "").partition("-")
    query = select(Account).filter_by(public_id=public_id, deleted_at=None)
    account = session.scalar(locking_query(query) if lock else query)
    if account is None:
        raise NotFound("no-such-link", "This link is unknown; perhaps a part of it is missing.")
    made_at, end = datetime.fromtimestamp(int(milliseconds) / 1000, UTC), ended_at(account)
    if end is not None and made_at < end:
        raise Denied("link-used", "This link was already used, or another one has replaced it.")
    if made_at + life <= now:
        raise Denied("link-expired", "This link is too old. Ask for a new one.")
    return account, made_at


AT_ONCE, DIGEST, OFF = "at-once", "digest", "off"
# Reminders of a deadline are of no use after it; emails about the account itself always come.
CHOICES = {
    "results": (AT_ONCE, DIGEST, OFF),
    "reminders": (AT_ONCE, OFF),
    "deadlines": (AT_ONCE, DIGEST, OFF),
    "games": (AT_ONCE, DIGEST, OFF),
    "press": (AT_ONCE, DIGEST, OFF),
    "gm": (AT_ONCE, DIGEST, OFF),
}


@dataclass(frozen=True)
class Preferences:
    """When an account gets its emails. Hours are 0 to 23 in its time zone.

    Quiet hours are None if there are none. `digest_weekday` is ISO, None: every day. `light`: emails link to maps.
    """

    streams: dict[str, str]
    quiet_from: int | None
    quiet_until: int | None
    digest_hour: int
    digest_weekday: int | None
    light: bool = False


def preferences_of(account: Account) -> Preferences:
    """Return what an account has chosen, with all streams of mail named."""
    streams = {stream: chosen(account, stream) for stream in CHOICES}
    return from_rows(Preferences, account, streams=streams, light=account.light_mails)


def choose_light(session: Session, account: Account, light: bool) -> None:
    """Choose whether maps are linked in one's emails instead of being in them."""
    session.get_one(Account, account.id).light_mails = light


def choose_streams(session: Session, account: Account, choices: Mapping[str, str]) -> None:
    """Choose how some streams' emails come. Invalid `unknown-choice` names the stream."""
    for stream, choice in choices.items():
        if choice not in CHOICES.get(stream, ()):
            raise Invalid("unknown-choice", "This is not one of the choices.", stream[:40])
    mine = session.get_one(Account, account.id)
    stored_choices = {**json.loads(mine.streams or "{}"), **choices}
    mine.streams = json.dumps(stored_choices, sort_keys=True)


def choose_hours(
    session: Session,
    account: Account,
    *,
    quiet_from: int | None,
    quiet_until: int | None,
    digest_hour: int,
    digest_weekday: int | None,
) -> None:
    """Choose quiet hours (both None: none) and the hour of the digest.
    Raises Invalid `bad-hour`, `half-quiet`, `unknown-choice`."""
    for field, hour in (("quiet_from", quiet_from), ("quiet_until", quiet_until), ("digest_hour", digest_hour)):
        if hour is not None and not 0 <= hour <= 23:
            raise Invalid("bad-hour", "Enter an hour from 0 to 23.", field)
    if (quiet_from is None) != (quiet_until is None):
        field = "quiet_from" if quiet_from is None else "quiet_until"
        raise Invalid("half-quiet", "Quiet hours need both a start and an end.", field)
    if digest_weekday is not None and not 1 <= digest_weekday <= 7:
        raise Invalid("unknown-choice", "This is not one of the choices.", "digest_weekday")
    mine = session.get_one(Account, account.id)
    mine.quiet_from, mine.quiet_until = quiet_from, quiet_until
    mine.digest_hour, mine.digest_weekday = digest_hour, digest_weekday


def end_stream(session: Session, account: Account, stream: str) -> None:
    """No more emails of a stream; `digest` stands for all that come in the digest."""
    now_off = [s for s in CHOICES if chosen(account, s) == DIGEST] if stream == DIGEST else [stream]
    choose_streams(session, account, dict.fromkeys(now_off, OFF))


MAX_DAYS, MAX_PENDING, MAX_DAYS_A_YEAR = 14, 3, 28
FARTHEST = timedelta(days=366)
MAX_NOTE_LENGTH = 200


@dataclass(frozen=True)
class AbsenceLine:
    """Days on which a player is away, first and last included.

    They are days in the player's time zone. `began`: the player is away now.
    """

    id: str
    first: date
    last: date
    note: str
    began: bool


def enter_absence(
    session: Session, account: Account, first: date, last: date, now: datetime, note: str = ""
) -> Absence:
    """Enter an absence of whole days in the account's zone; open turns are unaffected.

    Raises Invalid (`bad-days`, `too-long`, `overlapping`) with the field at fault, Denied (`too-many-absences`,
    `too-many-days`).
    """
    mine = session.scalars(locking_query(select(Account).filter_by(id=account.id))).one()
    note = input_validation.line(note, "note", MAX_NOTE_LENGTH, empty=True)
    today = local_day(mine, now)
    if first < today:
        raise Invalid("bad-days", "An absence cannot begin before today.", "first")
    if first > today + FARTHEST:
        raise Invalid("bad-days", "This is more than a year ahead.", "first")
    if last < first:
        raise Invalid("bad-days", "The last day cannot be before the first.", "last")
    if (last - first).days + 1 > MAX_DAYS:
        raise Invalid(
            "too-long",
            "At most {most} days at a time. For longer, find a deputy or give up your seat.",
            "last",
            most=MAX_DAYS,
        )
    entered = session.scalars(select(Absence).filter_by(account_id=mine.id)).all()
    pending = [absence for absence in entered if absence.cancelled_at is None and absence.last_at > now]
    if len(pending) >= MAX_PENDING:
        raise Denied("too-many-absences", "You already have {most} absences planned.", most=MAX_PENDING)
    spans = [_span(mine, absence) for absence in pending]
    if any(begun <= last and first <= ended for begun, ended in spans):
        raise Invalid("overlapping", "You have already entered an absence for these days.", "first")
    _check_yearly_limit(mine, entered, first, last)
    new_absence = Absence(
        public_id=new_id(),
        account_id=mine.id,
        first_at=max(_midnight(mine, first), now),
        last_at=_midnight(mine, last + timedelta(days=1)),
        note=note,
        created_at=now,
    )
    session.add(new_absence)
    session.flush()
    return new_absence


def cancel_absence(session: Session, account: Account, absence_id: str, now: datetime) -> None:
    """End an absence now, idempotently. Raises NotFound `no-such-absence`."""
    absence = session.scalar(select(Absence).filter_by(public_id=absence_id, account_id=account.id).with_for_update())
    if absence is None:
        raise NotFound("no-such-absence", "There is no such absence.")
    if absence.cancelled_at is None and absence.last_at > now:
        absence.cancelled_at = now


def absences_of(session: Session, account: Account, now: datetime) -> list[AbsenceLine]:
    """Return an account's absences that are not over, the earliest first."""
    query = select(Absence).filter_by(account_id=account.id, cancelled_at=None).where(Absence.last_at > now)
    return [
        AbsenceLine(absence.public_id, *_span(account, absence), absence.note, absence.first_at <= now)
        for absence in session.scalars(query.order_by(Absence.first_at))
    ]


def away(session: Session, accounts: Collection[int], now: datetime) -> frozenset[int]:
    """Which of these accounts (by key) are away at this moment."""
    query = select(Absence.account_id).where(
        Absence.account_id.in_(accounts), Absence.cancelled_at.is_(None), Absence.first_at <= now, Absence.last_at > now
    )
    return frozenset(session.scalars(query))


def remaining_absence_days(session: Session, account: Account, now: datetime) -> int:
    """How many days of absence the account has left in this calendar year."""
    entered = session.scalars(select(Absence).filter_by(account_id=account.id)).all()
    return max(0, MAX_DAYS_A_YEAR - _absence_days_used(account, entered, local_day(account, now).year))


def _check_yearly_limit(account: Account, entered: Sequence[Absence], first: date, last: date) -> None:
    """Raise Denied `too-many-days` if an absence exceeds a year's limit of days.
    `entered` are the account's earlier absences, `first` and `last` the new one's days."""
    for year in range(first.year, last.year + 1):
        days = _days_in_year(first, last, year)
        left = MAX_DAYS_A_YEAR - _absence_days_used(account, entered, year)
        if days > left:
            raise Denied(
                "too-many-days",
                "At most {most} days a year; you have {left} left in {year}.",
                most=MAX_DAYS_A_YEAR,
                left=max(0, left),
                year=year,
            )


def _absence_days_used(account: Account, entered: Sequence[Absence], year: int) -> int:
    """Return how many days of a year these absences of the account take."""
    return sum(_days_in_year(*_span(account, absence), year) for absence in entered)


def _days_in_year(first: date, last: date, year: int) -> int:
    """Return how many days from `first` to `last`, both included, are in a year."""
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (last - first).days + 1)


def _span(account: Account, absence: Absence) -> tuple[date, date]:
    """Return first and last day; a cancelled absence ends then, or has no days at all."""
    end = min(absence.last_at, absence.cancelled_at or absence.last_at)
    return local_day(account, absence.first_at), local_day(account, end - timedelta(microseconds=1))


def local_day(account: Account, moment: datetime) -> date:
    """Return the day of a moment in the account's time zone."""
    zone, _ = find_zone(account.zone)
    return moment.astimezone(zone).date()


def _midnight(account: Account, day: date) -> datetime:
    zone, _ = find_zone(account.zone)
    return datetime.combine(day, time(0), tzinfo=zone)


@dataclass(frozen=True)
class UnsubscribeTarget:
    """What a link ends: emails of a `game` or `stream`, `invitations`, the `digest`.

    `title` is the game's, `stream` the stream's; `ended` whether they are ended now.
    """

    what: Literal["game", "invitations", "stream", "digest"]
    title: str = ""
    stream: str = ""
    ended: bool = False


@dataclass(frozen=True)
class _Stream:
    account: Account
    name: str


def look_at_unsubscribe(session: Session, token: str) -> UnsubscribeTarget:
    """What the link would end; changes nothing. NotFound `no-such-link`."""
    target = _unsubscribe_target(session, token)
    if isinstance(target, _Stream):
        if target.name == DIGEST:
            return UnsubscribeTarget(
                "digest", ended=DIGEST not in {chosen(target.account, stream) for stream in CHOICES}
            )
        return UnsubscribeTarget("stream", stream=target.name, ended=chosen(target.account, target.name) == OFF)
    title = session.scalars(select(Game.title).filter_by(id=target.game_id)).one()
    if isinstance(target, Seat):
        return UnsubscribeTarget("game", title, ended=not target.wants_mail)
    return UnsubscribeTarget("invitations", title, ended=is_silenced(session, target.email))


def unsubscribe(session: Session, token: str, now: datetime) -> UnsubscribeTarget:
    """Stop emails of a seat, a stream, the digest, or all invitations to an address.

    Idempotent. Raises NotFound `no-such-link`.
    """
    target = _unsubscribe_target(session, token)
    if isinstance(target, _Stream):
        end_stream(session, target.account, target.name)
    elif isinstance(target, Seat):
        target.wants_mail = False
    else:
        insert_once(session, SilencedAddress, email_hash=address_hash(target.email), created_at=now)
    session.flush()
    return look_at_unsubscribe(session, token)


def resubscribe(session: Session, token: str) -> UnsubscribeTarget:
    """Undo `unsubscribe` for this link; former digest content is in the digest again."""
    target = _unsubscribe_target(session, token)
    if isinstance(target, _Stream):
        streams = [target.name] if target.name != DIGEST else [s for s in CHOICES if DIGEST in CHOICES[s]]
        off = [stream for stream in streams if chosen(target.account, stream) == OFF]
        choose_streams(session, target.account, dict.fromkeys(off, DIGEST if target.name == DIGEST else AT_ONCE))
    elif isinstance(target, Seat):
        target.wants_mail = True
    else:
        allow_invitations(session, target.email)
    session.flush()
    return look_at_unsubscribe(session, token)


def _unsubscribe_target(session: Session, token: str) -> Seat | Invitation | _Stream:
    """Return the seat, invitation or stream of an account that a token names.
    Raises NotFound `no-such-link`."""
    secret = settings_of(session).secret_key
    target: Seat | Invitation | _Stream | None = None
    seat_id = tokens.verified_value(secret, addresses.GAME_MAILS, token)
    invitation_id = tokens.verified_value(secret, addresses.INVITATIONS, token)
    stream = tokens.verified_value(secret, addresses.STREAM, token)
    if seat_id is not None:
        target = session.scalar(select(Seat).filter_by(public_id=seat_id))
    elif invitation_id is not None:
        target = session.scalar(select(Invitation).filter_by(public_id=invitation_id))
    elif stream is not None:
        public_id, _, name = stream.partition("-")
        account = session.scalar(select(Account).filter_by(public_id=public_id, deleted_at=None))
        if account is not None and name in (*CHOICES, DIGEST):
            target = _Stream(account, name)
    if target is None:
        raise NotFound("no-such-link", "This link is unknown; perhaps a part of it is missing.")
    return target


def address_hash(email: str) -> str:
    """What is kept of an address that wants to be left alone."""
    return hashlib.sha256(email.encode()).hexdigest()


def is_silenced(session: Session, email: str) -> bool:
    """Return whether an email address wants no invitations."""
    return session.scalar(select(SilencedAddress.id).filter_by(email_hash=address_hash(email))) is not None


def allow_invitations(session: Session, email: str) -> None:
    """An address takes invitations again."""
    session.execute(delete(SilencedAddress).filter_by(email_hash=address_hash(email)))


NOT_ME_LIFE = timedelta(days=7)


def tell_owner(
    session: Session,
    what: str,
    account: Account,
    now: datetime,
    where: str = "",
    values: Mapping[str, str | int] | None = None,
) -> None:
    """Send a security email about an account to its current address.

    `what` selects the words, `where` says roughly which browser it was. The email's button leads to the page that
    closes the account off.
    """
    key = f"{what}:{account.public_id}:{secrets.token_hex(8)}"
    email_values = {"where": where, **(values or {}), "at": now}
    notify(session, what, key, now, accounts=[account], values=email_values, link=not_me_link(session, account, now))


def not_me_link(session: Session, account: Account, now: datetime) -> str:
    """Return the address of the page that locks an account: seven days, single use."""
    return addresses.not_me(settings_of(session), dated_token(session, account, addresses.NOT_ME, now))
