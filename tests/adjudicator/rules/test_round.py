"""A new round begins clean: what held for one round only is gone."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.step import Record
from adjudicator.thrones.state.events import BidsRevealed, OrdersBanned, RoundStarted, WesterosRevealed


def test_bids_bans_and_cards_of_a_round_do_not_outlive_it() -> None:
    position = games.start("first-edition", 5, "seed")
    top = position.hidden.decks["I"][0]
    told = [
        RoundStarted(round=2),
        WesterosRevealed(deck="I", card=top, wildlings=False),
        BidsRevealed(auction="wildlings", bids=dict.fromkeys(position.board.houses, 1), total=5),
        OrdersBanned(card="sea-of-storms", bans=("raid",)),
    ]
    records = [Record(number, 2, "test", "round", event) for number, event in enumerate(told, 1)]
    board = games.of(position).fold(position, records).board
    assert board.bids
    assert board.bans
    assert board.revealed
    games.of(position).fold(position, [Record(5, 3, "test", "round", RoundStarted(round=3))])
    assert (board.bids, board.bans, board.revealed, board.spent) == ({}, [], {}, [])
