"""The part of a letter that asks: when the call closes, what is asked, what the sheet can say, where to send it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from correspondence.letters.by_mail import by_mail_blocks
from correspondence.letters.moments import Deadline, from_now, when
from correspondence.letters.payload import Links, OpenCall, Recipient, ResultsPayload, Site
from narration.narrators import NARRATORS, narrator_of
from narration.paragraph import Row
from narration.plain import Block, Button, Heading, Points, Prose, Rows
from narration.voice import Voice
from narration.words import N_, Words

# For whoever has just taken a house over.
LEFT_OPEN = {
    "defaults": N_("What it leaves open is decided by your standing instructions, then by the published defaults."),
    "bot": N_("What it leaves open is decided by your standing instructions, then by the bot."),
}
NEW = N_("What is new in the program since your game began:")
STOOD_BY = N_(
    "As you have just taken this seat over, what you leave open is decided by its standing instructions, then by the "
    "bot, as if it played it: in the call that was open when you came and the next, until you have handed in a "
    "sheet. You can turn that off on the page of the call."
)


def call_name(edition: str, window: str, round_number: int, words: Words) -> str:
    """`round 3, planning`: what a call of an edition's game is about."""
    return NARRATORS.of_edition(edition).call_name(window, round_number, words)


class Asked(NamedTuple):
    """An open call, and what the reader's `sheet` for it can say."""

    opened: OpenCall
    sheet: Sequence[Row]

    def __bool__(self) -> bool:
        """Whether the call wants anything of the reader."""
        return bool(self.opened.questions or self.sheet) if self.opened.asked is None else self.opened.asked


def asked_by(opened: OpenCall, payload: ResultsPayload, voice: Voice) -> Asked:
    """What an open call asks of the reader of a letter."""
    if opened.asked is False:
        return Asked(opened, ())
    questioned, pace = bool(opened.asked or opened.questions), payload.game.pace
    outline = narrator_of(voice.edition).outline(opened.window, questioned, payload.board, payload.seat, pace, voice)
    return Asked(opened, outline)


def due_words(asked: Asked, recipient: Recipient, now: datetime, words: Words) -> str:
    """When the call closes, in the reader's zone, in UTC and from now."""
    opened = asked.opened
    values = {
        "when": when(opened.due_at, recipient.zone, words),
        "soon": from_now(opened.due_at, now, words),
    }
    if asked:
        return words.say("Your sheet is due {when}, {soon}.", **values)
    return words.say("Nothing is asked of you. The call closes {when}, {soon}.", **values)


def asking_blocks(asked: Asked, payload: ResultsPayload, voice: Voice, due: str) -> list[Block]:
    """The questions of the call, the outline of the sheet, the deadline and the link."""
    say, edition, narrator, opened = voice.say, payload.game.edition, narrator_of(voice.edition), asked.opened
    blocks: list[Block] = [
        Heading(text=say("What is asked: {call}", call=call_name(edition, opened.window, opened.round, voice.words)))
    ]
    # What has no id is only foreseen: the narrator tells of it below, with what it depends on.
    for decision in (one for one in opened.questions if one.id):
        put = narrator.question(decision, payload.board, voice)
        blocks.append(Points(text=put.text, points=put.choices))
    blocks += narrator.foreseen(opened.window, payload.board, payload.seat, voice)
    if asked.sheet:
        blocks.append(Prose(text=say("Your sheet for this call can say:")))
        blocks.append(Rows(rows=tuple(asked.sheet)))
        left_open = say(STOOD_BY if opened.stood_by else LEFT_OPEN[opened.unsaid])
        bots = opened.unsaid == "bot" and not opened.stood_by
        blocks.append(Prose(text=f"{left_open} {say(narrator.letter_words.left_to_bot)}" if bots else left_open))
    if opened.news and narrator.letter_words.news:
        blocks.append(Points(text=say(NEW), points=tuple(map(say, narrator.letter_words.news))))
    blocks.append(Prose(text=due, strong=True))
    if opened.hold_minutes and opened.early and asked:
        blocks.append(
            Prose(
                text=voice.say_n(
                    "When everyone is ready the call closes {n} minute later.",
                    "When everyone is ready the call closes {n} minutes later.",
                    opened.hold_minutes,
                )
            )
        )
    blocks += sheet_button(asked, payload.links, voice)
    return blocks + by_mail_blocks(opened, payload, voice) if asked else blocks


def sheet_button(asked: Asked, links: Links, voice: Voice) -> list[Block]:
    """The way to the sheet, for whoever is asked for one."""
    if not links.sheet or not asked:
        return []
    return [Button(text=voice.say("Write your sheet"), href=links.sheet)]


def deadline_entry(
    asked: Asked, payload: ResultsPayload, title: str, recipient: Recipient, site: Site, voice: Voice
) -> Deadline:
    """The calendar entry of an open call: one for each call and seat."""
    opened, links, edition = asked.opened, payload.links, payload.game.edition
    uid, at = entry_uid(payload.game.id, opened, payload.seat, site), payload.written_at
    return entry(edition, opened, uid, links, title, recipient, voice.words, asked=bool(asked), written_at=at)


def entry_uid(game_id: str, opened: OpenCall, seat: str, site: Site) -> str:
    """The id under which a calendar keeps the deadline of a call for a seat."""
    return f"{game_id}.{opened.id}.{seat}@{site.host}"


def entry(
    edition: str,
    opened: OpenCall,
    uid: str,
    links: Links,
    title: str,
    recipient: Recipient,
    words: Words,
    *,
    asked: bool,
    written_at: datetime,
) -> Deadline:
    """A calendar entry at a call's deadline; `asked` if it waits for the reader's sheet."""
    call = call_name(edition, opened.window, opened.round, words)
    if asked:
        summary = words.say("Sheet due: {title}, {call}", title=title, call=call)
    else:
        summary = words.say("Call closes: {title}, {call}", title=title, call=call)
    return Deadline(
        uid=uid,
        sequence=opened.sequence,
        due_at=opened.due_at,
        written_at=written_at,
        summary=summary,
        description=when(opened.due_at, recipient.zone, words),
        url=links.sheet or links.game,
    )
