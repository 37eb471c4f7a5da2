"""Mails that were damaged or made to hurt: nothing raises, everything stays bounded, cost grows with size alone."""

from __future__ import annotations

import random
import sys
import time
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from correspondence.mail_reading import Kind, Mail, mail as bounds, read_mail
from correspondence.mail_reading.bodies import MAX_LINES
from correspondence.mail_reading.text import MAX_TAGS
from tests.correspondence.mail_reading.make_corpus import every_mail
from tests.slices import its_turn, often

MUTATED = often(300, 10_000)
MEGABYTE = 1024 * 1024
# The dearest mail of a megabyte costs two or three times what a plain one of that size does, on any machine and however
# much others compute there; what grows faster than its size costs thousands of times as much.
FIELD, BODY = 3, 12
AWKWARD = (
    "a",
    " ",
    "\t",
    "<",
    ">",
    '"',
    "(",
    "\\",
    ";",
    "=",
    "=?a?q?x",
    "-",
    "--",
    "@",
    ",",
    ":",
    "&",
    "\n",
    ".",
    "é",
    "\x00",
)
WORDS = (
    b"charset=",
    b"boundary=",
    b"=?utf-8?b?",
    b"multipart/mixed",
    b"base64",
    b"--b1",
    b"\r\n\r\n",
    b"<!--",
    b"&#",
    b"> ",
    b"\xff\xfe",
    b"punycode",
    b"format=flowed",
)


def kinds() -> frozenset[str]:
    return frozenset(get_args(Kind))


def texts(mail: Mail) -> Iterator[tuple[str, int]]:
    """Each line of text that a mail says, and how long it may be."""
    yield mail.subject, bounds.MAX_SUBJECT
    for address in (mail.sender, *mail.recipients):
        yield address, bounds.MAX_ADDRESS
    for message_id in (mail.message_id, *mail.references):
        yield message_id, bounds.MAX_ID
    for name in mail.attachments:
        yield name, bounds.MAX_NAME
    for bounce in mail.bounced:
        yield bounce.recipient, bounds.MAX_ADDRESS
        yield bounce.message_id, bounds.MAX_ID


def check(mail: Mail) -> None:
    """Whether a mail keeps what `Mail` promises."""
    assert mail.kind in kinds()
    assert (mail.kind == "letter") or mail.why
    assert len(mail.text) <= bounds.MAX_TEXT
    assert len(mail.recipients) <= bounds.MAX_ADDRESSES
    assert len(mail.references) <= bounds.MAX_REFERENCES
    assert len(mail.attachments) <= bounds.MAX_ATTACHMENTS
    assert len(mail.bounced) <= bounds.MAX_BOUNCES
    for line, longest in texts(mail):
        assert len(line) <= longest
        assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in line)
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in mail.text if sign != "\n")


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """A mail after one to eight accidents."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, 8)):
        at, size = chance.randrange(len(data) + 1), chance.randrange(1, 80)
        match chance.randrange(7):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + size]
            case 2:
                data[at:at] = data[chance.randrange(len(data) + 1) :][:size]
            case 3:
                data[at:at] = chance.choice(WORDS)
            case 4:
                data[at:at] = chance.randbytes(size)
            case 5:
                data = data[:at] if chance.random() < 0.2 else data
            case _:
                data[at:at] = bytes([chance.randrange(256)]) * chance.choice((100, 2000, 70_000))
    return bytes(data)


def test_mutated_mails_are_classified() -> None:
    mails = [made.raw for made in every_mail()]
    chance = random.Random(20261120)
    for number in range(MUTATED):
        check(read_mail(mutated(mails[number % len(mails)], chance)))


def test_any_bytes_are_read() -> None:
    chance = random.Random(7)
    for size in (0, 1, 2, 3, 10, 100, 5000):
        for _ in range(20):
            check(read_mail(chance.randbytes(size)))


def spent(raw: bytes) -> float:
    """What reading a mail costs, in units that mean something only beside those of another."""
    began = time.process_time()
    assert read_mail(raw).kind in kinds()
    return time.process_time() - began


PLAIN = b"From: a@b.example\nSubject: plain\n\n" + b"ORDERS lannisport M\n" * (MEGABYTE // 20)


@cache
def cheapest() -> float:
    """What a plain mail costs where nothing else computes."""
    return min(spent(PLAIN) for _ in range(3))


def dearer(raw: bytes, times: int) -> bool:
    """Whether a mail costs more than so many plain ones of a megabyte, and does so each time they are measured beside
    it; they are if it is dearer than the cheapest."""
    return spent(raw) > times * cheapest() and all(spent(raw) > times * spent(PLAIN) for _ in range(3))


FIELDS = (
    "From", "To", "Subject", "Message-ID", "References", "Authentication-Results", "Content-Type", "X-Other", "Date",
    "Content-Transfer-Encoding", "Content-Disposition", "Auto-Submitted", "X-Failed-Recipients", "Return-Path",
)  # fmt: skip


BEFORE = ("", 'a@b.example; x="', "<")


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("before", BEFORE)
def test_a_megabyte_in_a_field(name: str, before: str) -> None:
    """By day every second sign in a field, the others in the next, after one of what may stand before it."""
    for number, sign in enumerate(AWKWARD, BEFORE.index(before) + (len(BEFORE) + 1) * FIELDS.index(name)):
        if not its_turn(number, 2 * len(BEFORE)):
            continue
        run = (sign * (MEGABYTE // len(sign))).replace("\n", "\n ")
        raw = f"X: y\nTo: a@b.example\n{name}: {before}{run}\n\ntext\n".encode()
        assert not dearer(raw, FIELD), (name, sign)


BODIES = (
    "text/plain",
    "text/html",
    "text/plain; format=flowed",
    "multipart/mixed; boundary=a",
    "multipart/mixed",
    "message/rfc822",
    "multipart/report; boundary=a; report-type=delivery-status",
    "message/delivery-status",
    "application/pdf",
)


RUNS = (
    *AWKWARD, "--a\n", "--a\n\n", "> a\n", "On \n", "On 1:00 @ a\n", "From: a\n", "<div>", "</", '<a ="', "<!--", "<!",
    "<style>", "</style>", "<p><b>", "<b/", "<blockquote>", "</blockquote>", "&amp;", "<ul><li>", "-- \na\n", "<td>",
    "<br>", "<pre>\n", "____________\n", "a \n", ">>>a \n", "--a--\n", "a@b.example,",
    "--a\nContent-Type: multipart/mixed; boundary=a\n\n",
)  # fmt: skip


ENCODINGS = ("8bit", "base64", "quoted-printable")


@pytest.mark.parametrize("sort", BODIES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_megabyte_in_a_body(sort: str, encoding: str) -> None:
    """By day every second run in a sort of body, others in the next sort, in one of the encodings."""
    for number, run in enumerate(RUNS, ENCODINGS.index(encoding) + (len(ENCODINGS) + 1) * BODIES.index(sort)):
        if not its_turn(number, 2 * len(ENCODINGS)):
            continue
        raw = f"From: a@b.example\nContent-Type: {sort}\nContent-Transfer-Encoding: {encoding}\n\n".encode()
        raw += (run * (MEGABYTE // len(run.encode()))).encode()
        assert not dearer(raw, BODY), (sort, run)


def nested(depth: int, sort: str = "multipart/mixed") -> bytes:
    """Parts within parts within parts."""
    lines = ["From: a@b.example"]
    for level in range(depth):
        lines += [f'Content-Type: {sort}; boundary="b{level}"', "", f"--b{level}"]
    return "\n".join([*lines, "Content-Type: text/plain", "", "ORDERS lannisport M"]).encode()


def test_parts_within_parts_are_read_so_far() -> None:
    assert read_mail(nested(15)).text == "ORDERS lannisport M"
    for depth in (25, 1000, 30_000):
        for sort in ("multipart/mixed", "multipart/alternative", "message/rfc822"):
            began = sys.getrecursionlimit()
            check(read_mail(nested(depth, sort)))
            assert sys.getrecursionlimit() == began


def test_many_parts_are_read_so_far() -> None:
    raw = b"From: a@b.example\nContent-Type: multipart/mixed; boundary=a\n\n" + b"--a\n\nx\n" * 100_000
    mail = read_mail(raw)
    assert mail.text.count("x") < 250
    check(mail)


def test_a_mail_that_is_too_large_is_not_read() -> None:
    mail = read_mail(b"From: Ada <ada@post.example.org>\nSubject: map\n\n" + b"x\n" * (bounds.MAX_BYTES // 2))
    assert (mail.kind, mail.why, mail.sender, mail.subject, mail.text) == (
        "too-large", "too-many-bytes", "ada@post.example.org", "map", "",
    )  # fmt: skip


def test_a_text_that_is_too_long_says_so() -> None:
    line = b"ORDERS lannisport M\n"
    mail = read_mail(b"From: a@b.example\n\n" + line * (bounds.MAX_TEXT // len(line) + 10))
    assert (mail.kind, mail.why) == ("letter", "text-cut")
    assert bounds.MAX_TEXT - len(line) < len(mail.text) <= bounds.MAX_TEXT
    many = read_mail(b"From: a@b.example\n\n" + b"M\n" * (MAX_LINES + 1))
    assert (many.why, many.text.count("M")) == ("text-cut", MAX_LINES)
    page = read_mail(b"From: a@b.example\nContent-Type: text/html\n\n" + b"<b>M</b>" * MAX_TAGS)
    assert (page.why, page.text.count("M")) == ("text-cut", MAX_TAGS // 2)
    whole = read_mail(b"From: a@b.example\n\n" + b"M\n" * (MAX_LINES - 1))
    assert whole.why == ""


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_twenty_megabytes_cost_no_more_than_some_of_one(encoding: str) -> None:
    raw = f"From: a@b.example\nContent-Transfer-Encoding: {encoding}\n\n".encode() + b"abcd" * 5 * MEGABYTE
    assert not dearer(raw, BODY)


def test_the_measure_tells_dear_mails_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that costs as much as six plain ones is dearer than two, and not than twelve."""
    read, dear = read_mail, b"X: y\n\ntext\n"
    cheapest()
    monkeypatch.setattr(f"{__name__}.read_mail", lambda raw: [read(PLAIN) for _ in range(6 if raw is dear else 1)][0])
    assert dearer(dear, 2)
    assert not dearer(dear, BODY)
