"""The answer to a player's mail: what was understood and done, or why nothing was, and until when it can change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from adjudicator import documents, games
from correspondence.letters.answer_parts import (
    changing_words,
    late_blocks,
    now_blocks,
    sentence_blocks,
    told_blocks,
    tried_blocks,
)
from correspondence.letters.asking import entry, typed_sheet, when
from correspondence.letters.payload import AnswerPayload, Picture, Reason, ReceiptTold, Recipient, Site
from correspondence.letters.text import Content, content_of, one_line, prose
from narration.narrators import narrator_of
from narration.plain import Block, Button, Heading, Points, Prose, Typed
from narration.voice import Voice
from narration.words import N_, Words, word_tables

_SUBJECTS = word_tables(__name__)["subjects"]
READY, NOT_READY = N_("You are ready."), N_("You are not ready any more.")
SAYS_READY, SAYS_NOT_READY = N_("It says that you are ready."), N_("It says that you are not ready any more.")
WITHOUT_SHEET = N_(
    "No sheet of yours is in for this call: what you had written earlier in the round, your standing instructions and "
    "the published defaults decide, unless you hand one in."
)
WITHHELD = N_(
    "READY does not count yet: lines below were not read, and may have been meant as orders. Send them as orders, or "
    "READY alone."
)
# A letter that repeats more of what it could not read helps nobody.
MOST_UNREAD = 20


def answer(
    payload: AnswerPayload, recipient: Recipient, site: Site, words: Words, picture: Picture | None = None
) -> Content:
    """The letter that answers a mail; `picture` is the map of a what-if."""
    game = payload.game
    edition = games.of_edition(game.edition).edition_played(game.edition, game.modules)
    v = narrator_of(edition).voice(edition, words, payload.seat)
    title = one_line(game.title)
    subject = words.say(_subject(payload), title=title)
    if payload.what == "received":
        body = _received(payload, recipient, v)
    elif payload.late is not None:
        body = late_blocks(payload, payload.late, recipient, v)
    else:
        body = (_refused if payload.what == "refused" else _confirm)(payload, recipient, v)
    blocks = [*body, *_unread(payload, v), *_until(payload, recipient, v)]
    opened, answered = payload.opened, payload.answered
    if payload.what == "received" and answered:
        # What was done stays in its thread, which mail programs know by the subject (RFC 5322, 3.6.5); what was not is
        # to be seen.
        head = answered if answered.lower().startswith(("re:", "re :")) else f"Re: {answered}"
    else:
        head = subject
    deadline = None
    if opened is not None and payload.stage != "paused":
        at = payload.written_at
        deadline = entry(game, payload.seat, opened, payload.links, recipient, site, asked=True, written_at=at)
    return content_of(
        payload,
        site,
        words,
        subject=head,
        preview=next((block.text for block in blocks if isinstance(block, Prose)), subject),
        title=subject,
        under=title,
        blocks=tuple(blocks),
        deadline=deadline,
        picture=picture,
    )


def _subject(payload: AnswerPayload) -> str:
    kind: str = payload.what
    if payload.late is not None:
        kind = "late"
    elif payload.what == "refused" and not payload.mistake:
        kind = "not-now"
    elif payload.older or payload.newer:
        kind = "older"
    elif payload.tried is not None:
        kind = "what-if"
    return str(_SUBJECTS[kind])


def _received(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    blocks = [block for template, values in payload.done for block in sentence_blocks(template, values, v)]
    for receipt in payload.receipts:
        blocks += _receipt(receipt, payload.game.modules, v)
    if payload.tried is not None:
        blocks += tried_blocks(payload.tried, payload.game, v)
    blocks += told_blocks(payload, recipient, v)
    return blocks or [
        prose(v, "Your mail asks for nothing that could be done.", strong=True),
        prose(
            v,
            "Quoted lines are not read: write above what is quoted, one instruction a line, without signs such as > "
            "before it. HELP alone on a line tells what can be typed.",
        ),
    ]


def _receipt(receipt: ReceiptTold, modules: Collection[str], v: Voice) -> list[Block]:
    """A version as it was understood, in words and as it would be typed again."""
    say = v.say
    if receipt.standing:
        blocks: list[Block] = [
            prose(v, "Your standing instructions are in: version {n}.", strong=True, n=receipt.number)
        ]
    else:
        not_ready = N_("You have not said yet that you are ready: a line with READY does.")
        ready = prose(v, READY if receipt.ready else not_ready)
        blocks = [prose(v, "Your sheet is in: version {n}.", strong=True, n=receipt.number), ready]
    if receipt.warnings:
        blocks.append(Points(text=say("Accepted, but look at this:"), points=_reasons(receipt.warnings, v)))
    blocks += [
        *_sheet_blocks(receipt, modules, v),
        prose(v, "SHA-256 of the sheet: {digest}", digest=receipt.digest),
    ]
    if receipt.receipt:
        # What a player keeps, to hold it against the chain when that is published.
        proof = prose(
            v,
            "Receipt {id}: chain {chain}, signature {signature}, salt {salt}",
            id=receipt.receipt,
            chain=receipt.chain,
            signature=receipt.signature,
            salt=receipt.salt,
        )
        blocks.append(proof)
    return blocks


def _sheet_blocks(receipt: ReceiptTold, modules: Collection[str], v: Voice, heading: str = "") -> list[Block]:
    """A sheet in sentences, and in notation."""
    say, narrator = v.say, narrator_of(v.edition)
    sheet = documents.kept_sheet(v.edition.id, receipt.document.encode())
    blocks: list[Block] = [Heading(text=heading or say("Your sheet as we understood it"))]
    if receipt.translated:
        old = N_(
            "You wrote goals or worths in an earlier form. They are read as the nearest wishes; look the marches over."
        )
        blocks.append(prose(v, old))
    told = narrator.sheet(sheet, v)
    blocks += [Points(text=title, points=tuple(lines)) for title, lines in told]
    if not told:
        return [*blocks, prose(v, "It says nothing: everything is left open.")]
    blocks.append(prose(v, "As you would type it; change it, and send it back:"))
    return [*blocks, typed_sheet(receipt.document, modules, v)]


def _refused(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    say = v.say
    blocks: list[Block] = [
        prose(v, "Nothing of your mail was done; what you had handed in before stands.", strong=True)
    ]
    if not payload.mistake:
        blocks += [Prose(text=reason) for reason in _reasons(payload.reasons, v)]
        return blocks + (now_blocks(payload, recipient, v) if payload.opened is None else [])
    blocks += [
        Points(text=say("What is wrong:"), points=_reasons(payload.reasons, v)),
        prose(
            v,
            "Answer this letter with the whole text once more, mended; HELP alone on a line brings an example of "
            "each instruction.",
        ),
    ]
    if payload.typed:
        blocks += [prose(v, "What you wrote:"), Typed(lines=tuple(payload.typed.split("\n")))]
    return blocks


def _confirm(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """What would be done, and the way to say so: what a mail says of its writer is not enough."""
    say = v.say
    if payload.older or payload.newer:
        blocks = _older(payload, recipient, v)
    else:
        foreign = prose(
            v,
            "A mail for your seat has come that may not be from you: from another address, or from one for which "
            "no mail server vouches. Nothing was done yet.",
            strong=True,
        )
        how = prose(v, "If it is yours, say so on this page. If it is not, you need do nothing.")
        blocks = [foreign, how, Button(text=say("Look at it, and say that it is mine"), href=payload.link)]
    for template, values in payload.done:
        blocks += sentence_blocks(template, values, v)
    for receipt in payload.receipts:
        heading = say("What your mail would hand in") if payload.newer else ""
        blocks += _sheet_blocks(receipt, payload.game.modules, v, heading)
    return blocks


def _older(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """That a mail was written before what is in now, what that is, and the way to let the mail count all the same."""
    say = v.say
    blocks: list[Block] = [
        prose(v, "Your mail is older than what is in by now. Nothing of it was done, and nothing is lost.", strong=True)
    ]
    for version in payload.newer:
        values: dict[str, Any] = {
            "n": version.number,
            "time": when(version.accepted_at, recipient.zone, v.words),
            "who": say(version.brought_by),
        }
        if version.standing:
            text = prose(v, "Version {n} of your standing instructions is in: {time}, {who}.", **values)
        else:
            text = prose(v, "Version {n} of your sheet is in: {time}, {who}.", **values)
        blocks += [text, *_sheet_blocks(version, payload.game.modules, v, say("What is in now"))]
    if not payload.newer:
        blocks.append(prose(v, "You have said since that you are not ready."))
    return [
        *blocks,
        prose(v, "If your mail shall count all the same, say so on this page. If not, you need do nothing."),
        Button(text=say("Look at both, and decide"), href=payload.link),
    ]


def _unread(payload: AnswerPayload, v: Voice) -> list[Block]:
    """The lines that were passed over as prose, so that nobody thinks they were orders, and files."""
    blocks: list[Block] = []
    if payload.unread:
        shown = tuple(v.say("line {n}: {text}", n=n, text=one_line(text)) for n, text in payload.unread[:MOST_UNREAD])
        blocks.append(Points(text=v.say("These lines were not read as orders:"), points=shown))
    if payload.attachments:
        files = tuple(one_line(name) for name in payload.attachments[:MOST_UNREAD])
        blocks.append(Points(text=v.say("What was attached was not read; only the text of a mail is:"), points=files))
    return blocks


def _until(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """Until when a sheet can change, and how; nothing where the mail was about other things."""
    done = {template for template, _ in payload.done}
    other = bool(done or payload.help or payload.history or payload.tried) and not done & {READY, NOT_READY, WITHHELD}
    if payload.late is not None or (other and not payload.receipts and payload.status is None):
        return []
    said = changing_words(payload, recipient, v)
    blocks: list[Block] = [Prose(text=said)] if said else []
    if payload.links.sheet and payload.opened is not None:
        blocks.append(Button(text=v.say(narrator_of(v.edition).letter_words.form), href=payload.links.sheet))
    return blocks


def _reasons(reasons: tuple[Reason, ...], v: Voice) -> tuple[str, ...]:
    """Refusals and warnings, each with its line or place."""
    narrator = narrator_of(v.edition)
    found = []
    for reason in reasons:
        if reason.values is not None:
            said = v.words.say(reason.words, **reason.values)
        else:
            said = narrator.refusal(reason.words, v)
        where = reason.where if reason.where.startswith("line ") else ""
        found.append(f"{_line(where, v)}: {said}" if where else said)
    return tuple(found)


def _line(where: str, v: Voice) -> str:
    """`line 3, column 9` in the reader's language."""
    words = where.replace(",", "").split()
    if len(words) == 4:
        return v.say("line {n}, column {m}", n=words[1], m=words[3])
    return v.say("line {n}", n=words[1])
