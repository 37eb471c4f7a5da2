"""Sheets, places in them and refusals of B'Twixt in words."""

from __future__ import annotations

import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.sheets import wishes as wish_words
from adjudicator.btwixt.sheets.sheet import DEFAULTS, BotRule, Sheet, read_sheet
from adjudicator.btwixt.sheets.sheet_check import WORDS
from adjudicator.btwixt.state.position import Board
from narration.btwixt.condition_phrases import ALLIES, CARDS, COUNCILS, LEADERS
from narration.btwixt.narrator import BTWIXT
from narration.btwixt.voice import ASKED
from narration.faults import read_back
from narration.words import translator
from tests.narration.btwixt.games import GAMES, LANGUAGES, faults, played

SHEET = b"""{
  "bid": [{"when": "ally power >= 4 and my total < 12", "play": ["enough", "skirmish", "red"], "up-to": 12,
           "without": ["royal-host"], "kneel": true},
          {"play": ["lowest"], "cards": 3, "at-least": 4}, {"kneel": true}],
  "councils": [{"source": ["poisoned-cup"], "use": ["claim", "token"], "choose": ["with-euron", "weaker"],
                "avoid": ["cersei-euron"]}],
  "leaders": [{"choose": ["leader", "euron"]}],
  "cards": [{"choose": ["of-euron highest"], "avoid": ["show-of-steel"]}],
  "allies": [{"choose": ["shae", "in-cersei-euron", "stark highest"]}],
  "abilities": [{"source": ["feint"], "use": true}, {"use": false}],
  "arrange": [{"first": ["hodor"], "last": ["lowest"]}],
  "keep": [{"first": ["betrayal", "red"]}],
  "order": [{"first": ["courtly-favor"]}],
  "steward": [{"kinds": ["choose-card", "bid"]}, {}],
  "answers": {"d3-play-or-kneel-cersei": {"kind": "play", "card": "feint"}}
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_in_words(language: str) -> None:
    v = BTWIXT.voice(HOUSE, translator(language), "cersei")
    told = BTWIXT.sheet(read_sheet(SHEET, HOUSE), v)
    assert len(told) == 11
    for title, lines in told:
        for text in (title, *lines):
            assert not faults(text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["{0}", "{", "nope{x}", "always"])
def test_kinds_that_there_are_not_stay_as_they_are(kind: str, language: str) -> None:
    v = BTWIXT.voice(HOUSE, translator(language), "cersei")

    sections = BTWIXT.sheet(Sheet(steward=(BotRule(kinds=(kind,)),)), v)

    assert [lines for _, lines in sections] == [[kind]]


def test_how_it_reads() -> None:
    v = BTWIXT.voice(HOUSE, translator("en"), "cersei")
    told = dict(BTWIXT.sheet(read_sheet(SHEET, HOUSE), v))
    assert told["Programme"][0] == (
        "1. if power of the current ally ≥ 4 and my total influence < 12: play the lowest "
        "card that takes the lead, else Skirmish (5), else a red card, up to a total of 12, "
        "never Royal Host (9), or else kneel"
    )
    councils = "my council with Euron, else my weaker council, avoid Cersei\u2013Euron"
    assert told["Councils"] == [f"Poisoned Cup, where an ally won goes or where a token goes: {councils}"]
    assert told["Cards"] == ["cards of Euron + the highest card, avoid Show of Steel (7)"]


def test_places() -> None:
    v = BTWIXT.voice(HOUSE, translator("en"), None)
    places = {
        "bid[2].when": "rule 3 of your programme, its condition",
        "bid[0].up-to": "rule 1 of your programme, its highest total",
        "standing.councils[1]": "standing orders, rule 2 for councils",
        "councils[1].choose[0]": "rule 2 for councils, what it chooses, number 1",
        "cards[0].source[1]": "rule 1 for cards, the cards it applies to, number 2",
        "answers.d12-play-or-kneel-cersei": "direct answers, play or kneel",
        "keep": "the draft",
        "taken-over.steward[0]": "seat just taken over, rule 1 for the bot",
        "unsaid.steward[0]": "left to the bot, within limits",
    }
    assert {where: BTWIXT.place(where, v) for where in places} == places


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_have_names(language: str) -> None:
    v = BTWIXT.voice(HOUSE, translator(language), None)
    values = {
        "place": "bid[0]",
        "wish": "red",
        "card": "show-of-steel",
        "limit": "12",
    }
    for text in WORDS.values():
        told = BTWIXT.refusal(text.format(**values), v)
        assert not [one for one in faults(told) if one != "[]"], told
        assert "bid[" not in told
        assert (told == BTWIXT.refusal(text.format(**values), BTWIXT.voice(HOUSE, translator("en"), None))) == (
            language == "en"
        ), text
    told = BTWIXT.refusal("'x' is not among feint, cersei-euron, jon", v)
    assert "Feint" in told or v.card("feint") in told
    assert "Cersei\u2013Euron" in told
    several = BTWIXT.refusal("'feint' may mean feint (jon, 3), feint (euron, 4): say which", v)
    assert f"{v.house('jon')}, 3" in several
    assert ("say which" in several) == (language == "en")


def test_templates_are_read_back() -> None:
    assert read_back("a 1 2 c 3", ("a", "a {b} c {d}")) == ("a {b} c {d}", {"b": "1 2", "d": "3"})
    assert read_back("a 1 d", ("a {b} c",)) is None
    assert read_back("ab", ("a",)) is None
    assert read_back(" b", ("{a} b",)) is None
    assert read_back('"" b', ('"{a}" b',)) == ('"{a}" b', {"a": ""})


def test_every_word_of_a_wish_has_a_phrase() -> None:
    assert set(CARDS) == {*wish_words.CARD_WORDS, *wish_words.BID_WORDS}
    assert set(COUNCILS) == set(wish_words.COUNCIL_WORDS)
    assert set(LEADERS) == set(wish_words.LEADER_WORDS)
    assert set(ALLIES) == set(wish_words.ALLY_WORDS)
    assert set(DEFAULTS) <= set(ASKED)


def _bidding() -> Board:
    return next(board for _, board in played(*GAMES[0]).asked if board.phase == "bidding")


def test_outline_of_a_bid_and_of_a_draft() -> None:
    v = BTWIXT.voice(HOUSE, translator("en"), None)
    board = _bidding()
    seat = next(house for house in board.houses if house != board.first)
    rows = BTWIXT.outline("r1-bidding", True, board, seat, "bulk", v)
    assert [row.label for row in rows][:2] == ["Programme", "Councils"]
    assert "Programme" not in [row.label for row in BTWIXT.outline("r1-bidding", True, board, seat, "play-or-kneel", v)]
    assert [row.label for row in BTWIXT.outline("r1-draft", True, board, seat, "bulk", v)] == ["Draft"]
    assert BTWIXT.outline("d4-use-ability-jon", True, board, seat, "stepwise", v) == []
    assert BTWIXT.outline("r1-bidding", False, board, "nobody", "bulk", v) == []
    assert BTWIXT.foreseen("r1-bidding", board, seat, v)
    assert BTWIXT.foreseen("r1-bidding", board, board.first, v) == []
    assert BTWIXT.foreseen("r1-draft", board, seat, v) == []
