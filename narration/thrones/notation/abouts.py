"""What people are told of the statements of the Westeros boards: what each is for, an entry, an example, its clauses.

Examples are in English, of names that every edition with the statement has; readers of other languages get them in
theirs.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.thrones.state.edition import Edition
from narration.notation.grammar import About
from narration.thrones.edition_words import leaders_known, loans_known, tactics_known, vassals_known
from narration.words import N_

_IN_AREAS = N_("only in these areas")
_IN_BATTLES = N_("only in battles for these areas")
_AGAINST = N_("only against these houses")
_WAIT = N_("not yet: others of yours go first")
_TOKEN = N_("whether a power token is left behind")


def _ravens_look(edition: Edition) -> bool:
    return edition.ravens_look


SAMPLE = """\
ORDERS riverrun march+1; seagard support; harrenhal raid
RAID harrenhal: stoney-sept | none
MARCH riverrun: stoney-sept 1 footman + the-twins rest if stoney-sept is empty | stay
SUPPORT seagard: me
CARD attacker: strongest | weakest if lead >= 3
RETREAT seagard, riverrun
BID iron-throne 2; kings-court upto 3 keep 1; wildlings 1
STEWARD everything
"""
ORDERS = About(
    N_("The order token for each area with units of yours."),
    N_("area, then its order; several orders, best first, are parted by bars"),
    "ORDERS riverrun march+1 | defense+2; seagard support",
)
RAVEN = About(
    N_("For the holder of the Messenger Raven: which order is exchanged once all are turned up."),
    N_("area and its new order, or none"),
    "RAVEN riverrun defense+2 if harrenhal has march | none",
    {"look": N_("look at the top wildling card instead")},
    clauses_known={"look": _ravens_look},
)
SEQUENCE = About(
    N_("Which of your areas raid, march or muster first."),
    N_("what it is about, then areas"),
    "SEQUENCE marches: riverrun, seagard",
    rare=True,
)
RAID = About(
    N_("What a Raid order removes."),
    N_("raiding area: its targets, best first: areas, houses or any; or none"),
    "RAID riverrun: harrenhal, wait if seagard has raid | lannister orders support, march | any",
    {"types": N_("only such orders, best first"), "wait": _WAIT},
)
MARCH = About(
    N_("Where the units of an area march; an attack is a march into another house's area."),
    N_("area: where units go, which of them, and joined by a plus where others go; or that all stay"),
    "MARCH riverrun: harrenhal 1 footman + stoney-sept rest, token if harrenhal is empty | stay",
    {"leave_token": _TOKEN, "wait": _WAIT, "leaders": N_("where leaders go, or that they stay")},
    clauses_known={"leaders": leaders_known},
    besides=((leaders_known, "MARCH seagard: harrenhal, leaders robb-stark to harrenhal, eddard-stark stays"),),
)
WISH = About(
    N_("What marches shall do where no line says it of their area; the bot works out which march it is."),
    N_("areas to take, to prefer, never to enter or never to leave"),
    "MARCH: take harrenhal from riverrun if sure; prefer seagard; never leave riverrun keep 2",
    {
        "take": N_("areas to take, by the march that serves best, whoever holds them"),
        "origins": N_("only from these areas"),
        "prefer": N_("areas that count for more, where marches are left to the bot"),
        "avoid": N_("areas into which the bot does not march"),
        "stay": N_("areas that the bot never leaves without units"),
        "keep": N_("so many units stay in each of these areas"),
    },
)
STOP = About(
    N_("A condition from which on no further marches are made."),
    N_("a condition"),
    "STOP power < 2",
    rare=True,
)
SUPPORT = About(
    N_("Whom your supporting areas help."),
    N_(
        "supporting areas, if not all, and a colon; then a house, me, attacker, defender, nobody, or whoever fights a "
        "house"
    ),
    "SUPPORT seagard: baratheon v lannister | whoever fights greyjoy | nobody",
    {"areas": N_("only from these supporting areas"), "against": _AGAINST, "battles": _IN_BATTLES},
)
CARD = About(
    N_(
        "Which House card is played in a battle: the first in hand. Enough is the weakest that beats whatever the "
        "other can play, likely the weakest that beats half of it, best what beats most of it."
    ),
    N_("role, opponents and battles, if not all, and a colon; then cards, best first"),
    "CARD attacker v lannister: eddard-stark, robb-stark | weakest if lead >= 3",
    {"opponents": _AGAINST, "battles": _IN_BATTLES, "exclude": N_("these cards are never played by it")},
)
AVOID = About(
    N_("Cards that are kept back as long as another is in hand."),
    N_("role, opponents and battles, if not all, and a colon; then cards"),
    "AVOID defender: eddard-stark if lead < 0",
    {"opponents": _AGAINST, "battles": _IN_BATTLES},
    rare=True,
)
BLADE = About(
    N_("For its holder: whether the Valyrian steel blade is used. Decisive: only if it turns the battle."),
    N_("always, never or decisive"),
    "BLADE always if wildlings >= 6 | decisive",
    rare=True,
)
LOSE = About(
    N_("Which units go first when you must lose some."),
    N_("for which losses, if not all, and a colon; then likings or units, best first"),
    "LOSE casualties: footman keep 1 | cheapest",
    {"areas": _IN_AREAS, "keep": N_("as long as more than so many of the kind stand there")},
)
RETREAT = About(
    N_("Where beaten units go."),
    N_("areas of battles, if not all, and a colon; then areas to go to, best first; or home, or safest"),
    "RETREAT harrenhal: riverrun, safest",
)
MUSTER = About(
    N_("What is mustered where."),
    N_("area: units, joined by a plus; a ship with @ and its sea; > before what a footman becomes"),
    "MUSTER riverrun: knight | footman + footman, whole",
    {"whole": N_("all of it or nothing")},
)
CHOOSE = About(
    N_("What cards, badges and rules leave to you; the page of the edition lists all of them."),
    N_("what asks: what is picked, best first"),
    "CHOOSE dark-wings-dark-words: clash-of-kings if power > 6 | game-of-thrones",
    besides=((leaders_known, "CHOOSE activate: robb-stark if harrenhal is empty | decline"),),
    rare=True,
)
TACTICS = About(
    N_("Which tactics card you choose with your orders."),
    N_("cards, best first"),
    "TACTICS careful-planning, hold-territory",
    known=tactics_known,
    module="tactics",
    rare=True,
)
BID = About(
    N_("Your bids, on the tracks and against the wildlings."),
    N_("auction: an amount, upto an amount, all or rest"),
    "BID iron-throne 3; fiefdoms upto 2 keep 1 if iron-throne position > 1",
    {"keep": N_("so much Power stays with you")},
)
TIES = About(
    N_("For the holder of the Iron Throne: in which order tied houses stand."),
    N_("auctions, highest or lowest, if not all, and a colon; then houses, best first"),
    "TIES kings-court: me, baratheon",
    rare=True,
)
TAKE_BACK = About(
    N_("Which of your discarded cards you take back when something lets you."),
    N_("cards, best first, or decline"),
    "TAKEBACK eddard-stark, strongest",
    {"because": N_("only by the text of these cards")},
    rare=True,
)
REMOVE = About(
    N_("Which order a card's text removes."),
    N_("kinds of orders, best first, or any"),
    "REMOVE support, march, in harrenhal, of lannister",
    {"areas": _IN_AREAS, "owners": N_("only orders of these houses, best first"), "decline": N_("none is removed")},
    rare=True,
)
DISCARD = About(
    N_("Which card of a beaten house you discard when a text lets you."),
    N_("cards, best first, or decline"),
    "DISCARD tywin-lannister, strongest",
    rare=True,
)
KNIGHT = About(
    N_("Whether a card's text makes a footman a knight."),
    N_("yes or no"),
    "KNIGHT yes in riverrun | no",
    {"areas": _IN_AREAS},
    rare=True,
)
LOAN = About(
    N_("Which loans an Iron Bank order takes."),
    N_("a loan"),
    "LOAN master-at-arms upto 3, in riverrun, seagard if power > 4",
    {
        "most": N_("at this price at most"),
        "areas": N_("for these areas, best first"),
        "units": N_("for these units, best first"),
        "pick": N_("what is picked where it asks"),
        "wait": _WAIT,
    },
    known=loans_known,
    rare=True,
)
VASSAL = About(
    N_("Which vassals you would command."),
    N_("vassals, best first, or pass"),
    "VASSAL tyrell, martell | pass",
    known=vassals_known,
    rare=True,
)
TROOPS = About(
    N_("Which units a tactics card moves."),
    N_("from which area, a colon, where to, which units"),
    "TROOPS riverrun: seagard 1 footman",
    {"because": N_("only by the text of this card")},
    known=tactics_known,
    module="tactics",
    rare=True,
)
_PRICE = N_("for so much Power")
OFFER = About(
    N_("What you offer for leaders of yours who are hostages."),
    N_("your leaders, or anyone"),
    "OFFER robb-stark, to lannister, power 2 | decline",
    {
        "holders": N_("to these houses"),
        "power": _PRICE,
        "hostages": N_("and for these hostages of yours"),
        "decline": N_("no offer is made"),
    },
    known=leaders_known,
    module="leaders",
    rare=True,
)
REPLY = About(
    N_("Which offers you accept for your hostages."),
    N_("accept or refuse, then hostages, if not all"),
    "REPLY accept tywin-lannister, from lannister, power 2 | refuse",
    {
        "offerers": N_("from these houses"),
        "power": N_("for so much Power at least"),
        "hostages": N_("if these leaders come back to you besides"),
    },
    known=leaders_known,
    module="leaders",
    rare=True,
)
STEWARD = About(
    N_("What the steward decides in your place where your sheet says nothing, and within which limits."),
    N_("parts of the sheet, or everything"),
    "STEWARD marches, raids, never-empty riverrun keep 2, never-attack lannister",
    {
        "never_empty": N_("areas that he never leaves without units"),
        "keep": N_("so many units stay in each of these areas"),
        "may_attack": N_("the only houses that he attacks or hinders; or anybody, nobody, attackers"),
        "never_attack": N_("houses that he never attacks"),
        "never_play": N_("cards that he never plays"),
        "most": N_("he bids so much at most"),
        "save": N_("so much Power he never bids"),
    },
)
ANSWER = About(
    N_("The answer to one open question, for programs."),
    N_("the question's id, a colon, its answer as JSON"),
    'ANSWER r1-planning-1: {"kind": "amount", "power": 3}',
    rare=True,
)
BEHALF = About(
    N_("Instructions for a vassal, or for any whom you come to command; alone on a line, down to the next empty line."),
    N_("vassal, a colon, then an instruction"),
    "FOR martell: MARCH sunspear: yronwood | stay",
    known=vassals_known,
    rare=True,
)
# Of its orders no more is told than an example where one is refused.
VASSAL_ORDERS = replace(BEHALF, example="FOR martell: ORDERS sunspear vassal-march")
