"""What people are told of the statements of B'Twixt: what each is for, an entry, an example, its clauses.

Examples are in English; readers of other languages get them in theirs.
"""

from __future__ import annotations

from narration.notation.grammar import About
from narration.words import N_

_WISHES = N_("what it is for, if not for everything, and a colon; then wishes, best first")
_CHOOSING = {
    "source": N_("only where these cards ask"),
    "avoid": N_("left out as long as anything else remains"),
}
_LAST = {"last": N_("what comes last")}

SAMPLE = """\
BID kneel if ally power < 3 | enough, stay upto 12
COUNCILS claim: weaker
LEADERS kneel: leader
CARDS give, discard: mine lowest
ALLIES kill: not-mine highest; move: mine lowest
STEWARD everything
"""
BID = About(
    N_(
        "Your programme for the bid: on each turn the first card that can be played is, else you kneel. Enough is the "
        "cheapest card with which you lead; stay is the lowest, if you lead and somebody else still stands."
    ),
    N_("cards, best first, by name or by such words, or kneel"),
    "BID enough, stay upto 12 if round < 4 | kneel",
    {
        "up_to": N_("your total is no more than this"),
        "at_least": N_("your total is no less than this"),
        "cards": N_("your pile has no more cards than this"),
        "without": N_("these cards stay in hand"),
        "kneel": N_("kneel if no such card can be played"),
    },
)
COUNCILS = About(
    N_("Which council you choose when you win or a card asks."),
    _WISHES,
    "COUNCILS claim: weaker, with-euron, avoid right",
    _CHOOSING,
)
LEADERS = About(
    N_("Which leader you choose when a card asks."),
    _WISHES,
    "LEADERS kneel: leader, right",
    _CHOOSING,
)
CARDS = About(
    N_("Which influence cards you choose when a card asks."),
    _WISHES,
    "CARDS give, discard: mine lowest",
    _CHOOSING,
)
ALLIES = About(
    N_("Which allies you choose when a card asks."),
    _WISHES,
    "ALLIES kill: not-mine highest, avoid stark",
    _CHOOSING,
)
USE = About(
    N_("Whether you use what a card offers."),
    N_("cards, a colon, yes or no; cards alone mean yes"),
    "USE robb-stark if round > 1; feint: no",
)
ARRANGE = About(
    N_("How allies lie that you lay on the deck."),
    N_("what comes first, best first"),
    "ARRANGE stark, highest, last lowest",
    _LAST,
)
KEEP = About(
    N_("Which card you keep in a draft."),
    N_("what comes first, best first"),
    "KEEP highest red, event, last lowest green",
    _LAST,
)
ORDER = About(
    N_("In which order cards of your pile act."),
    N_("what comes first, best first"),
    "ORDER courtly-favor, last sellsword-contract",
    _LAST,
)
STEWARD = About(
    N_("What the steward decides in your place where your sheet says nothing."),
    N_("parts of the sheet, or everything"),
    "STEWARD bid, allies if round > 3",
)
ANSWER = About(
    N_("The answer to one open question."),
    N_("the question's id, a colon, its answer"),
    "ANSWER d3-play-or-kneel-cersei: play courtly-favor",
)
