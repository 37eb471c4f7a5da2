"""The part of a call's letter for those who answer it: a sheet to begin with, and how one is typed."""

from __future__ import annotations

from adjudicator import face
from correspondence.letters.payload import OpenCall, ResultsPayload
from narration.blocks import Block, Heading, Prose, Typed
from narration.face import keywords_written, sheet_text
from narration.voice import Voice

# So many keywords say how it goes; the page names all.
MOST_KEYWORDS = 9


def by_mail_blocks(opened: OpenCall, payload: ResultsPayload, voice: Voice) -> list[Block]:
    """How this letter is answered; nothing where this service takes no mail."""
    if not payload.links.reply:
        return []
    say, language = voice.say, voice.words.language
    blocks: list[Block] = [Heading(text=say("Answer by mail"))]
    keywords = ", ".join(keywords_written(voice.edition, language)[:MOST_KEYWORDS])
    how = say(
        "Answer this letter with your sheet, one instruction a line, above what is quoted: {keywords}.",
        keywords=keywords,
    )
    blocks.append(Prose(text=how))
    if opened.ready_made:
        sheet = face.kept_sheet(payload.game.edition, opened.ready_made.encode())
        typed = sheet_text(sheet, voice.edition, payload.game.modules, language)
        blocks.append(
            Prose(text=say("To begin with, what you last meant as far as it still can be; copy it and change it:"))
        )
        blocks.append(Typed(lines=tuple(typed.rstrip("\n").split("\n"))))
    more = say(
        "READY says that nobody need wait for you. SUGGEST brings a plan by the steward to change and send back; "
        "WHATIF tries your lines and hands nothing in; "
        "STATUS, MAP, HISTORY and HELP tell more; PRESS, VOTE and ABSENCE do what they say."
    )
    blocks.append(Prose(text=more))
    if payload.links.help:
        blocks.append(Prose(text=say("All of it on one page: {link}", link=payload.links.help)))
    return blocks
