"""Choices that a sheet leaves open: an option of each game, which holds for turns opened after it changes."""

from __future__ import annotations

import re

from adjudicator import documents, games
from correspondence.games.access import terms_of
from correspondence.lobby.use_cases import change_settings
from correspondence.models.games import Game
from correspondence.models.turns import Turn
from correspondence.rows import Row
from correspondence.store import Store
from correspondence.what_ifs import WhatIf, play_what_if
from tests.correspondence.games.test_stood_by import by, page_of, told
from tests.correspondence.people import People, text_of

ORDERS = b'{"orders": {"winterfell": "march+0", "white-harbor": "march+1", "the-shivering-sea": "march-1"}}'
LEFT_OPEN = re.compile(r"The bot made \d+ choices? that you left open, within your limits:")


def unsaid(decided: list[object]) -> list[str]:
    """The kinds of questions that the bot answered because a sheet left them open."""
    return [one.asked for one in decided if one.source.get("rule") == "unsaid.steward[0]"]  # type: ignore[attr-defined]


def test_bot_chooses_for_whoever_handed_in_orders(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, unsaid="bot")
    assert page_of(people, store, game_id, "ada").unsaid == "bot"
    people.submit(game_id, "ada", ORDERS)

    people.adjudicate(game_id)
    people.deliver()

    mine, missing = told(people, store, game_id, 1, "ada"), told(people, store, game_id, 1, "bo")
    assert "resolve-march" in unsaid(list(mine))
    assert "default" not in {one.source["by"] for one in mine if one.asked == "resolve-march"}
    assert unsaid(list(missing)) == []
    assert by(missing) <= {"default", "forced"}
    mails = [" ".join(text_of(people.mails(name)[-1]).split()) for name in ("ada", "bo")]
    assert [bool(LEFT_OPEN.search(mail)) for mail in mails] == [True, False]


def test_defaults_decide_where_the_game_says_so(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada"}, unsaid="defaults")
    people.submit(game_id, "ada", ORDERS)

    people.adjudicate(game_id)

    assert unsaid(list(told(people, store, game_id, 1, "ada"))) == []


def test_change_holds_from_the_next_turn_and_everybody_is_told(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, unsaid="defaults")
    people.deliver()
    before = len(people.mails("bo"))
    with store.begin() as session:
        changes = change_settings(session, people.account_in(session, "ada"), game_id, {"unsaid": "bot"}, people.now)
    people.deliver()

    assert [(change.field, change.before, change.after) for change in changes] == [("unsaid", "defaults", "bot")]
    assert len(people.mails("bo")) == before + 1
    assert page_of(people, store, game_id, "ada").unsaid == "defaults"
    people.submit(game_id, "ada", ORDERS)
    people.adjudicate(game_id)
    assert unsaid(list(told(people, store, game_id, 1, "ada"))) == []
    assert page_of(people, store, game_id, "ada").unsaid == "bot"


def test_what_if_plays_as_the_turn_will(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada"}, unsaid="bot")
    with store.begin() as session:
        account = people.account_in(session, "ada")
        what_if = WhatIf(documents.read_sheet("first-edition", ORDERS))
        supposed = play_what_if(session, account, people.turn(game_id), what_if, people.now)
    rules = [record.event.source.get("rule") for record in supposed.records if hasattr(record.event, "source")]
    assert "unsaid.steward[0]" in rules


def test_games_from_before_keep_defaults(people: People, store: Store) -> None:
    """Rows written without the column, by programs of before it, have the defaults; new games leave it to the bot."""
    for table in (Game, Turn):
        column = table.__table__.c.unsaid
        assert column.server_default is not None
        assert str(column.server_default.arg) == "defaults"
    assert issubclass(Game, Row)
    new = people.game({"stark": "ada"})
    with store.read() as session:
        game = session.query(Game).filter_by(public_id=new).one()
        assert terms_of(game).unsaid == "bot"
    assert games.of_edition("first-edition").left_to_bot >= {"resolve-march", "choose-house-card"}
    assert not games.of_edition("first-edition").left_to_bot & {"place-orders", "place-bid", "use-raven"}


def test_mail_says_what_the_bot_chooses_in_this_game(people: People) -> None:
    """In an auction there is nobody to attack."""
    people.game({"stark": "ada"}, unsaid="bot")
    people.game({"cersei": "bo"}, edition="btwixt", players=3, unsaid="bot")
    people.deliver()

    board, auction = (" ".join(text_of(people.mails(name)[-1]).split()) for name in ("ada", "bo"))

    assert "attacks nobody unless you say whom it may attack." in board
    assert "decide what you leave open, then the bot. The bot makes every choice except bids." in auction
    assert "attacks nobody" not in auction
