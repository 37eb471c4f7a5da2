"""Every edition of B'Twixt that comes with the program."""

from __future__ import annotations

from adjudicator.btwixt.editions.house import HOUSE
from adjudicator.btwixt.rules.registry import EDITIONS

__all__ = ["EDITIONS", "HOUSE"]
