"""Whatever a rulebook leaves to a player was asked, or told as forced: nothing is chosen in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, get_args

import pytest

from adjudicator import games, selfplay
from adjudicator.engine import step as engine
from adjudicator.engine.step import Decided, Outcome, Record
from adjudicator.thrones.game import THRONES, ThronesRules
from adjudicator.thrones.rules.registry import REVISION
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Position
from tests.adjudicator.rules.choices_table import CHOSEN, WITHOUT_CHOICE
from tests.adjudicator.rules.told import Choice, Told
from tests.slices import often

GAMES = [
    (edition, players, number)
    for edition, players in (
        ("first-edition", 5),
        ("second-edition", 6),
        ("mother-of-dragons", 5),
        ("storm-of-swords", 4),
    )
    for number in range(often(2, 6))
]


def played(edition: str, players: int, seed: str, revision: int = REVISION) -> tuple[Outcome[Position], list[int]]:
    """A random game, and how many events had been told before each of its steps."""
    modules, houses = selfplay.mixture(edition, players, seed)
    start = games.start(edition, players, seed, modules, houses, revision)
    rules, begins = ThronesRules(games.of_edition(edition).edition_under(edition, revision)), []
    outcome = engine.advance(
        rules, start, selfplay.find_oracle("random", seed), lambda position: begins.append(position.progress.told)
    )
    return outcome, begins


def missing(edition: str, outcome: Outcome[Position], begins: list[int]) -> list[str]:
    """Events that followed from a choice of which nothing was told."""
    rules, found = games.of_edition(edition).edition_under(edition, outcome.position.revision), []
    commanders: dict[str, str] = {}
    vassals = frozenset(outcome.showing.board.vassals)
    for step in _steps(outcome.records, begins):
        whole = [record.event for record in step]
        for place, record in enumerate(step):
            event, before = record.event, whole[:place]
            told = Told(rules, record.step, vassals, before, whole)
            needs = CHOSEN[type(event)](event, told) if type(event) in CHOSEN else []
            found += [
                f"{record.number} {record.step}: {event} needs {need.kinds} of {need.house}"
                for need in needs
                if not any(_answers(one, need, commanders) for one in before)
            ]
            if isinstance(event, e.VassalClaimed):
                commanders[event.house] = event.commander
            elif isinstance(event, e.VassalsReleased):
                commanders = {}
    return found


def _steps(records: Sequence[Record], begins: Sequence[int]) -> list[list[Record]]:
    """The records cut where a step began."""
    bounds = [*begins, len(records)]
    return [list(records[start:end]) for start, end in pairwise(bounds)]


def _answers(event: Any, need: Choice, commanders: dict[str, str]) -> bool:
    if not isinstance(event, Decided) or event.asked not in need.kinds:
        return False
    return (not need.house or event.seat == commanders.get(need.house, need.house)) and need.says(event.answer)


def test_every_kind_of_event_is_in_one_of_the_tables() -> None:
    kinds = set(get_args(e.AnyEvent))
    assert set(CHOSEN) | set(WITHOUT_CHOICE) == kinds
    assert not set(CHOSEN) & set(WITHOUT_CHOICE)
    assert all(WITHOUT_CHOICE.values())


@pytest.mark.parametrize(("edition", "players", "number"), GAMES)
def test_every_choice_was_asked_or_forced(edition: str, players: int, number: int) -> None:
    outcome, begins = played(edition, players, f"every choice {number}")
    assert outcome.showing.board.ending is not None
    assert missing(edition, outcome, begins) == []


@pytest.mark.parametrize("edition", list(THRONES.editions))
def test_the_tables_notice_what_was_chosen_in_silence(edition: str) -> None:
    """Games from before told nothing where one choice was left."""
    players = min(games.edition(edition).setups)
    found = [one for n in range(4) for one in missing(edition, *played(edition, players, f"silent {n}", 0))]
    assert found


def test_forced_decisions_stand_in_the_log_and_in_no_journal() -> None:
    outcome, _ = played("first-edition", 5, "every choice 0")
    forced = [one for one in outcome.records if isinstance(one.event, Decided) and one.event.source == {"by": "forced"}]
    journal = {entry.decision for entry in outcome.answers}
    ids = [one.event.decision for one in outcome.records if isinstance(one.event, Decided)]
    assert forced
    assert not journal & {one.event.decision for one in forced}
    assert journal | {one.event.decision for one in forced} == set(ids)
    assert Counter(ids).most_common(1)[0][1] == 1
    assert len({one.event.asked for one in forced}) > 2


def test_a_forced_decision_is_seen_by_its_seat_alone() -> None:
    outcome, _ = played("second-edition", 6, "every choice 0")
    one = next(r for r in outcome.records if isinstance(r.event, Decided) and r.event.source["by"] == "forced")
    seats = [*outcome.showing.board.houses, None]
    assert [seat for seat in seats if games.record_for_seat(one, seat) is not None] == [one.event.seat]


def test_games_from_before_are_silent_about_them() -> None:
    outcome, _ = played("first-edition", 5, "every choice 0", 0)

    def forced(record: Record) -> bool:
        return isinstance(record.event, Decided) and record.event.source["by"] == "forced"

    assert not any(map(forced, outcome.records))
