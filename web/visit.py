"""One request: its moment, who reads, in which language and zone, and its transactions."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime

from flask import g, request
from sqlalchemy.orm import Session
from werkzeug.exceptions import Unauthorized
from werkzeug.wrappers import Response

from correspondence.accounts.models import Account
from correspondence.accounts.queries import account_of_session
from correspondence.accounts.use_cases import SESSION_LIFE
from correspondence.words import LANGUAGES, Words, translator
from web.desk import desk

COOKIE = "rookery_session"


class SignInFirst(Unauthorized):
    """The page is only for people who are signed in."""


def now() -> datetime:
    """The moment of this request; the same however often it is asked."""
    if "now" not in g:
        g.now = desk().clock()
    moment: datetime = g.now
    return moment


def reading() -> AbstractContextManager[Session]:
    """A transaction that only reads."""
    return desk().store.read()


def writing() -> AbstractContextManager[Session]:
    """A transaction that commits at its end."""
    return desk().store.begin()


def ring(what: str) -> None:
    """Tell the worker, after a commit, that there is `mail` or that `calls` may be due."""
    desk().doorbell(what)


def reader() -> Account | None:
    """Who is signed in in this browser, if anybody."""
    if "reader" not in g:
        token = request.cookies.get(COOKIE, "")
        g.reader = None
        if token:
            with reading() as session:
                g.reader = account_of_session(session, token, now())
    found: Account | None = g.reader
    return found


def signed_in() -> Account:
    """Who is signed in; SignInFirst if nobody is."""
    found = reader()
    if found is None:
        raise SignInFirst
    return found


def words() -> Words:
    """The reader's language: the account's, else what the browser asks for."""
    if "words" not in g:
        found = reader()
        asked = request.accept_languages.best_match(list(LANGUAGES), "en")
        g.words = translator(found.language if found else asked or "en")
    chosen: Words = g.words
    return chosen


def zone() -> str:
    """The reader's time zone."""
    found = reader()
    return found.zone if found else "UTC"


def keep_signed_in(response: Response, token: str) -> None:
    """Give the browser its session."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=SESSION_LIFE,
        httponly=True,
        samesite="Lax",
        secure=desk().settings.base_url.startswith("https://"),
    )


def forget_session(response: Response) -> None:
    """Take the browser's session away."""
    response.delete_cookie(
        COOKIE, httponly=True, samesite="Lax", secure=desk().settings.base_url.startswith("https://")
    )
