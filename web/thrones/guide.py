"""Help: what a sheet can say and what is played otherwise, edition by edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

from flask import render_template

from adjudicator import games
from adjudicator.engine.sheet.sections import Section, sections_of
from adjudicator.thrones.editions.loading import also_holding, rulings as rulings_of
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.bids import Ties
from adjudicator.thrones.sheets.choices import ChoiceRule, Hostages
from adjudicator.thrones.sheets.effects.cards import Moment
from adjudicator.thrones.sheets.effects.table import Asking, askings
from adjudicator.thrones.sheets.losses import Losses
from adjudicator.thrones.sheets.marches import Marches, TroopsRule
from adjudicator.thrones.sheets.muster import LoanRule, Muster
from adjudicator.thrones.sheets.orders import Raids, RavenRule
from adjudicator.thrones.sheets.resolver import KINDS, default_policies
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.sheets.vassals import ClaimRule
from adjudicator.thrones.state.edition import DeckEntry, Edition
from narration.thrones.edition_words import (
    causes_known,
    claim_known,
    deck_name,
    gifts_known,
    leaders_known,
    loans_known,
    module_name,
    tactics_known,
    vassals_known,
    wildlings_known,
)
from narration.thrones.phrases import asking_default, asking_hint, asking_title, card_text, choice_phrase
from narration.thrones.summary import leader_figures
from narration.words import N_
from web.thrones.tables import icons

Known = Callable[[Edition], bool]


@dataclass(frozen=True)
class Part:
    """A part of the sheet: what it says, and the decisions that it answers, by whose defaults it is done without it.

    `otherwise` says what is done where those defaults do not say it all; `module` is the optional part of the rules
    that brings it, in editions that have it as one. Without texts and kinds of its own those of its section hold;
    without `known` the editions in which any of its kinds is asked have it.
    """

    title: str = ""
    text: str = ""
    kinds: tuple[str, ...] = ()
    known: Known | None = None
    otherwise: str = ""
    module: str = ""


def _musters_by_order(edition: Edition) -> bool:
    return any(order.musters for order in edition.orders.values())


# Sections whose titles on the form say which of their fields stand there, and not in the cards of areas.
_LABELLED = (Raids.section, Marches.section, SupportRule.section, ChoiceRule.section, Ties.section, LoanRule.section)
# Sections of which there is more to tell, or something else, than their help and the defaults of all their kinds.
OF_SECTIONS: Mapping[Section, tuple[Part, ...]] = {
    RavenRule.section: (
        Part(known=lambda edition: not edition.ravens_look),
        Part(
            text=N_(
                "For its holder: an order to exchange, or a look at the top wildling card, on conditions; or nothing."
            ),
            known=lambda edition: edition.ravens_look,
        ),
    ),
    Losses.section: (Part(kinds=("take-casualty",)),),
    Muster.section: (
        Part(),
        Part(
            N_("Mustering by an order"),
            N_("A special Consolidate Power order in a castle or stronghold musters what the sheet wants there."),
            known=_musters_by_order,
            otherwise=N_("The order brings its Power."),
        ),
    ),
    ChoiceRule.section: (
        Part(kinds=("pick-effect",), known=lambda edition: edition.variant.support_refusable),
        Part(
            N_("Tactics card"),
            N_("Which card is chosen with the orders: wishes in order of liking, on conditions."),
            known=tactics_known,
            otherwise=N_("The card that is last among those in hand."),
            module="tactics",
        ),
        Part(
            N_("Leaders turned"),
            N_("Among the choices: whose orders are given up for a march of their own, on which condition."),
            known=leaders_known,
            otherwise=N_("Orders are carried out as they lie."),
            module="leaders",
        ),
        Part(
            N_("Bids given away"),
            N_("For whoever wins by loyalty: which houses get what was bid for a track, one token after the other."),
            ("spread-bid",),
            causes_known,
        ),
    ),
    LoanRule.section: (Part(kinds=("take-loan", "improve-area", "place-units", "destroy-unit"), known=loans_known),),
    ClaimRule.section: (Part(kinds=("choose-vassal",), known=vassals_known),),
    VassalSheet.section: (Part(N_("Orders of vassals"), kinds=("place-vassal-orders",)),),
    TroopsRule.section: (Part(module="tactics"),),
    Hostages.section: (Part(module="leaders"),),
}


def parts(edition: Edition, sheet: type[Sheet] = Sheet) -> Iterator[Part]:
    """The parts of a sheet that an edition has, in the order of the sheet, with all their texts and kinds."""
    for name, section in sections_of(sheet).items():
        kinds = [kind for kind in KINDS.values() if kind.part == name]
        # What answers no decision by itself is there for all.
        played = not kinds or any(kind.known(edition) for kind in kinds)
        for part in OF_SECTIONS.get(section, (Part(),)) if section.help else ():
            if part.known(edition) if part.known is not None else played:
                yield replace(
                    part,
                    title=part.title or (section.label if section in _LABELLED else section.title),
                    text=part.text or section.help,
                    kinds=part.kinds or tuple(kind.tag for kind in kinds),
                )


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


@dataclass(frozen=True)
class PartLine:
    """A part of the sheet: what it says, and what happens without it."""

    title: str
    text: str
    otherwise: tuple[str, ...]


@dataclass(frozen=True)
class ChoiceLine:
    """Something that leaves a choice: who is asked, among what, what happens without a wish."""

    title: str
    text: str
    asked: str
    choices: tuple[str, ...]
    otherwise: str


@dataclass(frozen=True)
class CardLine:
    """A card: its name, its figures, its text, how many copies there are; `reconstruction`: of one source alone, or
    ours."""

    name: str
    figures: str
    text: str
    copies: int = 1
    reconstruction: bool = False


@dataclass(frozen=True)
class LeaderLine:
    """A leader: whose he is, what his token shows, the order that turns it."""

    name: str
    house: str
    figures: str
    order: str
    reconstruction: bool


def guide(v: Any) -> str:
    """The page of one edition: players, sheet, choices, orders, units, cards."""
    return render_template(
        "thrones/guide_edition.html",
        v=v,
        points=[point for point in POINTS if point.known(v.edition)],
        parts_of_sheet=_parts(v),
        choices=_choices(v),
        hands=_hands((), v),
        reconstructed=any(piece.reconstruction for pieces in _marked(v.edition) for piece in pieces.values()),
        other_hands={
            module: _hands((module,), v)
            for module in v.edition.modules
            if v.edition.hands((module,)) != v.edition.hands()
        },
        decks=_decks(v),
        leaders=[_leader(leader, v) for leader in v.edition.leaders],
        tactics=[_plain_card(card, v) for card in v.edition.tactics.values()],
        alliances={
            deck: [_plain_card(v.edition.alliances[card], v) for card in cards]
            for deck, cards in v.edition.alliance_decks.items()
        },
        open_points=[v.words.gettext(point) for point in v.edition.reconstructions],
    )


def _marked(edition: Any) -> tuple[dict[str, Any], ...]:
    """The pieces of an edition that say whether they are a reconstruction."""
    return edition.cards, edition.leaders, edition.tactics, edition.alliances, edition.wildling_cards


def rulings(v: Any) -> str:
    """The page of what the program does where the rules of one edition are silent."""
    also = also_holding(v.edition.id)
    parts = [(part, list(found)) for part, found in groupby(rulings_of(v.edition.id), key=attrgetter("part"))]
    return render_template("guide_rulings.html", v=v, parts_of_rules=parts, also=games.EDITIONS.get(also))


def _parts(v: Any) -> list[PartLine]:
    defaults, lines = default_policies(v.edition), []
    for part in parts(v.edition):
        texts = [part.otherwise] if part.otherwise else [defaults[kind] for kind in part.kinds]
        lines.append(PartLine(_title(part, v), v.say(part.text), tuple(dict.fromkeys(map(v.say, texts)))))
    return lines


def _title(part: Part, v: Any) -> str:
    """The name of a part, and whether it takes an optional part of the rules."""
    title: str = v.say(part.title)
    return f"{title} ({v.say('optional')})" if part.module in v.edition.modules else title


@cache
def _asked(edition_id: str) -> tuple[tuple[str, Asking], ...]:
    """What asks in a game with everything, each once, with the first house it asks; nothing depends on a seed."""
    rules: Any = games.edition(edition_id)
    found: dict[str, tuple[str, Asking]] = {}
    for modules in ((), rules.modules):
        board: Any = games.start(edition_id, max(rules.setups), "0" * 64, modules).board
        for house in board.tracks["iron-throne"]:
            for asking in askings(board, rules, house):
                found.setdefault(asking.because, (house, asking))
    moments = list(get_args(Moment))
    return tuple(sorted(found.values(), key=lambda pair: moments.index(pair[1].moment)))


def _choices(v: Any) -> list[ChoiceLine]:
    rules, lines = v.edition, []
    for house, asking in _asked(rules.id):
        because = asking.because
        who = v.house(house) if asking.moment == "card" else v.badge(asking.badge) if asking.badge else ""
        # A raven shows every wildling card; that stands in the raven's own line.
        offers = {name: choices for name, choices in asking.offers.items() if name != "raven"}
        named = dict.fromkeys(c for choices in offers.values() for c in choices)
        led = named.keys() & rules.leaders.keys() if asking.moment == "leaders" else set()
        cards = (named.keys() & rules.cards.keys()) - led
        others = (c for c in named if c not in rules.areas and c not in cards and c not in led)
        words = [choice_phrase(c, v, because) for c in others]
        if led:
            words.insert(0, v.say("a leader"))
        if named.keys() & rules.areas.keys():
            words.insert(0, v.say("an area that is offered"))
        if cards:
            words.insert(0, v.say("a card in hand"))
        if offers:
            said = asking_default(Asking(because=because, moment=asking.moment, offers=offers), v)
            open_ended = cards or (asking.moment == "leaders" and named.keys() <= rules.areas.keys())
            said = v.say("the last that is offered") if open_ended else said
            lines.append(ChoiceLine(asking_title(because, v), asking_hint(because, v), who, tuple(words), said))
    return lines


def _hands(modules: tuple[str, ...], v: Any) -> dict[str, list[CardLine]]:
    """The House cards of every house that has some, strongest first."""
    hands = v.edition.hands(modules)
    return {house: [house_card(card, v) for card in _by_number(cards, v)] for house, cards in hands.items() if cards}


def _by_number(cards: tuple[str, ...], v: Any) -> list[str]:
    return sorted(cards, key=lambda card: -v.edition.cards[card].strength)


def house_card(card: str, v: Any) -> CardLine:
    """A House card with its figures and its text."""
    facts = v.edition.cards[card]
    figures = _figures(facts.strength, facts.swords, facts.fortifications, v)
    return CardLine(v.card(card), figures, card_text(card, v), reconstruction=facts.reconstruction)


def _plain_card(card: Any, v: Any) -> CardLine:
    """A tactics or alliance card."""
    whose = f" ({v.house(card.house)})" if getattr(card, "house", "") else ""
    return CardLine(f"{v.card(card.id)}{whose}", "", card_text(card.id, v), reconstruction=card.reconstruction)


def _leader(leader: str, v: Any) -> LeaderLine:
    token = v.edition.leaders[leader]
    whose = v.alliance(token.house) if token.allied else v.house(token.house)
    return LeaderLine(v.leader(leader), whose, leader_figures(leader, v), v.ban(token.activates), token.reconstruction)


def _figures(strength: int, swords: int, fortifications: int, v: Any, *, skull: bool = False) -> str:
    return ", ".join([str(strength), *icons(swords, fortifications, v), *([v.say("a skull")] if skull else [])])


def _decks(v: Any) -> dict[str, list[CardLine]]:
    """Every deck by its name, and those that optional parts of the rules have instead."""
    found = {deck_name(deck, v): _deck(entries, v) for deck, entries in v.edition.decks.items()}
    for module, decks in v.edition.module_decks.items():
        found |= {f"{deck_name(deck, v)}, {module_name(module, v)}": _deck(one, v) for deck, one in decks.items()}
    return found


def _deck(entries: tuple[DeckEntry, ...], v: Any) -> list[CardLine]:
    rules, lines = v.edition, []
    for entry in entries:
        tide = rules.tide_cards.get(entry.card)
        figures = _figures(tide.strength, tide.swords, tide.fortifications, v, skull=tide.skull) if tide else ""
        text = card_text(entry.card, v)
        icon = v.say("wildlings move on") if entry.wildlings and wildlings_known(rules) else figures
        icon = v.say("the weather moves on") if entry.weather else icon
        wildling = rules.wildling_cards.get(entry.card)
        marked = wildling is not None and wildling.reconstruction
        lines.append(CardLine(v.card(entry.card), icon, text, entry.copies, reconstruction=marked))
    return lines
