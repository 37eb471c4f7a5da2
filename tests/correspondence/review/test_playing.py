"""A master who plays: what they do alone, what waits for another master or the players' vote, what they see."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from adjudicator import games
from adjudicator.thrones.state.overrides import (
    AnyOverride,
    EndGame,
    MakeVassal,
    Reseed,
    Ruling,
    SetDeck,
    SetPower,
    SetTrack,
)
from correspondence.archive.records import current
from correspondence.deadlines.clock import emergency_pause
from correspondence.delegations import delegate
from correspondence.games.access import find_game
from correspondence.input_validation import Denied
from correspondence.models.games import Seat, Vote
from correspondence.models.turns import Turn
from correspondence.overrides import NewPosition
from correspondence.review import access, enforcement
from correspondence.review.access import write_note
from correspondence.review.audit import Proposal, audit, entry_phrase, proposal
from correspondence.review.overrides import preview
from correspondence.review.queries import ReviewPage, review_page
from correspondence.seats import surrender
from correspondence.votes import use_cases as voting
from correspondence.votes.use_cases import VoteLine, votes_page
from narration.thrones.voice import Voice
from narration.words import translator
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, last_turn, make_master, run_out
from tests.correspondence.review.test_overrides import apply, propose, verified

HUMANS = {"stark": "ada", "lannister": "ben", "tyrell": "cyd", "greyjoy": "dan"}
POWER = NewPosition(SetPower(house="baratheon", power=9))


@pytest.fixture
def game(people: People) -> str:
    """Four people play; ada masters the game, too, and nobody else does."""
    return people.game(HUMANS)


def ask(people: People, game_id: str, override: str, name: str = "ada") -> str:
    """Ask others to agree; the id of the vote, if there is one."""
    account = people.account(name)
    with people.store.begin() as session:
        made = voting.ask_others(session, account, game_id, override, people.now)
        return made.public_id if made else ""


def say(people: People, vote: str, name: str, choice: str = "yes") -> str:
    """Vote; the result."""
    account = people.account(name)
    with people.store.begin() as session:
        return voting.cast(session, account, vote, choice, people.now).result


def refused(code: str) -> Any:
    """The next thing is denied with this code."""
    return pytest.raises(Denied, match=code)


def power(people: People, game_id: str, house: str = "baratheon") -> int:
    """The Power that a house has."""
    with people.store.read() as session:
        return int(current(session, find_game(session, game_id)).showing.board.power[house])


def review(people: People, game_id: str, name: str) -> ReviewPage:
    """The game master's page as somebody sees it."""
    account = people.account(name)
    with people.store.read() as session:
        return review_page(session, account, game_id, people.now)


def looked(people: People, game_id: str, override: str, name: str) -> Proposal:
    """A proposal as somebody sees it."""
    account = people.account(name)
    with people.store.read() as session:
        return proposal(session, account, game_id, override, people.now)


def lines(people: People, game_id: str, name: str = "ben") -> tuple[list[VoteLine], list[VoteLine]]:
    """The open votes and those of before."""
    account = people.account(name)
    with people.store.read() as session:
        page = votes_page(session, game_id, account, people.now)
        return list(page.open), list(page.past)


def to_turn(people: People, game_id: str, do: str, name: str = "ada", **given: Any) -> None:
    """Do something to the open turn."""
    account, turn = people.account(name), last_turn(people, game_id)
    with people.store.begin() as session:
        access.act_on_turn(
            session, account, game_id, do, people.now, turn_number=turn.number, reason="because", **given
        )


def to_seat(people: People, game_id: str, do: str, house: str, name: str = "ada", **given: Any) -> None:
    """Do something to a seat."""
    account, turn = people.account(name), last_turn(people, game_id)
    with people.store.begin() as session:
        access.act_on_seat(
            session,
            account,
            game_id,
            do,
            people.now,
            turn_number=turn.number,
            house=house,
            reason="because",
            **given,
        )


def back(people: People, game_id: str, to: int, chance: str = "keep", name: str = "ada") -> str:
    """Propose to go back; the override."""
    account, turn = people.account(name), last_turn(people, game_id)
    with people.store.begin() as session:
        given = {"about": turn.number, "to": to, "chance": chance, "reason": "A wrong map"}
        return enforcement.propose_back(session, account, game_id, now=people.now, **given).public_id  # type: ignore[arg-type]


def test_playing_masters_override_waits_for_a_vote(people: People, game: str) -> None:
    override, before = propose(people, game, POWER, name="ada"), power(people, game)
    with refused("others-decide"):
        apply(people, game, override, "ada")
    vote = ask(people, game, override)
    (line,), _ = lines(people, game)
    assert (line.kind, line.decree, line.voters, line.needed, line.asker) == ("edict", POWER, 3, 2, "stark")
    with refused("your-own-seat"):
        say(people, vote, "ada")
    assert say(people, vote, "ben") == ""
    assert power(people, game) == before
    assert say(people, vote, "cyd") == "carried"
    assert power(people, game) == 9
    with refused("override-done"):
        apply(people, game, override, "ada")
    people.deliver()
    for name in ("ada", "dan"):
        assert "The players of A game voted for an override" in text_of(people.mails(name)[-1])
    run_out(people, game)
    verified(people, game)
    shown = looked(people, game, override, "ada")
    assert (shown.status, shown.sees, shown.asks) == ("applied", False, False)


def test_what_is_not_carried_changes_nothing(people: People, game: str) -> None:
    override, before = propose(people, game, POWER, name="ada"), power(people, game)
    vote = ask(people, game, override)
    for name in ("ben", "cyd", "dan"):
        last = say(people, vote, name, "no")
    assert (last, power(people, game)) == ("lost", before)
    another = propose(people, game, POWER, name="ada")
    with refused("asked-lately"):
        ask(people, game, another)
    assert looked(people, game, override, "ada").status == "withdrawn"


def test_a_vote_about_what_does_not_fit_any_more_is_over(people: People, game: str) -> None:
    vote = ask(people, game, propose(people, game, POWER, name="ada"))
    assert [line.may_vote for line in lines(people, game)[0]] == [True]
    run_out(people, game)
    assert [line.may_vote for line in lines(people, game)[0]] == [False]
    with refused("vote-closed"):
        say(people, vote, "ben")
    assert voting.close_due_votes(people.store, people.now) == 1
    assert [line.result for line in lines(people, game)[1]] == ["withdrawn"]


def test_whoever_proposed_may_leave_it(people: People, game: str) -> None:
    override = propose(people, game, POWER, name="ada")
    vote, account = ask(people, game, override), people.account("ada")
    with refused("edict-asked"):
        ask(people, game, override)
    with people.store.begin() as session:
        voting.withdraw_override(session, account, game, override, people.now)
    with refused("vote-closed"):
        say(people, vote, "ben")


def test_another_master_who_does_not_play_agrees_instead(people: People, game: str) -> None:
    make_master(people, game)
    make_master(people, game, "ben")
    override = propose(people, game, POWER, name="ada")
    assert review(people, game, MASTER).asked == (), "it was only looked at"
    assert ask(people, game, override) == ""
    assert people.count(Vote) == 0
    assert [line.id for line in review(people, game, MASTER).asked] == [override]
    assert [line.id for line in review(people, game, "ada").asked] == [override]
    assert review(people, game, "ben").asked == ()
    people.deliver()
    assert "asks for your consent" in people.mails(MASTER)[-1]["Subject"]
    for name, code in (("ada", "others-decide"), ("ben", "game-master-plays")):
        with refused(code):
            apply(people, game, override, name)
    with refused("game-master-plays"):
        looked(people, game, override, "ben")
    assert looked(people, game, override, MASTER).alone
    apply(people, game, override)
    assert power(people, game) == 9
    assert review(people, game, MASTER).asked == ()


@pytest.mark.parametrize(
    ("decree", "code"),
    [
        (SetDeck(deck="I", order=("supply",)), "game-master-plays"),
        (Reseed(commitment="0" * 64, seed="1" * 64), "game-master-plays"),
        (EndGame(winners=("stark",)), "game-master-plays"),
        (MakeVassal(house="lannister"), "game-master-plays"),
    ],
)
def test_decisions_of_others_cannot_be_proposed(people: People, game: str, decree: AnyOverride, code: str) -> None:
    with refused(code):
        propose(people, game, NewPosition(decree), name="ada")


def test_words_alone_need_nobody(people: People, game: str) -> None:
    override = propose(people, game, NewPosition(Ruling(text="Ports are not areas.")), name="ada")
    with refused("others-not-needed"):
        ask(people, game, override)
    apply(people, game, override, "ada")


def test_whoever_plays_alone_needs_nobody(people: People) -> None:
    alone = people.game({"stark": "ada"})
    apply(people, alone, propose(people, alone, POWER, name="ada"), "ada")
    assert power(people, alone) == 9


def test_who_acts_or_acted_for_a_house_plays(people: People, game: str) -> None:
    people.account("eve")
    make_master(people, game, "dan")
    with people.store.begin() as session:
        ben = people.account_in(session, "ben")
        delegate(session, ben, game, "eve@rookery.example", people.now, people.now + timedelta(days=9), people.now)
    with people.store.begin() as session:
        surrender(session, people.account_in(session, "dan"), game, people.now)
    make_master(people, game, "eve")
    for name in ("eve", "dan"):
        override = propose(people, game, POWER, name=name)
        with refused("others-decide"):
            apply(people, game, override, name)
        with refused("game-master-plays"):
            propose(people, game, NewPosition(SetDeck(deck="I")), name=name)
        assert not review(people, game, name).sees


def test_what_another_master_stacks_is_hidden(people: People, game: str) -> None:
    make_master(people, game)
    deck = propose(people, game, NewPosition(SetDeck(deck="I", order=("supply",))))
    units = propose(people, game, POWER)
    for override in (deck, units):
        with refused("game-master-plays"):
            looked(people, game, override, "ada")
    apply(people, game, units)
    assert looked(people, game, units, "ada").decree == POWER, "everybody knows what was done in the open"
    deck = propose(people, game, NewPosition(SetDeck(deck="I", order=("supply",))))
    apply(people, game, deck)
    with refused("game-master-plays"):
        looked(people, game, deck, "ada")
    another, ada = propose(people, game, POWER), people.account("ada")
    with refused("game-master-plays"), people.store.begin() as session:
        enforcement.withdraw(session, ada, game, another, people.now)


def test_preview_hides_what_the_game_runs_into(people: People) -> None:
    """One that makes the open question void could turn cards up; whoever plays would know them before they agree."""
    game = people.game(HUMANS, pace="stepwise")
    make_master(people, game)
    run_out(people, game)
    with people.store.read() as session:
        (asked,) = current(session, find_game(session, game)).waiting
    assert asked.id.endswith("use-raven-lannister")
    void = NewPosition(SetTrack(track="kings-court", houses=("tyrell", "stark", "lannister", "greyjoy", "baratheon")))
    mine, theirs = (looked(people, game, propose(people, game, void, name=name), name) for name in ("ada", MASTER))
    assert theirs.before != theirs.after
    assert mine.before == mine.after
    mine = looked(people, game, propose(people, game, POWER, name="ada"), "ada")
    assert mine.after.power["baratheon"] == 9


def test_going_back_waits_for_others(people: People, game: str) -> None:
    run_out(people, game)
    account = people.account("ada")
    with refused("others-decide"), people.store.begin() as session:
        given: dict[str, Any] = {"about": 2, "to": 1, "chance": "reseed", "reason": "A wrong map", "now": people.now}
        enforcement.roll_back(session, account, game, **given)
    override = back(people, game, 1, "reseed")
    shown = looked(people, game, override, "ada")
    assert shown.before != shown.after
    vote = ask(people, game, override)
    assert say(people, vote, "ben") == ""
    assert say(people, vote, "cyd") == "carried"
    assert [turn.status for turn in _turns(people, game)] == ["void", "void", "open"]
    assert lines(people, game)[1][0].result == "carried"
    people.deliver()
    assert "voted to go back to round 1, planning" in " ".join(text_of(people.mails("dan")[-1]).split())
    run_out(people, game)
    verified(people, game)


def _turns(people: People, game_id: str) -> list[Turn]:
    with people.store.read() as session:
        found = session.query(Turn).order_by(Turn.number).all()
        return [turn for turn in found if turn.game_id == find_game(session, game_id).id]


def test_another_master_lets_the_game_go_back(people: People, game: str) -> None:
    make_master(people, game)
    run_out(people, game)
    override = back(people, game, 1)
    ask(people, game, override)
    assert [line.kind for line in review(people, game, MASTER).asked] == ["roll-back"]
    apply(people, game, override)
    assert last_turn(people, game).number == 3
    with refused("override-done"):
        apply(people, game, override)
    assert looked(people, game, override, MASTER).status == "applied"


def test_going_back_that_was_proposed_for_another_turn_is_stale(people: People, game: str) -> None:
    make_master(people, game)
    run_out(people, game)
    override = back(people, game, 1)
    run_out(people, game)
    with refused("stale-override"):
        ask(people, game, override)
    with refused("stale-override"):
        apply(people, game, override)


def test_time_is_given_once_and_never_taken(people: People, game: str) -> None:
    for do, given in (("close", {}), ("extend", {"hours": 73.0})):
        with refused("game-master-plays"):
            to_turn(people, game, do, **given)  # type: ignore[arg-type]
    to_turn(people, game, "extend", hours=72.0)
    with refused("game-master-plays"):
        to_turn(people, game, "extend", hours=1.0)
    to_turn(people, game, "pause")
    to_turn(people, game, "resume")
    with people.store.begin() as session:
        emergency_pause(session, people.account_in(session, "ben"), game, people.now)
    with refused("game-master-plays"):
        to_turn(people, game, "resume")
    make_master(people, game)
    to_turn(people, game, "resume", MASTER)
    to_turn(people, game, "close", MASTER)


def test_no_house_is_taken_from_its_player(people: People, game: str) -> None:
    people.account("eve")
    for do in ("offer", "retire", "replace"):
        with refused("game-master-plays"):
            to_seat(people, game, do, "lannister", email="eve@rookery.example")
    with refused("game-master-plays"):
        to_seat(people, game, "swap", "lannister", other="tyrell")
    for do in ("replace", "swap"):
        with refused("own-seat"):
            to_seat(people, game, do, "stark", other="tyrell", email="eve@rookery.example")
    with people.store.begin() as session:
        session.query(Seat).filter_by(house="lannister").update({"misses_in_a_row": 1})
    with refused("game-master-plays"):
        to_seat(people, game, "replace", "lannister", email="eve@rookery.example")
    to_seat(people, game, "offer", "lannister")
    to_seat(people, game, "replace", "lannister", email="eve@rookery.example")
    to_seat(people, game, "retire", "stark")


def test_review_tells_a_playing_master_what_players_know(people: People, game: str) -> None:
    make_master(people, game)
    people.submit(game, "ben", b"{}")
    people.submit(game, "cyd", b"{}", ready=True)
    with people.store.begin() as session:
        write_note(session, people.account_in(session, MASTER), game, "A secret", people.now)
    for name, versions, notes in ((MASTER, [1, 1], 1), ("ada", [0, 0], 0)):
        page = review(people, game, name)
        assert page.turn is not None
        told = {line.house: line for line in page.turn.handed_in}
        assert [told["lannister"].version, told["tyrell"].version] == versions
        assert [told["lannister"].at is None, told["tyrell"].at is None] == [not v for v in versions]
        assert (told["lannister"].ready, told["tyrell"].ready) == (False, True), "readiness is told to all"
        assert page.notes == notes


def test_a_look_ahead_tells_how_much_was_seen(people: People, game: str) -> None:
    make_master(people, game)
    people.submit(game, "ben", b"{}")
    turn = last_turn(people, game)
    with people.store.begin() as session:
        preview(session, people.account_in(session, MASTER), game, turn.number, people.now)

    def told(name: str) -> tuple[dict[str, Any], str]:
        account = people.account(name)
        with people.store.read() as session:
            found = audit(session, account, game, people.now)
        line = next(line for line in found.lines if line.kind == "looked-ahead")
        return line.values, entry_phrase(
            line.kind, line.values, Voice(games.edition("first-edition"), translator("en"))
        )

    assert told("cyd") == ({"call": 1, "n": 1}, told("cyd")[1])
    assert "Houses with orders submitted: 1." in told("ada")[1]
    assert told(MASTER)[0]["houses"] == ["lannister"]
    run_out(people, game)
    values, words = told("cyd")
    assert values == {"call": 1, "n": 1, "houses": ["lannister"]}
    assert "Orders submitted by: Lannister." in words
