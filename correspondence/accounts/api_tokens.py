"""What a token for programs may do, and when it was last used."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, get_args

from sqlalchemy.orm import Session

from correspondence.models.accounts import ApiToken

Scope = Literal["read", "play", "gm"]
# Looking; acting for oneself and one's seats; running games that one made or masters.
SCOPES: tuple[Scope, ...] = get_args(Scope)
READ: Scope = "read"
# A token in use is written down so often at most, so that reading does not become writing.
USE_NOTED_AFTER = timedelta(minutes=10)


def allows(token: ApiToken, scope: Scope) -> bool:
    """Whether a token may be used for operations of a scope."""
    return scope in token.scopes.split(",")


def use_is_news(token: ApiToken, now: datetime) -> bool:
    """Whether it is time to write down that a token is used."""
    return token.last_used_at is None or now - token.last_used_at >= USE_NOTED_AFTER


def note_use(session: Session, token: ApiToken, now: datetime) -> None:
    """Write down that a token is used."""
    session.get_one(ApiToken, token.id).last_used_at = now
