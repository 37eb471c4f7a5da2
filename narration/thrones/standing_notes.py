"""What stands below the standings: how the game is won, the wildlings, vassals, loans, what a later edition counts."""

from __future__ import annotations

from adjudicator.thrones.state.board import Board
from narration.blocks import Block, Points, Prose
from narration.thrones.choice_words import card_text
from narration.thrones.dragons_sentences import GREW, LOAN_FOR_COST
from narration.thrones.edition_words import castles_words, loyalty_words, wildlings_known, winning_words
from narration.thrones.storm_notes import beside_words
from narration.thrones.voice import Voice
from narration.words import N_

VASSALS = N_("Vassals: {houses}.")
COMMANDED = N_("{house} (commanded by {commander})")
BANK = N_(
    "Iron Bank: an Iron Bank order at sea or in a port takes one loan for its price, when Power is consolidated. At "
    "the start of every later round its house pays 1 Power of interest for each loan that it has ever taken; for each "
    "Power that it lacks it loses a unit, which the holder of the Valyrian steel blade names (for his own debts the "
    "player behind him on the Fiefdoms track)."
)
BRINGS = N_("{loan}: {text}")
GROWS = N_("Every {unit} counts {strength} now, and 1 more from each of these rounds on: {rounds}.")
OFFERED = N_("to be had: {loans}")
LESS = N_("{house} holds the token of Braavos and pays {n} less for a loan")


def standing_notes(board: Board, v: Voice) -> list[Block]:
    """Everything that a reader needs beside the table of houses."""
    bank = bank_words(board, v) if board.ending is None else None
    beside = beside_words(board, v) if board.ending is None else None
    listed = (Points(text=found[0], points=found[1]) for found in (bank, beside) if found)
    return [Prose(text=standing_words(board, v)), *listed]


def standing_words(board: Board, v: Voice) -> str:
    """How the game is won, the wildlings, what dragons count, and the vassals."""
    if board.ending is not None:
        return " ".join((castles_words(v), *loyalty_words(board.points, v)))
    told = [winning_words(board.victory, v), *loyalty_words(board.points, v)]
    if wildlings_known(v.edition):
        told.append(v.say("The wildlings stand at {n}.", n=board.wildlings))
    told += growth_words(board, v)
    if board.vassals:
        told.append(v.say(VASSALS, houses=v.both(_vassal(house, board, v) for house in board.vassals)))
    return " ".join(told)


def growth_words(board: Board, v: Voice) -> list[str]:
    """What units count that grow with the rounds, and in which rounds they will."""
    found = []
    for unit in dict.fromkeys(v.edition.causes[house].grows for house in board.points if house in v.edition.causes):
        values = {"unit": v.kind(unit), "strength": v.edition.units[unit].strength + board.growth.get(unit, 0)}
        rounds = ", ".join(map(str, sorted(board.growing)))
        found.append(v.say(GROWS, rounds=rounds, **values) if rounds else v.say(GREW, **values))
    return found


def _vassal(house: str, board: Board, v: Voice) -> str:
    commander = board.commanders.get(house)
    return v.say(COMMANDED, house=v.house(house), commander=v.house(commander)) if commander else v.house(house)


def bank_words(board: Board, v: Voice) -> tuple[str, tuple[str, ...]] | None:
    """Which loans may be had at what price, and who has taken which; None where there is no bank."""
    bank, rules = board.bank, v.edition.bank
    if bank is None or rules is None:
        return None
    offers = [
        v.say(LOAN_FOR_COST, loan=v.card(loan), cost=cost)
        for loan, cost in zip(bank.slots, rules.costs, strict=False)
        if loan
    ]
    points = [v.say(OFFERED, loans=", ".join(offers) or v.say("none"))]
    points += [v.say(BRINGS, loan=v.card(loan), text=card_text(loan, v)) for loan in bank.slots if loan]
    points += [v.say(LESS, house=v.house(bank.token), n=rules.discount)] if bank.token else []
    points += [
        f"{v.house(house)}: {v.both(v.card(one) for one in loans)}" for house, loans in bank.loans.items() if loans
    ]
    return v.say(BANK), tuple(points)
