"""Who fights a battle with what: the text that counts, the printed number, the units, the help, the place."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.state.board import Battle, Board
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.edition import Edition


def active_text(battle: Battle, edition: Edition, house: str) -> HouseCard | None:
    """The card of a fighting house if its text counts (played and not silenced); a vassal's speaks of that vassal."""
    played = battle.cards.get(house)
    if played is None or house in battle.silenced:
        return None
    card = edition.cards[played]
    return card if card.house == house else msgspec.structs.replace(card, house=house)


def printed(battle: Battle, edition: Edition, house: str) -> int:
    """The strength of the card of a fighting house, as far as nobody has weakened it; with that of a card it copies."""
    if house in battle.weakened:
        return 0
    copied = battle.copied.get(house)
    return edition.cards[battle.cards[house]].strength + (edition.cards[copied].strength if copied else 0)


def fighters(board: Board, battle: Battle, house: str) -> Mapping[str, int]:
    """The standing units of a fighting house in the battle, without those that support it."""
    if house == battle.attacker:
        return battle.troop
    force = board.forces.get(battle.area)
    return force.units if force is not None and force.house == house else {}


def supported(battle: Battle, house: str) -> bool:
    """Whether a fighting house is supported, by itself or by others, or by a card that counts as support."""
    role = battle.role(house)
    return role in battle.pledges.values() or any(aid.side == role for aid in battle.aid)


def is_kind(edition: Edition, unit: str, named: str) -> bool:
    """Whether a text that names a kind of unit means this one: that kind, or one that is like it."""
    return named in (unit, edition.units[unit].like)


def lends_nothing(board: Board, edition: Edition, unit: str) -> bool:
    """Whether units of a kind add no strength this round to battles that they support."""
    like = edition.units[unit].like
    return f"{unit}-support" in board.bans or (like != "" and f"{like}-support" in board.bans)


def besieges(board: Board, edition: Edition, area: str) -> bool:
    """Whether units that attack an area, or support its attack, count as in a siege."""
    return facts_of(board, edition, area).settlement != "none"
