"""The facts the map is drawn from: the editions of the adjudicator."""

from __future__ import annotations

# Importing them makes them known to the registry.
import adjudicator.thrones.editions.every  # noqa: F401
from adjudicator.thrones.rules.registry import edition_named, edition_of

__all__ = ["edition_named", "edition_of"]
