"""What must be so of the codes of areas: two or three letters, each of one area, and no other meaning lost by them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.spelling import matching, plain, spellings
from adjudicator.thrones.state.edition import Edition


def faults(edition: Edition) -> Iterator[Refusal]:
    """What is wrong with the codes of an edition; areas may be without."""
    names = spellings(edition.areas, {a.id: (*a.name.every(), *a.aliases) for a in edition.areas.values()})
    taken: dict[str, str] = {}
    for area in edition.areas.values():
        if not area.code:
            continue
        where, code = f"map.toml: {area.id}", plain(area.code)
        if not (2 <= len(area.code) <= 3 and area.code.isascii() and area.code.isalpha()):
            yield Refusal("bad-code", f"a code is two or three letters, not {area.code!r:.60}", where)
        elif taken.setdefault(code, area.id) != area.id:
            yield Refusal("double-code", f"{area.code} is the code of {taken[code]} too", where)
        elif others := [one for one in matching(code, names) if one != area.id]:
            yield Refusal("code-is-a-name", f"{area.code} may also mean {others[0]}", where)
