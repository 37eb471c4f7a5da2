"""Counting what each leader did in a game, an event at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from adjudicator.btwixt.rules.scoring import standings
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board
from adjudicator.engine.event import Decided, Record
from adjudicator.engine.values import GameCounter

# Counted up when something is counted otherwise, so that stored statistics are made anew.
VERSION = 1


class LeaderCounts(msgspec.Struct):
    """What one leader did. `small` is the power of its small council at the end of each round, as it lay open;
    `highest` its highest total of a bid; `defaults` the choices that a published default made for it."""

    house: str
    bids_won: int = 0
    highest: int = 0
    cards_played: int = 0
    cards_lost: int = 0
    allies: int = 0
    tokens: int = 0
    kills: int = 0
    public_letters: int = 0
    defaults: int = 0
    small: list[int] = []


class GameStatistics(msgspec.Struct, frozen=True):
    """A game in figures."""

    rounds: int
    calls: int
    houses: tuple[LeaderCounts, ...]


class Counter(GameCounter):
    """Takes the rounds of a game in order, then gives its figures."""

    def __init__(self, rules: Edition, houses: Iterable[str]) -> None:
        self.rules, self.rounds = rules, 0
        self.counts = {house: LeaderCounts(house, small=[]) for house in houses}
        # Whose card acts: the last who played it, or claimed it.
        self._owners: dict[str, str] = {}

    def round(self, records: Iterable[Record], board: Board) -> None:
        """Count a round: its events and the board at its end."""
        self.rounds += 1
        for record in records:
            count = COUNTED.get(type(record.event))
            if count is not None:
                count(self, record.event)
        for row in standings(board, self.rules):
            self.counts[row.house].small.append(row.small)

    def letters(self, house: str, count: int) -> None:
        """How many letters a leader wrote to all."""
        self.counts[house].public_letters = count

    def statistics(self, calls: int) -> GameStatistics:
        """All of it, of a game of so many calls."""
        return GameStatistics(self.rounds, calls, tuple(self.counts.values()))

    def played(self, event: e.CardPlayed) -> None:
        """A card was played."""
        self.counts[event.house].cards_played += 1
        self._owners[event.card] = event.house

    def won(self, event: e.BidWon) -> None:
        """A bid was won."""
        self.counts[event.house].bids_won += 1
        for house, total in event.totals.items():
            self.counts[house].highest = max(self.counts[house].highest, total)

    def claimed(self, event: e.AllyClaimed | e.AllyJoined) -> None:
        """An ally was claimed."""
        self.counts[event.house].allies += 1
        self._owners[event.ally] = event.house

    def gained(self, event: e.TokenGained) -> None:
        """A token was gained."""
        self.counts[event.house].tokens += 1

    def discarded(self, event: e.CardDiscarded) -> None:
        """A card was lost from a pile by another leader's card."""
        if event.number and self._owners.get(event.source) != event.of:
            self.counts[event.of].cards_lost += 1

    def killed(self, event: e.AllyKilled) -> None:
        """An ally was killed; by whom is known where the card's leader is."""
        if event.source in self._owners:
            self.counts[self._owners[event.source]].kills += 1

    def decided(self, event: Decided) -> None:
        """A choice was made."""
        if event.source["by"] == "default":
            self.counts[event.seat].defaults += 1


COUNTED: dict[type, Callable[[Counter, Any], None]] = {
    e.CardPlayed: Counter.played,
    e.BidWon: Counter.won,
    e.AllyClaimed: Counter.claimed,
    e.AllyJoined: Counter.claimed,
    e.TokenGained: Counter.gained,
    e.CardDiscarded: Counter.discarded,
    e.AllyKilled: Counter.killed,
    Decided: Counter.decided,
}
