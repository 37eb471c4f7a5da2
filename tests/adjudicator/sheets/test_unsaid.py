"""Games in which the bot makes unsaid choices: within careful limits, which the player may widen."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import Unsaid
from adjudicator.engine.decision import Decision
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.fields import ANYBODY
from adjudicator.thrones.sheets.kind import OWN_WORK, BotRule
from adjudicator.thrones.sheets.resolver import KINDS, resolve
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Deed, Position
from tests.adjudicator.sheets.test_left_to_the_bot import left, plain_bot, questions

# Says next to nothing, but a player handed it in.
WRITTEN = Sheet(blade=(BladeRule(use="never"),))


def holder(position: Position, area: str) -> str | None:
    """The house that holds an area by units or a token."""
    force = position.board.forces.get(area)
    return force.house if force is not None else controller(position.board, edition_of(position), area)


def may_attack(*houses: str) -> Sheet:
    """A sheet that says whom the bot may attack."""
    return Sheet(steward=(BotRule(may_attack=houses),))


@pytest.mark.parametrize("edition", THRONES.editions)
def test_bot_chooses_what_is_unsaid(edition: str) -> None:
    parts: set[str] = set()
    for position, decision, given in left(edition, WRITTEN, unsaid="bot"):
        if given.source.rule == "unsaid.steward[0]":
            assert given.source.by == "steward"
            parts.add(KINDS[type(decision)].part)
        else:
            assert given.answer == resolve(position, decision, WRITTEN).answer, decision

    assert {"marches", "raids", "support", "cards", "muster"} <= parts
    assert not parts & OWN_WORK


@pytest.mark.parametrize("edition", THRONES.editions)
@pytest.mark.parametrize("sheet", [None, EMPTY_SHEET], ids=["none", "empty"])
def test_missing_sheet_never_gains(edition: str, sheet: Sheet | None) -> None:
    for stored, decision in questions(edition):
        position = documents.decode(stored)
        assert resolve(position, decision, sheet, unsaid="bot") == resolve(position, decision, sheet), decision


@pytest.mark.parametrize("edition", THRONES.editions)
def test_bot_attacks_and_hinders_nobody(edition: str) -> None:
    moved = pledged = 0
    for position, decision, given in left(edition, WRITTEN, unsaid="bot"):
        mine = (None, decision.house, decision.seat)
        match given.answer:
            case d.March():
                assert all(holder(position, to) in mine for to in given.answer.moves), decision
                moved += bool(given.answer.moves)
            case d.Raid():
                assert given.answer.targets == ()
            case d.Pledges() if isinstance(decision, d.GiveSupport):
                own = decision.house in (decision.attacker, decision.defender)
                assert own or set(given.answer.sides.values()) == {"none"}, decision
                pledged += own
    assert moved
    assert pledged


@pytest.mark.parametrize("edition", THRONES.editions)
def test_bot_attacks_only_whom_the_sheet_names(edition: str) -> None:
    foe = "lannister"
    attacked = 0
    for position, decision, given in left(edition, may_attack(foe), d.ResolveMarch, unsaid="bot"):
        assert isinstance(given.answer, d.March)
        holders = {holder(position, to) for to in given.answer.moves} - {None, decision.house, decision.seat}
        assert holders <= {foe}, decision
        attacked += foe in holders
    assert attacked


@pytest.mark.parametrize("edition", THRONES.editions)
def test_bot_that_may_attack_anybody_marches_as_it_would_itself(edition: str) -> None:
    """But for its tastes: the orders of whoever leaves marches to it were written without them."""
    marches = 0
    for position, decision, given in left(edition, may_attack("anybody"), d.ResolveMarch, d.ResolveRaid, unsaid="bot"):
        assert given.answer == plain_bot(position, decision).answer
        marches += isinstance(given.answer, d.March)
    assert marches > 10


def attacked_by(position: Position, decision: Decision, attacker: str, when: str) -> Position:
    """The same with one more deed of this round, or of the last."""
    done = Deed(attacker, "attacked", decision.house, "winterfell")
    setattr(position.board, when, [*getattr(position.board, when), done])
    return position


@pytest.mark.parametrize("when", ["deeds", "last_deeds"])
def test_bot_strikes_back_at_attackers(when: str) -> None:
    rule, changed = may_attack("attackers"), 0
    for stored, decision in questions("first-edition"):
        if not isinstance(decision, d.ResolveMarch):
            continue
        board = documents.decode(stored).board
        suffered = [deed for deed in (*board.deeds, *board.last_deeds) if deed.other == decision.house]
        for foe in board.houses:
            if foe == decision.house or suffered:
                continue
            after = attacked_by(documents.decode(stored), decision, foe, when)
            struck = resolve(after, decision, rule, unsaid="bot").answer
            before = resolve(documents.decode(stored), decision, rule, unsaid="bot").answer
            assert isinstance(struck, d.March)
            assert {holder(after, to) for to in struck.moves} <= {None, decision.house, foe}
            changed += struck != before
    assert changed


def test_written_limits_are_the_only_ones() -> None:
    """Where a rule for the bot says how it plays, the careful one does not speak after it."""
    cards = 0
    for _, decision, given in left("first-edition", WRITTEN, d.ChooseHouseCard, unsaid="bot"):
        assert isinstance(decision, d.ChooseHouseCard)
        position = next(documents.decode(stored) for stored, one in questions("first-edition") if one is decision)
        none = Sheet(steward=(BotRule(never_play=decision.choices),))
        answer = resolve(position, decision, none, unsaid="bot")
        assert answer.source.by == "default"
        cards += given.source.by == "steward"
    assert cards


@pytest.mark.parametrize("unsaid", ["bot", "defaults"])
def test_limits_of_several_rules_bind_together(unsaid: Unsaid) -> None:
    areas = tuple(games.edition("second-edition").areas)
    limits = (BotRule(never_empty=areas), BotRule(never_attack=("baratheon",)))
    sheet = Sheet(steward=(*may_attack(ANYBODY).steward, *limits))
    moved = stayed = 0
    for position, decision, given in left("second-edition", sheet, d.ResolveMarch, unsaid=unsaid):
        assert isinstance(given.answer, d.March)
        force = position.board.forces.get(given.answer.area)
        gone = sum(sum(units.values()) for units in given.answer.moves.values())
        assert force is None or gone < force.size() or not given.answer.moves, decision
        assert "baratheon" not in {holder(position, to) for to in given.answer.moves}
        moved += bool(given.answer.moves)
        stayed += not given.answer.moves
    assert moved
    assert stayed


def test_rule_without_parts_leaves_orders_and_bids_to_the_player() -> None:
    sheet = Sheet(steward=(BotRule(never_empty=("winterfell",)),))
    secret = (d.PlaceOrders, d.PlaceBid, d.UseRaven)
    for position, decision, given in left("first-edition", sheet, *secret, unsaid="bot"):
        assert given.answer == resolve(position, decision, WRITTEN).answer
    bots = [given.source.by for _, _, given in left("first-edition", sheet, *secret)]
    assert "sheet" in bots


def test_whom_it_may_attack_is_read_and_checked() -> None:
    sheet = may_attack("tyrell", "attackers")
    position = THRONES.resume(games.start("first-edition", 5, "limits")).showing

    assert read_sheet(write_sheet(sheet)) == sheet
    assert msgspec.json.decode(write_sheet(sheet)) == {"steward": [{"may_attack": ["tyrell", "attackers"]}]}
    errors = check_sheet(position, "stark", may_attack("nobodies"), ()).errors
    assert [(error.code, error.where) for error in errors] == [("unknown-house", "steward[0].may_attack")]


@pytest.mark.parametrize("sheet", [None, Sheet()])
def test_standing_instructions_alone_are_as_careful(sheet: Sheet | None) -> None:
    """Limits in standing orders give who handed in nothing neither orders and bids nor a freer hand."""
    standing = Sheet(steward=(BotRule(never_empty=("winterfell",)),))
    own_work = 0
    for stored, decision in questions("first-edition"):
        position = documents.decode(stored)
        given = resolve(position, decision, sheet, standing, unsaid="bot")
        if KINDS[type(decision)].part in OWN_WORK:
            assert given.source.by != "standing"
            own_work += 1
        if isinstance(given.answer, d.March) and given.source.by == "standing":
            owners = {holder(position, to) for to in given.answer.moves}
            assert owners <= {None, decision.house}
    assert own_work
