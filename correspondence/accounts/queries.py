"""Reading accounts, and how reliably somebody plays.

Turns that asked nothing of them, and misses that were excused (an absence entered ahead, an outage, a game master's
word), do not count; first games, which one tries alone, neither. What others are told leaves out
games that run under hidden names.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeVar, get_args

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.games.options import TUTORIAL
from correspondence.input_validation import Denied, NotFound
from correspondence.models import Account, AddressChange, ApiToken, Attendance, Game, Passkey, SeatHolder, SignInLink
from correspondence.rows import from_rows

# Put together once: every request of a program asks it.
_BY_TOKEN = select(ApiToken).filter_by(token_hash=bindparam("digest"))
Scope = Literal["read", "play", "gm"]
# Looking; acting for oneself and one's seats; running games that one made or masters.
SCOPES: tuple[Scope, ...] = get_args(Scope)
READ: Scope = "read"
# A token in use is written down so often at most, so that reading does not become writing.
USE_NOTED_AFTER = timedelta(minutes=10)


@dataclass(frozen=True)
class LinkInfo:
    """A valid sign-in link; `new`: makes an account, `asks_code`: needs second factor."""

    email: str
    next_url: str
    expires_at: datetime
    new: bool
    asks_code: bool


@dataclass(frozen=True)
class TokenLine:
    """An API token in an account's list; the token itself is shown only on creation.
    `last_used_at` is correct to within minutes."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True)
class PasskeyLine:
    """A passkey in an account's list."""

    id: str
    name: str
    created_at: datetime
    used_at: datetime | None


Linked = TypeVar("Linked", SignInLink, AddressChange)


def by_token(session: Session, table: type[Linked], token: str, *, lock: bool = False) -> Linked | None:
    """Return the row of a table for a token; None if unknown.
    `lock`: the row is read anew and held until the commit."""
    query = select(table).filter_by(token_hash=tokens.digest(token))
    return session.scalar(query.with_for_update().execution_options(populate_existing=True) if lock else query)


def find_link(session: Session, token: str, now: datetime, *, lock: bool = False) -> SignInLink:
    """Return a token's link; `no-such-link`, Denied `link-used`, `link-expired`."""
    link = by_token(session, SignInLink, token, lock=lock)
    if link is None or not tokens.same(token, link.token_hash):
        raise NotFound("no-such-link", "This sign-in link is unknown; perhaps a part of it is missing.")
    if link.used_at is not None:
        raise Denied("link-used", "This sign-in link was already used. Ask for a new one.")
    if link.expires_at <= now:
        raise Denied("link-expired", "This sign-in link is too old. Ask for a new one.")
    return link


def look_at_link(session: Session, token: str, now: datetime) -> LinkInfo:
    """Describe a link, unconsumed, as mail programs follow links; see `find_link`."""
    link = find_link(session, token, now)
    row = session.execute(select(Account.totp_secret).filter_by(email=link.email)).one_or_none()
    return LinkInfo(link.email, link.next_url, link.expires_at, row is None, bool(row and row.totp_secret))


def find_api_token(session: Session, token: str) -> ApiToken | None:
    """The row of an API token, if it is good; its account comes with it."""
    api_token = session.scalar(_BY_TOKEN, {"digest": tokens.digest(token)})
    if api_token is None or not tokens.same(token, api_token.token_hash) or api_token.revoked_at is not None:
        return None
    return api_token


def api_tokens(session: Session, account: Account) -> list[TokenLine]:
    """The API tokens of an account that still work."""
    query = select(ApiToken).filter_by(account_id=account.id, revoked_at=None)
    return [
        TokenLine(t.public_id, t.name, tuple(t.scopes.split(",")), t.created_at, t.last_used_at)
        for t in session.scalars(query.order_by(ApiToken.id))
    ]


def passkeys_of(session: Session, account: Account) -> list[PasskeyLine]:
    """The passkeys of an account, the oldest first."""
    rows = session.scalars(select(Passkey).filter_by(account_id=account.id).order_by(Passkey.id))
    return [from_rows(PasskeyLine, row, id=row.public_id) for row in rows]


def allows(token: ApiToken, scope: Scope) -> bool:
    """Whether a token may be used for operations of a scope."""
    return scope in token.scopes.split(",")


def use_is_news(token: ApiToken, now: datetime) -> bool:
    """Whether it is time to write down that a token is used."""
    return token.last_used_at is None or now - token.last_used_at >= USE_NOTED_AFTER


def note_use(session: Session, token: ApiToken, now: datetime) -> None:
    """Write down that a token is used."""
    session.get_one(ApiToken, token.id).last_used_at = now


LAST_GAMES = 10
# Below so many turns a share says nothing.
MIN_TURNS = 5


@dataclass(frozen=True)
class Reliability:
    """How many turns that counted (`asked`) a player answered in time.

    They are from the last `games` games. `percent` is None if there are too few.
    """

    answered: int
    asked: int
    games: int

    @property
    def percent(self) -> int | None:
        """The share in percent, rounded down; None while there are too few turns to tell."""
        return self.answered * 100 // self.asked if self.asked >= MIN_TURNS else None


@dataclass(frozen=True)
class PlayedGame:
    """A finished game in which a player had a seat, perhaps not to the end."""

    id: str
    title: str
    edition: str
    house: str
    finished_at: datetime
    to_the_end: bool


@dataclass(frozen=True)
class Person:
    """A player's public page."""

    id: str
    name: str
    since: datetime
    reliability: Reliability
    finished: tuple[PlayedGame, ...]


def reliability_of(session: Session, account_id: int, *, public: bool = True) -> Reliability:
    """Return how reliably an account answers, by its last games.
    `public`: without games that run under hidden names."""
    counted = (
        select(Attendance.game_id, Attendance.on_time, Attendance.at)
        .join(Game)
        .where(Attendance.account_id == account_id, Attendance.excused == "", Game.preset != TUTORIAL)
    )
    if public:
        counted = counted.where(or_(Game.names != "anonymous", Game.status == "finished"))
    rows = counted.subquery()
    latest = (
        select(rows.c.game_id)
        .group_by(rows.c.game_id)
        .order_by(func.max(rows.c.at).desc())
        .limit(LAST_GAMES)
        .subquery()
    )
    query = select(rows.c.on_time, func.count()).where(rows.c.game_id.in_(select(latest.c.game_id)))
    counts: dict[bool, int] = dict(session.execute(query.group_by(rows.c.on_time)).all())
    games = session.scalar(select(func.count()).select_from(latest)) or 0
    answered = counts.get(True, 0)
    return Reliability(answered, answered + counts.get(False, 0), games)


def person(session: Session, public_id: str) -> Person:
    """Return a public profile; NotFound `no-such-person`, also for deleted accounts."""
    account = session.scalar(select(Account).filter_by(public_id=public_id, deleted_at=None))
    if account is None:
        raise NotFound("no-such-person", "There is no such person.")
    return Person(
        id=account.public_id,
        name=account.name,
        since=account.created_at,
        reliability=reliability_of(session, account.id),
        finished=_finished_games(session, account),
    )


def _finished_games(session: Session, account: Account) -> tuple[PlayedGame, ...]:
    """Return an account's finished games, the latest first, one row each.
    Imported games and tutorials are left out."""
    query = (
        select(Game, SeatHolder)
        .join(SeatHolder)
        .where(SeatHolder.account_id == account.id, Game.status == "finished", Game.imported_at.is_(None))
        .where(Game.preset != TUTORIAL)
        .order_by(Game.finished_at.desc(), SeatHolder.id)
    )
    games_by_id: dict[int, PlayedGame] = {}
    for game, holder in session.execute(query):
        if game.finished_at is not None:
            line = PlayedGame(
                game.public_id, game.title, game.edition, holder.house or "", game.finished_at, holder.until is None
            )
            games_by_id[game.id] = line
    return tuple(games_by_id.values())
