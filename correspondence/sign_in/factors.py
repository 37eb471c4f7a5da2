"""Passwords, the second factor, and proving again who one is."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

import pyotp
import structlog
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select
from sqlalchemy.orm import Session, undefer

from correspondence import input_validation, tokens
from correspondence.accounts.use_cases import count_attempt, forget_attempts, open_session, session_with, tell_owner
from correspondence.audit_log import SITE, note
from correspondence.input_validation import MAX_EMAIL_LENGTH, Denied, Invalid, NotFound
from correspondence.models import Account, RecoveryCode, SignInSession
from correspondence.rows import ALPHABET, count_of, locking_query
from correspondence.sign_in.rights import end_rights
from correspondence.store import settings_of
from correspondence.tokens import SECOND_FACTOR, Unsealable, seal, unseal

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


def otpauth_address(secret: str, account: Account, site_name: str) -> str:
    """Return the address `otpauth://totp/...` that the square picture says."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.email, issuer_name=site_name)


def has_second_factor(session: Session, account: Account) -> bool:
    """Whether an account has turned it on."""
    return bool(session.scalar(select(Account.totp_secret).filter_by(id=account.id)))


def turn_on(
    session: Session,
    account: Account,
    secret: str,
    code: str,
    session_id: int,
    now: datetime,
    *,
    exempt_ids: Collection[str] = (),
    where: str = "",
) -> list[str]:
    """Turn the second factor on; return the recovery codes, shown this once.

    Revokes all access to the account, except this browser and the tokens and webhooks `exempt_ids`. Raises Invalid
    `bad-secret`, `wrong-code` in `code`; Denied `second-factor-on` if it is on already.
    """
    mine = _lock_with_secrets(session, account)
    if mine.totp_secret:
        raise Denied("second-factor-on", "The second factor is already on. Turn it off first.")
    if not is_secret(secret):
        raise Invalid("bad-secret", "Something in the request is missing or wrong.", "secret")
    step = _matching_step(secret, code, 0, now)
    if step is None:
        raise Invalid("wrong-code", "This code is wrong. Is the clock of your phone right?", "code")
    mine.totp_secret = seal(settings_of(session).secret_key, SECOND_FACTOR, secret)
    mine.totp_step = step
    strengthen(session, session_id, now)
    end_rights(session, mine, now, session_id=session_id, exempt_ids=exempt_ids)
    tell_owner(session, "second-factor-on", mine, now, where)
    return _make_recovery_codes(session, mine)


def turn_off(session: Session, account: Account, code: str, now: datetime, where: str = "") -> None:
    """Turn the second factor off with its code. Denied `code-needed`, `wrong-code`."""
    mine = _lock_with_secrets(session, account)
    if not mine.totp_secret:
        return
    prove_second_factor(session, mine, code, now)
    _end(session, mine, now, where)


def turn_off_lost_factor(session: Session, email: str, now: datetime) -> bool:
    """Turn off a lost second factor, by email address; return whether it was on.
    For the administrator's command line, without a code; audited, and told to the owner.
    Raises NotFound `no-such-account`."""
    account = session.scalar(select(Account).filter_by(email=input_validation.email(email)))
    if account is None:
        raise NotFound("no-such-account", "No account has this address.")
    mine = _lock_with_secrets(session, account)
    if not mine.totp_secret:
        return False
    _end(session, mine, now)
    note(session, SITE, None, "second-factor-off", {"account": mine.public_id}, now)
    return True


def renew_recovery_codes(session: Session, account: Account, code: str, now: datetime, where: str = "") -> list[str]:
    """Renew recovery codes. Denied `code-needed`, `wrong-code`, `no-second-factor`."""
    mine = _lock_with_secrets(session, account)
    if not mine.totp_secret:
        raise Denied("no-second-factor", "The second factor is not turned on.")
    prove_second_factor(session, mine, code, now)
    tell_owner(session, "recovery-codes-new", mine, now, where)
    return _make_recovery_codes(session, mine)


def show_code(session: Session, account: Account, code: str, session_id: int, now: datetime) -> None:
    """Show one's second factor in a session. Raises Denied as `prove_second_factor`."""
    prove_second_factor(session, _lock_with_secrets(session, account), code, now)
    strengthen(session, session_id, now)


def strengthen(session: Session, session_id: int, now: datetime) -> None:
    """A second factor was shown in this session."""
    browser_session = session.get_one(SignInSession, session_id)
    browser_session.strong_at = browser_session.proved_at = now


def prove_second_factor(session: Session, account: Account, code: str, now: datetime) -> None:
    """Accept a code of the phone, each once, or a recovery code.

    Denied `code-needed`, `wrong-code`, `second-factor-unreadable` if the service's key changed. The account's row must
    be locked or read in this transaction; the caller counts attempts.
    """
    typed_code = re.sub(r"[\s-]", "", code).lower()
    if not typed_code:
        raise Denied("code-needed", "Enter the code of your second factor.")
    step = _matching_step(_read_secret(session, account), typed_code, account.totp_step, now)
    if step is not None:
        account.totp_step = step
        return
    recovery_code = session.scalar(
        select(RecoveryCode)
        .filter_by(account_id=account.id, code_hash=_hash(session, typed_code), used_at=None)
        .with_for_update()
    )
    if recovery_code is None:
        raise Denied("wrong-code", "This code is wrong, or was already used.")
    recovery_code.used_at = now
    tell_owner(session, "recovery-code-used", account, now, values={"left": remaining_codes(session, account) - 1})


def prove_factor_if_on(session: Session, account: Account, code: str, now: datetime) -> bool:
    """Check a code if the account has a second factor; return whether it has one.
    Raises Denied `code-needed`, `wrong-code`, `second-factor-unreadable`. The caller counts attempts."""
    mine = _lock_with_secrets(session, account)
    if not mine.totp_secret:
        return False
    prove_second_factor(session, mine, code, now)
    return True


def remaining_codes(session: Session, account: Account) -> int:
    """Return the number of unused recovery codes, without unflushed changes."""
    with session.no_autoflush:
        return count_of(session, RecoveryCode, account_id=account.id, used_at=None)


def browser_mark(session: Session, account: Account) -> str:
    """Return a mark for a browser in which the second factor was shown.
    By it `is_own_browser` knows the browser again after its session has ended. It opens nothing; good until the second
    factor is turned off."""
    name = secrets.token_hex(8)
    return f"{name}.{_mark_hash(session, account, name)}"


def is_own_browser(session: Session, account: Account, mark: str) -> bool:
    """Whether this account's second factor was shown in the browser with this mark."""
    name, _, typed_hash = mark[:200].partition(".")
    return has_second_factor(session, account) and hmac.compare_digest(
        typed_hash.encode(), _mark_hash(session, account, name).encode()
    )


def _mark_hash(session: Session, account: Account, name: str) -> str:
    sealed = session.scalar(select(Account.totp_secret).filter_by(id=account.id))
    text = f"browser {account.public_id} {sealed} {name}"
    return tokens.keyed_hash(settings_of(session).secret_key, text)


def _matching_step(secret: str, code: str, last: int, now: datetime) -> int | None:
    """Return the time step whose code this is, if later than `last`, used last.
    None if the code is not six digits or fits no step near `now`."""
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
    session.execute(delete(RecoveryCode).filter_by(account_id=account.id))
    tell_owner(session, "second-factor-off", account, now, where)


def _read_secret(session: Session, account: Account) -> str:
    """Return the unsealed secret of an account's second factor.
    Raises Denied `second-factor-unreadable` if the key of the service has changed."""
    try:
        return unseal(settings_of(session).secret_key, SECOND_FACTOR, account.totp_secret)
    except Unsealable as wrong:
        log.error("a second factor cannot be read", account=account.public_id, error=str(wrong))
        raise Denied(
            "second-factor-unreadable",
            "Your second factor cannot be read: the key of this service has changed. Write to the administrator.",
        ) from wrong


def _make_recovery_codes(session: Session, account: Account) -> list[str]:
    session.execute(delete(RecoveryCode).filter_by(account_id=account.id))
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)]
    session.add_all(RecoveryCode(account_id=account.id, code_hash=_hash(session, code)) for code in codes)
    session.flush()
    return ["-".join(code[i : i + 4] for i in range(0, RECOVERY_LENGTH, 4)) for code in codes]


def _hash(session: Session, code: str) -> str:
    return tokens.keyed_hash(settings_of(session).secret_key, f"recovery {code}")


def _lock_with_secrets(session: Session, account: Account) -> Account:
    """Lock an account's row, and reload it with password hash and sealed secret."""
    secret = (undefer(Account.password_hash), undefer(Account.totp_secret))
    query = select(Account).filter_by(id=account.id).options(*secret)
    return session.scalars(locking_query(query).execution_options(populate_existing=True)).one()


MIN_PASSWORD, MAX_PASSWORD = 10, 200
MAX_FOR_ADDRESS, MAX_FROM_PLACE, MAX_OWN, WITHIN = 5, 30, 10, timedelta(minutes=15)
# Half of what an account has: who tries codes from one place leaves the other half to its owner.
MAX_CODES_FROM_PLACE = 5
_HASHER = PasswordHasher()


def count_sign_in_attempt(
    session: Session, email: str, place: str, now: datetime, code: str = "", mark: str = ""
) -> None:
    """Count a password sign-in attempt; commit before `sign_in_by_password`.
    At most 5 per email address and 30 per `place` (IP address) in 15 minutes; links still work.
    A second factor's `code` counts too, see `count_code` for `mark`. Raises Denied `too-many-attempts`."""
    count_attempt(session, "from", place, MAX_FROM_PLACE, WITHIN, now)
    count_attempt(session, "sign-in", email.strip().lower(), MAX_FOR_ADDRESS, WITHIN, now)
    account = session.scalar(select(Account).filter_by(email=email.strip().lower())) if code else None
    if account is not None and has_second_factor(session, account):
        count_code(session, account, place, mark, now)


def sign_in_by_password(
    session: Session, email: str, password: str, code: str, now: datetime, label: str = ""
) -> tuple[Account, str, str]:
    """Sign in by password; return account, cookie token, and browser mark.

    The mark is of a browser in which a second factor was shown (empty if none). Raises Denied `wrong-password` (alike
    for addresses without account or password), `code-needed` or `wrong-code` with a second factor.
    """
    wrong = Denied("wrong-password", "The address and the password do not match.")
    if len(email) > MAX_EMAIL_LENGTH:
        raise wrong
    named = select(Account).filter_by(email=email.strip().lower(), deleted_at=None)
    account = session.scalar(locking_query(named.options(undefer(Account.password_hash), undefer(Account.totp_secret))))
    password_hash = account.password_hash if account is not None and account.password_hash else _nobody()
    good = _matches(password_hash, password)
    if account is None or not account.password_hash or not good:
        raise wrong
    if account.totp_secret:
        prove_second_factor(session, account, code, now)
    if _HASHER.check_needs_rehash(account.password_hash):
        account.password_hash = _HASHER.hash(password)
    forget_attempts(session, "sign-in", email.strip().lower())
    return account, *enter(session, account, now, label, strong=bool(account.totp_secret))


def enter(session: Session, account: Account, now: datetime, label: str, *, strong: bool) -> tuple[str, str]:
    """Sign in an account that was proved; return cookie token and browser mark.
    `strong`: by two factors; the mark is empty without them, or without a second factor."""
    mark = browser_mark(session, account) if strong and has_second_factor(session, account) else ""
    return open_session(session, account, now, label, strong=strong), mark


def has_password(session: Session, account: Account) -> bool:
    """Whether an account has a password."""
    return bool(session.scalar(select(Account.password_hash).filter_by(id=account.id)))


def choose_password(
    session: Session,
    account: Account,
    old: str,
    new: str,
    session_token: str,
    now: datetime,
    *,
    exempt_ids: Collection[str] = (),
    where: str = "",
) -> None:
    """Set or change one's password, and send an email about it.

    Revokes all access to the account, except the browser of `session_token` and the tokens and webhooks `exempt_ids`.
    Raises Denied `wrong-password` (the old one), Invalid `too-short`, `too-long`, `easy` in `new`. The caller counts
    attempts before, as for sign-in.
    """
    mine = _lock_with_secrets(session, account)
    if mine.password_hash:
        check_password(mine, old)
    new = checked_password(new, mine)
    what = "password-changed" if mine.password_hash else "password-set"
    mine.password_hash = _HASHER.hash(new)
    _end_others(session, mine, session_token, exempt_ids, now)
    tell_owner(session, what, mine, now, where)


def remove_password(
    session: Session,
    account: Account,
    old: str,
    now: datetime,
    *,
    session_token: str = "",
    exempt_ids: Collection[str] = (),
    where: str = "",
) -> None:
    """Remove the password, revoking as `choose_password`. Denied `wrong-password`."""
    mine = _lock_with_secrets(session, account)
    if not mine.password_hash:
        return
    check_password(mine, old)
    mine.password_hash = ""
    _end_others(session, mine, session_token, exempt_ids, now)
    tell_owner(session, "password-removed", mine, now, where)


def check_password(account: Account, password: str) -> None:
    """Denied `wrong-password` unless it is the account's."""
    if not account.password_hash or not _matches(account.password_hash, password):
        raise Denied("wrong-password", "This is not your password.")


def checked_password(new: str, account: Account) -> str:
    """Return a valid password: long enough, and not obvious about its owner."""
    if len(new) < MIN_PASSWORD:
        raise Invalid(
            "too-short",
            "Use at least {shortest} characters; a short sentence is good.",
            "new",
            shortest=MIN_PASSWORD,
        )
    if len(new) > MAX_PASSWORD:
        raise Invalid("too-long", "This is longer than {longest} characters.", "new", longest=MAX_PASSWORD)
    local = account.email.partition("@")[0]
    if new.lower() in (account.email, account.name.lower(), local) or len(set(new)) < 5:
        raise Invalid("easy", "This is too easy to guess.", "new")
    return new


def count_own_attempt(session: Session, account: Account, browser: SignInSession | None, now: datetime) -> None:
    """Count a signed-in person's attempt at a password or code; commit before trying.
    At most 10 in 15 minutes per account. A browser where the second factor was shown counts separately, so that
    attempts elsewhere do not lock it. Denied `too-many-attempts`."""
    strong = browser is not None and browser.strong_at is not None
    whose = f"{account.public_id} {browser.public_id}" if browser is not None and strong else account.public_id
    count_attempt(session, "own", whose, MAX_OWN, WITHIN, now)


def count_code(session: Session, account: Account, place: str, mark: str, now: datetime) -> None:
    """Count an attempt at a second factor on sign-in; commit before trying it.
    At most 5 per `place` (IP address) and 10 per account in 15 minutes; with the `mark` of a browser
    that showed the factor before, 10 counted separately. Raises Denied `too-many-attempts`."""
    if is_own_browser(session, account, mark):
        count_attempt(session, "own", f"{account.public_id} {mark}", MAX_OWN, WITHIN, now)
        return
    count_attempt(session, "code", f"{account.public_id} {place}", MAX_CODES_FROM_PLACE, WITHIN, now)
    count_attempt(session, "own", account.public_id, MAX_OWN, WITHIN, now)


def _matches(password_hash: str, password: str) -> bool:
    try:
        return _HASHER.verify(password_hash, password[:MAX_PASSWORD])
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """Return a hash that no password fits, so unknown addresses take equal time."""
    return _HASHER.hash(tokens.new_token())


def _end_others(session: Session, account: Account, token: str, exempt_ids: Collection[str], now: datetime) -> None:
    own = session_with(session, token, now)
    end_rights(session, account, now, session_id=own.id if own is not None else None, exempt_ids=exempt_ids)


CODE_LIFE, CODE_LENGTH = timedelta(minutes=15), 8
MAX_CODES, CODES_WITHIN = 5, timedelta(minutes=15)


@dataclass(frozen=True)
class ProofMethods:
    """How an account proves its owner: by second `factor` alone, or by `password`.
    Or by a code that `sent` says is on its way by email."""

    factor: bool
    password: bool
    sent: bool


def proof_methods(session: Session, account: Account, session_id: int, now: datetime) -> ProofMethods:
    """Return how somebody at this browser session can prove to own the account."""
    if has_second_factor(session, account):
        return ProofMethods(factor=True, password=False, sent=False)
    until = session.get_one(SignInSession, session_id).proof_expires_at
    return ProofMethods(factor=False, password=has_password(session, account), sent=until is not None and until > now)


def send_code(session: Session, account: Account, session_id: int, now: datetime, where: str = "") -> None:
    """Email a code: good once, for 15 minutes, in this session alone.

    Raises Denied `code-needed` where a second factor is on, `too-many-attempts` after 5 emails in 15 minutes.
    """
    if has_second_factor(session, account):
        raise Denied("code-needed", "Enter the code of your second factor.")
    count_attempt(session, "proof-letter", account.public_id, MAX_CODES, CODES_WITHIN, now)
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    mine = session.get_one(SignInSession, session_id)
    mine.proof_hash, mine.proof_expires_at = _proof_hash(session, session_id, code), now + CODE_LIFE
    shown = f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"
    tell_owner(session, "proof-code", account, now, where, {"code": shown})


def prove(
    session: Session, account: Account, session_id: int, now: datetime, *, password: str = "", code: str = ""
) -> None:
    """Prove a session's owner, for 15 minutes; attempts are counted before.

    Raises Denied `proof-needed` if nothing was typed, `wrong-password`, `code-needed`, `wrong-code`.
    """
    mine = _lock_with_secrets(session, account)
    if mine.totp_secret:
        prove_second_factor(session, mine, code, now)
        strengthen(session, session_id, now)
        return
    if code:
        # Use the code of an email up. Denied `wrong-code`.
        browser_session = session.scalars(select(SignInSession).filter_by(id=session_id).with_for_update()).one()
        code_hash = _proof_hash(session, session_id, re.sub(r"[\s-]", "", code[:40]).lower())
        good = browser_session.proof_expires_at is not None and browser_session.proof_expires_at > now
        if not good or not hmac.compare_digest(browser_session.proof_hash, code_hash):
            raise Denied("wrong-code", "This code is wrong, or was already used.")
        browser_session.proof_hash, browser_session.proof_expires_at = "", None
    elif password:
        check_password(mine, password)
    else:
        raise Denied("proof-needed", "First confirm that it is you.")
    session.get_one(SignInSession, session_id).proved_at = now


def _proof_hash(session: Session, session_id: int, code: str) -> str:
    return tokens.keyed_hash(settings_of(session).secret_key, f"proof {session_id} {code}")
