"""What a question takes as its answer, and what a game is started with."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.btwixt.rules.legality import check, complete_answer, legal_answers
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.state import decisions as d
from adjudicator.engine.decision import Illegal

POSITION: Any = None
CARDS = (d.CardChoice("betrayal", "jon", 3), d.CardChoice("feint", "jon", 4))
ALLIES = (d.AllyChoice("hodor", "jon-euron"), d.AllyChoice("shae"))
ASKED: list[tuple[Any, Any, Any, str]] = [
    (d.PlayOrKneel(seat="jon", house="jon", hand=("feint",)), d.Play("feint"), d.Play("betrayal"), "card-not-in-hand"),
    (d.PlayOrKneel(seat="jon", house="jon", hand=()), d.Play(None), d.Play("feint"), "card-not-in-hand"),
    (
        d.ChooseLeader(seat="jon", house="jon", source="feint", use="kneel", choices=("euron",)),
        d.LeaderChoice("euron"),
        d.LeaderChoice("jon"),
        "leader-not-a-choice",
    ),
    (
        d.ChooseCard(seat="jon", house="jon", source="feint", use="move", choices=CARDS),
        CARDS[1],
        d.CardChoice("feint", "jon", 3),
        "card-not-a-choice",
    ),
    (
        d.ChooseAlly(seat="jon", house="jon", source="feint", use="kill", choices=ALLIES),
        ALLIES[1],
        d.AllyChoice("hodor"),
        "ally-not-a-choice",
    ),
    (
        d.ChooseCouncil(seat="jon", house="jon", source="", use="claim", choices=("jon-euron",)),
        d.CouncilChoice("jon-euron"),
        d.CouncilChoice("euron-cersei"),
        "council-not-a-choice",
    ),
    (
        d.KeepCard(seat="jon", house="jon", packet=("feint", "betrayal"), to="euron"),
        d.CardChoice("feint", "jon"),
        d.CardChoice("feint", "euron"),
        "card-not-a-choice",
    ),
    (
        d.ArrangeTop(seat="jon", house="jon", source="feint", allies=("shae", "hodor"), bottom_max=1),
        d.AllyOrder(("hodor",), ("shae",)),
        d.AllyOrder(("hodor", "hodor")),
        "not-each-once",
    ),
    (
        d.ArrangeTop(seat="jon", house="jon", source="feint", allies=("shae", "hodor"), bottom_max=1),
        d.AllyOrder(("hodor", "shae")),
        d.AllyOrder((), ("hodor", "shae")),
        "too-many-under",
    ),
    (
        d.OrderAbilities(seat="jon", house="jon", numbers=(3, 5), cards=("feint", "betrayal")),
        d.CardOrder((5, 3)),
        d.CardOrder((5,)),
        "not-each-once",
    ),
]


@pytest.mark.parametrize(("asked", "right", "wrong", "code"), ASKED)
def test_an_answer_is_checked(asked: Any, right: Any, wrong: Any, code: str) -> None:
    assert check(POSITION, asked, right) is None
    refused = check(POSITION, asked, wrong)
    assert refused is not None
    assert refused.code == code
    other = check(POSITION, asked, d.YesNo(True))
    assert other is not None
    assert other.code == "wrong-kind-of-answer"


@pytest.mark.parametrize("asked", [one[0] for one in ASKED])
def test_what_is_listed_and_drawn_is_legal(asked: Any) -> None:
    legal = legal_answers(POSITION, asked)
    listed = list(legal)
    assert listed
    assert len(set(listed)) == len(listed)
    for answer in listed:
        assert answer in legal
    assert legal.sample(lambda bound: bound - 1) in listed


FEINTS = (d.CardChoice("feint", "jon", 3), d.CardChoice("feint", "euron", 4), d.CardChoice("skirmish", "jon", 5))


@pytest.mark.parametrize(
    ("asked", "answer", "meant"),
    [
        (d.KeepCard(seat="jon", house="jon", packet=("feint", "betrayal", "betrayal"), to="euron"),
         d.CardChoice("betrayal"), d.CardChoice("betrayal", "jon")),
        (ASKED[3][0], d.CardChoice("betrayal"), CARDS[0]),
        (ASKED[3][0], d.CardChoice("feint", number=4), CARDS[1]),
        (ASKED[4][0], d.AllyChoice("hodor"), ALLIES[0]),
        (d.ChooseCard(seat="jon", house="jon", source="skirmish", use="discard", choices=FEINTS),
         d.CardChoice("feint", "euron"), FEINTS[1]),
    ],
)  # fmt: skip
def test_a_direct_answer_is_completed_where_one_choice_fits(asked: Any, answer: Any, meant: Any) -> None:
    assert complete_answer(asked, answer) == meant
    assert check(POSITION, asked, complete_answer(asked, answer)) is None
    assert complete_answer(asked, meant) == meant


def test_direct_answer_with_several_meanings_is_refused_with_all() -> None:
    asked = d.ChooseCard(seat="jon", house="jon", source="skirmish", use="discard", choices=FEINTS)
    answer = complete_answer(asked, d.CardChoice("feint"))
    assert answer == d.CardChoice("feint")
    refused = check(POSITION, asked, answer)
    assert refused is not None
    assert refused.words == "'feint' may mean feint (jon, 3), feint (euron, 4): say which"
    stranger = check(POSITION, asked, complete_answer(asked, d.CardChoice("royal-host")))
    assert stranger is not None
    assert stranger.words == "'royal-host' is not among feint (jon, 3), feint (euron, 4), skirmish (jon, 5)"


@pytest.mark.parametrize(
    ("players", "modules", "houses", "code"),
    [
        (2, (), (), "players-not-supported"),
        (3, ("winter",), (), "unknown-module"),
        (3, ("draft", "draft-of-kings"), (), "modules-exclude-each-other"),
        (3, ("advanced", "draft-of-kings"), (), "modules-exclude-each-other"),
        (3, (), ("jon", "jon", "euron"), "bad-houses"),
        (3, (), ("jon", "stark", "euron"), "bad-houses"),
    ],
)
def test_what_cannot_be_played_is_not_begun(
    players: int, modules: tuple[str, ...], houses: tuple[str, ...], code: str
) -> None:
    with pytest.raises(Illegal, match=code):
        set_up(games.edition("btwixt"), players, "a seed", modules, houses, 0)  # type: ignore[arg-type]


def test_modules_that_go_together_do() -> None:
    for modules in (("draft", "advanced"), ("draft-of-kings", "short-game", "revealed-allies")):
        assert set_up(games.edition("btwixt"), 3, "a seed", modules, (), 0).board.modules  # type: ignore[arg-type]


def test_a_revision_or_an_edition_that_there_is_not() -> None:
    with pytest.raises(Illegal, match="unknown-revision"):
        games.start("btwixt", 3, "a seed", (), (), 9)
