"""Gifts of Power and departures in games that go on: refused at secret moments, replayed byte for byte."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import documents, game_file, games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Illegal, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.overrides import no_gifts_now
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.rules.registry import REVISION
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Position
from tests.adjudicator.overrides.tables import at_most

EDITION = "mother-of-dragons"


def stopped_after(kind: str, seed: str) -> Position:
    """A game that rests when the first answer of some kind has been given and the next one is waited for."""
    player, given = random_player(Picker(seed, "players")), []

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        asked = str(decision.__struct_config__.tag)
        if asked == kind:
            given.append(decision.id)
            return player(position, decision) if len(given) == 1 else None
        return player(position, decision)

    return THRONES.advance(games.start(EDITION, 7, seed), oracle).position


@pytest.mark.parametrize(("kind", "code"), [("place-bid", "bids-under-way"), ("choose-house-card", "battle-under-way")])
def test_no_gift_while_secrets_lie_on_the_table(kind: str, code: str) -> None:
    position = stopped_after(kind, "secrets")
    giver = max(position.board.houses, key=lambda house: position.board.power[house])
    other = next(house for house in position.board.houses if house != giver and position.board.power[house] < 10)
    gift = x.GivePower(house=giver, to=other, amount=1)
    assert [refusal.code for refusal in THRONES.check_override(position, gift).errors] == [code]
    with pytest.raises(Illegal):
        THRONES.issue(position, gift, "", giver)


def rests_in_a_battle(wanted: str, revision: int = REVISION) -> Position:
    """A game that rests in a battle before anybody has answered this question, named by its kind or what asks."""
    for seed in ("battle 1", "battle 2", "battle 3"):
        player = random_player(Picker(seed, "players"))

        def oracle(position: Position, decision: Decision, player: Any = player) -> SourcedAnswer | None:
            names = (str(decision.__struct_config__.tag), getattr(decision, "because", ""))
            given: SourcedAnswer | None = (
                None if position.board.battle and wanted in names else player(position, decision)
            )
            return given

        outcome = THRONES.advance(games.start(EDITION, 7, seed, revision=revision), oracle)
        if outcome.showing.board.battle is not None:
            return outcome.position
    raise AssertionError(f"no game came to {wanted}")


@pytest.mark.parametrize(
    ("wanted", "codes"), [("give-support", []), ("support", []), ("choose-house-card", ["battle-under-way"])]
)
def test_battle_gifts_end_with_the_turn_for_support(wanted: str, codes: list[str]) -> None:
    position = rests_in_a_battle(wanted)
    before = documents.encode(position)
    board = position.board
    giver = max(board.houses, key=lambda house: board.power[house])
    other = next(house for house in board.houses if house != giver and board.power[house] < 10)
    gift = x.GivePower(house=giver, to=other, amount=1)
    assert [refusal.code for refusal in THRONES.check_override(position, gift).errors] == codes
    moment = no_gifts_now(position)
    assert [moment.code] == codes if moment is not None else codes == []
    assert documents.encode(position) == before
    if not codes:
        assert THRONES.issue(position, gift, "", giver).waiting


def test_gifts_in_older_games_end_with_the_house_card() -> None:
    assert no_gifts_now(rests_in_a_battle("choose-house-card", revision=0)) is None


def test_other_editions_know_neither_gifts_nor_departures() -> None:
    position = games.start("second-edition", 6, "none")
    gift = THRONES.check_override(position, x.GivePower(house="stark", to="tyrell", amount=1))
    assert [refusal.code for refusal in gift.errors] == ["no-gifts"]
    leaving = THRONES.check_override(position, x.MakeVassal(house="stark"))
    assert [refusal.code for refusal in leaving.errors] == ["never-a-vassal"]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_game_goes_on_after_players_have_left(seed: str) -> None:
    pick = Picker(seed, "edicts")
    game = game_file.new(EDITION, 5, seed)
    for _ in range(3):
        assert game.position is not None
        game_file.add(game, THRONES.advance(game.position, at_most(40 + pick(60), pick)))
        board = game.position.board
        players = [house for house in board.houses if house not in board.vassals]
        rich = max(players, key=board.power.__getitem__)
        poor = min(players, key=board.power.__getitem__)
        gift = x.GivePower(house=rich, to=poor, amount=1)
        if not THRONES.check_override(game.position, gift).errors:
            game_file.add(game, THRONES.issue(game.position, gift, "for the alliance", rich))
        game_file.add(
            game,
            THRONES.issue(game.position, x.MakeVassal(house=players[pick(len(players))]), "away", "gm"),
        )
        showing = THRONES.resume(documents.decode(documents.encode(game.position))).showing
        assert list(invariants.check_vassals(showing.board, games.edition(EDITION))) == []
    assert game.position is not None
    game_file.add(game, THRONES.advance(game.position, random_player(pick)))
    assert game.position.board.ending is not None
    assert len(game.position.board.vassals) == 5
    assert game_file.verify(game_file.decode(game_file.encode(game))) == []
