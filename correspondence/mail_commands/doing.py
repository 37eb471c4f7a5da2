"""Carry out commands: messages sent, votes cast, absences, requested information."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import get_args

from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import own_part
from adjudicator.engine import Board
from correspondence.accounts.use_cases import enter_absence
from correspondence.archive.records import last_turn, turn_results
from correspondence.games.access import find_game
from correspondence.input_validation import Denied
from correspondence.mail.payload import ClosedTurn, StatusPayload, mail_records
from correspondence.mail_commands.reading import (
    Absence,
    Ballot,
    Binding,
    Command,
    History,
    MessageCommand,
    Question,
    Sentence,
    Tell,
    WhatIfCommand,
    Wrong,
)
from correspondence.messages.sending import send
from correspondence.models import Account
from correspondence.overview.game_pages import turn_page
from correspondence.votes.use_cases import cast, open_vote, votes_page
from narration.words import N_

NO_HISTORY = N_("There are no results yet.")


@dataclass(frozen=True)
class Writing:
    """A mail's writer, game, open turn (public ids; empty: none), and arrival time."""

    session: Session
    account: Account
    game_id: str
    turn_id: str
    came: datetime


@dataclass
class CommandResults:
    """The results of commands.
    `done`: in words, in their order; `status` and `board`: how the turn stands; `help`, `map`: whether the vocabulary
    and the board are to be told; `suggested`: a sheet (JSON); `history`: what earlier turns brought, the oldest
    first."""

    done: list[Sentence] = field(default_factory=list)
    status: StatusPayload | None = None
    board: Board | None = None
    help: bool = False
    map: bool = False
    suggested: bytes = b""
    history: list[ClosedTurn] = field(default_factory=list)


def binds(command: Command) -> bool:
    """Whether a command changes something, so that its sender must be certain."""
    return isinstance(command, (*get_args(Binding), Wrong))


def sentences(commands: Iterable[Command]) -> tuple[Sentence, ...]:
    """What the commands that change something would do, in words."""
    return tuple(command.sentence() for command in commands if isinstance(command, Binding))


def carry_out_commands(at: Writing, commands: Iterable[Command]) -> CommandResults:
    """Do all of them.

    Raises what the use cases of emails, votes and absences raise, Denied `no-such-vote` and `which-vote` for a ballot
    without its vote, `no-open-turn` and `nothing-asked` for a map or a plan where there is none; the caller takes
    everything back then.
    """
    results = CommandResults()
    # Whoever locks a game locks the account after it, never before.
    for command in sorted(commands, key=lambda item: isinstance(item, Absence)):
        match command:
            case Tell("map" | "suggest") if not at.turn_id:
                raise Denied("no-open-turn", N_("This game is not open for orders now; its page has the last map."))
            case Tell("help"):
                results.help = True
            case Tell("map"):
                results.map = True
            case Tell("suggest"):
                # What the bot would hand in, upon what the player has, briefly.
                page = turn_page(at.session, at.account, at.turn_id, at.came)
                if not page.asked:
                    raise Denied("nothing-asked", N_("This turn asks nothing of you."))
                results.suggested = documents.encode(
                    games.of(page.view).suggest_briefly(
                        page.view, page.sheet or games.of_edition(page.edition).empty_sheet
                    )
                )
            case Tell():
                results.status, results.board = _status(at)
            case WhatIfCommand() | Wrong():
                # They are about the mail's sheet; whoever reads that does so.
                continue
            case History():
                results.history = _history(at, command.turns)
                if not results.history:
                    results.done.append((NO_HISTORY, {}))
            case _:
                _carry_out_command(at, command)
                results.done.append(command.sentence())
    return results


def _carry_out_command(at: Writing, command: Binding) -> None:
    """Carry out a command that changes something.
    It sends a message, casts a vote, asks for a vote, or enters an absence."""
    who = at.session, at.account
    if isinstance(command, MessageCommand):
        send(*who, at.game_id, command.to, command.houses, command.body, at.came)
    elif isinstance(command, Ballot):
        cast(*who, _vote(at, command), command.choice, at.came)
    elif isinstance(command, Question):
        open_vote(*who, at.game_id, command.kind, command.subject, command.reason, at.came)
    else:
        enter_absence(*who, command.first, command.last, at.came, command.note)


def _vote(at: Writing, ballot: Ballot) -> str:
    """The id of the vote that a ballot is for."""
    page = votes_page(at.session, at.game_id, at.account, at.came)
    subject, kind = ("resume", "pause") if ballot.kind == "resume" else ("", ballot.kind)
    open_ = [vote for vote in page.open if vote.may_vote]
    hits = [vote for vote in open_ if vote.kind == kind and (not subject or vote.subject == subject)] if kind else open_
    if not hits:
        raise Denied("no-such-vote", N_("You have no such open vote now."))
    if len(hits) > 1:
        kinds = ", ".join(dict.fromkeys(vote.kind for vote in hits))
        words = N_("Several votes are open: say which, as in VOTE draw yes. ({kinds})")
        raise Denied("which-vote", words, kinds=kinds)
    return hits[0].id


def _status(at: Writing) -> tuple[StatusPayload, Board | None]:
    """Return the status of the open turn for the writer, and the board they see.
    If the game has no open turn, the status is empty and the board None."""
    if not at.turn_id:
        return StatusPayload(), None
    page = turn_page(at.session, at.account, at.turn_id, at.came)
    status = StatusPayload(
        asked=page.asked,
        ready=page.ready,
        sheet=page.sheet_number,
        sheet_at=page.sheet_at,
        awaited=tuple(house for house in page.required_houses if house not in page.houses_ready),
        questions=page.questions,
        own=own_part(page.view),
    )
    return status, page.view.board


def _history(at: Writing, turns: int) -> list[ClosedTurn]:
    """Return the results of the last so many turns as the writer sees them.
    The oldest comes first; the list is empty before the first turn closed."""
    last = last_turn(at.session, find_game(at.session, at.game_id))
    closed_turns = []
    for number in range(max(1, last - turns + 1), last + 1):
        result = turn_results(at.session, at.game_id, number, at.account, at.came)
        closed_turns.append(
            ClosedTurn(
                number=number,
                round=result.round,
                window=result.window,
                sheet=result.sheet_number,
                records=mail_records(result.records),
            )
        )
    return closed_turns
