"""The facts the map is drawn from: the editions of the adjudicator."""

from __future__ import annotations

# Importing an edition makes it known to the registry.
import adjudicator.thrones.editions.first
import adjudicator.thrones.editions.mother_of_dragons
import adjudicator.thrones.editions.second
import adjudicator.thrones.editions.storm_of_swords  # noqa: F401
from adjudicator.thrones.rules.registry import edition_named, edition_of

__all__ = ["edition_named", "edition_of"]
