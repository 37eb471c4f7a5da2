"""Messages: conversations, writing, reporting, removing, blocking; the notepad."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, render_template, request, url_for

from correspondence.input_validation import Invalid, Superseded, UserError
from correspondence.messages import blocks, queries as messages, sending
from correspondence.messages.notepad import notepad_of, write_notepad
from correspondence.messages.queries import conversations_page
from correspondence.messages.sending import MAX_BODY_LENGTH
from web.errors import in_words, show_errors
from web.form_values import digits, redirect_to, see_other, text_posted
from web.layout import voice
from web.request_context import (
    commit,
    fetch,
    for_reader,
    now,
    read,
    reader,
    say,
    signed_in,
    unseen,
    wake_worker,
    write,
)

pages = Blueprint("messages", __name__)


@pages.get("/games/<game_id>/messages")
def threads(game_id: str, error: UserError | None = None) -> str:
    """The conversations of a game, and a form for a new email."""
    me = reader()
    page = for_reader(conversations_page, game_id)
    if me is not None and page.traced:
        page = commit(messages.open_messages, game_id, me, now())
    return _show_page("messages.html", page, error)


@pages.post("/games/<game_id>/messages")
@show_errors(threads)
def send(game_id: str) -> Response:
    """Send an email; whatever is wrong, the text is shown again."""
    typed = _typed()
    postal = typed["postal"]
    message = write(sending.send, game_id, typed["to"], typed["houses"], typed["body"], now(), postal=postal)
    return _confirm_sent(fetch(messages.thread_of, message).public_id, postal)


@pages.get("/conversations/<thread_id>")
def thread(thread_id: str, error: UserError | None = None) -> str:
    """A conversation; what it shows counts as read."""
    me = reader()
    number = digits(request.args.get("before", ""), 9) or 0
    page = fetch(messages.peek, thread_id, me, now(), number)
    if page is None:
        page = commit(messages.open_thread, thread_id, me, now(), number, reads=not unseen())
    return _show_page("conversation.html", page, error)


@pages.post("/conversations/<thread_id>")
@show_errors(thread)
def reply(thread_id: str) -> Response:
    """Write into a conversation; whatever is wrong, the text is shown again."""
    postal = request.form.get("postal") == "yes"
    write(sending.reply, thread_id, text_posted("body"), now(), postal=postal)
    return _confirm_sent(thread_id, postal)


@pages.post("/conversations/<thread_id>/mute")
def mute(thread_id: str) -> Response:
    """Get no notices of a conversation any more, or get them again."""
    muted = request.form.get("muted") == "yes"
    write(blocks.mute, thread_id, muted, now())
    done = say("Muted: you get no notices of this conversation.") if muted else say("You get notices of it again.")
    return redirect_to("messages.thread", done, thread_id=thread_id)


@pages.post("/messages/<message_id>/block")
def block(message_id: str) -> Response:
    """Block the player who wrote a message."""
    thread_id = write(blocks.block_writer, message_id, now()).public_id
    done = say("Blocked. Your settings list whom you block.")
    return redirect_to("messages.thread", done, thread_id=thread_id)


@pages.post("/people/<person_id>/block")
def block_person(person_id: str) -> Response:
    """Block a person from their page."""
    write(blocks.block_person, person_id, now())
    return redirect_to("messages.blocked", say("Blocked. Your settings list whom you block."))


@pages.get("/account/blocks")
def blocked() -> str:
    """Whom one blocks."""
    signed_in()
    return render_template("account/blocks.html", lines=read(blocks.blocks_of))


@pages.post("/account/blocks/<block_id>/remove")
def unblock(block_id: str) -> Response:
    """End a block."""
    write(blocks.unblock, block_id)
    return redirect_to("messages.blocked", say("Unblocked."))


@pages.post("/messages/<message_id>/report")
def report(message_id: str) -> Response:
    """Ask the moderators to look at an email."""
    message = write(messages.report, message_id, text_posted("reason"), now())
    thread_id = fetch(messages.thread_of, message).public_id
    return redirect_to("messages.thread", say("The moderators are asked to look at it."), "mail", thread_id=thread_id)


@pages.post("/messages/<message_id>/remove")
def remove(message_id: str) -> Response:
    """Take an email's text away."""
    message = write(messages.remove, message_id, text_posted("reason"), now())
    game_id = fetch(messages.game_of, message).public_id
    return redirect_to(
        "messages.threads", say("The message is removed; a note with your reason stays."), "mail", game_id=game_id
    )


@pages.post("/messages/<message_id>/let-stand")
def let_stand(message_id: str) -> Response:
    """Leave a reported email as it is."""
    game_id = fetch(messages.game_of, write(messages.let_stand, message_id, now())).public_id
    return redirect_to("messages.threads", say("The message stays as it is."), game_id=game_id)


@pages.get("/games/<game_id>/notepad")
def notepad(game_id: str, error: UserError | None = None) -> str:
    """What one writes for oneself about a game."""
    signed_in()
    page = read(notepad_of, game_id)
    typed = request.form.get("body", page.body)
    v, newer = voice(page.edition, page.you), isinstance(error, Superseded)
    return render_template(
        "notepad.html", page=page, v=v, typed=typed, longest=MAX_BODY_LENGTH, error=in_words(error), newer=newer
    )


@pages.post("/games/<game_id>/notepad")
@show_errors(notepad)
def save_notepad(game_id: str) -> Response:
    """Save it; what was changed elsewhere meanwhile is not lost."""
    write(write_notepad, game_id, request.form.get("body", ""), now(), (request.form.get("version", ""),))
    return redirect_to("messages.notepad", say("Saved."), game_id=game_id)


def _show_page(template: str, page: messages.ConversationsPage | messages.ThreadPage, error: UserError | None) -> str:
    v = voice(page.edition, page.you)
    return render_template(template, page=page, v=v, typed=_typed(error), longest=MAX_BODY_LENGTH)


def _confirm_sent(thread_id: str, postal: bool) -> Response:
    wake_worker("mail")
    flash(say("Sent; it is delivered with the results of this turn.") if postal else say("Sent."))
    return see_other(url_for("messages.thread", thread_id=thread_id) + "#write")


def _typed(error: UserError | None = None) -> dict[str, Any]:
    """Return what was typed in a message form and its error, to show it again."""
    form, chosen = request.form, request.form.getlist("house") or request.args.getlist("to")
    field = error.field if isinstance(error, Invalid) else "body"
    return {
        "to": form.get("to", "houses"),
        "houses": tuple(chosen)[:20],
        "body": form.get("body", ""),
        "postal": form.get("postal") == "yes",
        "error": in_words(error),
        "field": field if error else "",
    }
