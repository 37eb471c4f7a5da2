"""What stands on a lock screen: that something happened, where, and until when; never what.

Whoever holds the telephone reads it. So nothing of a board, a sheet or a letter is told, and nobody by name.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from babel.dates import format_skeleton

from correspondence.letters.asking import call_name, zone_named
from correspondence.letters.notice_letter import subject_of
from correspondence.letters.payload import GameFacts, GameOverPayload, NoticePayload, Payload, ResultsPayload
from correspondence.models.accounts import Account
from narration.words import N_, Words, translator

# The streams of letters of which a browser may be told too.
PUSHED = ("results", "reminders", "deadlines", "press")
LONGEST_LINE = 200


class Shown(msgspec.Struct, frozen=True):
    """A notification: its `title`, a second line (`body`, may be empty), the page behind it, and the `tag` under which
    a newer one takes its place."""

    title: str
    body: str
    link: str
    tag: str
    language: str


def shown_of(letter: Payload, stream: str, account: Account, site_name: str) -> Shown | None:
    """What is shown of a letter of a stream to an account; None for one of which nothing is."""
    words, zone = translator(account.language), account.zone
    if isinstance(letter, ResultsPayload):
        return _results(letter, words, zone)
    if isinstance(letter, GameOverPayload):
        title = words.say(N_("{title} is over"), title=letter.game.title)
        return _shown(title, "", letter.links.results or letter.links.game, letter.game.id, "results", words)
    if isinstance(letter, NoticePayload) and letter.game is not None:
        return _notice(letter, letter.game, stream, words, zone, site_name)
    return None


def _results(letter: ResultsPayload, words: Words, zone: str) -> Shown:
    game, closed, opened = letter.game, letter.closed, letter.opened
    if closed is None:
        title = words.say(N_("{title} has begun"), title=game.title)
    else:
        call = call_name(game.edition, closed.window, closed.round, words)
        title = words.say(N_("{title}: results of {call}"), title=game.title, call=call)
    body = ""
    if opened is not None:
        call = call_name(game.edition, opened.window, opened.round, words)
        body = words.say(N_("Open now: {call}, until {due}."), call=call, due=_short(opened.due_at, words, zone))
    return _shown(title, body, letter.links.results or letter.links.game, game.id, "results", words)


def _notice(letter: NoticePayload, game: GameFacts, stream: str, words: Words, zone: str, site_name: str) -> Shown:
    moments = {name: _short(moment, words, zone) for name, moment in letter.moments.items()}
    body = ""
    if stream == "press":
        # Who writes to whom is theirs.
        title = words.say(N_("{title}: a letter has come"), title=game.title)
    else:
        title = subject_of(letter, moments, site_name, words)
        if stream == "reminders" and "due" in moments:
            body = words.say(N_("The call closes on {due}."), due=moments["due"])
    return _shown(title, body, letter.link, game.id, stream, words)


def _short(moment: datetime, words: Words, zone: str) -> str:
    """`Tue, Nov 24, 19:00`, by the reader's clock."""
    where, _ = zone_named(zone)
    local = moment.astimezone(where)
    return f"{format_skeleton('MMMEd', local, locale=words.locale)}, {local:%H:%M}"


def _shown(title: str, body: str, link: str, game: str, stream: str, words: Words) -> Shown:
    return Shown(_line(title), _line(body), link, f"{game}:{stream}", words.language)


def _line(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…"
