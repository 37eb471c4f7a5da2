"""Effects of House cards, the alternate ones and those of vassals among them."""

from __future__ import annotations

from adjudicator.thrones.sheets.effects.effect import ANYWHERE, Effect, lead, listed, words
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.battle import crowded
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


def _all_cards(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    hands = edition.hands(board.modules)
    return (*(one for house in board.houses for one in hands[house]), "decline")


def _bribe(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the opponent's card, and nothing else, wins the battle."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    # Who pays fights himself, or commands who does.
    house = battle.attacker if battle.attacker in sight.board.family(sight.house) else battle.defender
    needed = 0 if sight.ahead(house, battle.opponent(house)) else 1
    card = sight.edition.cards[decision.because].strength
    return 1.0 if lead(sight, house) < needed <= lead(sight, house) + card else 0.0


def _lands(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    lands = (area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
    return (*lands, "decline") if house in board.vassals else ()


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
    Effect(
        name="add-card",
        names=("card",),
        liking=_added,
        offers=lambda board, edition, house, card: {
            "": (*(c for c in edition.hands(board.modules)[card.house] if c != card.id), "decline")
        },
    ),
    Effect(name="remove-cards", names=("card",), offers=words("remove", "decline")),
    Effect(name="return-if-defended", offers=words("take-back", "decline")),
    Effect(
        name="fetch-card",
        liking=lambda sight, decision, choice: float(choice == "take-back"),
        offers=words("take-back", "decline"),
    ),
    Effect(name="copy-card", names=("card",), liking=_lent, offers=listed(_all_cards)),
    Effect(
        name="buy-strength",
        liking=_lent,
        offers=listed(lambda board, edition, house: map(str, range(edition.power_tokens, -1, -1))),
    ),
    Effect(name="kill-anywhere", names=("area",), offers=ANYWHERE),
    Effect(name="move-wildlings", liking=_wildlings, offers=words("up", "down", "decline")),
    Effect(
        name="search-deck",
        names=("deck", "westeros"),
        liking=_searched,
        offers=lambda board, edition, house, card: {
            "deck": (*edition.westeros_decks, "decline"),
            "card": tuple(edition.westeros),
        },
    ),
    Effect(
        name="up-a-track",
        names=("track",),
        liking=_up,
        offers=listed(lambda board, edition, house: (*edition.tracks, "decline")),
    ),
    Effect(name="empty-the-purse", liking=_purse, offers=words("pay", "decline")),
    Effect(name="muster-beaten", names=("area",), offers=listed(_lands)),
    Effect(
        name="bought-off",
        liking=_bribe,
        offers=listed(lambda board, edition, house: () if house in board.vassals else ("pay", "decline")),
    ),
)
