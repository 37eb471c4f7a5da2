"""Helpers for all page templates: words, times, badges, conditions, game menu."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from babel.dates import format_date
from flask import Flask, before_render_template, g, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context

from adjudicator import games
from adjudicator.engine import Refused, View
from atlas.drawers import DRAWERS, arms
from correspondence.archive.records import TurnChange
from correspondence.delegations import delegations_of
from correspondence.games.access import BOTS, displayed_name
from correspondence.input_validation import NotFound
from correspondence.mail.asking import find_zone, from_now, local_time, turn_name
from correspondence.mail.short_mails import WHY_PAUSED, pace_words
from correspondence.outbox.returns import stopped_since
from correspondence.overview import game_pages
from correspondence.overview.game_lists import GameLine, waiting_games
from correspondence.overview.game_page import signs_for
from correspondence.turns import TAKES_SHEETS
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.paragraph import Question, Row
from narration.plain import Points, Prose
from narration.words import LANGUAGES, N_, Words, capital, word_tables
from web.app_context import app_context
from web.assets import asset_url
from web.forms.drafts import offers
from web.request_context import fetch, for_reader, now, reader, say, words, zone
from web.views.account import STREAMS
from web.views.mailbox import mailbox_is_open
from web.views.pictures import map_version


@dataclass(frozen=True)
class Term:
    """A word, the question it answers, and what it means."""

    id: str
    word: str
    question: str
    meaning: str


def glossary(words: Words) -> dict[str, Term]:
    """The words by their ids, in the reader's language."""
    return {name: Term(name, *map(words.say, texts)) for name, texts in word_tables(__name__)["glossary"].items()}


@dataclass(frozen=True)
class TurnQuestions:
    """Open questions, known later questions, and what the turn's sheet can say."""

    questions: tuple[Question, ...] = ()
    rows: tuple[Row, ...] = ()


def questions_for_house(
    view: View, house: str, window: str, pace: str, v: Any, *, has_questions: bool
) -> TurnQuestions:
    """Return what a turn's window asks of a house; nothing if not `has_questions`."""
    if not has_questions:
        return TurnQuestions()
    narrator = narrator_of(v.edition)
    waiting = [decision for decision in view.waiting if decision.id]
    questions = [narrator.question(decision, view.board, v) for decision in waiting]
    for block in narrator.foreseen(window, view.board, house, v):
        if isinstance(block, Points):
            questions.append(Question(text=block.text, choices=block.points))
        elif isinstance(block, Prose):
            questions.append(Question(text=block.text))
    rows = narrator.outline(window, has_questions, view.board, house, pace, v)
    return TurnQuestions(tuple(questions), tuple(rows))


def house_changes(results: TurnChange, v: Voice) -> list[tuple[str, str]]:
    """Return (house, words) for each house that a turn changed: what has changed."""
    return [
        (change.house, change.phrase)
        for change in narrator_of(v.edition).changes(results.before.board, results.after.board, v)
        if not change.nothing
    ]


FIRST = N_("Most used")
_SLOT = re.compile(r"\{(\w+)\}")


def condition_text(text: str, v: Any, modules: Sequence[str]) -> str:
    """Return a typed condition in the reader's words; empty for none or invalid."""
    book = narrator_of(v.edition).conditions
    if book is None or not text.strip():
        return ""
    try:
        return book.tell(book.parse(text, v.edition, modules), v)
    except Refused:
        # The field says itself what is wrong with it.
        return ""


def condition_groups(v: Any) -> dict[str, list[tuple[str, str]]]:
    """Return what conditions can say by heading, most used first: (as typed, meaning).
    Empty where order sheets have no conditions."""
    book = narrator_of(v.edition).conditions
    if book is None:
        return {}
    groups: dict[str, list[tuple[str, str]]] = {v.say(FIRST): []} if book.first else {}
    for phrase in (*book.offered(book.facts, v), *book.offered(book.numbers, v)):
        typed = _SLOT.sub(lambda slot: slot[1].upper(), phrase.typed)
        meaning = _SLOT.sub("…", v.words.open(phrase.said))
        about = FIRST if phrase.typed in book.first else phrase.about
        groups.setdefault(capital(v.say(about)), []).append((typed, meaning))
    return groups


def _address(endpoint: str, v: Any, modules: Sequence[str], **values: Any) -> str:
    """Return the condition builder's query address; empty without conditions."""
    if narrator_of(v.edition).conditions is None:
        return ""
    return url_for(endpoint, edition_id=v.edition.id, modules=",".join(modules) or None, **values)


def game_menu(game_id: str = "") -> game_pages.GameMenu | None:
    """The menu of this game, or of the one in the address; None where there is none."""
    named = game_id or str((request.view_args or {}).get("game_id", ""))
    if not named:
        return None
    try:
        return for_reader(game_pages.game_menu, named)
    except NotFound:
        return None


def games_waiting() -> list[GameLine]:
    """The games that wait for the reader, by deadline; none if nobody is signed in."""
    if "games_waiting" not in g:
        me = reader()
        g.games_waiting = fetch(waiting_games, me, now()) if me else []
    lines: list[GameLine] = g.games_waiting
    return lines


def name_of_edition(edition_id: str) -> str:
    """Return an edition's name in the reader's language, even if its files are gone."""
    return games.shown_edition(edition_id).name.say(words().language)


def register(app: Flask) -> None:
    """Put these into every template."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.filters["capital"] = capital
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: words().gettext(text),
        lambda singular, plural, n: words().ngettext(singular, plural, n),
    )
    app.context_processor(_template_globals)
    before_render_template.connect(_words_of_edition, app)


def _words_of_edition(app: Flask, context: dict[str, Any], **_: Any) -> None:
    """Say what a page of one edition shows (its voice is `v`) as the rulebook does."""
    if isinstance(context.get("v"), Voice):
        g.words = context["v"].words


def voice(edition_id: str, seat: str | None = None, modules: Sequence[str] = ()) -> Any:
    """Return the family's voice in the reader's language; `seat`: the reader's house.
    `modules` are those of the game."""
    edition = games.shown_edition(edition_id)
    if modules:
        edition = games.of_edition(edition.id).edition_played(edition.id, modules)
    return narrator_of(edition).voice(edition, words(), seat)


def _template_globals() -> dict[str, Any]:
    """Return the functions and values that every template can use."""
    return {
        "say": say,
        "say_in": lambda context, template, **values: words().say_in(context, template, **values),
        "say_n": lambda singular, plural, n, **values: words().say_n(singular, plural, n, **values),
        "reader": reader,
        "mail_comes_back": _mail_stopped_at,
        "language": lambda: words().language,
        "languages": LANGUAGES,
        "settings": app_context().settings,
        "mailbox_is_open": mailbox_is_open,
        # `Tuesday 24 November 2026, 19:00 (Europe/Rome)`; in UTC for whoever is not signed in.
        "local": lambda when: local_time(when, zone(), words()),
        "soon": lambda when: from_now(when, now(), words()),
        "moment": _moment,
        "this_moment": lambda: now().isoformat(),
        "signs_of": lambda game_id: for_reader(signs_for, game_id).serialize(),
        "pause_words": _pause_words,
        "turn_name": _turn_name,
        "TAKES_SHEETS": TAKES_SHEETS,
        "arms": arms,
        "asset": asset_url,
        "map_size": lambda edition, board: DRAWERS.of_edition(edition).size(edition, board),
        "map_version": map_version,
        "voice": voice,
        **_edition_values(),
        "offers": offers,
        "condition_said": condition_text,
        "condition_groups": condition_groups,
        "condition_menu": lambda v, modules: _address("conditions.menu", v, modules, language=v.words.language),
        "condition_read": lambda v, modules: _address("conditions.read", v, modules),
        "game_menu": game_menu,
        "games_waiting": games_waiting,
        "glossary": lambda: glossary(words()),
        "acting": lambda game_id: for_reader(delegations_of, game_id),
        "day": lambda when: format_date(when, "long", locale=words().locale),
        "person_name": lambda name: displayed_name(name, words()),
        "bot_name": lambda level: say(BOTS[level]),
        "stream_name": lambda stream: say(STREAMS[stream][0]),
    }


def _mail_stopped_at() -> datetime | None:
    """Return since when emails to the reader have come back; None if they go out.
    None also if nobody is signed in."""
    me = reader()
    return fetch(stopped_since, me.email) if me else None


def _edition_values() -> dict[str, Any]:
    """What tells of editions and their rules."""
    return {
        "name_of_edition": name_of_edition,
        "players_words": lambda v: narrator_of(v.edition).players(v),
        "candidates": lambda rules, players: games.of_edition(rules.id).candidates(rules, players),
        "houses_among": lambda v, counts: narrator_of(v.edition).houses_among(v, counts),
        "houses_words": lambda players, named, v: narrator_of(v.edition).houses(players, named, v),
        "vassals_words": lambda v: narrator_of(v.edition).unplayed(v),
        "rounds_words": lambda v: narrator_of(v.edition).rounds(v),
        "module_name": lambda module, v: narrator_of(v.edition).module_name(module, v),
        "module_words": lambda module, v: narrator_of(v.edition).module_words(module, v),
        "modules_words": lambda modules, v: narrator_of(v.edition).modules(modules, v),
        "pace_words": lambda pace: pace_words(pace, words()),
        "kinds_named": _decision_kind_names,
        "named_words": lambda named, v: narrator_of(v.edition).refusal(named, v),
        "place_words": lambda where, v: narrator_of(v.edition).place(where, v),
    }


def _decision_kind_names(edition_id: str) -> list[tuple[str, str, str]]:
    """Return decision kinds at which a game of an edition may stop, by id and name.
    Those of optional parts come last, with their names; orders are always first."""
    v = voice(edition_id)
    narrator = narrator_of(v.edition)
    always = narrator.decision_kinds(games.of_edition(edition_id).edition_played(edition_id, ()))
    parts: dict[str, list[str]] = {}
    for module in v.edition.modules:
        for kind in narrator.decision_kinds(games.of_edition(edition_id).edition_played(edition_id, (module,))):
            if kind not in always:
                parts.setdefault(kind, []).append(narrator.module_name(module, v))
    kinds = [kind for kind in (*always, *parts) if kind != "place-orders"]
    return [(kind, say(narrator.decision_kind_name(kind)), ", ".join(parts.get(kind, ()))) for kind in kinds]


def _moment(when: datetime) -> str:
    """`24 Nov 2026, 19:00:07`, in the reader's zone."""
    where, _ = find_zone(zone())
    local = when.astimezone(where)
    return f"{format_date(local, 'medium', locale=words().locale)}, {local:%H:%M:%S}"


def _pause_words(reason: str) -> str:
    """Why a game is paused, as its email says."""
    if reason in WHY_PAUSED or not reason:
        return say(WHY_PAUSED[reason or "asked"])
    return f"{say(WHY_PAUSED['asked'])} {say('They say: {reason}', reason=reason)}"


@pass_context
def _turn_name(context: Context, window: str, round_number: int) -> str:
    """What a turn is about, on a page whose voice is `v`."""
    return turn_name(context["v"].edition.id, window, round_number, words())
