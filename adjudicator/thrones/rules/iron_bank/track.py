"""The loans to be had: the deck, the three slots, the token of Braavos (MoD rules: the Iron Bank of Braavos)."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.engine.asking import Asks
from adjudicator.engine.chance import shuffle
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Bank, Board, Hidden
from adjudicator.thrones.state.edition import LOANS, Edition

Settle = Callable[[Game], Asks[None]]
TRACK_RULE, TOKEN_RULE = "bank.track", "bank.braavos"


def open_bank(edition: Edition, board: Board, hidden: Hidden) -> None:
    """Set-up where the house that brings the bank is played: the loans shuffled, the first on the dearest slot."""
    rules = edition.bank
    if rules is None or rules.house not in board.houses:
        return
    deck = shuffle(hidden.seed, f"deck-{LOANS}/start", list(rules.loans))
    board.bank = Bank([*[""] * (len(rules.costs) - 1), deck[0]])
    hidden.decks[LOANS] = deck[1:]


def move_loans(game: Game) -> None:
    """From the second round on the loans move a slot to the left; the last goes under its deck, a new one appears."""
    bank = game.board.bank
    if bank is None or game.board.round == 1:
        return
    gone, deck = bank.slots[0], list(game.position.hidden.decks[LOANS])
    deck += [gone] if gone else []
    new = deck[0] if deck else ""
    game.tell(e.LoansMoved(slots=(*bank.slots[1:], new), returned=gone, revealed=new), TRACK_RULE)


def offers(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """The loans to be had and what each costs the house now, the cheapest slot first."""
    bank, rules = board.bank, edition.bank
    if bank is None or rules is None:
        return {}
    less = rules.discount if bank.token == house else 0
    return {loan: max(0, cost - less) for loan, cost in zip(bank.slots, rules.costs, strict=True) if loan}


def token_goes_to(board: Board, edition: Edition) -> str:
    """Whose the token of Braavos is now: the player who controls Braavos; nobody's while its neutral force stands."""
    rules = edition.bank
    if rules is None or rules.area not in edition.areas or rules.area in board.neutral:
        return ""
    owner = controller(board, edition, rules.area)
    return "" if owner is None or owner in board.vassals else owner


def with_token(settle: Settle) -> Settle:
    """What every step leaves to be put right, and then the token of Braavos."""

    def settle_and_pass(game: Game) -> Asks[None]:
        yield from settle(game)
        pass_token(game)

    return settle_and_pass


def pass_token(game: Game) -> None:
    """The token of Braavos goes with the control of Braavos; it is laid aside while no player has that."""
    bank = game.board.bank
    if bank is None:
        return
    house = token_goes_to(game.board, game.edition)
    if house != bank.token:
        game.tell(e.BankTokenTaken(house=house, before=bank.token), TOKEN_RULE)
