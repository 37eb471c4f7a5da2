"""What an edition plays otherwise by letter than at the table, as Help tells it: shown where its data know it."""

from __future__ import annotations

from dataclasses import dataclass

from narration.thrones.edition_words import (
    causes_known,
    claim_known,
    gifts_known,
    leaders_known,
    loans_known,
    tactics_known,
    vassals_known,
)
from narration.words import N_
from web.thrones.guide_words import Known


@dataclass(frozen=True)
class Point:
    """Something to know about an edition; `rulings` are the numbers of those that it rests on."""

    title: str
    texts: tuple[str, ...]
    known: Known
    rulings: tuple[str, ...] = ()
    # The optional part of the rules that brings it, in editions that have it as one.
    module: str = ""


POINTS = (
    Point(
        N_("Calls of a round"),
        (
            N_(
                "A round is two calls here too: one for the Westeros cards where they ask for anything, one for "
                "planning."
            ),
            N_(
                "Vassals are chosen at the beginning of planning, in turn order, so you do not know yet whom you will "
                "command. You write for all of them at once: whom you would take, and what each would do, or “any” "
                "of them."
            ),
            N_("Whoever wants to see first who commands whom makes a game that stops when vassals are chosen."),
        ),
        vassals_known,
    ),
    Point(
        N_("Vassals"),
        (
            N_("A house without a player is a vassal: it has no Power, no cards of its own, and few orders."),
            N_(
                "Its commander places its orders when the houses place theirs; nobody sees them before all are "
                "turned up."
            ),
            N_(
                "For a battle three of the seven cards of vassals are drawn, and only the commander sees them. As "
                "they are "
                "not known before, the sheet lists all that may come, best first."
            ),
            N_("Without any instruction a vassal only defends, and a commander who says nothing passes."),
        ),
        vassals_known,
        ("M-20", "M-21", "M-22", "M-23", "M-24"),
    ),
    Point(
        N_("Targaryen and Essos"),
        (
            N_("Targaryen is played by four players or more. Without them the lands and seas of Essos are closed."),
            N_(
                "They win by loyalty, not by castles: a token is gained at once, outside of battles, and the last "
                "needed one "
                "ends the game there."
            ),
            N_(
                "They stand last on every track for good. What they bid there they give away, to players and "
                "vassals alike; "
                "the sheet says to whom."
            ),
            N_("Dragons grow stronger with the rounds; every map and letter counts them as they are at that moment."),
        ),
        causes_known,
        ("M-06", "M-07", "M-08", "M-09", "M-10", "M-11"),
    ),
    Point(
        N_("The Iron Bank"),
        (
            N_("Its order is carried out among your orders to consolidate, and one loan at most is taken by it."),
            N_("Prices change while others borrow before you: give a list, each with the most you would pay."),
            N_("Where a loan is spent (areas, units) stands in the same list."),
        ),
        loans_known,
        ("M-01", "M-15", "M-16", "M-17", "M-18", "M-19"),
    ),
    Point(
        N_("Gifts of Power"),
        (
            N_(
                "Players may give Power to each other as long as a call takes sheets: on the page of gifts, at "
                "once, openly."
            ),
            N_("A gift is no part of the sheet. It cannot be taken back, and no promise made for it binds anybody."),
        ),
        gifts_known,
        ("M-25",),
    ),
    Point(
        N_("Leaders and hostages"),
        (
            N_(
                "Leaders may be named in direct answers; otherwise they follow a rule: on their own march they go with "
                "those who attack, else with the largest group; on other marches they stay while units of the house do."
            ),
            N_("Whether an order is given up to turn a leader is a choice of the sheet."),
            N_(
                "Negotiations go by offers: the sheet says what is offered and what is accepted; letters and press are "
                "for everything that leads to them. Offers are made one holder after the other, and each is answered "
                "at once."
            ),
        ),
        leaders_known,
        module="leaders",
    ),
    Point(
        N_("Tactics"),
        (
            N_(
                "A tactics card is chosen with the orders, in the same call and as secretly; what it does at once is "
                "done before the raids, by what the sheet says under its name."
            ),
        ),
        tactics_known,
        module="tactics",
    ),
    Point(
        N_("Claim, weather and alliances"),
        (
            N_(
                "Claim is counted at every moment: flags of the areas under control and tokens on the claim track. It "
                "stands in the column in which other editions count castles."
            ),
            N_("Fords are borders while the weather is fair. Maps, forms and warnings know of it."),
            N_("Alliance cards are taken by the tactics card for it; all see who holds which."),
        ),
        claim_known,
    ),
    Point(
        N_("When somebody leaves"),
        (
            N_("A game's settings say whether a substitute is looked for or the house becomes a vassal."),
            N_(
                "Then its Power, cards and loans are gone, the first player in turn order decides for it until "
                "vassals are "
                "chosen again, and at least two players must be left."
            ),
        ),
        vassals_known,
        ("M-26",),
    ),
)
