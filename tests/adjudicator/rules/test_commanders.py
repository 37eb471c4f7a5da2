"""Games in which some houses are commanded by others: every question goes to the commander and is about the house."""

from __future__ import annotations

import pytest

from adjudicator import face, invariants
from adjudicator.kernel.chance import Picker
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.journal import Replay
from adjudicator.thrones import decisions as d
from adjudicator.thrones import sheet as s
from adjudicator.thrones.answers import CardChoice
from adjudicator.thrones.board import Board, Position
from adjudicator.thrones.events import BidsRevealed
from adjudicator.thrones.resolver import Call, resolve
from adjudicator.thrones.steward import random_player

EDITION, PLAYERS = "mother-of-dragons", 7
COMMANDERS = {"tyrell": "stark", "arryn": "stark", "martell": "lannister"}


def start(seed: str) -> Position:
    position = face.start(EDITION, PLAYERS, seed)
    board = position.board
    board.commanders, board.vassals = dict(COMMANDERS), list(COMMANDERS)
    board.power.update(dict.fromkeys(COMMANDERS, 0))
    return position


def unlike_a_vassal(board: Board) -> list[str]:
    """What vassals never have: Power, badges."""
    rich = [house for house in COMMANDERS if board.power[house]]
    return rich + [house for house in board.holders.values() if house in COMMANDERS]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_commander_is_asked_for_every_house_of_his(seed: str) -> None:
    player = random_player(Picker(seed, "players"))
    wrong: list[str] = []

    def watched(position: Position, decision: Decision) -> Given | None:
        if decision.seat != COMMANDERS.get(decision.house, decision.house):
            wrong.append(f"{decision.id} asks {decision.seat} about {decision.house}")
        wrong.extend(unlike_a_vassal(position.board))
        wrong.extend(invariants.broken(position, feeding=invariants.feeds([decision])))
        return player(position, decision)

    outcome = face.advance(start(seed), watched)
    assert wrong == []
    ending = outcome.showing.board.ending
    assert ending is not None
    assert not set(ending.winners) & set(COMMANDERS)
    bids = [r.event for r in outcome.records if isinstance(r.event, BidsRevealed)]
    assert not any(event.bids.get(house) for event in bids for house in COMMANDERS)
    again = face.advance(start(seed), Replay(outcome.answers))
    assert face.encode(again.position) == face.encode(outcome.position)


@pytest.mark.parametrize("pace", ["bulk", "stepwise"])
def test_calls_go_on_to_the_end(pace: str) -> None:
    position = start("calls")
    for _ in range(4000):
        shown = face.resume(face.decode(face.encode(position)))
        if shown.showing.board.ending is not None:
            return
        name = face.window(shown.showing, shown.waiting[0], pace)  # type: ignore[arg-type]
        outcome = face.resolve(position, Call(window=name, pace=pace))  # type: ignore[arg-type]
        assert outcome.entries, f"the call {name} answers nothing"
        position = outcome.position
    raise AssertionError("the game does not end")


def test_instructions_are_about_the_own_house_and_direct_answers_about_any() -> None:
    position = start("instructions")
    hand = tuple(position.board.hands["tyrell"])
    asked = d.ChooseHouseCard(
        id="d9-choose-house-card-stark",
        seat="stark",
        house="tyrell",
        area="the-reach",
        role="attacker",
        opponent="greyjoy",
        choices=hand,
    )
    rules = s.Cards(rules=(s.CardRule(cards=("mace-tyrell",)),))
    assert resolve(position, asked, s.Sheet(cards=rules)).source.by == "default"
    direct = s.Sheet(cards=rules, answers={asked.id: CardChoice("mace-tyrell")})
    assert resolve(position, asked, direct).answer == CardChoice("mace-tyrell")
