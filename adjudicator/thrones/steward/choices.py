"""What cards leave to choose: by the effect or the badge that asks, else by what the choices are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.rules.supply import limits, stacks
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Pick
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.habits import Proposal
from adjudicator.thrones.steward.loyalty import LIKINGS
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

Liking = Callable[[Sight, d.PickEffect, str], float]
# What is paid at most for a battle, and from where on the wildlings are strong.
MOST_PAID, STRONG = 4, 6
# In battle a place on the Fiefdoms track counts for so much more.
FIEFDOMS = 1.5


def pick(sight: Sight, decision: d.PickEffect) -> Iterator[Proposal]:
    """The choice that helps most; where nothing is known of it, the last, which changes least."""
    liking = liking_of(sight.edition, decision.because)
    best = max(reversed(decision.choices), key=lambda choice: liking(sight, decision, choice))
    yield Pick(best), f"{best} suits us best"


def liking_of(edition: Edition, because: str) -> Liking:
    """How choices are liked that a card or a badge asks for."""
    card = edition.cards.get(because) or edition.wildling_cards.get(because)
    plot = edition.westeros.get(because)
    asks = card.effect if card is not None else plot.effect if plot is not None else ""
    return _LIKINGS.get(asks or because, _by_kind)


def _by_kind(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Areas by their worth, cards by what they count."""
    if choice in sight.edition.areas:
        return Outlook(sight).worth(choice)
    if choice in sight.edition.cards:
        return -float(sight.edition.cards[choice].strength)
    return 0.0


def _crowded(sight: Sight) -> bool:
    """Whether the house has as many armies as supply allows."""
    armies = [size for size in stacks(sight.board, sight.house).values() if size > 1]
    return len(armies) >= len(limits(sight.board, sight.edition, sight.house))


def _blades(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Mustering while there is room, supply when there is none and barrels have been won."""
    if choice == "mustering":
        return 1.5 if not _crowded(sight) else 0.3
    return 1.0 if choice == "supply" and sight.hunger < 0.6 else 0.0


def _wings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Power from crowns, unless the house is rich and badly placed."""
    places = sum(houses.index(sight.house) for houses in sight.board.tracks.values())
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    if choice == "clash-of-kings":
        return 0.4 * places if sight.board.power[sight.house] > max(others, default=0) else -1.0
    return 1.0 if choice == "game-of-thrones" else 0.0


def _sword(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    return {"march+1": 0.2, "defense": 0.1}.get(choice, 0.0)


def _send_back(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Only a strong card, or one that turns the battle."""
    battle = sight.board.battle
    card = sight.edition.cards.get(decision.subject)
    if choice == "decline" or battle is None or card is None:
        return 0.5
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    theirs = total(strength_items(sight.board, sight.edition, battle, battle.opponent(sight.house)))
    return 1.0 if mine <= theirs and mine + card.strength >= theirs else 0.3 * card.strength - 0.6


def _another(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the battle would be lost and a card in hand wins it."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    theirs = total(strength_items(sight.board, sight.edition, battle, battle.opponent(sight.house)))
    best = max((sight.edition.cards[card].strength for card in sight.board.hands[sight.house]), default=0)
    return 1.0 if mine <= theirs < mine + best else 0.0


def _bribe(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Pay when the opponent's card, and nothing else, wins the battle."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    foe = battle.opponent(sight.house)
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    theirs = total(strength_items(sight.board, sight.edition, battle, foe))
    needed = 0 if sight.ahead(sight.house, foe) else 1
    card = sight.edition.cards[decision.because].strength
    return 1.0 if mine - theirs < needed <= mine - theirs + card else 0.0


def _doran(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The track on which the opponent loses most places; in battle the Fiefdoms count double."""
    battle = sight.board.battle
    if battle is None or choice not in sight.board.tracks:
        return 0.0
    places = sight.board.tracks[choice]
    fall = len(places) - 1 - places.index(battle.opponent(sight.house))
    return fall * (FIEFDOMS if choice == "fiefdoms" else 1.0)


def _king(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """To the top where the house stands low; down where it has least to lose."""
    place = sight.board.tracks[choice].index(sight.house)
    return float(place)


def _raid(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    if decision.subject:
        return -float(ranked(sight, [decision.subject, sight.house]).index(decision.subject))
    return 1.0 if choice == "places" else 0.0


def _bury(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """A harmless card stays on top, any other goes under the deck."""
    card = sight.edition.wildling_cards.get(decision.subject)
    harmless = card is not None and card.effect in ("nothing", "lose-power")
    return float((choice == "top") == harmless)


def _tide(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Another tide for the blade only in place of an empty one, when behind."""
    battle, tide = sight.board.battle, sight.edition.tide_cards.get(decision.subject)
    if choice == "keep" or battle is None or tide is None or tide.strength:
        return 0.5
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    theirs = total(strength_items(sight.board, sight.edition, battle, battle.opponent(sight.house)))
    return 1.0 if mine + 1 < theirs <= mine + 3 else 0.0


def _added(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The weakest card whose strength turns the battle; none if nothing does, or nothing must."""
    battle = sight.board.battle
    if choice == "decline" or battle is None:
        return 0.5
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    theirs = total(strength_items(sight.board, sight.edition, battle, battle.opponent(sight.house)))
    strength = sight.edition.cards[choice].strength
    return 1.0 - 0.05 * strength if mine <= theirs < mine + strength else 0.0


def _lent(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The least strength that turns the battle, of a card or of Power; nothing if nothing does, or nothing must."""
    battle = sight.board.battle
    if choice in ("decline", "0") or battle is None:
        return 0.5
    foe = battle.opponent(sight.house)
    mine = total(strength_items(sight.board, sight.edition, battle, sight.house))
    theirs = total(strength_items(sight.board, sight.edition, battle, foe))
    strength = int(choice) if choice.isdecimal() else sight.edition.cards[choice].strength
    needed = theirs - mine + (0 if sight.ahead(sight.house, foe) else 1)
    return 1.0 - 0.02 * strength if 0 < needed <= strength and needed <= MOST_PAID else 0.0


def _wildlings(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Down when they are strong and the house is poor, up when it could outbid others."""
    others = [power for house, power in sight.board.power.items() if house != sight.house]
    rich = sight.board.power[sight.house] > max(others, default=0)
    return {"up": float(rich), "down": float(not rich and sight.board.wildlings >= STRONG)}.get(choice, 0.5)


def _searched(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Mustering while there is room, else supply."""
    return {"I": 1.0, "mustering": 3.0 if not _crowded(sight) else 1.0, "supply": 2.0}.get(choice, 0.0)


def _purse(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Where the opponent loses more than it costs."""
    battle = sight.board.battle
    foe = battle.opponent(sight.house) if battle is not None else ""
    return 1.0 if choice == "pay" and sight.board.power.get(foe, 0) > 2 else 0.5 if choice == "decline" else 0.0


def _up(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """The track on which the house stands lowest."""
    return float(sight.board.tracks[choice].index(sight.house)) if choice in sight.board.tracks else 0.0


_LIKINGS: dict[str, Liking] = {
    **LIKINGS,
    "copy-card": _lent,
    "buy-strength": _lent,
    "move-wildlings": _wildlings,
    "search-deck": _searched,
    "empty-the-purse": _purse,
    "up-a-track": _up,
    "fetch-card": lambda sight, decision, choice: float(choice == "take-back"),
    "add-card": _added,
    "a-throne-of-blades": _blades,
    "dark-wings-dark-words": _wings,
    "put-to-the-sword": _sword,
    "send-back": _send_back,
    "play-another": _another,
    "to-the-end-of-a-track": _doran,
    "down-the-tracks": _king,
    "units-or-places": _raid,
    "messenger-raven": _bury,
    "valyrian-blade": _tide,
    "pyromancer": lambda sight, decision, choice: float((choice == "barrel") == (sight.hunger > 0)),
    "bought-off": _bribe,
    "port": lambda sight, decision, choice: float(choice),
    # A port may be closed before its turn comes.
    "consolidate-power": lambda sight, decision, choice: float(sight.edition.areas[choice].kind == "port"),
    "choose-retreat": lambda sight, decision, choice: 0.0 if choice == "decline" else -Outlook(sight).worth(choice),
}
