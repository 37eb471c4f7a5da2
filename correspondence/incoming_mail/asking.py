"""What the text of a mail asks for: a sheet and standing instructions, or a what-if, and commands beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import games
from adjudicator.engine.refusal import Refused
from correspondence.accounts.absences import today_of
from correspondence.games.access import game_named
from correspondence.incoming_mail.trying import Trial, trial_of_text
from correspondence.mail_commands.asked import Command, WhatIf
from correspondence.mail_commands.assuming import Apart, assumptions
from correspondence.mail_commands.doing import Told, binds, carry_out_commands
from correspondence.mail_commands.reading import read_commands
from correspondence.mail_commands.splitting import Parted, parted
from correspondence.models.accounts import Account
from correspondence.sheets.typed import Done, Request, carry_out, sheet_of_text
from correspondence.sheets.use_cases import Basis
from narration.notation.reading import Script
from narration.typed_sheets import begins_line_for_call


@dataclass(frozen=True)
class Wanted:
    """All that a mail asks for; with a `trial` its sheet is played and not handed in."""

    request: Request
    commands: tuple[Command, ...] = ()
    trial: Trial | None = None

    @property
    def binds(self) -> bool:
        """Whether anything is changed by it."""
        return self.request.binds or any(map(binds, self.commands))


def wanted_of_text(session: Session, account: Account, game_id: str, call_id: str, text: str, now: datetime) -> Wanted:
    """What a text asks for, checked as far as that can be done before anything is locked.

    Raises what `sheet_of_text`, `trial_of_text`, `assumptions` and `read_commands` raise, the faults of all together.
    """
    lines, edition = parted(text), games.edition(game_named(session, game_id).edition)
    faults: list[Refused] = []
    commands: tuple[Command, ...] = ()
    apart = Apart(lines.text, ())
    request, trial = Request(Script(None)), None
    try:
        apart = assumptions(lines.text, edition)
    except Refused as fault:
        faults.append(fault)
    try:
        commands = read_commands(lines.commands, edition, today_of(account, now))
        trial = trial_of_text(session, account, game_id, call_id, apart.text, apart.assumed, commands, now)
    except Refused as fault:
        faults.append(fault)
    try:
        if trial is not None:
            request = Request(trial.script)
        elif not any(isinstance(one, WhatIf) for one in commands):
            request = sheet_of_text(session, account, game_id, call_id, apart.text, now)
    except Refused as fault:
        faults.append(fault)
    if faults:
        raise type(faults[0])(*(reason for fault in faults for reason in fault.reasons))
    return Wanted(_without_greeting(request, lines), commands, trial)


def carry_out_wanted(
    session: Session, account: Account, game_id: str, call_id: str, wanted: Wanted, came: datetime, basis: Basis
) -> tuple[Done, Told]:
    """Do all of it; raises what the use cases raise, and the caller takes everything back then."""
    done = carry_out(session, account, game_id, call_id, wanted.request, came, basis)
    return done, carry_out_commands(session, account, game_id, call_id, wanted.commands, came)


def speaks_of_call(text: str, edition: str) -> bool:
    """Whether lines of a text begin as those of a sheet for a call do, or say whether somebody is ready, however the
    rest of it reads."""
    try:
        lines = parted(text).text.split("\n")
    except Refused:
        return False
    return any(begins_line_for_call(line, games.edition(edition)) for line in lines)


def _without_greeting(request: Request, lines: Parted) -> Request:
    """Lines around commands that were passed over are no orders that somebody hoped for, unless a sheet was typed."""
    script = request.script
    if not lines.commands or request.binds or not script.unread:
        return request
    return replace(request, script=replace(script, unread=()))
