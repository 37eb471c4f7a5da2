"""A game that its players end: a draw, or as the standings are."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence import addresses
from correspondence.archive.keeping import board_document
from correspondence.archive.reading import current
from correspondence.calls.access import call_of
from correspondence.desk.drafts import current_draft, drop
from correspondence.games.access import masters_of, seat_in
from correspondence.ledger.use_cases import note
from correspondence.letters.payload import ClosedCall, GameOverPayload, Links, NoticePayload, Thread
from correspondence.letters.results import ended_words
from correspondence.models.accounts import Account
from correspondence.models.archive import RoundBoard
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat, Vote
from correspondence.notices.choices import Told, write_as_wanted
from correspondence.notices.use_cases import notify
from correspondence.press.sending import release_postal
from correspondence.reply_addresses import reply_address
from correspondence.results.result_letters import facts
from correspondence.store import settings_of
from correspondence.webhooks.ringing import ring_ended
from narration.words import translator

DRAW, VOTE = "draw", "vote"


def end_game(session: Session, game: Game, ended_by: str, now: datetime) -> None:
    """Finish a game that has no end by its rules: `ended_by` is `draw` or `vote`. The caller holds the game's lock.

    Its open call is void, and so is a draft of what it came to; post is delivered, other votes are closed, the seed is
    revealed, and everybody is told of the standings, webhooks too.
    """
    call = call_of(session, game, lock=True)
    if call is not None:
        if call.status == "held":
            _drop_draft(session, game, call, now)
        call.status, call.closed_at, call.claimed_until, call.closing_at = "void", now, None, None
    game.status, game.finished_at, game.ended_by = "finished", now, ended_by
    game.paused_at = game.paused_until = None
    game.pause_reason = ""
    for seat in game.seats:
        seat.offered_at, seat.offer_reason = None, ""
    for vote in session.scalars(select(Vote).where(Vote.game_id == game.id, Vote.closed_at.is_(None))):
        vote.closed_at, vote.result = now, "withdrawn"
    showing = current(session, game).showing
    if session.scalar(select(RoundBoard).where(RoundBoard.game_id == game.id, RoundBoard.round == game.round)) is None:
        session.add(RoundBoard(game_id=game.id, round=game.round, document=board_document(showing.board)))
    session.flush()
    note(session, game.public_id, "service", "game-ended", {"by": ended_by}, now)
    number = call.number if call else 0
    for seat in game.seats:
        if seat.account is not None and seat.house is not None and seat.letters:
            _tell(session, game, seat, seat.account, number, now)
    masters = [master.account for master in masters_of(session, game) if seat_in(game, master.account) is None]
    key = f"{game.public_id}:ended:{ended_by}"
    notify(session, f"game-ended-{ended_by}", key, now, game=game, seats=(), accounts=masters)
    release_postal(session, game, None, now)
    ring_ended(session, game, now)


def _drop_draft(session: Session, game: Game, call: OpenedCall, now: datetime) -> None:
    """What was held is never published."""
    held = current_draft(session, call)
    drop(session, call)
    document = {"call": call.number, "draft": held.number if held else 0}
    note(session, game.public_id, "service", "draft-dropped", document, now)


def _tell(session: Session, game: Game, seat: Seat, account: Account, number: int, now: datetime) -> None:
    settings, house = settings_of(session), seat.house or ""
    showing = current(session, game).showing
    links = Links(
        game=addresses.game(settings, game.public_id),
        unsubscribe=addresses.unsubscribe_game(settings, seat.public_id),
        settings=addresses.account(settings),
        reply=reply_address(settings, seat),
    )
    thread = Thread(
        message_id=addresses.message_id(settings, game.public_id, number, house, "game-over"),
        first=addresses.message_id(settings, game.public_id, 0, house, "results"),
    )
    letter = GameOverPayload(
        game=facts(game),
        seat=house,
        closed=ClosedCall(number=number, round=showing.round, window=""),
        board=showing.board,
        standings=games.of(showing.board).standings(showing.board, game.rules),
        seed=game.seed,
        ended_by=game.ended_by,
        links=links,
        thread=thread,
        written_at=now,
    )
    brief = NoticePayload(
        what="game-over-brief",
        stream="results",
        values={"brief": ended_words(game.ended_by, translator(account.language))},
        game=letter.game,
        seat=house,
        link=links.game,
        links=links,
        thread=thread,
        written_at=now,
    )
    key = f"{game.public_id}:{number}:{house}:game-over"
    write_as_wanted(session, [Told(key=key, letter=letter, account=account, brief=brief)], "results", now)
