"""The lobby's lists: of each kind what belongs there, a page at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import event

from correspondence.games.access import find_game
from correspondence.input_validation import Invalid
from correspondence.lobby.invitations import decline, invitations_of, invite
from correspondence.lobby.use_cases import PAGE, GameSearch, find_games, game_by_code
from correspondence.masters import accept_master
from correspondence.models.games import Game
from correspondence.rows import new_id
from correspondence.seats import offer
from correspondence.store import Store
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases

Lobby = Callable[..., tuple[str, str]]


def found(people: People, store: Store, name: str = "", **wanted: object) -> list[str]:
    reader = people.account(name) if name else None
    with store.read() as session:
        return [game.id for game in find_games(session, GameSearch(**wanted), reader).games]  # type: ignore[arg-type]


def test_each_list_has_what_belongs_there(
    people: People, store: Store, lobby: Lobby, with_seat: Callable[..., None]
) -> None:
    private, _ = lobby()
    slow, _ = lobby(visibility="open", preset="slow", players=4)
    running = people.game({"stark": "ada", "tyrell": "bo"}, visibility="open", title="100% ours")
    hidden = people.game({"stark": "ada", "tyrell": "bo"}, visibility="open", spectators="none")
    over = people.game({"stark": "ada"}, visibility="open")
    with store.begin() as session:
        find_game(session, over).status = "finished"
    for game_id in (running, people.game({"stark": "ada", "tyrell": "bo"}, visibility="link")):
        with_seat(offer, game_id, "tyrell", "missed")
    assert found(people, store) == [slow]
    assert found(people, store, preset="fast") == []
    assert found(people, store, preset="slow", players=4, names="named", edition="first-edition") == [slow]
    assert found(people, store, kind="running") == [running]
    assert found(people, store, kind="running", title="100% o") == [running]
    assert found(people, store, kind="running", title="1__%") == []
    assert found(people, store, kind="substitutes") == [running], "private games look for substitutes by themselves"
    assert found(people, store, kind="finished") == [over]
    assert found(people, store, "bo", kind="mine")[1:] == [hidden, running]
    assert found(people, store, kind="mine") == []
    assert private not in found(people, store)
    with pytest.raises(Invalid, match="unknown-choice"):
        found(people, store, kind="lost")


def test_many_games_come_a_page_at_a_time(people: People, store: Store) -> None:
    maker = people.account("ada")
    with store.begin() as session:
        for number in range(2 * PAGE + 5):
            session.add(
                Game(
                    public_id=new_id(),
                    title=f"Game {number}",
                    edition="first-edition",
                    players=5,
                    pace="bulk",
                    window_seconds=3600,
                    hold_seconds=0,
                    seat_choice="choose",
                    visibility="open",
                    bots_fill_seats=False,
                    join_code=new_id(),
                    creator_id=maker.id,
                    created_at=people.now,
                )
            )
    seen: list[str] = []
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    after, pages = "", 0
    while pages == 0 or after:
        with store.read() as session:
            page = find_games(session, GameSearch(after=after))
        seen += [game.title for game in page.games]
        after, pages = page.next, pages + 1
    assert seen == [f"Game {number}" for number in reversed(range(2 * PAGE + 5))]
    assert (pages, len(statements) <= 4 * pages) == (3, True), statements


def test_a_code_opens_its_game(people: People, store: Store, lobby: Lobby) -> None:
    game_id, code = lobby()
    with store.read() as session:
        assert game_by_code(session, code) == game_id
        for wrong in ("", "wrong"):
            with pytest.raises(Invalid, match="unknown-code"):
                game_by_code(session, wrong)


def test_invitations_wait_in_the_lobby(people: People, store: Store, lobby: Lobby) -> None:
    game_id, _ = lobby()
    bo = people.account("bo")
    with store.begin() as session:
        invite(session, people.account_in(session, "ada"), game_id, bo.email, "tyrell", people.now)
    with store.read() as session:
        (line,) = invitations_of(session, bo, people.now)
    assert (line.game_id, line.house, line.inviter) == (game_id, "tyrell", "Ada")
    page = people.page(game_id, "bo")
    assert (page.may_join, page.kept_house) == (True, "tyrell"), "who is signed in needs no link"
    with store.begin() as session:
        decline(session, bo, game_id, people.now)
    with store.read() as session:
        assert invitations_of(session, bo, people.now) == []
    assert people.page(game_id, "bo").may_join is False


def test_who_looks_on_sees_what_the_game_allows(people: People, store: Store) -> None:
    """Open: all that is public; delayed: the board some turns ago; none: nothing before the end."""
    games = {
        how: people.game({"stark": "ada", "tyrell": "bo"}, spectators=how, spectator_delay=2 if how == "delayed" else 0)
        for how in ("open", "delayed", "none")
    }
    for _ in range(3):
        for game_id in games.values():
            people.adjudicate(game_id)
    told = {how: people.page(game_id, None) for how, game_id in games.items()}
    assert {how: page.last_turn for how, page in told.items()} == {"open": 3, "delayed": 1, "none": 0}
    assert (told["none"].view, told["none"].turn, told["none"].standings) == (None, None, ())
    assert {how: page.round for how, page in told.items()} == {"open": 3, "delayed": 2, "none": 0}
    whole = people.page(games["delayed"], "ada")
    assert whole.last_turn == 3
    late, now = told["delayed"].view, whole.view
    assert late is not None
    assert now is not None
    assert (late.seat, late.waiting) == (None, [])
    assert (late.board.round, now.board.round) == (2, 3)
    with store.begin() as session:
        for game_id in games.values():
            find_game(session, game_id).status = "finished"
    assert people.page(games["none"], None).last_turn == 3


def test_who_was_in_a_private_game_that_is_over_finds_it(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, visibility="link", masters=("gm@rookery.example",))
    with store.begin() as session:
        accept_master(session, people.account_in(session, "gm"), game_id, people.now)
    shown = people.game({"stark": "bo"}, visibility="open")
    with store.begin() as session:
        for one in (game_id, shown):
            find_game(session, one).status = "finished"
    assert found(people, store, "ada", kind="finished") == [shown, game_id]
    assert found(people, store, "bo", kind="finished") == [shown, game_id], "each once"
    assert found(people, store, "gm", kind="finished") == [shown, game_id]
    assert found(people, store, "gm", kind="mine") == [game_id]
    assert found(people, store, "cy", kind="finished") == found(people, store, kind="finished") == [shown]
    assert found(people, store, "ada", kind="finished", after=shown) == [game_id]
