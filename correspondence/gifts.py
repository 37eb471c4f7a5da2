"""Gifts of Power to players: immediate, open (MoD rules: gifts of Power, M-25)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Decreed, Receiver, values as engine
from correspondence.archive.records import current, journal_of, stored_position
from correspondence.audit_log import note
from correspondence.games.access import find_game, own_seat
from correspondence.input_validation import Denied
from correspondence.masters import master_accounts
from correspondence.models import Account, Game, Turn
from correspondence.notices.use_cases import Values, notify
from correspondence.review.pending_results import amend
from correspondence.seats import welcome_back
from correspondence.turns import collecting_turn, place_of, still_open, takes_sheets
from narration.words import N_

NO_GIFTS = N_("In this game you cannot give Power away.")


@dataclass(frozen=True)
class GiftsPage:
    """What the reader's house can give. `given` are the gifts of the current turn.

    `turn_id` is empty while no turn is open for orders. `number` is the number of the next gift. `vassal`: the house is
    a vassal and has no Power. `barred`: the game has stopped where the rules allow no gift.
    """

    game_id: str
    title: str
    edition: str
    you: str
    power: int
    vassal: bool
    turn_id: str
    turn_number: int
    number: int
    barred: bool
    receivers: tuple[Receiver, ...]
    given: tuple[Gift, ...]


def gifts_page(session: Session, account: Account, game_id: str, now: datetime) -> GiftsPage:
    """Return the gifts page for a seat's owner or deputy.
    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `no-gifts`)."""
    game = find_game(session, game_id)
    _, house = own_seat(session, game, account, now)
    rules = game.rules
    family = games.of_edition(rules.id)
    if not family.gives(rules) or game.started_at is None:
        raise Denied("no-gifts", NO_GIFTS)
    board = current(session, game).showing.board
    purses = {purse.house: purse for purse in family.purses(board, rules)}
    turn = collecting_turn(session, game)
    gifts = tuple(gifts_in(session, turn)) if turn else ()
    return GiftsPage(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        you=house,
        power=purses[house].power if house in purses else 0,
        vassal=house in games.of(board).unplayed(board),
        turn_id=turn.public_id if turn and takes_sheets(turn, now) else "",
        turn_number=turn.number if turn else 0,
        number=1 + sum(gift.house == house for gift in gifts),
        barred=bool(turn) and family.gifts_barred(documents.decode(stored_position(session, game))) is not None,
        receivers=tuple(purse for purse in purses.values() if purse.house != house),
        given=gifts,
    )


@dataclass(frozen=True)
class Gift:
    """Gift number `number` of `house` in a turn: `amount` Power, `to` another house."""

    number: int
    house: str
    to: str
    amount: int


def give(session: Session, account: Account, turn_id: str, to: str, amount: int, number: int, now: datetime) -> Gift:
    """Give Power of one's own house to another, as gift `number` (from 1) of the turn.

    The same gift submitted again is given once; another one under its number is refused. Giver and receiver lose
    readiness, as their Power changed. The locks of turn and game exclude other gifts and adjudication. Raises NotFound
    `no-such-turn`, Denied (`not-your-seat`, `turn-closed`, `stale-gift`), Illegal with the rules' objection.
    """
    place = place_of(session, account, turn_id, now, lock=True)
    still_open(place.turn, now)
    game = find_game(session, place.game.public_id, lock=True)
    earlier_gifts = [gift for gift in gifts_in(session, place.turn) if gift.house == place.house]
    gift = Gift(number, place.house, to, amount)
    if gift in earlier_gifts:
        return gift
    if number != len(earlier_gifts) + 1:
        raise Denied(
            "stale-gift",
            "You have made {n} gifts this turn; look at them before you make another. Nothing was given.",
            n=len(earlier_gifts),
        )
    if place.seat.offered_at is not None:
        welcome_back(session, game, place.seat, now)
    rules = games.of_edition(game.edition)
    override = rules.gift_override(engine.Gift(gift.house, to, amount))
    if override is None:
        raise Denied("no-gifts", NO_GIFTS)
    outcome = rules.issue(documents.decode(stored_position(session, game)), override, "", place.house)
    amend(session, game, place.turn, outcome, now, again=(gift.house, to))
    document = {"call": place.turn.number, "house": gift.house, "other": to, "n": amount}
    note(session, game, account, "gift", document, now)
    _tell(session, game, place.turn, gift, now)
    return gift


def gifts_in(session: Session, turn: Turn) -> list[Gift]:
    """Return the gifts made in a turn, in the order in which they were made."""
    gifts: list[Gift] = []
    rules = games.of_edition(session.get_one(Game, turn.game_id).edition)
    for entry in journal_of(session, turn):
        journal_gift = rules.gift_of(entry.override) if isinstance(entry, Decreed) else None
        if journal_gift is not None:
            number = 1 + sum(gift.house == journal_gift.house for gift in gifts)
            gifts.append(Gift(number, journal_gift.house, journal_gift.to, journal_gift.amount))
    return gifts


def _tell(session: Session, game: Game, turn: Turn, gift: Gift, now: datetime) -> None:
    """Tell everybody once; whom it concerns does not wait for a digest."""
    key = f"{game.public_id}:{turn.number}:gift:{gift.house}:{gift.number}:{int(now.timestamp())}"
    values: Values = {"house": gift.house, "to_house": gift.to, "n": gift.amount}
    both = [seat for seat in game.seats if seat.house in (gift.house, gift.to)]
    notify(session, "gift-you", f"{key}:both", now, game=game, seats=both, values=values)
    others = [seat for seat in game.seats if seat not in both]
    playing = {seat.account_id for seat in game.seats}
    masters = [master for master in master_accounts(session, game) if master.id not in playing]
    notify(session, "gift", key, now, game=game, seats=others, accounts=masters, values=values)
