"""Text that people type: kept in one form, or refused."""

from __future__ import annotations

import pytest

from correspondence import tokens, typed
from correspondence.errors import Invalid
from correspondence.words import translator


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ada",
        "ada@",
        "@rookery.example",
        "ada@rookery",
        "a da@rookery.example",
        "ada@rookery.example\nBcc: eve@rookery.example",
        "ada@rookery.example\r\n",
        "ada,eve@rookery.example",
        "<ada@rookery.example>",
        '"ada"@rookery.example',
        "ada@rook\x00ery.example",
        "ada@-rookery.example",
        "ada@rookery..example",
        ".ada@rookery.example",
        "a" * 65 + "@rookery.example",
        "ada@" + "a." * 130 + "example",
        "ada@" + "\u00e4" * 70 + ".example",
        "\u00e4da@rookery.example",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Invalid, match="bad-email"):
        typed.email(address)


def test_an_address_has_one_form() -> None:
    assert typed.email(" Ada.B+games@Rookery.EXAMPLE ") == "ada.b+games@rookery.example"
    assert typed.email("ada@b\u00fccher.example") == "ada@xn--bcher-kva.example"


@pytest.mark.parametrize(
    "away", ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\r\nb", "/a b", ""]
)
def test_only_paths_of_this_site_lead_on(away: str) -> None:
    assert typed.next_url(away) == ""
    assert typed.next_url("/games/abc?x=1#board") == "/games/abc?x=1#board"


@pytest.mark.parametrize("text", ["", "   ", "a\nb", "a\rb", "a\x00b", "a\x1bb", "a\u2028b", "a\ud800b", "x" * 81])
def test_lines_are_lines(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        typed.line(text, "title", 80)
    assert refused.value.field == "title"


def test_lines_are_put_in_order() -> None:
    assert typed.line("  Cafe\u0301   by  night ", "title", 80) == "Caf\u00e9 by night"
    assert typed.line("", "note", 80, empty=True) == ""
    assert len(typed.line("\U0001f409" * 80, "title", 80)) == 80


def test_zones_are_those_of_the_host() -> None:
    assert typed.zone("Europe/Rome") == "Europe/Rome"
    for wrong in ("", "Europe", "../../etc/passwd", "/etc/passwd", "Mars/Olympus", "x" * 65):
        with pytest.raises(Invalid, match="unknown-zone"):
            typed.zone(wrong)


def test_an_error_speaks_the_reader_s_language() -> None:
    with pytest.raises(Invalid) as refused:
        typed.line("x" * 81, "title", 80)
    assert refused.value.words == "This is longer than 80 characters."
    assert refused.value.say(translator("en")) == refused.value.words


def test_signed_tokens_are_good_for_one_purpose() -> None:
    token = tokens.sign("secret", "letters", "abc")
    assert tokens.signed("secret", "letters", token) == "abc"
    for secret, purpose, given in [
        ("other", "letters", token),
        ("secret", "invitations", token),
        ("secret", "letters", token[:-1]),
        ("secret", "letters", token.replace("abc", "abd")),
        ("secret", "letters", "abc"),
        ("secret", "letters", ""),
        ("secret", "letters", "\u00e9.\u00e9"),
    ]:
        assert tokens.signed(secret, purpose, given) is None
