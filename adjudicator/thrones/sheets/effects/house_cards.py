"""House cards, but for the alternate ones and those of vassals."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.sheets.effects.effect import ANYWHERE, Effect, lead, listed, words
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

# In battle a place on the Fiefdoms track counts for so much more.
FIEFDOMS = 1.5


def _send_back(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Only a strong card, or one that turns the battle."""
    battle = sight.board.battle
    card = sight.edition.cards.get(decision.subject)
    if choice == "decline" or battle is None or card is None:
        return 0.5
    return 1.0 if -card.strength <= lead(sight) <= 0 else 0.3 * card.strength - 0.6


def _another(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the battle would be lost and a card in hand wins it."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    best = max((sight.edition.cards[card].strength for card in sight.board.hands[sight.house]), default=0)
    return 1.0 if -best < lead(sight) <= 0 else 0.0


def _doran(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The track on which the opponent loses most places; in battle the Fiefdoms count double."""
    battle = sight.board.battle
    if battle is None or choice not in sight.board.tracks:
        return 0.0
    places = sight.board.tracks[choice]
    fall = len(places) - 1 - places.index(battle.opponent(sight.house))
    return fall * (FIEFDOMS if choice == "fiefdoms" else 1.0)


def _added(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The weakest card whose strength turns the battle; none if nothing does, or nothing must."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    strength = sight.edition.cards[choice].strength
    return 1.0 - 0.05 * strength if -strength < lead(sight) <= 0 else 0.0


def _own_cards(board: Board, edition: Edition, house: str, card: HouseCard) -> Mapping[str, tuple[str, ...]]:
    return {"": (*(c for c in edition.hands(board.modules)[card.house] if c != card.id), "decline")}


EFFECTS = (
    Effect(name="send-back", liking=_send_back, offers=words("send-back", "decline")),
    Effect(name="play-another", liking=_another, offers=words("play-another", "decline")),
    Effect(
        name="to-the-end-of-a-track",
        names=("track",),
        liking=_doran,
        offers=listed(lambda board, edition, house: edition.tracks),
    ),
    Effect(
        name="choose-retreat",
        names=("area",),
        liking=lambda sight, decision, choice: 0.0 if choice == "decline" else -Outlook(sight).worth(choice),
        offers=ANYWHERE,
    ),
    Effect(name="add-card", names=("card",), liking=_added, offers=_own_cards),
    Effect(name="remove-cards", names=("card",), offers=words("remove", "decline")),
    Effect(name="return-if-defended", offers=words("take-back", "decline")),
)
