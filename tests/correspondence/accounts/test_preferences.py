"""Emails as their readers want them: streams, digests, quiet hours, and their end by one click."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from correspondence import addresses, tokens
from correspondence.accounts.use_cases import (
    allow_invitations,
    choose_hours,
    choose_streams,
    is_silenced,
    look_at_unsubscribe,
    preferences_of,
    resubscribe,
    unsubscribe,
)
from correspondence.games.access import find_game
from correspondence.input_validation import Invalid, NotFound
from correspondence.models.accounts import Account, DigestLine
from correspondence.notices.use_cases import digest_at, notify, send_digests
from tests.correspondence.people import People, link_in, text_of


def choose(people: People, name: str = "ada", **streams: str) -> None:
    with people.store.begin() as session:
        choose_streams(session, people.account_in(session, name), streams)


def hours(people: People, **wanted: int | None) -> None:
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        kept = preferences_of(ada).__dict__
        del kept["streams"], kept["light"]
        choose_hours(session, ada, **(kept | wanted))


def tell(people: People, game_id: str, key: str) -> None:
    """Something about seats, which nobody has to act upon."""
    with people.store.begin() as session:
        values = {"house": "tyrell"}
        notify(session, "seat-taken", key, people.now, game=find_game(session, game_id), values=values)


def subjects(people: People) -> list[str]:
    people.deliver()
    return [mail["Subject"] for mail in people.mails("ada")]


def test_choices_are_checked(people: People) -> None:
    people.account("ada")
    for stream, choice in (("press", "sometimes"), ("reminders", "digest"), ("account", "off"), ("none", "off")):
        with pytest.raises(Invalid, match="unknown-choice"):
            choose(people, **{stream: choice})
    for wrong in ({"quiet_from": 22}, {"quiet_from": 24, "quiet_until": 7}, {"digest_hour": -1}, {"digest_weekday": 8}):
        with pytest.raises(Invalid):
            hours(people, **wrong)
    choose(people, press="off")
    choose(people, games="digest")
    assert (
        preferences_of(people.account("ada")).streams | {"press": "off", "games": "digest"}
        == preferences_of(people.account("ada")).streams
    )


def test_a_digest_leaves_once_a_day_with_everything_in_it(people: People) -> None:
    game = people.game({"stark": "ada"})
    choose(people, games="digest")
    before = len(subjects(people))
    tell(people, game, "one")  # at noon, the digest leaves at six
    people.later(hours=5, minutes=59)
    assert send_digests(people.store, people.now) == 0
    people.later(minutes=1)
    tell(people, game, "two")
    assert [send_digests(people.store, people.now), send_digests(people.store, people.now)] == [1, 0]
    assert subjects(people)[before:] == ["2 pieces of news from Rookery"]
    mail = people.mails("ada")[-1]
    assert text_of(mail).count("TYRELL HAS A NEW PLAYER") == 2
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    tell(people, game, "three")
    hours(people, digest_hour=19)  # another hour, but there was a digest today
    people.later(hours=2)
    assert send_digests(people.store, people.now) == 0
    people.later(hours=22)
    assert send_digests(people.store, people.now) == 1
    assert subjects(people)[-1] == "1 piece of news from Rookery"


@pytest.mark.parametrize(
    ("weekday", "quiet", "written", "leaves"),
    [
        (None, None, "2026-11-21T16:59", "2026-11-21T17:00"),  # six o'clock in Rome
        (None, None, "2026-11-21T17:00", "2026-11-22T17:00"),
        (None, (17, 20), "2026-11-21T10:00", "2026-11-21T19:00"),
        (7, None, "2026-11-21T10:00", "2026-11-22T17:00"),  # the 22nd is a Sunday
        (6, None, "2026-11-21T18:00", "2026-11-28T17:00"),
        (None, None, "2027-03-27T18:00", "2027-03-28T16:00"),  # the clocks go forward
    ],
)
def test_when_a_digest_leaves(weekday: int | None, quiet: tuple[int, int] | None, written: str, leaves: str) -> None:
    start, end = quiet or (None, None)
    account = Account(zone="Europe/Rome", digest_hour=18, digest_weekday=weekday, quiet_from=start, quiet_until=end)
    at = digest_at(account, datetime.fromisoformat(written).replace(tzinfo=UTC))
    assert at == datetime.fromisoformat(leaves).replace(tzinfo=UTC)


def test_results_come_in_the_digest_in_brief_or_not_at_all(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    choose(people, results="digest")
    choose(people, "bo", results="off")
    before, of_bo = len(subjects(people)), len(people.mails("bo"))
    people.adjudicate(game)
    assert (len(subjects(people)), len(people.mails("bo"))) == (before, of_bo)
    people.later(days=1)
    assert send_digests(people.store, people.now) == 1
    told = text_of(people.mails("ada")[-1]) if subjects(people) else ""
    assert "A GAME: RESULTS OF ROUND 1, PLANNING" in told
    assert f"/games/{game}/turns/1" in told
    assert "Orders are due " in told


def test_quiet_hours_delay_results_unless_the_deadline_is_near(people: People) -> None:
    hours(people, quiet_from=22, quiet_until=7)
    for window, waits in ((48.0, True), (6.0, False)):
        people.now = people.now.replace(hour=12 if waits else 17)
        title = f"every {window:.0f} hours"
        game = people.game({"stark": "ada"}, window_hours=window, title=title)
        subjects(people)
        turn = people.page(game).turn
        assert turn is not None
        people.now = max(people.now, turn.closes_at).replace(hour=23)
        people.adjudicate(game)
        assert len([line for line in subjects(people) if title in line]) == (1 if waits else 2)
        people.later(hours=8)
        assert len([line for line in subjects(people) if title in line]) == 2


def test_ending_a_stream_by_one_click_and_taking_it_back(people: People) -> None:
    game = people.game({"stark": "ada"})
    choose(people, games="digest")
    tell(people, game, "one")
    people.later(days=1)
    send_digests(people.store, people.now)
    people.deliver()
    token = link_in(people.mails("ada")[-1], "unsubscribe/")
    with people.store.begin() as session:
        assert look_at_unsubscribe(session, token).ended is False
        assert unsubscribe(session, token, people.now).ended is True
    assert preferences_of(people.account("ada")).streams["games"] == "off"
    tell(people, game, "two")
    assert people.count(DigestLine) == 1
    with people.store.begin() as session:
        assert resubscribe(session, token).ended is False
    assert preferences_of(people.account("ada")).streams["games"] == "digest"
    ada = people.account("ada")
    messages = addresses.unsubscribe_stream(people.store.settings, ada.public_id, "press").rpartition("/")[2]
    forged = tokens.sign("another key", addresses.STREAM, f"{ada.public_id}-press")
    with people.store.begin() as session:
        assert unsubscribe(session, messages, people.now).stream == "press"
        with pytest.raises(NotFound):
            unsubscribe(session, forged, people.now)
    assert preferences_of(people.account("ada")).streams["press"] == "off"


def test_an_address_takes_invitations_again(people: People) -> None:
    from correspondence.games.options import NewGame
    from correspondence.lobby.invitations import invite
    from correspondence.lobby.use_cases import create_game

    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        lobby = create_game(session, ada, NewGame(title="A lobby"), people.now)
        invite(session, ada, lobby.public_id, "cy@rookery.example", None, people.now)
    people.deliver()
    token = link_in(people.mails("cy")[-1], "unsubscribe/")
    for undo in (lambda s: resubscribe(s, token), lambda s: allow_invitations(s, "cy@rookery.example")):
        with people.store.begin() as session:
            unsubscribe(session, token, people.now)
            assert is_silenced(session, "cy@rookery.example")
            undo(session)
            assert not is_silenced(session, "cy@rookery.example")


def test_a_digest_that_cannot_be_written_holds_up_nobody(people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    for name in ("ada", "bo"):
        choose(people, name, games="digest")
    tell(people, game, "one")
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        session.query(DigestLine).filter_by(account_id=ada.id).one().payload = b"broken"
    people.later(days=1)
    assert send_digests(people.store, people.now) == 1
    people.deliver()
    assert "news" in people.mails("bo")[-1]["Subject"]
    assert "news" not in people.mails("ada")[-1]["Subject"]
