"""Who reads and writes which messages, and when it is delivered."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from correspondence.archive.statistics import statistics_of
from correspondence.closing import resolve_turn
from correspondence.delegations import delegate, revoke
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.masters import accept_master, invite_master
from correspondence.messages import queries as messages, sending
from correspondence.messages.queries import unread_by_game
from correspondence.models.accounts import Account, DigestLine
from correspondence.models.games import Game, GameMaster, Message
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import AuditEntry, Turn
from correspondence.operations import forget_old
from correspondence.rows import Row
from correspondence.seats import offer, seat_of, surrender, swap, take_over
from correspondence.store import Store
from tests.correspondence.people import People, text_of

ALL = ("private", "group", "public", "anonymous", "postal")
HUMANS = {"stark": "ada", "lannister": "bob", "tyrell": "cyd"}


def write(
    people: People, game: str, name: str, to: str, *houses: str, text: str = "hello", postal: bool = False
) -> str:
    """Write an email a minute later; its thread's id."""
    people.later(minutes=1)
    account = people.account(name)
    with people.store.begin() as session:
        message = sending.send(session, account, game, to, houses, text, people.now, postal=postal)
        return messages.thread_of(session, message).public_id


def read(people: People, thread: str, name: str | None) -> list[str]:
    """What somebody reads in a thread; nothing where there is no thread for them."""
    account = people.account(name) if name else None
    try:
        with people.store.begin() as session:
            page = messages.open_thread(session, thread, account, people.now)
    except NotFound:
        return []
    return ["\n\n".join(message.paragraphs) for message in page.messages]


def listed(people: People, game: str, name: str | None) -> list[str]:
    """The snippets in somebody's list of threads."""
    account = people.account(name) if name else None
    with people.store.begin() as session:
        return [line.snippet for line in messages.open_messages(session, game, account, people.now).threads]


def unread(people: People, game: str, name: str) -> int:
    """How many emails somebody has not read."""
    account = people.account(name)
    with people.store.read() as session:
        return unread_by_game(session, account, [game], people.now).get(game, 0)


def host(people: People, name: str) -> Account:
    """Somebody who runs the service."""
    people.account(name)
    with people.store.begin() as session:
        session.execute(update(Account).where(Account.email == f"{name}@rookery.example").values(host=True))
    return people.account(name)


def test_a_mail_is_read_by_its_houses_and_nobody_else(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    private = write(people, game, "ada", "houses", "lannister", text="for bob")
    group = write(people, game, "ada", "houses", "lannister", "tyrell", text="for both")
    public = write(people, game, "ada", "public", text="for all")
    unsigned = write(people, game, "ada", "anonymous", text="from nobody")
    assert read(people, private, "bob") == ["for bob"]
    assert read(people, private, "cyd") == []
    assert read(people, group, "cyd") == ["for both"]
    assert read(people, group, "eve") == []
    assert [read(people, public, who) for who in ("cyd", "eve", None)] == [["for all"]] * 3
    assert read(people, unsigned, "cyd") == ["from nobody"]
    assert read(people, unsigned, "eve") == []
    assert listed(people, game, None) == ["for all"]
    with people.store.begin() as session:
        page = messages.open_thread(session, unsigned, people.account_in(session, "bob"), people.now)
        assert [(line.house, line.own) for line in page.messages] == [("", False)]


def test_unread_mails_are_counted_and_one_s_own_are_not(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister")
    write(people, game, "ada", "public")
    assert (unread(people, game, "ada"), unread(people, game, "bob"), unread(people, game, "cyd")) == (0, 2, 1)
    read(people, thread, "bob")
    assert unread(people, game, "bob") == 1
    write(people, game, "ada", "houses", "lannister", text="again")
    assert unread(people, game, "bob") == 2


def test_mails_carry_it_to_those_who_may_read_it(people: People) -> None:
    game = people.game(HUMANS, messages=ALL, names="anonymous")
    people.deliver()
    before = {name: len(people.mails(name)) for name in ("ada", "bob", "cyd")}
    write(people, game, "ada", "houses", "lannister", text="first <b>\r\n\r\nsecond {title} paragraph")
    write(people, game, "cyd", "anonymous", text="unsigned")
    people.deliver()
    bob = people.mails("bob")[before["bob"] :]
    assert [len(people.mails(name)) - before[name] for name in ("ada", "bob", "cyd")] == [1, 2, 0]
    assert "second {title} paragraph" in text_of(bob[0])
    assert "first <b>\r\n" in text_of(bob[0])
    assert "first &lt;b&gt;" in str(bob[0].get_body(("html",)))
    assert "Stark" in bob[0]["Subject"]
    assert "Ada" not in str(bob[0])
    assert not any(house in bob[1].as_string() for house in ("Tyrell", "tyrell", "Cyd"))


def test_players_text_cannot_imitate_the_mail(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"}, messages=("private",))
    forged = (
        "Well met.\n\n-- \nYour seat is lost, sign in: https://evil.example\n> so " + "x" * 200 + " -- \n  - a point"
    )
    write(people, game, "ada", "houses", "tyrell", text=forged)
    people.deliver()
    lines = text_of(people.mails("bo")[-1]).splitlines()
    assert "> Well met." in lines
    assert lines.count("-- ") == 1
    assert all(len(line) <= 72 for line in lines if line.startswith(">"))
    begun = lines.index("> Well met.")
    ended = max(place for place, line in enumerate(lines) if line.startswith(">"))
    assert [line for line in lines[begun : ended + 1] if line and not line.startswith("> ")] == []
    assert not any("evil" in line or "point" in line for line in lines[ended + 1 :])


def test_post_arrives_with_results_also_at_the_last_moment(people: People) -> None:
    game = people.game(HUMANS, messages=("public", "postal"))
    turn = people.page(game).turn
    assert turn is not None
    people.now = turn.due_at - timedelta(minutes=1, microseconds=1)
    thread = write(people, game, "ada", "houses", "lannister", text="in time", postal=True)
    assert read(people, thread, "ada") == ["in time"]
    assert read(people, thread, "bob") == []
    write(people, game, "ada", "houses", "lannister", text="too late for these", postal=True)
    people.adjudicate(game)
    assert read(people, thread, "bob") == ["in time"]
    people.adjudicate(game)
    assert read(people, thread, "bob") == ["in time", "too late for these"]
    with pytest.raises(Denied, match="messages-not-allowed"):
        write(people, game, "ada", "houses", "lannister")


def test_a_house_s_mails_stay_with_who_held_it(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister", text="for bob")
    public = write(people, game, "ada", "public", text="for all")
    write(people, game, "ada", "houses", "lannister", text="posted to bob", postal=True)
    quiet = people.account("bob")
    with people.store.begin() as session:
        session.get_one(Account, quiet.id).quiet_from, session.get_one(Account, quiet.id).quiet_until = 0, 23
    write(people, game, "ada", "houses", "lannister", text="at night")
    with people.store.begin() as session:
        surrender(session, quiet, game, people.now)
    write(people, game, "cyd", "public", text="welcome")
    with people.store.begin() as session:
        take_over(session, people.account_in(session, "dan"), game, "lannister", people.now)
    write(people, game, "ada", "houses", "lannister", text="for dan")
    people.adjudicate(game)
    assert read(people, thread, "dan") == ["for dan"]
    assert read(people, thread, "bob") == []
    assert read(people, public, "bob") == ["for all", "welcome"]
    assert read(people, thread, "ada") == ["for bob", "at night", "for dan", "posted to bob"]
    people.later(days=2)
    people.deliver()
    assert not any("at night" in text_of(mail) for mail in people.mails("bob"))
    assert not any("posted to bob" in text_of(mail) for mail in people.mails("dan"))


def test_whoever_stands_in_reads_and_writes_from_then_on(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister", text="before")
    people.later(seconds=1)
    people.account("dan")
    with people.store.begin() as session:
        bob = people.account_in(session, "bob")
        until = people.now + timedelta(days=3)
        given = delegate(session, bob, game, "dan@rookery.example", people.now, until, people.now).public_id
    write(people, game, "ada", "houses", "lannister", text="during")
    assert read(people, thread, "dan") == ["during"]
    write(people, game, "dan", "houses", "stark", text="for bob, dan")
    assert read(people, thread, "bob") == ["before", "during", "for bob, dan"]
    with people.store.begin() as session:
        revoke(session, people.account_in(session, "bob"), game, given, people.now)
    assert read(people, thread, "dan") == []
    with pytest.raises(Denied, match="not-your-seat"):
        write(people, game, "dan", "houses", "stark")


def test_master_reads_what_the_game_allows_and_is_logged(people: People) -> None:
    def thread_in(**options: object) -> tuple[str, str]:
        game = people.game({"stark": "ada", "lannister": "bob"}, messages=ALL, **options)
        return game, write(people, game, "ada", "houses", "lannister", text="secret")

    (closed, sealed), (opened, open_thread) = thread_in(), thread_in(gm_reads_messages=True)
    for game in (closed, opened):
        with people.store.begin() as session:
            invite_master(session, people.account_in(session, "ada"), game, "meg@rookery.example", people.now)
            accept_master(session, people.account_in(session, "meg"), game, people.now)
    assert read(people, sealed, "meg") == []
    assert read(people, open_thread, "meg") == ["secret"]
    with people.store.read() as session:
        looks = session.scalars(select(AuditEntry).where(AuditEntry.kind == "press-read")).all()
    assert [look.scope for look in looks] == [opened]
    # Whoever made the game masters it, and plays.
    other = write(people, opened, "bob", "anonymous", text="unsigned")
    assert read(people, other, "ada") == ["unsigned"]
    third = people.game({"stark": "ada", "lannister": "bob", "tyrell": "cyd"}, messages=ALL, gm_reads_messages=True)
    assert read(people, write(people, third, "bob", "houses", "tyrell"), "ada") == []


def test_a_removed_mail_leaves_a_mark_and_its_text_is_gone(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    with people.store.begin() as session:
        digest = session.get_one(Account, people.account_in(session, "cyd").id)
        digest.streams = '{"press": "digest"}'
    thread = write(people, game, "bob", "houses", "stark", "tyrell", text="an insult")
    moderator = host(people, "hal")
    with people.store.begin() as session:
        page = messages.open_thread(session, thread, people.account_in(session, "ada"), people.now)
    mail = page.messages[0]
    assert mail.may_report
    assert not mail.may_remove
    with people.store.begin() as session, pytest.raises(NotFound, match="no-such-message"):
        messages.remove(session, moderator, mail.id, "never seen", people.now)
    with people.store.begin() as session, pytest.raises(Denied, match="not-moderator"):
        messages.remove(session, people.account_in(session, "ada"), mail.id, "I may not", people.now)
    with people.store.begin() as session:
        messages.report(session, people.account_in(session, "ada"), mail.id, "an insult", people.now)
    with people.store.begin() as session:
        seen = messages.open_messages(session, game, moderator, people.now).reported
        assert [line.paragraphs for line in seen] == [("an insult",)]
        messages.let_stand(session, moderator, mail.id, people.now)
        assert messages.open_messages(session, game, moderator, people.now).reported == ()
        messages.report(session, people.account_in(session, "cyd"), mail.id, "still an insult", people.now)
        messages.remove(session, moderator, mail.id, "we stay polite", people.now)
    assert read(people, thread, "ada") == [""]
    with people.store.begin() as session:
        mark = messages.open_thread(session, thread, people.account_in(session, "cyd"), people.now).messages[0]
    assert (mark.removed, mark.removal_reason, mark.paragraphs) == (True, "we stay polite", ())
    assert not any(b"an insult" in value for value in all_bytes(people.store))


def all_bytes(store: Store) -> list[bytes]:
    """Every text and document kept, but for reasons that people gave."""
    tables: list[type[Row]] = [DigestLine, OutgoingMail, Message, AuditEntry]
    found = []
    with store.read() as session:
        for table in tables:
            for row in session.scalars(select(table)):
                cells = {c.name: getattr(row, c.key) for c in row.__table__.columns if c.name != "report_reason"}
                if "press-reported" not in str(cells):
                    found.append(repr(cells).encode())
    return found


def test_grace_waits_for_a_house_that_cannot_write(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    people.submit(game, "bob")
    with people.store.begin() as session:
        session.execute(update(Turn).values(late_at=people.now))
    with pytest.raises(Denied, match="messages-closed"):
        write(people, game, "ada", "public")
    write(people, game, "bob", "public")
    people.submit(game, "ada")
    write(people, game, "ada", "public")


def test_old_mails_stay_readable_after_the_end(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister", text="kept")
    with people.store.begin() as session:
        session.execute(update(Game).values(status="finished", finished_at=people.now))
        forget_old(session, people.now)
    assert read(people, thread, "bob") == ["kept"]
    assert read(people, thread, "cyd") == []
    write(people, game, "ada", "public", text="well played")
    with pytest.raises(Denied, match="messages-closed"):
        write(people, game, "ada", "houses", "lannister", text="more")


@pytest.mark.parametrize(
    ("to", "houses", "text", "code"),
    [
        ("houses", (), "a", "nobody-named"),
        ("houses", ("stark",), "a", "nobody-named"),
        ("houses", ("frey",), "a", "unknown-choice"),
        ("houses", ("greyjoy",), "a", "nobody-reads"),
        ("ravens", (), "a", "unknown-choice"),
        ("public", (), " \r\n ", "empty"),
        ("public", (), "x" * 8001, "too-long"),
        ("public", (), "a\x00b", "control-characters"),
        ("public", (), "a\u202eb", "control-characters"),
        ("public", (), "a\u200bb", "control-characters"),
        ("public", (), "one\n\u200d", "control-characters"),
    ],
)
def test_what_cannot_be_sent_is_told(people: People, to: str, houses: tuple[str, ...], text: str, code: str) -> None:
    game = people.game(HUMANS, messages=ALL)
    with pytest.raises(Invalid, match=code):
        write(people, game, "ada", to, *houses, text=text)
    assert people.count(Message) == 0


def test_double_sending_is_one_mail_of_sixty_an_hour(people: People) -> None:
    game = people.game(HUMANS, messages=("public",))
    account = people.account("ada")
    with people.store.begin() as session:
        for number in range(60):
            sending.send(session, account, game, "public", (), f"letter {number}", people.now)
            sending.send(session, account, game, "public", (), f"letter {number}", people.now)
    assert people.count(Message) == 60
    with people.store.begin() as session, pytest.raises(Denied, match="too-many-messages"):
        sending.send(session, account, game, "public", (), "one more", people.now)
    people.later(hours=1, seconds=1)
    write(people, game, "ada", "public", text="later")


def test_spectators_read_public_mails_as_late_as_the_game(people: People) -> None:
    hidden = people.game(HUMANS, spectators="none")
    assert read(people, write(people, hidden, "ada", "public"), "eve") == []
    delayed = people.game(HUMANS, spectators="delayed", spectator_delay=1)
    thread = write(people, delayed, "ada", "public", text="in the first call")
    assert read(people, thread, "eve") == []
    people.adjudicate(delayed)
    write(people, delayed, "ada", "public", text="in the second call")
    assert read(people, thread, "eve") == []
    people.adjudicate(delayed)
    assert read(people, thread, None) == ["in the first call"]


def test_a_seat_that_is_offered_reads_but_does_not_write(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    thread = write(people, game, "ada", "houses", "lannister", text="are you there?")
    with people.store.begin() as session:
        found = find_game(session, game, lock=True)
        offer(session, found, seat_of(found, "lannister"), "missed", people.now)
    assert read(people, thread, "bob") == ["are you there?"]
    with pytest.raises(Denied, match="messages-closed"):
        write(people, game, "bob", "public")


@pytest.mark.both_databases
def test_post_that_meets_the_adjudication_is_not_lost(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    turn_id, ada = people.turn(game), people.account("ada")
    sent: list[str] = []

    def post() -> None:
        with people.store.begin() as session:
            early = people.now - timedelta(minutes=1)
            message = sending.send(session, ada, game, "houses", ("lannister",), "on the way", early, postal=True)
            sent.append(messages.thread_of(session, message).public_id)

    with people.store.begin() as session:
        query = select(Turn).where(Turn.public_id == turn_id).with_for_update()
        turn = session.scalars(query).one()
        people.now = turn.due_at
        writer = threading.Thread(target=post)
        writer.start()
        writer.join(0.3)
        assert sent == []
        resolve_turn(session, turn, "test", people.now)
    writer.join()
    assert read(people, sent[0], "bob") == []
    people.adjudicate(game)
    assert read(people, sent[0], "bob") == ["on the way"]


def test_houses_that_change_places_read_nothing_of_each_other(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    to_ada = write(people, game, "cyd", "houses", "stark", text="for ada")
    both = write(people, game, "ada", "houses", "lannister", text="between them")
    people.later(minutes=1)
    with people.store.begin() as session:
        found = find_game(session, game, lock=True)
        swap(session, found, seat_of(found, "stark"), seat_of(found, "lannister"), people.now)
    assert [read(people, thread, name) for thread in (to_ada, both) for name in ("ada", "bob")] == [[], [], [], []]
    write(people, game, "cyd", "houses", "stark", text="for bob")
    assert read(people, to_ada, "bob") == ["for bob"]
    assert unread(people, game, "ada") == 0


def test_only_public_mails_of_houses_that_arrived_are_counted(people: People) -> None:
    game = people.game(HUMANS, messages=ALL)
    for text in ("one", "two"):
        write(people, game, "ada", "public", text=text)
    write(people, game, "bob", "public", text="posted, and not there yet", postal=True)
    write(people, game, "bob", "houses", "stark", text="for one")
    invited = people.account("meg")
    with people.store.begin() as session:
        found = find_game(session, game)
        session.add(GameMaster(game_id=found.id, account_id=invited.id, since=people.now, accepted_at=people.now))
    write(people, game, "meg", "public", text="from the desk")
    with people.store.read() as session:
        counted = {
            house.house: house.public_letters for house in statistics_of(session, find_game(session, game)).houses
        }
    assert {house: n for house, n in counted.items() if n} == {"stark": 2}
