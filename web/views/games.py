"""Games: making one, the board and its places, who plays, settings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, render_template, request

from adjudicator import games
from adjudicator.engine import Refused
from correspondence import masters as master_cases
from correspondence.archive.records import call_change
from correspondence.games.access import game_named
from correspondence.games.options import PRESETS
from correspondence.input_validation import Denied, Invalid, NotFound, Superseded, Told
from correspondence.lobby import seating, use_cases as lobby_cases
from correspondence.overview.game_page import GamePage, game_page, sheet_in
from correspondence.overview.game_pages import holders_of
from narration.narrators import narrator_of
from narration.words import N_
from web.errors import by_field, in_words, or_again
from web.form_values import lead_on, number_posted, text_posted
from web.forms.drafts import UPON
from web.game_pages import PAGES
from web.layout import Asked, asked_by, in_brief, voice
from web.request_context import fetch, for_reader, now, reader, say, signed_in, where, words, write, zone
from web.views.pictures import map_wanted
from web.views.terms import (
    TermWords,
    Typed,
    houses_by_players,
    of_edition,
    read_new_game,
    read_terms,
    suggested,
    typed_of,
)

games_pages = Blueprint("games", __name__, url_prefix="/games")
PRESET_FIELDS = (
    "window_hours",
    "first_hours",
    "westeros_hours",
    "other_hours",
    "clock",
    "weekdays",
    "early_close",
    "muster_hours",
    "extensions",
    "grace_hours",
    "misses_allowed",
)


@games_pages.get("/new")
def new() -> str:
    """The form that makes a game, filled with what suits most."""
    return _new_page(suggested(words(), zone(), request.args.get("edition", "")))


def _new_page(typed: Typed, errors: dict[str, str] | None = None) -> str:
    signed_in()
    return render_template(
        "new_game.html",
        typed=typed,
        errors=errors or {},
        fresh=True,
        tw=TermWords(words()),
        presets=PRESETS,
        preset_fields=PRESET_FIELDS,
        editions=games.EDITIONS,
        houses=houses_by_players(typed["edition"]),
    )


@games_pages.post("/new")
@or_again(lambda error: _new_page(Typed(request.form), by_field(error)), Invalid, Denied, Refused)
def create() -> Response | str:
    """Make a game, or show the form again: for another edition, or with what is wrong."""
    if request.form.get("switch"):
        return _new_page(of_edition(request.form, request.form["switch"]))
    signed_in()
    made = write(lobby_cases.create_game, read_new_game(Typed(request.form)), now()).public_id
    return lead_on("games.game", "", "mail", game_id=made)


@games_pages.get("/<game_id>")
def game(game_id: str, error: Told | None = None) -> str:
    """A game, perhaps with what went wrong: its lobby, or its board as the reader may see it."""
    invitation = request.values.get("invitation", "")
    try:
        page = fetch(game_page, game_id, reader(), now(), invitation)
    except (NotFound, Denied) as bad:
        if not invitation or bad.code == "no-such-game":
            raise
        error, invitation = error or bad, ""
        page = for_reader(game_page, game_id)
    last = for_reader(call_change, game_id, page.last_call) if page.last_call else None
    shown = {"invitation": invitation, "code": request.values.get("code", ""), "error": in_words(error)}
    if page.view is None:
        template = "lobby.html" if page.started_at is None else "closed_game.html"
        return render_template(template, game=page, v=voice(page.edition), tw=TermWords(words()), **shown)
    v = voice(page.edition, page.you)
    family = PAGES.of_edition(page.edition)
    tables, own = family.board_tables(page.view, page.seats, page.standings, v), family.own_places(page.view)
    told = (narrator_of(v.edition).headline(last.records, v), in_brief(last, v)) if last else ("", [])
    return render_template("board.html", t=tables, own=own, told=told, **state_of(page, v), **shown)


def state_of(page: GamePage, v: Any) -> dict[str, Any]:
    """What the part of a game's page shows that tells of its open call."""
    asked, mine = Asked(), None
    if page.call and page.you and page.view is not None:
        mine_asked = any(seat.you and seat.asked for seat in page.seats)
        asked = asked_by(page.view, page.you, page.call.window, page.pace, v, asked=mine_asked)
        mine = for_reader(sheet_in, page.id)
    return {"game": page, "v": v, "asked": asked, "mine_sheet": mine}


def then(game_id: str, note: str) -> Response:
    """After something was done: the bells, a note, the game's page."""
    return lead_on("games.game", note, "mail", "calls", game_id=game_id)


@games_pages.post("/<game_id>/join")
@or_again(game)
def join(game_id: str) -> Response:
    """Take a seat."""
    form = request.form
    write(
        lobby_cases.join_game,
        game_id,
        now(),
        code=form.get("code", "").strip(),
        invitation=form.get("invitation", ""),
        house=form.get("house") or None,
        preferences=tuple(filter(None, form.getlist("wish"))),
    )
    return then(game_id, say("You have a seat."))


@games_pages.post("/<game_id>/decline")
def decline(game_id: str) -> Response:
    """Say no to an invitation."""
    write(seating.decline, game_id, now())
    return lead_on("lobby.lobby", say("You have said no to the invitation."))


@games_pages.post("/<game_id>/leave")
def leave_seat(game_id: str) -> Response:
    """Give one's seat back."""
    write(lobby_cases.leave_game, game_id, now())
    return then(game_id, say("You have left the game."))


@games_pages.post("/<game_id>/invite")
@or_again(game)
def invite(game_id: str) -> Response:
    """Send an invitation."""
    write(seating.invite, game_id, text_posted("email"), text_posted("house") or None, now())
    return then(game_id, say("The invitation is on its way."))


@games_pages.post("/<game_id>/stewards")
@or_again(game)
def stewards(game_id: str) -> Response:
    """Let stewards play one house, or all that are free."""
    house = text_posted("house")
    write(lobby_cases.fill_with_stewards, game_id, [house] if house else None, now())
    return then(game_id, say("A bot plays there now."))


@games_pages.post("/<game_id>/start")
def start(game_id: str) -> Response:
    """Start the game."""
    begun = write(lobby_cases.start_game, game_id, now())
    if begun:
        return then(game_id, say("The game begins."))
    return then(game_id, say("Everybody is asked whether they are there; the game begins when all have said so."))


@games_pages.post("/<game_id>/cancel")
def cancel(game_id: str) -> Response:
    """Call the game off before it begins."""
    write(lobby_cases.cancel_game, game_id, now())
    return lead_on("home.home", say("The game is called off; everybody in it is told."), "mail")


game_settings_pages = Blueprint("game_settings", __name__, url_prefix="/games/<game_id>")


@game_settings_pages.get("/settings")
def settings(
    game_id: str,
    typed: Typed | None = None,
    errors: dict[str, str] | None = None,
    newer: dict[str, tuple[Any, Any]] | None = None,
) -> str:
    """All settings in words, what was changed, who held which seat; the form for whoever may change them."""
    page, game = for_reader(game_page, game_id), fetch(game_named, game_id)
    able = lobby_cases.changeable(game) if page.may_change else frozenset()
    version = fetch(lobby_cases.terms_version, game) if able else 0
    return render_template(
        "game_settings.html",
        game=page,
        v=voice(page.edition, page.you),
        tw=TermWords(words()),
        typed=typed or typed_of(page.terms),
        errors=errors or {},
        able=able,
        version=number_posted(UPON) if errors and number_posted(UPON) > 0 else version,
        newer=newer or {},
        changes=for_reader(lobby_cases.changes_of, game),
        holders=for_reader(holders_of, game),
        scenario=json.dumps(json.loads(page.terms.scenario or "{}"), indent=1, ensure_ascii=False),
    )


@game_settings_pages.post("/settings")
@or_again(lambda game_id, error: settings(game_id, Typed(request.form), by_field(error)), Invalid, Refused)
def change(game_id: str) -> Response | tuple[str, int]:
    """Change some settings, or show the form again with what is wrong."""
    signed_in()
    upon, wanted = number_posted(UPON), read_terms(Typed(request.form))
    try:
        made = write(lobby_cases.change_settings, game_id, wanted, now(), (upon,) if upon > 0 else None)
    except Superseded:
        return _superseded(game_id, wanted, upon), 409
    return lead_on(
        "game_settings.settings",
        say("The settings are changed; everybody is told.") if made else say("Nothing was changed."),
        "mail",
        game_id=game_id,
    )


def _superseded(game_id: str, wanted: dict[str, Any], upon: int) -> str:
    """The page where somebody else changed settings since the form was opened. What only they changed stands in the
    form as it is now, all else as it was typed."""
    since = fetch(lobby_cases.changed_since, fetch(game_named, game_id), upon)
    page = for_reader(game_page, game_id)
    own = {field: value for field, value in wanted.items() if field not in since or not _alike(value, since[field][0])}
    return settings(game_id, typed_of(replace(page.terms, **own)), newer=since)


def _alike(typed: Any, before: Any) -> bool:
    """Whether a field was left as it was; the ledger has lists, and a form its boxes in their own order."""
    return sorted(typed) == sorted(before) if isinstance(typed, tuple) and isinstance(before, list) else typed == before


@game_settings_pages.post("/masters")
@or_again(lambda game_id, error: settings(game_id, errors={"email": error.say(words())}))
def ask_master(game_id: str) -> Response:
    """Ask somebody to master the game too."""
    write(master_cases.invite_master, game_id, text_posted("email"), now(), where())
    return lead_on("game_settings.settings", say("They are asked by letter."), "mail", game_id=game_id)


@game_settings_pages.post("/masters/accept")
def accept(game_id: str) -> Response:
    """Say yes to mastering the game."""
    write(master_cases.accept_master, game_id, now())
    return then(game_id, say("You master this game now."))


@game_settings_pages.post("/masters/leave")
def leave_mastery(game_id: str) -> Response:
    """Say no to mastering the game, or do it no longer."""
    write(master_cases.step_down, game_id, now())
    return then(game_id, say("You do not master this game."))


places_pages = Blueprint("places", __name__, url_prefix="/games/<game_id>/places")


@places_pages.get("/<place>")
def facts(game_id: str, place: str) -> str:
    """A piece of a page: what is there now, or with `round` or `call` as the map of then shows it; NotFound for a
    place that the drawing does not have."""
    view, _ = map_wanted(game_id)
    v = voice(view.edition, view.seat)
    found = PAGES.of_edition(view.edition).place_facts(view, place, v)
    if found is None:
        raise NotFound("no-such-place", N_("There is no such place on the board."))
    return render_template("place.html", facts=found, v=v)
