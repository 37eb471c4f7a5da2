"""The alternate House cards of Mother of Dragons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.thrones.sheets.effects.effect import ANYWHERE, Effect, lead, listed, words
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.choices import crowded
from adjudicator.thrones.steward.sight import Sight

# What is paid at most for a battle, and from where on the wildlings are strong.
MOST_PAID, STRONG = 4, 6


def _lent(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The least strength that turns the battle, of a card or of Power; nothing if nothing does, or nothing must."""
    battle = sight.board.battle
    if choice in ("decline", "0") or battle is None:
        return 0.5
    foe = battle.opponent(sight.house)
    strength = int(choice) if choice.isdecimal() else sight.edition.cards[choice].strength
    needed = -lead(sight) + (0 if sight.ahead(sight.house, foe) else 1)
    return 1.0 - 0.02 * strength if 0 < needed <= strength and needed <= MOST_PAID else 0.0


def _wildlings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Down when they are strong and the house is poor, up when it could outbid others."""
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    rich = sight.board.power[sight.house] > max(others, default=0)
    return {"up": float(rich), "down": float(not rich and sight.board.wildlings >= STRONG)}.get(choice, 0.5)


def _searched(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Mustering while there is room, else supply."""
    return {"I": 1.0, "mustering": 3.0 if not crowded(sight) else 1.0, "supply": 2.0}.get(choice, 0.0)


def _purse(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Where the opponent loses more than it costs."""
    battle = sight.board.battle
    foe = battle.opponent(sight.house) if battle is not None else ""
    return 1.0 if choice == "pay" and sight.board.power.get(foe, 0) > 2 else 0.5 if choice == "decline" else 0.0


def _up(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The track on which the house stands lowest."""
    return float(sight.board.tracks[choice].index(sight.house)) if choice in sight.board.tracks else 0.0


def _decks(board: Board, edition: Edition, house: str, card: Any) -> Mapping[str, tuple[str, ...]]:
    return {"deck": (*edition.westeros_decks, "decline"), "card": tuple(edition.westeros)}


def _all_cards(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    hands = edition.hands(board.modules)
    return (*(one for house in board.houses for one in hands[house]), "decline")


def _tokens(board: Board, edition: Edition, house: str) -> Iterator[str]:
    return map(str, range(edition.power_tokens, -1, -1))


EFFECTS = (
    Effect(
        name="fetch-card",
        liking=lambda sight, decision, choice: float(choice == "take-back"),
        offers=words("take-back", "decline"),
    ),
    Effect(name="copy-card", names=("card",), liking=_lent, offers=listed(_all_cards)),
    Effect(name="buy-strength", liking=_lent, offers=listed(_tokens)),
    Effect(name="kill-anywhere", names=("area",), offers=ANYWHERE),
    Effect(name="move-wildlings", liking=_wildlings, offers=words("up", "down", "decline")),
    Effect(name="search-deck", names=("deck", "westeros"), liking=_searched, offers=_decks),
    Effect(
        name="up-a-track",
        names=("track",),
        liking=_up,
        offers=listed(lambda board, edition, house: (*edition.tracks, "decline")),
    ),
    Effect(name="empty-the-purse", liking=_purse, offers=words("pay", "decline")),
)
