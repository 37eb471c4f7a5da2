"""Signing in by letter, and one's own settings."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.accounts.queries import READ, SCOPES, find_link
from correspondence.accounts.sessions import count_attempt, end_session, open_session
from correspondence.accounts.use_cases import tell_owner
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.letters.payload import SignInPayload, Thread
from correspondence.models.accounts import Account, ApiToken, SignInLink, SignInSession
from correspondence.names import stands_for_another
from correspondence.outbox.returns import arrives
from correspondence.outbox.use_cases import put
from correspondence.row_locks import held
from correspondence.rows import insert_once, new_id
from correspondence.sign_in.passwords import count_code
from correspondence.sign_in.second_factor import browser_mark, has_second_factor, prove_if_on
from correspondence.store import settings_of
from narration.words import N_

LINK_LIFE = timedelta(minutes=30)
MAX_CODES_FOR_LINK = 5
MOST_LINKS, LINKS_WITHIN = 5, timedelta(minutes=15)
LONGEST_NAME = 60
MOST_API_TOKENS = 20
# Put together once: that takes as long as to ask it.
_BY_ADDRESS = select(Account).where(Account.email == bindparam("email"))


@dataclass(frozen=True)
class SignedIn:
    """Who is signed in now, the token for the browser's cookie, where they wanted to go, and the mark of a browser in
    which a second factor was shown (else empty)."""

    account: Account
    session_token: str
    next_url: str
    browser_mark: str


def request_link(
    session: Session, email: str, now: datetime, next_url: str = "", language: str = "en", zone: str = "UTC"
) -> None:
    """Send a sign-in link, good once and for 30 minutes. Known and unknown addresses are treated alike.

    At most 5 links go to an address in 15 minutes; further requests do nothing. Raises Invalid (`bad-email`).
    """
    email = input_validation.email(email)
    recent = select(func.count()).where(SignInLink.email == email, SignInLink.created_at > now - LINKS_WITHIN)
    if (session.scalar(recent) or 0) >= MOST_LINKS:
        return
    account = session.scalar(select(Account).where(Account.email == email))
    if account is not None:
        language, zone = account.language, account.zone
    token = make_link(
        session,
        email,
        now,
        now + LINK_LIFE,
        input_validation.next_url(next_url),
        input_validation.language(language),
        input_validation.zone(zone),
    )
    settings = settings_of(session)
    name = secrets.token_hex(8)
    payload = SignInPayload(
        link=addresses.sign_in(settings, token),
        expires_at=now + LINK_LIFE,
        thread=Thread(message_id=addresses.message_id(settings, "sign-in", name)),
        written_at=now,
    )
    put(
        session,
        f"sign-in:{name}",
        payload,
        email,
        now,
        language=language,
        zone=zone,
        account_id=account.id if account else None,
    )


def make_link(
    session: Session,
    email: str,
    now: datetime,
    expires_at: datetime,
    next_url: str = "",
    language: str = "en",
    zone: str = "UTC",
) -> str:
    """Make a sign-in link without sending it; returns its token."""
    token = tokens.new_token()
    session.add(
        SignInLink(
            token_hash=tokens.digest(token),
            email=email,
            next_url=next_url,
            language=language,
            zone=zone,
            created_at=now,
            expires_at=expires_at,
        )
    )
    return token


def count_link(session: Session, token: str, place: str, mark: str, now: datetime) -> None:
    """Count an attempt to sign in by a link where that needs a code too; to be committed before `use_link`. `place` and
    `mark` as for `count_code`; 5 tries use a link up.

    Raises as `look_at_link`, and Denied `too-many-attempts`.
    """
    email = find_link(session, token, now).email
    account = session.scalar(select(Account).where(Account.email == email))
    if account is not None and has_second_factor(session, account):
        try:
            count_attempt(session, "link", tokens.digest(token), MAX_CODES_FOR_LINK, LINK_LIFE, now)
        except Denied as denied:
            words = N_("Too many wrong codes were tried with this link. Ask for another one.")
            raise Denied("too-many-attempts", words) from denied
        count_code(session, account, place, mark, now)


def use_link(session: Session, token: str, now: datetime, label: str = "", code: str = "") -> SignedIn:
    """Sign in by a link, once; makes the account at its first use. `label` names the browser.

    Who reads the letters of an account that has a second factor needs a `code` of that too. Raises as `look_at_link`,
    and Denied `code-needed` or `wrong-code`; the link stays good then.
    """
    wanted = find_link(session, token, now)
    account = account_with(session, wanted.email, now, language=wanted.language, zone=wanted.zone)
    session.scalar(held(select(Account.id).where(Account.id == account.id)))
    link = find_link(session, token, now, lock=True)
    strong = prove_if_on(session, account, code, now)
    link.used_at = now
    arrives(session, link.email)
    mark = browser_mark(session, account) if strong else ""
    return SignedIn(account, open_session(session, account, now, label, strong=strong), link.next_url, mark)


def account_with(
    session: Session, email: str, now: datetime, *, name: str = "", language: str = "en", zone: str = "UTC"
) -> Account:
    """The account of an address, made if there is none. `email` is already in the form we keep."""
    if known := session.scalars(_BY_ADDRESS, {"email": email}).one_or_none():
        return known
    insert_once(
        session,
        Account,
        public_id=new_id(),
        email=email,
        name=name or _first_name(email),
        language=language,
        zone=zone,
        created_at=now,
    )
    return session.scalars(_BY_ADDRESS, {"email": email}).one()


def _first_name(email: str) -> str:
    """What somebody is called before they say: as their address begins, with letters by chance if that is taken."""
    begin = email.partition("@")[0][: LONGEST_NAME - 5]
    return f"{begin} {new_id()[:4]}" if stands_for_another(begin) else begin


def sign_out(session: Session, session_token: str) -> None:
    """End one browser's session, and what it is told; an unknown token is no error."""
    found = session.scalar(select(SignInSession).where(SignInSession.token_hash == tokens.digest(session_token)))
    if found is not None:
        end_session(session, found.account, found.public_id)


def update_profile(session: Session, account: Account, *, name: str, language: str, zone: str) -> None:
    """Change name (at most 60 characters), language and time zone. Raises Invalid with the field at fault."""
    mine = session.get_one(Account, account.id)
    checked = (
        input_validation.line(name, "name", LONGEST_NAME),
        input_validation.language(language),
        input_validation.zone(zone),
    )
    # Who has a name keeps it, whatever has been thought of names since.
    if checked[0] != mine.name:
        _own_name(checked[0])
    mine.name, mine.language, mine.zone = checked


def _own_name(name: str) -> None:
    """Invalid `reserved-name` or `mixed-letters` for a name that would be taken for another's."""
    if stands_for_another(name):
        words = N_("This name stands for the service, for a house, or for players who are not named.")
        raise Invalid("reserved-name", words, "name")
    input_validation.in_one_alphabet(name, "name")


def issue_api_token(
    session: Session, account: Account, name: str, now: datetime, scopes: Iterable[str] = SCOPES, where: str = ""
) -> str:
    """A new token for programs, shown this once; a letter says so. Whatever else it may do, it may read.

    Raises Invalid for its name or `bad-scope`, Denied `too-many-tokens`.
    """
    name, scopes = input_validation.label(name, "name", LONGEST_NAME), set(scopes)
    if not scopes <= set(SCOPES):
        raise Invalid("bad-scope", N_("A token can be made for {scopes}."), "scopes", scopes=", ".join(SCOPES))
    count = select(func.count()).where(ApiToken.account_id == account.id, ApiToken.revoked_at.is_(None))
    if (session.scalar(count) or 0) >= MOST_API_TOKENS:
        raise Denied("too-many-tokens", N_("You have {most} tokens already; revoke one first."), most=MOST_API_TOKENS)
    tell_owner(session, "token-made", account, now, where, {"name": name})
    token = tokens.new_token()
    session.add(
        ApiToken(
            public_id=new_id(),
            token_hash=tokens.digest(token),
            account_id=account.id,
            name=name,
            scopes=",".join(scope for scope in SCOPES if scope in scopes or scope == READ),
            created_at=now,
        )
    )
    return token


def revoke_api_token(session: Session, account: Account, token_id: str, now: datetime) -> None:
    """A token works no more; NotFound if it is not one of the account's."""
    found = session.scalar(select(ApiToken).where(ApiToken.public_id == token_id, ApiToken.account_id == account.id))
    if found is None:
        raise NotFound("no-such-token", N_("There is no such token."))
    found.revoked_at = found.revoked_at or now
