"""API for messages: conversations, sending, reporting, moderation."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from correspondence.input_validation import ROOM
from correspondence.messages import blocks, queries as messages, sending
from correspondence.messages.blocks import BlockLine
from correspondence.messages.notepad import NotepadPage, notepad_of, write_notepad
from correspondence.messages.queries import ConversationsPage, MessageLine, ThreadLine, ThreadPage
from correspondence.messages.sending import MAX_BODY_LENGTH, Rights
from web.api.from_structs import Text, YesNo, answer
from web.api.noun import Noun
from web.request_context import commit, fetch, now, reader, signed_in, wake_worker, write

noun = Noun("messages", "Messages between houses, whom you block, and your own notes.")
MAX_NUMBER = 999_999_999


answer(Rights, "code houses public anonymous postal only_postal", left_out="closed")

answer(
    ThreadLine,
    "id kind houses last_at last_house snippet removed hidden messages unread muted",
    description="""A conversation. `houses` are the other houses in it, none for everybody. `last_house` is empty where
    it is not shown; `snippet` is the beginning of the last message, empty if you block its player (`hidden`). Nothing
    is unread in a muted conversation.""",
)

answer(
    MessageLine,
    """id thread_id number by house own paragraphs sent_at released_at postal removed removal_reason report_reason
    hidden""",
    left_out="may_report may_remove may_block",
    name="Message",
    description="""A message. `by` is `house`, `anonymous` or `master`; `house` is empty where it is not shown; `number`
    is 0 for your own message that waits for the results. Where names are hidden, its times are those at which the turns
    opened in which it was written and delivered. `hidden`: you block its player; the site folds it away.""",
)

ConversationsSchema = answer(
    ConversationsPage,
    "game_id you kinds rights threads reported",
    left_out="title edition houses unplayed reads_all gm_reads_messages",
    name="Conversations",
    description="The conversations of a game that you may read; `reported` is for moderators.",
)

ThreadSchema = answer(
    ThreadPage,
    "id game_id you kind houses may_write messages older unread muted",
    left_out="title edition rights reads_all newer may_mute",
    name="Thread",
    description="A conversation, oldest message first. If `older` is not 0, there are messages before that number.",
)


BlockSchema = answer(
    BlockLine,
    "id person_id person game_id house at",
    left_out="title edition",
    name="Block",
    description="Whom you block: a person, or, in a game that hides names, a house of it.",
)


NotepadSchema = answer(
    NotepadPage,
    "game_id body at",
    left_out="title edition you",
    name="Notepad",
    description="Your own notes about a game. Nobody else reads them.",
)


class NewNotesSchema(Schema):
    """What the notepad shall hold; nothing clears it."""

    body = Text(
        required=True,
        longest=ROOM * MAX_BODY_LENGTH,
        metadata={"description": f"Up to {MAX_BODY_LENGTH} characters."},
    )


class MuteSchema(Schema):
    """Whether a conversation is muted."""

    muted = YesNo(required=True)


class BeforeSchema(Schema):
    """The part of a conversation to show."""

    before = fields.Integer(
        load_default=0, validate=validate.Range(0, MAX_NUMBER), metadata={"description": "A number."}
    )


class NewMailSchema(Schema):
    """A new message: to the `houses` in `to`, or to everybody (`public`, `anonymous`)."""

    to = Text(load_default="houses", validate=validate.OneOf(("houses", "public", "anonymous")))
    houses = fields.List(Text(), load_default=list, validate=validate.Length(max=20))
    body = Text(
        required=True,
        attribute="typed",
        longest=ROOM * MAX_BODY_LENGTH,
        metadata={"description": f"Paragraphs, up to {MAX_BODY_LENGTH} characters."},
    )
    postal = YesNo(load_default=False, metadata={"description": "Deliver it with the results of this turn."})


class AnswerSchema(Schema):
    """A reply in a conversation."""

    body = Text(required=True, attribute="typed", longest=ROOM * MAX_BODY_LENGTH)
    postal = YesNo(load_default=False)


class ReasonGivenSchema(Schema):
    """The reason."""

    reason = Text(required=True)


@noun.route("GET", "/games/<game_id>/messages", ConversationsSchema, anybody=True)
def threads(game_id: str) -> ConversationsPage:
    """List the conversations of a game that you may read."""
    mine = reader()
    return (commit if mine else fetch)(messages.open_messages, game_id, mine, now())


def _as_it_is(thread_id: str) -> ThreadPage:
    """Return a conversation after a change, not marked as read; wakes the worker."""
    wake_worker("mail")
    return commit(messages.open_thread, thread_id, signed_in(), now(), reads=False)


@noun.route("POST", "/games/<game_id>/messages", ThreadSchema, status=201, body=NewMailSchema)
def send(body: dict[str, Any], game_id: str) -> ThreadPage:
    """Send a message. Returns its conversation."""
    message = write(sending.send, game_id, now=now(), **body)
    return _as_it_is(fetch(messages.thread_of, message).public_id)


@noun.route("GET", "/conversations/<thread_id>", ThreadSchema, query=BeforeSchema, anybody=True)
def thread(query: dict[str, Any], thread_id: str) -> ThreadPage:
    """Get a conversation: its newest messages, or those before a number.

    They stay unread.
    """
    mine = reader()
    return (commit if mine else fetch)(messages.open_thread, thread_id, mine, now(), query["before"], reads=False)


@noun.serves(
    sending.reply, "POST", "/conversations/<thread_id>", ThreadSchema, then=_as_it_is, status=201, body=AnswerSchema
)
def reply() -> None:
    """Reply in a conversation."""


@noun.route("PUT", "/conversations/<thread_id>/read", ThreadSchema)
def read(thread_id: str) -> ThreadPage:
    """Mark a conversation as read. Returns it with `unread` as it was before."""
    return commit(messages.open_thread, thread_id, signed_in(), now())


@noun.serves(blocks.mute, "PUT", "/conversations/<thread_id>/mute", ThreadSchema, then=_as_it_is, body=MuteSchema)
def mute() -> None:
    """Mute a conversation, or end that: a muted one sends you no notices."""


@noun.serves(notepad_of, "GET", "/games/<game_id>/notepad", NotepadSchema)
def notepad() -> None:
    """Get your own notes about a game."""


@noun.serves(write_notepad, "PUT", "/games/<game_id>/notepad", status=204, body=NewNotesSchema)
def write_notes() -> None:
    """Replace your own notes about a game."""


@noun.serves(blocks.blocks_of, "GET", "/me/blocks", BlockSchema(many=True))
def blocked() -> None:
    """List whom you block."""


@noun.serves(blocks.block_person, "PUT", "/people/<person_id>/block", status=204)
def block_person() -> None:
    """Block a person wherever names are shown."""


@noun.serves(blocks.block_writer, "POST", "/messages/<message_id>/block", status=204)
def block() -> None:
    """Block the player who wrote a message.

    Where names are hidden, that holds for this house in this game.
    """


@noun.serves(blocks.unblock, "DELETE", "/me/blocks/<block_id>", status=204)
def unblock() -> None:
    """End a block."""


@noun.serves(
    messages.report, "POST", "/messages/<message_id>/report", wakes=["mail"], status=204, body=ReasonGivenSchema
)
def report() -> None:
    """Report a message to the moderators."""


@noun.serves(
    messages.remove,
    "POST",
    "/messages/<message_id>/remove",
    wakes=["mail"],
    status=204,
    body=ReasonGivenSchema,
    scope="gm",
)
def remove() -> None:
    """Remove the text of a message, as a moderator. The reason stays visible."""


@noun.serves(messages.let_stand, "POST", "/messages/<message_id>/let-stand", status=204)
def let_stand() -> None:
    """Keep a reported message as it is, as a moderator."""
