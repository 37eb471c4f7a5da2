"""Parity: rows, ratios with their intervals, and minds of their own."""

from __future__ import annotations

import pytest

from adjudicator import games, selfplay
from adjudicator.engine.decision import Source, SourcedAnswer
from adjudicator.selfplay import bot_sheet
from adjudicator.thrones.game import THRONES


def test_ratio_of_sums_with_interval() -> None:
    pairs = [(1.0, 1.0), (2.0, 1.0), (0.0, 1.0), (1.0, 1.0)]

    value, low, high = selfplay.ratio(pairs)

    # Deviations 0, 1, -1, 0: variance 2/3, so the error of the mean is 1.96 * sqrt(2/3 / 4).
    assert (value, low, high) == (1.0, pytest.approx(0.2, abs=0.001), pytest.approx(1.8, abs=0.001))


@pytest.mark.parametrize(
    ("pairs", "result"),
    [([], (None, None, None)), ([(1.0, 0.0)], (None, None, None)), ([(3.0, 2.0)], (1.5, None, None))],
)
def test_ratio_without_enough_games(pairs: list[tuple[float, float]], result: tuple[float | None, ...]) -> None:
    assert selfplay.ratio(pairs) == result


def test_every_house_has_one_row() -> None:
    result = selfplay.compare("first-edition", 3, "rows")

    assert [row.house for row in result.rows] == list(games.start("first-edition", 3, "rows").board.houses)
    assert sum(row.live_wins for row in result.rows) == pytest.approx(1)
    assert result.sources["sheet"] > 100


def test_mind_that_answers_live_plays_one_house() -> None:
    """A mind that answers as the bot does fares live as the bot; one that takes any answer does not."""
    bot = selfplay.Mind(bot_sheet, THRONES.bot_answer)
    lazy = selfplay.Mind(
        bot_sheet,
        lambda position, decision: SourcedAnswer(
            next(iter(THRONES.legal_answers(position, decision))), Source("steward")
        ),
    )

    usual, same, other = (
        selfplay.compare("first-edition", 3, "minds", mind=mind).rows for mind in (selfplay.BOT, bot, lazy)
    )

    assert same == usual
    assert [row.live_score for row in other] != [row.live_score for row in usual]
    assert [row.sheet_score for row in other] == [row.sheet_score for row in usual]
