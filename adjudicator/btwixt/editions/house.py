"""B'Twixt with the cards that come with the program."""

from __future__ import annotations

from adjudicator.btwixt.editions.loading import own_texts, read_edition
from adjudicator.btwixt.rules.registry import register

HOUSE = register(read_edition(own_texts()))
