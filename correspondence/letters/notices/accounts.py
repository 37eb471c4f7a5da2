"""The words of notices about accounts and their webhooks."""

from __future__ import annotations

from correspondence.letters.notices import NoticeWords, notice
from narration.words import N_

_NOT_YOU = N_(
    "If that was not you, use the button: every browser is signed out, and tokens, webhooks and the password end. Then "
    "you sign in by a link in a letter."
)
_ENDED = N_("All other browsers were signed out; tokens and webhooks that were not kept by name work no more.")
_WHEN, _WHERE = N_("When: {at}."), N_("From: {where}.")


def _security(subject: str, *paragraphs: str, button: str = "") -> NoticeWords:
    return notice("account", subject, *paragraphs, button=button, urgent=True)


def _done(subject: str, *paragraphs: str) -> NoticeWords:
    """Something was done in the reader's name: what, when, from where, and what to do if it was somebody else."""
    return _security(subject, *paragraphs, _WHEN, _WHERE, _NOT_YOU, button=N_("That was not me: end everything"))


# All are urgent: they are few, and about who may act as the reader.
SECURITY_LETTERS: dict[str, NoticeWords] = {
    "mail-for-no-game": _security(
        N_("{site}: nothing of your mail was done"),
        N_("Your mail came to an address at which nobody can tell for which of your games it is."),
        N_(
            "Answer a letter of the game with your mail program, and leave the address as it is: each letter of a game "
            "has an address of its own to answer to."
        ),
    ),
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
    "address-asked": _done(
        N_("{site}: another address for your account"),
        N_("Somebody who is signed in as you wants letters to come to {address} from now on."),
        N_("This address counts until the link in the letter to the new one is used."),
    ),
    "address-changed": _security(
        N_("{site}: your account has another address"),
        N_("The account of {name} has a new address. Nothing more comes to {address}."),
        N_("If that was not you, write to whoever runs {site}: this address cannot sign in any more."),
    ),
    "address-check": _security(
        N_("{site}: do letters reach you?"),
        N_("Letters to {address} came back, so none are sent there now but those you need to sign in."),
        N_("If you read this, follow the link within 24 hours, and all letters come again."),
        button=N_("Letters reach me"),
    ),
    "password-set": _done(
        N_("{site}: your account has a password"), N_("You can sign in with it from now on."), _ENDED
    ),
    "password-changed": _done(N_("{site}: your password was changed"), _ENDED),
    "password-removed": _done(
        N_("{site}: your account has no password any more"), N_("You sign in by links as before."), _ENDED
    ),
    "second-factor-on": _done(
        N_("{site}: the second factor is on"),
        N_("A code of your phone is needed for a game master's desk, to sign in, and before what a thief must not do."),
        N_("Keep the recovery codes where you find them without your phone."),
        _ENDED,
    ),
    "second-factor-off": _done(N_("{site}: the second factor is off"), N_("No code is needed any more.")),
    "recovery-codes-new": _done(
        N_("{site}: new recovery codes"), N_("The recovery codes you had before work no more.")
    ),
    "recovery-code-used": _done(N_("{site}: a recovery code was used"), N_("Recovery codes that are left: {left}.")),
    "proof-code": _done(
        N_("{site}: your code"),
        N_("Type this code where you were asked for it: {code}"),
        N_("It works once, for 15 minutes, in the browser that asked. Nobody else needs it, whatever they say."),
    ),
    "token-made": _done(
        N_("{site}: a new token for programs"),
        N_("The token {name} can read what you may read, and act for you as far as it was made for that."),
    ),
    "webhook-made": _done(
        N_("{site}: a new webhook"), N_("What happens in your games is posted to {host} from now on.")
    ),
    "webhook-secret": _done(
        N_("{site}: another secret for a webhook"), N_("Your webhook at {host} signs with another secret from now on.")
    ),
    "browser-told": _done(
        N_("{site}: a browser is told of your games"),
        N_("That something happens in your games is told in a browser from now on, until it is signed out."),
    ),
    "delegation-given": _done(
        N_("{site}: somebody may act for you"), N_("{who} may act for your seat in {game} for a time.")
    ),
    "master-named": _done(N_("{site}: a game master was asked"), N_("{address} was asked to master {game} with you.")),
    "data-taken": _done(
        N_("{site}: your data were downloaded"), N_("A file with everything that is kept about you was downloaded.")
    ),
    "rights-ended": _done(
        N_("{site}: everything else was signed out"),
        _ENDED,
    ),
    "closed-off": _security(
        N_("{site}: your account is closed off"),
        N_("Every browser is signed out. Tokens, webhooks, rights you gave to others and the password have ended."),
        N_("To sign in, ask for a link at {site}. If somebody else reads your letters, change that password first."),
        _WHEN,
        _WHERE,
    ),
    "delete-confirm": _security(
        N_("{site}: delete your account?"),
        N_("Somebody who is signed in as you wants to delete your account at {site}."),
        N_("Seats in games that run are given back; games that are over keep a former player in your place."),
        N_("If you want that, follow the link within 24 hours. It cannot be undone. If not, do nothing."),
        button=N_("Delete my account"),
    ),
}

NOTICES = SECURITY_LETTERS | {
    "webhook-disabled": notice(
        "account",
        N_("{site}: your webhook at {host} is switched off"),
        N_("What {site} posts to your webhook at {host} is not taken: {reason}."),
        N_("Nothing more is posted there until you switch it on again."),
        button=N_("To your webhooks"),
    ),
}
