"""The page of gifts: what one has, whom one can give to, what was given in the open call."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.families import of_edition
from adjudicator.kernel.desk import Receiver
from correspondence.archive.reading import current, stored_position
from correspondence.calls.access import collecting, takes_sheets
from correspondence.errors import Denied
from correspondence.games.access import game_named, own_seat
from correspondence.gifts.use_cases import NO_GIFTS, Gift, gifts_in
from correspondence.models.accounts import Account


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
    known = of_edition(rules.id).gifts
    if known is None or not known.known(rules) or game.started_at is None:
        raise Denied("no-gifts", NO_GIFTS)
    board = current(session, game).showing.board
    purses = {purse.house: purse for purse in known.purses(board, rules)}
    call = collecting(session, game)
    given = tuple(gifts_in(session, call)) if call else ()
    return GiftsPage(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        you=house,
        power=purses[house].power if house in purses else 0,
        vassal=house in face.unplayed(board),
        call_id=call.public_id if call and takes_sheets(call, now) else "",
        call_number=call.number if call else 0,
        number=1 + sum(gift.house == house for gift in given),
        barred=bool(call) and known.barred(face.decode(stored_position(session, game))) is not None,
        receivers=tuple(purse for purse in purses.values() if purse.house != house),
        given=given,
    )
