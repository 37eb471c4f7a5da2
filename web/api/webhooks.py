"""Webhooks: listed, tried out, switched on again, removed by programs; made on the site alone."""

from __future__ import annotations

from marshmallow import fields

from correspondence.webhooks import use_cases
from correspondence.webhooks.posts import KINDS
from correspondence.webhooks.use_cases import WebhookLine
from web import request_context
from web.api.from_structs import answer
from web.api.noun import Noun, read, write

noun = Noun(
    "webhooks",
    "Webhooks: posts to an address of yours when a call opened (`call-opened`), brought `results`, your seat is "
    "reminded (`reminder`), or you get a `letter` about a call. They are made on the site, where their secret is "
    "shown. A post is JSON with `id` (the same when it is tried again), `kind`, `written_at`, `game`, `call`, `link`, "
    "and `text`, a short story; `content` repeats it for chats. A letter, which also tells what only you may know, has "
    "`subject` and `letter` besides, all of it as text; `text` is its beginning. Header `Rookery-Signature` is `v1=` "
    "and the HMAC-SHA256 in hex, with the webhook's secret, over the header `Rookery-Timestamp`, a full stop and the "
    "body. What is not answered by a 2xx within ten seconds is tried again with longer waits, so it comes at least "
    "once; after too many failures, or 410, the webhook is switched off.",
)


WebhookSchema = answer(
    WebhookLine,
    "id url kinds game_id created_at disabled_at trouble",
    left_out="game_title",
    name="Webhook",
    by_hand={"kinds": fields.List(fields.String(metadata={"enum": list(KINDS)}), required=True)},
)


@noun.route("GET", "/me/webhooks", WebhookSchema(many=True))
def webhooks() -> list[WebhookLine]:
    """Your webhooks."""
    return read(use_cases.webhooks_of)


@noun.route("POST", "/me/webhooks/<webhook_id>/on", status=204)
def switch_on(webhook_id: str) -> None:
    """Post again to a webhook that was switched off."""
    write(use_cases.switch_on, webhook_id)


@noun.route("POST", "/me/webhooks/<webhook_id>/test", status=204)
def test(webhook_id: str) -> None:
    """Post a greeting, of the kind `test`."""
    write(use_cases.try_out, webhook_id, request_context.now())
    request_context.ring("calls")


@noun.route("DELETE", "/me/webhooks/<webhook_id>", status=204)
def remove(webhook_id: str) -> None:
    """Post nothing more to it."""
    write(use_cases.remove_webhook, webhook_id, request_context.now())
