"""The facts the map is drawn from: the editions of the adjudicator."""

from __future__ import annotations

# Importing an edition makes it known to the registry.
import adjudicator.editions.first
import adjudicator.editions.mother_of_dragons
import adjudicator.editions.second  # noqa: F401
from adjudicator.thrones.registry import edition_named

__all__ = ["edition_named"]
