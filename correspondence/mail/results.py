"""Emails about a game: a turn's results and the next questions, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import games
from adjudicator.documents import view_with_own_part
from adjudicator.engine import Board, Decided, Standing, StoredBoard
from correspondence.games.access import BOTS
from correspondence.mail.asking import TurnRequest, build_turn_request, due_words, entry, request_blocks, sheet_button
from correspondence.mail.payload import (
    ClosedTurn,
    GameFacts,
    GameOverPayload,
    Links,
    Picture,
    Recipient,
    ResultsPayload,
    Site,
)
from correspondence.mail.text import Content, content_of, prose, to_single_line
from narration.instruction_words import LEFT_OPEN, TAKEN_OVER
from narration.narrator import Voice
from narration.narrators import NARRATORS, narrator_of
from narration.paragraph import Parted, Row, separate_choices
from narration.plain import Block, Button, Folded, Grid, Heading, Map, Points, Prose, Rows, Story
from narration.words import Words, capital, word_tables

CHOICES = word_tables(__name__)["choices"]


def board_section(
    game: GameFacts, board: Board, own: Mapping[str, Any], voice: Voice, *, would_stand: bool = False
) -> list[Block]:
    """Show all of the board that the reader may see; `own` is what only they may.
    Nothing where the family adds nothing to its questions. `would_stand`: it is the board after a what-if."""
    stored_board = StoredBoard(game.edition, game.players, game.commitment, 0, board)
    narrator = narrator_of(voice.edition)
    blocks, words = narrator.board(view_with_own_part(stored_board, voice.seat, own), voice), narrator.mail_words
    title = words.would_stand if would_stand else words.board
    return [Folded(text=voice.say(title), blocks=tuple(blocks))] if blocks else []


def reference_section(game: GameFacts, board: Board, voice: Voice) -> list[Block]:
    """Show what stands on the printed board and cards and never changes.
    For emails that are kept: a game's first, and those that are asked for."""
    narrator = narrator_of(voice.edition)
    blocks = narrator.board_reference(board, game.edition, voice)
    return [Folded(text=capital(voice.say(narrator.mail_words.reference)), blocks=tuple(blocks))] if blocks else []


def _voice(game: GameFacts, seat: str, words: Words) -> Voice:
    return NARRATORS.of_edition(game.edition).voice(games.edition(game.edition), words, seat)


def _player(house: str, game: GameFacts, voice: Voice) -> str:
    if house == voice.seat:
        return voice.say("you")
    if house in game.bots:
        return voice.say(BOTS[game.levels.get(house, "steward")])
    return to_single_line(game.names.get(house, ""))


def standings_grid(board: Board, standings: Sequence[Standing], game: GameFacts, voice: Voice) -> Grid:
    """Everyone's figures, best first."""
    narrator = narrator_of(voice.edition)
    figures = narrator.figures(board, standings, voice)
    head = (capital(voice.say(narrator.mail_words.seats)), voice.say("Player"), *figures.head)
    lines = tuple((voice.house(house), _player(house, game, voice), *line) for house, line in figures.lines)
    own = next((n for n, (house, _) in enumerate(figures.lines) if house == voice.seat), -1)
    return Grid(head=head, lines=lines, words=2, own=own)


def change_rows(before: Board, board: Board, voice: Voice) -> list[Row]:
    """List what changed for each house, the reader's first; skip unchanged houses."""
    changes = narrator_of(voice.edition).changes(before, board, voice)
    changes.sort(key=lambda change: change.house != voice.seat)
    return [
        Row(voice.house(change.house), change.phrase)
        for change in changes
        if change.house == voice.seat or not change.nothing
    ]


def story_of(records: Parted, voice: Voice) -> Story | None:
    """Return the story of some records; None where there is nothing to tell."""
    paragraphs = tuple(narrator_of(voice.edition).tell(records, voice.edition, voice.words, voice.seat))
    return Story(paragraphs=paragraphs, seat=voice.seat or "") if paragraphs else None


def _own_part(closed: ClosedTurn, records: Parted, voice: Voice) -> list[Block]:
    """Show what was used of the reader's sheet, and their choices made by default."""
    say, narrator = voice.say, narrator_of(voice.edition)
    own = [choice for _, choice in records.choices if choice.seat == voice.seat]
    if not closed.sheet and all(x.source["by"] == "forced" for x in own):
        return []  # nothing was theirs to say
    blocks: list[Block] = []
    if closed.sheet:
        blocks.append(prose(voice, "Your orders, version {n}, were used.", n=closed.sheet))
    elif all(x.source["by"] in ("default", "forced", "standing") or is_bot_choice_for_substitute(x) for x in own):
        blocks.append(prose(voice, "You had not submitted orders when the turn ended.", strong=True))
    defaults = [x for x in own if x.source["by"] == "default"]
    left_open = [x for x in own if str(x.source.get("rule", "")).startswith(LEFT_OPEN)]
    beside = [text for choice in own if (text := narrator.bot_filled(choice, voice))]
    blocks += _choices("stood-by", list(filter(is_bot_choice_for_substitute, own)), voice)
    blocks += [Prose(text=text + ".") for text in beside]
    blocks += _choices("left-open", left_open, voice) + _choices("defaults", defaults, voice)
    filled = [
        text
        for choice in own
        if choice.source["by"] in ("sheet", "standing") and (text := narrator.filled_in(choice, voice))
    ]
    blocks += [Prose(text=text + ".") for text in filled]
    if closed.sheet and not defaults and not filled:
        blocks.append(prose(voice, "Nothing was left to a default."))
    return [Heading(text=say("Your part")), *blocks] if blocks else []


def is_bot_choice_for_substitute(choice: Decided) -> bool:
    """Return whether the bot chose for a reader who had just taken the house over."""
    return choice.source["by"] == "steward" and str(choice.source.get("rule", "")).startswith(TAKEN_OVER)


def _choices(kind: str, chosen: Sequence[Decided], voice: Voice) -> list[Block]:
    """Choices that somebody else made for the reader, under the words for their kind."""
    if not chosen:
        return []
    words, narrator = CHOICES[kind], narrator_of(voice.edition)
    text = voice.say_n(words["one"], words["many"], len(chosen))
    return [Points(text=text, points=tuple(narrator.choice(x, voice, named=False) for x in chosen))]


def _map(board: Board, links: Links, voice: Voice) -> Block:
    words = narrator_of(voice.edition).mail_words
    text = voice.say(words.picture, n=board.round) if board.round else voice.say(words.picture_begins)
    if links.map:
        return Button(text=text, href=links.map)
    return Map(text=text, href=links.results or links.game)


def _turn_blocks(closed: ClosedTurn, records: Parted, board: Board, links: Links, voice: Voice) -> list[Block]:
    """Return blocks on the closed turn: changes, map, story, the reader's part."""
    say = voice.say
    blocks: list[Block] = []
    rows = change_rows(closed.before, board, voice) if closed.before is not None else []
    if rows:
        blocks += [Heading(text=say("In brief")), Rows(rows=tuple(rows))]
    blocks.append(_map(board, links, voice))
    story = story_of(records, voice)
    if story is not None:
        blocks += [Heading(text=say("What happened")), story]
    blocks += _own_part(closed, records, voice)
    return blocks


def _reconstruction_blocks(game: GameFacts, voice: Voice) -> list[Block]:
    """List what of the edition's data had to be guessed; no blocks if nothing."""
    played = games.of_edition(game.edition).edition_played(game.edition, game.modules)
    points = tuple(voice.words.gettext(point) for point in played.reconstructions)
    text = voice.say("Some details of this edition are our reconstruction:")
    return [Points(text=text, points=points)] if points else []


def _standings_blocks(board: Board, standings: Sequence[Standing], game: GameFacts, voice: Voice) -> list[Block]:
    """Return the standings as a table, with a heading and the narrator's notes."""
    heading = Heading(text=voice.say("Standings"))
    return [
        heading,
        standings_grid(board, standings, game, voice),
        *narrator_of(voice.edition).standing_notes(board, voice),
    ]


def _open_part(turn_request: TurnRequest, payload: ResultsPayload, voice: Voice, due: str) -> list[Block]:
    """Show the open turn: board, questions, and in emails to keep also the reference."""
    blocks = board_section(payload.game, payload.board, turn_request.opened.own, voice)
    blocks += request_blocks(turn_request, payload, voice, due)
    if payload.closed is None or payload.whole:
        blocks += reference_section(payload.game, payload.board, voice)
    return blocks


def results(
    payload: ResultsPayload, recipient: Recipient, site: Site, words: Words, picture: Picture | None
) -> Content:
    """What the closed turn brought, and what the next one asks."""
    voice = _voice(payload.game, payload.seat, words)
    say = words.say
    title, closed, opened = to_single_line(payload.game.title), payload.closed, payload.opened
    turn, begun = closed or opened, closed.round if closed is not None else payload.board.round
    round_number = begun if turn is None else narrator_of(voice.edition).round_of(turn.window, begun)
    records = separate_choices(closed.records if closed is not None else ())
    happened = narrator_of(voice.edition).headline(records, voice) if closed is not None else say("The game begins")
    blocks: list[Block] = []
    due = ""
    turn_request = build_turn_request(opened, payload, voice) if opened is not None else None
    if turn_request is not None:
        due = due_words(turn_request, recipient, payload.written_at, words)
        # On a phone the end of an email is far away: what is asked can be done from its beginning too.
        blocks += [Prose(text=due, strong=True), *sheet_button(turn_request, payload.links, voice)]
    if closed is not None:
        blocks += _turn_blocks(closed, records, payload.board, payload.links, voice)
    else:
        blocks.append(_map(payload.board, payload.links, voice))
        blocks += _reconstruction_blocks(payload.game, voice)
    blocks += _standings_blocks(payload.board, payload.standings, payload.game, voice)
    if turn_request is not None:
        blocks += _open_part(turn_request, payload, voice, due)
    house = voice.edition.houses[payload.seat].name.say(words.language)
    deadline = None
    if turn_request is not None:
        about = payload.game, payload.seat, turn_request.opened, payload.links, recipient, site
        deadline = entry(*about, orders_due=bool(turn_request), written_at=payload.written_at)
    return content_of(
        payload,
        site,
        words,
        subject=say("{title}, round {n}: {headline}", title=title, n=round_number, headline=happened),
        preview=due or happened,
        title=happened,
        under=" \u00b7 ".join((title, house, say("round {n}", n=round_number))),
        blocks=tuple(blocks),
        deadline=deadline,
        picture=picture,
    )


def ended_words(ended_by: str, words: Words) -> str:
    """How a game ended that its players ended; empty for one that ended by its rules."""
    if ended_by == "draw":
        return words.say("The players agreed on a draw")
    return words.say("The players ended the game; its standings decide") if ended_by else ""


def game_over(
    payload: GameOverPayload, recipient: Recipient, site: Site, words: Words, picture: Picture | None
) -> Content:
    """Compose the email about a game's end, with the seed to check every shuffle."""
    voice = _voice(payload.game, payload.seat, words)
    say = words.say
    title = to_single_line(payload.game.title)
    records = separate_choices(payload.closed.records)
    ended = ended_words(payload.ended_by, words) or narrator_of(voice.edition).headline(records, voice)
    blocks = _turn_blocks(payload.closed, records, payload.board, payload.links, voice)
    blocks += _standings_blocks(payload.board, payload.standings, payload.game, voice)
    blocks += [
        Heading(text=say("Every shuffle can be checked")),
        prose(words, "At the start of the game we published this commitment: the SHA-256 of the seed."),
        Points(text=say("Seed"), points=(payload.seed,)),
        Points(text=say("Commitment"), points=(payload.game.commitment,)),
        Button(text=say("View the whole game"), href=f"{payload.links.game}/end"),
    ]
    house = voice.edition.houses[payload.seat].name.say(words.language)
    return content_of(
        payload,
        site,
        words,
        subject=say("{title}: {headline}", title=title, headline=ended),
        preview=ended,
        title=ended,
        under=" \u00b7 ".join((title, house, say("the end"))),
        blocks=tuple(blocks),
        picture=picture,
    )
