"""Maesters in games of people: searched for when a turn has opened, used when it closes, shown to nobody."""

from __future__ import annotations

import msgspec
import pytest
from sqlalchemy import select

from adjudicator import documents
from adjudicator.engine.bulk import NOT_READY, SEARCHED
from adjudicator.engine.step import Answered
from adjudicator.game_file import Whole
from correspondence import adjudications
from correspondence.archive.files import export_game
from correspondence.archive.records import current, journal_of, keep
from correspondence.input_validation import Invalid
from correspondence.models.archive import PreparedAnswers
from correspondence.models.games import Game, Seat
from correspondence.models.turns import Turn
from correspondence.seats import hand_over
from correspondence.store import Store
from tests.correspondence.people import People

BOTS = 4


def begun(people: People, level: str = "maester") -> str:
    """A game of ada's with four bots, in the planning of its first round."""
    return people.game({"stark": "ada"}, bot_level=level)


def search_all(store: Store) -> int:
    """Work off the queue; how many searches."""
    count = 0
    while adjudications.search_next(store):
        count += 1
    return count


def rules_of_orders(people: People, store: Store, game_id: str, number: int = 1) -> dict[str, str]:
    """By house where its orders for a turn came from."""
    with store.read() as session:
        turn = session.scalar(select(Turn).join(Game).where(Game.public_id == game_id, Turn.number == number))
        assert turn is not None
        entries = [one for one in journal_of(session, turn) if isinstance(one, Answered)]
    return {one.seat: one.source.rule for one in entries if one.asked == "place-orders"}


def found_for(store: Store) -> dict[str, bytes]:
    with store.read() as session:
        return {row.house: row.document for row in session.scalars(select(PreparedAnswers))}


def test_turn_uses_what_was_found(people: People, store: Store) -> None:
    game_id = begun(people)

    assert search_all(store) == BOTS
    people.adjudicate(game_id)

    rules = rules_of_orders(people, store, game_id)
    assert [rules[house] for house in ("lannister", "baratheon", "greyjoy", "tyrell")] == [SEARCHED] * BOTS
    assert SEARCHED not in rules.get("stark", "")
    # What was found for the turn before is gone; the next one waits.
    assert found_for(store) == {}


def test_bot_plays_where_nothing_was_found(people: People, store: Store) -> None:
    game_id = begun(people)
    assert adjudications.search_next(store)
    (ready,) = found_for(store)

    people.adjudicate(game_id)

    rules = rules_of_orders(people, store, game_id)
    assert {house for house, rule in rules.items() if rule == SEARCHED} == {ready}
    assert sum(rule.startswith(NOT_READY) for rule in rules.values()) == BOTS - 1


def test_bots_are_not_searched(people: People, store: Store) -> None:
    game_id = begun(people, "steward")

    with store.read() as session:
        assert not adjudications.any_waits(session)
    assert not adjudications.search_next(store)
    people.adjudicate(game_id)
    assert not any(NOT_READY in rule for rule in rules_of_orders(people, store, game_id).values())


def test_search_twice_finds_the_same(people: People, store: Store) -> None:
    begun(people)
    search_all(store)
    before = found_for(store)
    with store.begin() as session:
        for row in session.scalars(select(PreparedAnswers)):
            session.delete(row)

    search_all(store)

    assert found_for(store) == before
    assert search_all(store) == 0


def test_duplicate_changes_nothing(people: People, store: Store) -> None:
    begun(people)
    with store.read() as session:
        wanted = adjudications._next_search(session)
    assert wanted is not None
    for document in (b'{"first": null}', b'{"second": null}'):
        with store.begin() as session:
            adjudications._store(session, wanted, document)

    assert found_for(store) == {wanted.house: b'{"first": null}'}


def test_turn_that_closed_meanwhile_keeps_nothing(people: People, store: Store) -> None:
    game_id = begun(people)
    with store.read() as session:
        wanted = adjudications._next_search(session)
    assert wanted is not None
    people.adjudicate(game_id)

    with store.begin() as session:
        adjudications._store(session, wanted, b"{}")

    assert found_for(store) == {}


def test_other_position_drops_what_was_found(people: People, store: Store) -> None:
    begun(people)
    search_all(store)
    assert len(found_for(store)) == BOTS

    with store.begin() as session:
        game = session.scalars(select(Game)).one()
        outcome = msgspec.structs.replace(current(session, game), records=[], entries=[])
        keep(session, game, None, outcome, part=0)

    assert found_for(store) == {}


def test_what_was_found_for_another_position_is_not_used(people: People, store: Store) -> None:
    game_id = begun(people)
    search_all(store)
    with store.begin() as session:
        for row in session.scalars(select(PreparedAnswers)):
            row.position_digest = "another"

    people.adjudicate(game_id)

    assert SEARCHED not in rules_of_orders(people, store, game_id).values()


def test_search_that_fails_holds_up_nothing(people: People, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = begun(people)

    def fails(*_: object, **__: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(adjudications.what_if, "prepare", fails)
    assert search_all(store) == BOTS
    people.adjudicate(game_id)

    rules = rules_of_orders(people, store, game_id)
    assert sum(rule.startswith(NOT_READY) for rule in rules.values()) == BOTS


def test_seat_that_changes_hands_keeps_nothing(people: People, store: Store) -> None:
    begun(people)
    search_all(store)
    with store.begin() as session:
        game = session.scalars(select(Game)).one()
        seat = next(seat for seat in game.seats if seat.house == "tyrell")
        hand_over(session, game, seat, None, "steward", began="substitute", ended="left", now=people.now)

    assert len(found_for(store)) == BOTS - 1
    assert "tyrell" not in found_for(store)


def test_nobody_is_shown_what_was_found(people: People, store: Store) -> None:
    game_id = begun(people)
    search_all(store)
    orders = [
        documents.read_prepared("first-edition", document)["place-orders"].orders
        for document in found_for(store).values()
    ]
    assert len(orders) == BOTS
    assert all(orders)
    with store.read() as session:
        account = people.account_in_read(session, "ada")
        exported = msgspec.json.encode(export_game(session, game_id, account, people.now))
        shown = repr(people.page(game_id)) + exported.decode()

    for found in orders:
        assert msgspec.json.encode(found).decode() not in shown
        assert repr(found) not in shown


def test_substitute_is_a_bot(people: People, store: Store) -> None:
    begun(people)
    with store.begin() as session:
        game = session.scalars(select(Game)).one()
        seat = next(seat for seat in game.seats if seat.house == "stark")
        hand_over(session, game, seat, seat.account, "steward", began="substitute", ended="left", now=people.now)
    with store.read() as session:
        levels = {seat.house: seat.bot_level for seat in session.scalars(select(Seat))}
        assert levels["stark"] == "steward"
        assert session.scalars(select(Game)).one().bot_levels.keys() == levels.keys() - {"stark"}


def test_file_of_a_game_names_levels(people: People, store: Store) -> None:
    game_id = begun(people)
    with store.read() as session:
        file: Whole = export_game(session, game_id, people.account_in_read(session, "ada"), people.now)  # type: ignore[type-arg]

    assert set(file.options.levels.values()) == {"maester"}
    assert set(file.options.levels) == set(file.options.bots)


def test_pages_name_the_level(people: People) -> None:
    game_id = begun(people)

    assert {seat.level for seat in people.page(game_id).seats if seat.kind == "steward"} == {"maester"}


def test_unknown_level_is_refused(people: People) -> None:
    with pytest.raises(Invalid) as refused:
        begun(people, "king")

    assert refused.value.field == "bot_level"


def test_bots_of_before_are_bots() -> None:
    """Rows written without the column, by programs of before it."""
    for table in (Game, Seat):
        column = table.__table__.c.bot_level
        assert column.server_default is not None
        assert str(column.server_default.arg) == "steward"
