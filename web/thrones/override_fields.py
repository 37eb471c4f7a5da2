"""Fields of overrides that set the position, and back: a row for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from adjudicator.thrones.state import CLAIM_SPACES, Edition
from adjudicator.thrones.state.overrides import AnyOverride
from narration.thrones.voice import MARKS as MARK_NAMES, Voice, deck_name, has_causes, has_loans, has_vassals
from narration.words import N_
from web.forms.overrides import OverrideField, OverrideForm
from web.forms.sections import options_with_names

# The fields of each kind.
KINDS = {
    "set-units": "area house? units routed:units",
    "set-control": "area house?",
    "set-order": "area order?",
    "set-neutral": "area strength:count?",
    "set-improvements": "area marks",
    "set-loans": "house loans",
    "set-loyalty": "area tokens:count",
    "set-points": "house:cause points:count",
    "set-leader": "leader area? house?",
    "set-alliances": "house alliances",
    "set-tactics": "house tactics",
    "set-claim": "houses:claim",
    "set-weather": "place:count",
    "make-vassal": "house commander:house?",
    "set-power": "house power:count",
    "set-track": "track houses",
    "set-supply": "house supply:count",
    "set-wildlings": "strength:count",
    "set-hand": "house hand",
    "set-deck": "deck order:cards",
    "ruling": "text",
    "end-game": "winners",
}
# What only editions with such things know.
_KNOWN: dict[str, Callable[[Edition], bool]] = {
    "set-improvements": lambda edition: bool(edition.improvement_tokens),
    "set-loans": has_loans,
    "set-loyalty": has_causes,
    "set-points": has_causes,
    "make-vassal": has_vassals,
    "set-leader": lambda edition: bool(edition.leaders),
    "set-alliances": lambda edition: bool(edition.alliances),
    "set-tactics": lambda edition: bool(edition.tactics),
    "set-claim": lambda edition: bool(edition.claimed),
    "set-weather": lambda edition: bool(edition.weather),
}
LABELS = {
    "area": N_("area"),
    "house": N_("house"),
    "order": N_("order"),
    "strength": N_("Strength"),
    "power": N_("Power"),
    "track": N_("track"),
    "houses": N_("From first to last"),
    "supply": N_("supply"),
    "hand": N_("Cards in hand (the others are used)"),
    "deck": N_("deck"),
    "cards": N_("Next cards, the top one first"),
    "text": N_("ruling"),
    "marks": N_("Tokens on the area"),
    "loans": N_("Loans that the house has taken"),
    "tokens": N_("loyalty tokens"),
    "points": N_("Position on the victory track"),
    "commander": N_("Who decides for it until vassals are chosen again (empty: the first player in turn order)"),
    "leader": N_("leader"),
    "alliances": N_("Alliance cards that the house holds"),
    "tactics": N_("Tactics cards of the house that stay in effect"),
    "claim": N_("Whose tokens are on the claim track, from the highest number"),
    "place": N_("Position of the weather marker (0 is the first)"),
    "winners": N_("Winners (none: by the standings)"),
    "units": N_("units"),
    "routed": N_("routed units"),
}
MAX_CARDS = 4


def edition_override_kinds(edition: Edition) -> list[str]:
    """The kinds that an edition knows."""
    return [kind for kind in KINDS if kind not in _KNOWN or _KNOWN[kind](edition)]


def offered(kind: str, v: Voice, houses: Sequence[str], modules: Sequence[str] = ()) -> list[OverrideField]:
    """Return the form fields for an override kind, labelled in the words of `v`.
    `houses` are those of the game; `modules` decide which cards a hand can hold."""
    edition, hands = v.edition, v.edition.hands(modules)
    leading = options_with_names(houses, v.house)
    # Others are shuffled whenever they are drawn from; these lie in an order of their own all game long.
    face_down = edition.westeros.keys() | edition.wildling_cards.keys() | edition.loans.keys()
    decks = [deck for deck, cards in edition.every_deck.items() if face_down.issuperset(cards)]
    options = {
        "area": _options_sorted_by_name(edition.areas, v.area),
        **dict.fromkeys(("house", "houses", "winners", "claim"), leading),
        "cause": [option for option in leading if option[0] in edition.causes],
        "marks": options_with_names(MARK_NAMES, lambda mark: v.say(MARK_NAMES[mark])),
        "loans": _options_sorted_by_name(edition.loans, v.card),
        "leader": options_with_names(edition.leaders, v.leader),
        "alliances": _options_sorted_by_name(edition.alliances, v.card),
        "tactics": _options_sorted_by_name(edition.tactics, v.card),
        "order": options_with_names(edition.orders, v.order),
        "track": options_with_names(edition.badges, v.track),
        "deck": options_with_names(decks, lambda deck: deck_name(deck, v)),
        "units": options_with_names(edition.units, lambda unit: v.unit(unit, 2)[2:]),
        "hand": options_with_names(
            sorted({card for house in houses for card in hands.get(house, ())}, key=v.card), v.card
        ),
        "cards": [
            *_options_sorted_by_name(edition.westeros, v.card),
            *_options_sorted_by_name(edition.wildling_cards, v.card),
            *_options_sorted_by_name(edition.loans, v.card),
        ],
    }
    return FORM.fields(kind, v, options, {"houses": len(houses), "cards": MAX_CARDS, "claim": CLAIM_SPACES})


def _options_sorted_by_name(ids: Iterable[str], name: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return ids as options with their names, sorted by name."""
    return sorted(options_with_names(ids, name), key=itemgetter(1))


FORM = OverrideForm(KINDS, LABELS, AnyOverride, None)
