"""Proving once more whose a session is, before what a thief must not do: by the second factor where it is on, else by
the password or a code in a letter."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from correspondence.accounts.sessions import count_attempt
from correspondence.accounts.use_cases import tell_owner
from correspondence.errors import Denied
from correspondence.models.accounts import Account, SignInSession
from correspondence.row_locks import held
from correspondence.rows import ALPHABET
from correspondence.sign_in.passwords import check_password, has_password
from correspondence.sign_in.second_factor import has_second_factor, prove_second_factor, strengthen
from correspondence.store import settings_of
from narration.words import N_

CODE_LIFE, CODE_LENGTH = timedelta(minutes=15), 8
MOST_CODES, CODES_WITHIN = 5, timedelta(minutes=15)


@dataclass(frozen=True)
class Ways:
    """How an account proves whose it is: by its second `factor` and nothing else, or by its `password`, or by a code
    that `sent` says is on its way in a letter."""

    factor: bool
    password: bool
    sent: bool


def ways_of(session: Session, account: Account, session_id: int, now: datetime) -> Ways:
    """How this account proves whose this session is."""
    if has_second_factor(session, account):
        return Ways(factor=True, password=False, sent=False)
    until = session.get_one(SignInSession, session_id).proof_expires_at
    return Ways(factor=False, password=has_password(session, account), sent=until is not None and until > now)


def send_code(session: Session, account: Account, session_id: int, now: datetime, where: str = "") -> None:
    """Send a code to the account's address; good once, for 15 minutes, in this session alone.

    Raises Denied `code-needed` where a second factor is on, `too-many-attempts` after 5 letters in 15 minutes.
    """
    if has_second_factor(session, account):
        raise Denied("code-needed", N_("The code of your second factor is needed."))
    count_attempt(session, "proof-letter", account.public_id, MOST_CODES, CODES_WITHIN, now)
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    mine = session.get_one(SignInSession, session_id)
    mine.proof_hash, mine.proof_expires_at = _hash(session, session_id, code), now + CODE_LIFE
    shown = f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"
    tell_owner(session, "proof-code", account, now, where, {"code": shown})


def prove(
    session: Session, account: Account, session_id: int, now: datetime, *, password: str = "", code: str = ""
) -> None:
    """Prove whose a session is; that counts for 15 minutes. Attempts are counted before, as own ones.

    Raises Denied `proof-needed` if nothing was typed, `wrong-password`, `code-needed`, `wrong-code`.
    """
    secret = (undefer(Account.password_hash), undefer(Account.totp_secret))
    query = select(Account).where(Account.id == account.id).options(*secret)
    mine = session.scalars(held(query).execution_options(populate_existing=True)).one()
    if mine.totp_secret:
        prove_second_factor(session, mine, code, now)
        strengthen(session, session_id, now)
        return
    if code:
        _take_code(session, session_id, code, now)
    elif password:
        check_password(mine, password)
    else:
        raise Denied("proof-needed", N_("Prove first that it is you."))
    session.get_one(SignInSession, session_id).proved_at = now


def _take_code(session: Session, session_id: int, code: str, now: datetime) -> None:
    """Use the code of a letter up. Denied `wrong-code`."""
    found = session.scalars(select(SignInSession).where(SignInSession.id == session_id).with_for_update()).one()
    typed = _hash(session, session_id, re.sub(r"[\s-]", "", code[:40]).lower())
    good = found.proof_expires_at is not None and found.proof_expires_at > now
    if not good or not hmac.compare_digest(found.proof_hash, typed):
        raise Denied("wrong-code", N_("This code is not right, or was used already."))
    found.proof_hash, found.proof_expires_at = "", None


def _hash(session: Session, session_id: int, code: str) -> str:
    secret = settings_of(session).secret_key.encode()
    return hmac.new(secret, f"proof {session_id} {code}".encode(), hashlib.sha256).hexdigest()
