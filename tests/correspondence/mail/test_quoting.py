"""Quoted-printable piece by piece: together the pieces are the text, and no line is too long."""

from __future__ import annotations

import quopri

import pytest
from hypothesis import given, strategies as st

from correspondence.mail.text import LINE, SOFT, piece, to_quoted_printable

# What makes encoding hard: signs and emails of several bytes, spaces and dots at ends, lines of about a line's length.
TEXTS = st.text(st.sampled_from("ab=.- \t\n\xe9\u2192"), max_size=90) | st.text(st.sampled_from("a=\xe9"), max_size=300)


def read(lines: str) -> str:
    """What an encoded text says."""
    assert "\n" not in lines.replace("\r\n", "")
    return quopri.decodestring(lines.encode("ascii")).decode().replace("\r\n", "\n")


@given(st.lists(TEXTS, max_size=6), TEXTS)
def test_pieces_together_are_the_text(texts: list[str], last: str) -> None:
    lines = "".join(map(piece, texts)) + to_quoted_printable(last)
    assert read(lines) == "".join(texts) + last
    assert all(len(line) <= LINE and not line.endswith((" ", "\t")) for line in lines.split("\r\n"))


@pytest.mark.parametrize("length", range(LINE - 4, LINE + 3))
@pytest.mark.parametrize("sign", ["a", "=", "\xe9"])
def test_lines_that_just_fit_or_just_do_not(length: int, sign: str) -> None:
    for text in ("a" * length + sign, sign + "a" * length, "a" * (length - 6) + sign * 2):
        made = piece(text)
        assert made.endswith(SOFT)
        assert max(map(len, made.split("\r\n"))) <= LINE
        assert read(made) == text


def test_what_ends_its_line_needs_no_soft_one() -> None:
    assert piece("one\ntwo\n") == "one\r\ntwo\r\n"
    assert piece("") == to_quoted_printable("") == ""
