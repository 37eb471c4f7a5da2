"""What the service promises, and whether it was kept in a month: checks over everything that is stored.

Each check gives what went wrong in words, and nothing if nothing did. None of them asks the code that it checks: hours
are read off the clock of the game's zone, emails off their keys, holders off the history of seats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.evaluations import replay_stored_game
from correspondence.models.accounts import DigestLine
from correspondence.models.games import Delegation, Game, GameMaster, Seat, SeatHolder
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import Adjudication, DeadlineChange, PendingResult, SheetVersion, Turn

# Deadlines come nearer or go to any hour only by somebody's hand.
BY_HAND = ("asked",)
# These may come more than once about a turn: each is about a deadline of its own, and told of where it was moved.
OF_A_DEADLINE = ("moved",)
# So many of a kind are told, that one fault hides no other.
MAX_OF_A_KIND = 20


def broken(session: Session) -> list[str]:
    """The promises that were broken, each as a sentence."""
    checks: tuple[Callable[[Session], Iterator[str]], ...] = (
        closed_wrongly,
        forbidden_hours,
        told_twice,
        told_after_leaving,
        unused_sheets,
        journals,
        stuck,
    )
    return [line for check in checks for line in islice(check(session), MAX_OF_A_KIND)]


def closed_wrongly(session: Session) -> Iterator[str]:
    """Turns that closed early or twice, or were closed and never adjudicated."""
    adjudications = Counter(session.scalars(select(Adjudication.turn_id)))
    for turn, game in session.execute(select(Turn, Game).join(Game)):
        name = f"{game.title}, call {turn.number}"
        if adjudications[turn.id] > 1:
            yield f"{name}: adjudicated {adjudications[turn.id]} times"
        if turn.status != "closed":
            continue
        if not adjudications[turn.id]:
            yield f"{name}: closed and not adjudicated"
        if turn.closed_at is None or turn.closed_at < min(turn.due_at, turn.closing_at or turn.due_at):
            yield f"{name}: closed {turn.closed_at}, due {turn.due_at}"
        if game.clock and turn.asked and turn.closed_at and turn.closed_at < turn.due_at:
            yield f"{name}: a game with a fixed hour closed early"
    changes = select(DeadlineChange).where(DeadlineChange.new_at < DeadlineChange.old_at)
    for change in session.scalars(changes.where(DeadlineChange.account_id.is_(None))):
        yield f"call {change.turn_id}: its deadline came nearer by itself ({change.reason})"


def forbidden_hours(session: Session) -> Iterator[str]:
    """Deadlines at another hour than the game's, or given to a turn that opens on a weekday that it excludes."""
    changes = defaultdict(list)
    for change in session.scalars(select(DeadlineChange).order_by(DeadlineChange.sequence)):
        changes[change.turn_id].append(change)
    for turn, game in session.execute(select(Turn, Game).join(Game)):
        moved = changes[turn.id]
        told = [("opened", moved[0].old_at if moved else turn.due_at)]
        told += [(change.reason, change.new_at) for change in moved if change.reason not in BY_HAND]
        for reason, due in told:
            local = due.astimezone(ZoneInfo(game.zone))
            if game.clock and local.strftime("%H:%M") != game.clock:
                yield f"{game.title}, call {turn.number} ({reason}): due at {local:%H:%M}, not at {game.clock}"
            if reason == "opened" and str(local.isoweekday()) not in game.weekdays:
                yield f"{game.title}, call {turn.number} ({reason}): due on {local:%A}"


class About(NamedTuple):
    """What an email is about, as its key says: a game, perhaps one of its turns, and which kind of email it is."""

    game: str
    turn: int | None
    kind: str


def about(key: str) -> About | None:
    """What an email with this key is about; None if it is about no game, as the links to sign in and the digests."""
    plain = key.removesuffix(".notice").replace(".", ":")
    game, _, rest = plain.partition(":")
    first, _, last = rest.partition(":")
    if not first.isdigit():
        return About(game, None, first) if last else None
    parts = last.split(":")
    # `house:results`, `house:briefing-...`, else `what-...:account` and `missed:house:account`.
    kind = parts[0] if key.endswith(".notice") else parts[-1].partition("-")[0]
    return About(game, int(first), kind)


@dataclass(frozen=True)
class Told:
    """An email or a line of a digest: for whom, when, and under which key."""

    account: int | None
    key: str
    at: datetime


def everything_told(session: Session) -> list[Told]:
    """All emails and lines of digests."""
    mails = select(OutgoingMail.account_id, OutgoingMail.key, OutgoingMail.written_at)
    lines = select(DigestLine.account_id, DigestLine.key, DigestLine.written_at)
    return [Told(*row) for query in (mails, lines) for row in session.execute(query)]


def told_twice(session: Session) -> Iterator[str]:
    """Two emails of one kind about one turn to one reader, or two at once about its deadline."""
    kinds: Counter[tuple[int | None, About]] = Counter()
    moves: Counter[tuple[int | None, str, int | None, datetime]] = Counter()
    for told in everything_told(session):
        matter = about(told.key)
        if matter is None or matter.turn is None:
            continue
        if matter.kind.partition("-")[0] in OF_A_DEADLINE:
            moves[told.account, matter.game, matter.turn, told.at] += 1
        kinds[told.account, matter] += 1
    yield from (
        f"{reader} was told {times} times of {matter}" for (reader, matter), times in kinds.items() if times > 1
    )
    yield from (f"{move} was told {times} times at once" for move, times in moves.items() if times > 1)


def told_after_leaving(session: Session) -> Iterator[str]:
    """Emails about a game to somebody who had nothing to do with it any more, or not yet."""
    games = dict(session.execute(select(Game.public_id, Game.id)).all())
    times = _times(session)
    for told in everything_told(session):
        matter = about(told.key)
        if matter is None or matter.game not in games or told.account is None:
            continue
        spans = times[games[matter.game], told.account]
        if not any(since <= told.at and (until is None or told.at <= until) for since, until in spans):
            yield f"{told.account} was told of {matter} at {told.at}, and was in the game {spans}"


Spans = dict[tuple[int, int], list[tuple[datetime, datetime | None]]]


def _times(session: Session) -> Spans:
    """When each account had something to do with each game: held a seat, stood in for one, or mastered it."""
    found: Spans = defaultdict(list)
    holders = defaultdict(list)
    for holder in session.scalars(select(SeatHolder).order_by(SeatHolder.id)):
        holders[holder.seat_id].append(holder)
    for row in holders.values():
        for place, holder in enumerate(row):
            if holder.account_id is None:
                continue
            # Whoever missed turns keeps the seat until somebody else has it.
            until = holder.until
            if holder.ended == "missed":
                later = (next_.since for next_ in row[place + 1 :] if next_.account_id or next_.ended == "retired")
                until = next(later, None)
            found[holder.game_id, holder.account_id].append((holder.since, until))
    # Those who joined before the game began.
    for seat in session.scalars(select(Seat).where(Seat.account_id.is_not(None))):
        assert seat.account_id is not None
        found[seat.game_id, seat.account_id].append((seat.joined_at, None))
    for master in session.scalars(select(GameMaster)):
        found[master.game_id, master.account_id].append((master.since, master.until))
    for right in session.scalars(select(Delegation)):
        found[right.game_id, right.account_id].append((right.granted_at, right.revoked_at or right.until_at))
    return found


def unused_sheets(session: Session) -> Iterator[str]:
    """Sheets that were accepted for a turn and neither replaced by a later one nor used when it was adjudicated."""
    latest: dict[tuple[int, int], int] = {}
    for turn_id, seat_id, number in session.execute(
        select(SheetVersion.turn_id, SheetVersion.seat_id, SheetVersion.number)
    ):
        latest[turn_id, seat_id] = max(number, latest.get((turn_id, seat_id), 0))
    used = dict(session.execute(select(Adjudication.turn_id, Adjudication.sheets)).all())
    held = dict(
        session.execute(
            select(PendingResult.turn_id, PendingResult.sheets).where(PendingResult.status == "current")
        ).all()
    )
    for (turn_id, seat_id), number in latest.items():
        turn, seat = session.get_one(Turn, turn_id), session.get_one(Seat, seat_id)
        taken = {"closed": used, "held": held}.get(turn.status)
        if taken is not None and f"{seat.house}:{number}" not in taken.get(turn_id, "").split(","):
            yield f"{turn.game.title}, call {turn.number}: sheet {number} of {seat.house} was not used"


def journals(session: Session) -> Iterator[str]:
    """Games whose journal does not replay to what is kept."""
    for game_id in session.scalars(select(Game.public_id).where(Game.started_at.is_not(None))).all():
        yield from (f"{game_id}: {line}" for line in replay_stored_game(session, game_id).differences)


def stuck(session: Session) -> Iterator[str]:
    """Turns that are overdue, games that were set aside, emails that could not be sent."""
    last = session.scalars(select(func.max(OutgoingMail.written_at))).one()
    overdue = select(Turn).where(Turn.status == "open", Turn.closes_at < last - timedelta(hours=4))
    yield from (f"call {turn.id} is overdue since {turn.closes_at}" for turn in session.scalars(overdue))
    for game in session.scalars(select(Game).where(Game.status == "set-aside")):
        yield f"{game.title} is set aside: {game.trouble[-600:]}"
    for mail in session.scalars(select(OutgoingMail).where(OutgoingMail.failed_at.is_not(None))):
        yield f"{mail.key}: {mail.last_error[-300:]}"
