"""Seats of a game that runs: offered to substitutes, taken over, given back, exchanged.

A seat keeps its house, its sheets and what its house knows; people come and go. Whoever held it before has no access
any more, and what they did stays theirs in the history of holders (`SeatHolder`).
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.values import Board
from correspondence import input_validation
from correspondence.archive.queries import stored_position
from correspondence.calls.use_cases import call_now, call_of, collecting, locked_game
from correspondence.deadlines.changing import pause
from correspondence.errors import Denied, NotFound
from correspondence.games.access import seat_in
from correspondence.games.terms import may_take, stood_by_until
from correspondence.ledger.use_cases import note
from correspondence.lobby.seating import come_in, send_invitation
from correspondence.masters.use_cases import master_accounts
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat
from correspondence.notices.use_cases import notify
from correspondence.seats.handover import VASSAL, ask_again, brief_and_make_time, go_on_with, hand_over
from narration.words import N_

# Why a seat is offered; whoever merely missed calls may come back until somebody takes it.
MISSED, RETIRED, REPLACED, DELETED, WENT_BACK = "missed", "retired", "replaced", "deleted", "rolled-back"
# Who leaves so may leave a vassal behind; whoever is replaced makes place for somebody else.
LEAVING = (MISSED, RETIRED, DELETED)
# Who issues the edict, as the log has it.
SERVICE = "service"


def may_become_vassal(session: Session, game: Game, seat: Seat) -> bool:
    """Whether a seat can become a vassal's now: a call takes sheets, and the rules let the house (not Targaryen, not if
    fewer than two players were left)."""
    if collecting(session, game) is None or seat.house is None:
        return False
    rules = games.of_edition(game.edition)
    edict = rules.takes_seat(seat.house)
    if edict is None:
        return False
    return not rules.check_edict(documents.decode(stored_position(session, game)), edict).errors


def become_vassal(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """The player of a seat leaves for good and its house becomes a vassal, at once, in the call that takes sheets.

    `reason` stands in the log: a code of `narration.thrones.sentences.GONE` (`missed`, `retired`, `replaced`,
    `deleted`). Who was ready is asked again; a game that nobody plays any more pauses. The caller holds the locks of
    the open call and the game, and answers for its right. Where a call was adjudicated just now, call it when the next
    one is open.

    Raises Denied `no-open-call`, Illegal (`never-a-vassal`, `vassal-already`, `too-few-players`).
    """
    call = collecting(session, game)
    if call is None:
        raise Denied("no-open-call", N_("No call is open; a house can become a vassal only while one is."))
    position = documents.decode(stored_position(session, game))
    edict = games.of_edition(game.edition).takes_seat(seat.house or "")
    outcome = games.of(position).issue(position, edict, reason, SERVICE)
    go_on_with(session, game, call, outcome, now)
    if game.status == "running" and game.paused_at is None and not any(other.account_id for other in game.seats):
        pause(session, game, "nobody", None, now)


def offer(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Look for a substitute for a seat. Until one comes, the game's `absent_seat` plays it; whoever held it may come
    back before, unless they were `replaced`. Where it says so, the house becomes a vassal instead. The caller holds the
    locks of the open call and the game. A seat that is offered already is left as it is."""
    if reason == REPLACED and seat.account is not None:
        retire(session, game, seat, reason, now)
        return
    if seat.offered_at is not None:
        return
    if _left_to_vassals(session, game, seat, reason, now):
        return
    seat.offered_at, seat.offer_reason = now, reason[:40]
    if game.absent_seat != "defaults":
        hand_over(session, game, seat, seat.account, "steward", began="substitute", ended=reason, now=now)
    _offered(session, game, seat, reason, now)
    if seat.account is not None:
        key = f"{game.public_id}:seat-offered-you:{seat.house}:{int(now.timestamp())}"
        notify(session, "seat-offered-you", key, now, game=game, seats=[seat], values={"house": seat.house or ""})


def retire(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """Whoever has a seat leaves it for good, and a substitute is looked for, or the house becomes a vassal. The caller
    holds the locks of the open call and the game.

    A game that nobody plays any more pauses.
    """
    if _left_to_vassals(session, game, seat, reason, now):
        return
    left = seat.account
    kind = "human" if game.absent_seat == "defaults" else "steward"
    hand_over(session, game, seat, None, kind, began="substitute", ended=reason, now=now)
    seat.offered_at, seat.offer_reason = seat.offered_at or now, reason[:40]
    _offered(session, game, seat, reason, now)
    if left is not None and reason != DELETED:
        what = "seat-removed-you" if reason == REPLACED else "seat-left-you"
        key = f"{game.public_id}:seat-left:{seat.house}:{int(now.timestamp())}"
        values = {"house": seat.house or ""}
        notify(session, what, key, now, game=game, seats=(), accounts=[left], values=values)
    if not any(other.account_id for other in game.seats) and game.paused_at is None:
        pause(session, game, "nobody", None, now)


def _left_to_vassals(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> bool:
    """Make the house a vassal, if the game's terms say so of whoever leaves like this and the rules let it be one."""
    if game.absent_seat != VASSAL or reason not in LEAVING or not may_become_vassal(session, game, seat):
        return False
    if reason == DELETED:
        # Nobody is left to be told.
        hand_over(session, game, seat, None, "steward", began="substitute", ended=reason, now=now)
        session.flush()
    become_vassal(session, game, seat, reason, now)
    return True


def offer_again(session: Session, game: Game, board: Board, now: datetime) -> None:
    """The game went back to before houses became vassals: substitutes are looked for, and stewards play meanwhile.

    Whoever had such a seat may take it. The caller holds the game's lock.
    """
    for seat in game.seats:
        if seat.kind == VASSAL and seat.house not in games.of(board).unplayed(board):
            hand_over(session, game, seat, None, "steward", began="substitute", ended=WENT_BACK, now=now)
            seat.offered_at, seat.offer_reason = now, WENT_BACK
            _offered(session, game, seat, WENT_BACK, now)


def surrender(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Leave one's own seat for good.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`).
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = seat_in(game, account)
    if seat is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    retire(session, game, seat, RETIRED, now)
    note(session, game.public_id, account.public_id, "seat-surrendered", {"house": seat.house}, now)


def come_back(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Take one's own seat back that was offered because one was away.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`, `not-offered`).
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = seat_in(game, account)
    if seat is None:
        raise Denied("not-your-seat", N_("You have no seat in this game."))
    if seat.offered_at is None:
        raise Denied("not-offered", N_("Nobody is looked for to play this house."))
    welcome_back(session, game, seat, now)
    note(session, game.public_id, account.public_id, "seat-returned", {"house": seat.house}, now)


def welcome_back(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Whoever was away plays an offered seat again: they said so, or handed in a sheet. The caller holds the locks."""
    if seat.kind != "human":
        hand_over(session, game, seat, seat.account, "human", began="returned", ended="returned", now=now)
    seat.offered_at, seat.offer_reason, seat.misses_in_a_row = None, "", 0
    session.flush()
    ask_again(session, game, now)
    key = f"{game.public_id}:seat-returned:{seat.house}:{int(now.timestamp())}"
    notify(session, "seat-returned", key, now, game=game, values={"house": seat.house or ""})


def take_over(
    session: Session,
    account: Account,
    game_id: str,
    house: str,
    now: datetime,
    *,
    code: str = "",
    invitation: str = "",
) -> Seat:
    """Play an offered seat from now on, with at least a day for the open call, and a letter that tells everything.

    Of a game that is not open to everybody only with its code or an invitation, or by who was in it before. Raises
    NotFound (`no-such-game`, `no-such-house`, `no-such-invitation`), Denied (`game-not-running`, `not-offered`,
    `already-seated`, `held-a-seat`, `masters-game`, `acts-for-a-seat`, `not-invited`, `invitation-used`).
    """
    game = locked_game(session, game_id)
    runs(game)
    seat = seat_of(game, house)
    if seat.offered_at is None:
        raise Denied("not-offered", N_("Nobody is looked for to play this house."))
    may_take(session, game, seat, account)
    asked = come_in(session, game, account, now, code=code, invitation=invitation)
    if asked is not None:
        asked.used_at = now
    replace(session, game, seat, account, "substitute", now)
    note(session, game.public_id, account.public_id, "seat-taken-over", {"house": house}, now)
    return seat


def offer_to(session: Session, game: Game, seat: Seat, by: Account, email: str, now: datetime) -> None:
    """Offer a seat to the owner of an address, by an invitation. Whoever has it leaves it at once; until somebody comes
    it is played as offered seats are. The caller holds the locks and answers for the right of `by`.

    Raises Invalid `bad-email`, Denied (`too-many-invitations` and, of whoever is known here, as for `take_over`).
    """
    address = input_validation.email(email)
    invited = session.scalar(select(Account).where(Account.email == address, Account.deleted_at.is_(None)))
    if invited is not None:
        may_take(session, game, seat, invited)
        if seat_in(game, invited) is not None:
            raise Denied("already-seated", N_("This player has the seat."))
    send_invitation(session, by, game, address, seat.house, now)
    if seat.account is not None or seat.offered_at is None:
        retire(session, game, seat, REPLACED, now)


def replace(session: Session, game: Game, seat: Seat, account: Account, reason: str, now: datetime) -> None:
    """Give a seat to somebody else. The caller holds the game's lock and answers for its right to do so.

    What they leave open in their first calls the steward decides, until they have handed in a sheet.
    Raises Denied (`already-seated`, `held-a-seat`, `masters-game`, `acts-for-a-seat`).
    """
    may_take(session, game, seat, account)
    before, until = seat.account, stood_by_until(session, game, seat, account, call_now(session, game))
    hand_over(session, game, seat, account, "human", began="substitute", ended=REPLACED, now=now)
    seat.steward_until = until
    seat.offered_at, seat.offer_reason = None, ""
    session.flush()
    ask_again(session, game, now)
    values, at = {"house": seat.house or ""}, int(now.timestamp())
    if before is not None and before.id != account.id:
        key = f"{game.public_id}:seat-lost:{seat.house}:{at}"
        notify(session, "seat-lost-you", key, now, game=game, seats=(), accounts=[before], values=values)
    others = [other for other in game.seats if other is not seat]
    key = f"{game.public_id}:seat-taken:{seat.house}:{at}"
    told = [master for master in master_accounts(session, game) if master.id != account.id]
    notify(session, "seat-taken", key, now, game=game, seats=others, accounts=told, values=values)
    document = {"house": seat.house, "to": account.public_id, "reason": reason}
    note(session, game.public_id, "service", "seat-replaced", document, now)
    brief_and_make_time(session, game, seat, now)


def swap(session: Session, game: Game, seat_a: Seat, seat_b: Seat, now: datetime) -> None:
    """Two seats exchange who plays them; both learn what the other house knows. The caller holds the game's lock."""
    (account_a, kind_a), (account_b, kind_b) = (seat_a.account, seat_a.kind), (seat_b.account, seat_b.kind)
    # Nobody may hold two seats, not even between two statements.
    seat_a.account_id = seat_a.account = None
    session.flush()
    hand_over(session, game, seat_b, account_a, kind_a, began="swapped", ended="swapped", now=now)
    session.flush()
    hand_over(session, game, seat_a, account_b, kind_b, began="swapped", ended="swapped", now=now)
    session.flush()
    ask_again(session, game, now)
    houses = f"{seat_a.house},{seat_b.house}"
    note(session, game.public_id, "service", "seats-swapped", {"houses": houses}, now)
    key = f"{game.public_id}:seats-swapped:{houses.replace(',', '-')}:{int(now.timestamp())}"
    notify(session, "seats-swapped", key, now, game=game, values={"houses": houses})
    for seat in (seat_a, seat_b):
        brief_and_make_time(session, game, seat, now)


def seat_of(game: Game, house: str) -> Seat:
    """The seat of a house; NotFound `no-such-house`, also for a vassal, which nobody plays any more."""
    found = next((seat for seat in game.seats if seat.house == house and seat.kind != VASSAL), None)
    if found is None:
        raise NotFound("no-such-house", N_("There is no such house in this game."))
    return found


def runs(game: Game) -> None:
    """Denied `game-not-running` unless the game runs."""
    if game.status != "running":
        raise Denied("game-not-running", N_("This game does not run."))


def _offered(session: Session, game: Game, seat: Seat, reason: str, now: datetime) -> None:
    """The seat is offered now: readiness counted anew, everybody told, the ledger written."""
    session.flush()
    ask_again(session, game, now)
    call = call_of(session, game)
    document = {"house": seat.house, "reason": reason, "call": call.number if call else 0}
    note(session, game.public_id, "service", "seat-offered", document, now)
    others = [other for other in game.seats if other is not seat]
    what = "seat-offered-defaults" if game.absent_seat == "defaults" else "seat-offered"
    key = f"{game.public_id}:seat-offered:{seat.house}:{int(now.timestamp())}"
    told = [master for master in master_accounts(session, game) if master.id != seat.account_id]
    notify(session, what, key, now, game=game, seats=others, accounts=told, values={"house": seat.house or ""})
