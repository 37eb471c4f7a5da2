"""The listener and the reader of mailboxes, spoken to as mail servers speak."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Collection, Iterator
from pathlib import Path
from smtplib import LMTP, SMTP, SMTPDataError, SMTPRecipientsRefused

import pytest

from correspondence.settings import Settings
from correspondence.store import Store
from worker import mail_in
from worker.mail_in import MAX_RECIPIENTS, Away, Full, Handler, Receiver, make_protocol

MAIL = b"From: ada@rookery.example\r\nTo: orders@rookery.example\r\nSubject: orders\r\n\r\nREADY\r\n"


class Kept(Receiver):
    """Takes mails for `orders@rookery.example`, as often as it is able to."""

    def __init__(self, tmp_path: Path) -> None:
        settings = Settings(
            data_dir=tmp_path, database_url="sqlite://", secret_key="a key", mail_in="orders@rookery.example"
        )
        store = Store(settings)
        super().__init__(store, lambda: None, lambda _: None)  # type: ignore[arg-type,return-value]
        store.close()
        self.taken: list[tuple[bytes, tuple[str, ...]]] = []
        self.fault: Exception | None = None
        self.away = False

    def takes(self, recipient: str) -> bool:
        """Whether it is there, of whatever follows the plus sign."""
        if self.away:
            raise Away
        return recipient.casefold().startswith("orders") and recipient.casefold().endswith("@rookery.example")

    def take(self, raw: bytes, recipients: Collection[str]) -> int:
        """Remember it."""
        if self.fault is not None:
            raise self.fault
        self.taken.append((raw, tuple(recipients)))
        return len(recipients)


@pytest.fixture
def receiver(tmp_path: Path) -> Kept:
    """Who takes the mails."""
    return Kept(tmp_path)


@pytest.fixture(params=[True, False], ids=["lmtp", "smtp"])
def client(request: pytest.FixtureRequest, receiver: Kept) -> Iterator[SMTP]:
    """A mail server that has connected."""
    loop = asyncio.new_event_loop()

    async def listening() -> asyncio.Server:
        return await loop.create_server(lambda: make_protocol(Handler(receiver), request.param), "127.0.0.1", 0)

    server = loop.run_until_complete(listening())
    port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        with (LMTP if request.param else SMTP)("127.0.0.1", port, local_hostname="mx.example") as made:
            yield made
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()


def bring(client: SMTP, recipients: list[str]) -> dict[str, tuple[int, bytes]]:
    """Bring a mail; who was refused. Over LMTP there is an answer for each who was not (RFC 2033), and smtplib reads
    the first alone."""
    refused = client.sendmail("", recipients, MAIL)
    if isinstance(client, LMTP):
        for _ in range(len(recipients) - len(refused) - 1):
            assert client.getreply()[0] == 250
    return refused


def test_a_mail_is_kept_before_it_is_taken(client: SMTP, receiver: Kept) -> None:
    """With what follows the plus sign; other addresses are nobody's."""
    ours = ["orders+a.b.c@rookery.example", "Orders@Rookery.example"]
    refused = bring(client, [*ours, "else@rookery.example", "orders@other.example"])
    assert set(refused) == {"else@rookery.example", "orders@other.example"}
    assert refused["else@rookery.example"][0] == 550
    assert receiver.taken == [(b"Return-Path: <>\r\n" + MAIL, tuple(ours))]


def test_nobody_is_refused_while_the_database_is_away(client: SMTP, receiver: Kept) -> None:
    """Who is known cannot be looked up: the mail server is to come again."""
    receiver.away = True
    with pytest.raises(SMTPRecipientsRefused) as refused:
        client.sendmail("", ["orders@rookery.example"], MAIL)
    assert {code for code, _ in refused.value.recipients.values()} == {451}


def test_who_sent_a_mail_is_kept_with_it(client: SMTP, receiver: Kept) -> None:
    """As whoever delivers it at last writes it down; programs that answer by themselves are known by nobody's name."""
    client.sendmail("ada@rookery.example", ["orders@rookery.example"], MAIL)
    assert receiver.taken[0][0].startswith(b"Return-Path: <ada@rookery.example>\r\nFrom: ")


def test_nobody_of_ours(client: SMTP, receiver: Kept) -> None:
    """Nothing is taken."""
    with pytest.raises(SMTPRecipientsRefused):
        client.sendmail("", ["else@rookery.example"], MAIL)
    assert receiver.taken == []


@pytest.mark.parametrize(
    ("fault", "code"), [(Away(), "451"), (RuntimeError("no"), "451"), (Full(), "452")], ids=["away", "fault", "full"]
)
def test_what_cannot_be_kept_is_brought_again(client: SMTP, receiver: Kept, fault: Exception, code: str) -> None:
    """A database that is away, one that is full, or whatever else goes wrong: the mail server keeps the mail."""
    receiver.fault = fault
    with pytest.raises((SMTPDataError, SMTPRecipientsRefused)) as refused:
        client.sendmail("", ["orders@rookery.example"], MAIL)
    assert code in str(refused.value)


def test_long_lines_are_taken(client: SMTP, receiver: Kept) -> None:
    """A paragraph that a program wrote as one line; one that no program writes is refused in words."""
    long = MAIL + b"# " + b"x" * 40_000 + b"\r\n"
    client.sendmail("", ["orders@rookery.example"], long)
    assert receiver.taken == [(b"Return-Path: <>\r\n" + long, ("orders@rookery.example",))]
    with pytest.raises(SMTPDataError, match="too long"):
        client.sendmail("", ["orders@rookery.example"], MAIL + b"x" * 200_000 + b"\r\n")


def test_too_many_recipients(client: SMTP, receiver: Kept) -> None:
    """The rest is to be brought in another mail."""
    many = [f"orders+{n}@rookery.example" for n in range(MAX_RECIPIENTS + 2)]
    refused = bring(client, many)
    assert [code for code, _ in refused.values()] == [452, 452]
    assert len(receiver.taken[0][1]) == MAX_RECIPIENTS


@pytest.mark.parametrize(
    "address",
    ["", "http://mail.example", "imaps://mail.example", "imap://user:secret@mail.example/", "imaps://user:pass@"],
)
def test_addresses_of_mailboxes_that_are_none(address: str) -> None:
    """The password is never repeated."""
    with pytest.raises(mail_in.Unusable) as refused:
        mail_in.parse_mailbox_address(address)
    assert "secret" not in str(refused.value)


def test_the_address_of_a_mailbox() -> None:
    """With what is left out."""
    found = mail_in.parse_mailbox_address("imaps://ada%40example.org:p%2Fw@mail.example/Games%2FRookery")
    assert (found.host, found.port, found.user, found.password) == ("mail.example", 993, "ada@example.org", "p/w")
    assert (found.folder, found.tls) == ("Games/Rookery", True)
    assert mail_in.parse_mailbox_address("imap://a:b@localhost").folder == "INBOX"


def test_a_server_that_is_away_is_tried_again(receiver: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until one is told to stop."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    over, waits = threading.Event(), []

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        if len(waits) == 3:
            over.set()
        return over.is_set()

    monkeypatch.setattr(over, "wait", wait)
    mail_in.watch(mail_in.parse_mailbox_address(f"imap://a:b@127.0.0.1:{port}/"), receiver, over)
    assert waits == [5.0, 10.0, 20.0]


class Box:
    """A mailbox with one mail that nobody has seen, as a library for IMAP shows it."""

    def __init__(self, *_: object, **__: object) -> None:
        self.unseen = [1]

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def login(self, *_: str) -> None:
        """Anybody may."""

    def select_folder(self, _: str) -> None:
        """There is one."""

    def has_capability(self, _: str) -> bool:
        """It tells nothing by itself."""
        return False

    def search(self, _: list[str]) -> list[int]:
        """What is new."""
        return self.unseen

    def fetch(self, keys: list[int], what: list[str]) -> dict[int, dict[bytes, object]]:
        """The mail, or how long it is."""
        return {keys[0]: {b"RFC822.SIZE": len(MAIL)} if what == ["RFC822.SIZE"] else {b"BODY[]": MAIL}}

    def add_flags(self, *_: object) -> None:
        """It was seen."""
        self.unseen = []

    def noop(self) -> None:
        """It is still there."""


def test_of_a_mail_that_is_too_large_the_head_is_taken(receiver: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to tell its writer that it was not read."""
    box, asked = Box(), list[str]()

    def fetch(keys: list[int], what: list[str]) -> dict[int, dict[bytes, object]]:
        asked.extend(what)
        size = {b"RFC822.SIZE": mail_in.MAX_BYTES + 1}
        return {keys[0]: size if what == ["RFC822.SIZE"] else {b"BODY[HEADER]": MAIL.partition(b"READY")[0]}}

    monkeypatch.setattr(box, "fetch", fetch)

    assert mail_in.take_new(box, receiver) == [1]  # type: ignore[arg-type]
    assert asked == ["RFC822.SIZE", "BODY.PEEK[HEADER]"]
    assert [raw for raw, _ in receiver.taken] == [MAIL.partition(b"READY")[0]]


@pytest.mark.parametrize("fault", [None, Away()])
def test_a_mailbox_that_was_looked_into_is_noted(
    receiver: Kept, monkeypatch: pytest.MonkeyPatch, fault: Exception | None
) -> None:
    """After what was new in it was kept, and not if that could not be."""
    noted, over = [], threading.Event()
    receiver.fault = fault
    monkeypatch.setattr(mail_in, "IMAPClient", Box)
    monkeypatch.setattr(receiver, "note_mailbox_read", lambda: noted.append(len(receiver.taken)))
    monkeypatch.setattr(over, "wait", lambda _: over.set())
    mail_in.watch(mail_in.parse_mailbox_address("imap://a:b@127.0.0.1/"), receiver, over)
    assert noted == ([] if fault else [1])
