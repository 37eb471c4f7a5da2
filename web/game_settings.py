"""The settings of a game: to read for everybody, to change for its maker and masters; who masters it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator.engine.decision import Refused
from correspondence.errors import Denied, Invalid, Superseded
from correspondence.games.access import game_named
from correspondence.lobby import changing
from correspondence.masters import use_cases as master_cases
from correspondence.overview.end_page import holders_of
from correspondence.overview.game_page import game_page
from web import request_context
from web.errors import say_in, status_of
from web.forms.drafts import UPON
from web.game_form import Typed, read_terms, typed_of
from web.games import then
from web.layout import voice
from web.queries import number_posted
from web.terms_words import TermWords

pages = Blueprint("game_settings", __name__, url_prefix="/games/<game_id>")


@pages.get("/settings")
def settings(game_id: str) -> str:
    """All settings in words, what was changed, who held which seat; the form for whoever may change them."""
    return _page(game_id)


@pages.post("/settings")
def change(game_id: str) -> BaseResponse | tuple[str, int]:
    """Change some settings, or show the form again with what is wrong."""
    me, typed, upon = request_context.signed_in(), Typed(request.form), number_posted(UPON)
    try:
        wanted = read_terms(typed)
        with request_context.writing() as session:
            versions = (upon,) if upon > 0 else None
            made = changing.change_settings(session, me, game_id, wanted, request_context.now(), versions)
    except Superseded:
        return _superseded(game_id, wanted, upon), 409
    except (Invalid, Refused) as error:
        status = 422 if isinstance(error, Refused) else status_of(error)
        return _page(game_id, typed, {r.where: r.words for r in say_in(request_context.words(), error)}), status
    say = request_context.words().say
    flash(say("The settings are changed; everybody is told.") if made else say("Nothing was changed."))
    request_context.ring("mail")
    return redirect(url_for("game_settings.settings", game_id=game_id), 303)


def _superseded(game_id: str, wanted: dict[str, Any], upon: int) -> str:
    """The page where somebody else changed settings since the form was opened. What only they changed stands in the
    form as it is now, all else as it was typed."""
    with request_context.reading() as session:
        since = changing.changed_since(session, game_named(session, game_id), upon)
        page = game_page(session, game_id, request_context.reader(), request_context.now())
    own = {field: value for field, value in wanted.items() if field not in since or not _alike(value, since[field][0])}
    return _page(game_id, typed_of(replace(page.terms, **own)), newer=since)


def _alike(typed: Any, before: Any) -> bool:
    """Whether a field was left as it was; the ledger has lists, and a form its boxes in their own order."""
    return sorted(typed) == sorted(before) if isinstance(typed, tuple) and isinstance(before, list) else typed == before


def _page(
    game_id: str,
    typed: Typed | None = None,
    errors: dict[str, str] | None = None,
    newer: dict[str, tuple[Any, Any]] | None = None,
) -> str:
    with request_context.reading() as session:
        page = game_page(session, game_id, request_context.reader(), request_context.now())
        game = game_named(session, game_id)
        able = changing.changeable(game) if page.may_change else frozenset()
        changes = changing.changes_of(session, game, request_context.reader(), request_context.now())
        holders = holders_of(session, game, request_context.reader(), request_context.now())
        version = changing.terms_version(session, game) if able else 0
    return render_template(
        "game_settings.html",
        game=page,
        v=voice(page.edition, page.you),
        tw=TermWords(request_context.words()),
        typed=typed or typed_of(page.terms),
        errors=errors or {},
        able=able,
        version=number_posted(UPON) if errors and number_posted(UPON) > 0 else version,
        newer=newer or {},
        changes=changes,
        holders=holders,
        scenario=json.dumps(json.loads(page.terms.scenario or "{}"), indent=1, ensure_ascii=False),
    )


@pages.post("/masters")
def ask_master(game_id: str) -> BaseResponse | tuple[str, int]:
    """Ask somebody to master the game too."""
    try:
        request_context.write(
            master_cases.invite_master,
            game_id,
            request.form.get("email", ""),
            request_context.now(),
            request_context.where(),
        )
    except (Denied, Invalid) as error:
        return _page(game_id, errors={"email": error.say(request_context.words())}), status_of(error)
    flash(request_context.say("They are asked by letter."))
    request_context.ring("mail")
    return redirect(url_for("game_settings.settings", game_id=game_id), 303)


@pages.post("/masters/accept")
def accept(game_id: str) -> BaseResponse:
    """Say yes to mastering the game."""
    request_context.write(master_cases.accept_master, game_id, request_context.now())
    return then(game_id, request_context.say("You master this game now."))


@pages.post("/masters/leave")
def leave(game_id: str) -> BaseResponse:
    """Say no to mastering the game, or do it no longer."""
    request_context.write(master_cases.step_down, game_id, request_context.now())
    return then(game_id, request_context.say("You do not master this game."))
