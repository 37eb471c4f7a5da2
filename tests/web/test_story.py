"""Results as a story: the reader's part first, battles laid open, what decided; figures round by round."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from adjudicator import games
from adjudicator.engine.step import Record
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle
from correspondence.archive.records import turn_results
from correspondence.archive.statistics import course_of
from narration.narrators import narrator_of
from narration.paragraph import Aside, Paragraph
from narration.words import translator
from tests.correspondence.people import People
from tests.web.visitors import Browser
from web.views.history import charts_of, sheet_decisions, split_by_seat

Browsers = Callable[[str], Browser]
FIRST = games.edition("first-edition")
ATTACK = (e.Item("unit", 2, "knight", 1), e.Item("order", 1, "march+1"))
DEFENCE = (e.Item("unit", 1, "footman", 1), e.Item("support", 1, area="the-golden-sound", house="lannister"))
BATTLE = Battle(area="riverrun", attacker="greyjoy", defender="lannister", origin="seagard", order="march+1")


def fought(*more: e.Event) -> list[Record]:
    """A battle with what came of it."""
    events = (
        e.BattleStarted(battle=BATTLE),
        e.StrengthsDeclared(attacker=3, defender=2, attacker_items=ATTACK, defender_items=DEFENCE),
        e.CardsRevealed(cards={"greyjoy": "balon-greyjoy", "lannister": "tywin-lannister"}),
        *more,
    )
    return [Record(number, 1, "march", "march.battle", event) for number, event in enumerate(events, start=1)]


WON = e.BattleWon(
    area="riverrun", winner="greyjoy", loser="lannister", by="strength", attacker=3, defender=2, attacker_items=ATTACK,
    defender_items=DEFENCE, swords=1, fortifications=0, losses=1,
)  # fmt: skip
FALLEN = e.UnitDestroyed(house="lannister", area="riverrun", unit="footman", because="battle")
BACK = e.UnitsRetreated(house="lannister", area="riverrun", to="lannisport", units={"knight": 1}, attacking=False)


def test_a_battle_lies_open_side_by_side() -> None:
    (told,) = narrator_of(FIRST).tell(
        fought(WON, FALLEN, BACK, e.BattleEnded(area="riverrun")), FIRST, translator("en")
    )
    assert told.battle is not None
    attack, defence = told.battle.sides
    assert [(line.text, line.figure) for line in attack.lines] == [("1 knight", "+2"), ("March +1", "+1")]
    assert [(line.text, line.figure) for line in defence.lines][1] == ("support from The Golden Sound", "+1")
    assert (attack.total, attack.won, attack.part) == ("3", True, "attacks")
    assert (defence.total, defence.won, defence.played) == ("2", False, "tywin-lannister")
    assert attack.played == "balon-greyjoy"
    assert [card.id for card in told.battle.played] == [attack.played, defence.played]
    assert defence.card is not None
    assert defence.card.line == "Tywin Lannister (3, 2 swords)"
    assert attack.fate == ()
    assert len(defence.fate) == 2
    assert "Lannisport" in defence.fate[1]
    assert told.battle.verdict.startswith("Greyjoy wins 3 to 2")
    assert not {*attack.fate, *defence.fate, told.battle.verdict} & set(told.battle.after)


def test_a_battle_that_goes_on_has_sums_and_no_winner() -> None:
    (told,) = narrator_of(FIRST).tell(fought(), FIRST, translator("en"))
    assert told.battle is not None
    assert [(side.total, side.won) for side in told.battle.sides] == [("3", False), ("2", False)]
    assert told.battle.verdict == ""


def test_the_readers_part_stands_apart_under_its_headings() -> None:
    lines = [
        Paragraph(kind="round", text="Round 1"),
        Paragraph(kind="phase", text="Raids"),
        Paragraph(kind="event", text="others", houses=("tyrell",)),
        Paragraph(kind="phase", text="Marches"),
        Paragraph(kind="event", text="me", houses=("stark", "tyrell")),
        Paragraph(kind="event", text="others again", houses=("tyrell",)),
        Paragraph(kind="yours", asides=(Aside("My choice."),)),
        Paragraph(kind="round", text="Round 2"),
        Paragraph(kind="event", text="all"),
    ]
    told = split_by_seat(lines, "stark")
    assert [one.text for one in told.mine] == ["Round 1", "Marches", "me", ""]
    assert [one.text for one in told.others] == [
        "Round 1", "Raids", "others", "Marches", "others again", "Round 2", "all",
    ]  # fmt: skip
    assert split_by_seat(lines, None).mine == ()


def test_pages_tell_mine_first_and_open_all_sheets_at_the_end(
    people: People, signed_in: Browsers, client: FlaskClient
) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.adjudicate(game_id)
    path = f"/games/{game_id}/turns/1"
    page = signed_in("ada").get(path).text
    assert page.index("What happened to you") < page.index("What else happened")
    assert "Your orders and what they decided" in page
    assert "Everyone's orders" not in page.replace("&#39;", "'")
    onlooker = client.get(path).text
    assert "What happened to you" not in onlooker
    assert "Your orders and what they decided" not in onlooker
    while people.page(game_id).status == "running":
        people.adjudicate(game_id)
    assert "Everyone's orders" in client.get(path).text.replace("&#39;", "'")
    for text in (page, client.get(f"/games/{game_id}/end").text, client.get(f"/games/{game_id}/compare").text):
        assert not re.search(r"<th[^>]*>\s*</th>", text), "a head that says nothing"


def test_reasons_of_others_are_hidden_while_the_game_runs(people: People) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"})
    people.adjudicate(game_id)
    with people.store.read() as session:
        for name, house in (("ada", "stark"), ("bo", "tyrell")):
            found = turn_results(session, game_id, 1, people.account_in_read(session, name), people.now)
            sheets = sheet_decisions(found.records, narrator_of(FIRST).voice(FIRST, translator("en"), house))
            assert [one.house for one in sheets] == [house]
            assert all(line.text.startswith(("Default", "Only one")) for line in sheets[0].lines)
        assert (
            sheet_decisions(
                turn_results(session, game_id, 1, None, people.now).records,
                narrator_of(FIRST).voice(FIRST, translator("en")),
            )
            == ()
        )


@pytest.mark.parametrize("rounds", [1, 2])
def test_figures_are_drawn_from_the_second_round_on(people: People, client: FlaskClient, rounds: int) -> None:
    game_id = people.game({"stark": "ada"})
    while people.page(game_id).round < rounds:
        people.adjudicate(game_id)
    with people.store.read() as session:
        course = course_of(session, game_id, None, people.now)
    charts = charts_of(course, narrator_of(FIRST).voice(FIRST, translator("en")))
    assert [chart.title for chart in charts] == (["Castles", "Supply", "Power", "Units"] if rounds > 1 else [])
    page = client.get(f"/games/{game_id}/figures").text
    assert page.count("<polyline") == (20 if rounds > 1 else 0)
    for chart in charts:
        assert len({line.dashes for line in chart.lines}) == len({line.letter for line in chart.lines}) == 5
        assert f'aria-label="{chart.title}, round by round' in page
