"""The judge: what players were told, against what is kept, against what the mail server took.

LOST: acknowledged and not kept, kept and not used, due and not adjudicated, to be sent and not sent. TWICE: more
effects than causes. WRONG: a game is not what its sheets make of it when it is played again from its seed with the
documents that the players wrote down. LATE: due for longer than is allowed.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.thrones.sheets.sheet import read_sheet, write_sheet
from correspondence.evaluations import replay_stored_game
from correspondence.models.games import Game, Message, Seat
from correspondence.models.mail import LocalMail, OutgoingMail
from correspondence.models.turns import Adjudication, SheetVersion, Turn
from correspondence.store import Store
from tests.faults.history import History
from tests.faults.post import Post
from tests.faults.replaying import wrong_digests


@dataclass
class Verdict:
    """What was found, and how much was looked at."""

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    figures: dict[str, int] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether every promise was kept."""
        return not (self.lost or self.twice or self.wrong or self.late)

    def told(self) -> dict[str, int]:
        """The counts of all, for one line of JSON."""
        found = {name: len(getattr(self, name)) for name in ("lost", "twice", "wrong", "late")}
        return found | self.figures

    def words(self) -> str:
        """A few of each, for a test that fails."""
        found = {name: getattr(self, name)[:8] for name in ("lost", "twice", "wrong", "late")}
        return "\n".join(f"{name.upper()} {words}" for name, words in found.items() if words)


def judge(
    store: Store,
    history: History,
    post: Post | None,
    now: datetime,
    patience: timedelta = timedelta(seconds=0),
    unsendable: Sequence[str] = (),
    quarantine: frozenset[str] = frozenset(),
) -> Verdict:
    """Compare everything. `post` None: the local mailbox. `unsendable`: addresses that the mail server refused for
    good, to which nothing need have come; `set_aside`: games (public ids) that had to be set aside."""
    verdict = Verdict()
    with store.read() as session:
        _sheets(session, history, verdict)
        _message(session, history, verdict)
        _turns(session, verdict, now, patience, quarantine)
        _games(session, history, verdict)
        _results(session, verdict)
        _mails(session, verdict, post, unsendable)
    return verdict


def _sheets(session: Session, history: History, verdict: Verdict) -> None:
    """Every acknowledged version is kept as it was; nothing is kept that nobody handed in, or oftener."""
    query = (
        select(Turn.public_id, Seat.house, SheetVersion.number, SheetVersion.digest, SheetVersion.document)
        .join(Turn, Turn.id == SheetVersion.turn_id)
        .join(Seat, Seat.id == SheetVersion.seat_id)
    )
    kept: dict[tuple[str, str | None, int], str] = {}
    stored: Counter[tuple[str, str | None, str]] = Counter()
    for turn, house, number, digest, document in session.execute(query):
        kept[turn, house, number] = digest
        stored[turn, house, digest] += 1
        if hashlib.sha256(document).hexdigest() != digest:
            verdict.wrong.append(f"sheet {turn} {house} {number}: not what its digest says")
    possible: Counter[tuple[str, str | None, str]] = Counter()
    seen: set[tuple[str, str, int]] = set()
    for request in history.requests("sheet"):
        if request["said"] != "refused":
            possible[request["turn"], request["house"], _digest(request["document"])] += 1
        if request["said"] != "acked":
            continue
        key = (request["turn"], request["house"], request["number"])
        if kept.get(key) != request["digest"]:
            verdict.lost.append(f"sheet {key} was acknowledged and is not kept")
        if key in seen:
            verdict.twice.append(f"sheet {key} was acknowledged to two requests")
        seen.add(key)
    verdict.twice += [f"sheet {key} is kept oftener than it was sent" for key in (stored - possible)]
    verdict.figures |= {"sheets_acked": len(seen), "sheets_kept": len(kept)}


def _digest(document: str) -> str:
    """The digest under which the service keeps a document: of its own writing of it."""
    return hashlib.sha256(write_sheet(read_sheet(document.encode()))).hexdigest()


def _message(session: Session, history: History, verdict: Verdict) -> None:
    kept = Counter(session.scalars(select(Message.body)))
    requests = history.requests("press")
    acked = Counter(request["body"] for request in requests if request["said"] == "acked")
    possible = Counter(request["body"] for request in requests if request["said"] != "refused")
    verdict.lost += [f"press {body!r} was acknowledged and is not kept" for body in (acked - kept)]
    verdict.twice += [f"press {body!r} is kept oftener than it was sent" for body in (kept - possible)]
    verdict.figures |= {"press_acked": sum(acked.values())}


def _turns(session: Session, verdict: Verdict, now: datetime, patience: timedelta, quarantine: frozenset[str]) -> None:
    """Each closed turn was adjudicated once with the last versions handed in for it; what is due does not wait long."""
    used = {row.turn_id: row.sheets for row in session.scalars(select(Adjudication))}
    counts = Counter(session.scalars(select(Adjudication.turn_id)))
    verdict.twice += [f"call {turn} was adjudicated {count} times" for turn, count in counts.items() if count > 1]
    last: dict[int, dict[str, int]] = defaultdict(dict)
    query = (
        select(SheetVersion.turn_id, Seat.house, func.max(SheetVersion.number))
        .join(Seat, Seat.id == SheetVersion.seat_id)
        .group_by(SheetVersion.turn_id, Seat.house)
    )
    for turn_id, house, number in session.execute(query):
        last[turn_id][str(house)] = number
    for turn in session.scalars(select(Turn).order_by(Turn.game_id, Turn.number)):
        if turn.status == "closed" and turn.id not in used:
            verdict.lost.append(f"call {turn.public_id} is closed and was not adjudicated")
        if turn.id in used and used[turn.id] != ",".join(f"{h}:{n}" for h, n in _ordered(used[turn.id], last[turn.id])):
            verdict.lost.append(f"call {turn.public_id} used {used[turn.id]}, handed in was {last[turn.id]}")
        if turn.status == "set-aside" and turn.game.public_id not in quarantine:
            verdict.lost.append(f"call {turn.public_id} is set aside")
        if turn.status == "open" and turn.closes_at + patience < now:
            verdict.late.append(f"call {turn.public_id} has been due for {now - turn.closes_at}")
    verdict.figures |= {"adjudicated": len(used)}


def _ordered(said: str, last: dict[str, int]) -> list[tuple[str, int]]:
    """The last versions in the order in which the adjudication names houses."""
    order = {part.partition(":")[0]: place for place, part in enumerate(said.split(","))}
    return sorted(last.items(), key=lambda item: order.get(item[0], 99))


def _games(session: Session, history: History, verdict: Verdict) -> None:
    """Turns are numbered without gaps, at most one is open, journals verify, and played again all is the same."""
    for game in session.scalars(select(Game).where(Game.started_at.is_not(None))):
        turns = session.execute(
            select(Turn.number, Turn.status).where(Turn.game_id == game.id).order_by(Turn.number)
        ).all()
        numbers = [number for number, _ in turns]
        if numbers != list(range(1, len(numbers) + 1)):
            verdict.wrong.append(f"game {game.public_id}: calls {numbers}")
        if sum(status != "closed" for _, status in turns) != (game.status in ("running", "set-aside")):
            verdict.wrong.append(f"game {game.public_id}: {game.status}, calls {turns}")
        verdict.wrong += [
            f"game {game.public_id}: {what}" for what in replay_stored_game(session, game.public_id).differences
        ]
        if game.imported_at is None:
            verdict.wrong += [f"game {game.public_id}: {what}" for what in wrong_digests(session, game, history)]


def _results(session: Session, verdict: Verdict) -> None:
    """For each adjudication and each person at the table one email was written."""
    query = (
        select(Game.public_id, Adjudication.number, Seat.house)
        .join(Game, Game.id == Adjudication.game_id)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.kind == "human")
    )
    wanted = {f"{game}:{number}:{house}" for game, number, house in session.execute(query)}
    keys = session.scalars(select(OutgoingMail.key).where(OutgoingMail.kind.in_(("results", "game-over"))))
    written = Counter(key.rpartition(":")[0] for key in keys)
    verdict.lost += [f"no letter of results {key}" for key in wanted - written.keys()]
    verdict.twice += [f"{count} letters of results {key}" for key, count in written.items() if count > 1]


def _mails(session: Session, verdict: Verdict, post: Post | None, unsendable: Sequence[str]) -> None:
    """Every email left, under its own id, to whom it is for; one that came again is the same email."""
    if post is None:
        rows = session.execute(select(LocalMail.message_id, LocalMail.address)).all()
        taken = {name.strip("<>"): [(address, "")] for name, address in rows}
    else:
        taken = dict(post.taken)
    written = session.execute(select(OutgoingMail.message_id, OutgoingMail.address, OutgoingMail.sent_at)).all()
    for name, address, sent_at in written:
        name = name.strip("<>")
        came = taken.pop(name, [])
        if address in unsendable:
            continue
        if not came or sent_at is None:
            verdict.lost.append(f"letter {name}: {'not marked as sent' if came else 'never came'}")
        if any(to != address for to, _ in came):
            verdict.wrong.append(f"letter {name} for {address} came to {came}")
        if len({said for _, said in came}) > 1:
            verdict.wrong.append(f"letter {name} came again with another text")
    verdict.wrong += [f"letter {name} came, and nobody wrote it" for name in taken]
    verdict.figures |= {"letters": len(written), "letters_again": post.repeats() if post else 0}
