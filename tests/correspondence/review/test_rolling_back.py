"""Going back: to a turn, to a decision in it, with the decks as they were or shuffled anew; what was is kept apart."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from adjudicator.thrones.state.overrides import Reseed, SetPower
from correspondence.archive.records import current, stored_position
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.archive import RoundBoard, RoundRecords, Snapshot
from correspondence.models.turns import OverrideRow, PendingResult, Turn, Voided
from correspondence.overrides import NewPosition
from correspondence.overview.game_pages import turn_page
from correspondence.review import enforcement
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, last_turn, make_master, reviewed_game, run_out
from tests.correspondence.review.test_overrides import apply, propose, publish, verified

SHEET = b'{"orders":{"winterfell":"march+0"}}'


def _game(people: People, turns: int = 3) -> str:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    for _ in range(turns):
        people.submit(game_id, "ada", SHEET)
        run_out(people, game_id)
    return game_id


def _back(people: People, game_id: str, to: int, name: str = MASTER, **changed: Any) -> Turn:
    given = {"about": last_turn(people, game_id).number, "chance": "keep", "reason": "A wrong map"} | changed
    account = people.account(name)
    with people.store.begin() as session:
        return enforcement.roll_back(session, account, game_id, to=to, now=people.now, **given)


def _statuses(people: People, game_id: str) -> list[str]:
    with people.store.read() as session:
        game = find_game(session, game_id)
        query = select(Turn.status).where(Turn.game_id == game.id).order_by(Turn.number)
        return list(session.scalars(query))


def test_the_game_goes_back_to_a_turn_and_on_from_there(people: People) -> None:
    game_id = _game(people)
    with people.store.read() as session:
        game = find_game(session, game_id)
        then = session.get_one(Snapshot, (game.id, 2)).document
    opened = _back(people, game_id, 2)
    assert opened.number == 5
    assert _statuses(people, game_id) == ["closed", "void", "void", "void", "open"]
    with people.store.read() as session:
        game = find_game(session, game_id)
        before, after = current(session, game).showing, stored_position(session, game)
        assert before.board.round == game.round == opened.round
        assert after != then, "the journal says that the game went back"
        assert {row.kind for row in session.scalars(select(Voided))} == {"records", "journal"}
        assert session.scalars(select(RoundBoard).where(RoundBoard.round >= game.round)).all() == []
        numbers = [(row.first, row.last) for row in session.scalars(select(RoundRecords).order_by(RoundRecords.first))]
    assert all(a[1] < b[0] for a, b in zip(numbers, numbers[1:], strict=False))
    verified(people, game_id)
    people.deliver()
    assert "A wrong map" in text_of(people.mails("ben")[-1])
    for _ in range(3):
        run_out(people, game_id)
        verified(people, game_id)
    _back(people, game_id, 5)
    run_out(people, game_id)
    verified(people, game_id)


def test_news_of_a_turn_that_is_taken_back_is_told_again(people: People) -> None:
    game_id = _game(people, turns=1)
    with people.store.begin() as session:
        find_game(session, game_id).news = 0
    run_out(people, game_id)

    opened = _back(people, game_id, 3)
    again = _news_of_turns(people, game_id)
    with people.store.read() as session:
        page = turn_page(session, people.account("ben"), opened.public_id, people.now)
    run_out(people, game_id)
    _back(people, game_id, 5)

    assert again == [False, False, True, True]
    assert page.news
    assert _news_of_turns(people, game_id) == [False, False, True, True, False, False], "it stands in a call that holds"


def _news_of_turns(people: People, game_id: str) -> list[bool]:
    with people.store.read() as session:
        game = find_game(session, game_id)
        query = select(Turn.news).where(Turn.game_id == game.id).order_by(Turn.number)
        return list(session.scalars(query))


def test_players_find_their_sheet_of_then_and_confirm_it(people: People) -> None:
    game_id = _game(people, turns=1)
    _back(people, game_id, 1)
    turn = people.turn(game_id)
    with people.store.read() as session:
        page = turn_page(session, people.account_in_read(session, "ada"), turn, people.now)
    assert page.sheet is None, "nothing counts before it is confirmed"
    assert page.carried is None
    assert page.offered is not None
    assert page.offered.orders == {"winterfell": "march+0"}
    with people.store.read() as session:
        theirs = turn_page(session, people.account_in_read(session, "ben"), turn, people.now)
    assert theirs.offered is None


def test_a_sheet_of_a_turn_that_was_taken_back_can_still_be_read(people: People) -> None:
    game_id = _game(people, turns=1)
    _back(people, game_id, 1)
    with people.store.read() as session:
        taken_back = session.scalars(select(Turn.public_id).where(Turn.number == 1)).one()
        page = turn_page(session, people.account_in_read(session, "ada"), taken_back, people.now)
    assert page.status == "void"
    assert page.sheet is not None
    assert page.sheet.orders == {"winterfell": "march+0"}


def test_a_new_seed_shuffles_what_is_to_come(people: People) -> None:
    game_id = _game(people)
    _back(people, game_id, 2, chance="reseed")
    with people.store.read() as session:
        records = [row.document for row in session.scalars(select(RoundRecords))]
    assert any(Reseed.__struct_config__.tag.encode() in document for document in records)
    verified(people, game_id)
    run_out(people, game_id)
    verified(people, game_id)


def test_to_a_decision_inside_a_turn(people: People) -> None:
    game_id = _game(people, turns=2)
    mira = people.account(MASTER)
    with people.store.read() as session:
        steps = enforcement.steps_of(session, mira, game_id, 2, people.now)
    assert steps
    step = steps[len(steps) // 2]
    opened = _back(people, game_id, 2, decision=step.decision)
    assert opened.number == 4
    verified(people, game_id)
    run_out(people, game_id)
    verified(people, game_id)


def test_an_override_on_an_open_turn_is_taken_back_too(people: People) -> None:
    game_id = _game(people, turns=1)
    apply(people, game_id, propose(people, game_id, NewPosition(SetPower(house="stark", power=12))))
    _back(people, game_id, 2)
    with people.store.read() as session:
        assert current(session, find_game(session, game_id)).showing.board.power["stark"] != 12
    verified(people, game_id)


def test_rolled_back_draft_is_dropped_with_its_overrides(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    apply(people, game_id, propose(people, game_id, NewPosition(SetPower(house="stark", power=11))))
    publish(people, game_id)
    run_out(people, game_id)
    apply(people, game_id, propose(people, game_id, NewPosition(SetPower(house="stark", power=12))))
    _back(people, game_id, 1)
    with people.store.read() as session:
        assert {draft.status for draft in session.scalars(select(PendingResult))} == {
            "published",
            "replaced",
            "dropped",
        }
        overrides = select(OverrideRow.status).where(OverrideRow.draft_number > 0).order_by(OverrideRow.id)
        # The first took effect, and is taken back with its turn; the second never did.
        assert list(session.scalars(overrides)) == ["applied", "withdrawn"]
    assert last_turn(people, game_id).status == "open"
    verified(people, game_id)


def test_what_it_undoes_is_told_before(people: People) -> None:
    game_id = _game(people)
    mira = people.account(MASTER)
    with people.store.read() as session:
        impact = enforcement.plan(session, mira, game_id, 1, "", "keep", people.now).impact
    assert impact.turns == (1, 2, 3, 4)
    assert impact.mails == 6
    assert impact.orders >= 1
    assert impact.leaks == bool(impact.westeros)


def test_nothing_is_undone_twice_or_by_others(people: People) -> None:
    game_id = _game(people)
    _back(people, game_id, 2, about=4)
    for changed, error, code in (
        ({"about": 4}, Denied, "stale-turn"),
        ({"name": "ben"}, Denied, "not-game-master"),
        ({"chance": "luck"}, Invalid, "unknown-choice"),
        ({"reason": ""}, Invalid, "empty"),
        ({"to": 3}, NotFound, "no-such-turn"),
        ({"decision": "d1-none-stark"}, NotFound, "no-such-decision"),
    ):
        with pytest.raises(error) as refused:
            _back(people, game_id, **({"to": 1} | changed))  # type: ignore[arg-type]
        assert refused.value.code == code
    assert _statuses(people, game_id).count("open") == 1
