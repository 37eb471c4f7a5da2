"""From a row of the outbox to the bytes of a message: the letter is rendered when it leaves."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from datetime import datetime

import msgspec

from correspondence.archive.pictures import picture_of
from correspondence.letters import Recipient, Site, UnsafeLetter, decode_payload, render
from correspondence.letters.payload import GameOverPayload, Payload, Picture, ResultsPayload
from correspondence.outbox.models import OutgoingLetter
from correspondence.settings import Settings
from correspondence.store import Store


@dataclass(frozen=True)
class Ready:
    """A letter as it leaves."""

    id: int
    address: str
    message_id: str
    subject: str
    raw: bytes


@dataclass(frozen=True)
class Failed:
    """A letter that cannot be made, and why; `for_good` if its content is at fault and not the program."""

    reason: str
    for_good: bool


def prepare(store: Store, letter: OutgoingLetter, now: datetime) -> Ready | Failed:
    """Render a letter, with its map where it has one."""
    try:
        payload = decode_payload(letter.payload)
        picture = _picture(store, payload, letter.language, now)
        recipient = Recipient(address=letter.address, name=letter.name, language=letter.language, zone=letter.zone)
        message = render(payload, recipient=recipient, site=site(store.settings), picture=picture)
        raw = message.as_bytes()
    except (msgspec.MsgspecError, UnsafeLetter) as fault:
        return Failed(f"{type(fault).__name__}: {fault}", for_good=True)
    except Exception as fault:  # noqa: BLE001  one letter that cannot be drawn or rendered must not hold up the others
        return Failed("".join(traceback.format_exception(fault)), for_good=False)
    return Ready(letter.id, letter.address, letter.message_id, str(message["Subject"]), raw)


def site(settings: Settings) -> Site:
    """The sending service, as letters name it."""
    return Site(
        name=settings.site_name,
        base_url=settings.base_url,
        sender=settings.sender,
        reply_to=settings.reply_to,
        host=settings.host,
    )


def _picture(store: Store, payload: Payload, language: str, now: datetime) -> Picture | None:
    if isinstance(payload, ResultsPayload | GameOverPayload):
        return picture_of(store, payload.game.edition, payload.game.players, payload.board, language, now)
    return None
