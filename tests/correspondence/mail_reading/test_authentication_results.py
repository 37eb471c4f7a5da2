"""Authentication-Results: what servers write, what they may write, and what somebody would like to be read."""

from __future__ import annotations

import pytest

from correspondence.mail_reading import AuthenticationResult, read_mail


def read(*values: str) -> tuple[AuthenticationResult, ...]:
    """What is read in such headers."""
    lines = "".join(f"Authentication-Results: {value}\n" for value in values)
    return read_mail(f"{lines}From: a@b.example\n\nx\n".encode()).authentication


def told(value: str) -> tuple[str, list[tuple[str, str]]]:
    """The server and each method with its result."""
    (one,) = read(value)
    return one.server, [(result.method, result.result) for result in one.results]


GMAIL = (
    "mx.google.example;\n       dkim=pass header.i=@post.example.org header.s=s1 header.b=AbC/d+e=;\n"
    "       spf=pass (google.example: domain of ada@post.example.org designates 192.0.2.1 as permitted sender)"
    " smtp.mailfrom=ada@post.example.org;\n"
    "       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=Post.example.org"
)
MICROSOFT = (
    "spf=pass (sender IP is 192.0.2.1)\n smtp.mailfrom=post.example.org; dkim=pass (signature was verified)\n"
    " header.d=post.example.org;dmarc=pass action=none header.from=post.example.org;compauth=pass reason=100"
)
PASSED = [("dkim", "pass"), ("spf", "pass"), ("dmarc", "pass")]


def test_what_servers_write() -> None:
    (one,) = read(GMAIL)
    assert told(GMAIL) == ("mx.google.example", PASSED)
    dkim, spf, dmarc = one.results
    assert (dkim.value("header.i"), dkim.value("header.b")) == ("@post.example.org", "AbC/d+e=")
    assert spf.value("smtp.mailfrom") == "ada@post.example.org"
    assert dmarc.value("header.from") == "Post.example.org"
    assert dmarc.value("header.d") == ""
    server, results = told(MICROSOFT)
    assert (server, results) == ("", [("spf", "pass"), ("dkim", "pass"), ("dmarc", "pass"), ("compauth", "pass")])


@pytest.mark.parametrize(
    ("value", "server", "results"),
    [
        ("mx.example.org 1; none", "mx.example.org", []),
        ("mx.example.org; none", "mx.example.org", []),
        ("MX.example.org; Auth=Pass", "mx.example.org", [("auth", "pass")]),
        ("mx.example.org (a; (b)) 1; dkim = pass; spf/1=fail;", "mx.example.org", [("dkim", "pass"), ("spf", "fail")]),
        ('"mx.example.org"; dkim=pass reason="good; dmarc=pass"', "mx.example.org", [("dkim", "pass")]),
        ("mx.example.org; dkim=pass (; dmarc=pass)", "mx.example.org", [("dkim", "pass")]),
        (r"mx.example.org; dkim=pass (\); dmarc=pass)", "mx.example.org", [("dkim", "pass")]),
        (r'mx.example.org; dkim=pass header.i="\"; dmarc=pass"', "mx.example.org", [("dkim", "pass")]),
        ("mx.example.org; dkim=pass header.d = post.example.org", "mx.example.org", [("dkim", "pass")]),
    ],
)
def test_what_they_may_write(value: str, server: str, results: list[tuple[str, str]]) -> None:
    assert told(value) == (server, results)


@pytest.mark.parametrize(
    "value",
    [
        "mx.example.org; dkim=pass (open; dmarc=pass",
        'mx.example.org; dkim=pass reason="open; dmarc=pass',
        "mx.example.org; dkim=pass) ; dmarc=pass",
        "mx.example.org; none; dmarc=pass",
        "mx.example.org; ; dmarc=pass",
        "mx.example.org; dmarc",
        "mx.example.org; =pass",
        "mx.example.org; dmarc=",
        "mx.example.org; dmarc=pass header.from",
        "mx.example.org other.example.org; dmarc=pass",
        "; dmarc=pass",
        "mx.example.org; dmarc=pass x=" + "a" * 5000,
        "mx.example.org" + "; dmarc=pass" * 60,
        "",
    ],
)
def test_what_breaks_the_grammar_says_nothing(value: str) -> None:
    (one,) = read(value)
    assert one.results == ()


def test_a_property_that_comes_twice_has_no_value() -> None:
    (one,) = read("mx.example.org; dmarc=pass header.from=post.example.org header.from=stark.example.org")
    assert one.results[0].value("header.from") == ""
    (same,) = read("mx.example.org; dmarc=pass header.from=post.example.org header.from=post.example.org")
    assert same.results[0].value("header.from") == "post.example.org"


def test_what_is_quoted_is_one_value() -> None:
    (one,) = read('mx.example.org; spf=pass smtp.mailfrom="a b=c; d"@post.example.org')
    assert one.results[0].value("smtp.mailfrom") == "a b=c; d@post.example.org"


def test_they_come_topmost_first_and_say_how_far_below() -> None:
    raw = (
        b"Authentication-Results: mx.example.org; dmarc=pass header.from=b.example\nReceived: from a by b\n"
        b"ARC-Authentication-Results: i=1; arc.example.org; dmarc=pass\n"
        b"Authentication-Results: mx.example.org; dmarc=fail\nReceived: from c by d\n"
        b"Authentication-Results: forged.example.org; dmarc=pass\nFrom: a@b.example\n\nx\n"
    )
    found = [(one.server, one.results[0].result, one.below) for one in read_mail(raw).authentication]
    assert found == [("mx.example.org", "pass", 0), ("mx.example.org", "fail", 1), ("forged.example.org", "pass", 2)]
