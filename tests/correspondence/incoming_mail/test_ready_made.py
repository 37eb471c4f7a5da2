"""Sheets to begin with, in the emails of turns to those who answer by mail; and plans of the bot, asked for."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator import documents, games
from adjudicator.engine.chance import Picker
from adjudicator.engine.step import Outcome
from correspondence.games.access import find_game
from correspondence.overview.game_pages import turn_page
from correspondence.results import applicable_part
from correspondence.seats import swap
from correspondence.store import Store
from narration.typed_sheets import sheet_text
from tests.adjudicator.sheets.random_sheets import random_sheet
from tests.bots_turns import bots_turns
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import People, text_of
from tests.slices import often

TABLES = [
    ("first-edition", 3, ()),
    ("second-edition", 6, ()),
    ("mother-of-dragons", 8, ()),
    ("storm-of-swords", 4, ()),
    ("btwixt", 4, ()),
]
BEGIN = "Your last orders, as far as they are still possible"


def typed_in(letter: str, begin: str) -> str:
    """The sheet that stands in an email below such words."""
    found = re.search(rf"{begin}.*?\n\n(CLEAR\n.*?)\n\n", letter.replace("\r", ""), re.DOTALL)
    assert found, letter
    return found[1] + "\n"


def next_mail(ada: Writer) -> str:
    """The email of the next turn after this one is adjudicated."""
    ada.people.adjudicate(ada.game)
    return text_of(ada.answer())


def test_a_mail_brings_what_was_last_meant(people: People) -> None:
    """Only to who answered by mail; in a form that can be sent back."""
    # Units stay where the sheet's words are about them.
    ada = Writer(people, people.game({"stark": "ada"}, unsaid="defaults"))
    ada.people.submit(ada.game, document=b'{"orders": {"winterfell": "march+0"}}')
    assert BEGIN not in next_mail(ada)
    while "PLANNING" not in ada.people.page(ada.game).turn.window.upper():
        ada.people.adjudicate(ada.game)
    ada.send("ORDERS winterfell D+1; white-harbor M\nBLADE never\n")
    letter = next_mail(ada)
    while BEGIN not in letter:
        letter = next_mail(ada)
    text = typed_in(letter, BEGIN)
    assert text.startswith("CLEAR")
    assert "BLADE never" in text
    assert ada.send(text).state == "done"


def test_a_draft_hides_no_programme_and_a_programme_no_draft(people: People, store: Store) -> None:
    """Both plan a round; what was meant for one is no beginning for the other."""
    ada = Writer(people, people.game({"cersei": "ada"}, edition="btwixt", players=3, modules=("draft",)))
    season = [people.page(ada.game).turn.window]
    ada.send("KEEP highest red, lowest\n")
    assert BEGIN not in next_mail(ada)
    ada.send("BID enough upto 7 | kneel\nUSE feint: no\n")
    letter = ""
    while "draft" not in (window := people.page(ada.game).turn.window) or len(season) < 2:
        letter = next_mail(ada)
        season.append(window)
        if "draft" not in people.page(ada.game).turn.window:
            assert "upto 7" in typed_in(letter, BEGIN).replace("up to", "upto"), season
    assert "KEEP" in typed_in(letter, BEGIN), season
    ada.send("KEEP lowest\n")
    text = typed_in(next_mail(ada), BEGIN)
    assert "BID" in text
    assert "KEEP" not in text


def test_a_seat_forgets_with_its_player(table: tuple[Writer, Writer]) -> None:
    """Who takes a house over finds nothing of the one before."""
    ada, _ = table
    ada.send("ORDERS winterfell D+1\n")
    with ada.people.store.begin() as session:
        game = find_game(session, ada.game)
        by_house = {one.house: one for one in game.seats}
        stark, lannister = by_house["stark"], by_house["lannister"]
        assert (stark.by_mail, lannister.by_mail) == (True, False)
        swap(session, game, stark, lannister, ada.people.now)
        assert (stark.by_mail, lannister.by_mail) == (False, False)


def test_the_bot_is_asked_for_a_plan(ada: Writer) -> None:
    """Its text can be sent back as it is; nothing of it counts before."""
    assert ada.send("SUGGEST\n").state == "done"
    text = typed_in(text_of(ada.answer()), "Nothing of this is submitted")
    # Short enough to be changed by hand: what is to come is left to him by a line.
    assert "BOT everything" in text
    assert text.count("\n") < 20
    assert ada.send(text).state == "done"
    told = text_of(ada.answer())
    assert "version 1" in told


@pytest.mark.parametrize(("edition", "players", "modules"), TABLES)
def test_what_is_still_meant_is_never_refused_nor_warned_of(
    edition: str, players: int, modules: tuple[str, ...]
) -> None:
    """Whatever was meant: by the bot a turn before, or by chance."""
    game: Any = SimpleNamespace(edition=edition, parts=modules, stops="bulk")
    pick, before, carried = Picker("still meant", edition), dict[str, bytes](), 0
    for shown in bots_turns(edition, players, modules, "still meant", often(5, 30)):
        for house in games.of(shown.showing.board).played(shown.showing.board):
            for document in filter(None, (before.get(house), _at_random(edition, pick))):
                found = applicable_part(game, shown.showing, shown.waiting, house, document)
                if found:
                    carried += 1
                    _accepted(game, shown, house, found)
            before[house] = documents.encode(
                games.of(shown.showing).suggest_sheet(games.of(shown.showing).view(shown.showing, house, shown.waiting))
            )
    assert carried > 3


def _at_random(edition: str, pick: Picker) -> bytes:
    if games.edition(edition).id == "btwixt":
        return b""
    return documents.encode(random_sheet(pick, edition=edition))


def _accepted(game: Any, shown: Outcome[Any], house: str, document: bytes) -> None:
    sheet = documents.stored_sheet(game.edition, document)
    report = games.of(shown.showing).check_sheet(shown.showing, house, sheet, tuple(shown.waiting), pace="bulk")
    text = sheet_text(sheet, games.edition(game.edition), game.parts, "en")
    assert not report.errors, text
    assert games.of(shown.showing).restrict_sheet(shown.showing, house, sheet, shown.waiting) == sheet, text
    # What is only missing is the player's to add.
    assert {reason.code for reason in report.warnings} <= {"no-order", "march-without-plan"}, text


def test_no_plan_where_nothing_is_asked(people: People, store: Store) -> None:
    """Somebody else decides now."""
    humans = {"stark": "ada", "lannister": "bo", "baratheon": "cy"}
    ada = Writer(people, people.game(humans, players=3, pace="stepwise"))
    for _ in range(40):
        turn = people.turn(ada.game)
        with store.read() as session:
            if not turn_page(session, people.account_in_read(session, "ada"), turn, people.now).asked:
                break
        people.adjudicate(ada.game)
    mail = ada.send("SUGGEST\n")
    assert (mail.state, mail.reason) == ("refused", "nothing-asked")
