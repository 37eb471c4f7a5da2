"""Write notices as readers want: at once, in a digest, not in quiet hours.

Also withdraw unsent emails. A digest is what waited for a reader, one email a day or a week. It leaves at the first
sweep after its reader's hour (and, once a week, on their weekday).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.addresses import ANY_TURN, reply_address
from correspondence.games.access import delegates_now
from correspondence.mail.asking import find_zone
from correspondence.mail.payload import DigestPayload, GameFacts, Links, NoticePayload, OpenTurn, Payload, Thread
from correspondence.mail.short_mails import NOTICES
from correspondence.models import UNFINISHED, Account, DigestLine, Game, OutgoingMail, Seat, Turn
from correspondence.outbox.sending import account_mail_row
from correspondence.push.subscriptions import News, write_pushes
from correspondence.rows import insert_all_once, insert_once, locking_query
from correspondence.settings import Settings
from correspondence.store import Store, settings_of

# An email that would come too late after the quiet hours does not wait for their end.
MIN_LEFT = timedelta(hours=2)
SOONEST = ("at-once", "digest", "off")


def chosen(account: Account, stream: str) -> str:
    """How an account wants the emails of a stream: `at-once`, `digest` or `off`."""
    return str(json.loads(account.streams or "{}").get(stream, "at-once"))


def wants_sooner(account: Account, stream: str, other: str) -> bool:
    """Whether an account wants emails of one stream sooner than those of `other`.
    The order is `at-once`, `digest`, `off`."""
    return SOONEST.index(chosen(account, stream)) < SOONEST.index(chosen(account, other))


@dataclass(frozen=True, kw_only=True)
class Notice:
    """An email for one account, under a `key` with which it is never written twice.

    `brief` is what the account's digest would tell of it, or makes it (None: it is never put into one). `urgent`
    emails leave at once whatever was chosen. `needed_by`: an email that would come shortly before this, or after it,
    waits for no quiet hours.
    """

    key: str
    mail: Payload
    account: Account
    brief: NoticePayload | Callable[[], NoticePayload] | None = None
    urgent: bool = False
    needed_by: datetime | None = None


def write_notices(
    session: Session, notices: Iterable[Notice], stream: str, now: datetime, game_id: int | None = None
) -> None:
    """Write emails of a stream to accounts as they want them; push to browsers.

    `game_id`: the game that all of them are about. Guests get nothing: they have no address.
    """
    notices = [note for note in notices if not note.account.guest]
    news = [News(note.key, note.mail, note.account, _leaves_at(note, now), note.needed_by) for note in notices]
    write_pushes(session, news, stream, now, game_id)
    mails: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for note in notices:
        choice = "at-once" if note.urgent else chosen(note.account, stream)
        if choice == "digest" and note.brief is not None:
            brief = msgspec.json.encode(note.brief() if callable(note.brief) else note.brief)
            lines.append({"key": note.key, "account_id": note.account.id, "payload": brief, "written_at": now})
        elif choice != "off":
            mails.append(account_mail_row(note.account, note.key, note.mail, now, _leaves_at(note, now)))
    insert_all_once(session, OutgoingMail, mails)
    insert_all_once(session, DigestLine, lines)


def _leaves_at(notice: Notice, now: datetime) -> datetime:
    """Return when an email leaves: now, or after quiet hours if it can wait."""
    leaves = now if notice.urgent else after_quiet_hours(notice.account, now)
    if notice.needed_by is not None and leaves > notice.needed_by - MIN_LEFT:
        return now
    return leaves


def after_quiet_hours(account: Account, moment: datetime) -> datetime:
    """Return the end of the account's quiet hours that `moment` falls into.
    Outside of quiet hours, returns `moment` itself."""
    if account.quiet_from is None or account.quiet_until is None or account.quiet_from == account.quiet_until:
        return moment
    zone, _ = find_zone(account.zone)
    local = moment.astimezone(zone)
    start, end = account.quiet_from, account.quiet_until
    quiet = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    if not quiet:
        return moment
    wake = local.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    if wake <= local:
        wake = (local + timedelta(days=1)).replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
    return wake.astimezone(moment.tzinfo)


log = structlog.get_logger(__name__)

MAX_LINES, MAX_DIGESTS = 200, 200
_DECODER = msgspec.json.Decoder(NoticePayload)


def send_digests(store: Store, now: datetime) -> int:
    """Write due digests into the outbox, each in its transaction; return how many."""
    with store.read() as session:
        due = _accounts_due(session, now)[:MAX_DIGESTS]
    sent = 0
    for account_id in due:
        try:
            with store.begin() as session:
                sent += _send(session, account_id, now)
        except Exception as fault:  # noqa: BLE001  one digest that cannot be written must not hold up the others
            log.error("a digest cannot be written", account=account_id, exc_info=fault)
    return sent


def digest_at(account: Account, written_at: datetime) -> datetime:
    """Return when the digest leaves that takes a line written at this moment.
    It goes by hour and weekday of the account, after its quiet hours."""
    zone, _ = find_zone(account.zone)
    local = written_at.astimezone(zone)
    at = local.replace(hour=account.digest_hour, minute=0, second=0, microsecond=0, fold=0)
    if at <= local:
        at += timedelta(days=1)
    if account.digest_weekday is not None:
        at += timedelta(days=(account.digest_weekday - at.isoweekday()) % 7)
    return after_quiet_hours(account, at.astimezone(written_at.tzinfo))


def _accounts_due(session: Session, now: datetime) -> list[int]:
    """Return the keys of the accounts whose digest is due now."""
    oldest = (
        select(DigestLine.account_id, func.min(DigestLine.written_at))
        .where(DigestLine.sent_at.is_(None), DigestLine.written_at <= now)
        .group_by(DigestLine.account_id)
    )
    waiting = dict(session.execute(oldest).all())
    people = session.scalars(select(Account).where(Account.id.in_(waiting), Account.deleted_at.is_(None)))
    return sorted(account.id for account in people if digest_at(account, waiting[account.id]) <= now)


def _send(session: Session, account_id: int, now: datetime) -> int:
    """Write one account's digest; 0 if it had one on this day."""
    account = session.scalars(locking_query(select(Account).where(Account.id == account_id))).one()
    query = (
        select(DigestLine)
        .where(DigestLine.account_id == account.id, DigestLine.sent_at.is_(None), DigestLine.written_at <= now)
        .order_by(DigestLine.written_at, DigestLine.id)
        .limit(MAX_LINES)
    )
    lines = list(session.scalars(query))
    if not lines:
        return 0
    settings = settings_of(session)
    day = now.astimezone(find_zone(account.zone)[0]).date().isoformat()
    payload = DigestPayload(
        notices=tuple(_DECODER.decode(line.payload) for line in lines),
        links=Links(
            game="",
            settings=addresses.account(settings),
            unsubscribe=addresses.unsubscribe_stream(settings, account.public_id, "digest"),
            ends="digest",
            reply=settings.mail_in,
        ),
        thread=Thread(message_id=addresses.message_id(settings, "digest", account.public_id, day)),
        written_at=now,
    )
    mail = account_mail_row(account, f"digest:{account.public_id}:{day}", payload, now)
    written = insert_once(session, OutgoingMail, **mail)
    if written:
        for line in lines:
            line.sent_at, line.payload = now, b""
    return written


MAX_KEY_LENGTH = 120
TOLD_TO_DELEGATES = ("reminders", "deadlines")
Values = Mapping[str, str | int | datetime]


def notify(
    session: Session,
    what: str,
    key: str,
    now: datetime,
    *,
    game: Game | None = None,
    seats: Sequence[Seat] | None = None,
    accounts: Sequence[Account] = (),
    but: Sequence[Account] = (),
    values: Values | None = None,
    link: str = "",
    turn: Turn | None = None,
    opened: OpenTurn | None = None,
) -> None:
    """Write a notice to the people of `seats` and to `accounts`, but not to `but`.

    `seats` None: all seats of `game`, if no accounts are named. A seat's deputies get its reminders and news of
    deadlines too. Seats whose emails were ended get nothing. `what` is its key in `correspondence.notices`, whose words
    `values` fill; `link` is the address behind its button (empty: the game's page), `turn` its turn. `key` names the
    effect: nobody gets two notices with the same key. A notice of a deadline (`opened`, or the moment `due` of its
    values) does not rest beyond it in quiet hours. Names are shown as in the game, so nothing of an anonymous game may
    be put into `values`.
    """
    kind, values = NOTICES[what], values or {}
    if len(key) > MAX_KEY_LENGTH:
        raise ValueError(f"the key {key!r} is longer than {MAX_KEY_LENGTH} characters")
    if seats is None:
        seats = game.seats if game is not None and not accounts else ()
    due = opened.due_at if opened else values.get("due")
    turn_id = opened.id if opened else _open_turn(session, game) if game else ""
    mails = []
    spared = {account.id for account in but}
    for reader in _readers(session, kind.stream, seats, accounts, now):
        if reader.account.id in spared:
            continue
        notice = _notice(session, what, key, reader, game, values, link, turn, opened, turn_id, now)
        mails.append(
            Notice(
                key=notice.thread.message_id.rpartition("@")[0],
                mail=notice,
                account=reader.account,
                brief=notice,
                urgent=kind.urgent,
                needed_by=due if isinstance(due, datetime) else None,
            )
        )
    write_notices(session, mails, kind.stream, now, game.id if game else None)


@dataclass(frozen=True)
class _Reader:
    """Who is told, and by which seat; `acts`: they stand in for its player."""

    account: Account
    seat: Seat | None = None
    acts: bool = False


def _readers(
    session: Session, stream: str, seats: Sequence[Seat], accounts: Sequence[Account], now: datetime
) -> list[_Reader]:
    """Everybody who is told, once each; nobody who is gone."""
    readers = [_Reader(seat.account, seat) for seat in seats if seat.account is not None and seat.wants_mail]
    if stream in TOLD_TO_DELEGATES:
        readers += [_Reader(account, seat, acts=True) for account, seat in delegates_now(session, seats, now)]
    readers += [_Reader(account) for account in accounts]
    unique: dict[int, _Reader] = {}
    for reader in readers:
        unique.setdefault(reader.account.id, reader)
    return [reader for reader in unique.values() if reader.account.deleted_at is None]


def _notice(
    session: Session,
    what: str,
    key: str,
    reader: _Reader,
    game: Game | None,
    values: Values,
    link: str,
    turn: Turn | None,
    opened: OpenTurn | None,
    turn_id: str,
    now: datetime,
) -> NoticePayload:
    """Build the email of a notice for one reader.
    It has the link that ends such emails, if they can be ended, and an id made from `key`."""
    settings, account, seat, kind = settings_of(session), reader.account, reader.seat, NOTICES[what]
    page = addresses.game(settings, game.public_id) if game else settings.base_url
    # What a reader can end, and the address that does it; empty for what cannot be turned off.
    ends, unsubscribe = "stream", ""
    if seat and not reader.acts:
        ends, unsubscribe = "game", addresses.unsubscribe_game(settings, seat.public_id)
    elif not kind.urgent:
        unsubscribe = addresses.unsubscribe_stream(settings, account.public_id, kind.stream)
    # It stands in its game's thread, under an id that its key gives it.
    name, first = addresses.message_id(settings, *key.replace("@", "-").split(":"), account.public_id, "notice"), ""
    if game and seat and seat.house:
        first = addresses.message_id(settings, game.public_id, 0, seat.house, "results")
    return NoticePayload(
        what=what,
        stream=kind.stream,
        values={name: value for name, value in values.items() if not isinstance(value, datetime)},
        moments={name: value for name, value in values.items() if isinstance(value, datetime)},
        game=game_facts(game) if game else None,
        seat=seat.house or "" if seat else "",
        turn=(turn.window, turn.round) if turn else None,
        opened=opened,
        link=link or page,
        links=Links(
            game=page if game else "",
            sheet=addresses.sheet(settings, opened.id) if opened else "",
            settings=addresses.account(settings),
            unsubscribe=unsubscribe,
            ends=ends,
            reply=_reply(settings, reader, game, turn_id),
        ),
        thread=Thread(message_id=name, first=first),
        written_at=now,
    )


def _open_turn(session: Session, game: Game) -> str:
    """Return the open turn as a notice is written, so answers never count later."""
    if not settings_of(session).mail_in:
        return ""
    unfinished = select(Turn.public_id).where(Turn.game_id == game.id, Turn.status.in_(UNFINISHED))
    return session.scalar(unfinished.order_by(Turn.number.desc()).limit(1)) or ANY_TURN


def _reply(settings: Settings, reader: _Reader, game: Game | None, turn_id: str) -> str:
    """Return a notice's reply address; who plays no seat of the game gets help there."""
    if game is None:
        return ""
    own = reader.seat if not reader.acts else None
    own = own or next((seat for seat in game.seats if seat.account_id == reader.account.id), None)
    return reply_address(settings, own, turn_id) if own is not None else settings.mail_in


def game_facts(game: Game, **more: Any) -> GameFacts:
    """The game as emails name it, with what `more` they tell of it."""
    return GameFacts(
        id=game.public_id,
        title=game.title,
        edition=game.edition,
        players=game.players,
        modules=game.parts,
        pace=game.pace,
        **more,
    )


def take_back(session: Session, beginning: str, account_id: int | None = None) -> None:
    """Cancel unsent emails by the beginning of their keys, for all or one account."""
    for table in (OutgoingMail, DigestLine):
        query = delete(table).where(table.key.startswith(beginning, autoescape=True), table.sent_at.is_(None))
        session.execute(query if account_id is None else query.where(table.account_id == account_id))
