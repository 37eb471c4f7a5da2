"""The part of a call's letter for those who answer it: a sheet to begin with, and how one is typed."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator import documents, games
from correspondence.letters.payload import OpenCall, ResultsPayload
from narration.narrators import narrator_of
from narration.plain import Block, Heading, Prose, Typed
from narration.typed_sheets import sheet_text, typed_examples
from narration.voice import Voice
from narration.words import N_

EXAMPLES = N_(
    "Its lines look like these, which are examples and no advice; of what bars part, the first that can be done counts:"
)
# So many lines say how it goes; the page tells all.
MOST_EXAMPLES = 16


def by_mail_blocks(opened: OpenCall, payload: ResultsPayload, voice: Voice) -> list[Block]:
    """How this letter is answered; nothing where this service takes no mail."""
    if not payload.links.reply:
        return []
    say = voice.say
    blocks: list[Block] = [Heading(text=say("Answer by mail"))]
    narrator = narrator_of(voice.edition)
    how = say("Answer this letter with your sheet, one instruction a line, above what is quoted.")
    if narrator.notation is None:
        how = say("Answer this letter with your sheet as JSON, above what is quoted.")
    again = _last_meant(opened, payload, voice)
    examples = _examples(opened, payload, voice, {line.partition(" ")[0] for line in again})
    if examples:
        blocks += [Prose(text=f"{how} {say(EXAMPLES)}"), Typed(lines=examples)]
    else:
        blocks.append(Prose(text=how))
    if again:
        blocks.append(
            Prose(text=say("To begin with, what you last meant as far as it still can be; copy it and change it:"))
        )
        blocks.append(Typed(lines=again))
    more = [
        say("READY says that nobody need wait for you."),
        *([] if opened.early else [say("The call closes at its deadline, even if everybody is ready before.")]),
        say("SUGGEST brings a plan by the bot to change and send back."),
        *(
            [say("WHATIF tries your lines and hands nothing in.")]
            if games.of_edition(payload.game.edition).assumed_type is not None
            else []
        ),
        say(narrator.letter_words.map_brings),
        say(
            "HELP brings all that can be typed, STATUS and HISTORY tell more; PRESS, VOTE and ABSENCE do what they say."
        ),
    ]
    blocks.append(Prose(text=" ".join(more)))
    if payload.links.help:
        blocks.append(Prose(text=say("All of it on one page: {link}", link=payload.links.help)))
    return blocks


def _examples(opened: OpenCall, payload: ResultsPayload, v: Voice, known: Collection[str]) -> tuple[str, ...]:
    """A line of each sort that the call takes, but for those with words that are `known` already."""
    game = payload.game
    found = typed_examples(opened.window, opened.questions, payload.board, payload.seat, game.pace, v, game.modules)
    return tuple(line for line in found if line.partition(" ")[0] not in known)[:MOST_EXAMPLES]


def _last_meant(opened: OpenCall, payload: ResultsPayload, v: Voice) -> tuple[str, ...]:
    """What the reader last meant, line by line; nothing where there is none."""
    if not opened.ready_made:
        return ()
    sheet = documents.kept_sheet(payload.game.edition, opened.ready_made.encode())
    typed = sheet_text(sheet, v.edition, payload.game.modules, v.words.language)
    return tuple(typed.rstrip("\n").split("\n"))
