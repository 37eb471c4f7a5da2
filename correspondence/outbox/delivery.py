"""From a row of the outbox to the bytes of a message: the letter is rendered when it leaves."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from datetime import datetime

import msgspec

from correspondence.letters import Recipient, Site, UnsafeLetter, write_pieces
from correspondence.letters.payload import (
    AnswerPayload,
    GameOverPayload,
    NoticePayload,
    Payload,
    Picture,
    ResultsPayload,
    SignInPayload,
)
from correspondence.letters.pictures import arrows_of, layers_in, picture_for_letters
from correspondence.models.outbox import OutgoingLetter
from correspondence.outbox.letter_signatures import signed
from correspondence.outbox.return_addresses import return_address
from correspondence.outbox.sharing import unpacked
from correspondence.settings import Settings

# Of no use to anybody once the call is closed.
REMINDERS = ("reminder", "reminder-last", "delegation-call")
STOPPED = "letters to this address come back"
# The stream of what is about who may act as somebody.
ACCOUNT = "account"


@dataclass(frozen=True)
class Ready:
    """A letter as it leaves; `sender` is told in its envelope (empty: the one that all letters have)."""

    id: int
    address: str
    message_id: str
    subject: str
    sender: str
    pieces: tuple[bytes, ...]


@dataclass(frozen=True)
class Failed:
    """A letter that cannot be made, and why; `for_good` if its content is at fault and not the program."""

    reason: str
    for_good: bool


@dataclass(frozen=True)
class Dropped:
    """A letter that is of no use any more, and why."""

    reason: str


def prepare(
    settings: Settings, letter: OutgoingLetter, now: datetime, *, stopped: bool = False
) -> Ready | Failed | Dropped:
    """Render a letter, with its map where it has one; `stopped`: only what must leave goes to its address."""
    try:
        payload = unpacked(letter.payload)
        useless = too_late(payload, now) or (STOPPED if stopped and not _leaves_always(payload) else "")
        if useless:
            return Dropped(useless)
        picture = _picture(settings, payload, letter.language)
        recipient = Recipient(address=letter.address, name=letter.name, language=letter.language, zone=letter.zone)
        subject, pieces = write_pieces(payload, recipient=recipient, site=site(settings), picture=picture)
        pieces = signed(settings, pieces)
    except (msgspec.MsgspecError, UnsafeLetter) as fault:
        return Failed(f"{type(fault).__name__}: {fault}", for_good=True)
    except Exception as fault:  # noqa: BLE001  one letter that cannot be drawn or rendered must not hold up the others
        return Failed("".join(traceback.format_exception(fault)), for_good=False)
    return Ready(letter.id, letter.address, letter.message_id, subject, return_address(settings, letter), pieces)


def too_late(payload: Payload, now: datetime) -> str:
    """Why a letter is of no use any more; empty if it is."""
    if isinstance(payload, SignInPayload) and payload.expires_at <= now:
        return "the link in it has expired"
    if isinstance(payload, NoticePayload) and payload.stream == "reminders" and payload.what in REMINDERS:
        due = payload.opened.due_at if payload.opened else payload.moments.get("due")
        if due is not None and due <= now:
            return "the call of which it reminds is closed"
    return ""


def _leaves_always(payload: Payload) -> bool:
    """Whether a letter is what its reader needs to come in, or to know that somebody else did."""
    return isinstance(payload, SignInPayload) or isinstance(payload, NoticePayload) and payload.stream == ACCOUNT


def site(settings: Settings) -> Site:
    """The sending service, as letters name it."""
    return Site(
        name=settings.site_name,
        base_url=settings.base_url,
        sender=settings.sender,
        reply_to=settings.reply_to,
        host=settings.host,
    )


def _picture(settings: Settings, payload: Payload, language: str) -> Picture | None:
    if isinstance(payload, AnswerPayload):
        return _picture_of_what_if(settings, payload, language)
    if not isinstance(payload, ResultsPayload | GameOverPayload) or payload.links.map:
        return None
    # What moved is public, so the map is the same for everybody at the table.
    arrows = arrows_of(payload.closed.records, payload.game.edition) if payload.closed is not None else ()
    game = payload.game
    return picture_for_letters(layers_in(settings), game.edition, game.players, payload.board, language, arrows)


def _picture_of_what_if(settings: Settings, payload: AnswerPayload, language: str) -> Picture | None:
    """The board as it would stand, for an answer that tells of a what-if."""
    game, tried = payload.game, payload.tried
    if tried is None or tried.light:
        return None
    arrows = arrows_of(tried.records, game.edition)
    return picture_for_letters(layers_in(settings), game.edition, game.players, tried.after, language, arrows)
