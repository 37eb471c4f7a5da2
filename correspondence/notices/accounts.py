"""The words of notices about accounts. All are urgent: they are few, and about who may act as the reader."""

from __future__ import annotations

from correspondence.notices.kinds import NoticeWords
from correspondence.words import N_

_NOT_YOU = N_("If that was not you, sign in by a link, choose a new password and sign all other browsers out.")


def _security(subject: str, *paragraphs: str, button: str = "") -> NoticeWords:
    return NoticeWords(stream="account", subject=subject, paragraphs=paragraphs, button=button, urgent=True)


NOTICES: dict[str, NoticeWords] = {
    "address-confirm": _security(
        N_("{site}: is this your address?"),
        N_("{name} wants to use {address} for an account at {site}."),
        N_("If that is you, follow the link within 24 hours. If not, do nothing: the link ends by itself."),
        button=N_("This is my address"),
    ),
    "address-taken": _security(
        N_("{site}: this address has an account already"),
        N_("Somebody wants to use {address} for another account at {site}, but it has one of its own."),
        N_("If that is you, sign in with this address, or delete the account that has it."),
    ),
    "address-asked": _security(
        N_("{site}: another address for your account"),
        N_("Somebody who is signed in as you wants letters to come to {address} from now on."),
        N_("This address counts until the link in the letter to the new one is used."),
        _NOT_YOU,
    ),
    "address-changed": _security(
        N_("{site}: your account has another address"),
        N_("The account of {name} has a new address. Nothing more comes to {address}."),
        N_("If that was not you, write to whoever runs {site}: this address cannot sign in any more."),
    ),
    "password-set": _security(
        N_("{site}: your account has a password"), N_("You can sign in with it from now on."), _NOT_YOU
    ),
    "password-changed": _security(
        N_("{site}: your password was changed"),
        N_("All other browsers were signed out."),
        _NOT_YOU,
    ),
    "password-removed": _security(
        N_("{site}: your account has no password any more"), N_("You sign in by links as before."), _NOT_YOU
    ),
    "second-factor-on": _security(
        N_("{site}: the second factor is on"),
        N_("A code of your phone is needed for a game master's desk, and to sign in with a password."),
        N_("Keep the recovery codes where you find them without your phone."),
        _NOT_YOU,
    ),
    "second-factor-off": _security(N_("{site}: the second factor is off"), N_("No code is needed any more."), _NOT_YOU),
    "recovery-codes-new": _security(
        N_("{site}: new recovery codes"), N_("The recovery codes you had before work no more."), _NOT_YOU
    ),
    "recovery-code-used": _security(
        N_("{site}: a recovery code was used"), N_("Recovery codes that are left: {left}."), _NOT_YOU
    ),
    "delete-confirm": _security(
        N_("{site}: delete your account?"),
        N_("Somebody who is signed in as you wants to delete your account at {site}."),
        N_("Seats in games that run are given back; games that are over keep a former player in your place."),
        N_("If you want that, follow the link within 24 hours. It cannot be undone. If not, do nothing."),
        button=N_("Delete my account"),
    ),
}
