"""The wildling attack (1e rules: wildling attack; RULE-03, RULE-04, EX-23, FAQ-03, FAQ-12)."""

from __future__ import annotations

from adjudicator.kernel.step import Play
from adjudicator.thrones import decisions as d
from adjudicator.thrones import events as e
from adjudicator.thrones.answers import Piece
from adjudicator.thrones.bidding import collect_bids
from adjudicator.thrones.control import turn_order
from adjudicator.thrones.game import Asks, Game

RULE = "westeros.wildling-attack"
LOSS, EXTRA_LOSS = 2, 2


def _singled_out(game: Game, bids: dict[str, int], *, highest: bool) -> Asks[str]:
    """The highest or lowest bidder; the Throne's holder decides a tie."""
    edge = max(bids.values()) if highest else min(bids.values())
    tied = tuple(house for house in turn_order(game.board) if bids[house] == edge)
    if len(tied) == 1:
        return tied[0]
    judge = game.board.holders["iron-throne"]
    answer = yield d.PickTied(seat=judge, house=judge, what="highest" if highest else "lowest", houses=tied)
    return str(answer.house)


def _lose_units(game: Game, house: str, owed: int) -> Asks[None]:
    """Remove units worth `owed` mustering points, or all there are; a knight may overpay."""
    edition = game.edition
    while owed > 0:
        choices = tuple(
            Piece(area, unit)
            for area, force in sorted(game.board.forces.items(), key=lambda pair: edition.area_order[pair[0]])
            if force.house == house
            for unit in sorted(force.units)
        )
        if not choices:
            return
        piece = choices[0]
        if len(choices) > 1:
            piece = yield d.LoseToWildlings(seat=house, house=house, choices=choices, owed=owed)
        game.destroy(house, piece, "wildlings", RULE)
        owed -= edition.units[piece.unit].cost


def wildling_attack(game: Game, deck: str) -> Play:
    """All bid for the Night's Watch; equal strength is enough. The threat returns to its start either way."""
    strength = game.board.wildlings
    bids = yield from collect_bids(game, "wildlings", RULE)
    total = sum(bids.values())
    watch_won = total >= strength
    singled = yield from _singled_out(game, bids, highest=watch_won)
    game.tell(e.WildlingsFought(strength=strength, total=total, watch_won=watch_won, singled_out=singled), RULE)
    if watch_won:
        choices = tuple(game.board.discards[singled])
        if choices:
            answer = yield d.TakeBackCard(seat=singled, house=singled, because="wildlings", choices=choices)
            if answer.card is not None:
                game.tell(e.CardTakenBack(house=singled, card=answer.card, because="wildlings"), RULE)
    else:
        for house in list(turn_order(game.board)):
            yield from _lose_units(game, house, LOSS + (EXTRA_LOSS if house == singled else 0))
    if strength:
        game.tell(e.WildlingsMoved(before=strength, after=game.edition.wildling_track[0]), RULE)
    return []
