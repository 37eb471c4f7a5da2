"""Text that people type: kept in one form, or refused."""

from __future__ import annotations

import pytest

from correspondence import input_validation, tokens
from correspondence.input_validation import Invalid
from correspondence.messages.sending import checked_body
from narration.words import translator
from tests.effort import Effort


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
        "ada@[10.0.0.1]",
        "Ada <ada@rookery.example>",
        # What accounts that are gone are called.
        "ada@deleted.invalid",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Invalid, match="bad-email"):
        input_validation.email(address)


def test_an_address_has_one_form() -> None:
    assert input_validation.email(" Ada.B+games@Rookery.EXAMPLE ") == "ada.b+games@rookery.example"
    assert input_validation.email("ada@b\u00fccher.example") == "ada@xn--bcher-kva.example"


@pytest.mark.parametrize(
    "address",
    [
        "ada@mail.local",
        "ada@home.arpa",
        "ada@mail.localhost",
        "ada@rookery.test",
        "ada@rookery.internal",
        "a!#$%&'*+/=?^_`{|}~-z@rookery.example",
        "a" * 64 + "@rookery.example",
        "postmaster@rookery.example",
        "ada@xn--bcher-kva.example",
    ],
)
def test_addresses_of_all_sorts_are_taken(address: str) -> None:
    assert input_validation.email(address) == address


@pytest.mark.parametrize(
    "away", ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\r\nb", "/a b", ""]
)
def test_only_paths_of_this_site_lead_on(away: str) -> None:
    assert input_validation.next_url(away) == ""
    assert input_validation.next_url("/games/abc?x=1#board") == "/games/abc?x=1#board"


@pytest.mark.parametrize("text", ["", "   ", "a\nb", "a\rb", "a\x00b", "a\x1bb", "a\u2028b", "a\ud800b", "x" * 81])
def test_lines_are_lines(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        input_validation.line(text, "title", 80)
    assert refused.value.field == "title"


def test_lines_are_put_in_order() -> None:
    assert input_validation.line("  Cafe\u0301   by  night ", "title", 80) == "Caf\u00e9 by night"
    assert input_validation.line("", "note", 80, empty=True) == ""
    assert len(input_validation.line("\U0001f409" * 80, "title", 80)) == 80


def test_zones_are_those_of_the_host() -> None:
    assert input_validation.zone("Europe/Rome") == "Europe/Rome"
    for wrong in ("", "Europe", "../../etc/passwd", "/etc/passwd", "Mars/Olympus", "x" * 65):
        with pytest.raises(Invalid, match="unknown-zone"):
            input_validation.zone(wrong)


def test_an_error_speaks_the_reader_s_language() -> None:
    with pytest.raises(Invalid) as refused:
        input_validation.line("x" * 81, "title", 80)
    assert refused.value.words == "This is longer than 80 characters."
    assert refused.value.say(translator("en")) == refused.value.words


def test_signed_tokens_are_good_for_one_purpose() -> None:
    token = tokens.sign("secret", "letters", "abc")
    assert tokens.verified_value("secret", "letters", token) == "abc"
    for secret, purpose, given in [
        ("other", "letters", token),
        ("secret", "invitations", token),
        ("secret", "letters", token[:-1]),
        ("secret", "letters", token.replace("abc", "abd")),
        ("secret", "letters", "abc"),
        ("secret", "letters", ""),
        ("secret", "letters", "\u00e9.\u00e9"),
    ]:
        assert tokens.verified_value(secret, purpose, given) is None


@pytest.mark.parametrize(
    "text",
    ["St\u200bark", "Ada\u202e", "A\u00adda", "\ufeffAda", "A\u2060da", "\u3164", "a\u200db", "a\u200d", "Ada\ufe0f"]
    + ["A\U000e0067", "\U0001f3f4" + "\U000e0067" * 8],
)
def test_signs_that_nobody_sees_are_refused(text: str) -> None:
    with pytest.raises(Invalid, match="control-characters"):
        input_validation.line(text, "title", 80)
    with pytest.raises(Invalid, match="control-characters"):
        checked_body(f"Two lines:\n{text} and more")


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\u200d\U0001f680",
        "\u2764\ufe0f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627",
        "1\ufe0f\u20e3",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_what_joins_and_shapes_signs_is_taken(text: str) -> None:
    assert input_validation.label(text, "title", 80) == text
    assert checked_body(f"Two lines:\n{text} and more") == f"Two lines:\n{text} and more"


def test_what_something_is_called_by_is_written_in_one_alphabet() -> None:
    for text in ("The \u0410laska game", "p\u0430ypal"):
        with pytest.raises(Invalid, match="mixed-letters") as refused:
            input_validation.label(text, "title", 80)
        assert refused.value.field == "title"
        assert input_validation.line(text, "note", 80) == text
    assert input_validation.label("The game of \u0414\u0438\u043c\u0430", "title", 80)
    assert input_validation.label("", "title", 80, empty=True) == ""


def test_length_is_looked_at_before_anything_else() -> None:
    """Each of these takes the square of its length, or longer, once somebody puts it in order."""
    marks = "\u0300\u0316" * 500_000
    addresses = ("x@a" + marks, "x@" + "\u00e4" * 1_000_000, "a." * 500_000 + "@a.b", "@" * 1_000_000)
    with Effort() as effort:
        for field, value in (("note", "a" + marks), ("note", " " * 1_000_000)):
            with pytest.raises(Invalid, match="too-long"):
                input_validation.line(value, field, 80)
        with pytest.raises(Invalid, match="too-long"):
            checked_body("a" + marks)
        for address in addresses:
            with pytest.raises(Invalid, match="bad-email"):
                input_validation.email(address)
    assert effort.turns < 2000


def test_marks_on_a_mail_are_counted() -> None:
    for taken in ("a" + "\u0301" * 30, "\u1ea5" * 80):
        assert input_validation.line(taken, "note", 80)
    with pytest.raises(Invalid, match="too-many-marks"):
        input_validation.line("a" + "\u0316\u0301" * 16, "note", 80)
    with pytest.raises(Invalid, match="too-many-marks"):
        checked_body("a" + "\u0316\u0301" * 4000)
