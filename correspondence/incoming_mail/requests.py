"""Read what a mail asks for: order sheets, what-ifs, lines taken back (`WRONG 3`).
For lines taken back the last mail is read again without them, upon what stood before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from msgspec import structs
from sqlalchemy import select
from sqlalchemy.orm import defer

from adjudicator import documents, games
from adjudicator.engine import Edition, Refusal, Refused, Sheet, Supposed, Unreadable
from correspondence.accounts.use_cases import local_day
from correspondence.games.access import find_game
from correspondence.incoming_mail.queue import raw_of
from correspondence.input_validation import Denied
from correspondence.mail_commands.doing import CommandResults, Writing, binds, carry_out_commands
from correspondence.mail_commands.reading import (
    Apart,
    Assumption,
    Command,
    WhatIfCommand,
    Wrong,
    assumptions,
    read_commands,
    split_commands,
)
from correspondence.mail_reading.reading import read_mail
from correspondence.models import IncomingMail
from correspondence.overview.game_pages import turn_page
from correspondence.sheets.reading import Receipt, receipt, sheet_of
from correspondence.sheets.use_cases import (
    Basis,
    Done,
    Request,
    carry_out,
    locate_refusal,
    script_of_text,
    sheet_of_text,
)
from correspondence.turns import Place, place_of
from correspondence.what_ifs import WhatIf, play_what_if, rules_for_what_ifs, save_from_mail
from narration import faults as words
from narration.notation.reading import LASTING, Script
from narration.typed_sheets import begins_line_for_turn, is_same_without, read_sheet_text, text_without
from narration.words import N_, translator


def request_of_text(at: Writing, text: str, commands: Iterable[Command]) -> Request:
    """Return the clear part of a mail's text, read upon the order sheet that is in.

    Where it takes lines back: upon the last mail without them. Raises as `sheet_of_text`, and Unreadable:
    `no-last-mail`, `newer-version` where the version that is in came another way or later, `mail-not-kept`,
    `read-otherwise`, `no-such-line`.
    """
    wrong = [entry for entry in commands if isinstance(entry, Wrong)]
    if not wrong:
        return sheet_of_text(at.session, at.account, at.game_id, at.turn_id, text, at.came, partly=True)
    numbers = tuple(dict.fromkeys(number for entry in wrong for number in entry.numbers))
    whole, part, corrected = _last_mail(at, wrong[0].line, numbers)
    request = _read(at, text, corrected)
    # The numbers of the last mail's lines hold until another has lines.
    withdrawn = tuple(entry for entry in whole.lines if entry.number in numbers)
    return replace(request, lines=request.lines or part.lines, withdrawn=withdrawn)


def _last_mail(at: Writing, line: int, numbers: Collection[int]) -> tuple[Request, Request, Receipt]:
    """Return the last mail, the same without some lines, and its accepted version."""

    def fault(code: str, text: str) -> Unreadable:
        return Unreadable(Refusal(code, text, f"line {line}"))

    newest = sheet_of(at.session, at.account, at.turn_id, at.came) if at.turn_id else None
    if newest is None:
        raise fault("no-last-mail", words.NO_LAST_MAIL)
    if newest.via != "mail" or newest.accepted_at > at.came:
        raise fault("newer-version", words.NEWER_VERSION.format(n=newest.number))
    place = place_of(at.session, at.account, at.turn_id, at.came)
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
    lines = [sheet_line.number for sheet_line in whole.lines if not sheet_line.places[0].startswith(LASTING)]
    for number in numbers:
        if number not in lines:
            line_numbers = ", ".join(map(str, lines)) or "-"
            raise fault("no-such-line", words.NO_SUCH_LINE.format(n=number, known=line_numbers))
    part = again(numbers)
    if part is None or part.sheet is None or not is_same_without(whole.script, part.script, numbers):
        raise otherwise
    return whole, part, replace(newest, sheet=part.sheet.sheet)


# Mails of a turn that are looked through for the last one with orders.
MAX_MAILS = 50
Mails = Iterator[tuple[str, tuple[int, ...]]]


def _again(at: Writing, place: Place, version: Receipt, mails: Mails, without: Collection[int]) -> Request | None:
    """Read again the mail that brought a version, upon its basis; None if not kept.

    A mail that only takes lines back says what the mail before it says, without them.
    """
    before = receipt(at.session, at.account, at.turn_id, version.number - 1, at.came) if version.number > 1 else None
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
        left_out = [sheet_line for sheet_line in request.lines if sheet_line.number in without]
        return _read(at, text_without(text, left_out), upon) if left_out else request
    return None


def _read(at: Writing, text: str, upon: Receipt) -> Request:
    return sheet_of_text(at.session, at.account, at.game_id, at.turn_id, text, at.came, partly=True, upon=upon)


def _mails(at: Writing, place: Place) -> Mails:
    """Yield texts of a player's carried-out mails for a turn, and lines they undo.
    Newest first, without mails that have what-ifs; ends at the first that is not kept."""
    key = {"seat_id": place.seat.id, "turn_id": place.turn.id, "account_id": at.account.id, "state": "done"}
    query = select(IncomingMail).filter_by(**key).order_by(IncomingMail.read_at.desc(), IncomingMail.id.desc())
    for row in at.session.scalars(query.options(defer(IncomingMail.raw)).limit(MAX_MAILS)):
        raw = raw_of(at.session, row)
        if not raw:
            return
        apart = split_commands(read_mail(raw).text)
        commands = read_commands(apart.commands, games.edition(place.game.edition), at.came.date())
        if not any(isinstance(item, WhatIfCommand) for item in commands):
            yield apart.text, tuple(number for item in commands if isinstance(item, Wrong) for number in item.numbers)


# What what-ifs that came by mail are called; the next one takes the place of the last.
NAME = N_("By email")
Origin = Literal["typed", "handed-in", "steward"]


@dataclass(frozen=True)
class Trial:
    """A what-if by mail: the player's own `sheet` and its source, others' by house.
    Each of others' sheets has what was read of it and the line that names it first."""

    draw: int
    sheet: Sheet
    origin: Origin
    script: Script
    begun: Mapping[str, Sheet]
    scripts: Mapping[str, Script]
    lines: Mapping[str, int]


@dataclass(frozen=True)
class Tried:
    """A played what-if: its outcome, and the what-if in a form that can be kept."""

    trial: Trial
    found: Supposed
    what_if: WhatIf


def refuse_mixed(
    commands: Iterable[Command], script: Script | None, assumed: Iterable[Assumption]
) -> WhatIfCommand | None:
    """The what-if among the commands of a mail, None for a mail without one.

    Raises Unreadable: `assume-without-what-if`, `one-what-if`, `what-if-alone` for what would change something beside.
    """
    what_ifs = [item for item in commands if isinstance(item, WhatIfCommand)]
    if not what_ifs:
        faults = [_refusal_at_line("assume-without-what-if", words.NO_WHAT_IF, item.line) for item in assumed]
        if faults:
            raise Unreadable(*faults)
        return None
    if len(what_ifs) > 1:
        raise Unreadable(_refusal_at_line("one-what-if", words.ONE_WHAT_IF, what_ifs[1].line))
    changes = script is not None and _changes(script)
    if changes or any(map(binds, commands)):
        raise Unreadable(_refusal_at_line("what-if-alone", words.WHAT_IF_ALONE, what_ifs[0].line))
    return what_ifs[0]


def trial_of_text(at: Writing, text: str, assumed: Iterable[Assumption], commands: Iterable[Command]) -> Trial | None:
    """Return the what-if of a mail whose own lines are `text`, unplayed; None if none.

    Raises as `refuse_mixed`; Unreadable or Ambiguous with line and column of each fault, own or assumed,
    `not-of-yourself`; Denied `no-what-ifs`, `no-open-turn`.
    """
    assumed = tuple(assumed)
    if refuse_mixed(commands, None, assumed) is None:
        return None
    game = find_game(at.session, at.game_id)
    rules_for_what_ifs(game.edition)
    if not at.turn_id:
        raise Denied("no-open-turn", N_("This game is not open for orders now; there is nothing to try."))
    page = turn_page(at.session, at.account, at.turn_id, at.came)
    faults: list[Refused] = []
    script = Script(None)
    try:
        script = script_of_text(at.session, at.account, at.game_id, at.turn_id, text, at.came)
    except Refused as fault:
        faults.append(fault)
    scripts = _scripts(assumed, games.edition(game.edition), page.view.board, page.house, faults)
    _raise_all(faults)
    what_if = refuse_mixed(commands, script, assumed)
    assert what_if is not None
    origin: Origin = "typed" if script.said or script.cleared else "handed-in" if page.sheet else "steward"
    sheet = (
        script.sheet
        if origin == "typed"
        else page.sheet or page.offered or games.of(page.view).suggest_sheet(page.view)
    )
    begun = {house: item.sheet for house, item in scripts.items()}
    return Trial(what_if.draw, sheet, origin, script, begun, scripts, {item.house: item.line for item in assumed})


def play(at: Writing, trial: Trial) -> Tried:
    """Play the what-if. Raises what playing raises, with the lines of the mail."""
    what_if = WhatIf(trial.sheet, draw=trial.draw)
    try:
        outcome = play_what_if(at.session, at.account, at.turn_id, what_if, at.came, trial.begun)
    except Refused as refused:
        raise type(refused)(*(_with_mail_line(reason, trial) for reason in refused.reasons)) from refused
    assumed = rules_for_what_ifs(outcome.before.edition).assumed_type
    others = {house: assumed(sheet=outcome.sheets[house]) for house in trial.begun}
    return Tried(trial, outcome, structs.replace(what_if, others=others))


def keep(at: Writing, tried: Tried) -> int:
    """Keep it among its writer's what-ifs, replacing the last by mail.
    Returns its number, or 0 if the limit is reached."""
    what_if = structs.replace(tried.what_if, name=translator(at.account.language).say(NAME))
    return save_from_mail(at.session, at.account, at.turn_id, what_if, at.came)


def _scripts(
    assumed: Iterable[Assumption], edition: Edition, board: Any, mine: str, faults: list[Refused]
) -> dict[str, Script]:
    """Read what is assumed of others upon empty sheets; collect faults."""
    scripts = {}
    for assumption in assumed:
        try:
            script = read_sheet_text(assumption.text, edition, board.modules, house=assumption.house, board=board)
            scripts[assumption.house] = script
        except Refused as fault:
            faults.append(fault)
            continue
        if assumption.house == mine:
            text = words.NOT_OF_YOURSELF.format(house=mine)
            faults.append(Unreadable(_refusal_at_line("not-of-yourself", text, assumption.line)))
        elif _changes(script):
            faults.append(Unreadable(_refusal_at_line("what-if-alone", words.WHAT_IF_ALONE, assumption.line)))
    return scripts


def _raise_all(faults: list[Refused]) -> None:
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise type(faults[0])(*(reason for fault in faults for reason in fault.reasons))


def _changes(script: Script) -> bool:
    return script.ready is not None or script.standing is not None


def _with_mail_line(reason: Refusal, trial: Trial) -> Refusal:
    """Return a refusal with the mail's line that caused it or names its house."""
    house, _, place = reason.where.partition(".")
    if house not in trial.lines:
        return locate_refusal(reason, trial.script)
    placed = locate_refusal(structs.replace(reason, where=place), trial.scripts[house])
    return (
        placed if placed.where.startswith("line ") else _refusal_at_line(reason.code, reason.words, trial.lines[house])
    )


def _refusal_at_line(code: str, text: str, line: int) -> Refusal:
    """Return a refusal for a line of the mail."""
    return Refusal(code, text, f"line {line}")


@dataclass(frozen=True)
class MailRequest:
    """All that a mail asks for; with a `trial` its sheet is played and not handed in."""

    request: Request
    commands: tuple[Command, ...] = ()
    trial: Trial | None = None

    @property
    def binds(self) -> bool:
        """Whether anything is changed by it."""
        return self.request.binds or any(map(binds, self.commands))


def parse_request(at: Writing, text: str) -> MailRequest:
    """Return what a text asks for, checked as far as possible without locks.

    What-ifs are tried whole; of other mails what is clear is taken. Raises all faults of `request_of_text`,
    `trial_of_text`, `assumptions` and `read_commands` together.
    """
    lines, edition = split_commands(text), games.edition(find_game(at.session, at.game_id).edition)
    faults: list[Refused] = []
    commands: tuple[Command, ...] = ()
    apart = Apart(lines.text, ())
    request, trial = Request(Script(None)), None
    try:
        apart = assumptions(lines.text, edition)
    except Refused as fault:
        faults.append(fault)
    try:
        commands = read_commands(lines.commands, edition, local_day(at.account, at.came))
        trial = trial_of_text(at, apart.text, apart.assumed, commands)
    except Refused as fault:
        faults.append(fault)
    try:
        if trial is not None:
            request = Request(trial.script)
        elif not any(isinstance(command, WhatIfCommand) for command in commands):
            request = request_of_text(at, apart.text, commands)
    except Refused as fault:
        faults.append(fault)
    _raise_all(faults)
    script = request.script
    if lines.commands and script.unread and not request.binds:
        # Lines around commands that were passed over are no orders that somebody hoped for, unless a sheet was typed.
        request = replace(request, script=replace(script, unread=()))
    return MailRequest(request, commands, trial)


def carry_out_request(at: Writing, instructions: MailRequest, basis: Basis) -> tuple[Done, CommandResults]:
    """Carry out a request; raises as the use cases do, the caller then rolls back."""
    done = carry_out(at.session, at.account, at.game_id, at.turn_id, instructions.request, at.came, basis)
    return done, carry_out_commands(at, instructions.commands)


def speaks_of_turn(text: str, edition: str) -> bool:
    """Whether lines look like orders for a turn or readiness, whatever the rest."""
    try:
        lines = split_commands(text).text.split("\n")
    except Refused:
        return False
    return any(begins_line_for_turn(line, games.edition(edition)) for line in lines)
