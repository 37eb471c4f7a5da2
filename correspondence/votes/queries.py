"""The votes of a game, as somebody in it sees them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.calls.use_cases import collecting
from correspondence.desk.edicts import edict_named
from correspondence.edicts import documents
from correspondence.edicts.documents import Decree
from correspondence.errors import Denied
from correspondence.games.access import TellTime, Who, anonymous, game_named, times_told, who_is
from correspondence.models.accounts import Account
from correspondence.models.games import Ballot, Game, Seat, Vote
from correspondence.votes import rules
from correspondence.votes.use_cases import moot
from narration.words import N_

MOST_PAST = 30


@dataclass(frozen=True)
class VoteLine:
    """A vote. `needed` must say yes of those who may vote (`voters`). `asker` is a house; `yes` and `no` are told when
    it is closed, and are 0 before; then `result` is `carried`, `lost` or `withdrawn`; `mine` is the reader's own
    ballot, or empty; `decree` is what the vote would put in force, if it is about an edict. Where names are not
    told, the past is as fine as calls are."""

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
    """The votes of a game. `may_ask`: the reader plays a house themselves and the game runs; `askable` the kinds of
    questions that make sense now; `replaceable` the houses whose players may be voted about."""

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
    """The votes of a game for those in it; NotFound `no-such-game`, Denied `not-in-this-game`."""
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    if who.seat is None and not who.gm:
        raise Denied("not-in-this-game", N_("Only the people of this game see its votes."))
    voter = who.seat if who.seat in rules.people_of(game) and not who.delegated else None
    query = select(Vote).where(Vote.game_id == game.id)
    past = query.where(Vote.closed_at.is_not(None)).order_by(Vote.closed_at.desc(), Vote.id.desc()).limit(MOST_PAST)
    kinds, time_told = tuple(filter(None, game.votes.split(","))), times_told(session, game, who)
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
        people=len(rules.people_of(game)),
        open=tuple(_line(session, game, vote, voter, time_told, now) for vote in rules.open_votes(session, game)),
        past=tuple(_line(session, game, vote, voter, time_told, now) for vote in session.scalars(past)),
    )


def ballots_wanted(session: Session, game: Game, who: Who, now: datetime) -> int:
    """How many open votes of a game wait for somebody's ballot."""
    if who.seat is None or who.delegated or who.seat not in rules.people_of(game) or game.status != "running":
        return 0
    given = select(Ballot.id).where(
        Ballot.vote_id == Vote.id, Ballot.seat_id == who.seat.id, Ballot.account_id == who.seat.account_id
    )
    query = select(Vote).where(Vote.game_id == game.id, Vote.closed_at.is_(None), Vote.closes_at > now, ~given.exists())
    return sum(who.seat in rules.voters(game, vote) for vote in session.scalars(query))


def _askable(session: Session, game: Game, kind: str, voter: Seat | None) -> bool:
    """Whether a question makes sense now; that it was asked lately is told when it is asked again."""
    if voter is None or game.status != "running":
        return False
    if kind != "replace" and any(vote.kind == kind for vote in rules.open_votes(session, game)):
        return False
    if kind == "extend":
        call = collecting(session, game)
        return call is not None and call.status == "open"
    return kind != "replace" or bool(_replaceable(game, voter))


def _replaceable(game: Game, voter: Seat | None) -> list[Seat]:
    return [seat for seat in rules.people_of(game) if seat is not voter and rules.replaceable(seat)]


def _decree(session: Session, game: Game, vote: Vote) -> Decree | None:
    if vote.kind not in rules.DECREED:
        return None
    return documents.decode(edict_named(session, game, vote.subject).document, game.edition).decree


def _line(session: Session, game: Game, vote: Vote, voter: Seat | None, time_told: TellTime, now: datetime) -> VoteLine:
    given, count = rules.ballots(session, vote), rules.tally(session, game, vote)
    closed = vote.closed_at is not None
    yes = sum(ballot.choice == "yes" for ballot in given) if closed else 0
    is_open = not closed and vote.closes_at > now and game.status == "running"
    if vote.kind in rules.DECREED and is_open:
        is_open = not moot(session, game, vote)
    mine = next((ballot for ballot in given if voter is not None and ballot.seat_id == voter.id), None)
    asker = next((seat for seat in game.seats if seat.id == vote.seat_id), None)
    # Only a master who plays asks so: which house they play is not told where nobody is named.
    told = asker is not None and (vote.kind not in rules.DECREED or asker is voter or not anonymous(game))
    return VoteLine(
        id=vote.public_id,
        kind=vote.kind,
        subject=vote.subject,
        decree=_decree(session, game, vote),
        reason=vote.reason,
        asker=asker.house or "" if asker is not None and told else "",
        opened_at=time_told(vote.opened_at),
        closes_at=vote.closes_at,
        closed_at=time_told(vote.closed_at) if vote.closed_at else None,
        result=vote.result,
        voters=count.voters,
        needed=count.needed,
        cast=len(given) if closed else count.cast,
        yes=yes,
        no=len(given) - yes if closed else 0,
        mine=mine.choice if mine is not None and voter is not None and mine.account_id == voter.account_id else "",
        may_vote=is_open and voter is not None and voter in rules.voters(game, vote),
        may_withdraw=is_open and voter is not None and vote.seat_id == voter.id,
    )
