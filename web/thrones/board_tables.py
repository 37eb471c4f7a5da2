"""A board as tables: who stands where, what each house has, cards, orders. For readers and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.rules.control import controlled
from adjudicator.thrones.state.board import Board
from correspondence.overview.game_page import SeatLine
from narration.paragraph import Question
from narration.thrones.edition_words import counted_name
from narration.thrones.phrases import area_with_units
from narration.thrones.questions import question
from narration.thrones.summary import StandingRow, beside_the_board, standing_rows
from narration.thrones.voice import Voice


@dataclass(frozen=True)
class HouseCards:
    """The House cards of a house: in hand and used, with strengths."""

    house: str
    hand: tuple[tuple[str, str], ...]
    used: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Land:
    """What a house holds: areas with units, areas held by a token or as home alone."""

    house: str
    armies: tuple[str, ...]
    alone: tuple[str, ...]


@dataclass(frozen=True)
class BoardTables:
    """Everything around the map."""

    standings: tuple[StandingRow, ...]
    players: dict[str, SeatLine]
    tracks: tuple[tuple[str, tuple[str, ...], str, bool], ...]
    cards: tuple[HouseCards, ...]
    lands: tuple[Land, ...]
    orders: tuple[tuple[str, str, str], ...]
    neutral: tuple[tuple[str, int], ...]
    garrisons: tuple[tuple[str, str, int], ...]
    revealed: tuple[tuple[str, str, str], ...]
    bans: tuple[str, ...]
    questions: tuple[Question, ...]
    # What is counted to win, and what lies beside the board: titles with lines.
    counted: str
    beside: tuple[tuple[str, tuple[str, ...]], ...]
    # The templates that show them: beside the map, below it, and in little.
    aside: str = "thrones/board_aside.html"
    below: str = "thrones/board_below.html"
    small: str = "thrones/board_small.html"


def board_tables(view: Any, seats: Sequence[SeatLine], standings: Sequence[Any], v: Any) -> BoardTables:
    """The tables of a view in the words of `v`."""
    board = view.board
    return BoardTables(
        standings=tuple(standing_rows(board, standings)),
        players={seat.house: seat for seat in seats if seat.house},
        tracks=tuple(_tracks(board, v)),
        cards=tuple(_cards(board, house, v) for house in board.houses),
        lands=tuple(_land(board, house, v) for house in board.houses),
        orders=tuple(_orders(board, v)),
        neutral=tuple((v.area(area), strength) for area, strength in board.neutral.items()),
        garrisons=tuple((v.area(area), found.house, found.strength) for area, found in board.garrisons.items()),
        revealed=tuple(
            (deck, v.card(card), v.words.gettext(v.edition.westeros[card].text))
            for deck, card in board.revealed.items()
            if card in v.edition.westeros
        ),
        bans=tuple(v.ban(ban) for ban in board.bans),
        questions=tuple(question(asked, board, v) for asked in view.waiting),
        counted=counted_name(v),
        beside=tuple(beside_the_board(board, v)),
    )


def _tracks(board: Board, v: Voice) -> list[tuple[str, tuple[str, ...], str, bool]]:
    """Track, houses from first to last, the badge of its head, whether that was used this round."""
    return [
        (
            v.track(track),
            tuple(houses),
            v.badge(v.edition.badges.get(track, "")),
            v.edition.badges.get(track) in board.spent,
        )
        for track, houses in board.tracks.items()
    ]


def _cards(board: Board, house: str, v: Voice) -> HouseCards:
    def named(cards: Sequence[str]) -> tuple[tuple[str, str], ...]:
        known = sorted(cards, key=lambda card: (-v.edition.cards[card].strength, card))
        return tuple((f"{v.card(card)} {v.edition.cards[card].strength}", v.text_of(card)) for card in known)

    return HouseCards(house, named(board.hands.get(house, [])), named(board.discards.get(house, [])))


def _land(board: Board, house: str, v: Voice) -> Land:
    armies = [area for area, force in board.forces.items() if force.house == house]
    armies.sort(key=v.edition.area_order.__getitem__)
    alone = [area for area in controlled(board, v.edition, house) if area not in armies]
    return Land(house, tuple(area_with_units(a, board, v) for a in armies), tuple(v.area(a) for a in alone))


def _orders(board: Board, v: Voice) -> list[tuple[str, str, str]]:
    """House, area, order, by house."""
    placed = sorted(board.orders.items(), key=lambda pair: (board.houses.index(pair[1].house), v.area(pair[0])))
    return [(order.house, v.area(area), v.order(order.order)) for area, order in placed]
