"""Whose mail it is: what of a mail's head is believed, and what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from correspondence.incoming_mail.handling import is_authentic
from correspondence.mail_reading import read_mail
from correspondence.settings import Settings
from tests.correspondence.incoming_mail.conftest import SERVER

TO = "orders+a.b.c@rookery.example"
PASSED = f"Authentication-Results: {SERVER}; dmarc=pass header.from=players.example"
HEAD = f"From: ada@players.example\nTo: {TO}"


def believed(settings: Settings, *lines: str) -> bool:
    """Whether a mail with this head is its writer's."""
    ours = replace(settings, mail_in_checked_by=SERVER)
    return is_authentic(ours, read_mail("\n".join([*lines, "", "READY"]).encode()), TO)


@pytest.mark.parametrize("head", [HEAD, HEAD.replace("To:", "Cc:"), f"{HEAD}, else@players.example", HEAD.upper()])
def test_what_the_server_says_is_believed(settings: Settings, head: str) -> None:
    assert believed(settings, PASSED, head)


@pytest.mark.parametrize(
    "forged",
    [
        PASSED.replace(SERVER, f'"{SERVER}"'),
        PASSED.replace(SERVER, f"(by) {SERVER}"),
        PASSED.replace(SERVER, f"{SERVER} (by)"),
        PASSED.replace("Results:", "Results :"),
        PASSED.replace(SERVER, '"m\\x.rookery.example"'),
        PASSED.replace(SERVER, f"{SERVER} 1"),
        PASSED.replace(SERVER, f"{SERVER} "),
        "\ufeff" + PASSED,
    ],
    ids=["quoted", "comment before", "comment after", "space before the colon", "escape", "version", "space", "mark"],
)
def test_what_filters_may_overlook_is_not_believed(settings: Settings, forged: str) -> None:
    """Neither alone, nor does it spoil what nobody could forge: with both, the mail is to be confirmed."""
    assert not believed(settings, forged, HEAD)
    assert not believed(settings, PASSED, forged.removeprefix("\ufeff"), HEAD)


def test_one_header_alone_may_bear_the_name(settings: Settings) -> None:
    assert not believed(settings, PASSED, PASSED, HEAD)
    assert believed(settings, PASSED, PASSED.replace(SERVER, "mx.elsewhere.example"), HEAD)


@pytest.mark.parametrize("above", [0, 1, 2])
def test_it_stands_below_as_many_received_lines_as_the_host_says(settings: Settings, above: int) -> None:
    head = [*["Received: from a by b"] * above, PASSED, "Received: from c by d", HEAD]

    found = [believed(replace(settings, mail_in_checked_below=below), *head) for below in range(3)]

    assert found == [below == above for below in range(3)]


@pytest.mark.parametrize(
    "head",
    [
        "From: ada@players.example\nTo: bo@players.example",
        f"From: ada@players.example\nTo: bo@players.example\nDelivered-To: {TO}",
        f"From: ada@players.example\nTo: bo@players.example\nTo: {TO}",
        f"From: ada@players.example\nTo: bo@players.example\nCc: {TO}\nCc: cy@players.example",
        "From: ada@players.example",
        f"{HEAD}\nDate: Sat, 28 Nov 2026 20:00:00 +0000\nDate: Sat, 28 Nov 2026 08:00:00 +0000",
        f"{HEAD}\nMessage-ID: <again@players.example>\nMessage-ID: <first@players.example>",
        f"{HEAD}\nContent-Type: text/html\nContent-Type: text/plain",
    ],
    ids=["elsewhere", "other field", "second To", "second Cc", "nobody", "second Date", "second id", "second type"],
)
def test_what_was_signed_for_others_is_to_be_confirmed(settings: Settings, head: str) -> None:
    assert not believed(settings, PASSED, head)


@pytest.mark.parametrize(
    ("results", "trusted"),
    [
        ("dkim=pass header.d=players.example; dmarc=none header.from=players.example", True),
        ("dkim=pass header.d=players.example; dmarc=fail header.from=players.example", False),
        ("dmarc=fail header.from=players.example; dmarc=pass header.from=players.example", False),
        ("spf=pass smtp.mailfrom=players.example; dmarc=fail", False),
    ],
)
def test_a_domain_that_disowns_a_mail_wins(settings: Settings, results: str, trusted: bool) -> None:
    assert believed(settings, f"Authentication-Results: {SERVER}; {results}", HEAD) is trusted
