"""Muted conversations and blocked players: who is not told, what is refused, and what an anonymous game gives away."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from correspondence.games.access import find_game
from correspondence.input_validation import Denied, NotFound
from correspondence.messages import blocks, queries as messages
from correspondence.messages.queries import MessageLine
from correspondence.models.games import Block
from correspondence.personal_data import export_account
from correspondence.seats import offer, seat_of, take_over
from tests.correspondence.messages.test_messages import ALL, HUMANS, read, unread, write
from tests.correspondence.people import People


def lines(people: People, thread: str, name: str) -> list[MessageLine]:
    """A conversation as somebody sees it, unread as before."""
    with people.store.begin() as session:
        account = people.account_in(session, name)
        return list(messages.open_thread(session, thread, account, people.now, reads=False).messages)


def block(people: People, name: str, thread: str) -> None:
    """Somebody blocks the writer of the last message in a conversation."""
    last = lines(people, thread, name)[-1]
    with people.store.begin() as session:
        blocks.block_writer(session, people.account_in(session, name), last.id, people.now)


def block_person(people: People, name: str, other: str) -> None:
    with people.store.begin() as session:
        blocks.block_person(
            session, people.account_in(session, name), people.account_in(session, other).public_id, people.now
        )


def blocked(people: People, name: str) -> list[blocks.BlockLine]:
    with people.store.begin() as session:
        return blocks.blocks_of(session, people.account_in(session, name))


def mails(people: People, name: str) -> int:
    people.deliver()
    return len(people.mails(name))


def test_mute_ends_the_notices_of_one_conversation(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister")
    before = mails(people, "bob")
    for muted in (True, False):
        with people.store.begin() as session:
            blocks.mute(session, people.account_in(session, "bob"), thread, muted, people.now)
        write(people, game, "ada", "houses", "lannister", text=f"muted: {muted}")
    write(people, game, "ada", "public")

    assert mails(people, "bob") == before + 2
    assert read(people, thread, "bob") == ["hello", "muted: True", "muted: False"]


def test_mute_keeps_a_conversation_out_of_the_counts(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister")
    with people.store.begin() as session:
        bob = people.account_in(session, "bob")
        blocks.mute(session, bob, thread, True, people.now)
        (line,) = messages.open_messages(session, game, bob, people.now).threads

    assert (line.unread, line.muted, unread(people, game, "bob")) == (0, True, 0)


def test_mute_is_for_those_in_the_game(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    private, public = write(people, game, "ada", "houses", "lannister"), write(people, game, "ada", "public")
    people.account("eve")
    for thread, refusal in ((private, NotFound), (public, Denied)):
        with people.store.begin() as session, pytest.raises(refusal):
            blocks.mute(session, people.account_in(session, "eve"), thread, True, people.now)


def test_block_refuses_private_messages_both_ways(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister")
    block(people, "bob", thread)

    with pytest.raises(Denied, match="^blocked:"):
        write(people, game, "ada", "houses", "lannister", text="again")
    with pytest.raises(Denied, match="you-blocked"):
        write(people, game, "bob", "houses", "stark")
    with people.store.begin() as session:
        page = messages.open_thread(session, thread, people.account_in(session, "ada"), people.now)
    assert not page.may_write
    assert page.rights.code == "blocked"


def test_block_hides_what_is_signed_to_others_too(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    block_person(people, "bob", "ada")
    before = mails(people, "bob")
    public = write(people, game, "ada", "public", text="to all")
    group = write(people, game, "ada", "houses", "lannister", "tyrell", text="to two")
    unsigned = write(people, game, "ada", "anonymous", text="guess")

    assert [[line.hidden for line in lines(people, thread, "bob")] for thread in (public, group)] == [[True], [True]]
    assert [line.hidden for line in lines(people, unsigned, "bob")] == [False]
    assert mails(people, "bob") == before + 1
    assert unread(people, game, "bob") == 1
    with people.store.begin() as session:
        page = messages.open_messages(session, game, people.account_in(session, "bob"), people.now)
    assert {line.snippet for line in page.threads} == {"", "guess"}
    assert not any(line.hidden for line in lines(people, public, "cyd"))


def test_block_ends_when_its_owner_says_so(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    block_person(people, "bob", "ada")
    (line,) = blocked(people, "bob")
    with people.store.begin() as session, pytest.raises(NotFound, match="no-such-block"):
        blocks.unblock(session, people.account_in(session, "cyd"), line.id)
    with people.store.begin() as session:
        blocks.unblock(session, people.account_in(session, "bob"), line.id)

    write(people, game, "ada", "houses", "lannister")
    assert blocked(people, "bob") == []


def test_block_in_an_anonymous_game_names_nobody(people: People) -> None:
    hidden = people.game(HUMANS, messages=ALL, names="anonymous")
    named = people.game(HUMANS, messages=ALL)
    block(people, "bob", write(people, hidden, "ada", "public"))

    (line,) = blocked(people, "bob")
    assert (line.person, line.person_id, line.house, line.game_id) == ("", "", "stark", hidden)
    assert lines(people, write(people, hidden, "ada", "public"), "bob")[-1].hidden
    assert not lines(people, write(people, named, "ada", "public"), "bob")[-1].hidden
    write(people, named, "ada", "houses", "lannister")


def test_block_of_a_person_counts_in_no_anonymous_game(people: People) -> None:
    hidden = people.game(HUMANS, messages=ALL, names="anonymous")
    block_person(people, "bob", "ada")

    assert not lines(people, write(people, hidden, "ada", "public"), "bob")[-1].hidden
    write(people, hidden, "ada", "houses", "lannister")


def test_block_of_a_house_ends_with_its_player(people: People) -> None:
    game = people.game(HUMANS, messages=ALL, names="anonymous")
    thread = write(people, game, "ada", "public")
    block(people, "bob", thread)
    people.account("dee")
    with people.store.begin() as session:
        row = find_game(session, game, lock=True)
        offer(session, row, seat_of(row, "stark"), "missed", people.now)
    with people.store.begin() as session:
        take_over(session, people.account_in(session, "dee"), game, "stark", people.now)
    write(people, game, "dee", "public", text="new here")

    assert not lines(people, thread, "bob")[-1].hidden


def test_block_needs_somebody_who_signed(people: People) -> None:
    game = people.game(HUMANS, messages=ALL, names="anonymous")
    for thread in (write(people, game, "ada", "anonymous"), write(people, game, "bob", "public")):
        with pytest.raises(Denied, match="nobody-to-block"):
            block(people, "bob", thread)
    people.account("eve")
    with pytest.raises(Denied, match="not-your-seat"):
        block(people, "eve", thread)
    with pytest.raises(NotFound, match="no-such-person"):
        block_person(people, "bob", "bob")


def test_blocks_are_exported_and_deleted_with_the_account(people: People) -> None:
    people.game(HUMANS, messages=ALL)
    block_person(people, "bob", "ada")
    block_person(people, "ada", "cyd")
    with people.store.begin() as session:
        assert b'"blocks": [\n    {\n      "person": "Ada"' in export_account(
            session, people.account_in(session, "bob"), people.now
        )
        blocks.forget_blocks(session, people.account_in(session, "ada"))
        assert session.scalar(select(func.count(Block.id))) == 0
