"""What a mail is told that came too late for its call: when that closed, what was in then, and what is open now."""

from __future__ import annotations

from adjudicator import documents
from correspondence.letters.asking import call_name
from correspondence.letters.moments import from_now, when
from correspondence.letters.payload import AnswerPayload, LateTold, OpenCall, Recipient
from narration.narrators import narrator_of
from narration.plain import Block, Button, Prose, Typed
from narration.typed_sheets import sheet_text
from narration.voice import Voice
from narration.words import N_

# How a game stands in which no call takes sheets, by its stage.
STAGES = {
    "adjudicating": N_("The last call is being resolved now; its results come by letter, with the call that follows."),
    "held": N_(
        "The last call is resolved; a game master looks at its results before they come by letter, with the call that "
        "follows."
    ),
    "set-aside": N_("The game stands still, since it could not be resolved; whoever runs this service was told."),
    "over": N_("The game is over."),
    "none": N_("No call is open now."),
}


def late_blocks(payload: AnswerPayload, late: LateTold, recipient: Recipient, v: Voice) -> list[Block]:
    """A mail for a call that has closed: that nothing of it was done, and why."""
    say = v.say
    name = call_name(payload.game.edition, late.window, late.round, v.words)
    closed = say(
        "Nothing of your mail was done. It is for a call that has closed: {call}. That closed {when}.",
        call=name,
        when=when(late.closed_at, recipient.zone, v.words),
    )
    blocks: list[Block] = [Prose(text=closed, strong=True)]
    if late.void and payload.stage != "over":
        blocks.append(Prose(text=say("What came of that call does not hold any more: it was taken back.")))
    return [*blocks, *_sheet_then(payload, late, recipient, v), *now_blocks(payload, recipient, v)]


def _sheet_then(payload: AnswerPayload, late: LateTold, recipient: Recipient, v: Voice) -> list[Block]:
    """The reader's sheet that was in when the call closed, as it would be typed."""
    if not late.sheet or late.sheet_at is None:
        none = v.say(
            "No sheet of yours for it was in then; what you had written earlier in the round, your standing "
            "instructions and the published defaults decide."
        )
        return [Prose(text=none)]
    at = when(late.sheet_at, recipient.zone, v.words)
    sheet = documents.kept_sheet(payload.game.edition, late.document.encode())
    typed = sheet_text(sheet, v.edition, payload.game.modules, v.words.language)
    then = Prose(text=v.say("Your sheet then was version {n}, handed in {when}:", n=late.sheet, when=at))
    return [then, Typed(lines=tuple(typed.rstrip("\n").split("\n")))]


def now_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """What is open now and until when, or why nothing is."""
    opened = payload.opened
    if opened is None:
        return [Prose(text=v.say(STAGES.get(payload.stage, STAGES["none"])))]
    blocks: list[Block] = [Prose(text=_open_now(payload, opened, recipient, v), strong=True)]
    blocks.append(Prose(text=v.say("What is meant for it you can send by answering this letter.")))
    if payload.links.sheet:
        blocks.append(Button(text=v.say(narrator_of(v.edition).letter_words.form), href=payload.links.sheet))
    return blocks


def _open_now(payload: AnswerPayload, opened: OpenCall, recipient: Recipient, v: Voice) -> str:
    name = call_name(payload.game.edition, opened.window, opened.round, v.words)
    if payload.stage == "paused":
        return v.say("Open now: {call}. {paused}", call=name, paused=paused_words(payload, recipient, v))
    due, soon = when(opened.due_at, recipient.zone, v.words), from_now(opened.due_at, payload.written_at, v.words)
    return v.say("Open now: {call}, until {when}, {soon}.", call=name, when=due, soon=soon)


def paused_words(payload: AnswerPayload, recipient: Recipient, v: Voice) -> str:
    """That the game is paused, and what that means for sheets."""
    if payload.paused_until is None:
        return v.say("The game is paused, so its time stands still; sheets can be handed in meanwhile.")
    until = when(payload.paused_until, recipient.zone, v.words)
    return v.say(
        "The game is paused until {when}, so its time stands still; sheets can be handed in meanwhile.", when=until
    )
