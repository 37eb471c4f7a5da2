"""Signing in by a link, changing one's address, and who is a host."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, not_, or_, select, update
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.accounts.queries import READ, SCOPES, by_token, find_link
from correspondence.accounts.use_cases import (
    account_by_token,
    count_attempt,
    dated_token,
    end_session,
    tell_owner,
)
from correspondence.audit_log import SITE, note
from correspondence.games.access import stands_for_another
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.mail.payload import Links, NoticePayload, SignInPayload, Thread
from correspondence.mail.short_mails import SECURITY_MAILS
from correspondence.models import Account, AddressChange, ApiToken, Guest, OutgoingMail, SignInLink, SignInSession
from correspondence.notices.use_cases import notify
from correspondence.outbox.returns import arrives, forget_address, stopped_since
from correspondence.outbox.sending import enqueue_mail
from correspondence.rows import count_of, insert_once, locking_query, new_id
from correspondence.sign_in.factors import count_code, enter, has_second_factor, prove_factor_if_on
from correspondence.sign_in.rights import end_rights, own_program_ids
from correspondence.store import settings_of

LINK_LIFE = timedelta(minutes=30)
MAX_CODES_FOR_LINK = 5
MAX_LINKS, LINKS_WITHIN = 5, timedelta(minutes=15)
MAX_NAME_LENGTH = 60
MAX_API_TOKENS = 20
# Put together once: that takes as long as to ask it.
_BY_ADDRESS = select(Account).filter_by(email=bindparam("email"))


@dataclass(frozen=True)
class SignedIn:
    """A sign-in: account, cookie token, page wanted, and the browser's mark.
    The mark is empty unless a second factor was shown there."""

    account: Account
    session_token: str
    next_url: str
    browser_mark: str


def request_link(
    session: Session, email: str, now: datetime, next_url: str = "", language: str = "en", zone: str = "UTC"
) -> None:
    """Email a sign-in link, good once and for 30 minutes, to any address alike.

    At most 5 per address in 15 minutes; further requests do nothing. Raises Invalid (`bad-email`).
    """
    email = input_validation.email(email)
    recent = SignInLink.created_at > now - LINKS_WITHIN
    if count_of(session, SignInLink, recent, email=email) >= MAX_LINKS:
        return
    account = session.scalar(select(Account).filter_by(email=email))
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
    enqueue_mail(
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


def count_link_attempt(session: Session, token: str, place: str, mark: str, now: datetime) -> None:
    """Count a link sign-in attempt that needs a code; commit before `use_link`.
    5 attempts use a link up; `place` (IP address) and browser `mark` are limited as by `count_code`.
    Raises as `look_at_link` for an unusable link, and Denied `too-many-attempts`."""
    email = find_link(session, token, now).email
    account = session.scalar(select(Account).filter_by(email=email))
    if account is not None and has_second_factor(session, account):
        try:
            count_attempt(session, "link", tokens.digest(token), MAX_CODES_FOR_LINK, LINK_LIFE, now)
        except Denied as denied:
            raise Denied("too-many-attempts", "Too many wrong codes for this link. Ask for a new one.") from denied
        count_code(session, account, place, mark, now)


def use_link(session: Session, token: str, now: datetime, label: str = "", code: str = "") -> SignedIn:
    """Sign in by a link, once; its first use creates the account.

    `label` names the browser. With a second factor its `code` is needed too. Raises as `look_at_link`, and Denied
    `code-needed` or `wrong-code`; the link stays good then.
    """
    unlocked_link = find_link(session, token, now)
    account = get_or_create_account(
        session, unlocked_link.email, now, language=unlocked_link.language, zone=unlocked_link.zone
    )
    session.scalar(locking_query(select(Account.id).filter_by(id=account.id)))
    link = find_link(session, token, now, lock=True)
    strong = prove_factor_if_on(session, account, code, now)
    link.used_at = now
    arrives(session, link.email)
    session_token, mark = enter(session, account, now, label, strong=strong)
    return SignedIn(account, session_token, link.next_url, mark)


def get_or_create_account(
    session: Session, email: str, now: datetime, *, name: str = "", language: str = "en", zone: str = "UTC"
) -> Account:
    """Return the account of an email address, or create it.
    `email` is normalised already; the other values are only for a new account."""
    if account := session.scalars(_BY_ADDRESS, {"email": email}).one_or_none():
        return account
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
    """Return an initial name: the address's beginning, with random emails if taken."""
    begin = email.partition("@")[0][: MAX_NAME_LENGTH - 5]
    return f"{begin} {new_id()[:4]}" if stands_for_another(begin) else begin


def sign_out(session: Session, session_token: str) -> None:
    """End one browser's session, and what it is told; an unknown token is no error."""
    browser_session = session.scalar(select(SignInSession).filter_by(token_hash=tokens.digest(session_token)))
    if browser_session is not None:
        end_session(session, browser_session.account, browser_session.public_id)


def update_profile(session: Session, account: Account, *, name: str, language: str, zone: str) -> None:
    """Change name (at most 60 characters), language and time zone. Raises Invalid."""
    mine = session.get_one(Account, account.id)
    checked = (
        input_validation.line(name, "name", MAX_NAME_LENGTH),
        input_validation.language(language),
        input_validation.zone(zone),
    )
    # Who has a name keeps it, whatever has been thought of names since.
    if checked[0] != mine.name:
        if stands_for_another(checked[0]):
            raise Invalid(
                "reserved-name",
                "This name is reserved for the service, for a house, or for players without a name.",
                "name",
            )
        input_validation.check_single_alphabet(checked[0], "name")
    mine.name, mine.language, mine.zone = checked


def issue_api_token(
    session: Session, account: Account, name: str, now: datetime, scopes: Iterable[str] = SCOPES, where: str = ""
) -> str:
    """Create an API token, which can always read; shown this once, and told by email.

    Raises Invalid for its name or `bad-scope`, Denied `too-many-tokens`.
    """
    name, scopes = input_validation.label(name, "name", MAX_NAME_LENGTH), set(scopes)
    if not scopes <= set(SCOPES):
        raise Invalid("bad-scope", "A token can be created for {scopes}.", "scopes", scopes=", ".join(SCOPES))
    if count_of(session, ApiToken, account_id=account.id, revoked_at=None) >= MAX_API_TOKENS:
        raise Denied("too-many-tokens", "You already have {most} tokens; revoke one first.", most=MAX_API_TOKENS)
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
    api_token = session.scalar(select(ApiToken).filter_by(public_id=token_id, account_id=account.id))
    if api_token is None:
        raise NotFound("no-such-token", "There is no such token.")
    api_token.revoked_at = api_token.revoked_at or now


ADDRESS_LINK_LIFE = timedelta(hours=24)
MAX_REQUESTS = 5


@dataclass(frozen=True)
class PendingAddress:
    """A change that waits for its link to be used."""

    email: str
    expires_at: datetime


def request_address(
    session: Session,
    account: Account,
    email: str,
    now: datetime,
    *,
    session_id: int | None = None,
    exempt_ids: Collection[str] = (),
    where: str = "",
) -> None:
    """Request another address; the old one counts until the emailed link is used.

    That revokes access to the account, except the asking browser (`session_id`) and the tokens and webhooks
    `exempt_ids`. Only the new address learns whether it has an account already. Raises Invalid (`bad-email`,
    `same-address`), Denied `too-many-attempts` for more than 5 in a day.
    """
    email = input_validation.email(email)
    if email == account.email:
        raise Invalid("same-address", "This is already your address.", "email")
    recent = AddressChange.created_at > now - ADDRESS_LINK_LIFE
    if count_of(session, AddressChange, recent, account_id=account.id) >= MAX_REQUESTS:
        raise Denied("too-many-attempts", "Too many attempts. Wait a while and try again.")
    token = tokens.new_token()
    session.add(
        AddressChange(
            account_id=account.id,
            session_id=session_id,
            kept=",".join(own_program_ids(session, account, exempt_ids)),
            email=email,
            token_hash=tokens.digest(token),
            created_at=now,
            expires_at=now + ADDRESS_LINK_LIFE,
        )
    )
    taken = session.scalar(select(Account.id).filter_by(email=email)) is not None
    link = "" if taken else addresses.address_change(settings_of(session), token)
    _mail_to_address(session, "address-taken" if taken else "address-confirm", account, email, link, now)
    tell_owner(session, "address-asked", account, now, where, {"address": email})


def pending_address(session: Session, account: Account, now: datetime) -> PendingAddress | None:
    """The change that waits, the last one asked for."""
    query = select(AddressChange).filter_by(account_id=account.id, used_at=None).where(AddressChange.expires_at > now)
    change = session.scalar(query.order_by(AddressChange.id.desc()).limit(1))
    return PendingAddress(change.email, change.expires_at) if change else None


def look_at_address(session: Session, token: str, now: datetime) -> str:
    """Return the new address of a link; changes nothing. Raises as `take_address`."""
    return _find_address_change(session, token, now).email


def take_address(session: Session, token: str, now: datetime) -> None:
    """Make a link's address its account's; revoke access as told when requested.

    Waiting emails go there, except those about the account's security. A guest becomes an account as any other, with
    its game. Raises NotFound `no-such-link`, Denied
    (`link-used`, `link-expired`, `address-taken`).
    """
    account_id = _find_address_change(session, token, now).account_id
    account = session.scalars(locking_query(select(Account).filter_by(id=account_id))).one()
    change = _find_address_change(session, token, now, lock=True)
    if session.scalar(select(Account.id).filter_by(email=change.email)) is not None:
        raise Denied("address-taken", "This address already has its own account.")
    old = account.email
    if account.guest:
        account.name = _first_name(change.email)
        session.execute(delete(Guest).filter_by(account_id=account.id))
    else:
        _mail_to_address(session, "address-changed", account, old, "", now)
    exempt_ids = frozenset(filter(None, change.kept.split(",")))
    end_rights(session, account, now, session_id=change.session_id, exempt_ids=exempt_ids)
    account.email = change.email
    forget_address(session, old)
    arrives(session, change.email)
    about_security = or_(*(OutgoingMail.key.startswith(f"{what}.") for what in SECURITY_MAILS))
    waiting = update(OutgoingMail).where(
        OutgoingMail.account_id == account.id,
        OutgoingMail.address == old,
        OutgoingMail.next_attempt_at.is_not(None),
        not_(about_security),
    )
    session.execute(waiting.values(address=change.email).execution_options(synchronize_session=False))


def _find_address_change(session: Session, token: str, now: datetime, *, lock: bool = False) -> AddressChange:
    """Return the change of address that a link's token stands for; `lock` its row.
    Raises NotFound `no-such-link`, Denied `link-used` or `link-expired`."""
    change = by_token(session, AddressChange, token, lock=lock)
    if change is None:
        raise NotFound("no-such-link", "This link is unknown; perhaps a part of it is missing.")
    if change.used_at is not None:
        raise Denied("link-used", "This link was already used, or another one has replaced it.")
    if change.expires_at <= now:
        raise Denied("link-expired", "This link is too old. Ask for a new one.")
    return change


def _mail_to_address(session: Session, what: str, account: Account, email: str, link: str, now: datetime) -> None:
    """Enqueue an email to an address that is not the account's.
    A later change of the account's address leaves it there."""
    settings, name = settings_of(session), secrets.token_hex(8)
    payload = NoticePayload(
        what=what,
        stream="account",
        values={"name": account.name, "address": email},
        link=link,
        links=Links(game=""),
        thread=Thread(message_id=addresses.message_id(settings, what, name)),
        written_at=now,
    )
    enqueue_mail(session, f"{what}:{name}", payload, email, now, language=account.language, zone=account.zone)


def ask_whether_arriving(session: Session, account: Account, now: datetime) -> bool:
    """Email a link to an address that gets no emails any more, at most hourly.
    Returns whether the address is such a one."""
    if stopped_since(session, account.email) is None:
        return False
    link = addresses.mails_arrive(settings_of(session), dated_token(session, account, addresses.ARRIVING, now))
    key = f"address-check:{account.public_id}:{now:%Y%m%d%H}"
    notify(session, "address-check", key, now, accounts=[account], values={"address": account.email}, link=link)
    return True


def look_at_arriving(session: Session, token: str, now: datetime) -> str:
    """Return the address to which a link resumes emails; changes nothing.
    NotFound `no-such-link`, Denied (`link-expired`, `link-used`: address or password changed since)."""
    link_account, _ = account_by_token(
        session, token, addresses.ARRIVING, now, life=ADDRESS_LINK_LIFE, ended_at=lambda account: account.links_ended_at
    )
    return link_account.email


def mails_arrive(session: Session, token: str, now: datetime) -> None:
    """Resume emails to the address of a link's account. Raises as `look_at_arriving`."""
    arrives(session, look_at_arriving(session, token, now))


def hosts(session: Session) -> list[str]:
    """The addresses of the accounts that run the service."""
    query = select(Account.email).filter_by(host=True, deleted_at=None)
    return list(session.scalars(query.order_by(Account.id)))


def make_host(session: Session, email: str, is_host: bool, now: datetime) -> bool:
    """Make an account a host, or (`is_host` false) no longer; whether that changed it.

    The account is created if there is none. Audited. Raises Invalid `bad-email`.
    """
    account = get_or_create_account(session, input_validation.email(email), now)
    if account.host is is_host:
        return False
    account.host = is_host
    note(session, SITE, None, "host-named" if is_host else "host-ended", {"account": account.public_id}, now)
    return True
