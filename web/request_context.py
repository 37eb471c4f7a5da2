"""A request's moment, reader, language, zone, browser and transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Concatenate, ParamSpec, TypeVar

from flask import g, request, session as form_session
from flask_wtf.csrf import generate_csrf  # type: ignore[import-untyped]
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.exceptions import Unauthorized
from werkzeug.wrappers import Response

from correspondence.accounts.use_cases import SESSION_LIFE, session_with
from correspondence.archive.files import READER
from correspondence.models import Account, SignInSession
from correspondence.sign_in.factors import count_own_attempt
from narration.words import LANGUAGES, Words, translator
from web.app_context import TABLES, app_context
from web.security import cookie_name, cookie_options


def browser_label(user_agent: str) -> str:
    """Return a user agent's browser and system: `Firefox, Linux`.
    Returns an empty text if nothing in it is known."""
    labels = []
    for names in TABLES["user_agents"].values():
        labels += [name for mark, name in names if mark in user_agent][:1]
    return ", ".join(labels)


def browser_and_network(user_agent: str, address: str) -> str:
    """Return a browser and its coarse network: `Firefox, Linux, 192.0.…`.
    An invalid `address` is left out."""
    try:
        ip = ip_address(address)
    except ValueError:
        return browser_label(user_agent)
    network = str(ip) if ip.is_loopback else _coarse(ip)
    return ", ".join(filter(None, (browser_label(user_agent), network)))


def _coarse(address: IPv4Address | IPv6Address) -> str:
    """Return the first two numbers of an IPv4 address or first three IPv6 groups."""
    if address.version == 6 and address.ipv4_mapped is not None:
        return _coarse(address.ipv4_mapped)
    if address.version == 4:
        return ".".join(address.exploded.split(".")[:2]) + ".…"
    return ":".join(group.lstrip("0") or "0" for group in address.exploded.split(":")[:3]) + ":…"


COOKIE = "rookery_session"
# A browser in which a second factor was shown is known again for a year, and not locked by who tries codes elsewhere.
MARK_COOKIE, MARK_LIFE = "rookery_browser", timedelta(days=365)

P = ParamSpec("P")
T = TypeVar("T")
UseCase = Callable[Concatenate[Session, Account, P], T]


class SignInFirst(Unauthorized):
    """The page is only for people who are signed in."""


def now() -> datetime:
    """The moment of this request; the same however often it is asked."""
    if "now" not in g:
        g.now = app_context().clock()
    moment: datetime = g.now
    return moment


@contextmanager
def read_transaction() -> Iterator[Session]:
    """Open the request's shared read-only transaction, until a write or an error.
    So all parts of a page show the same moment, and nobody is looked up twice."""
    if "reads" not in g:
        reads = ExitStack()
        g.session = reads.enter_context(app_context().store.read())
        g.reads = reads
    try:
        yield g.session
    except Exception:
        let_go()
        raise


@contextmanager
def write_transaction() -> Iterator[Session]:
    """Open a transaction that commits at its end and rolls back on an error.
    The request's read transaction ends before; later reads begin a new one."""
    let_go()
    try:
        with app_context().store.begin() as session:
            yield session
    finally:
        let_go()


def fetch(ask: Callable[Concatenate[Session, P], T], *args: P.args, **options: P.kwargs) -> T:
    """What a query answers; it gets a session that reads first."""
    with read_transaction() as session:
        return ask(session, *args, **options)


def commit(act: Callable[Concatenate[Session, P], T], *args: P.args, **options: P.kwargs) -> T:
    """Run a use case in its own transaction, commit, and return its answer."""
    with write_transaction() as session:
        return act(session, *args, **options)


def let_go(_: BaseException | None = None) -> None:
    """End the request's reading, if it has begun."""
    reads: ExitStack | None = g.pop("reads", None)
    if reads is not None:
        reads.close()


def wake_worker(*tasks: str) -> None:
    """After a commit, tell the worker about `mail` or `turns` that may be due."""
    for task in tasks:
        app_context().notify_worker(task)


def reader() -> Account | None:
    """Who is signed in in this browser, if anybody."""
    if "reader" not in g:
        g.reader = None
        if READER in request.environ:
            # A worker draws a page for somebody.
            with read_transaction() as session:
                g.reader = session.scalar(select(Account).where(Account.public_id == request.environ[READER]))
        elif session_token():
            with read_transaction() as session:
                g.session_known = session_with(session, session_token(), now())
                g.reader = g.session_known.account if g.session_known else None
                g.language = g.reader.language if g.reader else ""
    account: Account | None = g.reader
    return account


def browser_token() -> str:
    """Return what this browser alone has in its form session, by a signed cookie."""
    generate_csrf()
    token: str = form_session["csrf_token"]
    return token


def session_token() -> str:
    """The token of this browser's session, empty if it has none."""
    return request.cookies.get(cookie_name(COOKIE), "")


def cached_session() -> SignInSession | None:
    """Return this browser's valid session if already looked up; None for programs."""
    session: SignInSession | None = g.get("session_known")
    return session


def session_id() -> int:
    """The key of this browser's session; SignInFirst if it has none."""
    reader()
    session = cached_session()
    if session is None:
        raise SignInFirst
    return session.id


def unseen() -> bool:
    """Whether nobody sees the answer yet: a browser's prefetch, or a HEAD request."""
    purposes = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz", "X-Purpose"))
    return request.method == "HEAD" or any("prefetch" in value or "prerender" in value for value in purposes)


def signed_in() -> Account:
    """Return the signed-in account; raise SignInFirst if nobody is signed in."""
    account = reader()
    if account is None:
        raise SignInFirst
    return account


def for_reader(ask: Callable[..., T], *args: Any) -> T:
    """Call a query with `args`, the reader (None: nobody) and the request's time.
    It runs in the request's read transaction; its answer is returned."""
    return fetch(ask, *args, reader(), now())


def read(use_case: UseCase[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Run a use case for the signed-in account in a read-only session."""
    return fetch(use_case, signed_in(), *args, **options)


def write(use_case: UseCase[P, T], *args: P.args, **options: P.kwargs) -> T:
    """Run a use case for the signed-in account in its own transaction and commit."""
    return commit(use_case, signed_in(), *args, **options)


def count_attempt() -> None:
    """Count an attempt at one's password or code. Denied `too-many-attempts`."""
    me = signed_in()
    commit(count_own_attempt, me, cached_session(), now())


def refresh_session() -> None:
    """What is known of this browser's session has changed: look it up anew."""
    for name in ("reader", "session_known"):
        g.pop(name, None)


def is_from_this_machine() -> bool:
    """Return whether the peer's address is a loopback address of this machine.
    A missing or invalid address is not."""
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


def where() -> str:
    """Return the browser and coarse address for its owner: `Firefox, Linux, 192.0.…`."""
    return browser_and_network(request.user_agent.string, request.remote_addr or "")


def words() -> Words:
    """The reader's language: the account's, else what the browser asks for."""
    if "words" not in g:
        me = reader()
        g.language = me.language if me else ""
    return browser_words()


def say(template: str, **values: object) -> str:
    """A template in the reader's language, filled."""
    return words().say(template, **values)


def browser_words() -> Words:
    """Return the same without the database: for the page that says it does not answer."""
    if "words" not in g:
        g.words = translator(g.get("language") or request.accept_languages.best_match(list(LANGUAGES), "en"))
    reader_words: Words = g.words
    return reader_words


def zone() -> str:
    """The reader's time zone."""
    me = reader()
    return me.zone if me else "UTC"


def keep_signed_in(response: Response, token: str, mark: str = "") -> None:
    """Set the session cookie and, if given, the cookie of a second factor's mark.
    Also clears the form session, so that forms get a new token."""
    # The token of forms is another from now on, so that none can be planted.
    form_session.clear()
    _set_cookie(response, COOKIE, token, SESSION_LIFE)
    if mark:
        mark_browser(response, mark)


def mark_browser(response: Response, mark: str) -> None:
    """Let this browser be known again as one in which the second factor was shown."""
    _set_cookie(response, MARK_COOKIE, mark, MARK_LIFE)


def browser_mark() -> str:
    """The mark of this browser, empty if it has none."""
    return request.cookies.get(cookie_name(MARK_COOKIE), "")


def _set_cookie(response: Response, name: str, value: str, life: timedelta) -> None:
    response.set_cookie(cookie_name(name), value, max_age=life, **cookie_options())


def forget_session(response: Response) -> None:
    """Take the browser's session away."""
    form_session.clear()
    response.delete_cookie(cookie_name(COOKIE), **cookie_options())
