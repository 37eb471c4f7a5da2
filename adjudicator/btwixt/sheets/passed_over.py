"""Why rules are passed over as a matter of course: no game master need look at them."""

from __future__ import annotations

from adjudicator.engine.sheet.trail import BEFORE_HELD

# A rule passed over so was never meant for the moment.
NOT_MEANT = frozenset(("not-this-question", "leads-already", "nobody-else-stands", "does-not-lead"))
# Passed over so, it gave way to the next of its list, as lists of preferences do.
GAVE_WAY = NOT_MEANT | {
    "condition-false",
    BEFORE_HELD,
    "condition-not-applicable",
    "card-not-in-hand",
    "nothing-is-enough",
    "over-limit",
    "not-a-choice",
    "nothing-else-left",
}
