"""Overrides on drafts and on open turns: proposed first, applied once, told to everybody, verified at the end."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator import game_file
from adjudicator.engine.decision import Illegal, Unreadable
from adjudicator.engine.step import Decided
from adjudicator.thrones.sheets.sheet import read_sheet
from adjudicator.thrones.state.decisions import CardChoice, Orders
from adjudicator.thrones.state.overrides import EndGame, Ruling, SetDeck, SetPower, SetUnits
from correspondence.archive.files import export_game
from correspondence.archive.records import current
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid
from correspondence.models.turns import AuditEntry, OverrideRow, SheetVersion
from correspondence.overrides import AFTER, Decree, NewAnswer, NewPosition, NewSheet
from correspondence.review import enforcement, overrides
from correspondence.review.pending_results import approve, outcome_of
from tests.correspondence.people import People, text_of
from tests.correspondence.review.masters import MASTER, draft_of, last_turn, make_master, reviewed_game, run_out


def propose(people: People, game_id: str, decree: Decree, *, name: str = MASTER, reason: str = "A misprint") -> str:
    """Propose an override on the draft that is held, or on the open turn."""
    turn, account = last_turn(people, game_id), people.account(name)
    number = draft_of(people, game_id).number if turn.status == "held" else 0
    with people.store.begin() as session:
        made = overrides.propose(
            session, account, game_id, decree, reason, people.now, turn_number=turn.number, draft=number
        )
        return made.public_id


def apply(people: People, game_id: str, override_id: str, name: str = MASTER) -> None:
    """Apply it."""
    account = people.account(name)
    with people.store.begin() as session:
        enforcement.apply(session, account, game_id, override_id, people.now)


def publish(people: People, game_id: str) -> None:
    """Publish the current draft."""
    draft, account = draft_of(people, game_id), people.account(MASTER)
    turn = last_turn(people, game_id)
    with people.store.begin() as session:
        approve(session, account, game_id, turn.number, draft.number, draft.digest, people.now)


def verified(people: People, game_id: str) -> None:
    """The game's journal replays to what is stored."""
    with people.store.begin() as session:
        game = find_game(session, game_id)
        kept, game.status = game.status, "finished"
        file = export_game(session, game_id, people.account_in(session, MASTER), people.now)
        game.status = kept
    assert game_file.verify(file) == []


def decided(people: People, game_id: str, kind: str, house: str) -> Decided:
    """A decision of the current draft."""
    records = outcome_of(draft_of(people, game_id)).records
    return next(
        r.event for r in records if isinstance(r.event, Decided) and (r.event.asked, r.event.seat) == (kind, house)
    )


def test_an_answer_is_replaced_in_a_new_draft(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    asked = decided(people, game_id, "place-orders", "stark")
    orders = asked.answer["orders"] | {"winterfell": "march+0"}
    answer = Orders(orders)
    override = propose(people, game_id, NewAnswer(asked.decision, "stark", "place-orders", answer))
    assert draft_of(people, game_id).number == 1, "proposing changes nothing"
    apply(people, game_id, override)
    assert draft_of(people, game_id).number == 2
    changed = decided(people, game_id, "place-orders", "stark")
    assert (changed.answer["orders"], changed.source["by"]) == (orders, "edict")
    publish(people, game_id)
    verified(people, game_id)
    people.deliver()
    mails = [text_of(mail) for mail in people.mails("ben")]
    assert any("A misprint" in mail for mail in mails), "everybody reads the reason"


def test_nothing_is_applied_twice_or_to_another_draft(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    one = propose(people, game_id, NewPosition(SetPower(house="stark", power=9), AFTER))
    two = propose(people, game_id, NewPosition(SetPower(house="stark", power=3), AFTER))
    apply(people, game_id, one)
    for override, code in ((one, "override-done"), (two, "stale-override")):
        with pytest.raises(Denied) as refused:
            apply(people, game_id, override)
        assert refused.value.code == code
    with people.store.read() as session:
        assert session.scalars(select(OverrideRow.number).where(OverrideRow.status == "applied")).all() == [1]
    publish(people, game_id)
    with people.store.read() as session:
        assert current(session, find_game(session, game_id)).showing.board.power["stark"] == 9
    verified(people, game_id)
    run_out(people, game_id)
    publish(people, game_id)
    verified(people, game_id)


def test_position_is_set_before_the_turn_and_played_again(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    before = outcome_of(draft_of(people, game_id))
    override = propose(people, game_id, NewPosition(SetUnits(area="winterfell", house="stark", units={"knight": 2})))
    apply(people, game_id, override)
    after = outcome_of(draft_of(people, game_id))
    assert after.records[0].event.override.area == "winterfell"
    assert len(after.answers) >= len(before.answers) - 20
    publish(people, game_id)
    verified(people, game_id)


def test_an_override_on_an_open_turn_takes_effect_at_once(people: People) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    people.submit(game_id, "ada", ready=True)
    apply(people, game_id, propose(people, game_id, NewPosition(SetPower(house="stark", power=11))))
    apply(people, game_id, propose(people, game_id, NewPosition(Ruling(text="Ports count as land."))))
    with people.store.read() as session:
        game = find_game(session, game_id)
        assert current(session, game).showing.board.power["stark"] == 11
        kinds = session.scalars(select(AuditEntry.kind).where(AuditEntry.scope == game_id)).all()
    assert kinds.count("edict") == 2
    ready = {seat.house: seat.ready for seat in people.page(game_id).seats}
    assert not ready["stark"], "whoever was ready is asked again"
    verified(people, game_id)
    people.deliver()
    assert sum("override" in str(mail["subject"]) for mail in people.mails("ben")) == 2
    run_out(people, game_id)
    verified(people, game_id)


def test_a_sheet_is_replaced_while_the_turn_is_open(people: People) -> None:
    game_id = reviewed_game(people)
    sheet = '{"orders":{"winterfell":"defense+2"}}'
    apply(people, game_id, propose(people, game_id, NewSheet("stark", sheet)))
    assert people.count(SheetVersion) == 1
    run_out(people, game_id)
    assert decided(people, game_id, "place-orders", "stark").answer["orders"]["winterfell"] == "defense+2"


def test_a_sheet_is_replaced_in_a_held_turn(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    apply(people, game_id, propose(people, game_id, NewSheet("stark", '{"orders":{"winterfell":"march+0"}}')))
    assert decided(people, game_id, "place-orders", "stark").answer["orders"]["winterfell"] == "march+0"
    publish(people, game_id)
    verified(people, game_id)


def test_an_override_can_end_the_game(people: People) -> None:
    game_id = people.game({"stark": "ada", "lannister": "ben"})
    make_master(people, game_id)
    apply(people, game_id, propose(people, game_id, NewPosition(EndGame(winners=("stark",)))))
    assert people.page(game_id).status == "finished"
    verified(people, game_id)


def test_what_is_wrong_is_refused_and_changes_nothing(people: People) -> None:
    game_id = reviewed_game(people)
    run_out(people, game_id)
    card = decided(people, game_id, "place-orders", "stark").decision
    with pytest.raises(Illegal):
        propose(people, game_id, NewPosition(SetPower(house="stark", power=99)))
    with pytest.raises(Illegal):
        propose(people, game_id, NewAnswer(card, "stark", "place-orders", CardChoice("eddard-stark")))
    with pytest.raises(Invalid):
        propose(people, game_id, NewPosition(SetPower(house="stark", power=4)), reason=" ")
    assert people.count(OverrideRow) == 0
    assert draft_of(people, game_id).number == 1


def test_a_master_who_plays_touches_nothing_hidden(people: People) -> None:
    game_id = reviewed_game(people)
    make_master(people, game_id, "ada")
    with pytest.raises(Denied) as refused:
        propose(people, game_id, NewSheet("lannister", "{}"), name="ada")
    assert refused.value.code == "game-master-plays"
    with pytest.raises(Denied):
        propose(people, game_id, NewPosition(SetDeck(deck="I", order=("supply",))), name="ada")
    mine = propose(people, game_id, NewPosition(SetPower(house="stark", power=6)), name="ada")
    with pytest.raises(Denied) as refused:
        apply(people, game_id, mine, "ada")
    assert refused.value.code == "others-decide"
    apply(people, game_id, mine)
    run_out(people, game_id)
    with pytest.raises(Denied):
        propose(people, game_id, NewPosition(SetPower(house="stark", power=7)), name="ada")
    with pytest.raises(Denied) as refused:
        propose(people, game_id, NewPosition(SetPower(house="stark", power=7)), name="ben")
    assert refused.value.code == "not-game-master"


def test_a_sheet_at_the_review_may_say_its_conditions_as_text(people: People) -> None:
    """What is proposed is kept as trees, so that it is read without its game ever after."""
    game_id = reviewed_game(people)
    sheet = '{"orders": {"winterfell": "defense+2"}, "blade": [{"when": "round > 3", "use": "never"}]}'
    apply(people, game_id, propose(people, game_id, NewSheet("stark", sheet)))
    with people.store.read() as session:
        (kept,) = session.scalars(select(SheetVersion.document))
    assert read_sheet(kept).blade[0].when is not None
    with pytest.raises(Unreadable, match="unknown-number"):
        propose(people, game_id, NewSheet("stark", sheet.replace("round", "rond")))
