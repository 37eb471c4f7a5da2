"""Labels of the sheet form: each rule kind's fields in order, and texts around."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.sheets.battle import (
    AvoidRule,
    BladeRule,
    CardRule,
    Cards,
    DiscardRule,
    KnightRule,
    RemoveOrderRule,
    SupportRule,
    TakeBackRule,
    Texts,
)
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule, Hostages, OfferRule, ReplyRule, TieRule, Ties
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import Losses, LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, TroopsRule, Wish
from adjudicator.thrones.sheets.muster import LoanRule, Muster
from adjudicator.thrones.sheets.orders import Raids, RavenRule
from adjudicator.thrones.sheets.sheet import VassalSheet
from narration.thrones.sheet_words import BLADES, LIKINGS
from narration.words import C_, N_
from web.forms.sections import TICKED, Label, Part
from web.thrones.sheet_form.choices import Choices

_WHAT, _FIRST = N_("What"), N_("I choose, best first")
_ANYBODY, _BATTLES, _ANYWHERE = (
    N_("Against (none: anybody)"),
    N_("In battles for (empty: all)"),
    N_("In (empty: anywhere)"),
)
_ROLES = {"any": N_("in any battle"), "attacker": N_("attacking"), "defender": N_("defending")}
_SEQUENCE = N_("In this sequence")
_ROLE = Label(N_("When I am"), words=_ROLES)
_KINDS = Label(N_("Of this type, best first"), 2)


def _raven_hint(c: Choices) -> str:
    """Return the hint above the raven's rules, in words that fit the edition."""
    if c.edition.ravens_look:
        return c.v.say(
            "Once all orders are revealed, the holder may exchange one of their own orders, or "
            "look at the top wildling card. The first rule that applies and is possible counts."
        )
    return c.v.say(
        "Once all orders are revealed, the holder may exchange one of their own orders. The "
        "first rule that applies and is possible counts."
    )


def _loans(c: Choices) -> str:
    words = c.v.say("For an Iron Bank order: the first of these loans that is available at your price.")
    return f"{words} {c.v.say('You have {power}.', power=c.v.power(c.board.power.get(c.house, 0)))}"


# Sections stand in this order on the form; vassals, choices and bids have templates of their own.
PARTS: Mapping[type | str, Part] = {
    VassalSheet: Part(),
    RavenRule: Part(
        {
            "do": Label(_WHAT, options="raven_deeds"),
            "area": Label(N_("The order in")),
            "order": Label(N_("for"), options="raven_orders"),
        },
        hint=_raven_hint,
        fallback=("use-raven",),
    ),
    ChoiceRule: Part(),
    BidRule: Part(),
    Ties: Part(
        {
            "tracks": Label(N_("Tied bidders on a track, from first to last")),
            "highest": Label(N_("Who is the highest bidder against the wildlings")),
            "lowest": Label(N_("Who is the lowest bidder against the wildlings")),
        },
        fallback=("settle-tie", "pick-tied"),
        likely_alone=True,
    ),
    TieRule: Part(
        {
            "houses": Label(N_("In this order"), 5),
            "auctions": Label(N_("Only for (none: all)"), TICKED, shown=lambda c, part: part.endswith(".tracks")),
        }
    ),
    Muster: Part(
        {"sequence": Label(_SEQUENCE, 2, options=lambda c, part: c.areas(c.muster_areas))},
        hint=N_("You say what a place musters on that place's card."),
        note=lambda c: "" if c.muster_areas else c.v.say("You have no place now to muster units."),
    ),
    Raids: Part({"sequence": Label(_SEQUENCE, 2, options=lambda c, part: c.areas(c.raid_areas))}),
    Marches: Part(
        {
            "sequence": Label(_SEQUENCE, 3, options=lambda c, part: c.areas(c.march_areas)),
            "stop": Label(N_("Stop marching once")),
            "wishes": Label(N_("wishes")),
        },
        fallback=("resolve-march",),
    ),
    Wish: Part(
        {
            "take": Label(N_("Take the first possible of"), 2),
            "origins": Label(N_("From (empty: any)"), options=lambda c, part: c.areas(c.march_areas)),
            "prefer": Label(N_("Prefer")),
            "avoid": Label(N_("Never enter")),
            "stay": Label(N_("Never leave"), options="everywhere"),
            "keep": Label(N_("At least this many units stay there")),
        },
        hint=N_(
            "For all marching areas that have no plan above, in this order. Each area to take is "
            "left to the march that suits best. A condition such as “sure”, “likely” or “odds >= "
            "60” is about that attack. The rest guides the bot where you leave marches to it."
        ),
        more=N_("Add wishes"),
    ),
    SupportRule: Part(
        {
            "whom": Label(N_("Who it supports")),
            "against": Label(_ANYBODY, TICKED),
            "areas": Label(N_("From (empty: all)")),
            "battles": Label(_BATTLES),
        },
        hint=N_("For all areas without a rule of their own above."),
        fallback=("give-support",),
    ),
    Cards: Part(
        {"rules": Label(""), "avoid": Label(N_("Cards to avoid"), folded=True)},
        above="sheet/hands.html",
        fallback=("choose-house-card",),
    ),
    CardRule: Part(
        {
            "cards": Label(N_("Card to play"), 3, cards="hand_drawn"),
            "role": _ROLE,
            "battles": Label(_BATTLES),
            "opponents": Label(_ANYBODY, TICKED),
            "exclude": Label(N_("never")),
        },
        folded=(N_("Only if, against whom"), ("role", "battles", "opponents", "exclude", "when")),
        blank=0,
        more=N_("Add a rule"),
    ),
    AvoidRule: Part(
        {
            "role": _ROLE,
            "opponents": Label(_ANYBODY, TICKED),
            "cards": Label(N_("cards"), 2),
            "battles": Label(_BATTLES),
        },
        hint=N_("No rule or default plays these while you hold anything else."),
    ),
    LoanRule: Part(
        {
            "do": Label(
                _WHAT, words={"take": N_("take"), "none": N_("take no loan"), "wait": N_("other orders first")}
            ),
            "loan": Label(N_("loan")),
            "most": Label(N_("Maximum price")),
            "areas": Label(N_("Tokens or units go to, best first"), 2, options="everywhere"),
            "units": Label(N_("Only for (empty: all units)")),
            "pick": Label(_FIRST, shown=lambda c, part: False),
        },
        hint=_loans,
        blank=2,
        fallback=("take-loan", "improve-area", "place-units"),
    ),
    BladeRule: Part({"use": Label(N_("use it"), words=BLADES)}, fallback=("use-blade",)),
    Texts: Part(
        {
            "take_back": Label(N_("A card returned to your hand")),
            "remove_order": Label(N_("An order removed")),
            "discard": Label(N_("A card discarded from the opponent's hand")),
            "knight": Label(N_("A footman upgraded to a knight")),
        },
        others=N_("Other texts"),
    ),
    TakeBackRule: Part(
        {
            "do": Label(_WHAT, words={"do": N_("return to hand"), "decline": N_("return none")}),
            "cards": Label(N_("The first among used cards"), 3),
            "because": Label(N_("Only for (empty: always)")),
        },
        fallback=("take-back-card",),
    ),
    RemoveOrderRule: Part(
        {
            "do": Label(_WHAT, words={"do": C_("order", "remove"), "decline": N_("remove none")}),
            "areas": Label(_ANYWHERE, 2, options="everywhere"),
            "types": _KINDS,
            "owners": Label(N_("Of whom, best first"), 2),
        },
        fallback=("remove-order",),
    ),
    DiscardRule: Part(
        {
            "do": Label(_WHAT, words={"do": N_("discard"), "decline": N_("discard none")}),
            "cards": Label(N_("The first that the opponent holds"), 3),
        },
        fallback=("discard-from-hand",),
    ),
    KnightRule: Part(
        {
            "use": Label(N_("Do it"), words={"yes": N_("yes"), "no": N_("no")}),
            "areas": Label(N_("Only in (empty: anywhere)"), shown=lambda c, part: c.edition.ravens_look),
        },
        fallback=("knight-footman",),
    ),
    TroopsRule: Part(
        {
            "do": Label(_WHAT, words={"move": N_("move"), "stay": N_("move no units")}),
            "area": Label(N_("From")),
            "to": Label(C_("destination", "to"), blank=N_("nowhere")),
            "units": Label(""),
            "because": Label(N_("Only by (empty: any card)")),
        },
        hint=N_(
            "For a card that moves units without an order. The first row whose units can make "
            "that move counts. Without numbers, all units that can will move."
        ),
        blank=2,
        fallback=("move-troops",),
    ),
    Hostages: Part(
        {"offers": Label(N_("What I offer for my leaders")), "replies": Label(N_("Which offers I accept"))},
        hint=N_(
            "When you consolidate Power, you may ask other houses for your captive leaders, one "
            "house after another. An amount is a number, or a formula: half of power."
        ),
    ),
    OfferRule: Part(
        {
            "do": Label(_WHAT, words={"offer": N_("offer"), "nothing": N_("offer nothing")}),
            "leaders": Label(N_("For (empty: any captive leader)"), options="own_leaders"),
            "holders": Label(N_("To (none: whoever holds them)"), TICKED),
            "power": Label(N_("Power at most")),
            "hostages": Label(N_("And my hostages"), options="other_leaders"),
        },
        fallback=("negotiate",),
    ),
    ReplyRule: Part(
        {
            "do": Label(_WHAT, words={"accept": N_("accept"), "refuse": N_("refuse")}),
            "leaders": Label(N_("Only for these leaders (empty: any)"), options="other_leaders"),
            "offerers": Label(N_("Offered by (none: anybody)"), TICKED),
            "power": Label(N_("If it brings at least this much Power")),
            "hostages": Label(N_("And these leaders")),
        },
        fallback=("accept-offer",),
    ),
    Losses: Part(
        {
            "supply": Label(N_("Destroyed for supply")),
            "wildlings": Label(N_("Lost to the wildlings")),
            "casualties": Label(N_("in battle")),
            "abandon": Label(N_("On a retreat beyond the supply limit")),
            "kill": Label(N_("Enemy footmen killed by your card")),
            "general": Label(N_("In all cases")),
        },
        hint=N_(
            "Which of your units you lose first when you must lose some. List areas, kinds and "
            "preferences, the most important first."
        ),
        fallback=("take-casualty",),
        others=N_("Other occasions"),
    ),
    LossRule: Part(
        {
            "areas": Label(_ANYWHERE, 2, options=lambda c, part: c.near if part.endswith(".kill") else c.own_areas),
            "units": Label(N_("Units (empty: any)"), 2),
            "likings": Label(N_("Preferably"), 2, LIKINGS),
            "keep": Label(N_("Keep there")),
        }
    ),
    RetreatRule: Part(
        {"areas": Label(N_("To the first possible of"), 3), "battles": Label(N_("From battles for (empty: any)"))},
        fallback=("retreat-to",),
    ),
    BotRule: Part(
        {
            "do": Label(_WHAT, words={"leave": N_("leave to the bot")}),
            "what": Label(N_("Only these choices (none: all)"), TICKED, options="parts_for_bot"),
            "never_empty": Label(N_("Marches never empty"), 2, options="everywhere"),
            "keep": Label(N_("Units to leave there (empty: 1)")),
            "may_attack": Label(
                N_("May attack or hinder (none: nobody if the bot fills in what you skip, otherwise anybody)"),
                TICKED,
            ),
            "never_attack": Label(N_("Never attacks or raids"), TICKED),
            "never_play": Label(N_("Never plays"), 2),
            "most": Label(N_("Bids at most")),
            "save": Label(N_("Power never bid")),
        },
        hint=N_(
            "The bot decides what your rules do not cover, within your limits, as if it played "
            "your house. An area with its own marches or raids is left to the bot only when none "
            "of them applies. The bot also gives an order to areas where you name none."
        ),
    ),
}
