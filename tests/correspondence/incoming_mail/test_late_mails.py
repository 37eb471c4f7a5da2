"""Mails for turns that have closed: told when that was, what was in then, and how the game stands now."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from correspondence.closing import quarantine
from correspondence.deadlines.clock import pause
from correspondence.games.access import find_game
from correspondence.models.turns import Readiness, SheetVersion, Turn
from correspondence.store import Store
from correspondence.votes.rules import end_game
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import make_master, run_out, set_review

ORDERS = "ORDERS winterfell M+1; white-harbor D+1\n"
MISTAKE = "Correct the text and send all of it again"


def told(ada: Writer) -> str:
    """The last email, on one line."""
    return " ".join(text_of(ada.answer()).split())


def change(ada: Writer, turn: str, status: str) -> None:
    """Set a turn aside, or void it."""
    with ada.people.store.begin() as session:
        row = session.query(Turn).filter_by(public_id=turn).one()
        if status == "set-aside":
            quarantine(session, row, "broken")
        else:
            row.status, row.closed_at = status, ada.people.now


def nothing(ada: Writer, turn: str) -> None:
    """The next turn is open."""
    ada.people.adjudicate(ada.game)


def due(ada: Writer, turn: str) -> None:
    """Its time is up, and nobody has come to it yet."""
    ada.people.now = ada.people.page(ada.game).turn.closes_at + timedelta(seconds=1)


def held(ada: Writer, turn: str) -> None:
    """A master looks at what came of it."""
    make_master(ada.people, ada.game)
    set_review(ada.people, ada.game, "all")
    run_out(ada.people, ada.game)


def paused(ada: Writer, turn: str) -> None:
    """The next turn is open, and the game is paused."""
    ada.people.adjudicate(ada.game)
    with ada.people.store.begin() as session:
        pause(session, find_game(session, ada.game), "asked", None, ada.people.now)


def over(ada: Writer, turn: str) -> None:
    """Its players have ended it."""
    with ada.people.store.begin() as session:
        end_game(session, find_game(session, ada.game), "draw", ada.people.now)


def broken(ada: Writer, turn: str) -> None:
    """It cannot be resolved."""
    ada.people.now = ada.people.page(ada.game).turn.closes_at + timedelta(seconds=1)
    change(ada, turn, "set-aside")


STATES = [
    (nothing, ["Current turn: round 2, ", "reply to this email"], ["being resolved"]),
    (due, ["The last turn is being resolved."], ["Current turn", "can change your orders"]),
    (held, ["A game master checks its results"], ["Current turn", "can change your orders"]),
    (paused, ["Current turn: round 2, ", "The game is paused. Its clock is stopped"], ["can change your orders"]),
    (over, ["This game is over."], ["Current turn", "can change your orders", "undone"]),
    (
        broken,
        ["The game is stopped because the turn could not be resolved"],
        ["Current turn", "can change your orders"],
    ),
]


@pytest.mark.parametrize("text", [ORDERS, "ORDERS winterfall M+1\n", "READY\n", "CLEAR\n"])
@pytest.mark.parametrize(("state", "said", "unsaid"), STATES, ids=[one[0].__name__ for one in STATES])
def test_each_state_is_told(
    ada: Writer, state: Callable[[Writer, str], None], said: list[str], unsaid: list[str], text: str
) -> None:
    """What the mail is for, what stood in the sheet, what is open; whatever is typed, mistakes too."""
    ada.send("ORDERS winterfell D+1\n")
    old, turn, at = ada.address(), ada.people.turn(ada.game), ada.people.now
    closes = ada.people.page(ada.game).turn.closes_at
    state(ada, turn)
    mail = ada.keep(ada.mail(text) if "Current turn" in said[0] else raw(ada, text, old), old)
    assert mail
    assert ada.read() == 1
    letter = told(ada)
    closed = at if state is over else closes
    assert "Your email had no effect. It is for a turn that has ended: round 1, planning." in letter
    assert f"That turn ended {closed:%A}" in letter
    assert f"{closed:%H:%M} (UTC)" in letter
    assert "Your orders for it were version 1, submitted" in letter
    assert "CLEAR ORDERS winterfell defense+1" in letter
    for words in said:
        assert words in letter, letter
    for words in (*unsaid, "What is wrong", MISTAKE):
        assert words not in letter
    assert "the turn had ended" in str(ada.answer()["Subject"])
    assert (ada.people.count(SheetVersion), ada.people.count(Readiness)) == (1, 0)


def raw(ada: Writer, text: str, to: str) -> bytes:
    """A mail that was written to an address of before."""
    address, ada.address = ada.address, lambda turn=None: to  # type: ignore[method-assign,assignment]
    try:
        return ada.mail(text)
    finally:
        ada.address = address  # type: ignore[method-assign]


def test_a_turn_that_was_taken_back_is_called_so(ada: Writer) -> None:
    """Its results hold no more."""
    old, turn = ada.address(), ada.people.turn(ada.game)
    ada.people.adjudicate(ada.game)
    change(ada, turn, "void")
    ada.send(ORDERS, to=old)
    letter = told(ada)
    assert "the turn was undone" in letter
    assert "You had submitted no orders for it" in letter


def test_no_word_of_a_sheet_that_somebody_else_handed_in(ada: Writer) -> None:
    """Who has come to the seat since is not shown the sheet of the player before."""
    ada.send(ORDERS)
    old = ada.address()
    ada.people.adjudicate(ada.game)
    ada.people.later(hours=1)
    with ada.people.store.begin() as session:
        seat = next(one for one in find_game(session, ada.game).seats if one.house == "stark")
        seat.joined_at = ada.people.now
    ada.send(ORDERS, to=old)
    assert "You had submitted no orders for it" in told(ada)


def test_a_mistake_in_a_mail_to_others_stays_one(ada: Writer) -> None:
    """It is about no turn, though the email that it answers was."""
    old = ada.address()
    ada.people.adjudicate(ada.game)
    mail = ada.send("PRESS storks: hello\n", to=old)
    assert mail.reason == "unknown-house"
    letter = told(ada)
    assert "What is wrong" in letter
    assert MISTAKE in letter
    assert "your email has a mistake" in str(ada.answer()["Subject"])


def test_what_cannot_be_done_now_is_no_mistake(ada: Writer) -> None:
    """A ballot without a vote: why, and no word of mending it; without a turn also how the game stands."""
    ada.send("VOTE yes\n")
    letter = told(ada)
    assert "You have no such open vote now" in letter
    assert MISTAKE not in letter
    assert "your email had no effect" in str(ada.answer()["Subject"])
    to = ada.address()
    held(ada, "")
    for text in ("SUGGEST\n", "MAP\n", "WHATIF\n"):
        ada.keep(raw(ada, text, to), to)
        ada.read()
        letter = told(ada)
        assert "This game is not open for orders now" in letter
        assert "A game master checks its results" in letter
        assert MISTAKE not in letter
    ada.keep(raw(ada, "STATUS\n", to), to)
    ada.read()
    assert "A game master checks its results" in told(ada)


def said_of(ada: Writer, text: str) -> str:
    """What the answer to a mail says of when things can be changed."""
    assert ada.send(text).state == "done"
    return told(ada)


@pytest.mark.parametrize(
    ("options", "ready"),
    [
        ({"hold_minutes": 10}, "The turn can end 10 minutes after everyone is ready"),
        ({"hold_minutes": 1}, "The turn can end 1 minute after everyone is ready"),
        ({"hold_minutes": 0}, "The turn can end as soon as everyone is ready"),
        ({"early_close": False}, "Turns of this game end at their set time"),
    ],
)
def test_what_ready_did_is_told(people: People, store: Store, options: dict[str, object], ready: str) -> None:
    """As the game is set; and WAIT takes it back."""
    humans = {"stark": "ada", "lannister": "bo", "baratheon": "cy"}
    ada = Writer(people, people.game(humans, **options))
    assert "You can change your orders until " in said_of(ada, ORDERS)
    for text in ("READY\n", "ORDERS winterfell D+1\n", "STATUS\n"):
        ada.send(text)
        letter = told(ada)
        assert ready in letter
        assert "a line with WAIT withdraws READY" in letter
        assert "You can change your orders until" not in letter
    assert "You can change your orders until " in said_of(ada, "WAIT\n")
    assert people.count(Readiness) == 0


def test_the_last_who_is_ready_is_told_when_the_turn_closes(ada: Writer) -> None:
    """While that lasts WAIT takes it back."""
    ada.send(ORDERS + "READY\n")
    closing = ada.people.page(ada.game).turn.closes_at
    assert closing == ada.people.now + timedelta(minutes=1)
    letter = told(ada)
    assert f"Everyone is ready, so the turn ends {closing:%A}" in letter
    assert f"{closing:%H:%M} (UTC) (in 1 minute). Until then you can change your orders; a line with WAIT" in letter
    ada.send("WAIT\n")
    assert "You can change your orders until " in told(ada)
    assert ada.people.page(ada.game).turn.closes_at > closing


def test_without_a_hold_the_turn_is_closed_at_once(people: People, store: Store) -> None:
    """Then nothing can be changed, and the email does not say that it could."""
    ada = Writer(people, people.game(hold_minutes=0))
    letter = (ada.send(ORDERS + "READY\n"), told(ada))[1]
    assert "so the turn has ended. You can't change anything now." in letter
    assert "WAIT" not in letter.split("so the turn has ended")[1].split("It says")[0]


def test_who_is_not_asked_is_told_that_others_may_close_it(people: People, store: Store) -> None:
    """A turn that waits for somebody else may close before it is due."""
    ada = Writer(people, people.game({"stark": "ada", "lannister": "bo", "baratheon": "cy"}))
    with people.store.begin() as session:
        session.query(Turn).filter_by(public_id=people.turn(ada.game)).one().asked = "lannister"
    assert "or until everyone is ready" in said_of(ada, ORDERS)


def test_while_the_game_is_paused_no_date_is_told(ada: Writer) -> None:
    """Its time stands still, until when nobody knows, or until the pause ends."""
    to = ada.address()
    with ada.people.store.begin() as session:
        pause(session, find_game(session, ada.game), "asked", None, ada.people.now)
    ada.send(ORDERS, to=to)
    letter = told(ada)
    assert "The game is paused. Its clock is stopped, but you can submit orders meanwhile." in letter
    assert "can change your orders until" not in letter
    with ada.people.store.begin() as session:
        find_game(session, ada.game).paused_until = ada.people.now + timedelta(days=2)
    ada.send("STATUS\n", to=to)
    assert "The game is paused until " in told(ada)
