"""The sections of a sheet of the Westeros board games: their names, what they are for, and when a turn asks them."""

from __future__ import annotations

from adjudicator.engine.sheet.fields import N_
from adjudicator.engine.sheet.sections import Occasions, Section

# When sections are asked: the steps of Westeros cards, the rest of a round, and what `turn_sections.py` makes out.
ROUND = "round"
IN_ROUND = Occasions((ROUND,))
_TRACKS = Occasions(("clash-of-kings",), ("clash-of-kings", "auction"))
_ATTACK = Occasions(("wildling-attack",))
_SINGLED = Occasions(("wildling-attack", "claim-westeros"))
# Steps that may take units of every house.
_TAKES = ("wildling-attack", "loyalty", "loyalty-text")
_LOSSES = {
    "supply": Occasions(("supply",), ("supply", *_TAKES)),
    "wildlings": Occasions(("wildling-attack",), (*_TAKES, "wildling-card")),
    **dict.fromkeys(("casualties", "abandon", "kill"), Occasions((ROUND,), (ROUND, *_TAKES))),
    "general": Occasions((ROUND,), (ROUND, "supply", *_TAKES)),
}
_BIDS = {"tracks": _TRACKS, "claim": Occasions(("claim-westeros",)), "wildlings": _ATTACK}
_TIES = {"tracks": _TRACKS, "highest": _SINGLED, "lowest": _SINGLED}
_MUSTER = Occasions(("mustering", "order-musters"), ("mustering", "wildling-muster", "muster-planned"))
_HOSTAGES = {
    "offers": Occasions(("held-by-others",), ("own-leaders",)),
    "replies": Occasions(("hostages",), ("other-leaders",)),
}

ORDERS = Section(
    N_("Orders"),
    N_("orders"),
    IN_ROUND,
    help=N_("An order token for each area with units. With conditions elsewhere on the sheet you say what it does."),
)
RAVEN = Section(
    N_("The Messenger Raven"),
    N_("raven"),
    Occasions(("raven-held",), (ROUND,)),
    short=N_("Raven"),
    help=N_("For its holder: which of your orders is exchanged, for which, on which condition; or nothing."),
)
RAIDS = Section(
    N_("Raids of all areas"),
    N_("raids"),
    Occasions(("raids",), (ROUND,)),
    short=N_("Raids"),
    help=N_("In which sequence; for each raiding area its targets, best first, or none."),
)
MARCHES = Section(
    N_("Marches of all areas"),
    N_("marches"),
    Occasions(("marches",), (ROUND,)),
    short=N_("Marches"),
    help=N_(
        "In which sequence; for each marching area plans, each with a condition: who goes where, whether a power "
        "token stays, or that all stay."
    ),
)
SUPPORT = Section(
    N_("Support of all areas"),
    N_("support"),
    IN_ROUND,
    short=N_("Support"),
    help=N_("For whom your supporting areas count, against whom, in which battles."),
)
CARDS = Section(
    N_("House cards"),
    N_("cards"),
    IN_ROUND,
    short=N_("Cards"),
    help=N_("Lists by role, opponent and condition; the first card in hand is played. Cards to keep back."),
)
TEXTS = Section(
    N_("Card texts"),
    N_("card texts"),
    Occasions((), (ROUND,)),
    {"take_back": Occasions(("wildling-attack",))},
    help=N_("Orders to remove, cards to take back or to discard, footmen to make knights."),
)
BLADE = Section(
    N_("The Valyrian steel blade"),
    N_("blade"),
    Occasions(("blade-held",), (ROUND,)),
    short=N_("Blade"),
    help=N_("For its holder: always, never, or only if it turns a battle."),
)
LOSSES = Section(
    N_("Losses"),
    N_("losses"),
    parts=_LOSSES,
    help=N_("Which units go first: for supply, to the wildlings, in battle, on a retreat."),
)
RETREAT = Section(
    N_("Retreats"), N_("retreat"), IN_ROUND, short=N_("Retreat"), help=N_("Where beaten units go, best first.")
)
BIDS = Section(
    N_("Bids"), N_("bids"), parts=_BIDS, help=N_("For each track and against the wildlings: how much, on conditions.")
)
TIES = Section(
    N_("Ties, if I hold the Iron Throne"),
    N_("ties"),
    parts=_TIES,
    short=N_("Ties"),
    help=N_("For whoever holds the Iron Throne: in which order tied houses stand."),
)
MUSTER = Section(
    N_("Mustering"),
    N_("mustering"),
    _MUSTER,
    short=N_("Muster"),
    help=N_("For each place that musters what you want, best first."),
)
CHOICES = Section(
    N_("Choices that cards and rules leave"),
    N_("choices"),
    short=N_("Choices"),
    help=N_("What cards, badges and rules leave to you: see the table below. Wishes in order of liking."),
)
LOANS = Section(
    N_("Loans of the Iron Bank"),
    N_("loans"),
    Occasions(("loans",), ("loan-planned",)),
    short=N_("Loans"),
    help=N_(
        "Loans in order of liking, at what price at most, for which areas and units; or that other orders go first."
    ),
)
CLAIMS = Section(
    N_("Vassals to command"),
    N_("vassals to command"),
    IN_ROUND,
    help=N_(
        "Which vassals you would command, best first, or that you pass; on conditions, such as who has one already."
    ),
)
VASSALS = Section(
    N_("Vassals"),
    N_("vassals"),
    Occasions(("vassals",), (ROUND,)),
    help=N_(
        "For each vassal, or for “any” whom you come to command: its orders in order of liking, and a small sheet"
        " of its own with raids, marches, support, cards, losses, retreats. What that leaves open, your own sheet"
        " says."
    ),
)
TROOPS = Section(
    N_("Units moved by cards"),
    N_("units moved by cards"),
    Occasions(("tactics-played",), (ROUND,)),
    help=N_("Which units go from where to where, by which card."),
)
HOSTAGES = Section(
    N_("Hostages"),
    N_("hostages"),
    parts=_HOSTAGES,
    help=N_("What is offered to whom for own leaders, and which offers are accepted, on conditions."),
)
STEWARD = Section(N_("Left to the bot"), N_("left to the bot"))
