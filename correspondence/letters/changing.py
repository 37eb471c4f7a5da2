"""Until when a sheet can be changed, and what being ready does to that."""

from __future__ import annotations

from correspondence.letters.asking import from_now, when
from correspondence.letters.payload import AnswerPayload, OpenCall, ReadinessTold, Recipient
from correspondence.letters.told import paused_words
from narration.voice import Voice

NOBODY = ReadinessTold()


def changing_words(payload: AnswerPayload, recipient: Recipient, v: Voice) -> str:
    """The sentences about it; empty where nothing can be changed and nothing of the reader's has made it so."""
    opened, said = payload.opened, payload.readiness or NOBODY
    if opened is None:
        if said.ready and said.closing_at is not None:
            return v.say("All who are asked are ready, so the call is closed; nothing can be changed any more.")
        return ""
    if payload.stage == "paused":
        return paused_words(payload, recipient, v)
    if said.closing_at is not None:
        return _all_ready(payload, said, recipient, v)
    return _ready(payload, opened, recipient, v) if said.ready else _not_ready(payload, opened, said, recipient, v)


def _all_ready(payload: AnswerPayload, said: ReadinessTold, recipient: Recipient, v: Voice) -> str:
    assert said.closing_at is not None
    values = {
        "when": when(said.closing_at, recipient.zone, v.words),
        "soon": from_now(said.closing_at, payload.written_at, v.words),
    }
    if said.ready:
        return v.say(
            "All who are asked are ready, so the call closes {when}, {soon}. Until then your sheet can be changed, and "
            "a line with WAIT takes READY back.",
            **values,
        )
    return v.say(
        "All who are asked are ready, so the call closes {when}, {soon}. Until then your sheet can be changed: the "
        "last version counts.",
        **values,
    )


def _ready(payload: AnswerPayload, opened: OpenCall, recipient: Recipient, v: Voice) -> str:
    values = _due(payload, opened, recipient, v)
    if not opened.early:
        return v.say(
            "Calls of this game close at their hour, however many are ready: {when}, {soon}. Until then your sheet can "
            "be changed, and a line with WAIT takes READY back.",
            **values,
        )
    if not opened.hold_minutes:
        return v.say(
            "The call may close at once when all who are asked are ready, and closes {when}, {soon}, at the latest. "
            "While it is open your sheet can be changed, and a line with WAIT takes READY back.",
            **values,
        )
    return v.say_n(
        "The call may close {n} minute after all who are asked are ready, and closes {when}, {soon}, at the latest. "
        "While it is open your sheet can be changed, and a line with WAIT takes READY back.",
        "The call may close {n} minutes after all who are asked are ready, and closes {when}, {soon}, at the latest. "
        "While it is open your sheet can be changed, and a line with WAIT takes READY back.",
        opened.hold_minutes,
        **values,
    )


def _not_ready(payload: AnswerPayload, opened: OpenCall, said: ReadinessTold, recipient: Recipient, v: Voice) -> str:
    values = _due(payload, opened, recipient, v)
    if payload.status is not None and not payload.status.sheet:
        return v.say("Sheets are taken until {when}, {soon}: the last version counts.", **values)
    if said.asked or not opened.early:
        return v.say("It can be changed until {when}, {soon}: the last version counts.", **values)
    return v.say(
        "It can be changed until {when}, {soon}, or until all who are asked are ready: the last version counts.",
        **values,
    )


def _due(payload: AnswerPayload, opened: OpenCall, recipient: Recipient, v: Voice) -> dict[str, str]:
    due = opened.due_at
    return {"when": when(due, recipient.zone, v.words), "soon": from_now(due, payload.written_at, v.words)}
