"""Lines are wrapped as the library wraps them, only sooner."""

from __future__ import annotations

import textwrap

from hypothesis import given, settings, strategies as st

from narration.plain import _wrap_lines, fill

WORDS = st.text(alphabet="ab-\u00e9\u2014,(", max_size=12) | st.text(alphabet="ab-", min_size=20, max_size=90)
TEXTS = st.lists(WORDS | st.sampled_from(["\n", "\u00a0", "\t"]), max_size=30).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, width=st.sampled_from([12, 40, 72]), indent=st.sampled_from(["", "  ", "> "]))
def test_paragraphs_are_wrapped_as_by_the_library(text: str, width: int, indent: str) -> None:
    wanted = textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    assert fill(text, indent, "    ", width) == wanted


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, room=st.sampled_from([9, 30, 60]))
def test_cells_are_wrapped_as_by_the_library(text: str, room: int) -> None:
    wanted = textwrap.wrap(text, room, break_on_hyphens=False)
    assert _wrap_lines(text, room) == wanted
