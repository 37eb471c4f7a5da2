"""Everything that leaves a choice among effects, and whom it may ask what.

The bot chooses by this table; forms and guides show by it what may be asked before any question is open. A sheet
answers under `choices`, by what asks; `because` of an asking is that key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.engine import FrozenStruct
from adjudicator.thrones.bot.battle import score_area_or_card
from adjudicator.thrones.bot.sight import Proposal, Sight
from adjudicator.thrones.rules.registry import with_modules
from adjudicator.thrones.rules.targaryen import plot_offers
from adjudicator.thrones.sheets.effects import cards, storm
from adjudicator.thrones.sheets.effects.cards import Effect, Moment
from adjudicator.thrones.sheets.effects.storm import KEPT
from adjudicator.thrones.state import Board, Edition, decisions as d
from adjudicator.thrones.state.decisions import Pick

# What rules ask stands among them in the order in which a round comes to it.
REGISTERED = (*cards.OF_RULES, *cards.OF_HOUSE_CARDS, *storm.EFFECTS)
EFFECTS = {effect.name: effect for effect in REGISTERED}


def pick(sight: Sight, decision: d.PickEffect) -> Iterator[Proposal]:
    """Propose the choice that helps most; if unknown, the last, which changes least."""
    effect = _find_effect(sight.edition, decision.because)
    liking = score_area_or_card if effect is None else effect.liking
    best = max(reversed(decision.choices), key=lambda choice: liking(sight, decision, choice))
    yield Pick(best), f"{best} suits us best"


def _find_effect(edition: Edition, because: str) -> Effect | None:
    """Return the effect of a card, badge or rule that asks; None if unlisted."""
    card = edition.cards.get(because) or edition.wildling_cards.get(because)
    plot = edition.westeros.get(because)
    beside = edition.tactics.get(because) or edition.alliances.get(because)
    asks = next((source.effect for source in (card, plot, beside) if source is not None), "")
    return EFFECTS.get(asks or because)


def sorts_offered(edition: Edition, because: str) -> tuple[str, ...]:
    """Return the sorts of names a card, badge or rule offers; none: any."""
    card = edition.wildling_cards.get(because)
    reward = EFFECTS.get(str(card.values.get("reward", ""))) if card is not None else None
    effects = (effect for effect in (_find_effect(edition, because), reward) if effect is not None)
    return tuple(dict.fromkeys(sort for effect in effects for sort in effect.names))


class QuestionSource(FrozenStruct):
    """Something that asks for choices; `offers` maps each occasion to its choices.

    Only the holder of `badge` is asked, if it names one. The last choice of an occasion is the published default; among
    tracks it is the one where the house concerned moves least.
    """

    because: str
    moment: Moment
    offers: dict[str, tuple[str, ...]]
    badge: str = ""

    def asks(self, board: Board, house: str) -> bool:
        """Whether the house would be asked now; it needs the badge, if one is named."""
        return not self.badge or board.holders.get(self.badge) == house


def question_sources(board: Board, edition: Edition, house: str) -> tuple[QuestionSource, ...]:
    """Everything that may ask this house, in the order in which a round comes to it."""
    edition = with_modules(edition, board.modules)
    questions = [*_westeros(board, edition, house), *_rule_questions(board, edition, house, "raven")]
    questions += _wildlings(board, edition, house)
    questions += _question_sources(_house_cards(board, edition, house), board, edition, house)
    questions += _rule_questions(board, edition, house, "support", "blade", "port", "power")
    questions += _question_sources(_loans(board, edition), board, edition, house)
    questions += _rule_questions(board, edition, house, "tactics") if board.tactics is not None else ()
    questions += _question_sources(_tactics(board, edition, house), board, edition, house)
    questions += _question_sources(_alliances(board, edition, house), board, edition, house)
    questions += _rule_questions(board, edition, house, "leaders")
    return tuple(questions)


def _westeros(board: Board, edition: Edition, house: str) -> Iterator[QuestionSource]:
    """Yield what Westeros cards ask the house: loyalty cards, options and effects."""
    for card in edition.westeros.values():
        plotted = plot_offers(board, edition, house, card) if card.effect and board.points else ()
        if plotted:
            yield QuestionSource(card.id, "westeros", {"": plotted})
        if card.options:
            offers = {"": tuple(option.id for option in card.options)}
            yield QuestionSource(card.id, "westeros", offers, badge=card.chooser)
        offered = _offers_by_effect(card.id, board, edition, house, card)
        if offered:
            yield QuestionSource(card.id, "westeros", offered)


def _rule_questions(board: Board, edition: Edition, house: str, *moments: Moment) -> Iterator[QuestionSource]:
    """Yield what rules and badges ask the house at any of these moments."""
    for effect in REGISTERED:
        if effect.moment not in moments:
            continue
        offers = dict(effect.offers(board, edition, house, None))
        if offers:
            yield QuestionSource(effect.name, effect.moment, offers, badge=effect.badge)


def _wildlings(board: Board, edition: Edition, house: str) -> Iterator[QuestionSource]:
    for card in edition.wildling_cards.values():
        offers: dict[str, tuple[str, ...]] = {"raven": ("bottom", "top")} if edition.ravens_look else {}
        for name in (card.effect, str(card.values.get("reward", ""))):
            offers |= _offers_by_effect(name, board, edition, house, card)
        yield QuestionSource(card.id, "wildlings", {name: some for name, some in offers.items() if some})


def _offers_by_effect(name: str, board: Board, edition: Edition, house: str, card: Any) -> dict[str, tuple[str, ...]]:
    """Return what the named effect offers by a card; empty if unknown."""
    return dict(EFFECTS[name].offers(board, edition, house, card)) if name in EFFECTS else {}


# What asks, at which moment, by which effect, and the card of it.
Row = tuple[str, Moment, str, Any]


def _question_sources(rows: Iterable[Row], board: Board, edition: Edition, house: str) -> Iterator[QuestionSource]:
    for because, moment, effect, card in rows:
        offers = _offers_by_effect(effect, board, edition, house, card)
        if offers:
            yield QuestionSource(because, moment, offers)


def _house_cards(board: Board, edition: Edition, house: str) -> Iterator[Row]:
    """Yield the house's own cards still in the game, a fighting one included.
    Then those of vassals, which ask whoever fights for one or against one."""
    own = {*board.hands.get(house, ()), *board.discards.get(house, ())}
    if board.battle is not None and house in board.battle.cards:
        own.add(board.battle.cards[house])
    names = [name for name in edition.cards if name in own and name not in edition.vassal_cards]
    for name in (*names, *(edition.vassal_cards if board.vassals else ())):
        yield name, "card", edition.cards[name].effect, edition.cards[name]


def _loans(board: Board, edition: Edition) -> Iterator[Row]:
    """What loans to be had now ask besides areas."""
    for loan in board.bank.slots if board.bank is not None else ():
        for part in edition.loans[loan].parts if loan else ():
            yield loan, "loan", str(part["does"]), None


def _tactics(board: Board, edition: Edition, house: str) -> Iterator[Row]:
    """What tactics cards ask that the house may choose or has chosen."""
    if board.tactics is not None:
        for name in dict.fromkeys((*board.tactics.decks.get(house, ()), *board.tactics.open.get(house, ()))):
            yield name, "tactics", edition.tactics[name].effect, edition.tactics[name]


def _alliances(board: Board, edition: Edition, house: str) -> Iterator[Row]:
    """Yield what alliance cards ask, by how soon.
    Those held, in battle; those on top, when they come; then all others, which may come by then."""
    if board.realm is None:
        return
    mine = board.realm.alliances.get(house, ())
    for name in dict.fromkeys((*mine, *board.realm.tops.values(), *edition.alliances)):
        card = edition.alliances[name]
        if name not in mine or card.effect in KEPT:
            yield name, "alliances", card.effect, card
