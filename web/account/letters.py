"""Which letters one gets, how, and when."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.accounts import use_cases
from correspondence.accounts.use_cases import listen_again, silenced
from correspondence.games.access import choose_letters, letters_of
from correspondence.input_validation import Invalid
from narration.words import N_
from web import request_context
from web.account.forms import number_in

pages = Blueprint("letters", __name__)

STREAMS: dict[str, tuple[str, str]] = {
    "results": (N_("Results and new calls"), N_("The story of each call, the map, what is asked of you next.")),
    "reminders": (N_("Reminders"), N_("Before a deadline, only if something of yours is missing.")),
    "deadlines": (N_("Deadlines"), N_("When a deadline moves, a game pauses or goes on.")),
    "games": (N_("Games and seats"), N_("Who comes and goes, votes, changed settings.")),
    "press": (N_("Press"), N_("Messages of other houses.")),
    "gm": (N_("Mastering games"), N_("What waits for you as a game master.")),
}
CHOICES = {"at-once": N_("at once"), "digest": N_("in the digest"), "off": N_("not at all")}


@pages.get("/account/letters")
def letters() -> str:
    """One's choices."""
    request_context.signed_in()
    return _page()


@pages.post("/account/letters")
def choose_games() -> BaseResponse:
    """Say which games' letters one wants."""
    request_context.write(choose_letters, request.form.getlist("letters"))
    return _kept()


@pages.post("/account/letters/streams")
def choose_streams() -> BaseResponse | tuple[str, int]:
    """Say how the letters of each kind come."""
    me = request_context.signed_in()
    wanted = {stream: request.form[stream] for stream in STREAMS if stream in request.form}
    try:
        with request_context.writing() as session:
            use_cases.choose_streams(session, me, wanted)
            use_cases.choose_light(session, me, "light" in request.form)
    except Invalid as error:
        return _page({error.field: error.say(request_context.words())}), 422
    return _kept()


@pages.post("/account/letters/hours")
def choose_hours() -> BaseResponse | tuple[str, int]:
    """Say when letters rest, and when the digest leaves."""
    me = request_context.signed_in()
    try:
        hour = number_in("digest_hour")
        with request_context.writing() as session:
            use_cases.choose_hours(
                session,
                me,
                quiet_from=number_in("quiet_from"),
                quiet_until=number_in("quiet_until"),
                digest_hour=me.digest_hour if hour is None else hour,
                digest_weekday=number_in("digest_weekday"),
            )
    except Invalid as error:
        return _page({error.field: error.say(request_context.words())}, dict(request.form)), 422
    return _kept()


@pages.post("/account/letters/invitations")
def take_invitations() -> BaseResponse:
    """Invitations may come to one's address again."""
    me = request_context.signed_in()
    with request_context.writing() as session:
        listen_again(session, me.email)
    return _kept()


def _kept() -> BaseResponse:
    flash(request_context.say("Your settings are kept."))
    return redirect(url_for("letters.letters"), 303)


def _page(errors: dict[str, str] | None = None, typed: dict[str, str] | None = None) -> str:
    me = request_context.signed_in()
    with request_context.reading() as session:
        games, no_invitations = letters_of(session, me), silenced(session, me.email)
    kept = use_cases.preferences_of(me)
    hours = ("quiet_from", "quiet_until", "digest_hour", "digest_weekday")
    shown = {name: "" if getattr(kept, name) is None else str(getattr(kept, name)) for name in hours}
    return render_template(
        "account/letters.html",
        kept=kept,
        hours=shown | (typed or {}),
        streams=STREAMS,
        allowed=use_cases.CHOICES,
        choices=CHOICES,
        mail=games,
        no_invitations=no_invitations,
        errors=errors or {},
        days=_weekdays(),
    )


def _weekdays() -> list[tuple[int, str]]:
    """ISO weekdays with their names in the reader's language."""
    names = request_context.words().locale.days["stand-alone"]["wide"]
    return [(iso, str(names[iso - 1])) for iso in range(1, 8)]
