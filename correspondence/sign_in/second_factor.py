"""A second factor: codes of a phone (TOTP, RFC 6238) and recovery codes, for whoever turns it on."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
from datetime import datetime

import pyotp
import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, undefer

from correspondence import input_validation
from correspondence.accounts.use_cases import tell_owner
from correspondence.encryption import SECOND_FACTOR, Unsealable, seal, unseal
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.ledger.use_cases import SITE, note
from correspondence.models.accounts import Account, RecoveryCode, SignInSession
from correspondence.row_locks import held
from correspondence.rows import ALPHABET
from correspondence.sign_in.rights import end_rights
from correspondence.store import settings_of
from narration.words import N_

log = structlog.get_logger(__name__)

STEP_SECONDS = 30
RECOVERY_CODES, RECOVERY_LENGTH = 10, 12
# A phone's clock may be wrong by one step.
STEPS_OFF = (0, -1, 1)
_SECRET = re.compile(r"[A-Z2-7]{32}")


def new_secret() -> str:
    """A secret for a phone, to be shown, and kept only once a code of it was typed."""
    return pyotp.random_base32()


def is_secret(typed: str) -> bool:
    """Whether this could be a secret of ours."""
    return _SECRET.fullmatch(typed) is not None


def address_of(secret: str, account: Account, site_name: str) -> str:
    """What the square picture says: `otpauth://totp/...`."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.email, issuer_name=site_name)


def has_second_factor(session: Session, account: Account) -> bool:
    """Whether an account has turned it on."""
    return bool(session.scalar(select(Account.totp_secret).where(Account.id == account.id)))


def turn_on(
    session: Session,
    account: Account,
    secret: str,
    code: str,
    session_id: int,
    now: datetime,
    *,
    kept: Collection[str] = (),
    where: str = "",
) -> list[str]:
    """Turn the second factor on; returns the recovery codes, shown this once. All that could act as the account ends,
    but this browser, and the tokens and webhooks whose ids are `kept`.

    Raises Invalid `bad-secret`, `wrong-code` in `code`; Denied `second-factor-on` if it is on already.
    """
    mine = _with_secret(session, account)
    if mine.totp_secret:
        raise Denied("second-factor-on", N_("The second factor is on already. Turn it off first."))
    if not is_secret(secret):
        raise Invalid("bad-secret", N_("Something in the request is missing or not as it should be."), "secret")
    step = _step_of(secret, code, 0, now)
    if step is None:
        raise Invalid("wrong-code", N_("This code is not right. Is the clock of your phone?"), "code")
    mine.totp_secret = seal(settings_of(session).secret_key, SECOND_FACTOR, secret)
    mine.totp_step = step
    strengthen(session, session_id, now)
    end_rights(session, mine, now, session_id=session_id, kept=kept)
    tell_owner(session, "second-factor-on", mine, now, where)
    return _make_recovery_codes(session, mine)


def turn_off(session: Session, account: Account, code: str, now: datetime, where: str = "") -> None:
    """Turn the second factor off, with a code of it. Raises Denied `code-needed`, `wrong-code`."""
    mine = _with_secret(session, account)
    if not mine.totp_secret:
        return
    prove_second_factor(session, mine, code, now)
    _end(session, mine, now, where)


def turn_off_for(session: Session, email: str, now: datetime) -> bool:
    """Turn an account's second factor off without a code, for somebody who has lost phone and recovery codes; whether
    it was on. For who runs commands on the service's machine; written into the ledger, and told to its owner.

    Raises NotFound `no-such-account`.
    """
    account = session.scalar(select(Account).where(Account.email == input_validation.email(email)))
    if account is None:
        raise NotFound("no-such-account", N_("No account has this address."))
    mine = _with_secret(session, account)
    if not mine.totp_secret:
        return False
    _end(session, mine, now)
    note(session, SITE, "service", "second-factor-off", {"account": mine.public_id}, now)
    return True


def renew_recovery_codes(session: Session, account: Account, code: str, now: datetime, where: str = "") -> list[str]:
    """New recovery codes in place of the old ones. Raises Denied `code-needed`, `wrong-code`, `no-second-factor`."""
    mine = _with_secret(session, account)
    if not mine.totp_secret:
        raise Denied("no-second-factor", N_("The second factor is not turned on."))
    prove_second_factor(session, mine, code, now)
    tell_owner(session, "recovery-codes-new", mine, now, where)
    return _make_recovery_codes(session, mine)


def show_code(session: Session, account: Account, code: str, session_id: int, now: datetime) -> None:
    """Show one's second factor in a session, for what needs it. Raises Denied as `prove_second_factor`."""
    prove_second_factor(session, _with_secret(session, account), code, now)
    strengthen(session, session_id, now)


def strengthen(session: Session, session_id: int, now: datetime) -> None:
    """A second factor was shown in this session."""
    found = session.get_one(SignInSession, session_id)
    found.strong_at = found.proved_at = now


def prove_second_factor(session: Session, account: Account, code: str, now: datetime) -> None:
    """Take a code of the phone, each once, or a recovery code. Denied `code-needed` if there is none, `wrong-code`,
    `second-factor-unreadable` if the service's key has changed.

    The row of the account is to be locked or read in this transaction; attempts are counted by the caller.
    """
    typed_code = re.sub(r"[\s-]", "", code).lower()
    if not typed_code:
        raise Denied("code-needed", N_("The code of your second factor is needed."))
    step = _step_of(_opened(session, account), typed_code, account.totp_step, now)
    if step is not None:
        account.totp_step = step
        return
    kept = session.scalar(
        select(RecoveryCode)
        .where(
            RecoveryCode.account_id == account.id,
            RecoveryCode.code_hash == _hash(session, typed_code),
            RecoveryCode.used_at.is_(None),
        )
        .with_for_update()
    )
    if kept is None:
        raise Denied("wrong-code", N_("This code is not right, or was used already."))
    kept.used_at = now
    tell_owner(session, "recovery-code-used", account, now, values={"left": codes_left(session, account) - 1})


def prove_if_on(session: Session, account: Account, code: str, now: datetime) -> bool:
    """As `prove_second_factor` where the account has turned one on; whether it has."""
    mine = _with_secret(session, account)
    if not mine.totp_secret:
        return False
    prove_second_factor(session, mine, code, now)
    return True


def codes_left(session: Session, account: Account) -> int:
    """How many recovery codes are not used yet; the session's changes are not counted before they are flushed."""
    query = select(func.count()).where(RecoveryCode.account_id == account.id, RecoveryCode.used_at.is_(None))
    with session.no_autoflush:
        return session.scalar(query) or 0


def browser_mark(session: Session, account: Account) -> str:
    """A mark for a browser in which the second factor was shown, by which `is_own_browser` knows it again after its
    session has ended. It opens nothing; good until the second factor is turned off."""
    name = secrets.token_hex(8)
    return f"{name}.{_mark_hash(session, account, name)}"


def is_own_browser(session: Session, account: Account, mark: str) -> bool:
    """Whether the second factor of this account was shown in the browser that has this mark."""
    name, _, typed_hash = mark[:200].partition(".")
    return has_second_factor(session, account) and hmac.compare_digest(
        typed_hash.encode(), _mark_hash(session, account, name).encode()
    )


def _mark_hash(session: Session, account: Account, name: str) -> str:
    sealed = session.scalar(select(Account.totp_secret).where(Account.id == account.id))
    text = f"browser {account.public_id} {sealed} {name}"
    return hmac.new(settings_of(session).secret_key.encode(), text.encode(), hashlib.sha256).hexdigest()


def _step_of(secret: str, code: str, last: int, now: datetime) -> int | None:
    """The time step whose code this is, if that is later than the last one used."""
    if not secret or re.fullmatch(r"[0-9]{6}", code) is None:
        return None
    here = int(now.timestamp()) // STEP_SECONDS
    totp = pyotp.TOTP(secret)
    for off in STEPS_OFF:
        step = here + off
        if step > last and hmac.compare_digest(totp.generate_otp(step), code):
            return step
    return None


def _end(session: Session, account: Account, now: datetime, where: str = "") -> None:
    account.totp_secret = ""
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    tell_owner(session, "second-factor-off", account, now, where)


def _opened(session: Session, account: Account) -> str:
    try:
        return unseal(settings_of(session).secret_key, SECOND_FACTOR, account.totp_secret)
    except Unsealable as wrong:
        log.error("a second factor cannot be read", account=account.public_id, error=str(wrong))
        words = N_("Your second factor cannot be read: the key of this service has changed. Write to who runs it.")
        raise Denied("second-factor-unreadable", words) from wrong


def _make_recovery_codes(session: Session, account: Account) -> list[str]:
    session.execute(delete(RecoveryCode).where(RecoveryCode.account_id == account.id))
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)]
    session.add_all(RecoveryCode(account_id=account.id, code_hash=_hash(session, code)) for code in codes)
    session.flush()
    return ["-".join(code[i : i + 4] for i in range(0, RECOVERY_LENGTH, 4)) for code in codes]


def _hash(session: Session, code: str) -> str:
    secret = settings_of(session).secret_key.encode()
    return hmac.new(secret, f"recovery {code}".encode(), hashlib.sha256).hexdigest()


def _with_secret(session: Session, account: Account) -> Account:
    query = select(Account).where(Account.id == account.id).options(undefer(Account.totp_secret))
    return session.scalars(held(query).execution_options(populate_existing=True)).one()
