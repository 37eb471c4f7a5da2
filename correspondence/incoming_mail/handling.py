"""One mail: for whom it is, whether its writer is known, what is done with it.

A From line is what its writer says. The host's own mail server checks it (SPF, DKIM, DMARC) and writes what it found
into a header under its own name (RFC 8601), which it takes out of mails that come from outside.

Anybody can write that an email did not arrive. It counts only at the address that was made for that email; what stands
in the mail tells no more than whether it is for good. Whoever got the email can use its address against nobody else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from adjudicator.engine import Refused
from correspondence.addresses import ANY_TURN, genuine, read_reply_address
from correspondence.games.access import keep as keep_game
from correspondence.incoming_mail.answering import OLDER, Answer
from correspondence.incoming_mail.queue import drop_bytes, raw_of
from correspondence.incoming_mail.requests import (
    MailRequest,
    Tried,
    carry_out_request,
    keep,
    parse_request,
    play,
    speaks_of_turn,
)
from correspondence.input_validation import Denied, Invalid, NotFound, Superseded
from correspondence.mail_commands.doing import Writing
from correspondence.mail_reading.mail import Bounce, Mail, MethodResult
from correspondence.mail_reading.reading import read_mail
from correspondence.models import Account, Game, IncomingMail, MailState, OutgoingMail, Seat, Turn
from correspondence.notices.use_cases import notify
from correspondence.outbox.returns import Returning, arrives, is_genuine_return, mail_returned, read_return_address
from correspondence.read_cache import prefetch, remembered
from correspondence.rows import count_of
from correspondence.settings import Settings
from correspondence.sheets.use_cases import MAX_CLOCK_SKEW, Basis
from correspondence.store import Store, settings_of
from correspondence.turns import collecting_turn, takes_sheets
from narration.words import N_

# What vouches for a domain, by the method: the property in which it stands.
_DOMAINS = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}


def is_authentic(settings: Settings, mail: Mail, recipient: str) -> bool:
    """Whether the host's mail server vouches for the From domain and the recipient.

    Its writer must have meant it for `recipient`: anybody can resend a mail signed for others. Exactly one header may
    bear the name set by the host (`MAIL_IN_CHECKED_BY`), written plainly, below as many Received lines as the host says
    (`MAIL_IN_CHECKED_BELOW`): two, or one elsewhere, may be forged.
    """
    if not mail.sender or recipient.casefold() not in (address.casefold() for address in mail.addressees):
        return False
    checked_by = settings.mail_in_checked_by.casefold()
    ours = [header for header in mail.authentication if checked_by and header.server == checked_by]
    if len(ours) != 1 or not ours[0].plain or ours[0].below != settings.mail_in_checked_below:
        return False
    results, domain = ours[0].results, mail.sender.rpartition("@")[2]
    if any((method_result.method, method_result.result) == ("dmarc", "fail") for method_result in results):
        # The domain's owner wants no such mail believed, whatever else passed.
        return False
    return any(_is_aligned(method_result, domain) for method_result in results)


def _is_aligned(method_result: MethodResult, domain: str) -> bool:
    """Return whether a passed check names the sender's domain or a parent of it."""
    if method_result.result != "pass" or method_result.method not in _DOMAINS:
        return False
    vouching = method_result.value(_DOMAINS[method_result.method]).rpartition("@")[2].casefold().rstrip(".")
    return "." in vouching and (domain == vouching or domain.endswith(f".{vouching}"))


Verdict = Literal["hard", "soft", "delivered", "unclear"]


def note_returned(session: Session, return_address: Returning, mail: Mail, now: datetime) -> str:
    """Count what a mail to a return address says of its email; return a code.

    `now`: when the mail came. A mail that is no report keeps the code of its kind; one to an address not made here is
    `bounce-unknown`. Neither counts.
    """
    if mail.kind != "bounce":
        return mail.kind if mail.kind != "letter" else "no-reply-address"
    returned = session.get(OutgoingMail, return_address.mail_id)
    if (
        returned is None
        or not returned.address
        or not is_genuine_return(settings_of(session), return_address, returned)
    ):
        return "bounce-unknown"
    verdict, status = delivery_verdict(mail.bounced)
    if verdict == "unclear":
        return "bounce-unclear"
    if verdict == "delivered":
        arrives(session, returned.address)
        return "bounce-delivered"
    return mail_returned(session, returned, verdict == "hard", status, now)


def delivery_verdict(bounced: Collection[Bounce]) -> tuple[Verdict, str]:
    """Return a report's verdict on the email's one recipient, and its status.
    If it names several (forwarding lists are one recipient to us), the worst counts."""
    statuses = {_verdict(bounce): bounce.status for bounce in reversed(list(bounced))}
    for verdict in ("hard", "soft", "delivered"):
        if verdict in statuses:
            return verdict, statuses[verdict]
    return "unclear", ""


def _verdict(bounce: Bounce) -> Verdict:
    """Return a bounce's verdict; `unclear` if relayed or contradictory."""
    if bounce.action == "delivered":
        return "delivered"
    if bounce.action == "delayed" or bounce.action == "failed" and bounce.status.startswith("4."):
        return "soft"
    # What was handed on to somebody, or contradicts itself, tells nothing.
    return "hard" if bounce.action == "failed" and not bounce.status.startswith("2.") else "unclear"


Clock = Callable[[], datetime]
# Mails for one seat within an hour that are read, from its player for certain, and from whoever says so. Neither counts
# against the other, and those that were put aside against none.
MAX_TRUSTED, MAX_DOUBTFUL = 60, 10
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Answers within a day to mails that ask for nothing, of different words: an answering program may write to us, too.
MAX_NOTHING = 5
# Reasons of mails that were put aside, and that asked for nothing.
TOO_MANY, NOTHING = "too-many-mails", "asks-for-nothing"
# What a mail may be refused for, in words for who wrote it.
TOLD = (Refused, Denied, Invalid, NotFound)
# Kinds of mails that are read.
READ = ("letter", "empty")
CLOSED = N_("This turn has ended; you can no longer submit orders for it.")
ENCRYPTED = N_(
    "Your email is encrypted, or signed in a way that hides its text, so it could not be "
    "read. Send it as plain text, without encryption."
)
MARKED = N_(
    "Your email looks like one from a mailing list or an automatic reply, so it was not "
    "read. Write it in your mail program, directly to the address of our email."
)
MANY = N_("Too many emails came for your seat within an hour, so this one was not read. Send it again later.")
NOT_VOUCHED = N_(
    "A what-if by email must come from your registered address, and a mail server must "
    "vouch for it. On the site you can run one at any time, beside your orders."
)


@dataclass(frozen=True)
class Seated:
    """The seat a mail is for: game, player and open turn, if any, with their keys.

    `mail` is what was read. `trusted`: it is its player's for certain. `lately`: how many equally trusted mails for the
    seat were read within an hour. `written_at`: when the mail was written, as far as that is credible. `late`: the turn
    of the answered email is over. `closed`: so it is, or no turn takes order sheets now.
    """

    game_id: str
    account: Account
    turn_id: str
    late: bool
    closed: bool
    edition: str
    seat_key: int
    turn_key: int | None
    lately: int
    mail: Mail
    trusted: bool
    written_at: datetime

    def writing(self, session: Session, came: datetime) -> Writing:
        """Return the mail's writer, game and open turn, to carry out what it asks for."""
        return Writing(session, self.account, self.game_id, self.turn_id, came)


@dataclass(frozen=True)
class ParsedMail:
    """A mail that was read: when it came, for which seat, and what it asks for.
    No seat: it is passed over, and why. `returning`: the email that came back with it. `writer`: who wrote for
    certain, where it is for no seat."""

    key: int
    mail: Mail
    came: datetime
    returning: Returning | None
    seated: Seated | None
    why_not: str
    wanted: MailRequest | Exception | None
    writer: Account | None = None

    @property
    def too_many(self) -> bool:
        """Whether it is one mail too many within an hour."""
        seated = self.seated
        return seated is not None and seated.lately >= (MAX_TRUSTED if seated.trusted else MAX_DOUBTFUL)


def handle(store: Store, key: int, now_fn: Clock) -> None:
    """Read a mail that is claimed, and carry it out alone."""
    with store.read() as session:
        row = session.get(IncomingMail, key)
        if row is None or row.state != "stored":
            return
        parsed_mail = understood(session, store.settings, row, now_fn())
    carry_out_alone(store, parsed_mail, now_fn)


def understood(session: Session, settings: Settings, row: IncomingMail, now: datetime) -> ParsedMail:
    """A mail, read; nothing is locked, and nothing done yet."""
    mail = read_mail(raw_of(session, row))
    returning = read_return_address(settings, row.recipient)
    seated, why_not = _find_seat(session, settings, row, mail, now)
    instructions: MailRequest | Exception | None = None
    if seated is not None:
        instructions = _parse_mail(session, seated, mail, row.received_at) if mail.kind in READ else _not_read(mail)
        if mail.kind not in READ and (instructions is None or not seated.trusted):
            # Whoever else wrote it is told nothing, and programs of anybody's neither.
            seated, why_not, instructions = None, mail.kind, None
    writer = _writer(session, settings, row, mail) if why_not == "no-reply-address" and mail.kind in READ else None
    return ParsedMail(row.id, mail, row.received_at, returning, seated, why_not, instructions, writer)


def _not_read(mail: Mail) -> Denied | None:
    """Return what to tell a player whose mail was not read.
    None for mail written by programs and mail servers, which is never answered."""
    if mail.why == "encrypted":
        return Denied("mail-encrypted", ENCRYPTED)
    if mail.kind == "list" or mail.why in ("precedence-bulk", "auto-response-suppress"):
        return Denied("mail-marked", MARKED)
    return None


def carry_out_alone(store: Store, parsed_mail: ParsedMail, now_fn: Clock) -> None:
    """Carry out and answer all of a mail or nothing; skip it if already done."""
    key, seated, instructions = parsed_mail.key, parsed_mail.seated, parsed_mail.wanted
    if seated is None or instructions is None:
        with store.begin() as session:
            _pass_over(session, _still_stored(session, key), parsed_mail, now_fn())
        return
    if parsed_mail.too_many:
        with store.begin() as session:
            _refuse_over_limit(session, key, seated, now_fn())
        return
    try:
        tried = _play_what_if(store, seated, instructions, parsed_mail.came)
        with store.begin() as session:
            row = _still_stored(session, key)
            if row is not None:
                finish(session, row, seated, instructions, now_fn(), tried)
    except Superseded as fault:
        if not fault.older or isinstance(instructions, Exception):
            # Another version came in while it was read; it is laid over that one.
            handle(store, key, now_fn)
            return
        with store.begin() as session:
            # Let a mail that is older than what is in wait until its player says that it counts all the same.
            answer = _ended_with_answer(session, key, seated, "waiting", OLDER, now_fn())
            if answer is not None:
                answer.confirm(instructions, older=True)
    except TOLD as fault:
        # Nothing of it was done.
        with store.begin() as session:
            _refuse(session, key, seated, fault, now_fn())


def _pass_over(session: Session, row: IncomingMail | None, parsed_mail: ParsedMail, now: datetime) -> None:
    """Drop a mail for no seat; a certain writer is told how to write to a game."""
    if row is None:
        return
    why_not = parsed_mail.why_not
    if parsed_mail.returning is not None:
        why_not = note_returned(session, parsed_mail.returning, parsed_mail.mail, row.received_at)
    _mark_as_read(row, "passed-over", why_not, now)
    drop_bytes(session, row)
    if parsed_mail.writer is not None:
        account = session.get_one(Account, parsed_mail.writer.id)
        notify(
            session,
            "mail-for-no-game",
            f"mail-for-no-game:{now.date()}",
            now,
            accounts=[account],
            link=settings_of(session).base_url,
        )


def _find_seat(
    session: Session, settings: Settings, row: IncomingMail, mail: Mail, now: datetime
) -> tuple[Seated | None, str]:
    """Return the seat that a mail is for; or None and why the mail is passed over."""
    address = read_reply_address(settings, row.recipient)
    if address is None:
        seat, turn_id = _seat_by_references(session, settings, row, mail)
    else:
        named = select(Seat).where(Seat.public_id == address.seat_id)
        seat = remembered(session, ("seat named", address.seat_id), lambda: session.scalar(named))
        seat, turn_id = ((seat if seat is not None and genuine(settings, address, seat) else None), address.turn_id)
    if seat is None or seat.account is None or seat.account.deleted_at is not None:
        why_not = "no-reply-address" if address is None else "unknown-reply-address"
        return None, why_not if mail.kind in READ else mail.kind
    trusted = mail.sender.casefold() == seat.account.email.casefold() and is_authentic(settings, mail, row.recipient)
    turn = collecting_turn(session, keep_game(session, seat.game))
    late = turn_id != ANY_TURN and (turn is None or turn.public_id != turn_id)
    open_now = turn.public_id if turn is not None else ""
    lately = remembered(session, ("read lately", seat.id), lambda: _read_lately(session, [seat.id], now).get(seat.id))
    turn_key = turn.id if turn is not None else None
    game = seat.game
    closed = late or turn is None or not takes_sheets(turn, row.received_at)
    opened_at = turn.opened_at if turn is not None and turn_id == turn.public_id else None
    written_at = mail.date
    # It was not written after it came, nor before its turn opened if it is for the address of that call.
    if written_at is None or written_at > row.received_at or opened_at and written_at + MAX_CLOCK_SKEW < opened_at:
        written_at = row.received_at
    where = (game.public_id, seat.account, open_now, late, closed, game.edition, seat.id, turn_key)
    return Seated(*where, (lately or {}).get(trusted, 0), mail, trusted, written_at), ""


def _writer(session: Session, settings: Settings, row: IncomingMail, mail: Mail) -> Account | None:
    """Return the account that certainly wrote to the bare address, or None."""
    if row.recipient != settings.mail_in.casefold() or not is_authentic(settings, mail, row.recipient):
        return None
    return session.scalar(select(Account).where(Account.email == mail.sender.casefold(), Account.deleted_at.is_(None)))


def _seat_by_references(session: Session, settings: Settings, row: IncomingMail, mail: Mail) -> tuple[Seat | None, str]:
    """Return a mail's seat by the emails that it answers, and the turn then open.
    Each email of a game names it in its ids. None unless exactly one seat of the writer fits."""
    writer = _writer(session, settings, row, mail)
    names = {part for name in mail.references for part in name.partition("@")[0].split(".")}
    if writer is None or not names:
        return None, ""
    played = select(Seat).join(Game).where(Game.public_id.in_(names), Seat.account_id == writer.id)
    seats = session.scalars(played).all()
    if len(seats) != 1:
        return None, ""
    mails = OutgoingMail.message_id.in_(mail.references), OutgoingMail.account_id == writer.id
    written = session.scalar(select(func.max(OutgoingMail.written_at)).where(*mails))
    turns = select(Turn.public_id).where(Turn.game_id == seats[0].game_id)
    earlier = turns.where(Turn.opened_at <= written) if written is not None else turns
    return seats[0], session.scalar(earlier.order_by(Turn.number.desc()).limit(1)) or ANY_TURN


def _read_lately(session: Session, seats: Collection[int], now: datetime) -> dict[int, dict[bool, int]]:
    """Count mails read for each seat within an hour, by whether surely its player's."""
    hour = IncomingMail.seat_id.in_(seats), IncomingMail.read_at > now - HOUR, IncomingMail.reason != TOO_MANY
    counts = select(IncomingMail.seat_id, IncomingMail.vouched, func.count()).where(*hour)
    counts_by_seat: dict[int, dict[bool, int]] = {}
    for key, vouched, count in session.execute(counts.group_by(IncomingMail.seat_id, IncomingMail.vouched)):
        if key is not None:
            counts_by_seat.setdefault(key, {})[vouched] = count
    return counts_by_seat


def foresee_seats(session: Session, seats: Iterable[Seat], now: datetime) -> None:
    """Preload the seats named in addresses, and count mails read for each lately."""
    by_key = {seat.id: seat for seat in seats}
    lately = _read_lately(session, by_key, now)
    for key, seat in by_key.items():
        prefetch(session, ("seat named", seat.public_id), seat)
        prefetch(session, ("read lately", key), lately.get(key))


def _parse_mail(session: Session, seated: Seated, mail: Mail, now: datetime) -> MailRequest | Exception:
    """Return what a mail asks for, checked before locking, or why it cannot be."""
    if mail.why == "text-cut":
        return Denied("mail-too-long", N_("The email is too long to be read in full."))
    try:
        return parse_request(seated.writing(session, now), mail.text)
    except TOLD as fault:
        # Upon another turn, or none, the lines of a sheet have faults that are not its writer's.
        return Denied("turn-closed", CLOSED) if seated.closed and speaks_of_turn(mail.text, seated.edition) else fault


def _play_what_if(store: Store, seated: Seated, instructions: MailRequest | Exception, came: datetime) -> Tried | None:
    """Play the what-if of a mail without locks; None if it has none.
    Raises Denied `what-if-not-vouched`, `turn-closed`."""
    if isinstance(instructions, Exception) or instructions.trial is None:
        return None
    if not seated.trusted:
        raise Denied("what-if-not-vouched", NOT_VOUCHED)
    if seated.late:
        raise Denied("turn-closed", CLOSED)
    with store.read() as session:
        return play(seated.writing(session, came), instructions.trial)


def finish(
    session: Session,
    row: IncomingMail,
    seated: Seated,
    instructions: MailRequest | Exception,
    now: datetime,
    tried: Tried | None = None,
) -> None:
    """Carry out and answer a mail whose row is locked and still to be read.

    Raises what is told to its writer; the caller then rolls everything back. Rows for turn, seat and account are
    written after the turn is locked as a whole, to avoid deadlocks between two mails for one turn.
    """
    if isinstance(instructions, Exception):
        raise instructions
    answer = _answer(session, row, seated, now)
    # It counts from when it came, however long it waited to be read.
    came = row.received_at
    if seated.late and instructions.request.about_turn:
        raise Denied("turn-closed", CLOSED)
    if instructions.binds and not seated.trusted:
        _note_seat(row, seated)
        _mark_as_read(row, "waiting", "not-vouched-for", now)
        answer.confirm(instructions)
        return
    _mark_as_read(row, "done", "", now)
    basis = Basis(via="mail", written_at=seated.written_at, arrived_at=came, drafts=())
    at = seated.writing(session, came)
    done = carry_out_request(at, instructions, basis)
    _note_seat(row, seated)
    answer.seat.by_mail = answer.seat.by_mail or instructions.request.about_turn
    what_if_number = keep(at, tried) if tried is not None else 0
    once = ""
    if not (instructions.binds or instructions.commands or instructions.trial):
        day = IncomingMail.seat_id == row.seat_id, IncomingMail.read_at > now - DAY, IncomingMail.reason == NOTHING
        if count_of(session, IncomingMail, *day) >= MAX_NOTHING:
            return
        row.reason, once = NOTHING, _same_words(row, seated, NOTHING)
    answer.done(instructions, *done, tried, what_if_number, once=once)


def _same_words(row: IncomingMail, seated: Seated, code: str) -> str:
    """Return the key of an answer that goes out once a day for the same words.
    It stops loops with autoresponders that do not say what they are."""
    words = hashlib.sha256(f"{row.recipient}\n{seated.turn_key}\n{seated.mail.text}".encode()).hexdigest()[:16]
    return f"{code}-{words}"


def _ended_with_answer(
    session: Session, key: int, seated: Seated, state: MailState, reason: str, now: datetime
) -> Answer | None:
    """Note what became of a mail; the answer to it, None where it was read meanwhile."""
    row = _still_stored(session, key)
    if row is None:
        return None
    _note_seat(row, seated)
    _mark_as_read(row, state, reason, now)
    return _answer(session, row, seated, now)


def _refuse(session: Session, key: int, seated: Seated, fault: Exception, now: datetime) -> None:
    code = code_of(fault)
    answer = _ended_with_answer(session, key, seated, "refused", code, now)
    if answer is not None:
        answer.refused(fault, once=_same_words(answer.mail, seated, code) if seated.mail.kind in READ else code)


def _refuse_over_limit(session: Session, key: int, seated: Seated, now: datetime) -> None:
    """Put aside a mail beyond the hourly limit; its player is told once a day.
    Untrusted mail is not answered: whoever knows an address could otherwise fill its player's mailbox."""
    answer = _ended_with_answer(session, key, seated, "refused", TOO_MANY, now)
    if answer is not None:
        drop_bytes(session, answer.mail)
        if seated.trusted:
            answer.refused(Denied(TOO_MANY, MANY), once=TOO_MANY)


def _answer(session: Session, row: IncomingMail, seated: Seated, now: datetime) -> Answer:
    return Answer(session, row, seated.seat_key, now, seated.mail, trusted=seated.trusted)


def _note_seat(row: IncomingMail, seated: Seated) -> None:
    """Note on a mail's row its account, seat and turn, and if it is surely theirs."""
    row.account_id, row.seat_id, row.turn_id = seated.account.id, seated.seat_key, seated.turn_key
    row.vouched = seated.trusted


def code_of(fault: Exception) -> str:
    """Return the code of why a mail is refused: that of the first reason."""
    return fault.reasons[0].code if isinstance(fault, Refused) else str(getattr(fault, "code", "refused"))


def _still_stored(session: Session, key: int) -> IncomingMail | None:
    # What was read already is not fetched once more; it may be large.
    row = session.get_one(IncomingMail, key, with_for_update=True, options=[defer(IncomingMail.raw)])
    return row if row.state == "stored" else None


def _mark_as_read(row: IncomingMail | None, state: MailState, reason: str, now: datetime) -> None:
    """Mark a mail as read with its state and reason; do nothing without a row."""
    if row is not None:
        row.state, row.reason, row.read_at, row.next_attempt_at = state, reason, now, None
