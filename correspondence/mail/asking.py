"""The asking part of an email: deadline, how to change sheets, answers by mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date, format_timedelta
from babel.units import format_unit

from adjudicator import documents, games
from correspondence.mail.payload import GameFacts, Links, OpenTurn, Recipient, ResultsPayload, Site
from correspondence.mail.text import Deadline, prose, to_single_line
from narration.narrator import Voice
from narration.narrators import NARRATORS, narrator_of
from narration.paragraph import Row
from narration.plain import Block, Button, Heading, Points, Prose, Rows, Typed
from narration.typed_sheets import sheet_text, typed_examples
from narration.words import N_, Words, translator, word_tables

UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def find_zone(name: str) -> tuple[tzinfo, str]:
    """Return a zone and its name; UTC if unknown, so that the email still goes out."""
    try:
        return ZoneInfo(name), name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC, "UTC"


def local_time(moment: datetime, zone: str, words: Words) -> str:
    """`Tuesday 24 November 2026, 19:00 (Europe/Rome)`."""
    where, name = find_zone(zone)
    local = moment.astimezone(where)
    return f"{format_date(local, 'full', locale=words.locale)}, {local:%H:%M} ({name})"


def utc_time(moment: datetime, words: Words) -> str:
    """`24 November 2026, 18:00 UTC`."""
    utc = moment.astimezone(UTC)
    return f"{format_date(utc, 'long', locale=words.locale)}, {utc:%H:%M} UTC"


@lru_cache(maxsize=256)
def from_now(moment: datetime, now: datetime, words: Words) -> str:
    """Return a moment relative to `now`: `in 3 days 12 hours`, rounded down.
    Past moments read `2 days ago`."""
    away = moment - now
    if away < timedelta():
        return format_timedelta(away, add_direction=True, locale=words.locale)
    return words.say("in {span}", span=_span(int(away.total_seconds()), words))


def _span(seconds: int, words: Words) -> str:
    """A length of time in its largest unit and the one below, rounded down."""
    first = next((place for place, (_, length) in enumerate(UNITS) if seconds >= length), len(UNITS) - 1)
    parts: list[str] = []
    for unit, length in UNITS[first : first + 2]:
        number, seconds = divmod(seconds, length)
        if number or not parts:
            parts.append(format_unit(number, f"duration-{unit}", locale=words.locale))
    if len(parts) == 1:
        return parts[0]
    return words.say_in("length of time", "{longer} {shorter}", longer=parts[0], shorter=parts[1])


@lru_cache(maxsize=256)
def when(moment: datetime, zone: str, words: Words) -> str:
    """Return a moment in the reader's zone and in UTC, once if they are the same."""
    if find_zone(zone)[1] == "UTC":
        return local_time(moment, zone, words)
    return words.say("{local}, which is {utc}", local=local_time(moment, zone, words), utc=utc_time(moment, words))


EXAMPLES = N_(
    "These lines are examples, not advice. Where a bar separates choices, the first one that is possible counts:"
)
# So many lines say how it goes; the page tells all.
MAX_EXAMPLES = 16


def by_mail_blocks(opened: OpenTurn, payload: ResultsPayload, voice: Voice) -> list[Block]:
    """Return blocks on how to reply by email; none if the service takes no mail."""
    if not payload.links.reply:
        return []
    say = voice.say
    blocks: list[Block] = [Heading(text=say("Reply by email"))]
    narrator = narrator_of(voice.edition)
    how = say("Reply to this email with your orders, one instruction per line, above the quoted text.")
    if narrator.notation is None:
        how = say("Reply to this email with your orders as JSON, above the quoted text.")
    again = typed_sheet(opened.ready_made, payload.game.modules, voice).lines if opened.ready_made else ()
    # A line of each sort that the turn takes, but for those with words that are known already.
    keywords, game = {line.partition(" ")[0] for line in again}, payload.game
    about = opened.window, opened.questions, payload.board, payload.seat, game.pace, voice, game.modules
    examples = [line for line in typed_examples(*about) if line.partition(" ")[0] not in keywords]
    if examples:
        blocks += [Prose(text=f"{how} {say(EXAMPLES)}"), Typed(lines=tuple(examples[:MAX_EXAMPLES]))]
    else:
        blocks.append(Prose(text=how))
    if again:
        blocks.append(prose(voice, "Your last orders, as far as they are still possible. Copy and change them:"))
        blocks.append(Typed(lines=again))
    more = [
        say("READY means that nobody has to wait for you."),
        *([] if opened.early else [say("The turn ends at its deadline, even if everyone is ready earlier.")]),
        say("SUGGEST sends you a plan by the bot, to change and send back."),
        *(
            [say("WHATIF tries your lines without submitting anything.")]
            if games.of_edition(payload.game.edition).assumed_type is not None
            else []
        ),
        say(narrator.mail_words.map_brings),
        say(
            "HELP lists everything you can type. STATUS shows the current turn and HISTORY the "
            "last results. MESSAGE sends messages, VOTE votes, and ABSENCE enters the days you are "
            "away."
        ),
    ]
    blocks.append(Prose(text=" ".join(more)))
    if payload.links.help:
        blocks.append(prose(voice, "Everything on one page: {link}", link=payload.links.help))
    return blocks


def typed_sheet(document: str, modules: Collection[str], v: Voice) -> Typed:
    """A sheet (JSON) as it would be typed."""
    sheet = documents.stored_sheet(v.edition.id, document.encode())
    text = sheet_text(sheet, v.edition, modules, v.words.language)
    return Typed(lines=tuple(text.rstrip("\n").split("\n")))


LEFT_OPEN = word_tables(__name__)["left-open"]


def turn_name(edition: str, window: str, round_number: int, words: Words) -> str:
    """`round 3, planning`: what a turn of an edition's game is about."""
    return NARRATORS.of_edition(edition).turn_name(window, round_number, words.of_edition(edition))


class TurnRequest(NamedTuple):
    """An open turn, and what the reader's `sheet` for it can say."""

    opened: OpenTurn
    sheet: Sequence[Row]

    def __bool__(self) -> bool:
        """Whether the turn wants anything of the reader."""
        return bool(self.opened.questions or self.sheet) if self.opened.asked is None else self.opened.asked


def build_turn_request(opened: OpenTurn, payload: ResultsPayload, voice: Voice) -> TurnRequest:
    """What an open turn asks of the reader of an email."""
    if opened.asked is False:
        return TurnRequest(opened, ())
    questioned, pace = bool(opened.asked or opened.questions), payload.game.pace
    outline = narrator_of(voice.edition).outline(opened.window, questioned, payload.board, payload.seat, pace, voice)
    return TurnRequest(opened, outline)


def moment_words(moment: datetime, now: datetime, recipient: Recipient, words: Words) -> dict[str, str]:
    """Return `when` (reader's zone and UTC) and how `soon` a moment is, for templates."""
    return {"when": when(moment, recipient.zone, words), "soon": from_now(moment, now, words)}


def due_words(turn_request: TurnRequest, recipient: Recipient, now: datetime, words: Words) -> str:
    """When the turn closes, in the reader's zone, in UTC and from now."""
    values = moment_words(turn_request.opened.due_at, now, recipient, words)
    if turn_request:
        return words.say("Your orders are due {when} ({soon}).", **values)
    return words.say("You have nothing to decide this turn. It ends {when} ({soon}).", **values)


def request_blocks(turn_request: TurnRequest, payload: ResultsPayload, voice: Voice, due: str) -> list[Block]:
    """The questions of the turn, the outline of the sheet, the deadline and the link."""
    say, edition, narrator, opened = voice.say, payload.game.edition, narrator_of(voice.edition), turn_request.opened
    blocks: list[Block] = [
        Heading(text=say("Current turn: {turn}", turn=turn_name(edition, opened.window, opened.round, voice.words)))
    ]
    # What has no id is only foreseen: the narrator tells of it below, with what it depends on.
    for decision in (question for question in opened.questions if question.id):
        put = narrator.question(decision, payload.board, voice)
        blocks.append(Points(text=put.text, points=put.choices))
    blocks += narrator.foreseen(opened.window, payload.board, payload.seat, voice)
    if turn_request.sheet:
        blocks.append(prose(voice, "Your orders this turn can say:"))
        blocks.append(Rows(rows=tuple(turn_request.sheet)))
        left_open = say(LEFT_OPEN["stood-by" if opened.stood_by else opened.unsaid])
        bots = opened.unsaid == "bot" and not opened.stood_by
        blocks.append(Prose(text=f"{left_open} {say(narrator.mail_words.left_to_bot)}" if bots else left_open))
    if opened.news:
        new = say("What is new in the program since your game began:")
        blocks.append(Points(text=new, points=tuple(map(say, narrator.mail_words.all_news))))
    blocks.append(Prose(text=due, strong=True))
    if opened.hold_minutes and opened.early and turn_request:
        blocks.append(
            Prose(
                text=voice.say_n(
                    "When everyone is ready, the turn ends {n} minute later.",
                    "When everyone is ready, the turn ends {n} minutes later.",
                    opened.hold_minutes,
                )
            )
        )
    blocks += sheet_button(turn_request, payload.links, voice)
    return blocks + by_mail_blocks(opened, payload, voice) if turn_request else blocks


def sheet_button(turn_request: TurnRequest, links: Links, voice: Voice) -> list[Block]:
    """The way to the sheet, for whoever is asked for one."""
    if not links.sheet or not turn_request:
        return []
    return [Button(text=voice.say("Write orders"), href=links.sheet)]


def entry(
    game: GameFacts,
    seat: str,
    opened: OpenTurn,
    links: Links,
    recipient: Recipient,
    site: Site,
    *,
    orders_due: bool,
    written_at: datetime,
) -> Deadline:
    """Return a turn's deadline as a calendar entry.
    `orders_due`: the seat has orders due."""
    words = translator(recipient.language)
    title, turn = to_single_line(game.title), turn_name(game.edition, opened.window, opened.round, words)
    if orders_due:
        summary = words.say("Orders due: {title}, {turn}", title=title, turn=turn)
    else:
        summary = words.say("Turn ends: {title}, {turn}", title=title, turn=turn)
    return Deadline(
        uid=f"{game.id}.{opened.id}.{seat}@{site.host}",
        sequence=opened.sequence,
        due_at=opened.due_at,
        written_at=written_at,
        summary=summary,
        description=when(opened.due_at, recipient.zone, words),
        url=links.sheet or links.game,
    )
