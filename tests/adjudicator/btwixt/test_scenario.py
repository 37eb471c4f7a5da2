"""Scenarios of B'Twixt: what they say is built, what they cannot mean is refused with its place, all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_type_hints

import pytest

from adjudicator.btwixt.game import BTWIXT
from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.scenario import STEPS, Patch, Scenario, build, read_scenario
from adjudicator.btwixt.state.position import Piled
from adjudicator.engine.chance import commitment
from adjudicator.engine.decision import Illegal, Unreadable

PAGE = Path(__file__).parents[3] / "docs" / "btwixt-scenarios.md"
HEAD = """
edition = "btwixt"
players = 4
houses = ["cersei", "euron", "melisandre", "doran"]
"""
WHOLE = f"""{HEAD}
modules = ["advanced", "revealed-allies"]
agenda = ["turn house=doran"]
[setup]
season = "autumn"
space = 2
first = "euron"
hands = {{ doran = "feint hellhorn" }}
piles = {{ cersei = "betrayal contingency-plan=euron", euron = "great-tourney" }}
plays = {{ cersei = 3 }}
kneeling = "euron cersei"
lasting = {{ euron = "the-silence" }}
councils = {{ cersei-euron = "varys shae" }}
tokens = {{ cersei-euron = "1 2x3" }}
seen = {{ cersei = {{ cersei-euron = "3" }} }}
current = "tywin-lannister"
on_current = "2"
row = "hodor bronn"
allies = "arya-stark"
dead = "robb-stark"
deck = "royal-host"
supply = "3 1"
discard = "skirmish"
removed = "golden-crown"
own = {{ cersei = "queens-spite" }}
"""


def test_what_it_says_lies_there() -> None:
    position = build(read_scenario(WHOLE))
    board, hidden = position.board, position.hidden
    assert (board.season, board.space, board.round, board.first) == ("autumn", 2, 7, "euron")
    assert board.houses == ["cersei", "euron", "melisandre", "doran"]
    assert board.piles["cersei"] == [Piled(1, "betrayal", "cersei"), Piled(2, "contingency-plan", "euron")]
    assert (board.plays["cersei"], board.plays["euron"], board.kneeling) == (3, 2, ["euron", "cersei"])
    assert [one.rule for one in board.lasting] == ["untargetable"]
    assert (board.current, board.active, board.tokens_on_current) == ("tywin-lannister", ["tywin-lannister"], 1)
    assert (board.row, board.dead, board.discard) == (["hodor", "bronn"], ["robb-stark"], ["skirmish"])
    assert (hidden.allies[0], hidden.deck[0], hidden.supply[:2]) == ("arya-stark", "royal-host", [3, 1])
    assert (hidden.tokens["cersei-euron"], hidden.seen["cersei"]) == ([1, 3, 3], {"cersei-euron": [3]})
    assert (hidden.hands["doran"], hidden.own["cersei"]) == (["feint", "hellhorn"], ["queens-spite"])
    assert set(board.removed) >= {"golden-crown", "hidden-caches", "mothers-fury"}
    assert position.progress.agenda[0].args == {"house": "doran"}
    assert visibility.broken(position) == []


def test_what_it_leaves_open_the_seed_fills() -> None:
    plain = {"edition": "btwixt", "players": 5}
    one, other = (BTWIXT.start_from(BTWIXT.read_scenario(plain), seed, 0) for seed in ("one", "other"))
    assert one.commitment == commitment("one")
    assert one.board.hands == dict.fromkeys(one.board.houses, 10)
    assert one.board.houses != other.board.houses or one.hidden.hands != other.hidden.hands
    assert one.board.current
    assert one.progress.agenda[0].args == {"house": one.board.first}
    assert BTWIXT.start_from(BTWIXT.read_scenario(plain), "one", 0) == one


@pytest.mark.parametrize(
    ("setup", "place"),
    [
        ('hands = { bob = "feint" }', "setup.hands"),
        ('first = "bob"', "setup.first"),
        ('kneeling = "cersei cersei"', "setup.kneeling"),
        ('season = "spring"', "setup.season"),
        ("space = 6", "setup.space"),
        ("space = 0", "setup.space"),
        ('councils = { cersei-doran = "varys" }', "setup.councils"),
        ('councils = { cersei-euron = "varis" }', "setup.councils.cersei-euron"),
        ('councils = { cersei-euron = "varys" }\ndead = "varys"', "setup.dead"),
        ('row = "varys"', "setup.row"),
        ("allies_left = 51", "setup.allies_left"),
        ('current = "none"\non_current = "1"', "setup.on_current"),
        ('tokens = { euron-cersei = "1" }', "setup.tokens"),
        ('tokens = { cersei-euron = "19x1" }', "setup.tokens.cersei-euron"),
        ('tokens = { cersei-euron = "two" }', "setup.tokens.cersei-euron"),
        ('seen = { cersei = { cersei-euron = "1" } }', "setup.seen.cersei.cersei-euron"),
        ('hands = { cersei = "golden-crown" }', "setup.hands.cersei"),
        ('discard = "royal-host royal-host royal-host"', "setup.discard"),
        ('piles = { cersei = "feint=bob" }', "setup.piles.cersei"),
        ('piles = { cersei = "feint feint" }\nplays = { cersei = 1 }', "setup.plays.cersei"),
        ('own = { cersei = "hellhorn" }', "setup.own.cersei"),
        ('lasting = { cersei = "feint" }', "setup.lasting.cersei"),
        ('deck = "feint"\ncards_left = 0', "setup.cards_left"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(setup: str, place: str) -> None:
    with pytest.raises(Illegal) as refused:
        build(read_scenario(f"{HEAD}[setup]\n{setup}\n"))
    assert ("bad-scenario", place) in [(one.code, one.where) for one in refused.value.reasons]


@pytest.mark.parametrize("step", ["go", "turn", "turn house=bob", "deal now=1", "season season=spring", ""])
def test_steps_that_are_none(step: str) -> None:
    with pytest.raises(Illegal, match="bad-scenario") as refused:
        build(read_scenario(f'{HEAD}agenda = ["advance", "{step}"]\n'))
    assert refused.value.reasons[-1].where == "agenda[1]"


def test_an_ally_is_bid_for_in_a_bid_alone() -> None:
    with pytest.raises(Illegal, match="no ally is bid for before deal"):
        build(read_scenario(f'{HEAD}agenda = ["deal"]\n[setup]\ncurrent = "varys"\n'))


def test_all_faults_are_told_at_once() -> None:
    text = f'{HEAD}agenda = ["go"]\n[setup]\nfirst = "bob"\nseason = "spring"\ndead = "varis"\n'
    with pytest.raises(Illegal) as refused:
        build(read_scenario(text))
    assert [one.where for one in refused.value.reasons] == ["setup.first", "setup.season", "setup.dead", "agenda[0]"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('edition = "chess"\nplayers = 4', "bad-scenario"),
        ('edition = "btwixt"\nplayers = 9', "players-not-supported"),
        ('edition = "btwixt"\nplayers = 3\nhouses = ["cersei", "cersei", "doran"]', "bad-houses"),
        ('edition = "btwixt"\nplayers = 3\nmodules = ["tides"]', "unknown-module"),
        ('edition = "btwixt"\nplayers = 3\nmodules = ["advanced", "draft-of-kings"]', "modules-exclude-each-other"),
        ('edition = "btwixt"\nplayers = 3\nmodules = ["draft", "draft-of-kings"]', "modules-exclude-each-other"),
    ],
)
def test_games_that_are_none(text: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        build(read_scenario(text))
    assert [one.code for one in refused.value.reasons] == [code]


@pytest.mark.parametrize("text", ["players = ", "{", 'edition = "btwixt"\nplayers = "four"', "wind = 1"])
def test_what_is_no_scenario_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="bad-scenario"):
        read_scenario(text)


def _rows(kind: Any) -> list[str]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        f"| `{name}` | {next(words for words in hint.__metadata__ if isinstance(words, str))} |"
        for name, hint in hints.items()
    ]


def test_the_page_lists_every_field_and_step() -> None:
    page = PAGE.read_text(encoding="utf-8")
    steps = [f"| `{name}{f' {arg}=' if arg else ''}` | {words} |" for name, (words, arg) in STEPS.items()]
    assert [row for row in (*_rows(Scenario), *_rows(Patch), *steps) if row not in page] == []
