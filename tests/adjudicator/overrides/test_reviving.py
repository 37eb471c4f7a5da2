"""Going back: every rest point can be found again, and what is left verifies by itself, decks kept or shuffled anew."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import documents, game_file, games
from adjudicator.engine.chance import Picker, commitment
from adjudicator.engine.decision import Illegal
from adjudicator.engine.step import Decreed
from adjudicator.game_file import GameFile
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import events as e, overrides as x
from adjudicator.thrones.state.board import Position
from tests.adjudicator.overrides.tables import at_most, with_overrides

SEEDS = ["back 1", "back 2", "back 3"]


def start(seed: str) -> Position:
    return games.start("first-edition", 5, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_rest_point_can_be_reached_again(seed: str) -> None:
    game, _ = with_overrides(seed)
    points = THRONES.rest_points(start(seed), game.journal)
    assert [point.entries for point in points] == sorted(point.entries for point in points)
    pick = Picker(seed, "points")
    for point in (points[pick(len(points))] for _ in range(6)):
        outcome = THRONES.replay(start(seed), game.journal[: point.entries])
        assert outcome.remarks == ()
        assert point.decision in [decision.id for decision in outcome.waiting]
        assert outcome.position.progress.told == point.events
        assert (outcome.position.round, outcome.position.board.phase) == (point.round, point.phase)


def test_all_questions_of_the_journal_stand_in_rest_points() -> None:
    game, _ = with_overrides(SEEDS[0])
    points = THRONES.rest_points(start(SEEDS[0]), game.journal)
    asked = {decision for point in points for decision in point.decisions}
    assert {entry.decision for entry in game.journal if not isinstance(entry, Decreed)} <= asked


def rolled_back(game: GameFile, seed: str, at: int, new_seed: str | None) -> tuple[GameFile, str]:
    """The game file after it went back to one of its rest points, and has gone on."""
    points = THRONES.rest_points(start(seed), game.journal)
    point = points[at % len(points)]
    outcome = THRONES.roll_back(start(seed), game.journal, point.decision, "a rule was forgotten", "gm", new_seed)
    game.journal = []
    game_file.add(game, outcome)
    assert [record.number for record in game.records()] == list(range(1, outcome.showing.progress.told + 1))
    assert game_file.verify(game_file.decode(game_file.encode(game))) == []
    assert game.position is not None
    game_file.add(game, THRONES.advance(game.position, at_most(200, Picker(seed, "later"))))
    return game, point.decision


@pytest.mark.parametrize("new_seed", [None, "another seed"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_that_went_back_verifies_by_itself(seed: str, new_seed: str | None) -> None:
    game, decision = rolled_back(with_overrides(seed, stops=8)[0], seed, 17, new_seed)
    assert game_file.verify(game_file.decode(game_file.encode(game))) == []
    said = [entry.override for entry in game.journal if isinstance(entry, Decreed)]
    back = next(override for override in said if isinstance(override, x.RolledBack))
    assert (back.decision, back.chance) == (decision, "reseed" if new_seed else "keep")
    told = [record.event.override for record in game.records() if isinstance(record.event, e.OverrideIssued)]
    assert said == told
    assert game.position is not None
    if new_seed and not any(isinstance(override, x.Reseed) for override in said[said.index(back) + 2 :]):
        assert game.position.commitment == commitment(new_seed)


def test_a_wrong_new_seed_is_found() -> None:
    game, _ = rolled_back(with_overrides(SEEDS[0], stops=8)[0], SEEDS[0], 17, "another seed")
    for place, entry in enumerate(game.journal):
        if isinstance(entry, Decreed) and isinstance(entry.override, x.Reseed):
            other = x.Reseed(commitment=entry.override.commitment, seed="a seed chosen later")
            game.journal[place] = msgspec.structs.replace(entry, override=other)
    assert any("seed-not-committed" in words for words in game_file.verify(game))
    for records in game.rounds.values():
        for place, record in enumerate(records):
            if isinstance(record.event, e.OverrideIssued) and isinstance(record.event.override, x.Reseed):
                event = msgspec.structs.replace(record.event, override=x.Reseed(commitment="0" * 64, seed="later"))
                records[place] = msgspec.structs.replace(record, event=event)
    assert any("does not fit the commitment" in words for words in game_file.verify(game))


def test_from_a_stored_position_on_only_later_events_are_void() -> None:
    seed = "stored"
    first = THRONES.advance(start(seed), at_most(30, Picker(seed, "first")))
    stored = documents.encode(first.position)
    later = THRONES.advance(documents.decode(stored), at_most(30, Picker(seed, "later")))
    decision = later.answers[20].decision
    outcome = THRONES.replay_to(documents.decode(stored), later.entries, decision)
    assert outcome.voids == first.records[-1].number
    assert outcome.entries == later.entries[:20]
    assert outcome.records == [r for r in later.records if r.number <= outcome.showing.progress.told]
    whole = THRONES.replay(start(seed), [*first.entries, *outcome.entries])
    assert documents.encode(whole.position) == documents.encode(outcome.position)


def test_a_decision_never_asked_is_refused() -> None:
    with pytest.raises(Illegal, match="no-such-decision"):
        THRONES.replay_to(start("none"), [], "d999-use-blade-stark")


def test_journal_that_no_longer_fits_is_refused() -> None:
    """Going back asks only for what was asked; an answer before it that nobody asked for is named."""
    outcome = THRONES.advance(start("bent"), at_most(30, Picker("bent", "first")))
    extra = msgspec.structs.replace(outcome.answers[3], decision="d999-place-bid-stark")
    entries, decision = [extra, *outcome.entries], outcome.answers[20].decision
    with pytest.raises(Illegal) as caught:
        THRONES.replay_to(start("bent"), entries, decision)
    assert [reason.code for reason in caught.value.reasons] == ["answers-not-asked"]


def test_files_written_before_there_were_overrides_are_read() -> None:
    game, _ = with_overrides("old", stops=1)
    game.journal = [entry for entry in game.journal if not isinstance(entry, Decreed)]
    old = game_file.encode(game).replace(b'"entry": "answered",', b"")
    assert old != game_file.encode(game)
    assert game_file.decode(old).journal == game.journal
