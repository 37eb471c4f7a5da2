"""Locks until the commit: on rows, in one order everywhere, and by name.

Whoever locks more than one row takes them in this order, so that no two wait for each other:

1. what a worker has claimed or a link names: mails that came in, by their keys;
2. the newest call of a game; several calls by their keys;
3. its game;
4. what belongs to the game: seats, edicts, votes, letters to others;
5. accounts; then what belongs to an account: links, changes of its address, webhooks, browsers;
6. what is on its way to somebody: posts of a webhook, messages to a browser.

`calls.locked_game` takes 2 and 3, and whoever comes to review has both by `review.access.at_desk`. To find out
which row comes first something may be read without a lock, and has to be looked at again under it.

A new row that names another locks that a little on PostgreSQL (FOR KEY SHARE): each receipt, letter and ledger entry
does so with its call, game or account. Rows that are held here (FOR NO KEY UPDATE) let that by: one at a time changes
them, and anybody may write a row that names them meanwhile.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import Select, text
from sqlalchemy.orm import Session

Q = TypeVar("Q", bound=Select[Any])
# For `session.get`.
HELD = {"key_share": True}


def held(query: Q, *, skip_locked: bool = False) -> Q:
    """The rows of a query, locked until the commit; `skip_locked`: without those that somebody else has."""
    return query.with_for_update(key_share=True, skip_locked=skip_locked)


def in_turn(session: Session, name: str) -> None:
    """Whoever asks under the same name waits until this transaction ends; what is read after it is as the one before
    left it. On SQLite whoever writes is alone anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": name})
