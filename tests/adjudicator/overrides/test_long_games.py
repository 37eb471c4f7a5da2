"""Playing a long journal again: twice as long is twice the work, and what is played is counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from adjudicator import game_file, games
from adjudicator.engine.decision import Illegal, Source
from adjudicator.engine.overrides import replay
from adjudicator.engine.step import Answered, Decreed, Replay, Table
from adjudicator.thrones.game import THRONES, ThronesRules
from adjudicator.thrones.state import overrides as x
from tests.adjudicator.engine.test_step import Added, NameNumber, Number, ToyRules, begin
from tests.bench.long_games import EDITION, PLAYERS, with_marches, with_rulings
from tests.effort import lines_in


class WithOverrides(ToyRules):
    """The toy game, in which a master may add something."""

    def decree(self, table: Table[Any], decreed: Decreed[Any]) -> None:
        table.tell(Added(amount=decreed.override), "edict")


RULES: Any = WithOverrides()


def lines(entries: int) -> int:
    """The lines of Python gone through to play so many overrides again."""
    journal, played = [Decreed(0, "", "") for _ in range(entries)], []
    gone_through = lines_in(lambda: played.append(replay(RULES, begin(), journal)))
    assert [record.number for record in played[0].records] == list(range(1, entries + 2))
    return gone_through


def test_a_journal_four_times_as_long_takes_four_times_as_long() -> None:
    # Gone through again for each override, the events of the longer one take up to sixteen times as many.
    assert lines(1_600) < 4.1 * lines(400)


@pytest.mark.parametrize("made", [with_rulings, with_marches])
def test_positions_are_packed_as_often_as_there_are_entries(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: Counter[int] = Counter()
    pack = ThronesRules.encode

    def counted(self: Any, position: Any) -> bytes:
        counts[entries] += 1
        return pack(self, position)

    monkeypatch.setattr(ThronesRules, "encode", counted)
    for entries in (100, 200, 400):
        assert game_file.verify(made(entries)) == []
    assert counts[400] - counts[200] == 2 * (counts[200] - counts[100]) > 0


def test_every_entry_is_counted_as_it_is_played() -> None:
    game, told = with_marches(120), list[int]()
    again = game_file.play_again(game, told.append)
    assert again.differences == []
    assert told == list(range(1, len(game.journal) + 1))


def test_answers_naming_another_house_are_told_once_in_order() -> None:
    entries = [Answered(f"d{n}", "a", "name-number", Number(n), Source("player")) for n in range(3)]
    oracle = Replay(entries)
    for n in (2, 0, 2):
        oracle(None, NameNumber(id=f"d{n}", seat="b", house="b"))
    assert (oracle.misnamed, oracle.unused) == (["d2", "d0"], ["d1"])


@pytest.mark.parametrize(("reason", "code"), [("x" + " " * 2000, "reason-too-long"), ("x" * 2001, "reason-too-long")])
def test_a_reason_is_as_long_as_it_is_kept(reason: str, code: str) -> None:
    position = games.of_edition(EDITION).resume(games.start(EDITION, PLAYERS, "a seed")).position
    with pytest.raises(Illegal, match=code):
        THRONES.issue(position, x.Ruling(text="So it is."), reason, "gm")
    THRONES.issue(position, x.Ruling(text="So it is."), reason[:2000], "gm")
