"""Votes: what the players of a game decide together."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.input_validation import Denied, Invalid
from correspondence.review.audit import decree_phrase
from correspondence.votes import use_cases as voting
from correspondence.votes.rules import ASKED_AGAIN, LONGEST_EXTENSION, PAUSED_FOR, RULES
from correspondence.votes.use_cases import votes_page
from narration.words import N_
from web import request_context
from web.errors import status_of
from web.layout import voice

pages = Blueprint("votes", __name__)
Page = BaseResponse | tuple[str, int] | str
TOLD = {
    "carried": N_("The vote is carried."),
    "lost": N_("The vote is lost."),
    "withdrawn": N_("The question is withdrawn."),
    "": N_("Your ballot is in the urn. You can change it until the vote closes."),
}


@pages.get("/games/<game_id>/votes")
def votes(game_id: str) -> str:
    """The votes of a game, their rules, and a form for a new question."""
    request_context.signed_in()
    return _votes(game_id)


@pages.post("/games/<game_id>/votes")
def ask(game_id: str) -> Page:
    """Put a question to the players."""
    me, given = request_context.signed_in(), request.form
    kind, _, subject = given.get("question", "").partition(":")
    if kind in ("extend", "replace"):
        subject = given.get("hours" if kind == "extend" else "house", "").strip()
    try:
        with request_context.writing() as session:
            vote = voting.open_vote(session, me, game_id, kind, subject, given.get("reason", ""), request_context.now())
            result = vote.result
    except (Denied, Invalid) as error:
        return _votes(game_id, error.say(request_context.words())), status_of(error)
    return _done(game_id, result)


@pages.post("/votes/<vote_id>")
def cast(vote_id: str) -> BaseResponse:
    """Vote, or take one's own question back."""
    me, choice = request_context.signed_in(), request.form.get("choice", "")
    with request_context.writing() as session:
        if choice == "withdraw":
            vote = voting.withdraw(session, me, vote_id, request_context.now())
        else:
            vote = voting.cast(session, me, vote_id, choice, request_context.now())
        game_id, result = voting.game_of(session, vote).public_id, vote.result
    return _done(game_id, result)


def _done(game_id: str, result: str) -> BaseResponse:
    request_context.ring("mail", "calls")
    flash(request_context.say(TOLD[result]))
    return redirect(url_for("votes.votes", game_id=game_id), 303)


def _votes(game_id: str, error: str = "") -> str:
    with request_context.reading() as session:
        page = votes_page(session, game_id, request_context.signed_in(), request_context.now())
    v = voice(page.edition, page.you)
    return render_template(
        "votes.html",
        page=page,
        v=v,
        says=lambda decree: decree_phrase(decree, v),
        rules=RULES,
        again=round(ASKED_AGAIN.total_seconds() / 3600),
        most_hours=LONGEST_EXTENSION,
        pause_days=PAUSED_FOR.days,
        error=error,
        typed=request.form,
    )
