"""A mail that may be somebody else's, or that is older than what is in: its player looks at it by the link in a letter,
and says that it is theirs, or that it counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engine import Sheet
from correspondence import tokens
from correspondence.addresses import MAIL_CONFIRMATION, renew
from correspondence.calls import collecting
from correspondence.incoming_mail.answering import Answer, acts_of, newest_versions
from correspondence.incoming_mail.handling import OLDER
from correspondence.incoming_mail.queue import raw_of
from correspondence.incoming_mail.requests import Wanted, carry_out_wanted, wanted_of_text
from correspondence.input_validation import Denied, NotFound, Superseded
from correspondence.mail_commands.doing import Writing
from correspondence.mail_commands.reading import Sentence
from correspondence.mail_reading.mail import Mail
from correspondence.mail_reading.reading import read_mail
from correspondence.models import Game, IncomingMail, Seat
from correspondence.sheets.reading import Receipt
from correspondence.sheets.use_cases import Basis
from correspondence.store import settings_of
from narration.notation.reading import OpenLine
from narration.words import N_

# A mail that nobody has confirmed for so long is over.
LIFE = timedelta(days=3)


@dataclass(frozen=True)
class Unconfirmed:
    """A mail that waits: who it says it is from, what it would do; `acts` are what it asks for besides sheets.

    `open` are its lines that would not be taken. `older`: it waits since it is older than what is in. `newest` are the
    versions that it would replace, each with whether it is of standing instructions, and `upon` their numbers, sheet
    first.
    """

    game_id: str
    title: str
    edition: str
    modules: tuple[str, ...]
    house: str
    sender: str
    subject: str
    received_at: datetime
    text: str
    sheet: Sheet | None
    standing: Sheet | None
    acts: tuple[Sentence, ...]
    open: tuple[OpenLine, ...]
    older: bool
    newest: tuple[tuple[Receipt, bool], ...]
    upon: tuple[int, int]


def look_at_mail(session: Session, token: str, now: datetime) -> Unconfirmed:
    """What a mail that waits says; changes nothing, so that mail programs may follow the link.

    Raises NotFound `no-such-mail`, Denied (`mail-confirmed`, `mail-too-old`), and what its text is refused for.
    """
    row = _waiting(session, token, now)
    seat, game, mail, wanted = _read(session, row)
    request = wanted.request
    return Unconfirmed(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        modules=game.parts,
        house=seat.house or "",
        sender=mail.sender,
        subject=mail.subject,
        received_at=row.received_at,
        text=mail.text,
        sheet=request.sheet.sheet if request.sheet is not None else None,
        standing=request.standing.sheet if request.standing is not None else None,
        acts=acts_of(wanted),
        open=request.script.open,
        older=row.reason == OLDER,
        newest=newest_versions(session, seat, wanted),
        upon=(request.upon, request.standing_upon),
    )


def confirm_mail(session: Session, token: str, now: datetime, upon: tuple[int, int] | None = None) -> str:
    """Do what a mail that waits says; its game's public id. It counts from now on, not from when it came.

    `upon`: the versions that its player had before them. Raises as `look_at_mail`, what handing in raises, and
    Superseded where others are in.
    """
    row = _waiting(session, token, now, lock=True)
    seat, game, mail, wanted = _read(session, row)
    if seat.account is None:
        raise _unknown()
    call, request = collecting(session, game), wanted.request
    if upon is not None and upon != (request.upon, request.standing_upon):
        raise Superseded(request.upon or request.standing_upon)
    at = Writing(session, seat.account, game.public_id, call.public_id if call else "", now)
    done = carry_out_wanted(at, wanted, Basis(via="mail", drafts=()))
    row.state, row.reason, row.read_at = "done", "confirmed", now
    seat.by_mail = seat.by_mail or wanted.request.about_call
    Answer(session, row, seat.id, now, mail, trusted=True).done(wanted, *done)
    return game.public_id


def disown_mail(session: Session, token: str, now: datetime) -> tuple[str, bool]:
    """Throw a mail away that waits, and end the addresses of its seat unless its player wrote it for certain; its
    game's public id, and whether they end. Raises as `look_at_mail` for a mail that does not wait."""
    row = _waiting(session, token, now, lock=True)
    seat = _seat(session, row)
    anybodys = row.reason != OLDER
    row.state, row.reason, row.read_at = "refused", "not-mine" if anybodys else "older-thrown-away", now
    if anybodys:
        renew(seat)
    return seat.game.public_id, anybodys


def _waiting(session: Session, token: str, now: datetime, *, lock: bool = False) -> IncomingMail:
    mail_id = tokens.signed(settings_of(session).secret_key, MAIL_CONFIRMATION, token)
    query = select(IncomingMail).where(IncomingMail.public_id == (mail_id or ""))
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise _unknown()
    if row.state != "waiting":
        raise Denied("mail-confirmed", N_("This mail was decided upon already."))
    if row.received_at + LIFE <= now or not raw_of(session, row):
        raise Denied("mail-too-old", N_("This mail is too old to be confirmed. Send it once more."))
    return row


def _read(session: Session, row: IncomingMail) -> tuple[Seat, Game, Mail, Wanted]:
    """The mail once more, upon what is in by now. Whoever has given up the seat confirms nothing for it."""
    seat = _seat(session, row)
    mail, call = read_mail(raw_of(session, row)), collecting(session, seat.game)
    if row.call_id is not None and (call is None or call.id != row.call_id):
        raise Denied("call-closed", N_("This call is closed; nothing can be handed in for it any more."))
    if seat.account is None:
        raise _unknown()
    at = Writing(session, seat.account, seat.game.public_id, call.public_id if call else "", row.received_at)
    return seat, seat.game, mail, wanted_of_text(at, mail.text)


def _seat(session: Session, row: IncomingMail) -> Seat:
    """The seat of a mail, still held by whom it came for."""
    seat = session.get(Seat, row.seat_id) if row.seat_id is not None else None
    if seat is None or seat.account_id is None or seat.account_id != row.account_id:
        raise _unknown()
    return seat


def _unknown() -> NotFound:
    return NotFound("no-such-mail", N_("This link is not known; perhaps a part of it is missing."))
