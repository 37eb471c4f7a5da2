"""What is noted of a round: who did what to whom, in games that keep it."""

from __future__ import annotations

from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Deed, Position


def note(position: Position, *deeds: Deed) -> None:
    """Keep what was done as deeds of this round."""
    if edition_of(position).variant.deeds_kept:
        position.board.deeds.extend(deeds)


def of_battle(position: Position, event: e.BattleWon) -> list[Deed]:
    """Who beat whom in the battle at hand, and which others helped."""
    found = [Deed(event.winner, "beat", event.loser, event.area)]
    board, battle = position.board, position.board.battle
    if battle is None:
        return found
    pledged = {board.orders[area].house: side for area, side in battle.pledges.items() if area in board.orders}
    pledged |= {aid.house: aid.side for aid in battle.aid}
    for house, side in pledged.items():
        if battle.role(house) == "none":
            helped = battle.attacker if side == "attacker" else battle.defender
            found.append(Deed(house, "supported", helped, battle.area))
            found.append(Deed(house, "opposed", battle.opponent(helped), battle.area))
    return found
