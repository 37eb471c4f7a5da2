"""The rules of votes, and how votes end a game.

People vote, one ballot for each seat; neither bots nor whoever stands in for somebody. Ballots are secret, also
when the vote is over: a draw refused by one house would tell the others which house thinks it is winning. How many have
voted is told while a vote is open, how many said yes when it is closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence import addresses
from correspondence.addresses import reply_address
from correspondence.archive.records import board_document, current
from correspondence.audit_log import note
from correspondence.games.access import anonymous, masters_of, seat_in
from correspondence.input_validation import Denied, Invalid
from correspondence.lobby.use_cases import changes_of_pace
from correspondence.mail.payload import ClosedTurn, GameOverPayload, Links, NoticePayload, Thread
from correspondence.mail.results import ended_words
from correspondence.messages.sending import release_postal
from correspondence.models import Account, Ballot, Game, RoundBoard, Seat, Vote
from correspondence.notices.use_cases import Notice, notify, write_notices
from correspondence.results import facts
from correspondence.review.pending_results import current_pending_result, drop
from correspondence.store import settings_of
from correspondence.turns import collecting_turn, turn_of
from correspondence.webhooks.use_cases import post_game_over
from narration.words import N_, translator

RESUME = "resume"
# The question is not asked again so soon after it was lost.
ASKED_AGAIN = timedelta(hours=24)
MAX_EXTENSION_HOURS = 72
PAUSED_FOR = timedelta(days=7)


@dataclass(frozen=True)
class Rule:
    """A vote's rule: `hours` open at most; `all`: unanimous, else more than half."""

    hours: int
    all: bool = False


RULES = {
    "pause": Rule(24),
    "extend": Rule(24),
    "pace": Rule(48),
    "replace": Rule(48),
    "draw": Rule(72, all=True),
    "end": Rule(72, all=True),
}
# What a master who plays asks of the others; no terms of a game forbid it. The subject is an override.
DECREED = {"edict": Rule(48), "roll-back": Rule(48)}


def rule_of(kind: str) -> Rule:
    """Return the rule of a kind of vote. Raises KeyError for an unknown kind."""
    return RULES.get(kind) or DECREED[kind]


@dataclass(frozen=True)
class Tally:
    """A vote's count: who may vote, how many did, said yes, and must say yes."""

    voters: int
    cast: int
    yes: int
    needed: int

    @property
    def result(self) -> str:
        """`carried`, `lost` (all have voted), or empty: still open.

        That it cannot be carried any more ends no vote, for that would tell how somebody voted.
        """
        if self.voters and self.yes >= self.needed:
            return "carried"
        return "lost" if self.cast >= self.voters else ""


def voters(game: Game, vote: Vote) -> list[Seat]:
    """Return the seats that decide; nobody on their own replacement or override."""
    people = seats_with_people(game)
    if vote.kind in DECREED:
        return [seat for seat in people if seat.id != vote.seat_id]
    return [seat for seat in people if vote.kind != "replace" or seat.house != vote.subject]


def seats_with_people(game: Game) -> list[Seat]:
    """Return the seats that people play and for which no substitute is looked for."""
    played = (seat for seat in game.seats if seat.kind == "human" and seat.offered_at is None)
    return [seat for seat in played if seat.account_id is not None and seat.house]


def played_by_person(game: Game, house: str) -> Seat | None:
    """The seat of a house, if it is one of these."""
    return next((seat for seat in seats_with_people(game) if seat.house == house), None)


def ballots(session: Session, vote: Vote) -> list[Ballot]:
    """The ballots of a vote."""
    return list(session.scalars(select(Ballot).where(Ballot.vote_id == vote.id).order_by(Ballot.id)))


def tally(session: Session, game: Game, vote: Vote) -> Tally:
    """How a vote stands now; ballots of people who have left their seat count no more."""
    entitled = {seat.id: seat.account_id for seat in voters(game, vote)}
    good = [ballot for ballot in ballots(session, vote) if entitled.get(ballot.seat_id) == ballot.account_id]
    needed = len(entitled) if rule_of(vote.kind).all else len(entitled) // 2 + 1
    return Tally(len(entitled), len(good), sum(ballot.choice == "yes" for ballot in good), needed)


def open_votes(session: Session, game: Game) -> list[Vote]:
    """The votes of a game that are open, oldest first."""
    query = select(Vote).where(Vote.game_id == game.id, Vote.closed_at.is_(None))
    return list(session.scalars(query.order_by(Vote.id)))


def check_question(session: Session, game: Game, kind: str, subject: str, asker: Seat) -> str:
    """Return a question's normalised subject. Invalid or Denied if not allowed now."""
    if kind not in RULES:
        raise Invalid("unknown-choice", N_("This is not one of the choices."), "kind")
    if kind not in game.votes.split(","):
        raise Denied("vote-not-allowed", N_("In this game players do not vote on that."))
    if kind == "pause":
        if subject not in ("", RESUME):
            raise Invalid("unknown-choice", N_("This is not one of the choices."), "subject")
        if subject == RESUME and game.paused_at is None:
            raise Denied("not-paused", N_("This game is not paused."))
        if subject == "" and game.paused_at is not None:
            raise Denied("is-paused", N_("The game is paused."))
        return subject
    if kind == "extend":
        if not (subject.isascii() and subject.isdigit() and 1 <= int(subject[:4]) <= MAX_EXTENSION_HOURS):
            words = N_("You can extend a deadline by 1 to {most} hours.")
            raise Invalid("bad-hours", words, "subject", most=MAX_EXTENSION_HOURS)
        turn = collecting_turn(session, game)
        if turn is None or turn.status != "open" or game.paused_at is not None:
            raise Denied("no-open-turn", N_("This game is not open for orders now; there is no deadline to move."))
        return str(int(subject))
    if kind == "pace":
        if not changes_of_pace(session, game, subject):
            raise Denied("same-pace", N_("The game has these deadlines already."))
        return str(int(subject)) if subject.isdigit() else subject
    if kind == "replace":
        seat = played_by_person(game, subject)
        if seat is None or seat is asker:
            raise Invalid("unknown-choice", N_("This is not one of the choices."), "subject")
        if not replaceable(seat):
            raise Denied("has-not-missed", N_("A vote can replace only a player who missed the last turn."))
        return subject
    return ""


def replaceable(seat: Seat) -> bool:
    """Whether a vote may replace who plays a seat: they missed the last turn."""
    return seat.misses_in_a_row > 0


def vote_expiry(session: Session, game: Game, kind: str, now: datetime) -> datetime:
    """Return when a vote opened now expires; about a turn or position, with the turn.

    In an anonymous game at the end of that day in UTC: the hour would tell when the asker is awake.
    """
    end = now + timedelta(hours=rule_of(kind).hours)
    if anonymous(game):
        end = datetime(end.year, end.month, end.day, tzinfo=UTC) + timedelta(days=1)
    turn = collecting_turn(session, game) if kind == "extend" or kind in DECREED else None
    return min(end, turn.due_at) if turn is not None and turn.status == "open" else end


def give_time(session: Session, since: datetime, ended: datetime, more: timedelta) -> None:
    """Votes that were open while the service was away stay open so much longer."""
    open_then = (Vote.closed_at.is_(None), Vote.opened_at <= ended, Vote.closes_at > since)
    for vote in session.scalars(select(Vote).where(*open_then)):
        vote.closes_at += more


DRAW, VOTE = "draw", "vote"


def end_game(session: Session, game: Game, ended_by: str, now: datetime) -> None:
    """End a game early: `ended_by` is `draw` or `vote`. The caller holds its lock.

    The open turn and its pending result are void; post is delivered, other votes are closed, the seed is revealed, and
    everybody is told the standings, webhooks too.
    """
    turn = turn_of(session, game, lock=True)
    if turn is not None:
        if turn.status == "held":
            # What was held is never published.
            pending_result = current_pending_result(session, turn)
            drop(session, turn)
            document = {"call": turn.number, "draft": pending_result.number if pending_result else 0}
            note(session, game.public_id, "service", "draft-dropped", document, now)
        turn.status, turn.closed_at, turn.claimed_until, turn.closing_at = "void", now, None, None
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
    number = turn.number if turn else 0
    for seat in game.seats:
        if seat.account is not None and seat.house is not None and seat.wants_mail:
            _notify_game_over(session, game, seat, seat.account, number, now)
    masters = [master.account for master in masters_of(session, game) if seat_in(game, master.account) is None]
    key = f"{game.public_id}:ended:{ended_by}"
    notify(session, f"game-ended-{ended_by}", key, now, game=game, seats=(), accounts=masters)
    release_postal(session, game, None, now)
    post_game_over(session, game, now)


def _notify_game_over(session: Session, game: Game, seat: Seat, account: Account, number: int, now: datetime) -> None:
    """Write the notice to a seat's player that the game ended, with standings."""
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
    mail = GameOverPayload(
        game=facts(game),
        seat=house,
        closed=ClosedTurn(number=number, round=showing.round, window=""),
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
        game=mail.game,
        seat=house,
        link=links.game,
        links=links,
        thread=thread,
        written_at=now,
    )
    key = f"{game.public_id}:{number}:{house}:game-over"
    write_notices(session, [Notice(key=key, mail=mail, account=account, brief=brief)], "results", now)
