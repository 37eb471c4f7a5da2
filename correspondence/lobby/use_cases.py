"""Make, list and start games, take and leave seats, change terms, call games off."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence import addresses, input_validation
from correspondence.audit_log import note
from correspondence.games.access import (
    ABSENCE_FIELDS,
    DEADLINE_FIELDS,
    IN_LOBBY,
    WHILE_RUNNING,
    anonymous,
    find_game,
    games_of,
    masters,
    no_seat,
    offered_seats,
    require_creator,
    require_lobby,
    require_master,
    require_not_begun,
    required_seat,
    seat_in,
    seats_alone,
    terms_of,
    visible_times,
    who_is,
    write_terms,
)
from correspondence.games.options import (
    CHOICES,
    PRESETS,
    NewGame,
    check_choice,
    checked_preferences,
    deadlines_of_pace,
    houses,
    validate_terms,
)
from correspondence.input_validation import Denied, Invalid, NotFound, Superseded
from correspondence.lobby.invitations import ACCEPTED, admit, answer
from correspondence.lobby.seating import (
    add_seat,
    any_house,
    back_to_lobby,
    begin_or_muster,
    begin_or_muster_if_full,
    choosable_houses,
    fill_seats,
    free_houses,
    houses_to_have,
    take_seat,
)
from correspondence.masters import ask_master, master_accounts, only_players_master
from correspondence.models import Account, AuditEntry, Game, GameMaster, Seat
from correspondence.notices.use_cases import notify
from correspondence.rows import columns_of, count_of, locking_query, new_id
from correspondence.store import settings_of
from narration.words import N_

MAX_LOBBIES = 20
LOBBY_LIFE = timedelta(days=30)
# So many are called off at once, and so many changes told.
MAX_STALE, MAX_CHANGES = 200, 20
BEFORE_THE_GAME = ("lobby", "mustering")


def create_game(session: Session, account: Account, new: NewGame, now: datetime) -> Game:
    """Make a game; its maker takes the first seat, or masters it without one.

    It starts at once if bots take all other seats. Raises Invalid with the field at fault, Illegal for an unknown
    edition, Denied `too-many-games`.
    """
    new, account = validate_terms(new), session.get_one(Account, account.id)
    input_validation.check_single_alphabet(new.title, "title")
    # Denied `too-many-games`: for whoever has many lobbies, counting those just called off, as each sends emails.
    lately = and_(Game.status == "cancelled", Game.finished_at > now - timedelta(days=1))
    waiting = or_(Game.status.in_(BEFORE_THE_GAME), lately)
    if count_of(session, Game, Game.creator_id == account.id, waiting) >= MAX_LOBBIES:
        raise Denied("too-many-games", N_("{most} of your games have not begun yet."), most=MAX_LOBBIES)
    game = lay_out(session, account, new, now)
    session.add(GameMaster(game_id=game.id, account_id=account.id, head=True, since=now, accepted_at=now))
    note(session, game.public_id, account.public_id, "game-made", {"title": game.title, "plays": new.play}, now)
    for address in new.masters:
        ask_master(session, game, account, address, now)
    begin_or_muster_if_full(session, game, account, now)
    return game


def lay_out(session: Session, account: Account, new: NewGame, now: datetime) -> Game:
    """Return an account's game in its lobby on `checked` terms, without a master."""
    game = Game(
        public_id=new_id(),
        join_code=new_id(),
        status="lobby",
        creator_id=account.id,
        created_at=now,
        seats=[],
    )
    write_terms(game, new)
    session.add(game)
    if new.play:
        for_people = [house for house in free_houses(game) if house not in new.bot_houses]
        take_seat(game, account, new.house or any_house(for_people, game), now).preferences = ",".join(new.preferences)
    for house in new.bot_houses:
        seat = add_seat(game, "steward", None, house if new.seat_choice == "choose" else None, now)
        seat.bot_level = new.bot_levels.get(house, new.bot_level)
    session.flush()
    return game


def join_game(
    session: Session,
    account: Account,
    game_id: str,
    now: datetime,
    *,
    code: str = "",
    invitation: str = "",
    house: str | None = None,
    preferences: Sequence[str] = (),
) -> Seat:
    """Take a seat in an open game, one's own, or by code or invitation.

    The last seat taken starts the game. Where houses are chosen and none is named, the first free one is taken;
    `preferences` is a sealed list of houses where they are dealt by wishes. Raises NotFound, Denied (`game-started`,
    `not-invited`, `already-seated`, `game-full`), Invalid (`unknown-choice`, `house-taken`).
    """
    game, account = find_game(session, game_id, lock=True), session.get_one(Account, account.id)
    require_lobby(game)
    invitation_row = admit(session, game, account, now, code=code, invitation=invitation)
    if seat_in(game, account) is not None:
        raise Denied("already-seated", N_("You already have a seat in this game."))
    wishes = checked_preferences(tuple(preferences), houses_to_have(game))
    if invitation_row is not None:
        answer(invitation_row, ACCEPTED, now, account)
        house = house or invitation_row.house
    seat = take_seat(game, account, house, now)
    seat.preferences = ",".join(wishes)
    if game.muster_until is not None:
        # There was a muster already: who comes now has just said yes.
        seat.confirmed_at = now
    session.flush()
    begin_or_muster_if_full(session, game, account, now)
    return seat


def choose_preferences(session: Session, account: Account, game_id: str, preferences: Sequence[str]) -> None:
    """Seal one's list of houses, best first; the latest holds until houses are dealt.

    Raises NotFound, Denied (`game-started`, `not-your-seat`), Invalid `unknown-choice`.
    """
    game = find_game(session, game_id, lock=True)
    require_not_begun(game)
    seat = required_seat(game, account)
    if game.seat_choice != "preferences":
        raise no_seat()
    seat.preferences = ",".join(checked_preferences(tuple(preferences), houses_to_have(game)))


def leave_game(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Give one's seat back before the game begins.
    Raises NotFound, Denied (`game-started`, `not-your-seat`)."""
    game = find_game(session, game_id, lock=True)
    require_not_begun(game)
    seat = required_seat(game, account)
    game.seats.remove(seat)
    if game.status == "mustering":
        session.flush()
        back_to_lobby(session, game, 1, now)


def free_seat(session: Session, account: Account, game_id: str, seat_id: str, now: datetime) -> None:
    """Free a bot's or player's seat before the game begins; tell the player.

    Not one's own. NotFound (`no-such-game`, `no-such-seat`), Denied (`not-your-game`, `game-started`, `game-over`).
    """
    game = find_game(session, game_id, lock=True)
    require_master(session, game, account)
    require_not_begun(game)
    seat = next((seat for seat in game.seats if seat.public_id == seat_id), None)
    if seat is None or seat.account_id == account.id:
        raise NotFound("no-such-seat", N_("There is no such seat in this game."))
    left = seat.account
    game.seats.remove(seat)
    session.flush()
    if left is not None:
        note(session, game.public_id, account.public_id, "seat-freed", {"account": left.public_id}, now)
        key = f"{game.public_id}:seat-freed:{seat_id}"
        notify(session, "seat-freed-you", key, now, game=game, seats=(), accounts=[left])
    if game.status == "mustering":
        back_to_lobby(session, game, 1, now)


def fill_with_bots(
    session: Session, account: Account, game_id: str, house_ids: Sequence[str] | None, now: datetime
) -> None:
    """Let bots play the wanted or (None) all free houses; a full game starts.

    Raises NotFound, Denied (`not-your-game`, `game-started`, `game-full`), Invalid (`unknown-choice`, `house-taken`).
    """
    game = find_game(session, game_id, lock=True)
    require_creator(game, account)
    require_lobby(game)
    fill_seats(game, house_ids, now)
    session.flush()
    begin_or_muster_if_full(session, game, account, now)


def start_game(session: Session, account: Account, game_id: str, now: datetime) -> bool:
    """Start a full game, or muster it first; return whether it has begun.

    Free seats go to bots if the terms say so (`bots_fill_seats`). Raises NotFound, Denied (`not-your-game`,
    `game-started`, `seats-free`).
    """
    game = find_game(session, game_id, lock=True)
    require_creator(game, account)
    require_lobby(game)
    if game.bots_fill_seats:
        fill_seats(game, None, now)
        session.flush()
    if len(game.seats) < game.players:
        raise Denied("seats-free", N_("Seats still free: {n}."), n=game.players - len(game.seats))
    begin_or_muster(session, game, account, now)
    return game.status == "running"


def cancel_game(session: Session, account: Account, game_id: str, now: datetime) -> None:
    """Turn a game off before it begins; everybody in it is told.

    Raises NotFound, Denied (`not-your-game`, `game-started`).
    """
    game = find_game(session, game_id, lock=True)
    require_master(session, game, account)
    require_not_begun(game)
    _cancel(session, game, account.public_id, "by-maker", now)


def cancel_stale_lobbies(session: Session, now: datetime) -> int:
    """Call off games that found no players for long; returns how many."""
    query = select(Game).where(Game.status == "lobby", Game.created_at < now - LOBBY_LIFE)
    stale = session.scalars(locking_query(query.order_by(Game.created_at).limit(MAX_STALE), skip_locked=True)).all()
    for game in stale:
        _cancel(session, game, "service", "too-old", now)
    return len(stale)


def _cancel(session: Session, game: Game, actor: str, why: str, now: datetime) -> None:
    """Cancel a game and email everybody but the actor.
    `why`: `by-maker` or `too-old`; the maker is told of the latter."""
    game.status, game.finished_at = "cancelled", now
    note(session, game.public_id, actor, "game-cancelled", {"why": why}, now)
    what = "game-cancelled" if why == "by-maker" else "game-expired"
    maker = session.get_one(Account, game.creator_id)
    readers = [seat.account for seat in game.seats if seat.account is not None]
    if why != "by-maker":
        readers.append(maker)
    recipients = [reader for reader in readers if reader.public_id != actor]
    notify(session, what, f"{game.public_id}:cancelled", now, game=game, seats=(), accounts=recipients)


CHANGED = "settings-changed"


@dataclass(frozen=True)
class Change:
    """A setting that was changed: what it was and what it is, as the API says it."""

    at: datetime
    field: str
    before: Any
    after: Any


def may_change(session: Session, game: Game, account: Account | None) -> bool:
    """Whether an account may change settings: the maker before the start, and masters."""
    if account is None or not changeable(game):
        return False
    return game.creator_id == account.id or masters(session, game, account)


def changeable(game: Game) -> frozenset[str]:
    """The fields that may be changed now."""
    if game.status in ("lobby", "mustering"):
        return IN_LOBBY
    return WHILE_RUNNING if game.status == "running" else frozenset()


def change_settings(
    session: Session,
    account: Account,
    game_id: str,
    changes: Mapping[str, Any],
    now: datetime,
    upon: Container[int] | None = None,
) -> tuple[Change, ...]:
    """Change fields of a game's terms for turns opened from now on; return changes.

    Equal values are ignored. `upon`: the versions of the terms that may be changed (None: any). Raises NotFound, Denied
    (`not-your-game`, `game-over`), Superseded, Invalid with the field at fault (`fixed-now` for one that cannot be
    changed any more).
    """
    game = find_game(session, game_id, lock=True)
    able = changeable(game)
    if not able:
        raise Denied("game-over", N_("This game is over."))
    if not may_change(session, game, account):
        raise Denied("not-your-game", N_("Only the person who created the game may do this."))
    version = terms_version(session, game)
    if upon is not None and version not in upon:
        raise Superseded(version)
    before = terms_of(game, plays=only_players_master(session, game))
    new_values = {field: value for field, value in changes.items() if value != getattr(before, field)}
    for field in new_values:
        if field not in able - _fixed_fields(game, before, account):
            raise Invalid("fixed-now", N_("This can no longer be changed."), field)
    after = validate_terms(replace(before, **new_values))
    if "title" in new_values:
        # One that stands already stays, whatever has been thought of titles since.
        input_validation.check_single_alphabet(after.title, "title")
    playing = after.houses or houses(after.edition, after.players, after.modules)
    if any(seat.house and seat.house not in playing for seat in game.seats):
        raise Invalid("house-taken", N_("You cannot leave out a house that already has a player."), "houses")
    applied_changes = _apply(game, before, after, new_values, now)
    if applied_changes:
        _deal_anew(game, before)
        _tell(session, game, account.public_id, applied_changes, now)
    return applied_changes


def changes_of_pace(session: Session, game: Game, pace: str) -> dict[str, Any]:
    """Return the terms that another pace changes, with new values.
    Empty if the game has this pace. Raises as `deadlines_of_pace`."""
    terms = terms_of(game, plays=only_players_master(session, game))
    new_values = deadlines_of_pace(terms, pace)
    return {field: value for field, value in new_values.items() if value != getattr(terms, field)}


def change_pace(session: Session, game: Game, pace: str, now: datetime) -> None:
    """Change the deadlines of turns opened from now on, as the players voted.
    All are told. The caller holds the game's lock. Raises as `deadlines_of_pace`."""
    before = terms_of(game, plays=only_players_master(session, game))
    new_values = changes_of_pace(session, game, pace)
    after = validate_terms(replace(before, **new_values))
    if changes := _apply(game, before, after, new_values, now):
        _tell(session, game, "service", changes, now, "deadlines-voted")


def _apply(game: Game, before: NewGame, after: NewGame, fields: Iterable[str], now: datetime) -> tuple[Change, ...]:
    """Write terms that were checked; return what they change of these fields."""
    changes = tuple(
        Change(now, field, getattr(before, field), getattr(after, field))
        for field in sorted(fields)
        if getattr(before, field) != getattr(after, field)
    )
    if changes:
        write_terms(game, after)
    return changes


def _fixed_fields(game: Game, terms: NewGame, account: Account) -> set[str]:
    """Return the fields of a game's terms that can no longer change here.
    They are `names` once others joined an anonymous game; with a scenario `modules`, `houses`."""
    # Whoever came to an anonymous game was promised to stay unnamed.
    came = any(seat.account_id not in (None, account.id) for seat in game.seats)
    fixed = {"names"} if came and terms.names == "anonymous" else set()
    # The position that a game begins from says them.
    return fixed | {"modules", "houses"} if terms.scenario else fixed


def terms_version(session: Session, game: Game) -> int:
    """Return the version of a game's terms: 1 as made, plus one for each change."""
    return 1 + count_of(session, AuditEntry, AuditEntry.scope == game.public_id, AuditEntry.kind == CHANGED)


def changed_since(session: Session, game: Game, version: int) -> dict[str, tuple[Any, Any]]:
    """Return fields of the terms changed since a version: their old and new values."""
    entries = select(AuditEntry.document).where(AuditEntry.scope == game.public_id, AuditEntry.kind == CHANGED)
    changed_fields: dict[str, tuple[Any, Any]] = {}
    for document in session.scalars(entries.order_by(AuditEntry.number).offset(max(version - 1, 0))):
        for field, (before, after) in msgspec.json.decode(document).items():
            changed_fields[field] = (changed_fields.get(field, (before,))[0], after)
    return changed_fields


def changes_of(session: Session, game: Game, account: Account | None, now: datetime) -> list[Change]:
    """Return the changes of a game's terms, newest first.
    Their times are as the reader may know them."""
    time_told = visible_times(session, game, who_is(session, game, account, now))
    query = select(AuditEntry).where(AuditEntry.scope == game.public_id, AuditEntry.kind == CHANGED)
    entries = session.scalars(query.order_by(AuditEntry.number.desc()).limit(MAX_CHANGES))
    return [
        Change(time_told(entry.at), field, before, after)
        for entry in entries
        for field, (before, after) in sorted(msgspec.json.decode(entry.document).items())
    ]


def _deal_anew(game: Game, before: NewGame) -> None:
    """Clear the houses, or give out free ones, if the way they are dealt changed."""
    if game.seat_choice == before.seat_choice:
        return
    # The order in which people came tells who they are; that of the seats' ids is drawn.
    drawn = sorted(game.seats, key=lambda seat: seat.public_id)
    for seat in drawn if anonymous(game) else game.seats_in_join_order:
        if game.seat_choice != "choose":
            seat.house = None
        elif seat.house is None:
            seat.house = free_houses(game)[0]


def _tell(
    session: Session, game: Game, actor: str, changes: tuple[Change, ...], now: datetime, what: str = CHANGED
) -> None:
    """Log changes of a game's terms, and email them to players and masters.
    `what` is the notice whose words tell of them."""
    document = {change.field: [change.before, change.after] for change in changes}
    note(session, game.public_id, actor, CHANGED, document, now)
    deadlines = sum(change.field in DEADLINE_FIELDS for change in changes)
    absence = sum(change.field in ABSENCE_FIELDS for change in changes)
    others = len(changes) - deadlines - absence
    values = {"deadlines": deadlines or "", "absence": absence or "", "others": others or ""}
    link = f"{addresses.game(settings_of(session), game.public_id)}/settings"
    key = f"{game.public_id}:settings:{int(now.timestamp())}"
    recipients = master_accounts(session, game)
    notify(session, what, key, now, game=game, seats=game.seats, accounts=recipients, values=values, link=link)


KINDS = ("open", "substitutes", "running", "finished", "mine")
PAGE = 20


@dataclass(frozen=True, kw_only=True)
class GameSearch:
    """A search for games; empty fields match all. `after`: last id of the page before."""

    kind: str = "open"
    edition: str = ""
    players: int = 0
    preset: str = ""
    names: str = ""
    title: str = ""
    after: str = ""


@dataclass(frozen=True, kw_only=True)
class ListedGame:
    """A game in a list of the lobby.

    `houses`: those that are free or offered; `round` is 0 where it is not shown.
    """

    id: str
    title: str
    edition: str
    players: int
    taken: int
    status: str
    round: int
    preset: str
    pace: str
    window_hours: float
    names: str
    seat_choice: str
    houses: tuple[str, ...]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    mine: bool


@dataclass(frozen=True)
class GameList:
    """A page of games. For the next page send `next` as `after`; empty at the end."""

    games: tuple[ListedGame, ...]
    next: str


def find_games(session: Session, criteria: GameSearch, account: Account | None = None) -> GameList:
    """Return a page of the games wanted, newest first.

    `mine`: all that the account has or had a seat in or masters, even private and finished ones. Raises Invalid
    `unknown-choice`, NotFound `no-such-game` for `after`.
    """
    check_choice(criteria.kind, KINDS, "kind")
    queries = [_narrow(query, criteria) for query in _queries_of_kind(criteria.kind, account)]
    if criteria.after:
        last = session.scalar(select(Game.id).where(Game.public_id == criteria.after))
        if last is None:
            raise NotFound("no-such-game", N_("There is no such game."))
        queries = [query.where(Game.id < last) for query in queries]
    # Each by itself takes its newest from an index; one query with an "or" would read them all.
    queries = [query.order_by(Game.id.desc()).limit(PAGE + 1).options(seats_alone()) for query in queries]
    newest = {game for query in queries for game in session.scalars(query)}
    games = sorted(newest, key=lambda game: -game.id)[: PAGE + 1]
    shown = games[:PAGE]
    return GameList(
        tuple(_listed_game(game, criteria.kind, account) for game in shown),
        shown[-1].public_id if len(games) > PAGE else "",
    )


def game_by_code(session: Session, code: str) -> str:
    """Return the id of the game that a code opens.
    The game has free seats, or offers some. Invalid `unknown-code`."""
    game_id: str | None = None
    if code:
        game = session.scalar(select(Game).where(Game.join_code == code, Game.status.in_(("lobby", "running"))))
        game_id = game.public_id if game and (game.status == "lobby" or offered_seats(game)) else None
    if game_id is None:
        raise Invalid("unknown-code", N_("No game with this code is looking for players."), "code")
    return game_id


def _queries_of_kind(kind: str, account: Account | None) -> list[Select[Any]]:
    """Return the queries for a kind of list; their games together are the result."""
    listed = select(Game).where(Game.visibility == "open")
    own = [select(Game).where(Game.id.in_(games_of(account)))] if account else []
    match kind:
        case "open":
            return [listed.where(Game.status == "lobby")]
        case "substitutes":
            offered = select(Seat.game_id).where(Seat.offered_at.is_not(None))
            return [listed.where(Game.status == "running", Game.id.in_(offered))]
        case "running":
            return [listed.where(Game.status == "running", Game.spectators != "none")]
        case "mine":
            return own
    return [query.where(Game.status == "finished") for query in (listed, *own)]


def _narrow(query: Select[Any], criteria: GameSearch) -> Select[Any]:
    """Narrow a query to the criteria; Invalid `unknown-choice` for unknown values."""
    choices = {"edition": {**games.ALL_EDITIONS, **games.EDITIONS}, "preset": PRESETS, "names": CHOICES["names"]}
    for field in ("edition", "players", "preset", "names"):
        value = getattr(criteria, field)
        if value and field in choices:
            check_choice(value, tuple(choices[field]), field)
        if value:
            query = query.where(getattr(Game, field) == value)
    if criteria.title:
        query = query.where(Game.title.icontains(criteria.title, autoescape=True))
    return query


def _listed_game(game: Game, kind: str, account: Account | None) -> ListedGame:
    """Return a game as a line of a list; the round only for who may see it now."""
    mine = seat_in(game, account) is not None
    # How far a game has come is for those who may see it now.
    shows_round = mine or kind == "mine" or game.spectators == "open" or game.status == "finished"
    houses = choosable_houses(game) if kind == "open" else ()
    if kind == "substitutes":
        houses = tuple(seat.house for seat in offered_seats(game) if seat.house)
    return ListedGame(
        **columns_of(
            game,
            "title",
            "edition",
            "players",
            "status",
            "preset",
            "pace",
            "names",
            "seat_choice",
            "created_at",
            "started_at",
            "finished_at",
        ),
        id=game.public_id,
        taken=len(game.seats),
        round=game.round if shows_round else 0,
        window_hours=game.window_seconds / 3600,
        houses=houses,
        mine=mine,
    )
