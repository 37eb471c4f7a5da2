"""A what-if as a letter tells it: what would happen, what would change, the board then, and the sheets it was played
with."""

from __future__ import annotations

from adjudicator import documents
from correspondence.letters.board import board_section
from correspondence.letters.payload import GameFacts, TriedTold
from correspondence.letters.results import change_rows
from narration.narrators import narrator_of
from narration.paragraph import parted
from narration.plain import Block, Button, Heading, Map, Prose, Rows, Story, Typed
from narration.typed_sheets import sheet_text
from narration.voice import Voice
from narration.words import N_

_ORIGINS = {
    "typed": N_("Your sheet is what you typed, upon what you had handed in:"),
    "handed-in": N_("Your sheet is the one that is in."),
    "steward": N_("No sheet of yours is in; one as the bot would write it was played. SUGGEST brings it."),
}


def tried_blocks(tried: TriedTold, game: GameFacts, v: Voice) -> list[Block]:
    """All that is told of a what-if."""
    say, records = v.say, parted(tried.records)
    rows = change_rows(tried.before, tried.after, v)
    story = tuple(narrator_of(v.edition).tell(records, v.edition, v.words, v.seat))
    return [
        Prose(text=say("A what-if: nothing of it was handed in."), strong=True),
        Prose(
            text=say(
                "It was played on what you know. Others do what you assume, and the bot guesses the rest "
                "of them; chance is drawn anew (draw {n}). It may all come differently.",
                n=tried.draw,
            )
        ),
        Heading(text=say("What would happen")),
        Prose(text=narrator_of(v.edition).headline(records, v), strong=True),
        *([Rows(rows=tuple(rows))] if rows else []),
        _map(tried, v),
        Story(paragraphs=story, seat=v.seat or "") if story else Prose(text=say("Nothing would happen.")),
        *board_section(game, tried.after, tried.own, v, would_stand=True),
        *_sheets(tried, game, v),
        Prose(text=say("Send it without the line WHATIF, and without ASSUME, to hand it in.")),
        Button(text=say("Look at it on the site, change it or hand it in"), href=tried.link),
    ]


def _map(tried: TriedTold, v: Voice) -> Block:
    text = v.say(narrator_of(v.edition).letter_words.picture_would)
    return Button(text=text, href=tried.link) if tried.light else Map(text=text, href=tried.link)


def _sheets(tried: TriedTold, game: GameFacts, v: Voice) -> list[Block]:
    """The sheets as they would be typed: the reader's own, and what others were assumed to hand in."""

    def typed(document: str) -> Typed:
        sheet = documents.kept_sheet(game.edition, document.encode())
        text = sheet_text(sheet, v.edition, game.modules, v.words.language)
        return Typed(lines=tuple(text.rstrip("\n").split("\n")))

    found: list[Block] = [
        Heading(text=v.say("The sheets it was played with")),
        Prose(text=v.say(_ORIGINS[tried.origin])),
    ]
    if tried.origin == "typed":
        found.append(typed(tried.sheet))
    for house, document in tried.assumed.items():
        told = v.say("{house}, as you assume it; what it leaves open the bot has guessed:", house=v.house(house))
        found += [Prose(text=told), typed(document)]
    return found
