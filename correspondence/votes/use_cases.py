"""Opening votes, voting, closing them, and reading them.

What a master who plays proposes is put to others. The vote carries the override as its subject; it is put in force when
the vote is carried, by the players' word.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, overrides
from correspondence.audit_log import note
from correspondence.deadlines.clock import extend, pause, resume
from correspondence.games.access import TellTime, Who, anonymous, find_game, masters_of, seat_in, visible_times, who_is
from correspondence.input_validation import Denied, Invalid, NotFound, UserError
from correspondence.lobby.use_cases import change_pace
from correspondence.models import Account, Ballot, Game, OverrideRow, Seat, Vote
from correspondence.notices.use_cases import notify
from correspondence.overrides import Decree
from correspondence.review import enforcement
from correspondence.review.access import reviewers
from correspondence.review.enforcement import carry, drop_proposal, fits
from correspondence.review.overrides import find_override
from correspondence.rows import columns_of, listed, new_id
from correspondence.seats import REPLACED, offer, runs, seat_of
from correspondence.store import Store, process_each, settings_of
from correspondence.turns import collecting_turn, locked_game
from correspondence.votes import rules
from correspondence.votes.rules import DRAW, PAUSED_FOR, RESUME, VOTE, end_game
from narration.words import N_

MAX_REASON_LENGTH = 300
CHOICES = ("yes", "no")
MAX_CLOSED = 200
REASON = "vote"


def act(session: Session, game: Game, vote: Vote, now: datetime) -> None:
    """Do what a vote decided; the caller holds the game's lock. Denied if impossible."""
    match vote.kind:
        case "extend":
            extend(session, game, int(vote.subject), REASON, None, now)
        case "pace":
            change_pace(session, game, vote.subject, now)
        case "pause" if vote.subject == RESUME:
            resume(session, game, None, now)
        case "pause":
            pause(session, game, REASON, None, now, until=now + PAUSED_FOR)
        case "replace":
            offer(session, game, seat_of(game, vote.subject), REPLACED, now)
        case "draw":
            end_game(session, game, DRAW, now)
        case "end":
            end_game(session, game, VOTE, now)
        case "edict" | "roll-back":
            carry(session, game, find_override(session, game, vote.subject), None, now)
        case kind:
            raise ValueError(f"there is no vote of the kind {kind!r}")


def open_vote(
    session: Session, account: Account, game_id: str, kind: str, subject: str, reason: str, now: datetime
) -> Vote:
    """Put a question to the players; whoever asks says yes to it.

    `subject` is a house (`replace`), a number of hours (`extend`), a preset or hours (`pace`), `resume` or empty
    (`pause`). Raises NotFound, Denied
    (`not-your-seat`, `game-not-running`, `vote-not-allowed`, `vote-open`, `asked-lately` and what the question asks
    for), Invalid.
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = voting_seat(session, game, account, now)
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH, empty=True)
    subject = rules.check_question(session, game, kind, subject, seat)
    return create_vote(session, game, account, seat, kind, subject, reason, now)


def create_vote(
    session: Session,
    game: Game,
    account: Account,
    seat: Seat | None,
    kind: str,
    subject: str,
    reason: str,
    now: datetime,
) -> Vote:
    """Open a vote on a checked question; `seat`, the asker's, says yes if it votes.

    The caller holds the locks of the open turn and the game. Raises Denied (`vote-open`, `asked-lately`).
    """
    for old in rules.open_votes(session, game):
        if is_moot(session, game, old):
            close(session, game, old, "withdrawn", now)
    _refuse_repeated_question(session, game, kind, subject, now)
    vote = Vote(
        public_id=new_id(),
        game_id=game.id,
        kind=kind,
        subject=subject,
        reason=reason,
        seat_id=seat.id if seat else None,
        opened_at=now,
        closes_at=rules.vote_expiry(session, game, kind, now),
    )
    session.add(vote)
    session.flush()
    note(session, game.public_id, account.public_id, "vote-opened", {"kind": kind, "subject": subject}, now)
    _notify_of_vote(session, game, vote, "opened", now, others_than=seat)
    if seat is not None and seat in rules.voters(game, vote):
        _record_ballot(session, vote, seat, account, "yes", now)
    _settle(session, game, vote, now)
    return vote


def cast(session: Session, account: Account, vote_id: str, choice: str, now: datetime) -> Vote:
    """Vote `yes` or `no`; the last choice counts. A carried vote takes effect at once.

    Raises NotFound `no-such-vote`, Denied (`not-your-seat`, `vote-closed`, `your-own-seat`), Invalid `unknown-choice`.
    """
    vote, game = _lock_vote(session, account, vote_id, now)
    seat = voting_seat(session, game, account, now)
    if choice not in CHOICES:
        raise Invalid("unknown-choice", N_("This is not one of the choices."), "choice")
    if vote.closed_at is not None or vote.closes_at <= now or is_moot(session, game, vote):
        raise Denied("vote-closed", N_("This vote is closed."))
    if seat not in rules.voters(game, vote):
        raise Denied("your-own-seat", N_("You cannot vote about your own seat."))
    _record_ballot(session, vote, seat, account, choice, now)
    _settle(session, game, vote, now)
    return vote


def withdraw(session: Session, account: Account, vote_id: str, now: datetime) -> Vote:
    """Withdraw one's question; `not-your-seat`, `not-your-vote`, `vote-closed`."""
    vote, game = _lock_vote(session, account, vote_id, now)
    seat = voting_seat(session, game, account, now)
    if vote.seat_id != seat.id:
        raise Denied("not-your-vote", N_("Only the person who started a vote can withdraw it."))
    if vote.closed_at is not None:
        raise Denied("vote-closed", N_("This vote is closed."))
    close(session, game, vote, "withdrawn", now)
    return vote


def close_due_votes(store: Store, now: datetime) -> int:
    """Close the votes whose time is up; return how many. Safe to run concurrently.

    Each by itself: one that cannot be closed is logged and stays, without delaying others.
    """
    due = select(Vote.id).where(Vote.closed_at.is_(None), Vote.closes_at <= now).order_by(Vote.closes_at, Vote.id)
    _, closed = process_each(
        store,
        due.limit(MAX_CLOSED),
        lambda session, vote_id: _close_due(session, vote_id, now),
        trouble="a vote could not be closed",
        name="vote",
    )
    return sum(closed)


def _close_due(session: Session, vote_id: int, now: datetime) -> bool:
    """Whether a vote was still open."""
    game = locked_game(session, game_of(session, session.get_one(Vote, vote_id)).public_id)
    vote = session.get_one(Vote, vote_id, populate_existing=True)
    if vote.closed_at is not None:
        return False
    _settle(session, game, vote, now, time_is_up=True)
    return True


def voting_seat(session: Session, game: Game, account: Account, now: datetime) -> Seat:
    """Return the account's own seat to vote with, not as deputy; `not-your-seat`."""
    seat = _own(game, who_is(session, game, account, now))
    if seat is None:
        raise Denied("not-your-seat", N_("Only players who play a house themselves can vote."))
    return seat


def _own(game: Game, who: Who) -> Seat | None:
    return who.seat if who.seat in rules.seats_with_people(game) and not who.delegated else None


def game_of(session: Session, vote: Vote) -> Game:
    """Return the game that a vote is about."""
    return session.get_one(Game, vote.game_id)


def _lock_vote(session: Session, account: Account, vote_id: str, now: datetime) -> tuple[Vote, Game]:
    """Lock a vote's game for somebody in it; return the reloaded vote and game.
    Raises NotFound `no-such-vote`, also for people who are not in the game."""
    unknown = NotFound("no-such-vote", N_("There is no such vote."))
    vote = session.scalar(select(Vote).where(Vote.public_id == vote_id))
    if vote is None:
        raise unknown
    game = locked_game(session, session.get_one(Game, vote.game_id).public_id)
    who = who_is(session, game, account, now)
    if who.seat is None and not who.gm:
        raise unknown
    return session.get_one(Vote, vote.id, populate_existing=True), game


def _refuse_repeated_question(session: Session, game: Game, kind: str, subject: str, now: datetime) -> None:
    # However many hours, whatever override: there is one open question about deadlines, and one about an override.
    """Raise Denied if such a vote is open or failed less than a day ago.
    The codes are `vote-open` and `asked-lately`."""
    same = [Vote.game_id == game.id, Vote.kind == kind]
    if kind not in ("extend", "pace", *rules.DECREED):
        same.append(Vote.subject == subject)
    if session.scalar(select(Vote.id).where(*same, Vote.closed_at.is_(None)).limit(1)) is not None:
        raise Denied("vote-open", N_("A vote about this is already open."))
    lately = select(Vote.id).where(*same, Vote.result == "lost", Vote.closed_at > now - rules.ASKED_AGAIN)
    if session.scalar(lately.limit(1)) is not None:
        words = N_("A vote on this failed less than a day ago. You can start another {hours} hours after it ended.")
        raise Denied("asked-lately", words, hours=round(rules.ASKED_AGAIN.total_seconds() / 3600))


def _record_ballot(session: Session, vote: Vote, seat: Seat, account: Account, choice: str, now: datetime) -> None:
    """Store a seat's ballot on a vote, in place of one that it cast before."""
    ballot = session.scalar(select(Ballot).where(Ballot.vote_id == vote.id, Ballot.seat_id == seat.id))
    if ballot is None:
        ballot = Ballot(vote_id=vote.id, seat_id=seat.id)
        session.add(ballot)
    ballot.account_id, ballot.choice, ballot.at = account.id, choice, now
    session.flush()


def is_moot(session: Session, game: Game, vote: Vote) -> bool:
    """Whether a vote's subject is gone: its turn, the pause, the player to replace."""
    if game.status != "running":
        return True
    if vote.kind == "extend":
        turn = collecting_turn(session, game)
        return turn is None or turn.status != "open" or turn.opened_at > vote.opened_at
    if vote.kind == "pause":
        return (game.paused_at is None) == (vote.subject == rules.RESUME)
    if vote.kind == "replace":
        seat = rules.played_by_person(game, vote.subject)
        return seat is None or not rules.replaceable(seat) or seat.joined_at > vote.opened_at
    if vote.kind in rules.DECREED:
        return not fits(session, game, find_override(session, game, vote.subject))
    return False


def _settle(session: Session, game: Game, vote: Vote, now: datetime, *, time_is_up: bool = False) -> None:
    """Close a vote that is decided, or whose time is up, and do what was carried."""
    result = rules.tally(session, game, vote).result
    if is_moot(session, game, vote):
        if time_is_up:
            close(session, game, vote, "withdrawn", now)
        return
    if not result and not time_is_up:
        return
    if result != "carried":
        close(session, game, vote, "lost", now)
        return
    if time_is_up:
        # The electorate grew smaller while it was open; nobody is there to be told why it cannot be done.
        try:
            with session.begin_nested():
                act(session, game, vote, now)
        except UserError:
            close(session, game, vote, "lost", now)
            return
    else:
        act(session, game, vote, now)
    close(session, game, vote, "carried", now)


def close(session: Session, game: Game, vote: Vote, result: str, now: datetime) -> None:
    """Closed votes keep the ballots that counted, and tell their numbers."""
    entitled = {seat.id: seat.account_id for seat in rules.voters(game, vote)}
    for ballot in rules.ballots(session, vote):
        if entitled.get(ballot.seat_id) != ballot.account_id:
            session.execute(delete(Ballot).where(Ballot.id == ballot.id))
    vote.closed_at, vote.result = now, result
    if vote.kind in rules.DECREED and (override := find_override(session, game, vote.subject)).status == "asked":
        drop_proposal(session, game, override)
    session.flush()
    document = {"kind": vote.kind, "subject": vote.subject, "result": result}
    note(session, game.public_id, "service", "vote-closed", document, now)
    if result != "carried":
        _notify_of_vote(session, game, vote, result, now)


def _notify_of_vote(
    session: Session, game: Game, vote: Vote, what: str, now: datetime, *, others_than: Seat | None = None
) -> None:
    """Notify seats and masters of what happened to a vote, with its count.
    `what` is the event; the seat `others_than` is left out."""
    question = vote.subject if vote.kind == "pause" and vote.subject else vote.kind
    asker = session.get(Seat, vote.seat_id) if vote.seat_id else None
    count = rules.tally(session, game, vote)
    values: dict[str, str | int | datetime] = {
        "house": vote.subject if vote.kind == "replace" else "",
        "asker_house": asker.house or "" if asker else "",
        "hours": vote.subject if vote.kind == "extend" else "",
        "reason": vote.reason,
        "until": vote.closes_at,
        "yes": count.yes,
        "no": count.cast - count.yes,
    }
    notify(
        session,
        f"vote-{what}-{question}",
        f"{game.public_id}:vote-{what}:{vote.public_id}",
        now,
        game=game,
        seats=[seat for seat in game.seats if seat is not others_than],
        accounts=[master.account for master in masters_of(session, game) if seat_in(game, master.account) is None],
        values=values,
        link=addresses.votes(settings_of(session), game.public_id),
    )


def ask_others(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> Vote | None:
    """Ask masters who do not play, or else players by vote, to agree to an override.

    Returns the vote, if any. Raises as `enforcement.ask`, Denied (`game-not-running`, `vote-open`, `asked-lately`).
    """
    game = locked_game(session, game_id)
    runs(game)
    row = enforcement.ask(session, account, game_id, override_id, now)
    if reviewers(session, game, now):
        return None
    kind = "roll-back" if row.kind == "roll-back" else "edict"
    reason = row.reason if len(row.reason) <= MAX_REASON_LENGTH else f"{row.reason[: MAX_REASON_LENGTH - 1]}…"
    return create_vote(session, game, account, seat_in(game, account), kind, row.public_id, reason, now)


def withdraw_override(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> OverrideRow:
    """Withdraw a proposed override and its vote. Raises as `enforcement.withdraw`."""
    game = locked_game(session, game_id)
    row = enforcement.withdraw(session, account, game_id, override_id, now)
    _close_vote(session, game, row, now)
    return row


def apply_override(session: Session, account: Account, game_id: str, override_id: str, now: datetime) -> OverrideRow:
    """Apply a proposed override and close its vote. Raises as `enforcement.apply`."""
    game = locked_game(session, game_id)
    row = enforcement.apply(session, account, game_id, override_id, now)
    _close_vote(session, game, row, now)
    return row


def _close_vote(session: Session, game: Game, row: OverrideRow, now: datetime) -> None:
    query = select(Vote).where(Vote.game_id == game.id, Vote.subject == row.public_id, Vote.closed_at.is_(None))
    for vote in session.scalars(query).all():
        close(session, game, vote, "withdrawn", now)


MAX_PAST = 30


@dataclass(frozen=True)
class VoteLine:
    """A vote. It is carried if `needed` of those who may vote (`voters`) vote yes.

    `asker` is a house. `yes` and `no` are 0 until the vote is closed; then `result` is `carried`, `lost` or
    `withdrawn`. `mine` is the reader's own vote, or empty. `decree` is what the vote would apply, if it is about an
    override. Where names are hidden, times are those at which turns opened.
    """

    id: str
    kind: str
    subject: str
    decree: Decree | None
    reason: str
    asker: str
    opened_at: datetime
    closes_at: datetime
    closed_at: datetime | None
    result: str
    voters: int
    needed: int
    cast: int
    yes: int
    no: int
    mine: str
    may_vote: bool
    may_withdraw: bool


@dataclass(frozen=True)
class VotesPage:
    """A game's votes. `may_ask`: the reader plays a house and the game runs.
    `askable`: the kinds of questions possible now; `replaceable`: the houses whose players may be voted about."""

    game_id: str
    title: str
    edition: str
    you: str | None
    kinds: tuple[str, ...]
    paused: bool
    may_ask: bool
    askable: tuple[str, ...]
    replaceable: tuple[str, ...]
    people: int
    open: tuple[VoteLine, ...]
    past: tuple[VoteLine, ...]


def votes_page(session: Session, game_id: str, account: Account | None, now: datetime) -> VotesPage:
    """Return a game's votes for those in it; `no-such-game`, `not-in-this-game`."""
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    if who.seat is None and not who.gm:
        raise Denied("not-in-this-game", N_("Only the people in this game can see its votes."))
    voter = _own(game, who)
    query = select(Vote).where(Vote.game_id == game.id)
    past = query.where(Vote.closed_at.is_not(None)).order_by(Vote.closed_at.desc(), Vote.id.desc()).limit(MAX_PAST)
    kinds, time_told = listed(game.votes), visible_times(session, game, who)
    return VotesPage(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        you=who.house,
        kinds=kinds,
        paused=game.paused_at is not None,
        may_ask=voter is not None and game.status == "running",
        askable=tuple(kind for kind in kinds if _askable(session, game, kind, voter)),
        replaceable=tuple(seat.house or "" for seat in _replaceable(game, voter)),
        people=len(rules.seats_with_people(game)),
        open=tuple(_vote_line(session, game, vote, voter, time_told, now) for vote in rules.open_votes(session, game)),
        past=tuple(_vote_line(session, game, vote, voter, time_told, now) for vote in session.scalars(past)),
    )


def count_pending_ballots(session: Session, game: Game, who: Who, now: datetime) -> int:
    """How many open votes of a game wait for somebody's ballot."""
    seat = _own(game, who)
    if seat is None or game.status != "running":
        return 0
    own = select(Ballot.id).where(
        Ballot.vote_id == Vote.id, Ballot.seat_id == seat.id, Ballot.account_id == seat.account_id
    )
    query = select(Vote).where(Vote.game_id == game.id, Vote.closed_at.is_(None), Vote.closes_at > now, ~own.exists())
    return sum(seat in rules.voters(game, vote) for vote in session.scalars(query))


def _askable(session: Session, game: Game, kind: str, voter: Seat | None) -> bool:
    """Whether a question is possible now, apart from being asked lately."""
    if voter is None or game.status != "running":
        return False
    if kind != "replace" and any(vote.kind == kind for vote in rules.open_votes(session, game)):
        return False
    if kind == "extend":
        turn = collecting_turn(session, game)
        return turn is not None and turn.status == "open"
    return kind != "replace" or bool(_replaceable(game, voter))


def _replaceable(game: Game, voter: Seat | None) -> list[Seat]:
    return [seat for seat in rules.seats_with_people(game) if seat is not voter and rules.replaceable(seat)]


def _vote_line(
    session: Session, game: Game, vote: Vote, voter: Seat | None, time_told: TellTime, now: datetime
) -> VoteLine:
    """Describe a vote for the seat `voter`: its state, and what that seat may do.
    How others voted is only told once the vote is closed."""
    ballots, count = rules.ballots(session, vote), rules.tally(session, game, vote)
    closed, decree = vote.closed_at is not None, None
    if vote.kind in rules.DECREED:
        decree = overrides.decode(find_override(session, game, vote.subject).document, game.edition).decree
    yes = sum(ballot.choice == "yes" for ballot in ballots) if closed else 0
    is_open = not closed and vote.closes_at > now and game.status == "running"
    if vote.kind in rules.DECREED and is_open:
        is_open = not is_moot(session, game, vote)
    mine = next((ballot for ballot in ballots if voter is not None and ballot.seat_id == voter.id), None)
    asker = next((seat for seat in game.seats if seat.id == vote.seat_id), None)
    # Only a master who plays asks so: which house they play is not told where nobody is named.
    asker_visible = asker is not None and (vote.kind not in rules.DECREED or asker is voter or not anonymous(game))
    return VoteLine(
        **columns_of(vote, "kind", "subject", "reason", "closes_at", "result"),
        id=vote.public_id,
        decree=decree,
        asker=asker.house or "" if asker is not None and asker_visible else "",
        opened_at=time_told(vote.opened_at),
        closed_at=time_told(vote.closed_at) if vote.closed_at else None,
        voters=count.voters,
        needed=count.needed,
        cast=len(ballots) if closed else count.cast,
        yes=yes,
        no=len(ballots) - yes if closed else 0,
        mine=mine.choice if mine is not None and voter is not None and mine.account_id == voter.account_id else "",
        may_vote=is_open and voter is not None and voter in rules.voters(game, vote),
        may_withdraw=is_open and voter is not None and vote.seat_id == voter.id,
    )
