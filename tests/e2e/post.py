"""A mail server that keeps what it is given, for tests."""

from __future__ import annotations

import contextlib
import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests import services


class Post:
    """The emails received, oldest first."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.url = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  aiosmtpd's name
        """Take an email."""
        self.mails.append(read_mail(envelope.content))
        return "250 kept"

    def to(self, address: str) -> list[EmailMessage]:
        """The emails to an address."""
        return [mail for mail in list(self.mails) if address in str(mail["To"])]


@contextlib.contextmanager
def post_office() -> Iterator[Post]:
    """A mail server on the loopback interface for the time of the block."""
    post = Post()
    controller = Controller(post, hostname="127.0.0.1", port=services.free_port())
    controller.start()
    try:
        post.url = f"smtp://127.0.0.1:{controller.port}"
        yield post
    finally:
        controller.stop()


def read_mail(raw: bytes) -> EmailMessage:
    """An email from its bytes."""
    return email.message_from_bytes(raw, policy=email.policy.default)  # type: ignore[arg-type]


def text_of(mail: EmailMessage) -> str:
    """The plain text of an email."""
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""
