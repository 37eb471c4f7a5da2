"""Help: what a sheet can say, edition by edition, from the editions' own data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

from flask import render_template

from adjudicator import games
from adjudicator.thrones.editions.loading import also_holding
from adjudicator.thrones.editions.loading import rulings as rulings_of
from adjudicator.thrones.sheets.effects.effect import Moment
from adjudicator.thrones.sheets.effects.table import Asking, askings
from adjudicator.thrones.sheets.resolver import default_policies
from adjudicator.thrones.state.edition import DeckEntry
from narration.thrones.edition_words import deck_name, module_name, wildlings_known
from narration.thrones.phrases import asking_default, asking_hint, asking_title, card_text, choice_phrase
from narration.thrones.summary import leader_figures
from web.thrones.card_faces import icons
from web.thrones.guide_texts import POINTS, Part, parts


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
        other_hands={module: _hands((module,), v) for module in v.edition.modules if _brings_cards(module, v)},
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


def _brings_cards(module: str, v: Any) -> bool:
    """Whether an optional part of the rules brings other House cards."""
    return bool(v.edition.hands((module,)) != v.edition.hands())


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
