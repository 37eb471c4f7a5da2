"""Players' seat actions: taking, leaving, deputies, deadlines, gifts, votes."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, Response, render_template, request

from adjudicator.engine import Refused
from correspondence import closing, delegations as delegation_cases, seats
from correspondence.deadlines.clock import EMERGENCY_LASTS, emergency_pause, go_on, set_wait
from correspondence.delegations import delegations_of
from correspondence.games.access import no_seat
from correspondence.games.options import DATA
from correspondence.gifts import gifts_page, give
from correspondence.input_validation import Denied, UserError
from correspondence.lobby import seating, use_cases as lobby_cases
from correspondence.models import Vote
from correspondence.overview.game_page import game_page
from correspondence.review.audit import decree_phrase
from correspondence.votes import use_cases as voting
from correspondence.votes.rules import ASKED_AGAIN, MAX_EXTENSION_HOURS, PAUSED_FOR, RULES
from correspondence.votes.use_cases import votes_page
from narration.words import N_
from web.errors import at_field, form_reasons, in_words, show_errors
from web.form_values import as_typed, go_to, moment_in, next_full_hour, number_posted, redirect_to, text_posted
from web.layout import voice
from web.request_context import fetch, for_reader, now, read, say, signed_in, where, write, zone
from web.views.games import game, then

seats_pages = Blueprint("seats", __name__, url_prefix="/games/<game_id>")


@seats_pages.post("/confirm")
def confirm(game_id: str) -> Response:
    """Answer the muster: I am there."""
    begun = write(seating.confirm, game_id, now())
    return then(
        game_id,
        say("The game begins") + "." if begun else say("You have confirmed. The game begins when everybody has."),
    )


@seats_pages.post("/wishes")
@show_errors(game)
def wishes(game_id: str) -> Response:
    """Seal one's list of houses."""
    write(lobby_cases.choose_preferences, game_id, tuple(filter(None, request.form.getlist("wish"))))
    return then(game_id, say("Your list is saved."))


@seats_pages.post("/free/<seat_id>")
def free(game_id: str, seat_id: str) -> Response:
    """Take a seat from a bot or a player before the game begins."""
    write(lobby_cases.free_seat, game_id, seat_id, now())
    return then(game_id, say("The seat is free."))


@seats_pages.post("/take-over")
@show_errors(game)
def take_over(game_id: str) -> Response:
    """Take over a house for which a substitute is wanted, and play it."""
    code, invitation = text_posted("code").strip(), text_posted("invitation")
    write(seats.take_over, game_id, text_posted("house"), now(), code=code, invitation=invitation)
    return then(game_id, say("The house is yours. An email with everything you need is on its way."))


@seats_pages.post("/return")
def reclaim_seat(game_id: str) -> Response:
    """Take one's own seat back that is offered to others."""
    write(seats.reclaim_seat, game_id, now())
    return then(game_id, say("Welcome back."))


@seats_pages.get("/retire")
def retiring(game_id: str) -> str | Response:
    """Explain what leaving one's seat means, and ask to confirm it.
    Redirects to the game if the reader has no seat to leave."""
    signed_in()
    page = for_reader(game_page, game_id)
    if not page.may_surrender:
        return redirect_to("games.game", game_id=game_id)
    return render_template("retire.html", game=page, v=voice(page.edition, page.you))


@seats_pages.post("/retire")
def retire(game_id: str) -> Response:
    """Leave one's seat for good, if the box is ticked."""
    signed_in()
    if request.form.get("sure") != "yes":
        return redirect_to("seats.retiring", game_id=game_id)
    write(seats.surrender, game_id, now())
    return then(game_id, say("You have left your seat."))


delegations_pages = Blueprint("delegations", __name__, url_prefix="/games/<game_id>")


@delegations_pages.get("/delegations")
def delegations(game_id: str, error: UserError | None = None) -> str:
    """The rights that hold, and the form for another."""
    page = for_reader(delegations_of, game_id)
    start = next_full_hour(now())
    suggested = {
        "from": as_typed(start, zone()),
        "until": as_typed(start + timedelta(days=7), zone()),
    }
    return render_template(
        "delegations.html",
        found=page,
        v=voice(page.edition),
        errors=at_field(error, "to"),
        typed=suggested | request.form.to_dict(),
        longest=delegation_cases.MAX_DURATION.days,
    )


@delegations_pages.post("/delegations")
@show_errors(delegations)
def grant(game_id: str) -> Response:
    """Let somebody act for one's seat for a time."""
    me = signed_in()
    from_at, until_at = moment_in("from", me.zone), moment_in("until", me.zone)
    write(delegation_cases.look_up, now(), game_id)
    write(
        delegation_cases.delegate,
        game_id,
        text_posted("to"),
        from_at,
        until_at,
        now(),
        note=text_posted("note"),
        where=where(),
    )
    return redirect_to(
        "delegations.delegations", say("They are told. You can end this at any time."), "mail", game_id=game_id
    )


@delegations_pages.post("/delegations/<delegation_id>/end")
def end(game_id: str, delegation_id: str) -> Response:
    """End a right before its time."""
    write(delegation_cases.revoke, game_id, delegation_id, now())
    return go_to("delegations.delegations", say("The deputy no longer acts for you."), "mail", game_id=game_id)


deadlines_pages = Blueprint("deadlines", __name__)


@deadlines_pages.post("/turns/<turn_id>/wait")
def wait(turn_id: str) -> Response:
    """Ask the turn to wait for its deadline, or not any more."""
    should_wait = request.form.get("wait") == "yes"
    write(set_wait, turn_id, should_wait, now())
    return redirect_to(
        "sheets.turn",
        say("The turn waits for its deadline.")
        if should_wait
        else say("You no longer make the turn wait for its deadline."),
        "turns",
        turn_id=turn_id,
    )


@deadlines_pages.get("/games/<game_id>/emergency-pause")
def pausing(game_id: str, error: UserError | None = None) -> str:
    """Explain an emergency pause, with a button that starts one.
    Raises Denied `not-your-seat` for those who may not give up a seat."""
    page = fetch(game_page, game_id, signed_in(), now())
    if not page.may_surrender:
        raise no_seat()
    return render_template("emergency_pause.html", game=page, days=EMERGENCY_LASTS.days, error=in_words(error))


@deadlines_pages.post("/games/<game_id>/emergency-pause")
@show_errors(pausing, Denied)
def pause(game_id: str) -> Response:
    """Pause the game because something came up."""
    write(emergency_pause, game_id, now())
    return redirect_to("games.game", say("The game is paused."), "mail", game_id=game_id)


@deadlines_pages.post("/games/<game_id>/go-on")
def proceed(game_id: str) -> Response:
    """Resume a paused game, if the reader may end the pause."""
    write(go_on, game_id, now())
    return redirect_to("games.game", say("The game goes on."), "mail", game_id=game_id)


@deadlines_pages.post("/games/<game_id>/try-again")
def try_again(game_id: str) -> Response:
    """Let a game that was set aside go on; for its masters and for hosts."""
    write(closing.try_again, game_id, now())
    return then(game_id, say("The turn will be resolved again in a moment."))


gifts_pages = Blueprint("gifts", __name__)
# What is told beside the form, which shows how things stand now.
LATE = ("stale-gift", "turn-closed")


@gifts_pages.get("/games/<game_id>/gifts")
def gifts(game_id: str, error: Refused | UserError | None = None) -> str:
    """What one has, what was given in the open turn, and the form."""
    page = read(gifts_page, game_id, now())
    v = voice(page.edition, page.you)
    return render_template("gifts.html", page=page, v=v, errors=form_reasons(error), typed=request.form)


@gifts_pages.post("/games/<game_id>/gifts")
@show_errors(gifts, Refused, Denied, codes=LATE)
def make(game_id: str) -> Response:
    """Give; the same form sent twice gives once."""
    to, amount, number = text_posted("to"), number_posted("amount"), number_posted("number")
    write(give, text_posted("call"), to, amount, number, now())
    return redirect_to("gifts.gifts", say("The Power is given."), "mail", game_id=game_id)


votes_pages = Blueprint("votes", __name__)
TOLD = {
    "carried": N_("The vote has passed."),
    "lost": N_("The vote has failed."),
    "withdrawn": N_("The vote is withdrawn."),
    "": N_("Your vote is recorded. You can change it until voting ends."),
}


@votes_pages.get("/games/<game_id>/votes")
def votes(game_id: str, error: UserError | None = None) -> str:
    """The votes of a game, their rules, and a form for a new question."""
    page = fetch(votes_page, game_id, signed_in(), now())
    v = voice(page.edition, page.you)
    return render_template(
        "votes.html",
        page=page,
        v=v,
        says=lambda decree: decree_phrase(decree, v),
        rules=RULES,
        again=round(ASKED_AGAIN.total_seconds() / 3600),
        most_hours=MAX_EXTENSION_HOURS,
        most_pace_hours=int(DATA["limits"]["window_hours"][1]),
        pause_days=PAUSED_FOR.days,
        error=in_words(error),
        typed=request.form,
    )


@votes_pages.post("/games/<game_id>/votes")
@show_errors(votes)
def ask(game_id: str) -> Response:
    """Put a question to the players."""
    kind, _, subject = text_posted("question").partition(":")
    if kind in ("extend", "replace"):
        subject = text_posted("hours" if kind == "extend" else "house").strip()
    if kind == "pace":
        subject = text_posted("pace")
        subject = text_posted("pace_hours").strip() if subject == "hours" else subject
    return _finish_vote(game_id, write(voting.open_vote, game_id, kind, subject, text_posted("reason"), now()))


@votes_pages.post("/votes/<vote_id>")
def cast(vote_id: str) -> Response:
    """Vote, or take one's own question back."""
    choice = text_posted("choice")
    if choice == "withdraw":
        vote = write(voting.withdraw, vote_id, now())
    else:
        vote = write(voting.cast, vote_id, choice, now())
    return _finish_vote(fetch(voting.game_of, vote).public_id, vote)


def _finish_vote(game_id: str, vote: Vote) -> Response:
    return redirect_to("votes.votes", say(TOLD[vote.result]), "mail", "turns", game_id=game_id)
