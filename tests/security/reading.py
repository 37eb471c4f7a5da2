"""Reading all that somebody can of a game: pages, the API, emails, posts; as text, to look for words in it."""

from __future__ import annotations

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from email.message import EmailMessage

from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from correspondence.models.accounts import Account
from correspondence.models.mail import PushMessage, PushSubscription, Webhook, WebhookPost
from tests.correspondence.people import People
from tests.web.access_table import TABLE
from tests.web.visitors import Browser, Program, browser_of, program_of

# Names in the table's paths that stand for a game; all others that are not known lead nowhere.
GAMES = ("game", "held", "lobby", "open", "offered")
LISTS = {"home.home", "lobby.lobby", "api-games.games", "api-games.lobby"}
# Where names are one's own, or the host's business.
OWN = {"hosting.mails"}
PACKED = {"exports.zip_", "api-archive.zipped", "exports.png", "pictures.picture", "api-boards.picture"}
MORE = [
    "/lobby?kind=running",
    "/lobby?kind=substitutes",
    "/lobby?kind=mine",
    "/api/v1/lobby?kind=running",
    "/games/{game}/messages?to=stark",
    "/games/{game}/map.svg?call=1",
    "/messages/{thread-public-stark}",
    "/api/v1/messages/{thread-public-stark}",
    "/messages/{thread-anonymous-greyjoy}",
    "/messages/{thread-houses-stark}",
]
# What is new in every answer, or is no answer about a game.
FLEETING = {"Date", "Set-Cookie", "Content-Length", "Content-Security-Policy", "X-Request-ID"}
_SECOND = re.compile(r"\.1[78]\d{8}\.")
_MARK = re.compile(r'(name="(?:csrf_token|page-id)"[^>]*value=|nonce=)"[^"]*"')

# The end of the ETag of what is never answered with 304: drawn at each answer.
_DRAWN_TAG = re.compile(r"(?<=ETag: \"\d)-\w{12}\"")


class Reader:
    """Somebody with a browser and a program; nobody for the empty name."""

    def __init__(self, app: Flask, people: People, name: str) -> None:
        self.people, self.name = people, name
        self.browser = browser_of(app, people, name) if name else Browser(app.test_client())
        self.program = program_of(app, people, name) if name else Program(app.test_client())

    def get(self, path: str) -> TestResponse:
        """An answer of a page or of the API."""
        if path.startswith("/api/v1/"):
            return self.program.get(path.removeprefix("/api/v1"))
        return self.browser.get(path)

    def everything(self, at: Mapping[str, str], *, packed: bool = True) -> Iterator[tuple[str, str]]:
        """Every address of the site that tells of games, and what it answers; a new route is read from the day on which
        it has its row in the table of who may see what. `packed`: archives and bitmaps too, which take their time."""
        ids = defaultdict(lambda: "none", dict.fromkeys(GAMES, at["game"]) | dict(at))
        for endpoint, (method, path, _, _) in TABLE.items():
            about = any(f"{{{name}}}" in path for name in (*GAMES, *at))
            if endpoint in OWN or (endpoint in PACKED and not packed):
                continue
            if method == "GET" and (about or endpoint in LISTS):
                yield endpoint, text_of(self.get(path.format_map(ids)))
        for path in MORE:
            yield path, text_of(self.get(path.format_map(ids)))

    def mails(self) -> Iterator[tuple[str, str]]:
        """Every email to them: its head, and its parts."""
        yield from self.mails_to(self.name)

    def mails_to(self, name: str) -> Iterator[tuple[str, str]]:
        """Every email to somebody, who may have no account."""
        for number, mail in enumerate(self.people.mails(name)):
            yield f"letter {number}: {mail['Subject']}", mail_text(mail)

    def posts(self) -> Iterator[tuple[str, str]]:
        """What was posted to their webhooks and to their browsers."""
        with self.people.store.read() as session:
            query = select(WebhookPost.body).join(Webhook, Webhook.id == WebhookPost.webhook_id)
            query = query.join(Account, Account.id == Webhook.account_id)
            bodies = session.scalars(
                query.where(Account.email == f"{self.name}@rookery.example").order_by(WebhookPost.id)
            )
            yield from ((f"post {number}", body.decode()) for number, body in enumerate(bodies))
            told = select(PushMessage.body).join(PushSubscription, PushSubscription.id == PushMessage.subscription_id)
            told = told.join(Account, Account.id == PushSubscription.account_id)
            bodies = session.scalars(
                told.where(Account.email == f"{self.name}@rookery.example").order_by(PushMessage.id)
            )
            yield from ((f"notification {number}", body.decode()) for number, body in enumerate(bodies))


def text_of(answer: TestResponse) -> str:
    """An answer with its head as text, what is packed in it unpacked, without the marks that are new each time."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items() if name not in FLEETING)
    if answer.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
            found = "".join(f"{name}\n{packed.read(name).decode('latin-1')}" for name in packed.namelist())
            return f"{answer.status}\n{head}\n{found}"
    written = (answer.mimetype or "").startswith(("text/", "application/json"))
    body = answer.data.decode("utf-8" if written else "latin-1")
    plain = _MARK.sub(r"\1", body)
    return f"{answer.status}\n{_DRAWN_TAG.sub(chr(34), head)}\n{plain}"


def mail_text(mail: EmailMessage) -> str:
    """An email as text: the lines of its head and of its parts' heads, and what the parts hold, decoded.

    Without the second in which it was written: it is sent then.
    """
    found = []
    for part in mail.walk():
        lines = [f"{name}: {value}" for name, value in part.items() if name not in ("Content-Type", "Date")]
        found += [_SECOND.sub("SECOND", line) for line in lines]
        if not part.is_multipart():
            content = part.get_content()
            found.append(content if isinstance(content, str) else content.decode("latin-1"))
    return "\n".join(found)
