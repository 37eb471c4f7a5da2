"""What is new in the program: players of games that ran before are told once, and of sheets in an earlier form."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.models.games import NEWS, Game
from correspondence.models.turns import StandingOrdersVersion
from correspondence.sheets.use_cases import submit_standing_orders
from correspondence.store import Store
from tests.correspondence.games.test_stood_by import page_of
from tests.correspondence.people import People, text_of

NEW = "What is new in the program since your game began"


def game_in(session: Session, game_id: str) -> Game:
    """The game by the id that its players know."""
    return session.scalars(select(Game).where(Game.public_id == game_id)).one()


def told(people: People, name: str) -> bool:
    """Whether the last email to somebody says what is new."""
    return NEW in " ".join(text_of(people.mails(name)[-1]).split())


def test_players_of_running_games_are_told_once(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, unsaid="defaults")
    with store.begin() as session:
        game_in(session, game_id).news = 0

    seen = []
    for _ in range(2):
        people.adjudicate(game_id)
        people.deliver()
        seen.append((told(people, "ada"), told(people, "bo"), page_of(people, store, game_id, "ada").news))

    assert seen == [(True, True, True), (False, False, False)]
    with store.begin() as session:
        assert game_in(session, game_id).news == NEWS


def test_new_games_have_no_news(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada"}, unsaid="bot")
    people.deliver()

    assert not told(people, "ada")
    assert not page_of(people, store, game_id, "ada").news


def test_players_of_every_game_are_told_of_new_words(people: People, store: Store) -> None:
    game_id = people.game({"cersei": "ada"}, edition="btwixt", players=3, unsaid="bot")
    with store.begin() as session:
        game_in(session, game_id).news = 0

    people.adjudicate(game_id)
    people.deliver()

    assert "“call” is now “turn”" in text_of(people.mails("ada")[-1])


def test_rows_of_earlier_programs_are_still_to_be_told() -> None:
    column = Game.__table__.c.news

    assert column.server_default.arg == "0"  # type: ignore[union-attr]


def test_sheets_in_an_earlier_form_are_said_and_kept(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada"}, unsaid="defaults")
    with store.begin() as session:
        submit_standing_orders(
            session, people.account_in(session, "ada"), game_id, b'{"blade": [{"use": "never"}]}', people.now
        )
    old = b'{"marches":{"goals":[{"take":["moat-cailin"]}]}}'
    assert not page_of(people, store, game_id, "ada").translated
    with store.begin() as session:
        session.scalars(select(StandingOrdersVersion)).one().document = old

    page = page_of(people, store, game_id, "ada")

    assert page.translated
    assert [wish.take for wish in page.standing.marches.wishes] == [("moat-cailin",)]
    with store.begin() as session:
        assert session.scalars(select(StandingOrdersVersion)).one().document == old
