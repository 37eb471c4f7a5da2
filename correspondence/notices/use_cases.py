"""Writing notices: to each reader once, at once or into their digest, as they want it; taking letters back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.games.access import delegates_now
from correspondence.letter_addresses import ANY_CALL, reply_address
from correspondence.letters.notices import NOTICES
from correspondence.letters.payload import GameFacts, Links, NoticePayload, OpenCall, Thread
from correspondence.models.accounts import Account, DigestLine
from correspondence.models.calls import UNFINISHED, OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.mail import OutgoingLetter
from correspondence.notices.choices import Told, write_as_wanted
from correspondence.settings import Settings
from correspondence.store import settings_of

LONGEST_KEY = 120
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
    opened: OpenCall | None = None,
) -> None:
    """Write a notice to the people of `seats` (None: of all seats of `game`, if no accounts are named) and `accounts`,
    `but` not to these.

    Whoever acts for a seat at that moment gets its reminders and news of deadlines too. Seats whose letters were ended
    get nothing. `what` names its words in `correspondence.notices`, which `values` fill; `link` is the address behind
    its button (empty: the game's page). `key` names the effect: with the same key nothing is written twice to anybody.
    One that tells of a deadline (`opened`, or the moment `due` of its values) does not rest beyond it in quiet hours.
    Names are told as the game tells them, so nothing of an anonymous game may be put into `values`.
    """
    told, values = NOTICES[what], values or {}
    if len(key) > LONGEST_KEY:
        raise ValueError(f"the key {key!r} is longer than {LONGEST_KEY} characters")
    if seats is None:
        seats = game.seats if game is not None and not accounts else ()
    due = opened.due_at if opened else values.get("due")
    call_id = opened.id if opened else _open_call(session, game) if game else ""
    letters = []
    spared = {account.id for account in but}
    for reader in _readers(session, told.stream, seats, accounts, now):
        if reader.account.id in spared:
            continue
        notice = _notice(session, what, key, reader, game, values, link, opened, call_id, now)
        letters.append(
            Told(
                key=notice.thread.message_id.rpartition("@")[0],
                letter=notice,
                account=reader.account,
                brief=notice,
                urgent=told.urgent,
                needed_by=due if isinstance(due, datetime) else None,
            )
        )
    write_as_wanted(session, letters, told.stream, now, game.id if game else None)


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
    found = [_Reader(seat.account, seat) for seat in seats if seat.account is not None and seat.letters]
    if stream in TOLD_TO_DELEGATES:
        found += [_Reader(account, seat, acts=True) for account, seat in delegates_now(session, seats, now)]
    found += [_Reader(account) for account in accounts]
    unique: dict[int, _Reader] = {}
    for reader in found:
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
    opened: OpenCall | None,
    call_id: str,
    now: datetime,
) -> NoticePayload:
    settings, account, seat, told = settings_of(session), reader.account, reader.seat, NOTICES[what]
    page = addresses.game(settings, game.public_id) if game else settings.base_url
    # What a reader can end, and the address that does it; empty for what cannot be turned off.
    ends, unsubscribe = "stream", ""
    if seat and not reader.acts:
        ends, unsubscribe = "game", addresses.unsubscribe_game(settings, seat.public_id)
    elif not told.urgent:
        unsubscribe = addresses.unsubscribe_stream(settings, account.public_id, told.stream)
    # It stands in its game's thread, under an id that its key gives it.
    name, first = addresses.message_id(settings, *key.replace("@", "-").split(":"), account.public_id, "notice"), ""
    if game and seat and seat.house:
        first = addresses.message_id(settings, game.public_id, 0, seat.house, "results")
    return NoticePayload(
        what=what,
        stream=told.stream,
        values={name: value for name, value in values.items() if not isinstance(value, datetime)},
        moments={name: value for name, value in values.items() if isinstance(value, datetime)},
        game=game_facts(game) if game else None,
        seat=seat.house or "" if seat else "",
        opened=opened,
        link=link or page,
        links=Links(
            game=page if game else "",
            sheet=addresses.sheet(settings, opened.id) if opened else "",
            settings=addresses.account(settings),
            unsubscribe=unsubscribe,
            ends=ends,
            reply=_reply(settings, reader, game, call_id),
        ),
        thread=Thread(message_id=name, first=first),
        written_at=now,
    )


def _open_call(session: Session, game: Game) -> str:
    """The call that is open while a notice is written: its answer is not taken for a later one."""
    if not settings_of(session).mail_in:
        return ""
    unfinished = select(OpenedCall.public_id).where(OpenedCall.game_id == game.id, OpenedCall.status.in_(UNFINISHED))
    return session.scalar(unfinished.order_by(OpenedCall.number.desc()).limit(1)) or ANY_CALL


def _reply(settings: Settings, reader: _Reader, game: Game | None, call_id: str) -> str:
    """Where a notice of a game is answered to; whoever plays no seat of it is told there how it is done."""
    if game is None:
        return ""
    own = reader.seat if not reader.acts else None
    own = own or next((seat for seat in game.seats if seat.account_id == reader.account.id), None)
    return reply_address(settings, own, call_id) if own is not None else settings.mail_in


def game_facts(game: Game, **more: Any) -> GameFacts:
    """The game as letters name it, with what `more` they tell of it."""
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
    """Letters whose keys begin so, and have not left yet, are not sent: to anybody, or to one account."""
    for table in (OutgoingLetter, DigestLine):
        query = delete(table).where(table.key.startswith(beginning, autoescape=True), table.sent_at.is_(None))
        session.execute(query if account_id is None else query.where(table.account_id == account_id))
