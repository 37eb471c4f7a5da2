"""Every template that the program says, collected once for all tests: going through the code takes seconds."""

from __future__ import annotations

from functools import cache

from narration.catalogs import collect
from tests.kept_for_all import kept


@cache
def templates() -> tuple[tuple[str | tuple[str, ...], tuple[str, ...]], ...]:
    """Each template (with a plural: both) with the files in which it stands."""
    return kept(
        "templates",
        lambda: tuple(
            (tuple(m.id) if isinstance(m.id, list | tuple) else m.id, tuple(path for path, _ in m.locations))
            for m in collect()
            if m.id
        ),
    )
