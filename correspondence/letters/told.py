"""What a mail asked to be told: how the call stands, what earlier calls brought, what can be typed."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator import documents, games
from correspondence.letters.asking import call_name
from correspondence.letters.board import board_section
from correspondence.letters.content import one_line
from correspondence.letters.late import now_blocks
from correspondence.letters.moments import when
from correspondence.letters.payload import AnswerPayload, ClosedCall, Recipient, StatusTold
from narration.narrators import narrator_of
from narration.paragraph import Row, parted
from narration.plain import Block, Heading, Points, Prose, Rows, Story, Typed
from narration.typed_sheets import notation_reference, sheet_text
from narration.voice import Voice

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
        blocks += _call(closed, payload.game.edition, v)
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
        blocks.append(Prose(text=say("Nothing is asked of you.")))
    elif status.sheet and status.sheet_at is not None:
        at = when(status.sheet_at, recipient.zone, v.words)
        blocks.append(Prose(text=say("Your sheet is in: version {n}, since {when}.", n=status.sheet, when=at)))
    else:
        blocks.append(Prose(text=say("No sheet of yours is in."), strong=True))
    if status.asked:
        ready = say("You are ready.") if status.ready else say("You have not said that you are ready.")
        blocks.append(Prose(text=ready))
    if status.awaited:
        awaited = v.houses(list(status.awaited))
        blocks.append(Prose(text=say("Not ready yet, as far as is told: {houses}.", houses=awaited)))
    for decision in (one for one in status.questions if one.id and payload.board is not None):
        put = narrator_of(v.edition).question(decision, payload.board, v)
        blocks.append(Points(text=put.text, points=put.choices))
    return blocks + board_section(payload.game, payload.board, status.own, v) if payload.board is not None else blocks


def _call(closed: ClosedCall, edition: str, v: Voice) -> list[Block]:
    name = call_name(edition, closed.window, closed.round, v.words)
    story = tuple(narrator_of(v.edition).tell(parted(closed.records), v.edition, v.words, v.seat))
    found: list[Block] = [Heading(text=v.say("What happened: {call}", call=name))]
    return [*found, Story(paragraphs=story, seat=v.seat or "") if story else Prose(text=v.say("Nothing happened."))]


def _plan(payload: AnswerPayload, v: Voice) -> list[Block]:
    """What the steward would hand in, as text."""
    sheet = documents.kept_sheet(payload.game.edition, payload.suggested.encode())
    typed = sheet_text(sheet, v.edition, payload.game.modules, v.words.language)
    how = v.say("Nothing of it is handed in. Copy it above what is quoted, change what you like, and send it back.")
    left = v.say("A line STEWARD leaves what no other line says to the bot, which decides it when it is asked.")
    return [
        Heading(text=v.say("A plan by the bot")),
        Prose(text=f"{how} {left}" if narrator_of(v.edition).notation is not None else how),
        Typed(lines=tuple(typed.rstrip("\n").split("\n"))),
    ]


def vocabulary(v: Voice, modules: Collection[str] = (), seats: Collection[str] = ()) -> list[Block]:
    """What can be typed in a mail, in short, in the words of the game's family; `seats` are those that are known to
    play."""
    say, one, other = v.say, *_others(seats, v)
    lines = [
        (say("STATUS"), say("how the open call stands")),
        (say("MAP"), say(narrator_of(v.edition).letter_words.map_tells)),
        (say("SUGGEST"), say("a plan by the bot, to change and send back")),
        *(_trying(one, modules, v) if games.of_edition(v.edition.id).assumed_type is not None else ()),
        (say("HISTORY 2"), say("what the last two calls brought")),
        (
            say("PRESS {one}, {other}: ...", one=one, other=other),
            say("a letter to these players, until a line END or the end of the mail"),
        ),
        (say("PRESS all: ..."), say("a letter to everybody")),
        (
            say("VOTE yes"),
            say("a ballot; VOTE draw, pause, resume, extend 24, replace {seat} or finish ask for a vote", seat=one),
        ),
        (say("ABSENCE 24.12. 2.1."), say("the days on which you are away")),
        (say("READY"), say("others need not wait for you; WAIT takes it back")),
        (say("HELP"), say("this list")),
    ]
    rows = tuple(Row(line, what) for line, what in lines)
    beside = say("Besides the lines of your sheet, each on a line of its own:")
    return [
        Heading(text=say("What you can type")),
        *_instructions(v, modules),
        Prose(text=beside),
        Rows(rows=rows),
    ]


def _others(seats: Collection[str], v: Voice) -> tuple[str, str]:
    """Two seats to write to, of those that play as far as that is known."""
    known = dict.fromkeys((*seats, *v.edition.houses))
    one, *more = (house for house in known if house != v.seat)
    return one, next(iter(more), one)


def _trying(house: str, modules: Collection[str], v: Voice) -> list[tuple[str, str]]:
    """How sheets are tried; what another may hand in is a line of the family's notation."""
    told = notation_reference(v.edition, modules, v.words).statements
    known = [line.partition(";")[0] for one in told for line in one.example]
    line = next((line for line in known if len(line) <= LONGEST_EXAMPLE), "...")
    return [
        (
            v.say("WHATIF"),
            v.say("tries the lines of the mail: what might happen, with nothing handed in; WHATIF 2 draws anew"),
        ),
        (
            v.say("ASSUME {house}: {line}", house=house, line=line),
            v.say("beside WHATIF: what others might do; alone on its line, for the lines down to the next blank one"),
        ),
    ]


def _instructions(v: Voice, modules: Collection[str]) -> list[Block]:
    """Every instruction of a sheet: what it is for, and how it is typed."""
    told = notation_reference(v.edition, modules, v.words).statements
    if not told:
        return [Prose(text=v.say("Sheets of this game are typed as JSON: SUGGEST brings one to change and send back."))]
    blocks: list[Block] = [Prose(text=v.say("The lines of your sheet, one instruction each:"))]
    for one in told:
        blocks.append(Prose(text=f"{one.keyword.written}: {one.purpose}"))
        blocks += [Typed(lines=one.example)] if one.example else []
    return blocks
