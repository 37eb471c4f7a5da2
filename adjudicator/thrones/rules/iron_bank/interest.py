"""Interest on loans at the start of the Westeros phase (MoD rules: paying interest)."""

from __future__ import annotations

from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.iron_bank.effects import destroy_and_settle, pieces_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board

RULE = "bank.interest"


def interest(game: Game) -> list[Step]:
    """In turn order every player with loans pays; nobody does in the first round."""
    bank = game.board.bank
    owing = [house for house in players_of(game.board) if bank is not None and bank.loans.get(house)]
    if owing:
        game.tell(e.PhaseStarted(phase="interest"), RULE)
    return [Step("pay-interest", {"house": house}) for house in owing]


def collector_for(board: Board, debtor: str) -> str | None:
    """Who destroys units of a debtor: the blade's holder, or if he owes himself the next player on the Fiefdoms."""
    holder = board.holders["valyrian-blade"]
    if holder != debtor:
        return holder
    track = [house for house in board.tracks["fiefdoms"] if house not in board.vassals]
    return next(iter(track[track.index(debtor) + 1 :]), None)


def pay_interest(game: Game, house: str) -> Play:
    """A house pays 1 Power for each of its loans, and loses a unit for each that it lacks."""
    bank = game.board.bank
    owed = len(bank.loans.get(house, ())) if bank is not None else 0
    paid = min(owed, game.board.power[house])
    game.tell(e.InterestPaid(house=house, owed=owed, paid=paid), RULE)
    collector = collector_for(game.board, house)
    for left in range(owed - paid, 0, -1):
        choices = pieces_of(game.board, game.edition, house=house)
        if not choices or collector is None:
            break
        question = d.DestroyUnit(
            seat=game.seat(collector),
            house=collector,
            because="interest",
            owed=left,
            victim=house,
            choices=choices,
        )
        piece = yield from game.ask_or_force(question)
        yield from destroy_and_settle(game, house, piece, "interest", RULE)
    return []
