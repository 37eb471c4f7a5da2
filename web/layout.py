"""What every page template can use: words, times, names and badges of houses, the menu of a game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from babel.dates import format_date
from flask import Flask, request
from jinja2 import pass_context
from jinja2.runtime import Context

from adjudicator import games
from atlas.drawers import DRAWERS, arms
from correspondence.calls.use_cases import TAKES_SHEETS
from correspondence.delegations.queries import Delegations, delegations_of
from correspondence.errors import NotFound
from correspondence.letters.asking import call_name, from_now, local_time, zone_named
from correspondence.letters.notices.games import REASON, WHY_PAUSED
from correspondence.letters.short_letters import pace_words
from correspondence.names import BOTS, name_in
from correspondence.outbox.returns import stopped_since
from correspondence.overview import menu
from narration.narrators import narrator_of
from narration.words import LANGUAGES
from web import condition_words, request_context
from web.account.letters import STREAMS
from web.app_context import desk
from web.assets import asset_url
from web.forms.shown import offers
from web.glossary import glossary
from web.mailbox import mailbox_is_open
from web.pictures import map_version


def game_menu(game_id: str = "") -> menu.GameMenu | None:
    """The menu of this game, or of the one in the address; None where there is none."""
    named = game_id or str((request.view_args or {}).get("game_id", ""))
    if not named:
        return None
    try:
        with request_context.reading() as session:
            return menu.game_menu(session, named, request_context.reader(), request_context.now())
    except NotFound:
        return None


def name_of_edition(edition_id: str) -> str:
    """What an edition is called, in the reader's language; also one whose files a host has taken away."""
    name: str = games.shown_edition(edition_id).name.say(request_context.words().language)
    return name


def register(app: Flask) -> None:
    """Put these into every template."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: request_context.words().gettext(text),
        lambda one, more, n: request_context.words().ngettext(one, more, n),
    )
    app.context_processor(_globals)


def voice(edition_id: str, seat: str | None = None) -> Any:
    """The voice of an edition's family in the reader's language; `seat` is the reader's house."""
    edition = games.shown_edition(edition_id)
    return narrator_of(edition).voice(edition, request_context.words(), seat)


def _globals() -> dict[str, Any]:
    return {
        "say": request_context.say,
        "say_n": _say_n,
        "reader": request_context.reader,
        "letters_come_back": _letters_come_back,
        "language": lambda: request_context.words().language,
        "languages": LANGUAGES,
        "settings": desk().settings,
        "mailbox_is_open": mailbox_is_open,
        "local": _local,
        "soon": _soon,
        "moment": _moment,
        "pause_words": _pause_words,
        "call_name": _call_name,
        "TAKES_SHEETS": TAKES_SHEETS,
        "arms": arms,
        "asset": asset_url,
        "map_size": lambda edition, board: DRAWERS.of_edition(edition).size(edition, board),
        "map_version": map_version,
        "voice": voice,
        **_of_rules(),
        "offers": offers,
        **condition_words.TOOLS,
        "game_menu": game_menu,
        "glossary": lambda: glossary(request_context.words()),
        "acting": _acting,
        "day": lambda when: format_date(when, "long", locale=request_context.words().locale),
        "person_name": lambda name: name_in(name, request_context.words()),
        "bot_name": lambda level: request_context.say(BOTS[level]),
        "stream_name": lambda stream: request_context.say(STREAMS[stream][0]),
    }


def _letters_come_back() -> datetime | None:
    """Since when letters to the reader have come back, if none are sent any more."""
    reader = request_context.reader()
    if reader is None:
        return None
    with request_context.reading() as session:
        return stopped_since(session, reader.email)


def _of_rules() -> dict[str, Any]:
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
        "pace_words": lambda pace: pace_words(pace, request_context.words()),
        "kinds_named": _kinds_named,
        "named_words": lambda words, v: narrator_of(v.edition).refusal(words, v),
        "place_words": lambda where, v: narrator_of(v.edition).place(where, v),
    }


def _kinds_named(edition_id: str) -> list[tuple[str, str, str]]:
    """The kinds of decisions at which a game of an edition may stop, by id and name, those of optional parts last and
    with the names of those parts; every game has orders to begin with."""
    v = voice(edition_id)
    narrator = narrator_of(v.edition)
    always = narrator.kinds_asked(games.of_edition(edition_id).edition_played(edition_id, ()))
    parts: dict[str, list[str]] = {}
    for module in v.edition.modules:
        for kind in narrator.kinds_asked(games.of_edition(edition_id).edition_played(edition_id, (module,))):
            if kind not in always:
                parts.setdefault(kind, []).append(narrator.module_name(module, v))
    kinds = [kind for kind in (*always, *parts) if kind != "place-orders"]
    return [(kind, request_context.say(narrator.asked_name(kind)), ", ".join(parts.get(kind, ()))) for kind in kinds]


def _acting(game_id: str) -> Delegations:
    """Who acts for whom in a game, as its reader may know it."""
    with request_context.reading() as session:
        return delegations_of(session, game_id, request_context.reader(), request_context.now())


def _say_n(one: str, more: str, n: int, **values: Any) -> str:
    return request_context.words().say_n(one, more, n, **values)


def _local(when: datetime) -> str:
    """`Tuesday 24 November 2026, 19:00 (Europe/Rome)`; in UTC for whoever is not signed in."""
    return local_time(when, request_context.zone(), request_context.words())


def _moment(when: datetime) -> str:
    """`24 Nov 2026, 19:00:07`, in the reader's zone."""
    where, _ = zone_named(request_context.zone())
    local = when.astimezone(where)
    return f"{format_date(local, 'medium', locale=request_context.words().locale)}, {local:%H:%M:%S}"


def _soon(when: datetime) -> str:
    """`in 2 days`."""
    return from_now(when, request_context.now(), request_context.words())


def _pause_words(reason: str) -> str:
    """Why a game is paused, as its letter says."""
    if reason in WHY_PAUSED or not reason:
        return request_context.say(WHY_PAUSED[reason or "asked"])
    return f"{request_context.say(WHY_PAUSED['asked'])} {request_context.say(REASON, reason=reason)}"


@pass_context
def _call_name(context: Context, window: str, round_number: int) -> str:
    """What a call is about, on a page whose voice is `v`."""
    return call_name(context["v"].edition.id, window, round_number, request_context.words())
