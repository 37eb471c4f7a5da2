"""The tags of a page of ours, read far faster than `html.parser` does it: tests read pages by the thousand.

Our templates write lower case, quote with `"` and escape `<` wherever it is no markup; nothing else is read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape

_ATTRIBUTE = re.compile(r'([^\s"=]+)(?:="([^"]*)"|=([^\s"]+))?')

Attributes = dict[str, str]
Tag = tuple[str, Attributes | None, int, int]


@cache
def reader(*wanted: str) -> Callable[[str], Iterator[Tag]]:
    """Reads the start and end tags with these names, in order: name, attributes (None: an end tag), begin and end.

    An attribute without a value has an empty one.
    """
    find = re.compile(rf'<(/?)({"|".join(wanted)})\b([^<>"]*(?:"[^"]*"[^<>"]*)*)>').finditer

    def tags(html: str) -> Iterator[Tag]:
        for found in find(html):
            end, name, inside = found.groups()
            yield name, None if end else _attributes(inside), *found.span()

    return tags


def _attributes(text: str) -> Attributes:
    return {name: unescape(quoted or bare) for name, quoted, bare in _ATTRIBUTE.findall(text)}


def text_between(html: str, begin: int, end: int) -> str:
    """The text of an element in which no others can be (a text area)."""
    return unescape(html[begin:end])
