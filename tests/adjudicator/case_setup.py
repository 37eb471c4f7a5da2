"""Turning a case's patch into a position."""

from __future__ import annotations

import re
from typing import Any

from adjudicator import face
from adjudicator.kernel.step import Step
from adjudicator.thrones.rules.improvements import ordered
from adjudicator.thrones.rules.iron_bank.track import token_goes_to
from adjudicator.thrones.state.board import Bank, Board, Force, Placed, Position
from adjudicator.thrones.state.edition import LOANS, Edition
from tests.adjudicator.case_file import BankPatch, Case, Patch

LETTERS = {"F": "footman", "K": "knight", "S": "ship", "E": "siege-engine", "D": "dragon"}
DEFAULTS: dict[str, dict[str, Any]] = {
    "raid": {"after": ""},
    "march": {"after": ""},
    "supply": {"deck": "I"},
    "mustering": {"deck": "I"},
    "clash-of-kings": {"deck": "II"},
    "game-of-thrones": {"deck": "II"},
    "wildling-attack": {"deck": "III"},
    "collect": {"after": ""},
    "loyalty": {"deck": "IV"},
}


def units(text: str) -> dict[str, int]:
    """`K2 F1` as counts by kind."""
    found: dict[str, int] = {}
    for word in text.split():
        part = re.fullmatch(r"([FKSED])(\d+)", word)
        if part is None:
            raise ValueError(f"units are written like K2 F1, not {word!r}")
        found[LETTERS[part[1]]] = int(part[2])
    return found


def force(house: str, text: str) -> Force:
    """`K2 (F1)` as a force: units in brackets are routed."""
    standing, _, routed = text.partition("(")
    return Force(house, units(standing), units(routed.replace(")", "")))


def _known(edition: Edition, patch: Patch) -> None:
    """Names in the patch exist; msgspec has already seen to the fields."""
    places = [*patch.empty, *patch.neutral, *patch.tokens, *patch.no_garrison, *patch.improvements]
    places += [area for by_area in (*patch.units.values(), *patch.orders.values()) for area in by_area]
    houses = [*patch.units, *patch.orders, *patch.power, *patch.supply, *patch.hands, *patch.tokens.values()]
    cards = [card for cards in patch.hands.values() for card in cards.split()]
    for names, known in ((places, edition.areas), (houses, edition.houses), (cards, edition.cards)):
        if wrong := [name for name in names if name not in known]:
            raise ValueError(f"unknown in the set-up: {wrong}")


def _pieces(board: Board, patch: Patch) -> None:
    if patch.clear:
        board.forces.clear()
    for area in patch.empty:
        board.forces.pop(area, None)
    for house, by_area in patch.units.items():
        for area, text in by_area.items():
            board.neutral.pop(area, None)
            board.forces[area] = force(house, text)
    for area, value in patch.neutral.items():
        board.neutral.pop(area, None)
        if value:
            board.neutral[area] = value
    for area in patch.no_garrison:
        del board.garrisons[area]
    board.tokens.update(patch.tokens)
    board.commanders.update(patch.commanders)
    board.improvements.update({area: ordered(text.split()) for area, text in patch.improvements.items()})
    for house, by_area in patch.orders.items():
        board.orders.update({area: Placed(house, order) for area, order in by_area.items()})


def _tracks(board: Board, edition: Edition, patch: Patch) -> None:
    board.vassals += [house for house in patch.vassals if house not in board.vassals]
    board.power.update(dict.fromkeys(patch.vassals, 0))
    for house in patch.vassals:
        board.hands[house], board.discards[house] = [], []
    board.power.update(patch.power)
    board.supply.update(patch.supply)
    for track, houses in patch.tracks.items():
        board.tracks[track] = houses.split()
        board.holders[edition.badges[track]] = board.tracks[track][0]
    board.holders.update(patch.holders)
    board.wildlings = board.wildlings if patch.wildlings is None else patch.wildlings
    board.round = patch.round
    board.bans, board.spent = list(patch.bans), list(patch.spent)
    board.revealed = dict(patch.revealed)
    board.points.update(patch.points)
    before = len(board.growing)
    board.growing = patch.growing or [number for number in board.growing if number > patch.round]
    grown = before - len(board.growing)
    board.growth = patch.growth or ({cause.grows: grown for cause in edition.causes.values()} if grown else {})
    if patch.loyalty is not None:
        board.loyalty = dict(patch.loyalty)


def _cards(position: Position, edition: Edition, patch: Patch) -> None:
    board = position.board
    for house, text in patch.hands.items():
        board.hands[house] = text.split()
        board.discards[house] = [card for card in edition.hands(board.modules)[house] if card not in board.hands[house]]
    for deck, card in patch.revealed.items():
        position.hidden.decks[deck].remove(card)
    for deck, text in patch.decks.items():
        cards = position.hidden.decks[deck]
        for card in text.split():
            cards.remove(card)
        cards[:0] = text.split()


def _bank(position: Position, edition: Edition, patch: BankPatch) -> None:
    """The loans as the patch says; those that it does not name follow in the deck in the order of the data."""
    slots = ["" if loan == "none" else loan for loan in patch.slots.split()]
    loans = {house: text.split() for house, text in patch.loans.items()}
    out = [*slots, *(loan for taken in loans.values() for loan in taken)]
    named = patch.deck.split()
    rest = [loan for loan in edition.loans if loan not in (*out, *named)]
    position.board.bank = Bank(slots, loans)
    position.board.bank.token = token_goes_to(position.board, edition)
    position.hidden.decks[LOANS] = [*named, *rest]


def _step(text: str) -> Step:
    name, *rest = text.split()
    given = dict(pair.split("=", 1) for pair in rest)
    return Step(name, {**DEFAULTS.get(name, {}), **given})


def patched(case: Case) -> Position:
    """The position a case starts from."""
    position = face.start(case.edition, case.players, case.seed, case.modules, case.houses)
    edition, patch = face.edition(case.edition), case.setup
    _known(edition, patch)
    _pieces(position.board, patch)
    _tracks(position.board, edition, patch)
    _cards(position, edition, patch)
    if patch.bank is not None:
        _bank(position, edition, patch.bank)
    position.progress.agenda = [_step(text) for text in case.agenda]
    return position
