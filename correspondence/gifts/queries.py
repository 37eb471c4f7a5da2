"""The page of gifts: what one has, whom one can give to, what was given in the open call."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.thrones.rules.control import free_tokens, players_of
from correspondence.accounts.models import Account
from correspondence.archive.reading import current, stored_position
from correspondence.calls.access import collecting, takes_sheets
from correspondence.errors import Denied
from correspondence.games.access import game_named, own_seat
from correspondence.gifts.use_cases import Gift, gifts_in
from narration.thrones.edition_words import gifts_known
from narration.words import N_


@dataclass(frozen=True)
class Receiver:
    """A house that can be given Power: what it has, and how much more it can have."""

    house: str
    power: int
    room: int


@dataclass(frozen=True)
class GiftsPage:
    """What the reader's house can give away. `call_id` is empty while no call takes sheets; `number` is that of the
    gift that would come next; `given` are those of the open call; `vassal`: the house is one, and has no Power;
    `barred`: the game rests where the rules allow no gift.
    """

    game_id: str
    title: str
    edition: str
    you: str
    power: int
    vassal: bool
    call_id: str
    call_number: int
    number: int
    barred: bool
    receivers: tuple[Receiver, ...]
    given: tuple[Gift, ...]


def gifts_page(session: Session, account: Account, game_id: str, now: datetime) -> GiftsPage:
    """The page for whoever has a seat, or acts for one. Raises NotFound `no-such-game`, Denied (`not-your-seat`,
    `no-gifts`)."""
    game = game_named(session, game_id)
    _, house = own_seat(session, game, account, now)
    rules = game.rules
    if not gifts_known(rules) or game.started_at is None:
        raise Denied("no-gifts", N_("Power cannot be given away in this game."))
    board = current(session, game).showing.board
    call = collecting(session, game)
    given = tuple(gifts_in(session, call)) if call else ()
    return GiftsPage(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        you=house,
        power=board.power[house],
        vassal=house in board.vassals,
        call_id=call.public_id if call and takes_sheets(call, now) else "",
        call_number=call.number if call else 0,
        number=1 + sum(gift.house == house for gift in given),
        barred=bool(call) and face.no_gifts_now(face.decode(stored_position(session, game))) is not None,
        receivers=tuple(
            Receiver(other, board.power[other], free_tokens(board, rules, other))
            for other in players_of(board)
            if other != house
        ),
        given=given,
    )
