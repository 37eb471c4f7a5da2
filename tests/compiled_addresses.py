"""What writes addresses compiled once for all the web applications that tests make in one process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from werkzeug.routing import Rule


@cache
def keep_addresses() -> None:
    """From now on every application of this process finds what writes the addresses of its routes.

    Werkzeug compiles two functions for each of some three hundred routes, which took half of the time in which a site
    is made; they know nothing of the application. A route with values of its own keeps its own.
    """
    compiled, known = Rule._compile_builder, dict[Any, Callable[..., tuple[str, str]]]()

    @wraps(compiled)
    def builder(self: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        """The function of a route of which another application had the like."""
        if self.defaults:
            return compiled(self, append_unknown)
        key = self.rule, tuple(self._trace), append_unknown
        if key not in known:
            known[key] = compiled(self, append_unknown)
        return known[key]

    Rule._compile_builder = builder  # type: ignore[method-assign]
