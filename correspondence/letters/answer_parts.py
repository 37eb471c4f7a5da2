"""Parts of answers to mails: how the call stands, what was asked to be told, that a mail came late, until when a
sheet can be changed.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator import games
from correspondence.letters.asking import call_name, moment_words, typed_sheet, when
from correspondence.letters.payload import (
    AnswerPayload,
    GameFacts,
    LateTold,
    ReadinessTold,
    Recipient,
    StatusTold,
    TriedTold,
)
from correspondence.letters.results import board_section, change_rows, story_of
from correspondence.letters.text import one_line, prose
from narration.narrators import narrator_of
from narration.paragraph import Row, parted
from narration.plain import Block, Button, Heading, Map, Points, Prose, Rows, Typed
from narration.typed_sheets import notation_reference
from narration.voice import Voice
from narration.words import N_, word_tables

TABLES = word_tables(__name__)


def late_blocks(payload: AnswerPayload, late: LateTold, recipient: Recipient, v: Voice) -> list[Block]:
    """A mail for a call that has closed: that nothing of it was done, and why."""
    closed = prose(
        v,
        "Nothing of your mail was done. It is for a call that has closed: {call}. That closed {when}.",
        strong=True,
        call=call_name(payload.game.edition, late.window, late.round, v.words),
        when=when(late.closed_at, recipient.zone, v.words),
    )
    blocks: list[Block] = [closed]
    if late.void and payload.stage != "over":
        blocks.append(prose(v, "What came of that call does not hold any more: it was taken back."))
    return [*blocks, *_sheet_then(payload, late, recipient, v), *now_blocks(payload, recipient, v)]


def _sheet_then(payload: AnswerPayload, late: LateTold, recipient: Recipient, v: Voice) -> list[Block]:
    """The reader's sheet that was in when the call closed, as it would be typed."""
    if not late.sheet or late.sheet_at is None:
        none = prose(
            v,
            "No sheet of yours for it was in then; what you had written earlier in the round, your standing "
            "instructions and the published defaults decide.",
        )
        return [none]
    at = when(late.sheet_at, recipient.zone, v.words)
    then = prose(v, "Your sheet then was version {n}, handed in {when}:", n=late.sheet, when=at)
    return [then, typed_sheet(late.document, payload.game.modules, v)]


def now_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """What is open now and until when, or why nothing is."""
    opened = payload.opened
    if opened is None:
        return [prose(v, TABLES["stages"].get(payload.stage, TABLES["stages"]["none"]))]
    name = call_name(payload.game.edition, opened.window, opened.round, v.words)
    if payload.stage == "paused":
        paused = paused_words(payload, recipient, v)
        now = prose(v, "Open now: {call}. {paused}", strong=True, call=name, paused=paused)
    else:
        due = moment_words(opened.due_at, payload.written_at, recipient, v.words)
        now = prose(v, "Open now: {call}, until {when}, {soon}.", strong=True, call=name, **due)
    blocks: list[Block] = [now, prose(v, "What is meant for it you can send by answering this letter.")]
    if payload.links.sheet:
        blocks.append(Button(text=v.say(narrator_of(v.edition).letter_words.form), href=payload.links.sheet))
    return blocks


def paused_words(payload: AnswerPayload, recipient: Recipient, v: Voice) -> str:
    """That the game is paused, and what that means for sheets."""
    if payload.paused_until is None:
        return v.say("The game is paused, so its time stands still; sheets can be handed in meanwhile.")
    until = when(payload.paused_until, recipient.zone, v.words)
    return v.say(
        "The game is paused until {when}, so its time stands still; sheets can be handed in meanwhile.", when=until
    )


def tried_blocks(tried: TriedTold, game: GameFacts, v: Voice) -> list[Block]:
    """All that is told of a what-if."""
    say, records = v.say, parted(tried.records)
    rows, would = change_rows(tried.before, tried.after, v), say(narrator_of(v.edition).letter_words.picture_would)
    return [
        prose(v, "A what-if: nothing of it was handed in.", strong=True),
        prose(
            v,
            "It was played on what you know. Others do what you assume, and the bot guesses the rest "
            "of them; chance is drawn anew (draw {n}). It may all come differently.",
            n=tried.draw,
        ),
        Heading(text=say("What would happen")),
        Prose(text=narrator_of(v.edition).headline(records, v), strong=True),
        *([Rows(rows=tuple(rows))] if rows else []),
        Button(text=would, href=tried.link) if tried.light else Map(text=would, href=tried.link),
        story_of(records, v) or prose(v, "Nothing would happen."),
        *board_section(game, tried.after, tried.own, v, would_stand=True),
        *_sheets(tried, game, v),
        prose(v, "Send it without the line WHATIF, and without ASSUME, to hand it in."),
        Button(text=say("Look at it on the site, change it or hand it in"), href=tried.link),
    ]


def _sheets(tried: TriedTold, game: GameFacts, v: Voice) -> list[Block]:
    """The sheets as they would be typed: the reader's own, and what others were assumed to hand in."""
    found: list[Block] = [
        Heading(text=v.say("The sheets it was played with")),
        prose(v, TABLES["origins"][tried.origin]),
    ]
    if tried.origin == "typed":
        found.append(typed_sheet(tried.sheet, game.modules, v))
    for house, document in tried.assumed.items():
        told = prose(v, "{house}, as you assume it; what it leaves open the bot has guessed:", house=v.house(house))
        found += [told, typed_sheet(document, game.modules, v)]
    return found


# Typed text that ends a sentence has paragraphs of its own.
_TEXT = "{text}"
# Beside what is said of a command a longer line would leave no room.
LONGEST_EXAMPLE = 28


def said(template: str, values: dict[str, str | int], v: Voice) -> str:
    """A sentence with its values in it, houses by name."""
    found: dict[str, str | int] = dict(values)
    if isinstance(found.get("house"), str) and found["house"] in v.edition.houses:
        found["house"] = v.house(str(found["house"]))
    if "houses" in found:
        found["houses"] = v.houses(str(found["houses"]).split(","))
    return v.words.say(template, **found)


def sentence_blocks(template: str, values: dict[str, str | int], v: Voice) -> list[Block]:
    """A sentence about something that was done, and below it what somebody wrote, if it ends with that."""
    if not template.endswith(_TEXT):
        return [Prose(text=said(template, values, v))]
    theirs = [line for line in str(values["text"]).split("\n") if line.strip()]
    ours = said(template, {**values, "text": ""}, v).strip()
    return [Prose(text=ours), *(Prose(text=one_line(line), quoted=True) for line in theirs)]


def told_blocks(payload: AnswerPayload, recipient: Recipient, v: Voice) -> list[Block]:
    """What was asked to be told."""
    blocks: list[Block] = []
    if payload.status is not None:
        blocks += _status(payload, payload.status, recipient, v)
    for closed in payload.history:
        name = call_name(payload.game.edition, closed.window, closed.round, v.words)
        blocks.append(Heading(text=v.say("What happened: {call}", call=name)))
        blocks.append(story_of(parted(closed.records), v) or prose(v, "Nothing happened."))
    if payload.suggested:
        blocks += _plan(payload, v)
    game = payload.game
    return [*blocks, *vocabulary(v, game.modules, game.names)] if payload.help else blocks


def _status(payload: AnswerPayload, status: StatusTold, recipient: Recipient, v: Voice) -> list[Block]:
    say, opened = v.say, payload.opened
    if opened is None:
        return now_blocks(payload, recipient, v)
    name = call_name(payload.game.edition, opened.window, opened.round, v.words)
    blocks: list[Block] = [Heading(text=say("The open call: {call}", call=name))]
    if not status.asked:
        blocks.append(prose(v, "Nothing is asked of you."))
    elif status.sheet and status.sheet_at is not None:
        at = when(status.sheet_at, recipient.zone, v.words)
        blocks.append(prose(v, "Your sheet is in: version {n}, since {when}.", n=status.sheet, when=at))
    else:
        blocks.append(prose(v, "No sheet of yours is in.", strong=True))
    if status.asked:
        blocks.append(prose(v, N_("You are ready.") if status.ready else N_("You have not said that you are ready.")))
    if status.awaited:
        awaited = v.houses(list(status.awaited))
        blocks.append(prose(v, "Not ready yet, as far as is told: {houses}.", houses=awaited))
    for decision in (one for one in status.questions if one.id and payload.board is not None):
        put = narrator_of(v.edition).question(decision, payload.board, v)
        blocks.append(Points(text=put.text, points=put.choices))
    return blocks + board_section(payload.game, payload.board, status.own, v) if payload.board is not None else blocks


def _plan(payload: AnswerPayload, v: Voice) -> list[Block]:
    """What the steward would hand in, as text."""
    how = v.say("Nothing of it is handed in. Copy it above what is quoted, change what you like, and send it back.")
    left = v.say("A line STEWARD leaves what no other line says to the bot, which decides it when it is asked.")
    return [
        Heading(text=v.say("A plan by the bot")),
        Prose(text=f"{how} {left}" if narrator_of(v.edition).notation is not None else how),
        typed_sheet(payload.suggested, payload.game.modules, v),
    ]


def vocabulary(v: Voice, modules: Collection[str] = (), seats: Collection[str] = ()) -> list[Block]:
    """What can be typed in a mail, in short, in the words of the game's family; `seats` are those that are known to
    play."""
    one, *more = (house for house in dict.fromkeys((*seats, *v.edition.houses)) if house != v.seat)
    statements = notation_reference(v.edition, modules, v.words).statements
    # What another may hand in is a line of the family's notation.
    known = (line.partition(";")[0] for statement in statements for line in statement.example)
    values = {
        "one": one,
        "house": one,
        "seat": one,
        "other": next(iter(more), one),
        "line": next((line for line in known if len(line) <= LONGEST_EXAMPLE), "..."),
        "map": v.say(narrator_of(v.edition).letter_words.map_tells),
    }
    lines = dict(TABLES["lines"])
    if games.of_edition(v.edition.id).assumed_type is None:
        del lines["what-if"], lines["assume"]
    blocks: list[Block] = [Heading(text=v.say("What you can type"))]
    if not statements:
        blocks.append(prose(v, "Sheets of this game are typed as JSON: SUGGEST brings one to change and send back."))
    else:
        blocks.append(prose(v, "The lines of your sheet, one instruction each:"))
    for statement in statements:
        blocks.append(Prose(text=f"{statement.keyword.written}: {statement.purpose}"))
        blocks += [Typed(lines=statement.example)] if statement.example else []
    return [
        *blocks,
        prose(v, "Besides the lines of your sheet, each on a line of its own:"),
        Rows(rows=tuple(Row(v.say(line, **values), v.say(what, **values)) for line, what in lines.values())),
    ]


NOBODY = ReadinessTold()


def changing_words(payload: AnswerPayload, recipient: Recipient, v: Voice) -> str:
    """The sentences about it; empty where nothing can be changed and nothing of the reader's has made it so."""
    opened, said, words = payload.opened, payload.readiness or NOBODY, TABLES["until"]
    if opened is None:
        return v.say(words["closed"]) if said.ready and said.closing_at is not None else ""
    if payload.stage == "paused":
        return paused_words(payload, recipient, v)
    values = moment_words(said.closing_at or opened.due_at, payload.written_at, recipient, v.words)
    if said.closing_at is not None:
        return v.say(words["all-ready" if said.ready else "all-ready-but-you"], **values)
    if said.ready and opened.early and opened.hold_minutes:
        return v.say_n(words["held"]["one"], words["held"]["many"], opened.hold_minutes, **values)
    if said.ready:
        return v.say(words["early" if opened.early else "at-its-hour"], **values)
    if payload.status is not None and not payload.status.sheet:
        return v.say(words["no-sheet"], **values)
    return v.say(words["changed" if said.asked or not opened.early else "changed-or-ready"], **values)
