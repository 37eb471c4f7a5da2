"""Invitations: the page that an email's link opens, and what whoever invites does."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, render_template, request, url_for

from correspondence import acceptance
from correspondence.input_validation import Denied, Invalid, UserError, zone_or_utc
from correspondence.lobby import invitations
from correspondence.models import Account
from correspondence.overview.game_page import game_page
from correspondence.sign_in.use_cases import sign_out
from narration.words import word_tables
from web.errors import in_words, show_errors
from web.form_values import forbid_caching, redirect_to, see_other, text_posted
from web.layout import voice
from web.request_context import (
    browser_label,
    fetch,
    forget_session,
    keep_signed_in,
    now,
    read,
    reader,
    say,
    session_token,
    wake_worker,
    words,
    write,
    write_transaction,
)
from web.views.games import then

invitations_pages = Blueprint("invitations", __name__)
# Whom the form takes the seat for, where another account is signed in than the invited one.
AS_ME, AS_INVITED = "me", "invited"
STATES = word_tables(__name__)["states"]


@invitations_pages.app_context_processor
def _list_tools() -> dict[str, Any]:
    """What lobbies and boards list invitations with."""
    return {
        "sent_invitations": lambda game_id: read(invitations.sent_invitations, game_id, now()),
        "invitation_state": lambda line: say(STATES[line.state]),
    }


def _account() -> Account | None:
    """Return who is signed in; a guest, who has no address, is nobody here."""
    me = reader()
    return None if me is not None and me.guest else me


@invitations_pages.get("/invitations/<token>")
def look(token: str, error: UserError | None = None) -> Response:
    """Show who invites to which game, with a button that takes the seat.
    Opening this page does not use the invitation up."""
    invitation, me = fetch(acceptance.look_at_invitation, token, now()), _account()
    if invitation.used:
        # Whoever opens the email again wants to go to their game.
        page = url_for("games.game", game_id=invitation.game_id)
        return see_other(page if me else url_for("accounts.sign_in", next=page))
    game = fetch(game_page, invitation.game_id, me, now())
    other = me is not None and me.email != invitation.email
    if game.member and not other:
        return redirect_to("games.game", game_id=game.id)
    shown = render_template(
        "invitation.html",
        invitation=invitation,
        game=game,
        v=voice(game.edition),
        token=token,
        other=other,
        next=request.path,
        email=invitation.email,
        error=in_words(error),
    )
    return forbid_caching(shown)


@invitations_pages.post("/invitations/<token>")
@show_errors(look, Denied, Invalid)
def accept(token: str) -> Response:
    """Take the seat, once; sign in whom the link signs in."""
    invitation, me, choice = fetch(acceptance.look_at_invitation, token, now()), _account(), text_posted("as")
    if me is not None and me.email != invitation.email and choice not in (AS_ME, AS_INVITED):
        # The page was shown before this browser was signed in.
        return look(token)
    leaves = me is not None and choice == AS_INVITED
    if leaves and not invitation.signs_in:
        with write_transaction() as session:
            sign_out(session, session_token())
        response = redirect_to("invitations.look", token=token)
        forget_session(response)
        return response
    with write_transaction() as session:
        if leaves:
            sign_out(session, session_token())
        seat = acceptance.accept(
            session,
            token,
            None if leaves else me,
            now(),
            house=text_posted("house"),
            language=words().language,
            zone=zone_or_utc(text_posted("zone")),
            label=browser_label(request.user_agent.string),
        )
    wake_worker("mail", "turns")
    response = see_other(url_for("games.game", game_id=seat.game_id))
    if seat.session_token:
        keep_signed_in(response, seat.session_token)
    flash(say("You have a seat."))
    return response


@invitations_pages.post("/invitations/<token>/decline")
def decline(token: str) -> Response:
    """Say no."""
    with write_transaction() as session:
        acceptance.decline_by_link(session, token, now())
    return redirect_to("lobby.lobby", say("You have declined the invitation."))


@invitations_pages.post("/games/<game_id>/invitations/<invitation_id>/resend")
def resend(game_id: str, invitation_id: str) -> Response:
    """Send an invitation again."""
    write(invitations.resend, game_id, invitation_id, now())
    return then(game_id, say("The invitation is on its way."))


@invitations_pages.post("/games/<game_id>/invitations/<invitation_id>/revoke")
def revoke(game_id: str, invitation_id: str) -> Response:
    """End an invitation."""
    write(invitations.revoke, game_id, invitation_id, now())
    return then(game_id, say("The invitation no longer works."))
