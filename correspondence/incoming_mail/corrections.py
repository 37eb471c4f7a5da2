"""Lines of the last mail taken back (`WRONG 3`): its text is read again without them, upon what stood before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import defer

from adjudicator import documents, games
from adjudicator.engine import Refusal, Refused, Unreadable
from correspondence.calls import Place, place_of
from correspondence.incoming_mail.queue import raw_of
from correspondence.mail_commands.doing import Writing
from correspondence.mail_commands.reading import Command, WhatIf, Wrong, parted, read_commands
from correspondence.mail_reading.reading import read_mail
from correspondence.models import IncomingMail
from correspondence.sheets.reading import Receipt, receipt, sheet_of
from correspondence.sheets.use_cases import Request, sheet_of_text
from narration import faults as words
from narration.notation.reading import LASTING
from narration.typed_sheets import same_beside, text_without


def request_of_text(at: Writing, text: str, commands: Iterable[Command]) -> Request:
    """What is clear of a mail's text, upon the sheet that is in, or upon what the last mail says without the lines that
    this one calls wrong.

    Raises what `sheet_of_text` raises, and Unreadable: `no-last-mail`, `newer-version` where the version that is in
    came by another way or later, `mail-not-kept`, `read-otherwise`, `no-such-line`.
    """
    wrong = [one for one in commands if isinstance(one, Wrong)]
    if not wrong:
        return sheet_of_text(at.session, at.account, at.game_id, at.call_id, text, at.came, partly=True)
    numbers = tuple(dict.fromkeys(number for one in wrong for number in one.numbers))
    whole, part, corrected = _last_mail(at, wrong[0].line, numbers)
    request = _read(at, text, corrected)
    # The numbers of the last mail's lines hold until another has lines.
    withdrawn = tuple(one for one in whole.lines if one.number in numbers)
    return replace(request, lines=request.lines or part.lines, withdrawn=withdrawn)


def _last_mail(at: Writing, line: int, numbers: Collection[int]) -> tuple[Request, Request, Receipt]:
    """What the last mail says, what it says without some lines, and the version that is in with that sheet."""

    def fault(code: str, told: str) -> Unreadable:
        return Unreadable(Refusal(code, told, f"line {line}"))

    newest = sheet_of(at.session, at.account, at.call_id, at.came) if at.call_id else None
    if newest is None:
        raise fault("no-last-mail", words.NO_LAST_MAIL)
    if newest.via != "mail" or newest.accepted_at > at.came:
        raise fault("newer-version", words.NEWER_VERSION.format(n=newest.number))
    place = place_of(at.session, at.account, at.call_id, at.came)
    otherwise = fault("read-otherwise", words.READ_OTHERWISE)

    def again(without: Collection[int] = ()) -> Request | None:
        try:
            return _again(at, place, newest, _mails(at, place), without)
        except Refused as refused:
            raise otherwise from refused

    whole = again()
    if whole is None:
        raise fault("mail-not-kept", words.MAIL_NOT_KEPT)
    if whole.sheet is None or documents.encode(whole.sheet.sheet) != newest.document:
        raise otherwise
    lines = [one.number for one in whole.lines if not one.places[0].startswith(LASTING)]
    for number in numbers:
        if number not in lines:
            known = ", ".join(map(str, lines)) or "-"
            raise fault("no-such-line", words.NO_SUCH_LINE.format(n=number, known=known))
    part = again(numbers)
    if part is None or part.sheet is None or not same_beside(whole.script, part.script, numbers):
        raise otherwise
    return whole, part, replace(newest, sheet=part.sheet.sheet)


# Mails of a call that are looked through for the last one with orders.
MAX_MAILS = 50
Mails = Iterator[tuple[str, tuple[int, ...]]]


def _again(at: Writing, place: Place, version: Receipt, mails: Mails, without: Collection[int]) -> Request | None:
    """What the mail says that has brought a version, read upon what stood before it; None if it is kept no longer.

    A mail that does nothing but take lines back says what the mail before it says, without them.
    """
    before = receipt(at.session, at.account, at.call_id, version.number - 1, at.came) if version.number > 1 else None
    sheet = before.sheet if before is not None else games.of_edition(place.game.edition).empty_sheet
    for text, wrong in mails:
        script = _read(at, text, version).script
        orders = script.said or script.cleared
        if wrong:
            more = () if orders else without
            earlier = _again(at, place, before, mails, {*wrong, *more}) if before is not None else None
            if earlier is None or earlier.sheet is None or not orders:
                return earlier
            sheet = earlier.sheet.sheet
        elif not orders:
            continue
        upon = replace(version, sheet=sheet, translated=before is not None and before.translated)
        request = _read(at, text, upon)
        left_out = [one for one in request.lines if one.number in without]
        return _read(at, text_without(text, left_out), upon) if left_out else request
    return None


def _read(at: Writing, text: str, upon: Receipt) -> Request:
    return sheet_of_text(at.session, at.account, at.game_id, at.call_id, text, at.came, partly=True, upon=upon)


def _mails(at: Writing, place: Place) -> Mails:
    """Texts of the player's mails for a call that were done, without commands, and the lines that they called wrong;
    the last one first, without what-ifs, and none beyond one that is not kept."""
    key = {"seat_id": place.seat.id, "call_id": place.call.id, "account_id": at.account.id, "state": "done"}
    query = select(IncomingMail).filter_by(**key).order_by(IncomingMail.read_at.desc(), IncomingMail.id.desc())
    for row in at.session.scalars(query.options(defer(IncomingMail.raw)).limit(MAX_MAILS)):
        raw = raw_of(at.session, row)
        if not raw:
            return
        apart = parted(read_mail(raw).text)
        commands = read_commands(apart.commands, games.edition(place.game.edition), at.came.date())
        if not any(isinstance(one, WhatIf) for one in commands):
            yield apart.text, tuple(number for one in commands if isinstance(one, Wrong) for number in one.numbers)
