"""The fields of edicts that set the position, and back: one row of fields for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.thrones.state.board import CLAIM_SPACES
from adjudicator.thrones.state.edicts import AnyEdict
from adjudicator.thrones.state.edition import Edition
from narration.thrones.edition_words import causes_known, deck_name, loans_known, vassals_known
from narration.thrones.phrases import MARKS as MARK_NAMES
from narration.thrones.voice import Voice
from narration.words import N_
from web.forms.edicts import EdictField, EdictForm

Option = tuple[str, str]
# The fields of each kind: name and sort.
KINDS: dict[str, tuple[tuple[str, str], ...]] = {
    "set-units": (("area", "area"), ("house", "house?"), ("units", "units"), ("routed", "units")),
    "set-control": (("area", "area"), ("house", "house?")),
    "set-order": (("area", "area"), ("order", "order?")),
    "set-neutral": (("area", "area"), ("strength", "count?")),
    "set-improvements": (("area", "area"), ("marks", "marks")),
    "set-loans": (("house", "house"), ("loans", "loans")),
    "set-loyalty": (("area", "area"), ("tokens", "count")),
    "set-points": (("house", "cause"), ("points", "count")),
    "set-leader": (("leader", "leader"), ("area", "area?"), ("house", "house?")),
    "set-alliances": (("house", "house"), ("alliances", "alliances")),
    "set-tactics": (("house", "house"), ("tactics", "tactics")),
    "set-claim": (("houses", "claim"),),
    "set-weather": (("place", "count"),),
    "make-vassal": (("house", "house"), ("commander", "house?")),
    "set-power": (("house", "house"), ("power", "count")),
    "set-track": (("track", "track"), ("houses", "houses")),
    "set-supply": (("house", "house"), ("supply", "count")),
    "set-wildlings": (("strength", "count"),),
    "set-hand": (("house", "house"), ("hand", "hand")),
    "set-deck": (("deck", "deck"), ("order", "cards")),
    "ruling": (("text", "text"),),
    "end-game": (("winners", "winners"),),
}
# What only editions with such things know.
_KNOWN: dict[str, Callable[[Edition], bool]] = {
    "set-improvements": lambda edition: bool(edition.improvement_tokens),
    "set-loans": loans_known,
    "set-loyalty": causes_known,
    "set-points": causes_known,
    "make-vassal": vassals_known,
    "set-leader": lambda edition: bool(edition.leaders),
    "set-alliances": lambda edition: bool(edition.alliances),
    "set-tactics": lambda edition: bool(edition.tactics),
    "set-claim": lambda edition: bool(edition.claimed),
    "set-weather": lambda edition: bool(edition.weather),
}
LABELS = {
    "area": N_("Area"),
    "house": N_("House"),
    "order": N_("Order"),
    "strength": N_("Strength"),
    "power": N_("Power"),
    "track": N_("Track"),
    "houses": N_("From first to last"),
    "supply": N_("Supply"),
    "hand": N_("Cards in hand (the others are used)"),
    "deck": N_("Deck"),
    "cards": N_("Next cards, the top one first"),
    "text": N_("Ruling"),
    "marks": N_("Tokens on the area"),
    "loans": N_("Loans that the house has taken"),
    "tokens": N_("Loyalty tokens"),
    "points": N_("Place on the victory track"),
    "commander": N_("Who decides for it until vassals are chosen again (nobody named: the first player in turn order)"),
    "leader": N_("Leader"),
    "alliances": N_("Alliance cards that the house holds"),
    "tactics": N_("Tactics cards of the house that last"),
    "claim": N_("Whose tokens lie on the claim track, from the highest number"),
    "place": N_("Place of the weather marker (0 is the first)"),
    "winners": N_("Winners (none: as the standings are)"),
    "units": N_("Units"),
    "routed": N_("Routed units"),
}
MOST_CARDS = 4


def kinds_known(edition: Edition) -> list[str]:
    """The kinds that an edition knows."""
    return [kind for kind in KINDS if kind not in _KNOWN or _KNOWN[kind](edition)]


def offered(kind: str, v: Voice, houses: Sequence[str], modules: Sequence[str] = ()) -> list[EdictField]:
    """The fields of a kind of edict, in the words of `v`; `modules` are the optional rules of the game."""
    hands = v.edition.hands(modules)
    cards = sorted({card for house in houses for card in hands.get(house, ())}, key=v.card)
    return [_field(kind, name, sort, v, houses, cards) for name, sort in KINDS[kind]]


def _field(kind: str, name: str, sort: str, v: Voice, houses: Sequence[str], cards: Sequence[str]) -> EdictField:
    key = sort if sort in ("cards", "claim") else name
    label = v.say(LABELS[key])
    edition = v.edition
    options: dict[str, list[Option]] = {
        "area": sorted(((area, v.area(area)) for area in edition.areas), key=lambda one: one[1]),
        "house": [(house, v.house(house)) for house in houses],
        "cause": [(house, v.house(house)) for house in houses if house in edition.causes],
        "marks": [(mark, v.say(words)) for mark, words in MARK_NAMES.items()],
        "loans": _by_name(edition.loans, v),
        "leader": [(leader, v.leader(leader)) for leader in edition.leaders],
        "alliances": _by_name(edition.alliances, v),
        "tactics": _by_name(edition.tactics, v),
        "order": [(order, v.order(order)) for order in edition.orders],
        "track": [(track, v.track(track)) for track in edition.badges],
        "deck": [(deck, deck_name(deck, v)) for deck in edition.every_deck if _face_down(deck, v)],
        "units": [(unit, v.unit(unit, 2)[2:]) for unit in edition.units],
        "hand": [(card, v.card(card)) for card in cards],
        "cards": [*_by_name(edition.westeros, v), *_by_name(edition.wildling_cards, v), *_by_name(edition.loans, v)],
    }
    base = sort.rstrip("?")
    shown = options.get({"houses": "house", "winners": "house", "claim": "house"}.get(base, base), [])
    slots = {"houses": len(houses), "cards": MOST_CARDS, "claim": CLAIM_SPACES}.get(base, 1)
    return EdictField(name, sort, label, tuple(shown), slots)


def _face_down(deck: str, v: Voice) -> bool:
    """Whether a deck lies in an order of its own all game long; others are shuffled whenever they are drawn from."""
    edition = v.edition
    known = edition.westeros.keys() | edition.wildling_cards.keys() | edition.loans.keys()
    return known.issuperset(edition.every_deck[deck])


def _by_name(cards: Iterable[str], v: Voice) -> list[Option]:
    return sorted(((card, v.card(card)) for card in cards), key=lambda one: one[1])


read_edict = EdictForm(KINDS, AnyEdict, None).read
