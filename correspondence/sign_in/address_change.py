"""Changing one's address: by a letter to the new one, news of it to the old one. Saying that letters arrive again."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, not_, or_, select, update
from sqlalchemy.orm import Session

from correspondence import addresses, input_validation, tokens
from correspondence.accounts.sessions import account_of, dated_token
from correspondence.accounts.use_cases import tell_owner
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.letters.notices.accounts import SECURITY_LETTERS
from correspondence.letters.payload import Links, NoticePayload, Thread
from correspondence.models.accounts import Account, AddressChange
from correspondence.models.outbox import OutgoingLetter
from correspondence.notices.use_cases import notify
from correspondence.outbox.returns import arrives, forget_address, stopped_since
from correspondence.outbox.use_cases import put
from correspondence.row_locks import held
from correspondence.sign_in.rights import end_address_changes, end_rights, own_among
from correspondence.store import settings_of
from narration.words import N_

LINK_LIFE = timedelta(hours=24)
MOST_REQUESTS = 5


@dataclass(frozen=True)
class WantedAddress:
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
    kept: Collection[str] = (),
    where: str = "",
) -> None:
    """Ask for another address; the old one counts until the link in the letter to the new one is used.

    Then all that could act as the account ends, but the browser that asked (`session_id`), and the tokens and webhooks
    whose ids are `kept`. Whether the new address has an account already is told to that address alone. Raises Invalid
    (`bad-email`, `same-address`), Denied `too-many-attempts` for more than 5 in a day.
    """
    email = input_validation.email(email)
    if email == account.email:
        raise Invalid("same-address", N_("This is your address already."), "email")
    recent = select(func.count()).where(
        AddressChange.account_id == account.id, AddressChange.created_at > now - LINK_LIFE
    )
    if (session.scalar(recent) or 0) >= MOST_REQUESTS:
        raise Denied("too-many-attempts", N_("Too many attempts. Wait a while before you try again."))
    token = tokens.new_token()
    session.add(
        AddressChange(
            account_id=account.id,
            session_id=session_id,
            kept=",".join(own_among(session, account, kept)),
            email=email,
            token_hash=tokens.digest(token),
            created_at=now,
            expires_at=now + LINK_LIFE,
        )
    )
    taken = session.scalar(select(Account.id).where(Account.email == email)) is not None
    link = "" if taken else addresses.address_change(settings_of(session), token)
    _write_to(session, "address-taken" if taken else "address-confirm", account, email, link, now)
    tell_owner(session, "address-asked", account, now, where, {"address": email})


def wanted_address(session: Session, account: Account, now: datetime) -> WantedAddress | None:
    """The change that waits, the last one asked for."""
    query = select(AddressChange).where(
        AddressChange.account_id == account.id, AddressChange.used_at.is_(None), AddressChange.expires_at > now
    )
    found = session.scalar(query.order_by(AddressChange.id.desc()).limit(1))
    return WantedAddress(found.email, found.expires_at) if found else None


def forget_wanted_address(session: Session, account: Account, now: datetime) -> None:
    """Keep the old address: links that were sent work no more."""
    end_address_changes(session, account, now)


def look_at_address(session: Session, token: str, now: datetime) -> str:
    """The address that a link would make its account's; changes nothing. Raises as `take_address`."""
    return _find(session, token, now).email


def take_address(session: Session, token: str, now: datetime) -> None:
    """Make the address of a link its account's; letters that wait go there, but those about the account's security.
    What could act as the account ends, as it was said when the address was asked for.

    Raises NotFound `no-such-link`, Denied (`link-used`, `link-expired`, `address-taken`).
    """
    whose = _find(session, token, now).account_id
    account = session.scalars(held(select(Account).where(Account.id == whose))).one()
    change = _find(session, token, now, lock=True)
    if session.scalar(select(Account.id).where(Account.email == change.email)) is not None:
        raise Denied("address-taken", N_("This address has an account of its own."))
    old = account.email
    _write_to(session, "address-changed", account, old, "", now)
    kept = frozenset(filter(None, change.kept.split(",")))
    end_rights(session, account, now, session_id=change.session_id, kept=kept)
    account.email = change.email
    forget_address(session, old)
    arrives(session, change.email)
    about_security = or_(*(OutgoingLetter.key.startswith(f"{what}.") for what in SECURITY_LETTERS))
    waiting = update(OutgoingLetter).where(
        OutgoingLetter.account_id == account.id,
        OutgoingLetter.address == old,
        OutgoingLetter.next_attempt_at.is_not(None),
        not_(about_security),
    )
    session.execute(waiting.values(address=change.email).execution_options(synchronize_session=False))


def _find(session: Session, token: str, now: datetime, *, lock: bool = False) -> AddressChange:
    query = select(AddressChange).where(AddressChange.token_hash == tokens.digest(token))
    found = session.scalar(query.with_for_update().execution_options(populate_existing=True) if lock else query)
    if found is None:
        raise NotFound("no-such-link", N_("This link is not known; perhaps a part of it is missing."))
    if found.used_at is not None:
        raise Denied("link-used", N_("This link was used already, or another one has taken its place."))
    if found.expires_at <= now:
        raise Denied("link-expired", N_("This link is too old. Ask for a new one."))
    return found


def _write_to(session: Session, what: str, account: Account, email: str, link: str, now: datetime) -> None:
    """A letter to an address that is not, or will not be, the account's: it does not move with its letters."""
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
    put(session, f"{what}:{name}", payload, email, now, language=account.language, zone=account.zone)


def ask_whether_arriving(session: Session, account: Account, now: datetime) -> bool:
    """Send a letter with a link to an address to which no other goes any more, at most one in an hour; whether the
    address is such a one."""
    if stopped_since(session, account.email) is None:
        return False
    link = addresses.letters_arrive(settings_of(session), dated_token(session, account, addresses.ARRIVING, now))
    key = f"address-check:{account.public_id}:{now:%Y%m%d%H}"
    notify(session, "address-check", key, now, accounts=[account], values={"address": account.email}, link=link)
    return True


def look_at_arriving(session: Session, token: str, now: datetime) -> str:
    """The address to which a link makes letters go again; changes nothing. NotFound `no-such-link`, Denied
    (`link-expired`, `link-used`: the account has another address or password since)."""
    found, _ = account_of(
        session, token, addresses.ARRIVING, now, life=LINK_LIFE, ended_at=lambda account: account.links_ended_at
    )
    return found.email


def letters_arrive(session: Session, token: str, now: datetime) -> None:
    """Letters go to the address of a link's account again. Raises as `look_at_arriving`."""
    arrives(session, look_at_arriving(session, token, now))
