"""The past of a game: round by round, call by call."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from correspondence.archive.queries import call_results, round_log, round_view
from correspondence.story import headline, tell
from web import visit
from web.board_tables import board_tables, in_brief
from web.layout import voice

pages = Blueprint("history", __name__, url_prefix="/games/<game_id>")


@pages.get("/rounds/<int(max=100000):number>")
def round_page(game_id: str, number: int) -> str:
    """What happened in a round, and the board at its end."""
    with visit.reading() as session:
        log = round_log(session, game_id, number, visit.reader())
        view = round_view(session, game_id, number, visit.reader())
    v = voice(log.edition, log.seat)
    story = tell(log.records, v.edition, v.words, log.seat)
    return render_template(
        "round.html", log=log, v=v, story=story, t=board_tables(view, (), (), v), cite=_cited(), view=view
    )


@pages.get("/calls/<int(max=100000):number>")
def results(game_id: str, number: int) -> str:
    """What a call brought: in brief, the story, the map before and after."""
    with visit.reading() as session:
        found = call_results(session, game_id, number, visit.reader())
    v = voice(found.edition, found.seat)
    return render_template(
        "results.html",
        results=found,
        v=v,
        headline=headline(found.records, v),
        brief=in_brief(found, v),
        story=tell(found.records, v.edition, v.words, found.seat),
        cite=_cited(),
    )


def _cited() -> bool:
    """Whether rules are cited beside every event."""
    return request.args.get("rules") == "1"
