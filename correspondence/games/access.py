"""Finding games and seats, permissions, who is told names, and a game's terms.

This is the one place that reads a name, an address or an id of somebody for the readers of a game
(`tests/house/test_names.py` checks that). In an anonymous game nobody learns before its end who has a seat, had one, is
deputy, made the game, masters it or invites to it: people appear as houses and roles. A master who does not play reads
the names of players, masters read each other's, and everybody reads their own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import lru_cache

from sqlalchemy import CompoundSelect, bindparam, select, union
from sqlalchemy.orm import Session, selectinload
from sqlalchemy.orm.interfaces import ORMOption

from adjudicator import games
from adjudicator.engine import Level
from correspondence.games.options import DATA, NewGame, pace_text
from correspondence.input_validation import Denied, NotFound, looks
from correspondence.models import Account, Delegation, Game, GameMaster, Seat, SeatHolder, Turn
from correspondence.read_cache import is_known_absent, remembered
from correspondence.rows import columns_of, listed, locking_query
from narration.words import LANGUAGES, N_, Words, translator

FORMER = N_("a former player")
# In an anonymous game, for whoever plays it and whoever masters it.
A_PLAYER, A_MASTER = N_("A player"), N_("A game master")
NOBODY = (FORMER, A_PLAYER, A_MASTER)
# Who speaks in emails and in the log besides players.
OTHERS = (N_("the service"), N_("steward"), N_("The game master"))
BOTS: Mapping[Level, str] = {
    "squire": N_("squire bot"),
    "steward": N_("steward bot"),
    "maester": N_("maester bot"),
}
NAMELESS = frozenset({"rookery", "service", "the steward", "game master", "former player"})
ADDRESSES = frozenset({"admin", "administrator", "moderator", "system", "support", "host", "noreply", "postmaster"})
_HOUSE = re.compile(r"^(House|Casa) ")


def displayed_name(name: str, words: Words) -> str:
    """Return a player's name; a placeholder for nobody in the reader's language."""
    return words.say(name) if name in NOBODY else name


def stands_for_another(name: str) -> bool:
    """Whether a name could pass for an unnamed person, the service, or a house.
    Covers programs, masters and houses of any edition, in any language and however disguised."""
    # Those that hosts brought since, too.
    return looks(name) in _reserved_names(tuple({**games.ALL_EDITIONS, **games.EDITIONS}))


@lru_cache(maxsize=4)
def _reserved_names(editions: tuple[str, ...]) -> frozenset[str]:
    """Return the skeletons of names that no player may take.
    They are those of the service, of bots, and of houses of these editions, in any language."""
    languages = [translator(language) for language in LANGUAGES]
    reserved_names = (
        {words.say(text) for words in languages for text in (*NOBODY, *OTHERS, *BOTS.values())} | NAMELESS | ADDRESSES
    )
    for edition in map(games.edition, editions):
        for house in edition.houses.values():
            names = {_HOUSE.sub("", name) for name in (house.id, *map(house.name.say, LANGUAGES))}
            reserved_names |= {f"{before}{name}" for name in names for before in ("", "House ", "house of ", "Casa ")}
    return frozenset(map(looks, reserved_names))


NO_GAME = N_("There is no such game.")
# What nearly every request asks is put together once: that takes as long as to ask it.
_GAME = select(Game).where(Game.public_id == bindparam("game"))
_LOCKED_GAME = locking_query(_GAME).execution_options(populate_existing=True)
_MASTERS = (
    select(GameMaster)
    .where(GameMaster.game_id == bindparam("game"), GameMaster.until.is_(None))
    .order_by(GameMaster.id)
)
_HELD = (
    select(SeatHolder.id)
    .where(SeatHolder.game_id == bindparam("game"), SeatHolder.account_id == bindparam("account"))
    .limit(1)
)
_ACTED = (
    select(Delegation.id)
    .where(Delegation.game_id == bindparam("game"), Delegation.account_id == bindparam("account"))
    .limit(1)
)
_ACTS = select(Delegation).where(
    Delegation.game_id == bindparam("game"),
    Delegation.account_id == bindparam("account"),
    Delegation.revoked_at.is_(None),
)


@dataclass(frozen=True)
class Who:
    """What somebody is in a game.

    `seat` is the one they act for, their own or (`delegated`) another's; `gm`: they master the game; `playing`: they
    hold, held, or act for a seat of it, so they may know nothing that a player does not. `host`: they run the service.
    """

    account: Account | None
    seat: Seat | None = None
    delegated: bool = False
    gm: bool = False
    playing: bool = False
    host: bool = False

    @property
    def house(self) -> str | None:
        """The house they act for, if it is dealt."""
        return self.seat.house if self.seat else None

    @property
    def sees_all(self) -> bool:
        """Whether they may see players' secrets: a game master who does not play."""
        return self.gm and not self.playing


def who_is(session: Session, game: Game, account: Account | None, now: datetime) -> Who:
    """What an account (None: somebody unknown) is in a game at this moment."""
    if account is None:
        return Who(None)
    return remembered(session, ("who", game.id, account.id, now), lambda: _who_is(session, game, account, now))


def _who_is(session: Session, game: Game, account: Account, now: datetime) -> Who:
    """Return an account's roles in a game: seat, deputy, master, player, host."""
    own, seat = seat_in(game, account), seat_acted_for(session, game, account, now)
    return Who(
        account=account,
        seat=seat,
        delegated=seat is not None and own is None,
        gm=masters(session, game, account),
        playing=own is not None or has_held_seat(session, game, account) or has_been_deputy(session, game, account),
        host=account.host,
    )


def masters(session: Session, game: Game, account: Account) -> bool:
    """Whether an account masters a game now."""
    return any(row.account_id == account.id for row in masters_of(session, game))


def masters_of(session: Session, game: Game) -> list[GameMaster]:
    """Return a game's masters who accepted, in the order in which they came."""
    return [row for row in masters_or_invited(session, game) if row.accepted_at is not None]


def masters_or_invited(session: Session, game: Game) -> Sequence[GameMaster]:
    """Return a game's masters and those asked to be one, in order of arrival."""
    return remembered(session, ("masters", game.id), lambda: session.scalars(_MASTERS, {"game": game.id}).all())


def has_held_seat(session: Session, game: Game, account: Account) -> bool:
    """Whether an account ever held a seat of a game that had begun."""
    key, parameters = ("held before", game.id, account.id), {"game": game.id, "account": account.id}
    return remembered(session, key, lambda: session.scalar(_HELD, parameters) is not None)


def has_been_deputy(session: Session, game: Game, account: Account) -> bool:
    """Whether an account was ever a deputy in a game, even without using the right."""
    return session.scalar(_ACTED, {"game": game.id, "account": account.id}) is not None


def find_game(session: Session, game_id: str, *, lock: bool = False) -> Game:
    """Return the game with a public id, or lock it; NotFound `no-such-game`."""
    game = remembered(
        session, ("game", game_id, lock), lambda: session.scalar(_LOCKED_GAME if lock else _GAME, {"game": game_id})
    )
    if game is None:
        raise NotFound("no-such-game", NO_GAME)
    return game


def keep(session: Session, game: Game) -> Game:
    """Cache a game found otherwise under its public id, in a reading session."""
    return remembered(session, ("game", game.public_id, False), lambda: game)


def seats_alone() -> ORMOption:
    """Load seats without accounts, for game lists that only count players."""
    return selectinload(Game.seats).lazyload(Seat.account)


def seat_in(game: Game, account: Account | None) -> Seat | None:
    """Return an account's seat in a game; None if it has none."""
    if account is None:
        return None
    return next((seat for seat in game.seats if seat.account_id == account.id), None)


def required_seat(game: Game, account: Account) -> Seat:
    """The seat of an account at a game; Denied `not-your-seat` if it has none."""
    seat = seat_in(game, account)
    if seat is None:
        raise no_seat()
    return seat


def seat_acted_for(session: Session, game: Game, account: Account | None, now: datetime) -> Seat | None:
    """Return an account's seat, or the one it is deputy for now; None for neither."""
    seat = seat_in(game, account)
    if seat is not None or account is None:
        return seat
    delegations = session.scalars(_ACTS, {"game": game.id, "account": account.id})
    match = next((delegation for delegation in delegations if delegation.holds(now)), None)
    return next((seat for seat in game.seats if match is not None and seat.id == match.seat_id), None)


def no_seat() -> Denied:
    """What somebody is told who has no seat at a game, or acts for none."""
    return Denied("not-your-seat", N_("You have no seat in this game."))


def own_seat(session: Session, game: Game, account: Account | None, now: datetime) -> tuple[Seat, str]:
    """Return the seat an account acts for and its house; Denied `not-your-seat`."""
    seat = seat_acted_for(session, game, account, now)
    if seat is None or seat.house is None:
        raise no_seat()
    return seat, seat.house


def games_of(account: Account) -> CompoundSelect[tuple[int]]:
    """Return a query for keys of games in which an account has a seat or is master."""
    seated = select(Seat.game_id).where(Seat.account_id == account.id)
    mastered = select(GameMaster.game_id).where(
        GameMaster.account_id == account.id, GameMaster.until.is_(None), GameMaster.accepted_at.is_not(None)
    )
    return union(seated, mastered)


def require_creator(game: Game, account: Account) -> None:
    """Denied `not-your-game` unless the account made the game."""
    if game.creator_id != account.id:
        raise Denied("not-your-game", N_("Only the person who created the game may do this."))


def require_master(session: Session, game: Game, account: Account) -> None:
    """Denied `not-your-game` unless the account made the game or masters it."""
    if not masters(session, game, account):
        require_creator(game, account)


def require_not_begun(game: Game) -> None:
    """Raise Denied `game-started` after the first turn, `game-over` if called off."""
    if game.status == "cancelled":
        raise Denied("game-over", N_("This game was cancelled."))
    if game.status not in ("lobby", "mustering"):
        raise Denied("game-started", N_("This game has begun."))


def require_lobby(game: Game) -> None:
    """Raise Denied unless people can still take seats in a game.
    `game-full` during the check-in, `game-started` later, `game-over` if it was cancelled."""
    if game.status == "mustering":
        raise Denied("game-full", N_("No seat is free."))
    require_not_begun(game)


def delegates_now(session: Session, seats: Iterable[Seat], now: datetime) -> list[tuple[Account, Seat]]:
    """Who acts at this moment for which of these seats."""
    by_id = {seat.id: seat for seat in seats}
    if not by_id or any(is_known_absent(session, seat.game_id, "delegations") for seat in by_id.values()):
        return []
    query = select(Delegation).where(
        Delegation.seat_id.in_(by_id), Delegation.revoked_at.is_(None), Delegation.until_at > now
    )
    return [(row.account, by_id[row.seat_id]) for row in session.scalars(query) if row.holds(now)]


def anonymous(game: Game) -> bool:
    """Whether a game hides its people from those who may not know everything, now."""
    return game.names == "anonymous" and game.status != "finished"


def are_names_visible(game: Game, who: Who | None = None) -> bool:
    """Whether the players' names may be told: to a reader, or (None) to everybody.

    In an anonymous game nobody learns them before the end, except its master, if they do not play.
    """
    return not anonymous(game) or (who is not None and who.sees_all)


def visible_name(game: Game, seat: Seat, who: Who | None = None) -> str:
    """Return a seat holder's name as a reader (None: everybody) may know it, or empty."""
    return visible_account(game, seat.account, who)


def visible_account(game: Game, account: Account | None, who: Who | None = None) -> str:
    """Return the name of a holder or deputy as a reader may know it, or empty."""
    if account is None:
        return ""
    return account.name if _own(account, who) or are_names_visible(game, who) else ""


def visible_person(game: Game, seat: Seat, who: Who | None = None) -> str:
    """Return a seat holder's public page if named; empty for bots and departed people."""
    if seat.account is None or seat.kind != "human" or seat.account.deleted_at is not None:
        return ""
    return seat.account.public_id if visible_name(game, seat, who) else ""


def names_of_houses(game: Game) -> dict[str, str]:
    """Who plays which house, as everybody may know it; nothing in an anonymous game."""
    names = {seat.house: visible_name(game, seat) for seat in game.seats if seat.house}
    return {house: name for house, name in names.items() if name}


def visible_delegate(game: Game, account: Account, who: Who | None, *, reader_is_granter: bool) -> str:
    """Return a deputy's name as the reader may see it.
    `reader_is_granter`: the reader has the seat and appointed them."""
    return account.name if reader_is_granter else visible_account(game, account, who)


def player_signs(game: Game, account: Account) -> str:
    """Return how a player is called in emails to others; anonymously `A_PLAYER`."""
    return A_PLAYER if anonymous(game) else account.name


def master_signs(game: Game, account: Account) -> str:
    """Return a master's name for emails and overrides; in anonymous games `A_MASTER`.

    Masters often play: their name would reveal a player. In the journal of overrides it stays for good.
    """
    return A_MASTER if anonymous(game) else account.name


def visible_master(game: Game, account: Account, who: Who | None) -> str:
    """Return a (prospective) game master's name as a reader may know it, or empty."""
    is_visible = are_names_visible(game, who) or _own(account, who) or (who is not None and who.gm)
    return account.name if is_visible else ""


def visible_master_id(game: Game, account: Account, who: Who | None) -> str:
    """The public id of such a person, where their name is told."""
    return account.public_id if visible_master(game, account, who) else ""


def _own(account: Account, who: Who | None) -> bool:
    return who is not None and who.account is not None and who.account.id == account.id


NOTHING = -1
TellTime = Callable[[datetime], datetime]


def last_shown(session: Session, game: Game, who: Who) -> int | None:
    """Return the last turn whose results a reader may know; None for everything.

    0: the opening alone, NOTHING: not even that. Deputies, and masters without a seat, know everything; former holders
    of a seat look on like anybody.
    """
    inside = who.seat is not None or who.sees_all
    if inside or game.status == "finished" or game.spectators == "open":
        return None
    if game.spectators != "delayed":
        return NOTHING
    # Turns that were rolled back have numbers, but are no turns one could be behind.
    closed = select(Turn.number).where(Turn.game_id == game.id, Turn.status == "closed")
    return session.scalar(closed.order_by(Turn.number.desc()).offset(game.spectator_delay).limit(1)) or 0


def sees_readiness(game: Game, who: Who) -> bool:
    """Whether a reader of the open turn may see who is ready for it, and since when.

    In an anonymous game only its players and a non-playing master: times of activity reveal people.
    """
    return who.seat is not None or are_names_visible(game, who)


def visible_times(session: Session, game: Game, who: Who | None) -> TellTime:
    """Return how times of activity are shown to a reader (None: to everybody).

    Exact, or where names are hidden no finer than the turn, as times of activity reveal people: then it is the time at
    which that turn opened, and before the first one that at which the game was made.
    """
    if are_names_visible(game, who):
        return lambda at: at
    query = select(Turn.opened_at).where(Turn.game_id == game.id).order_by(Turn.opened_at)
    openings = remembered(session, ("openings", game.id), lambda: session.scalars(query).all())

    def told(at: datetime) -> datetime:
        place = bisect_right(openings, at)
        return openings[place - 1] if place else game.created_at

    return told


@dataclass(frozen=True)
class GameMails:
    """A game that is not over, and whether its emails go to the account's address."""

    id: str
    title: str
    wanted: bool


def mail_settings_of(session: Session, account: Account) -> list[GameMails]:
    """Return if each unfinished game of an account sends emails, newest first."""
    return [GameMails(game.public_id, game.title, seat.wants_mail) for game, seat in _seats(session, account)]


def choose_mails(session: Session, account: Account, game_ids: Collection[str]) -> None:
    """Enable emails of the named games; disable those of one's other unfinished games."""
    for game, seat in _seats(session, account):
        seat.wants_mail = game.public_id in game_ids


def _seats(session: Session, account: Account) -> list[tuple[Game, Seat]]:
    """Return an account's unfinished games with its seats in them, newest first."""
    query = (
        select(Game, Seat)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.account_id == account.id, Game.status.not_in(("finished", "cancelled")))
        .order_by(Game.id.desc())
    )
    return [(game, seat) for game, seat in session.execute(query).all()]


_FIELDS = tuple(field.name for field in fields(NewGame))
_UNITS = {"_hours": 3600, "_minutes": 60}
# The field of NewGame, the column of Game, and how many seconds one of the field's units has.
TIMES = tuple(
    (name, name.removesuffix(unit) + "_seconds", seconds)
    for name in _FIELDS
    for unit, seconds in _UNITS.items()
    if name.endswith(unit)
)
# Kept with commas between.
_LISTED = ("pace", "modules", "houses", "messages", "votes")
_SAME = tuple(name for name in _FIELDS if name in Game.__table__.columns and name not in _LISTED)
DEADLINE_FIELDS, ABSENCE_FIELDS, _OTHERS, _LOBBY = (
    frozenset(DATA["changeable"][name]) for name in ("deadlines", "absence", "others", "lobby")
)
# What may be changed while a game runs, and what more while it is in its lobby.
WHILE_RUNNING = DEADLINE_FIELDS | ABSENCE_FIELDS | _OTHERS
IN_LOBBY = WHILE_RUNNING | _LOBBY


def write_terms(game: Game, new: NewGame) -> None:
    """Put the terms into the game's row. They are checked already."""
    for name in _SAME:
        setattr(game, name, getattr(new, name))
    for field, column, seconds in TIMES:
        setattr(game, column, getattr(new, field) * seconds)
    game.pace = pace_text(new.pace)
    for name in ("modules", "houses", "messages", "votes"):
        setattr(game, name, ",".join(getattr(new, name)))


def terms_of(game: Game, *, plays: bool = True) -> NewGame:
    """Return a game's terms without seats; `plays`: maker or all masters have seats."""
    return NewGame(
        **columns_of(game, *_SAME),
        **{field: getattr(game, column) / seconds for field, column, seconds in TIMES},
        modules=game.parts,
        houses=game.playing,
        pace=game.stops,
        messages=listed(game.messages),
        votes=listed(game.votes),
        play=plays,
    )


# In so many turns at most, the open one among them, the bot decides what a substitute leaves open.
TURNS_STOOD_BY = 2


def has_been_master(session: Session, game: Game, account: Account) -> bool:
    """Return whether an account is or was a game's master; an invited one is not."""
    mine = select(GameMaster.id).filter_by(game_id=game.id, account_id=account.id)
    return session.scalar(mine.where(GameMaster.accepted_at.is_not(None)).limit(1)) is not None


def acts_for_another(session: Session, seat: Seat, account: Account) -> bool:
    """Whether somebody acts, or acted, for another seat of this seat's game."""
    rights = select(Delegation.id).filter_by(game_id=seat.game_id, account_id=account.id)
    return session.scalar(rights.where(Delegation.seat_id != seat.id).limit(1)) is not None


def may_take(session: Session, game: Game, seat: Seat, account: Account) -> None:
    """Raise Denied unless somebody may play this seat: one each, no known secrets.

    `already-seated`, `held-a-seat` (not for this seat), `masters-game`, `acts-for-a-seat`.
    """
    mine = seat_in(game, account)
    if mine is not None and mine is not seat:
        raise Denied("already-seated", N_("You already have a seat in this game."))
    query = select(SeatHolder.seat_id).where(SeatHolder.game_id == game.id, SeatHolder.account_id == account.id)
    seats = set(session.scalars(query))
    if seats - {seat.id}:
        raise Denied("held-a-seat", N_("You have played another house in this game, and know its secrets."))
    # A master who played this house knew no more than it, and has learned nothing since.
    if not seats and has_been_master(session, game, account):
        raise Denied("masters-game", N_("The game master of a game cannot take a seat in it once it runs."))
    if acts_for_another(session, seat, account):
        raise Denied("acts-for-a-seat", N_("You are a deputy for another house in this game, and know its secrets."))


def can_take(session: Session, game: Game, seat: Seat, account: Account) -> bool:
    """Whether somebody may play this seat."""
    try:
        may_take(session, game, seat, account)
    except Denied:
        return False
    return seat_in(game, account) is None


def last_bot_helped_turn(session: Session, game: Game, seat: Seat, account: Account, number: int) -> int:
    """Return the last turn in which the bot decides what a substitute leaves open.

    For who takes over in turn `number`. 0 for none: where the terms leave empty seats to the defaults, and for former
    holders of this seat, as nobody gains by leaving and coming back.
    """
    if game.absent_seat == "defaults":
        return 0
    query = select(SeatHolder.id).where(SeatHolder.seat_id == seat.id, SeatHolder.account_id == account.id)
    return 0 if session.scalar(query.limit(1)) is not None else number + TURNS_STOOD_BY - 1


def bot_helped_houses(game: Game, number: int) -> frozenset[str]:
    """Return houses whose new players are helped: the bot decides what they leave.
    `number` is the turn's."""
    return frozenset(
        seat.house for seat in game.seats if seat.kind == "human" and seat.house and seat.bot_until >= number
    )


def offered_seats(game: Game) -> list[Seat]:
    """The seats for which a substitute is wanted."""
    return [seat for seat in game.seats if seat.offered_at is not None]
