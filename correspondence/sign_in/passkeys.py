"""Passkeys (WebAuthn): key pairs of devices, instead of password and code.

A device signs a challenge (W3C Web Authentication), and `webauthn` checks it. A challenge is signed by the service, for
one browser and one purpose; it is good for five minutes, and only once. The library is imported where it is used: it
takes six megabytes, and most processes check no passkey.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import input_validation, tokens
from correspondence.accounts.use_cases import count_attempt, tell_owner
from correspondence.input_validation import Denied, NotFound
from correspondence.models import Account, Passkey
from correspondence.rows import count_of, locking_query, new_id
from correspondence.settings import LOOPBACK, Settings
from correspondence.sign_in.factors import MAX_FROM_PLACE, WITHIN, enter
from correspondence.store import settings_of

log = structlog.get_logger(__name__)

CHALLENGE_LIFE = timedelta(minutes=5)
TIMEOUT = int(CHALLENGE_LIFE.total_seconds() * 1000)
MAX_PASSKEYS, MAX_NAME_LENGTH = 20, 60
SIGN_IN = "passkey"
T = TypeVar("T")


@dataclass(frozen=True)
class Signed:
    """What a browser sends: a public key `credential` (JSON), and its `challenge`."""

    credential: str
    challenge: str


class _Response(msgspec.Struct):
    userHandle: str | None = None


class _Credential(msgspec.Struct):
    id: str
    response: _Response


def passkey_site(settings: Settings) -> str:
    """Return the name for which devices make passkeys (RP ID): the site's host.
    Devices know names alone, so this machine is `localhost`."""
    host = urlsplit(settings.base_url).hostname or ""
    return "localhost" if host in LOOPBACK else host


def add_purpose(account: Account) -> str:
    """The purpose of challenges by which an account adds a passkey."""
    return f"{SIGN_IN} of {account.public_id}"


def sign_in_options(session: Session, browser: str, now: datetime) -> dict[str, Any]:
    """Return a new `challenge` for a `browser`, and `options` for a device to sign it.
    The options are those of `PublicKeyCredential.parseRequestOptionsFromJSON`."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict, structs

    challenge = _new_challenge(session, SIGN_IN, browser, now)
    options = generate_authentication_options(
        rp_id=passkey_site(settings_of(session)),
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return {"challenge": challenge, "options": options_to_json_dict(options)}


def add_options(session: Session, account: Account, browser: str, now: datetime) -> dict[str, Any]:
    """Return the same for a new passkey (`parseCreationOptionsFromJSON`).
    Devices that have a passkey of the account make no other. Denied `too-many-passkeys`."""
    from webauthn import generate_registration_options
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict, structs

    _check_number(session, account)
    stored = session.scalars(select(Passkey.credential).filter_by(account_id=account.id))
    challenge, settings = _new_challenge(session, add_purpose(account), browser, now), settings_of(session)
    options = generate_registration_options(
        rp_id=passkey_site(settings),
        rp_name=settings.site_name,
        user_id=account.public_id.encode(),
        user_name=account.email,
        user_display_name=account.name,
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(text)) for text in stored],
    )
    return {"challenge": challenge, "options": options_to_json_dict(options)}


def use_challenge(session: Session, challenge: str, purpose: str, browser: str, now: datetime) -> None:
    """Use a challenge up; commit before what it is for. Denied `passkey-expired`.
    It must be of this purpose and browser, at most five minutes old and not used."""
    expired = Denied("passkey-expired", "This took too long, or was sent twice. Try again.")
    value = tokens.verified_value(settings_of(session).secret_key, f"{purpose} {browser}", challenge)
    if value is None or int(value.partition("-")[2]) <= (now - CHALLENGE_LIFE).timestamp() * 1000:
        raise expired
    try:
        count_attempt(session, "challenge", challenge, 1, CHALLENGE_LIFE, now)
    except Denied as denied:
        raise expired from denied


def count_passkey_attempt(session: Session, place: str, now: datetime) -> None:
    """Count a sign-in attempt with those by password from this `place` (IP address).
    Commit before `sign_in_by_passkey`. Raises Denied `too-many-attempts`."""
    count_attempt(session, "from", place, MAX_FROM_PLACE, WITHIN, now)


def sign_in_by_passkey(session: Session, signed: Signed, now: datetime, label: str = "") -> tuple[str, str]:
    """Sign in by what a device signed; return cookie token and browser mark.

    The challenge is used up before. The device must have verified its owner. Raises Denied `wrong-passkey`, alike for
    unknown passkeys, wrong signatures and sites, and a counter that did not go up: then somebody has a copy.
    """
    from webauthn import verify_authentication_response

    passkey_id, owner = _named(signed)
    query = select(Account).join(Passkey, Passkey.account_id == Account.id)
    query = query.where(Passkey.credential == passkey_id, Account.public_id == owner, Account.deleted_at.is_(None))
    account = session.scalar(locking_query(query))
    # Read under the account's lock, so that no count counts twice.
    fresh = select(Passkey).filter_by(credential=passkey_id).execution_options(populate_existing=True)
    passkey = session.scalar(fresh) if account is not None else None
    verified = None
    if passkey is not None:
        stored = {"credential_public_key": passkey.public_key, "credential_current_sign_count": passkey.sign_count}
        verified = _checked(session, verify_authentication_response, signed, **stored)
    if account is None or passkey is None or verified is None:
        raise Denied("wrong-passkey", "This passkey does not work here. Try again, or sign in with a link.")
    passkey.sign_count, passkey.used_at = verified.new_sign_count, now
    return enter(session, account, now, label, strong=True)


def add_passkey(
    session: Session, account: Account, signed: Signed, name: str, now: datetime, *, where: str = ""
) -> None:
    """Add the passkey that a device made, and tell the owner by email.

    The challenge is used up before. Raises Denied `passkey-refused`, `too-many-passkeys`, Invalid for the name.
    """
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    name = input_validation.label(name, "name", MAX_NAME_LENGTH)
    session.scalar(locking_query(select(Account.id).filter_by(id=account.id)))
    _check_number(session, account)
    verified = _checked(session, verify_registration_response, signed)
    passkey_id = bytes_to_base64url(verified.credential_id) if verified is not None else ""
    if verified is None or count_of(session, Passkey, credential=passkey_id):
        raise Denied("passkey-refused", "The passkey was not added. Try again, or use another device.")
    passkey = Passkey(public_id=new_id(), account_id=account.id, name=name, credential=passkey_id, created_at=now)
    passkey.public_key, passkey.sign_count = verified.credential_public_key, verified.sign_count
    session.add(passkey)
    tell_owner(session, "passkey-added", account, now, where, {"name": name})


def rename_passkey(session: Session, account: Account, passkey_id: str, name: str) -> None:
    """Give a passkey another name. NotFound `no-such-passkey`, Invalid for the name."""
    _own(session, account, passkey_id).name = input_validation.label(name, "name", MAX_NAME_LENGTH)


def remove_passkey(session: Session, account: Account, passkey_id: str, now: datetime, where: str = "") -> None:
    """Let a passkey sign in no more, and tell the owner. NotFound `no-such-passkey`."""
    passkey = _own(session, account, passkey_id)
    tell_owner(session, "passkey-removed", account, now, where, {"name": passkey.name})
    session.delete(passkey)


def _own(session: Session, account: Account, passkey_id: str) -> Passkey:
    passkey = session.scalar(locking_query(select(Passkey).filter_by(public_id=passkey_id, account_id=account.id)))
    if passkey is None:
        raise NotFound("no-such-passkey", "There is no such passkey.")
    return passkey


def _check_number(session: Session, account: Account) -> None:
    if count_of(session, Passkey, account_id=account.id) >= MAX_PASSKEYS:
        raise Denied("too-many-passkeys", "You already have {most} passkeys; remove one first.", most=MAX_PASSKEYS)


def _new_challenge(session: Session, purpose: str, browser: str, now: datetime) -> str:
    value = f"{secrets.token_hex(16)}-{int(now.timestamp() * 1000)}"
    return tokens.sign(settings_of(session).secret_key, f"{purpose} {browser}", value)


def _named(signed: Signed) -> tuple[str, str]:
    """Return which passkey and account a device names; empty if it names none."""
    from webauthn.helpers import base64url_to_bytes

    try:
        credential = msgspec.json.decode(signed.credential, type=_Credential)
        return credential.id, base64url_to_bytes(credential.response.userHandle or "").decode()
    except (ValueError, RecursionError):
        return "", ""


def _checked(session: Session, check: Callable[..., T], signed: Signed, **stored: Any) -> T | None:
    """Return what a function of `webauthn` makes of a credential; None if refused."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from webauthn.helpers.exceptions import WebAuthnException

    settings = settings_of(session)
    address, site = urlsplit(settings.base_url), passkey_site(settings)
    origin = f"{address.scheme}://{site}" + (f":{address.port}" if address.port else "")
    try:
        return check(
            credential=signed.credential,
            expected_challenge=signed.challenge.encode(),
            expected_rp_id=site,
            expected_origin=origin,
            require_user_verification=True,
            **stored,
        )
    # The library says by these, too, that bytes are not what they should be.
    except (
        WebAuthnException,
        InvalidSignature,
        UnsupportedAlgorithm,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
    ) as wrong:
        log.warning("a passkey was refused", error=str(wrong)[:200])
        return None
