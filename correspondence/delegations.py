"""Somebody who acts for a seat for a time: asked, told, ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation
from correspondence.accounts.use_cases import count_attempt, tell_owner
from correspondence.audit_log import note as write_down
from correspondence.games.access import (
    acts_for_another,
    anonymous,
    are_names_visible,
    find_game,
    has_been_master,
    has_held_seat,
    last_shown,
    player_signs,
    seat_in,
    visible_delegate,
    who_is,
)
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models import Account, Delegation, Game, Seat, Turn
from correspondence.notices.use_cases import Values, notify
from correspondence.read_cache import is_known_absent
from correspondence.rows import from_rows, new_id
from correspondence.store import Store, process_each, settings_of


@dataclass(frozen=True)
class DelegationLine:
    """A deputy's right to act for a seat.

    `holds`: it is in effect now; `mine`: it is for the reader's own seat. `name` is empty where it is hidden. Then
    `from_at` and `until_at` are None too, because hours can identify a person. `may_end`: the reader may end it.
    """

    id: str
    house: str
    name: str
    note: str
    from_at: datetime | None
    until_at: datetime | None
    holds: bool
    mine: bool
    may_end: bool


@dataclass(frozen=True)
class Delegations:
    """A game's current deputy rights; `may_grant`: the reader could have a deputy."""

    game_id: str
    title: str
    edition: str
    lines: tuple[DelegationLine, ...]
    may_grant: bool


def delegations_of(session: Session, game_id: str, account: Account | None, now: datetime) -> Delegations:
    """Return current and future deputy rights, also for the public; `no-such-game`.

    Everybody who sees the current game sees for which house somebody acts; the deputy's name, the end and the note only
    where names are shown.
    """
    game = find_game(session, game_id)
    who = who_is(session, game, account, now)
    own = None if who.delegated or who.seat is None else who.seat
    live, shows_names = last_shown(session, game, who) is None, are_names_visible(game, who)
    lines = []
    for row in pending_delegations(session, game, now):
        seat = row.seat
        mine = own is not None and seat.id == own.id
        acts = account is not None and row.account_id == account.id
        inside = mine or acts
        if not inside and (row.from_at > now or not live):
            continue
        lines.append(
            DelegationLine(
                id=row.public_id,
                house=seat.house or "",
                name=visible_delegate(game, row.account, who, reader_is_granter=mine),
                note=row.note if inside else "",
                from_at=row.from_at if inside or shows_names else None,
                until_at=row.until_at if inside or shows_names else None,
                holds=row.holds(now),
                mine=mine,
                may_end=inside,
            )
        )
    may_grant = own is not None and own.house is not None and own.kind == "human" and game.status == "running"
    return Delegations(game.public_id, game.title, game.edition, tuple(lines), may_grant)


def pending_delegations(session: Session, game: Game, now: datetime) -> list[Delegation]:
    """Return a game's deputy rights that hold now or later, the earliest first."""
    if is_known_absent(session, game.id, "delegations"):
        return []
    query = select(Delegation).filter_by(game_id=game.id, revoked_at=None).where(Delegation.until_at > now)
    return list(session.scalars(query.order_by(Delegation.from_at, Delegation.id)))


@dataclass(frozen=True)
class ActedFor:
    """A running game in which a deputy acts; `holds`: now, else from `from_at` on."""

    game_id: str
    title: str
    edition: str
    house: str
    from_at: datetime
    until_at: datetime
    holds: bool


def games_acted_for(session: Session, account: Account, now: datetime) -> list[ActedFor]:
    """Return running games in which an account is deputy now or later, by start."""
    query = (
        select(Delegation, Game, Seat)
        .join(Game, Game.id == Delegation.game_id)
        .join(Seat, Seat.id == Delegation.seat_id)
        .where(Delegation.account_id == account.id, Delegation.revoked_at.is_(None), Delegation.until_at > now)
        .where(Game.status == "running")
    )
    return [
        from_rows(ActedFor, row, game, game_id=game.public_id, house=seat.house or "", holds=row.holds(now))
        for row, game, seat in session.execute(query.order_by(Delegation.from_at, Delegation.id))
    ]


def tell_delegates(session: Session, game: Game, opened: Turn, now: datetime) -> None:
    """Email everybody who is deputy now in the game about a turn awaiting their house."""
    houses = set(opened.required_houses)
    for row in pending_delegations(session, game, now):
        seat = row.seat
        if not row.holds(now) or seat.house is None or seat.house not in houses:
            continue
        notify(
            session,
            "delegation-call",
            f"delegation-call:{opened.public_id}:{row.public_id}",
            now,
            game=game,
            accounts=[row.account],
            values={"house": seat.house, "n": opened.number, "due": opened.due_at, "until": row.until_at},
            link=addresses.sheet(settings_of(session), opened.public_id),
            turn=opened,
        )


MAX_DURATION = timedelta(days=28)
FARTHEST = timedelta(days=180)
MAX_AT_ONCE = 3
MAX_NOTE_LENGTH = 200
# Asking for a name or an address says whether there is such an account.
MAX_LOOKUPS, LOOKUPS_WITHIN = 20, timedelta(days=1)
# And in an anonymous game, that somebody cannot act for a house says that they are in it.
MAX_MASKED, MASKED_WITHIN = 3, timedelta(days=2)
MAX_LISTED = 200


def look_up(session: Session, account: Account, now: datetime, game_id: str) -> None:
    """Count a search for an account to act in a game; Denied `too-many-attempts`.
    To be committed before `delegate`."""
    game = session.scalar(select(Game).filter_by(public_id=game_id))
    if game is not None and anonymous(game):
        count_attempt(session, "masked", f"{account.public_id} {game_id}", MAX_MASKED, MASKED_WITHIN, now)
    count_attempt(session, "delegate", account.public_id, MAX_LOOKUPS, LOOKUPS_WITHIN, now)


def delegate(
    session: Session,
    account: Account,
    game_id: str,
    to: str,
    from_at: datetime,
    until_at: datetime,
    now: datetime,
    note: str = "",
    where: str = "",
) -> Delegation:
    """Appoint a deputy for one's seat for a time; `to`: an account's address or name.

    Deputies write orders and declare readiness; they cannot leave the seat, vote, or pass the right on. Nobody who has,
    had or masters anything else in the game can be one. Times are aware; `from_at` in the past means now. Raises
    NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`, `conflict-of-interest`,
    `too-many-delegations`), Invalid (`no-such-person`, `name-not-unique`, `not-yourself`, `bad-times`, `too-long`,
    `overlapping`).
    """
    game = find_game(session, game_id, lock=True)
    seat = seat_in(game, account)
    if seat is None or seat.house is None or seat.kind != "human":
        raise Denied("not-your-seat", "You have no seat in this game.")
    if game.status != "running":
        raise Denied("game-not-running", "This game is not running.")
    note = input_validation.line(note, "note", MAX_NOTE_LENGTH, empty=True)
    from_at = max(from_at, now)
    if until_at <= from_at:
        raise Invalid("bad-times", "The end must be after the beginning, and in the future.", "until")
    if until_at - from_at > MAX_DURATION:
        raise Invalid("too-long", "At most {days} days at a time.", "until", days=MAX_DURATION.days)
    if from_at > now + FARTHEST:
        raise Invalid("bad-times", "At most {days} days ahead.", "from", days=FARTHEST.days)
    deputy = _person(session, to)
    if deputy.id == account.id:
        raise Invalid("not-yourself", "You cannot be the deputy for your own seat.", "to")
    _no_conflict(session, game, seat, deputy)
    _check_overlap(session, seat, from_at, until_at, now)
    delegation = Delegation(
        public_id=new_id(),
        game_id=game.id,
        seat_id=seat.id,
        granter_id=account.id,
        account=deputy,
        account_id=deputy.id,
        note=note,
        granted_at=now,
        from_at=from_at,
        until_at=until_at,
    )
    session.add(delegation)
    session.flush()
    times = {"from": from_at.isoformat(), "until": until_at.isoformat()}
    document = {"house": seat.house, "to": deputy.public_id, **times}
    write_down(session, game, account, "seat-delegated", document, now)
    _tell(session, "delegation-granted", delegation, game, seat, deputy, account, now)
    tell_owner(session, "delegation-given", account, now, where, {"game": game.title, "who": deputy.name})
    return delegation


def revoke(session: Session, account: Account, game_id: str, delegation_id: str, now: datetime) -> None:
    """End a deputy's right early, as its seat's owner or as the deputy; idempotent.

    Raises NotFound (`no-such-game`, `no-such-delegation`).
    """
    game = find_game(session, game_id, lock=True)
    seat = seat_in(game, account)
    grant = session.scalar(select(Delegation).filter_by(game_id=game.id, public_id=delegation_id))
    mine = grant is not None and seat is not None and grant.seat_id == seat.id
    if grant is None or not (mine or grant.account_id == account.id):
        raise NotFound("no-such-delegation", "There is no such delegation.")
    if grant.revoked_at is not None or grant.until_at <= now:
        return
    grant.revoked_at = now
    document = {"house": grant.seat.house, "to": grant.account.public_id, "by": "granter" if mine else "delegate"}
    write_down(session, game, account, "delegation-revoked", document, now)
    other = grant.account if mine else grant.seat.account
    if other is not None:
        what = "delegation-revoked" if mine else "delegation-returned"
        _tell(session, what, grant, game, grant.seat, other, account, now)


def _person(session: Session, to: str) -> Account:
    """The account with this address, or the only one with this name."""
    living = select(Account).filter_by(deleted_at=None)
    if "@" in to:
        matches = session.scalars(living.filter_by(email=input_validation.email(to, "to"))).all()
    else:
        name = input_validation.line(to, "to", 60)
        matches = session.scalars(living.where(func.lower(Account.name) == name.lower()).limit(2)).all()
    if not matches:
        raise Invalid("no-such-person", "No account here has this name or address.", "to")
    if len(matches) > 1:
        raise Invalid("name-not-unique", "Several people have this name; use the address.", "to")
    return matches[0]


def _no_conflict(session: Session, game: Game, seat: Seat, account: Account) -> None:
    """Nobody may act for a house who knows, or may learn, the secrets of another one."""
    if (
        seat_in(game, account) is not None
        or has_held_seat(session, game, account)
        or game.creator_id == account.id
        or has_been_master(session, game, account)
        or acts_for_another(session, seat, account)
    ):
        raise Denied(
            "conflict-of-interest",
            "This person plays or has played another house in this game, is a deputy for one, or is the game master.",
        )


def _check_overlap(session: Session, seat: Seat, from_at: datetime, until_at: datetime, now: datetime) -> None:
    """Raise if a seat can have no more deputies at a time.
    Raises Denied `too-many-delegations`, Invalid `overlapping`."""
    query = select(Delegation).filter_by(seat_id=seat.id, revoked_at=None).where(Delegation.until_at > now)
    pending = session.scalars(query).all()
    if len(pending) >= MAX_AT_ONCE:
        raise Denied("too-many-delegations", "There are already {most} such delegations.", most=MAX_AT_ONCE)
    if any(delegation.from_at < until_at and from_at < delegation.until_at for delegation in pending):
        raise Invalid("overlapping", "Another deputy is set for that time; end that delegation first.", "from")


def _tell(
    session: Session,
    what: str,
    delegation: Delegation,
    game: Game,
    seat: Seat,
    reader: Account,
    by: Account,
    now: datetime,
) -> None:
    """Email a reader that a delegation was granted, revoked or returned.
    `what` is the kind of email, `by` who did it."""
    values: Values = {
        "house": seat.house or "",
        # Whose seat it is knows whom they asked; whom they ask is not told who plays.
        "who": visible_delegate(game, by, None, reader_is_granter=True)
        if reader.id == seat.account_id
        else player_signs(game, by),
        "from": delegation.from_at,
        "until": delegation.until_at,
        "words": delegation.note if what == "delegation-granted" else "",
    }
    notify(session, what, f"{what}:{delegation.public_id}", now, game=game, accounts=[reader], values=values)


def end_expired(store: Store, now: datetime) -> int:
    """End expired deputy rights, each in its own transaction; return how many."""
    over = select(Delegation.id).where(Delegation.revoked_at.is_(None), Delegation.until_at <= now)
    count, _ = process_each(
        store,
        over.order_by(Delegation.until_at).limit(MAX_LISTED),
        lambda session, delegation_id: _end(session, delegation_id, now),
        trouble="a right to act for a seat cannot be ended",
        name="delegation",
    )
    return count


def _end(session: Session, delegation_id: int, now: datetime) -> None:
    """Write down that a right ended at its time, and tell both while the game goes on."""
    query = select(Delegation).filter_by(id=delegation_id, revoked_at=None)
    right = session.scalar(query.with_for_update(of=Delegation, skip_locked=True))
    if right is None:
        return
    right.revoked_at = right.until_at
    seat, game = right.seat, right.seat.game
    if game.status != "running":
        return
    document = {"house": seat.house, "to": right.account.public_id}
    write_down(session, game, None, "delegation-over", document, now)
    notices = [("delegation-over-you", right.account)]
    if seat.account is not None:
        notices.append(("delegation-over", seat.account))
    for what, reader in notices:
        # Both know who it was: whose seat it is asked them.
        values = {"house": seat.house or "", "who": visible_delegate(game, right.account, None, reader_is_granter=True)}
        notify(session, what, f"{what}:{right.public_id}", now, game=game, accounts=[reader], values=values)
