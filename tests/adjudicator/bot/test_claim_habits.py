"""Where claim decides the game, the bot counts claim: what areas count, and tokens on the track."""

from __future__ import annotations

from adjudicator.thrones.bot.outlook import VICTORY, Outlook, inclination
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario

TABLE = """edition = "storm-of-swords"
players = 4
agenda = ["march"]
[setup]
clear = true
storm.claim = "TOKENS"
units.baratheon = { harrenhal = "F1", tumbleton = "K2" }
units.lannister = { kings-landing = "F1", silverhall = "F1" }
"""


def sight(house: str, tokens: int = 3) -> Sight:
    position = build(read_scenario(TABLE.replace("TOKENS", " ".join(["baratheon"] * tokens))))
    return Sight(position.board, edition_of(position), house)


def test_areas_count_what_their_flags_do_and_tokens_one_each() -> None:
    # Dragonstone by its shield, Harrenhal for 2, and the tokens.
    assert sight("baratheon").settled["baratheon"] == 6
    assert sight("baratheon", 0).settled["baratheon"] == 3


def test_an_area_that_wins_the_game_is_worth_it() -> None:
    """Two short of victory, King's Landing wins it and a city of one flag does not."""
    outlook = Outlook(sight("baratheon"))
    assert outlook.wins_by("kings-landing")
    assert not outlook.wins_by("silverhall")
    assert not outlook.wins_by("tumbleton")
    assert outlook.gain("kings-landing") > VICTORY > outlook.gain("silverhall")
    assert Outlook(sight("baratheon", 2)).gain("kings-landing") < VICTORY


def test_others_help_to_hold_what_would_win_the_game() -> None:
    assert inclination(sight("stark"), "stark", "kings-landing", "baratheon", "lannister") == "defender"
    assert not Outlook(sight("stark")).wins_by("kings-landing")
