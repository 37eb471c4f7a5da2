"""Calls: what is asked, who is ready."""

from __future__ import annotations

from correspondence.calls import decline_steward as done_without
from correspondence.calls import set_ready
from correspondence.deadlines.clock import set_wait
from correspondence.overview.game_pages import CallPage, call_page
from web import request_context
from web.api.noun import Noun, read, write
from web.api.schemas import CallSchema, ReadinessSchema

noun = Noun("calls", "Calls: what is asked of your seat, and who is ready.")


@noun.route("GET", "/calls/<call_id>", CallSchema)
def call(call_id: str) -> CallPage:
    """A call as your seat sees it: the board, the questions, your sheets, who is ready."""
    return read(call_page, call_id, request_context.now())


@noun.route("PUT", "/calls/<call_id>/ready", ReadinessSchema)
def ready(call_id: str) -> CallPage:
    """Say that your seat is ready; when all are, the call closes after the game's hold. With no orders in
    (`orders_in`) the answer has a warning `ready-without-orders`."""
    return _said(call_id, ready=True)


@noun.route("DELETE", "/calls/<call_id>/ready", ReadinessSchema)
def not_ready(call_id: str) -> CallPage:
    """Withdraw that your seat is ready."""
    return _said(call_id, ready=False)


@noun.route("PUT", "/calls/<call_id>/wait", CallSchema)
def wait(call_id: str) -> CallPage:
    """Ask the call to wait for its deadline, even if all are ready. Others are not told who asked."""
    return _waits(call_id, wait=True)


@noun.route("DELETE", "/calls/<call_id>/wait", CallSchema)
def wait_no_more(call_id: str) -> CallPage:
    """Withdraw that the call should wait."""
    return _waits(call_id, wait=False)


@noun.route("DELETE", "/calls/<call_id>/steward", CallSchema)
def decline_steward(call_id: str) -> CallPage:
    """Do without the steward's help that a house just taken over has; it cannot be taken back."""
    write(done_without, call_id, request_context.now())
    return read(call_page, call_id, request_context.now())


def _waits(call_id: str, *, wait: bool) -> CallPage:
    write(set_wait, call_id, wait, request_context.now())
    request_context.ring("calls")
    return read(call_page, call_id, request_context.now())


def _said(call_id: str, *, ready: bool) -> CallPage:
    write(set_ready, call_id, ready, request_context.now())
    request_context.ring("calls")
    return read(call_page, call_id, request_context.now())
