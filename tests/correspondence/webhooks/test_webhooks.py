"""Webhooks: signed, tried again, switched off, and told nothing but what the table may know."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.archive.statistics import linked_map
from correspondence.deadlines.opening import send_reminders
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.mail import Webhook, WebhookPost
from correspondence.posting.exchange import PostFailed
from correspondence.store import Store
from correspondence.webhooks import use_cases
from correspondence.webhooks.use_cases import MAX_ATTEMPTS, Post, post_batch
from tests.correspondence.people import People, text_of

URL = "https://hooks.example.org/one"
KINDS = ("results", "call-opened", "reminder")
PLAN = b'{"orders": {"winterfell": "march+0"}, "bids": {"iron-throne": [{"amount": 3}]}}'


class Room:
    """Takes posts; `answers` are exceptions or None, the last one for all that come later."""

    def __init__(self, *answers: PostFailed | None) -> None:
        self.answers = list(answers) or [None]
        self.posts: list[Post] = []

    def __call__(self, post: Post, timestamp: int, loopback: bool) -> None:
        self.posts.append(post)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer is not None:
            raise answer

    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(post.body) for post in self.posts]


def add(people: People, name: str, game: str = "", url: str = URL, kinds: tuple[str, ...] = KINDS) -> str:
    account = people.account(name)
    with people.store.begin() as session:
        return use_cases.add_webhook(session, account, url, kinds, game, people.now)[0]


def test_a_table_is_told_what_all_may_know(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    for name in ("ada", "bo", "cy"):
        add(people, name)
    people.submit(game, "ada", PLAN)
    due = people.page(game).turn
    assert due is not None
    people.now = due.due_at - due.due_at.resolution
    send_reminders(people.store, people.now)
    send_reminders(people.store, people.now)
    room = Room()
    post_batch(people.store, people.clock, room)
    assert {post.kind for post in room.posts} == {"reminder"}, "only bo is reminded, though several hours are due"
    people.adjudicate(game)
    room = Room()
    while post_batch(people.store, people.clock, room):
        pass
    bodies = room.bodies()
    # Ada and bo, each of the results and of the next turn; cy, who does not play, of nothing.
    assert sorted(body["kind"] for body in bodies) == ["call-opened", "call-opened", "results", "results"]
    results = [{**body, "id": ""} for body in bodies if body["kind"] == "results"]
    assert results[0] == results[1]
    assert results[0]["game"]["id"] == game
    assert results[0]["content"] == results[0]["text"]
    assert f"/games/{game}/turns/1" in results[0]["text"]
    assert "iron-throne" not in str(bodies)
    assert post_batch(people.store, people.clock, Room()) == 0


def test_mails_are_posted_where_their_reader_asks_for_them(people: People) -> None:
    """The same text as by mail, without the addresses that are its reader's; chats get its beginning and a link."""
    game = people.game({"stark": "ada", "tyrell": "bo"})
    add(people, "ada", game, kinds=("letter",))
    add(people, "cy", kinds=("letter",))
    people.submit(game, "ada", PLAN)
    people.adjudicate(game)
    room = Room()
    post_batch(people.store, people.clock, room)
    (body,) = room.bodies()
    people.deliver()
    mailed = text_of(people.mails("ada")[-1]).replace(">", "\u203a").replace("\r\n", "\n")
    told = body["letter"].partition("THE BOARD IN WORDS")[0]
    assert "Your orders, version 1, were used." in told
    assert all(line in mailed for line in told.split("\n") if "/maps/" not in line and "Map of the board" not in line)
    assert not [word for word in ("unsubscribe", "/account", "reply above", "Reply by email") if word in body["letter"]]
    assert body["kind"] == "letter"
    assert body["subject"] in str(people.mails("ada")[-1]["Subject"])
    assert len(body["text"]) <= 1800
    assert body["text"].endswith(f"…\n\n{body['link']}")
    assert body["letter"].startswith(body["text"].partition("\n…")[0])
    (picture,) = [line.strip() for line in told.split("\n") if "/maps/" in line]
    with people.store.read() as session:
        assert linked_map(session, picture.rpartition("/")[2], people.now)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "10.0.0.1", "[::1]"])
def test_an_address_of_the_hosts_own_rooms_is_refused_at_once(people: People, host: str) -> None:
    with pytest.raises(Invalid, match="bad-url"):
        add(people, "ada", url=f"https://{host}/one")


def test_a_game_of_ones_own_or_none(people: People) -> None:
    game, other = people.game({"stark": "ada"}), people.game({"stark": "bo"})
    add(people, "ada", game)
    for somebody in ("cy",):
        with pytest.raises(Denied, match="not-your-game"):
            add(people, somebody, other)
    with pytest.raises(NotFound):
        add(people, "ada", "nothing")
    people.adjudicate(game)
    room = Room()
    post_batch(people.store, people.clock, room)
    assert len(room.posts) == 2
    ada, bo = people.account("ada"), people.account("bo")
    with people.store.begin() as session:
        (line,) = use_cases.webhooks_of(session, ada)
        assert (line.game_id, line.trouble) == (game, "")
        for meddle in (
            lambda: use_cases.rotate_secret(session, bo, line.id, people.now),
            lambda: use_cases.switch_on_webhook(session, bo, line.id),
            lambda: use_cases.try_out(session, bo, line.id, people.now),
            lambda: use_cases.remove_webhook(session, bo, line.id, people.now),
        ):
            with pytest.raises(NotFound):
                meddle()
    for _ in range(use_cases.MAX_WEBHOOKS - 1):
        add(people, "ada")
    with pytest.raises(Denied, match="too-many-webhooks"):
        add(people, "ada")


def test_failures_wait_and_then_switch_off(people: People) -> None:
    people.game({"stark": "ada"})
    hook = add(people, "ada")
    ada = people.account("ada")
    with people.store.begin() as session:
        use_cases.try_out(session, ada, hook, people.now)
    room = Room(PostFailed("the answer was 500"), None)
    assert post_batch(people.store, people.clock, room) == 1
    assert post_batch(people.store, people.clock, room) == 0
    people.later(seconds=31)
    assert post_batch(people.store, people.clock, room) == 1
    assert room.posts[0] == room.posts[1], "the same post under the same id"
    with people.store.begin() as session:
        for _ in range(2):
            use_cases.try_out(session, ada, hook, people.now)
    for _ in range(MAX_ATTEMPTS):
        post_batch(people.store, people.clock, Room(PostFailed("the answer was 500")))
        people.later(hours=3)
    with people.store.read() as session:
        (line,) = use_cases.webhooks_of(session, ada)
        assert line.disabled_at is not None
        assert "500" in line.trouble
        assert session.scalars(select(WebhookPost.next_attempt_at)).all() == [None] * 3
    with people.store.begin() as session, pytest.raises(Denied, match="webhook-disabled"):
        use_cases.try_out(session, ada, hook, people.now)
    people.deliver()
    (mail,) = [mail for mail in people.mails("ada") if "hooks.example.org" in str(mail["Subject"])]
    assert "the answer was 500" in text_of(mail)
    with people.store.begin() as session:
        use_cases.switch_on_webhook(session, ada, hook)
        use_cases.try_out(session, ada, hook, people.now)
    post_batch(people.store, people.clock, Room(PostFailed("the answer was 410", for_good=True)))
    with people.store.begin() as session:
        assert use_cases.webhooks_of(session, ada)[0].disabled_at == people.now
        use_cases.remove_webhook(session, ada, hook, people.now)
        assert use_cases.webhooks_of(session, ada) == []
        assert session.scalars(select(Webhook.secret)).one() == ""


class Listener(BaseHTTPRequestHandler):
    """Keeps what is posted, and answers by the path."""

    heard: list[tuple[dict[str, str], bytes]]

    def do_POST(self) -> None:
        self.heard.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "/good")
        else:
            self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def listener() -> Iterator[HTTPServer]:
    Listener.heard = []
    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_post_is_signed_and_follows_nobody(people: People, store: Store, listener: HTTPServer) -> None:
    near = Store(replace(store.settings, webhooks_loopback=True))
    people.store = near
    ada = people.account("ada")
    root = f"http://127.0.0.1:{listener.server_port}"
    with near.begin() as session:
        good, secret = use_cases.add_webhook(session, ada, f"{root}/good", KINDS, "", people.now)
        moved, _ = use_cases.add_webhook(session, ada, f"{root}/elsewhere", KINDS, "", people.now)
        for hook in (good, moved):
            use_cases.try_out(session, ada, hook, people.now)
    assert post_batch(near, people.clock) == 2
    heard = {headers["Rookery-Delivery"]: (headers, body) for headers, body in Listener.heard}
    assert len(Listener.heard) == len(heard) == 2, "a redirect is not followed"
    with near.read() as session:
        posts = {post.sent_at is not None: post for post in session.scalars(select(WebhookPost))}
        assert posts[False].last_error == "the answer was 302"
        headers, body = heard[posts[True].public_id]
    assert headers["Rookery-Timestamp"] == str(int(people.now.timestamp()))
    said = hmac.new(secret.encode(), headers["Rookery-Timestamp"].encode() + b"." + body, hashlib.sha256).hexdigest()
    assert headers["Rookery-Signature"] == f"v1={said}"
    assert json.loads(body)["id"] == headers["Rookery-Delivery"]
    near.close()
    # Without the host's leave the same address is refused, also when it was taken before.
    people.store = store
    with store.begin() as session:
        use_cases.try_out(session, ada, good, people.now)
    post_batch(store, people.clock)
    assert len(Listener.heard) == 2
