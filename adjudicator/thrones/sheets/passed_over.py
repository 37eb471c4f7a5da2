"""Why instructions are passed over as a matter of course: no game master need look at them."""

from __future__ import annotations

from adjudicator.engine.sheet.trail import BEFORE_HELD

# An instruction passed over so was never meant for the moment.
NOT_MEANT = frozenset(
    (
        *("no-order-named", "left-to-the-steward", "not-this-battle", "not-this-auction", "not-this-text"),
        *("not-the-tied-houses", "waits", "kept-back", "as-many-as-supply-feeds"),
    )
)
# Passed over so, it gave way to the next of its list, as lists of preferences do.
GAVE_WAY = NOT_MEANT.union(
    ("condition-false", BEFORE_HELD, "condition-not-applicable", "nothing-moves", "no-units-there", "card-not-in-hand"),
    ("card-not-discarded", "no-such-order", "no-such-unit", "no-retreat-there", "not-a-raid-target"),
)
