"""Answer incoming mail, and hold mail that its player must confirm first.
Answers go only to the registered address of the seat's player, in the thread of their game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.documents import own_part
from adjudicator.engine import Refusal, Refused, Sheet
from correspondence import addresses, input_validation, tokens
from correspondence.addresses import ANY_TURN, MAIL_CONFIRMATION, read_reply_address, renew, reply_address
from correspondence.archive.records import redacted
from correspondence.games.access import names_of_houses
from correspondence.incoming_mail.queue import raw_of
from correspondence.incoming_mail.requests import MailRequest, Tried, carry_out_request, parse_request
from correspondence.input_validation import Denied, NotFound, Superseded
from correspondence.mail.answers import (
    NOT_READY,
    READY,
    SAYS_NOT_READY,
    SAYS_READY,
    WITHDRAWN,
    WITHHELD,
    WITHOUT_SHEET,
)
from correspondence.mail.message import is_message_id
from correspondence.mail.payload import (
    AnswerPayload,
    LateTurnPayload,
    Links,
    Payload,
    ReadinessPayload,
    Reason,
    ReceiptPayload,
    Thread,
    WhatIfPayload,
    mail_records,
)
from correspondence.mail_commands.doing import CommandResults, Writing, sentences
from correspondence.mail_commands.reading import Sentence
from correspondence.mail_reading.mail import Mail
from correspondence.mail_reading.reading import read_mail
from correspondence.models import Account, Game, IncomingMail, Seat, Turn
from correspondence.notices.use_cases import Notice as Notification, game_facts, write_notices
from correspondence.overview.game_pages import left_open
from correspondence.seats import briefing
from correspondence.sheets.reading import Receipt, latest_number, latest_sheet, latest_standing_orders, submitter_text
from correspondence.sheets.use_cases import Basis, Checked, Done, NothingClear
from correspondence.store import settings_of
from correspondence.turns import calendar_turn, collecting_turn, ready_for_turn, stage, takes_sheets, turn_of
from narration.narrators import NARRATORS
from narration.notation.reading import OpenLine
from narration.words import N_

What = Literal["received", "refused", "confirm"]
# Characters of a mail that are repeated in the email that refuses it.
MAX_REPEATED = 8_000
# Why a mail waits that is older than the newest version.
OLDER = "older"


class Answer:
    """The answer to one mail, written once, in the transaction of what it tells."""

    def __init__(
        self, session: Session, mail: IncomingMail, seat_key: int, now: datetime, read: Mail, *, trusted: bool
    ) -> None:
        self.session, self.mail, self.now = session, mail, now
        self._read_filling, self._trusted = read, trusted
        self.seat = session.get_one(Seat, seat_key)
        self.game: Game = self.seat.game

    def done(
        self,
        commands: MailRequest,
        done: Done,
        results: CommandResults,
        tried: Tried | None = None,
        kept_as: int = 0,
        once: str = "",
    ) -> None:
        """Answer with what was done and what the mail asked to be told.
        `kept_as`: the number under which its what-if was kept (0: not). `once`: as in `refused`."""
        sheets = done.sheet, done.standing
        receipts = [
            _receipt_payload(receipt, standing=receipt is done.standing) for receipt in sheets if receipt is not None
        ]
        if done.sheet is not None:
            receipts[0] = replace(receipts[0], left_open=self._left_open(done.sheet))
        statements = [*_withdrawals(commands)]
        if commands.request.script.withheld:
            statements.append((WITHHELD, {}))
        elif done.ready is not None and (done.sheet is None or commands.request.withdrawn and not done.ready):
            statements.append((READY if done.ready else NOT_READY, {}))
            turn = collecting_turn(self.session, self.game)
            if done.ready and turn is not None and not latest_number(self.session, turn, self.seat):
                statements.append((WITHOUT_SHEET, {}))
        if results.map:
            self._write_map()
            statements.append((NARRATORS.of_edition(self.game.edition).mail_words.map_sent, {}))
        self._write(
            "received",
            once,
            receipts=tuple(receipts),
            done=(*statements, *results.done),
            **_line_report(commands),
            status=results.status,
            board=results.board,
            history=tuple(results.history),
            help=results.help,
            suggested=results.suggested.decode(),
            tried=self._what_if_payload(tried, kept_as) if tried is not None else None,
        )

    def _left_open(self, receipt: Receipt) -> tuple[Reason, ...]:
        """Return what is done where the orders of the open turn choose nothing."""
        turn = collecting_turn(self.session, self.game)
        return _plain(left_open(self.session, turn, self.seat, receipt.sheet)) if turn is not None else ()

    def refused(self, fault: Exception, *, once: str = "") -> None:
        """Answer why nothing was done. `once`: code of an answer sent once a day a seat.

        Faulty lines are quoted, but not those of a mail that may be somebody else's.
        """
        mistake = isinstance(fault, Refused | input_validation.Invalid)
        late = self._late() if getattr(fault, "code", "") == "turn-closed" else None
        typed = (
            self._read_filling.text
            if mistake and self._trusted and len(self._read_filling.text) <= MAX_REPEATED
            else ""
        )
        open_lines = fault.open if isinstance(fault, NothingClear) and typed else ()
        self._write("refused", once, reasons=_reasons(fault), mistake=mistake, late=late, typed=typed, open=open_lines)

    def _late(self) -> LateTurnPayload | None:
        """Return the turn the mail missed: that of the email it answers, or the newest."""
        address = read_reply_address(settings_of(self.session), self.mail.recipient)
        query = select(Turn).where(Turn.game_id == self.game.id)
        named = query.where(Turn.public_id == (address.turn_id if address is not None else ""))
        newest = query.order_by(Turn.number.desc()).limit(1)
        turn = self.session.scalar(named) or self.session.scalar(newest)
        if turn is None:
            return None
        sheet = latest_sheet(self.session, turn, self.seat)
        if sheet is not None and sheet.accepted_at < self.seat.joined_at:
            # It was handed in by whoever played the seat before.
            sheet = None
        return LateTurnPayload(
            number=turn.number,
            round=turn.round,
            window=turn.window,
            closed_at=min(turn.closes_at, turn.closed_at or turn.closes_at),
            void=turn.status == "void",
            sheet=sheet.number if sheet is not None else 0,
            sheet_at=sheet.accepted_at if sheet is not None else None,
            document=sheet.document.decode() if sheet is not None else "",
        )

    def _stage(self) -> str:
        """Return the stage of the newest turn, or how the game stands without one."""
        if self.game.status in ("finished", "cancelled"):
            return "over"
        turn = turn_of(self.session, self.game)
        if turn is not None:
            return stage(turn, self.now)
        return "set-aside" if self.game.status == "set-aside" else "none"

    def _readiness(self, turn: Turn | None) -> ReadinessPayload | None:
        if turn is None:
            return None
        ready, house = ready_for_turn(self.session, turn), self.seat.house or ""
        return ReadinessPayload(asked=house in turn.required_houses, ready=house in ready, closing_at=turn.closing_at)

    def confirm(self, instructions: MailRequest, *, older: bool = False) -> None:
        """Ask the player to confirm that a mail is theirs.
        `older`: or that it counts though it is older than what is in."""
        request = instructions.request
        newer = newest_versions(self.session, self.seat, instructions) if older else ()
        sheets = [(request.sheet, False), (request.standing, True)]
        receipts = tuple(_would_be(version, standing, self.now) for version, standing in sheets if version is not None)
        link = addresses.mail_confirmation(settings_of(self.session), self.mail.public_id)
        pairs = (
            (_receipt_payload(version, standing=standing), submitter_text(version, player=True))
            for version, standing in newer
        )
        newer_receipts = tuple(replace(receipt, brought_by=origin) for receipt, origin in pairs)
        lines, acts = _line_report(instructions), acts_of(instructions)
        self._write("confirm", receipts=receipts, newer=newer_receipts, older=older, done=acts, link=link, **lines)

    def _what_if_payload(self, tried: Tried, kept_as: int) -> WhatIfPayload:
        """Return the result of a what-if, as its writer may know it.
        `kept_as` is the number under which it was kept (0: not)."""
        outcome, trial = tried.found, tried.trial
        turn, account = collecting_turn(self.session, self.game), self.seat.account
        link = addresses.what_if(settings_of(self.session), turn.public_id, kept_as) if turn is not None else ""
        return WhatIfPayload(
            origin=trial.origin,
            draw=trial.draw,
            sheet=documents.encode(trial.sheet).decode(),
            assumed={house: documents.encode(sheet).decode() for house, sheet in trial.begun.items()},
            records=mail_records(redacted(outcome.records, outcome.before.seat, over=False)),
            before=outcome.before.board,
            after=outcome.after.board,
            own=own_part(outcome.after),
            link=link,
            light=account is not None and account.light_mails,
        )

    def _write_map(self) -> None:
        """Send the open turn's email again with the map, as often as mails are answered."""
        turn, account, name = collecting_turn(self.session, self.game), self.seat.account, f"map-{self.mail.public_id}"
        if account is None or turn is None:
            return
        mail = briefing(self.session, self.game, self.seat, self.seat.house or "", turn, name, self.now)
        self._send(f"{self.game.public_id}:{name}", mail, account)

    def _send(self, key: str, mail: Payload, account: Account) -> None:
        """Write an email that cannot be turned off and waits for no morning."""
        write_notices(self.session, [Notification(key=key, mail=mail, account=account, urgent=True)], "games", self.now)

    def _write(self, what: What, once: str = "", **fields: Any) -> None:
        """Write the email; `fields` is the rest of its payload."""
        account = self.seat.account
        if account is None:
            return
        collects = collecting_turn(self.session, self.game)
        turn = collects if collects is not None and takes_sheets(collects, self.now) else None
        settings, turn_id = settings_of(self.session), turn.public_id if turn is not None else ""
        # Below the mail that it answers, in the thread of the game.
        first = addresses.message_id(settings, self.game.public_id, 0, self.seat.house or "", "results")
        answered, mail = self.mail.message_id, (self.game.public_id, "mail", self.mail.public_id, self.mail.state)
        payload: AnswerPayload = AnswerPayload(
            what=what,
            game=game_facts(self.game, names=names_of_houses(self.game)),
            seat=self.seat.house or "",
            # Whoever may be somebody else puts no words into the head of an email of ours.
            answered=self._read_filling.subject if self._trusted else "",
            attachments=self._read_filling.attachments,
            opened=calendar_turn(self.game, turn) if turn is not None else None,
            stage=self._stage(),
            paused_until=self.game.paused_until,
            readiness=self._readiness(collects),
            links=Links(
                game=addresses.game(settings, self.game.public_id),
                sheet=addresses.sheet(settings, turn_id) if turn_id else "",
                settings=addresses.account(settings),
                reply=reply_address(settings, self.seat, turn_id or ANY_TURN),
            ),
            thread=Thread(
                message_id=addresses.message_id(settings, *mail),
                first=first,
                previous=(answered,) if is_message_id(answered) else (),
            ),
            written_at=self.now,
            **fields,
        )
        name = f"{self.seat.public_id}:{once}:{self.now.date()}" if once else f"{self.mail.public_id}:{what}"
        self._send(f"{self.game.public_id}:mail:{name}", payload, account)


def newest_versions(session: Session, seat: Seat, instructions: MailRequest) -> tuple[tuple[Receipt, bool], ...]:
    """Return the versions a mail would replace; whether each is of standing orders."""
    turn, request = collecting_turn(session, seat.game), instructions.request
    sheet = latest_sheet(session, turn, seat) if turn is not None and request.about_turn else None
    standing = latest_standing_orders(session, seat) if request.standing is not None else None
    return tuple((receipt, receipt is standing) for receipt in (sheet, standing) if receipt is not None)


def acts_of(instructions: MailRequest) -> tuple[Sentence, ...]:
    """Return in words what a waiting mail would do besides submitting orders."""
    ready = instructions.request.script.ready
    statements: tuple[Sentence, ...] = () if ready is None else ((SAYS_READY if ready else SAYS_NOT_READY, {}),)
    return (*_withdrawals(instructions), *statements, *sentences(instructions.commands))


def _withdrawals(instructions: MailRequest) -> tuple[Sentence, ...]:
    return tuple((WITHDRAWN, {"n": line.number, "text": line.text}) for line in instructions.request.withdrawn)


def _line_report(instructions: MailRequest) -> dict[str, Any]:
    """Return the lines taken, left open and passed over, as the answer needs them."""
    request, script = instructions.request, instructions.request.script
    corrected = bool(request.withdrawn) and not script.lines
    return {"unread": script.unread, "lines": request.lines, "open": script.open, "corrected": corrected}


def _receipt_payload(receipt: Receipt, *, standing: bool) -> ReceiptPayload:
    """Return an accepted version as an email shows it, with its proof, if any."""
    signed = receipt.proof
    proof: dict[str, Any] = {}
    if signed is not None:
        # Of the signed receipt as much as an email tells.
        proof = {"receipt": signed.id, "chain": signed.chain, "signature": signed.mark, "salt": signed.salt}
    return ReceiptPayload(
        number=receipt.number,
        accepted_at=receipt.accepted_at,
        document=receipt.document.decode(),
        digest=receipt.digest,
        warnings=_plain(receipt.warnings),
        standing=standing,
        ready=receipt.ready,
        translated=receipt.translated,
        **proof,
    )


def _would_be(checked: Checked, standing: bool, now: datetime) -> ReceiptPayload:
    """What would be handed in, before it has a number."""
    document = documents.encode(checked.sheet)
    return ReceiptPayload(
        number=0,
        accepted_at=now,
        document=document.decode(),
        digest=hashlib.sha256(document).hexdigest(),
        warnings=_plain(checked.warnings),
        standing=standing,
        translated=checked.translated,
    )


def _plain(refusals: Iterable[Refusal]) -> tuple[Reason, ...]:
    return tuple(Reason(code=refusal.code, words=refusal.words, where=refusal.where) for refusal in refusals)


def _reasons(fault: Exception) -> tuple[Reason, ...]:
    """Why a mail was refused, as data: words come when the email is made."""
    if isinstance(fault, Refused):
        return _plain(fault.reasons)
    if isinstance(fault, input_validation.UserError):
        return (Reason(code=fault.code, words=fault.template, values=dict(fault.values)),)
    raise TypeError(f"no reasons in {type(fault).__name__}")


# A mail that nobody has confirmed for so long is over.
LIFE = timedelta(days=3)


@dataclass(frozen=True)
class Unconfirmed:
    """A mail that waits for confirmation: its claimed sender and what it would do.

    `acts` are its requests besides order sheets, `open` its lines that would not be taken. `older`: it waits because it
    is older than what is in. `newest` are the versions it would replace, each with whether it is of standing orders;
    `upon` their numbers, the order sheet's first.
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
    """Return what a waiting mail says; changes nothing, as link previews may open it.

    Raises NotFound `no-such-mail`, Denied (`mail-confirmed`, `mail-too-old`), and the refusals of its text.
    """
    row = _waiting_mail(session, token, now)
    seat, game, mail, instructions = _read(session, row)
    request = instructions.request
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
        acts=acts_of(instructions),
        open=request.script.open,
        older=row.reason == OLDER,
        newest=newest_versions(session, seat, instructions),
        upon=(request.upon, request.standing_upon),
    )


def confirm_mail(session: Session, token: str, now: datetime, upon: tuple[int, int] | None = None) -> str:
    """Carry out a waiting mail, as of now; return its game's public id.

    `upon`: the versions that its player had before them. Raises as `look_at_mail`, as submitting does, and Superseded
    where other versions are in.
    """
    row = _waiting_mail(session, token, now, lock=True)
    seat, game, mail, instructions = _read(session, row)
    if seat.account is None:
        raise _unknown()
    turn, request = collecting_turn(session, game), instructions.request
    if upon is not None and upon != (request.upon, request.standing_upon):
        raise Superseded(request.upon or request.standing_upon)
    at = Writing(session, seat.account, game.public_id, turn.public_id if turn else "", now)
    done = carry_out_request(at, instructions, Basis(via="mail", drafts=()))
    row.state, row.reason, row.read_at = "done", "confirmed", now
    seat.by_mail = seat.by_mail or instructions.request.about_turn
    Answer(session, row, seat.id, now, mail, trusted=True).done(instructions, *done)
    return game.public_id


def disown_mail(session: Session, token: str, now: datetime) -> tuple[str, bool]:
    """Discard a waiting mail; return its game's public id and if its addresses end.
    The seat's addresses end unless its player surely wrote it. Raises as `look_at_mail` if it does not wait."""
    row = _waiting_mail(session, token, now, lock=True)
    seat = _seat(session, row)
    anybodys = row.reason != OLDER
    row.state, row.reason, row.read_at = "refused", "not-mine" if anybodys else "older-thrown-away", now
    if anybodys:
        renew(seat)
    return seat.game.public_id, anybodys


def _waiting_mail(session: Session, token: str, now: datetime, *, lock: bool = False) -> IncomingMail:
    """Return the mail a token confirms, if it waits; NotFound `no-such-mail`.
    Raises Denied `mail-confirmed` if it was decided, `mail-too-old` if it expired."""
    mail_id = tokens.verified_value(settings_of(session).secret_key, MAIL_CONFIRMATION, token)
    query = select(IncomingMail).where(IncomingMail.public_id == (mail_id or ""))
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise _unknown()
    if row.state != "waiting":
        raise Denied("mail-confirmed", N_("You have already decided about this email."))
    if row.received_at + LIFE <= now or not raw_of(session, row):
        raise Denied("mail-too-old", N_("This email is too old to be confirmed. Send it again."))
    return row


def _read(session: Session, row: IncomingMail) -> tuple[Seat, Game, Mail, MailRequest]:
    """Read the mail again on the current state; a former player confirms nothing."""
    seat = _seat(session, row)
    mail, turn = read_mail(raw_of(session, row)), collecting_turn(session, seat.game)
    if row.turn_id is not None and (turn is None or turn.id != row.turn_id):
        raise Denied("turn-closed", N_("This turn has ended; you can no longer submit orders for it."))
    if seat.account is None:
        raise _unknown()
    at = Writing(session, seat.account, seat.game.public_id, turn.public_id if turn else "", row.received_at)
    return seat, seat.game, mail, parse_request(at, mail.text)


def _seat(session: Session, row: IncomingMail) -> Seat:
    """The seat of a mail, still held by whom it came for."""
    seat = session.get(Seat, row.seat_id) if row.seat_id is not None else None
    if seat is None or seat.account_id is None or seat.account_id != row.account_id:
        raise _unknown()
    return seat


def _unknown() -> NotFound:
    return NotFound("no-such-mail", N_("This link is unknown; perhaps a part of it is missing."))
