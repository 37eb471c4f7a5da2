"""Examples of typed lines in letters: of what is asked, with what may be said just then."""

from __future__ import annotations

import pytest

from adjudicator import face
from adjudicator.thrones.state.decisions import PlaceBid, UseRaven
from narration.thrones.typed_examples import typed_examples
from narration.thrones.voice import Voice
from narration.words import translator
from tests.adjudicator.steward.test_written_sheets import calls


@pytest.mark.parametrize(
    ("bans", "order"), [([], "defense+1"), (["defense"], "support"), (["defense", "support"], "march+0")]
)
def test_the_raven_is_shown_with_an_order_that_may_lie(bans: list[str], order: str) -> None:
    every = calls("first-edition", 5, "the raven", 2, "raven")
    shown = next(one for one in every if isinstance(one.waiting[0], UseRaven))
    board, asked = shown.showing.board, shown.waiting[0]
    board.bans = bans
    window = face.window(shown.showing, asked, "raven")
    v = Voice(face.edition("first-edition"), translator("en"), asked.seat)
    lines = typed_examples(window, [asked], board, asked.seat, "raven", v)
    (line,) = [one for one in lines if one.startswith("RAVEN ")]
    assert line.endswith(f" {order} | none")


@pytest.mark.parametrize(
    ("power", "bid"), [(5, "2; fiefdoms upto 1; kings-court 0"), (0, "0; fiefdoms 0; kings-court 0")]
)
def test_bids_are_shown_that_can_be_paid_and_gifts_to_others(power: int, bid: str) -> None:
    every = calls("mother-of-dragons", 8, "bids", 4)
    shown = next(
        one for one in every if isinstance(one.waiting[0], PlaceBid) and "targaryen" in one.showing.board.houses
    )
    board, asked = shown.showing.board, shown.waiting[0]
    board.power["targaryen"] = power
    v = Voice(face.edition("mother-of-dragons"), translator("en"), "targaryen")
    window = face.window(shown.showing, asked, "bulk")
    lines = typed_examples(window, [asked], board, "targaryen", "bulk", v)
    assert f"BID iron-throne {bid}" in lines
    (gift,) = [one for one in lines if one.startswith("CHOOSE iron-throne: ")]
    assert "targaryen" not in gift
