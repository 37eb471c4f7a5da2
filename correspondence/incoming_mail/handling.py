"""One mail: for whom it is, whether its writer is known, what is done with it. Each way ends in a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from adjudicator.kernel.refusal import Refused
from correspondence.calls.access import collecting, takes_sheets
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.games.access import keep as keep_game
from correspondence.incoming_mail.answering import Answer
from correspondence.incoming_mail.asking import Wanted, carry_out_wanted, speaks_of_call, wanted_of_text
from correspondence.incoming_mail.keeping import raw_of
from correspondence.incoming_mail.returned import note_returned
from correspondence.incoming_mail.trusting import vouched_for
from correspondence.incoming_mail.trying import Tried, keep, play
from correspondence.mail_reading.mail import Mail
from correspondence.mail_reading.reading import read_mail
from correspondence.models.accounts import Account
from correspondence.models.games import Seat
from correspondence.models.incoming_mail import IncomingMail, MailState
from correspondence.outbox.return_addresses import Returning, read_return_address
from correspondence.read_cache import foresee, remembered
from correspondence.reply_addresses import ANY_CALL, genuine, read_reply_address
from correspondence.settings import Settings
from correspondence.store import Store
from narration.words import N_

Clock = Callable[[], datetime]
# Mails for one seat within an hour that are read, from its player for certain, and from whoever says so.
MOST_TRUSTED, MOST_DOUBTFUL = 60, 10
HOUR = timedelta(hours=1)
# What a mail may be refused for, in words for who wrote it.
TOLD = (Refused, Denied, Invalid, NotFound)
CLOSED = N_("This call is closed; nothing can be handed in for it any more.")
NOT_VOUCHED = N_(
    "A what-if is played only for a mail from your registered address, if a mail server vouches for it. On the site it "
    "can always be played, beside your sheet."
)


@dataclass(frozen=True)
class Seated:
    """Whose mail it is: the game and the seat its address names, and who plays it; the call that is open, if any; their
    keys. `lately`: how many mails for the seat were read within an hour.

    `late`: the call that the answered letter was about is over. `closed`: so it is, or no call takes sheets now.
    """

    game_id: str
    account: Account
    call_id: str
    late: bool
    closed: bool
    edition: str
    seat_key: int
    game_key: int
    call_key: int | None
    lately: int


@dataclass(frozen=True)
class Understood:
    """A mail that was read, when it came, for whom it is (None: it is passed over, and why), and what it asks for or
    why that cannot be told. `trusted`: it is its player's for certain. `returning`: the letter that came back with
    it."""

    key: int
    mail: Mail
    came: datetime
    returning: Returning | None
    seated: Seated | None
    why_not: str
    wanted: Wanted | Exception | None
    trusted: bool

    @property
    def too_many(self) -> bool:
        """Whether it is one mail too many within an hour."""
        return self.seated is not None and self.seated.lately >= (MOST_TRUSTED if self.trusted else MOST_DOUBTFUL)


def handle(store: Store, key: int, now_fn: Clock) -> None:
    """Read a mail that is claimed, and carry it out alone."""
    with store.read() as session:
        row = session.get(IncomingMail, key)
        if row is None or row.state != "stored":
            return
        found = understood(session, store.settings, row, now_fn())
    carry_out_alone(store, found, now_fn)


def understood(session: Session, settings: Settings, row: IncomingMail, now: datetime) -> Understood:
    """A mail, read; nothing is locked, and nothing done yet."""
    mail = read_mail(raw_of(row))
    returning = read_return_address(settings, row.recipient)
    seated, why_not = _seated(session, settings, row, mail, now)
    wanted, trusted = None, False
    if seated is not None:
        wanted = _wanted(session, seated, mail, row.received_at)
        trusted = mail.sender.casefold() == seated.account.email.casefold() and vouched_for(settings, mail)
    return Understood(row.id, mail, row.received_at, returning, seated, why_not, wanted, trusted)


def carry_out_alone(store: Store, found: Understood, now_fn: Clock) -> None:
    """Do all that a mail says or nothing, and answer it; nothing if that was done meanwhile."""
    key, seated, wanted, why_not = found.key, found.seated, found.wanted, found.why_not
    if seated is None or wanted is None:
        with store.begin() as session:
            stored = _still_stored(session, key)
            if stored is not None and found.returning is not None:
                why_not = note_returned(session, found.returning, found.mail, stored.received_at)
            _ended(stored, "passed-over", why_not, now_fn())
        return
    if found.too_many:
        _put_aside(store, key, seated, now_fn())
        return
    try:
        tried = _tried(store, seated, wanted, found.came, trusted=found.trusted)
        with store.begin() as session:
            row = _still_stored(session, key)
            if row is not None:
                finish(session, row, seated, wanted, now_fn(), trusted=found.trusted, tried=tried)
    except TOLD as fault:
        # Nothing of it was done.
        with store.begin() as session:
            _refuse(session, key, seated, fault, now_fn())


def _seated(
    session: Session, settings: Settings, row: IncomingMail, mail: Mail, now: datetime
) -> tuple[Seated | None, str]:
    """For whom a mail is; or why it is passed over."""
    if mail.kind not in ("letter", "empty"):
        return None, mail.kind
    told = read_reply_address(settings, row.recipient)
    if told is None:
        return None, "no-reply-address"
    seat = remembered(session, ("seat named", told.seat_id), lambda: _seat_named(session, told.seat_id))
    if seat is None or seat.account is None or seat.account.deleted_at is not None or not genuine(settings, told, seat):
        return None, "unknown-reply-address"
    call = collecting(session, keep_game(session, seat.game))
    late = told.call_id != ANY_CALL and (call is None or call.public_id != told.call_id)
    open_now = call.public_id if call is not None else ""
    lately = remembered(session, ("read lately", seat.id), lambda: _read_lately(session, seat, now))
    call_key = call.id if call is not None else None
    game = seat.game
    closed = late or call is None or not takes_sheets(call, row.received_at)
    edition = game.edition
    return Seated(game.public_id, seat.account, open_now, late, closed, edition, seat.id, game.id, call_key, lately), ""


def _seat_named(session: Session, seat_id: str) -> Seat | None:
    return session.scalar(select(Seat).where(Seat.public_id == seat_id))


def _read_lately(session: Session, seat: Seat, now: datetime) -> int:
    hour = IncomingMail.seat_id == seat.id, IncomingMail.read_at > now - HOUR
    return session.scalar(select(func.count()).select_from(IncomingMail).where(*hour)) or 0


def foresee_seats(session: Session, seats: Iterable[Seat], now: datetime) -> None:
    """Let these be the seats that are named in addresses, in a session that remembers; and look at once for how many
    mails for each were read lately."""
    by_key = {seat.id: seat for seat in seats}
    hour = IncomingMail.seat_id.in_(by_key), IncomingMail.read_at > now - HOUR
    counts = select(IncomingMail.seat_id, func.count()).where(*hour).group_by(IncomingMail.seat_id)
    lately = {key: count for key, count in session.execute(counts) if key is not None}
    for key, seat in by_key.items():
        foresee(session, ("seat named", seat.public_id), seat)
        foresee(session, ("read lately", key), lately.get(key, 0))


def _wanted(session: Session, seated: Seated, mail: Mail, now: datetime) -> Wanted | Exception:
    """What a mail asks for, checked as far as that can be done before anything is locked; or why it cannot be."""
    if mail.why == "text-cut":
        return Denied("mail-too-long", N_("The mail is too long to be read as a whole."))
    try:
        return wanted_of_text(session, seated.account, seated.game_id, seated.call_id, mail.text, now)
    except TOLD as fault:
        # Upon another call, or none, the lines of a sheet have faults that are not its writer's.
        return Denied("call-closed", CLOSED) if seated.closed and speaks_of_call(mail.text, seated.edition) else fault


def _tried(store: Store, seated: Seated, wanted: Wanted | Exception, came: datetime, *, trusted: bool) -> Tried | None:
    """The what-if that a mail asks for, played; nothing is locked meanwhile. Only who is known may have that done."""
    if isinstance(wanted, Exception) or wanted.trial is None:
        return None
    if not trusted:
        raise Denied("what-if-not-vouched", NOT_VOUCHED)
    if seated.late:
        raise Denied("call-closed", CLOSED)
    with store.read() as session:
        return play(session, seated.account, seated.call_id, wanted.trial, came)


def finish(
    session: Session,
    row: IncomingMail,
    seated: Seated,
    wanted: Wanted | Exception,
    now: datetime,
    *,
    trusted: bool,
    tried: Tried | None = None,
) -> None:
    """Do all that a mail says, whose row is locked and still to be read, and answer it. Raises what is told to its
    writer; the caller takes everything back then.

    What is noted of call, seat and account locks these a little, so it comes after the call was locked as a whole: two
    mails for one call would wait for each other.
    """
    if isinstance(wanted, Exception):
        raise wanted
    answer = Answer(session, row, seated.seat_key, now)
    # It counts from when it came, however long it waited to be read.
    came = row.received_at
    if seated.late and wanted.request.about_call:
        raise Denied("call-closed", CLOSED)
    if wanted.binds and not trusted:
        _about(row, seated)
        _ended(row, "waiting", "not-vouched-for", now)
        answer.confirm(wanted)
        return
    _ended(row, "done", "", now)
    done = carry_out_wanted(session, seated.account, seated.game_id, seated.call_id, wanted, came)
    _about(row, seated)
    answer.seat.by_mail = answer.seat.by_mail or wanted.request.about_call
    kept = keep(session, seated.account, seated.call_id, tried, came) if tried is not None else 0
    answer.done(wanted, *done, tried, kept)


def _refuse(session: Session, key: int, seated: Seated, fault: Exception, now: datetime) -> None:
    row = _still_stored(session, key)
    if row is None:
        return
    _about(row, seated)
    _ended(row, "refused", code_of(fault), now)
    Answer(session, row, seated.seat_key, now).refused(fault)


def _put_aside(store: Store, key: int, seated: Seated, now: datetime) -> None:
    """One mail too many within an hour: it is not answered, for whoever knows an address could otherwise fill its
    player's mailbox."""
    with store.begin() as session:
        row = _still_stored(session, key)
        if row is not None:
            _about(row, seated)
            _ended(row, "refused", "too-many-mails", now)


def _about(row: IncomingMail, seated: Seated) -> None:
    """Note whose mail it is, and for which call."""
    row.account_id, row.seat_id, row.call_id = seated.account.id, seated.seat_key, seated.call_key


def code_of(fault: Exception) -> str:
    """The code of what a mail is refused for: that of the first reason."""
    return fault.reasons[0].code if isinstance(fault, Refused) else str(getattr(fault, "code", "refused"))


def _still_stored(session: Session, key: int) -> IncomingMail | None:
    # What was read already is not fetched once more; it may be large.
    row = session.get_one(IncomingMail, key, with_for_update=True, options=[defer(IncomingMail.raw)])
    return row if row.state == "stored" else None


def _ended(row: IncomingMail | None, state: MailState, reason: str, now: datetime) -> None:
    if row is not None:
        row.state, row.reason, row.read_at, row.next_attempt_at = state, reason, now, None
