"""Words that were made from a template, read back into what stands in its places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

_QUOTED, _PLACE = re.compile(r'"\\\{(\w+)\\\}"'), re.compile(r"\\\{(\w+)\\\}")


def read_back(words: str, templates: Iterable[str]) -> tuple[str, dict[str, str]] | None:
    """The first template that the words are made from, and what stands in its places; None where they are from none."""
    for template in templates:
        found = _pattern(template).fullmatch(words)
        if found is not None:
            return template, found.groupdict()
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What words from this template look like, each place a group; only between quotation marks may one be empty."""
    escaped = _QUOTED.sub(r'"(?P<\1>.*?)"', re.escape(template))
    return re.compile(_PLACE.sub(r"(?P<\1>.+?)", escaped), re.DOTALL)
