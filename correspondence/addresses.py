"""Addresses of pages and ids of messages, as letters name them. The web application serves pages at these paths."""

from __future__ import annotations

from correspondence import tokens
from correspondence.settings import Settings

GAME_LETTERS, INVITATIONS = "letters-of-a-game", "invitations"
MAIL_CONFIRMATION = "mail-confirmation"
STREAM, LEAVING, NOT_ME = "letters-of-a-stream", "leaving", "not-me"
ARRIVING = "letters-arrive"


def sign_in(settings: Settings, token: str) -> str:
    """The page that signs its reader in, after a POST."""
    return f"{settings.base_url}/sign-in/{token}"


def game(settings: Settings, game_id: str) -> str:
    """A game's page."""
    return f"{settings.base_url}/games/{game_id}"


def invitation(settings: Settings, game_id: str, token: str) -> str:
    """A game's page for somebody who was invited."""
    return f"{game(settings, game_id)}?invitation={token}"


def sheet(settings: Settings, call_id: str) -> str:
    """Where a sheet for a call is written."""
    return f"{settings.base_url}/calls/{call_id}"


def what_if(settings: Settings, call_id: str, number: int) -> str:
    """A what-if for a call that its owner keeps; 0: one to begin with."""
    return f"{settings.base_url}/calls/{call_id}/what-if{f'/{number}' if number else ''}"


def results(settings: Settings, game_id: str, number: int) -> str:
    """What a call brought."""
    return f"{game(settings, game_id)}/calls/{number}"


def press_thread(settings: Settings, thread_id: str) -> str:
    """A conversation."""
    return f"{settings.base_url}/press/{thread_id}"


def press(settings: Settings, game_id: str) -> str:
    """The conversations of a game."""
    return f"{game(settings, game_id)}/press"


def notation(settings: Settings, edition: str) -> str:
    """The page that says how sheets of an edition are typed."""
    return f"{settings.base_url}/help/{edition}/notation"


def votes(settings: Settings, game_id: str) -> str:
    """The votes of a game."""
    return f"{game(settings, game_id)}/votes"


def account(settings: Settings) -> str:
    """Where one says which letters one gets."""
    return f"{settings.base_url}/account/letters"


def notifications(settings: Settings) -> str:
    """Where one says which browsers are told."""
    return f"{settings.base_url}/account/notifications"


def webhooks(settings: Settings) -> str:
    """Where one's webhooks are."""
    return f"{settings.base_url}/account/webhooks"


def unsubscribe_game(settings: Settings, seat_id: str) -> str:
    """Ends the letters of one game to one seat; works by one POST, without signing in."""
    return f"{settings.base_url}/unsubscribe/{tokens.sign(settings.secret_key, GAME_LETTERS, seat_id)}"


def unsubscribe_stream(settings: Settings, account_id: str, stream: str) -> str:
    """Ends the letters of one stream (or `digest`) to an account; works by one POST."""
    return f"{settings.base_url}/unsubscribe/{tokens.sign(settings.secret_key, STREAM, f'{account_id}-{stream}')}"


def address_change(settings: Settings, token: str) -> str:
    """The page that makes an address one's own, after a POST."""
    return f"{settings.base_url}/account/address/{token}"


def letters_arrive(settings: Settings, token: str) -> str:
    """The page that makes letters go to an address again from which they came back, after a POST."""
    return f"{settings.base_url}/account/address/arrives/{token}"


def leaving(settings: Settings, token: str) -> str:
    """The page that deletes an account, after a POST."""
    return f"{settings.base_url}/account/delete/{token}"


def not_me(settings: Settings, token: str) -> str:
    """The page that closes an account off after somebody else used it, by a POST."""
    return f"{settings.base_url}/account/not-me/{token}"


def unsubscribe_invitations(settings: Settings, invitation_id: str) -> str:
    """Ends all invitations to the address this one went to; works by one POST."""
    return f"{settings.base_url}/unsubscribe/{tokens.sign(settings.secret_key, INVITATIONS, invitation_id)}"


def mail_confirmation(settings: Settings, mail_id: str) -> str:
    """The page on which a player says that a mail is theirs, by a POST; only their registered address is told it."""
    return f"{settings.base_url}/mail/{tokens.sign(settings.secret_key, MAIL_CONFIRMATION, mail_id)}"


def message_id(settings: Settings, *parts: str | int) -> str:
    """A deterministic id for a message, without its angle brackets."""
    return f"{'.'.join(map(str, parts))}@{settings.host}"
