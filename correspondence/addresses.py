"""Addresses of pages, ids of messages, and signed addresses for replies and maps.

Signed addresses end with the seat's player, and when they are renewed. Nothing is kept of who opens a map.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.models import Seat
from correspondence.settings import Settings

GAME_MAILS, INVITATIONS = "letters-of-a-game", "invitations"
MAIL_CONFIRMATION = "mail-confirmation"
STREAM, LEAVING, NOT_ME = "letters-of-a-stream", "leaving", "not-me"
ARRIVING = "letters-arrive"


def sign_in(settings: Settings, token: str) -> str:
    """Return the address of the page that signs its reader in, after a POST."""
    return f"{settings.base_url}/sign-in/{token}"


def game(settings: Settings, game_id: str) -> str:
    """A game's page."""
    return f"{settings.base_url}/games/{game_id}"


def invitation(settings: Settings, token: str) -> str:
    """Return the address of the page where an invited person takes a seat by a POST."""
    return f"{settings.base_url}/invitations/{token}"


def shared_invitation(settings: Settings, game_id: str, token: str) -> str:
    """Return the address of a game's page that admits its reader, once signed in."""
    return f"{game(settings, game_id)}?invitation={token}"


def sheet(settings: Settings, turn_id: str) -> str:
    """Where a sheet for a turn is written."""
    return f"{settings.base_url}/turns/{turn_id}"


def what_if(settings: Settings, turn_id: str, number: int) -> str:
    """A what-if for a turn that its owner keeps; 0: one to begin with."""
    return f"{settings.base_url}/turns/{turn_id}/what-if{f'/{number}' if number else ''}"


def results(settings: Settings, game_id: str, number: int) -> str:
    """What a turn brought."""
    return f"{game(settings, game_id)}/turns/{number}"


def conversation(settings: Settings, thread_id: str) -> str:
    """A conversation."""
    return f"{settings.base_url}/conversations/{thread_id}"


def messages(settings: Settings, game_id: str) -> str:
    """The conversations of a game."""
    return f"{game(settings, game_id)}/messages"


def notation(settings: Settings, edition: str) -> str:
    """The page that says how sheets of an edition are typed."""
    return f"{settings.base_url}/help/{edition}/notation"


def votes(settings: Settings, game_id: str) -> str:
    """The votes of a game."""
    return f"{game(settings, game_id)}/votes"


def account(settings: Settings) -> str:
    """Where one says which emails one gets."""
    return f"{settings.base_url}/account/mail"


def notifications(settings: Settings) -> str:
    """Where one says which browsers are told."""
    return f"{settings.base_url}/account/notifications"


def webhooks(settings: Settings) -> str:
    """Where one's webhooks are."""
    return f"{settings.base_url}/account/webhooks"


def unsubscribe_game(settings: Settings, seat_id: str) -> str:
    """Ends the emails of one game to one seat; works by one POST, without signing in."""
    return f"{settings.base_url}/unsubscribe/{tokens.sign(settings.secret_key, GAME_MAILS, seat_id)}"


def unsubscribe_stream(settings: Settings, account_id: str, stream: str) -> str:
    """Ends the emails of one stream (or `digest`) to an account; works by one POST."""
    return f"{settings.base_url}/unsubscribe/{tokens.sign(settings.secret_key, STREAM, f'{account_id}-{stream}')}"


def address_change(settings: Settings, token: str) -> str:
    """The page that makes an address one's own, after a POST."""
    return f"{settings.base_url}/account/address/{token}"


def mails_arrive(settings: Settings, token: str) -> str:
    """Return the page that resumes emails to an address after bounces, by a POST."""
    return f"{settings.base_url}/account/address/arrives/{token}"


def account_deletion(settings: Settings, token: str) -> str:
    """Return the address of the page that deletes an account, after a POST."""
    return f"{settings.base_url}/account/delete/{token}"


def not_me(settings: Settings, token: str) -> str:
    """The page that closes an account off after somebody else used it, by a POST."""
    return f"{settings.base_url}/account/not-me/{token}"


def unsubscribe_invitations(settings: Settings, invitation_id: str) -> str:
    """Ends all invitations to the address this one went to; works by one POST."""
    return f"{settings.base_url}/unsubscribe/{tokens.sign(settings.secret_key, INVITATIONS, invitation_id)}"


def mail_confirmation(settings: Settings, mail_id: str) -> str:
    """Return the page to claim an email by POST; told only to the registered address."""
    return f"{settings.base_url}/mail/{tokens.sign(settings.secret_key, MAIL_CONFIRMATION, mail_id)}"


def message_id(settings: Settings, *parts: str | int) -> str:
    """A deterministic id for a message, without its angle brackets."""
    return f"{'.'.join(map(str, parts))}@{settings.host}"


PURPOSE = "reply-address"
# Stands for whatever turn is open.
ANY_TURN = "open"
# So many emails of the signature: guessed, one in 2 to the 80 is right, and guesses cost a mail each.
_SIGNED = 20
_TOLD = re.compile(r"([a-z0-9]{1,16})\.([a-z0-9]{1,16})\.([0-9a-f]{20})")


@dataclass(frozen=True)
class ReplyAddress:
    """What an address says: turn (public id, or `open`), seat, and signature."""

    turn_id: str
    seat_id: str
    signature: str


def own_address(settings: Settings, tag: str) -> str:
    """Return the service's address with a tag after a plus sign; empty without mail."""
    local, at, domain = settings.mail_in.partition("@")
    return f"{local}+{tag}@{domain}" if at else ""


def match_address_tag(settings: Settings, address: str, form: re.Pattern[str]) -> re.Match[str] | None:
    """What an address of this service tells behind the plus sign, if it has the form."""
    local, _, domain = address.strip().casefold().rpartition("@")
    ours, _, own_domain = settings.mail_in.casefold().partition("@")
    mark, plus, tag = local.partition("+")
    return form.fullmatch(tag) if plus and (mark, domain) == (ours, own_domain) else None


def address_signature(settings: Settings, purpose: str, value: str) -> str:
    """Return the shortened signature of a value that an address contains."""
    return tokens.sign(settings.secret_key, purpose, value).rpartition(".")[2][:_SIGNED]


def reply_address(settings: Settings, seat: Seat, turn_id: str = ANY_TURN) -> str:
    """Return a seat's reply address for a turn's emails; empty if mail is not taken."""
    if seat.account is None:
        return ""
    return own_address(settings, f"{turn_id}.{seat.public_id}.{_signature(settings, seat, turn_id)}")


def read_reply_address(settings: Settings, address: str) -> ReplyAddress | None:
    """Read a reply address in our form, else None; `genuine` checks its signature."""
    match = match_address_tag(settings, address, _TOLD)
    return ReplyAddress(*match.groups()) if match else None


def genuine(settings: Settings, address: ReplyAddress, seat: Seat) -> bool:
    """Whether an address was made here for the seat it names and whoever plays it now."""
    if seat.account is None or seat.public_id != address.seat_id:
        return False
    return hmac.compare_digest(address.signature, _signature(settings, seat, address.turn_id))


def renew(seat: Seat) -> None:
    """Every address made for a seat so far works no more."""
    seat.reply_generation += 1


def _signature(settings: Settings, seat: Seat, turn_id: str) -> str:
    account = seat.account.public_id if seat.account is not None else ""
    value = f"{turn_id}.{seat.public_id}.{account}.{seat.reply_generation}"
    return address_signature(settings, PURPOSE, value)


MAP_PURPOSE = "map-of-a-letter"
_MAP = re.compile(r"([a-z0-9]{1,16})-([0-9]{1,6})-([0-9a-f]{40})")


def map_address(settings: Settings, seat: Seat, number: int) -> str:
    """Return the address of the map after a turn (0: initial), for a seat's emails.
    Empty for a reader whose emails have pictures in them."""
    light = seat.account is not None and seat.account.light_mails
    return picture_address(settings, seat, number) if light else ""


def picture_address(settings: Settings, seat: Seat, number: int) -> str:
    """Return the address of the map after a turn (0: initial), for any reader.
    Unlike `map_address` it is never empty."""
    return f"{settings.base_url}/maps/{seat.public_id}-{number}-{_map_signature(settings, seat, number)}"


def seat_and_turn(session: Session, settings: Settings, token: str) -> tuple[Seat, int] | None:
    """Return an address's seat and turn number; None if it is invalid or expired."""
    match = _MAP.fullmatch(token)
    seat = session.scalar(select(Seat).where(Seat.public_id == match[1])) if match else None
    if match is None or seat is None or seat.account is None:
        return None
    number = int(match[2])
    return (seat, number) if hmac.compare_digest(match[3], _map_signature(settings, seat, number)) else None


def _map_signature(settings: Settings, seat: Seat, number: int) -> str:
    account = seat.account.public_id if seat.account is not None else ""
    value = f"{seat.public_id}-{number}-{account}-{seat.reply_generation}"
    return tokens.sign(settings.secret_key, MAP_PURPOSE, value).rpartition(".")[2]
