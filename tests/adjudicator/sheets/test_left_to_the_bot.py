"""Choices left to the bot: he does what he would do himself, within the limits, where nothing else is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import Unsaid
from adjudicator.engine.chance import Picker, draw_of
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.bot.planning import choose_remaining_orders
from adjudicator.thrones.bot.sight import HABITS, Limits, Sight
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.legality import check, legal_answers, single_choice
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.battle import AvoidRule, Cards
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.sheets.kind import BotRule, SheetPart
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.orders import RaidRule, Raids
from adjudicator.thrones.sheets.resolver import KINDS, resolve
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from tests.adjudicator.sheets.tables import asked, story, table
from tests.bench import reference
from tests.kept_for_all import kept

LION = "lannister"
ALL = Sheet(steward=(BotRule(),))


def plain_bot(position: Position, decision: Any) -> SourcedAnswer:
    """What a bot with the salt of the seat does if it has no tastes, as it is for orders that a player wrote."""
    draw, limits = draw_of(position.hidden.seed, decision.seat), Limits(plain=True)
    sight = Sight(position.board, edition_of(position), decision.house, limits, draw)
    for answer, reason in HABITS[type(decision)](sight, decision):
        if check(position, decision, answer) is None:
            return SourcedAnswer(answer, Source("steward", reason))
    return SourcedAnswer(next(iter(legal_answers(position, decision))), Source("steward"))


@cache
def questions(edition: str) -> tuple[tuple[bytes, Decision], ...]:
    """Positions and what is asked in them, in games of the frozen bot with some strange answers between."""
    return kept(f"left to the steward {edition}", partial(_asked, edition))


def _asked(edition: str) -> tuple[tuple[bytes, Decision], ...]:
    found: list[tuple[bytes, Decision]] = []
    players = max(THRONES.editions[edition].setups)
    for number in range(2):
        strange = random_player(Picker(f"left {edition} {number}", "answers"))

        def ask(position: Position, decision: Decision, strange: object = strange) -> SourcedAnswer | None:
            if position.board.round > 4:
                return None
            found.append((documents.encode(position), decision))
            return (strange if len(found) % 3 == 0 else reference.answer)(position, decision)  # type: ignore[operator,no-any-return]

        games.of_edition(edition).advance(games.start(edition, players, f"left {number}"), ask)
    return tuple(found)


def left(
    edition: str, sheet: Sheet, *kinds: type[Decision], unsaid: Unsaid = "defaults"
) -> Iterator[tuple[Position, Decision, SourcedAnswer]]:
    """What the sheet answers to each question that leaves a choice."""
    for stored, decision in questions(edition):
        if single_choice(decision) is None and (not kinds or isinstance(decision, kinds)):
            position = documents.decode(stored)
            yield position, decision, resolve(position, decision, sheet, unsaid=unsaid)


def test_every_kind_of_question_belongs_to_a_part() -> None:
    assert set(KINDS) <= set(HABITS)
    assert {kind.part for kind in KINDS.values()} == set(SheetPart.__args__)


@pytest.mark.parametrize("edition", THRONES.editions)
def test_what_is_left_to_him_he_answers_as_he_would(edition: str) -> None:
    told, alike = set(), 0
    for position, decision, given in left(edition, ALL):
        if given.source.by == "default":
            assert given.source.skipped[0].code == "steward-finds-nothing"
            continue
        assert given.answer == plain_bot(position, decision).answer, decision
        assert (given.source.by, given.source.rule) in (("sheet", "steward[0]"), ("forced", "")), decision
        told.add(KINDS[type(decision)].part)
        alike += 1
    assert alike > 100
    assert {"orders", "raids", "marches", "support", "cards", "bids", "muster"} <= told


@pytest.mark.parametrize("edition", THRONES.editions)
def test_his_marches_keep_the_limits(edition: str) -> None:
    rules = THRONES.editions[edition]
    kept = Sheet(steward=(BotRule(never_empty=tuple(rules.areas), keep=1),))
    friends = Sheet(steward=(BotRule(never_attack=tuple(rules.houses)),))
    moved, changed = 0, 0
    for position, decision, given in left(edition, kept, d.ResolveMarch):
        assert isinstance(given.answer, d.March)
        leaving = sum(sum(units.values()) for units in given.answer.moves.values())
        assert position.board.forces[given.answer.area].size() - leaving >= (1 if leaving else 0)
        moved += bool(leaving)
        changed += given.answer != plain_bot(position, decision).answer
    assert moved
    assert changed
    for position, decision, given in left(edition, friends, d.ResolveMarch):
        assert isinstance(given.answer, d.March)
        board = position.board
        for to in given.answer.moves:
            force = board.forces.get(to)
            holder = force.house if force is not None else controller(board, edition_of(position), to)
            assert holder in (None, decision.house), to


@pytest.mark.parametrize("edition", THRONES.editions)
def test_his_raids_cards_and_bids_keep_the_limits(edition: str) -> None:
    rules = THRONES.editions[edition]
    friends = Sheet(steward=(BotRule(never_attack=tuple(rules.houses)),))
    for _, _, given in left(edition, friends, d.ResolveRaid):
        assert isinstance(given.answer, d.Raid)
        assert given.answer.targets == ()
    for _, decision, _ in left(edition, ALL, d.ChooseHouseCard):
        assert isinstance(decision, d.ChooseHouseCard)
        never = Sheet(steward=(BotRule(never_play=decision.choices[1:]),))
        position = next(documents.decode(stored) for stored, one in questions(edition) if one is decision)
        answer = resolve(position, decision, never).answer
        assert answer == d.CardChoice(decision.choices[0])
    greedy, low = 0, Sheet(steward=(BotRule(most=1, save=1),))
    for position, decision, given in left(edition, low, d.PlaceBid):
        assert isinstance(given.answer, d.Amount)
        assert isinstance(decision, d.PlaceBid)
        assert given.answer.power <= min(1, decision.up_to - 1)
        own = plain_bot(position, decision).answer
        greedy += isinstance(own, d.Amount) and own.power > 1
    assert greedy


BID = d.PlaceBid(id="d1-place-bid-lannister", seat=LION, house=LION, auction="wildlings", up_to=6)


def bid(*rules: BotRule, standing: Sheet | None = None, **parts: object) -> tuple[SourcedAnswer, Position]:
    position = table(wildlings=10)
    return asked(BID, position, Sheet(steward=rules, **parts), standing), position  # type: ignore[arg-type]


def test_own_rules_go_first_and_standing_instructions_last() -> None:
    mine = {"wildlings": (BidRule(amount=3),)}
    given, position = bid(BotRule(), bids=mine)
    assert (given.answer, given.source.rule) == (d.Amount(3), "bids.wildlings[0]")
    own = plain_bot(position, BID).answer
    given, _ = bid(BotRule(), standing=Sheet(bids=mine))
    assert (given.answer, given.source.by, given.source.rule) == (own, "sheet", "steward[0]")
    given, _ = bid(standing=Sheet(bids=mine, steward=(BotRule(),)))
    assert (given.answer, given.source.by) == (d.Amount(3), "standing")
    given, _ = bid(standing=Sheet(steward=(BotRule(),)))
    assert (given.answer, given.source.by, given.source.rule) == (own, "standing", "standing.steward[0]")


def test_what_it_is_about_and_when() -> None:
    never, elsewhere = parse_condition("round > 9", games.edition("first-edition")), BotRule(what=("cards",))
    given, _ = bid(elsewhere, BotRule(when=never), BotRule(what=("bids",), most=0))
    assert (given.answer, given.source.rule) == (d.Amount(0), "steward[2]")
    assert story(given)[2] == [("steward[1]", "condition-false")], "what is about other choices is not passed over"
    given, _ = bid(elsewhere)
    assert (given.answer, given.source.by) == (d.Amount(0), "default")


def test_a_card_that_is_avoided_is_not_his_either() -> None:
    edition = "first-edition"
    for stored, decision in questions(edition):
        if isinstance(decision, d.ChooseHouseCard) and len(decision.choices) > 1:
            keep, *rest = decision.choices
            sheet = Sheet(steward=ALL.steward, cards=Cards(avoid=(AvoidRule(cards=tuple(rest)),)))
            assert resolve(documents.decode(stored), decision, sheet).answer == d.CardChoice(keep)
            none = Sheet(steward=(BotRule(never_play=decision.choices),))
            given = resolve(documents.decode(stored), decision, none)
            assert given.source.by == "default"
            assert ("steward[0]", "steward-finds-nothing") in [(one.where, one.code) for one in given.source.skipped]
            return
    pytest.fail("no battle in these games")


def test_areas_with_plans_of_their_own_are_not_left_to_him() -> None:
    """An area that waits goes by its plans after what he does elsewhere; one that stays, stays."""
    waiting, tried = MarchPlan(wait=True), 0
    for stored, decision in questions("first-edition"):
        if not isinstance(decision, d.ResolveMarch) or len(decision.options) < 2:
            continue
        first, *others = decision.options
        wait = Marches(areas={first: (waiting, MarchPlan())})
        given = resolve(documents.decode(stored), decision, Sheet(steward=ALL.steward, marches=wait))
        assert isinstance(given.answer, d.March)
        assert given.answer.area in others
        assert given.source.rule == "steward[0]"
        stay = Marches(areas={first: (MarchPlan(),)})
        given = resolve(documents.decode(stored), decision, Sheet(steward=ALL.steward, marches=stay))
        assert (given.answer, given.source.rule) == (d.March(first), f"marches.{first}[0]")
        tried += 1
    assert tried > 3


def test_an_area_none_of_whose_plans_holds_is_left_to_him() -> None:
    """`riverrun if sure, else as the bot likes`: with one march left, and a plan that never holds."""
    never, tried = parse_condition("never", games.edition("first-edition")), 0
    for stored, decision in questions("first-edition"):
        if not isinstance(decision, d.ResolveMarch):
            continue
        plans = {area: (MarchPlan(when=never, moves=(Move(to="riverrun"),)),) for area in decision.options}
        position = documents.decode(stored)
        given = resolve(position, decision, Sheet(steward=ALL.steward, marches=Marches(areas=plans)))
        assert given.answer == plain_bot(position, decision).answer
        assert {one.code for one in given.source.skipped} <= {"condition-false"}
        (only, *others) = decision.options
        waiting = {area: (MarchPlan(wait=True),) for area in decision.options}
        given = resolve(position, decision, Sheet(steward=ALL.steward, marches=Marches(areas=waiting)))
        assert given.source.by == ("default" if others else "sheet"), only
        tried += 1
    assert tried > 3


def test_a_raid_without_its_target_is_left_to_him() -> None:
    tried = 0
    for stored, decision in questions("first-edition"):
        if not isinstance(decision, d.ResolveRaid) or single_choice(decision) is not None:
            continue
        position = documents.decode(stored)
        far = {area: (RaidRule(targets=("a-far-country",)),) for area in decision.options}
        given = resolve(position, decision, Sheet(steward=ALL.steward, raids=Raids(areas=far)))
        assert (given.answer, given.source.rule) == (plain_bot(position, decision).answer, "steward[0]")
        none = {area: (RaidRule(),) for area in decision.options}
        given = resolve(position, decision, Sheet(steward=ALL.steward, raids=Raids(areas=none)))
        assert isinstance(given.answer, d.Raid)
        assert given.answer.targets == ()
        tried += 1
    assert tried


def test_vassals_that_one_commands_are_left_to_him_too() -> None:
    """What no vassal's part decides falls to the sheet itself, and so to its bot."""
    houses = ("stark", "lannister", "greyjoy", "martell", "targaryen")
    kinds: set[type[Decision]] = set()

    def ask(position: Position, decision: Decision) -> SourcedAnswer | None:
        own = plain_bot(position, decision)
        if decision.house != decision.seat and single_choice(decision) is None:
            given = resolve(position, decision, ALL)
            assert (given.answer, given.source.rule) == (own.answer, "steward[0]"), decision
            kinds.add(type(decision))
        return own if position.board.round < 3 else None

    THRONES.advance(games.start("mother-of-dragons", 5, "vassals", (), houses), ask)
    assert {d.PlaceVassalOrders, d.ResolveMarch} <= kinds


def test_it_is_legal_whatever_is_left_to_him() -> None:
    """Limits that leave nothing fall to the default, as everything that is not decided."""
    rules = THRONES.editions["mother-of-dragons"]
    strict = BotRule(
        never_empty=tuple(rules.areas), keep=9, never_attack=tuple(rules.houses), never_play=tuple(rules.cards), most=0
    )
    for position, decision, given in left("mother-of-dragons", Sheet(steward=(strict,))):
        assert check(position, decision, given.answer) is None


def test_he_sees_the_board_alone() -> None:
    """What is hidden may be anything but the seed, from which his salt comes: his answers are the same."""
    for stored, decision in questions("second-edition")[:60]:
        other = documents.decode(stored)
        other.hidden.decks = {deck: list(reversed(cards)) for deck, cards in other.hidden.decks.items()}
        assert resolve(other, decision, ALL).answer == resolve(documents.decode(stored), decision, ALL).answer


def test_its_names_are_checked_and_it_survives_its_document() -> None:
    rule = BotRule(never_empty=("winterfel",), never_attack=("strak",), never_play=("eddard",))
    errors = check_sheet(table(), LION, Sheet(steward=(rule,)), []).errors
    assert [(one.code, one.where) for one in errors] == [
        ("unknown-area", "steward[0].never_empty"),
        ("unknown-house", "steward[0].never_attack"),
        ("unknown-card", "steward[0].never_play"),
    ]
    fine = BotRule(what=("marches",), never_empty=("winterfell",), keep=2, never_attack=("stark",), most=3, save=1)
    sheet = Sheet(steward=(fine,))
    assert check_sheet(table(), LION, sheet, []).errors == ()
    assert read_sheet(write_sheet(sheet)) == sheet


def named_alone(decision: d.PlaceOrders, orders: d.Orders) -> Iterator[tuple[str, str]]:
    """Each of these orders, where it stands alone in a sheet."""
    return ((area, orders.orders[area]) for area in decision.areas if area in orders.orders)


@pytest.mark.parametrize("edition", THRONES.editions)
def test_he_lays_orders_beside_those_that_are_named(edition: str) -> None:
    """Whatever is named stays, tokens and stars of the whole set are counted, and nothing falls to the default."""
    beside, like_his = 0, 0
    for position, decision, given in left(edition, ALL, d.PlaceOrders):
        assert isinstance(decision, d.PlaceOrders)
        strange = random_player(Picker(f"named {decision.id}", "orders"))(position, decision)
        assert strange is not None
        for area, order in named_alone(decision, strange.answer):
            own = resolve(position, decision, Sheet(orders={area: order}, steward=ALL.steward))
            assert isinstance(own.answer, d.Orders)
            assert check(position, decision, own.answer) is None
            assert own.answer.orders[area] == order
            assert (own.source.by, own.source.rule) == ("sheet", "orders")
            codes = {(one.where, one.code) for one in own.source.skipped}
            others = set(own.answer.orders) - {area}
            assert codes == {(f"orders.{other}", "left-to-the-steward") for other in others}
            beside += len(others)
            like_his += own.answer == given.answer
    assert beside > 100
    assert like_his, "who names what he would do gets the rest of it"


def test_areas_without_an_order_stay_empty_and_bots_fill_faults() -> None:
    for position, decision, given in left("first-edition", ALL, d.PlaceOrders):
        assert isinstance(decision, d.PlaceOrders)
        assert isinstance(given.answer, d.Orders)
        first, *others = decision.areas
        bare = resolve(position, decision, Sheet(orders={first: "none"}, steward=ALL.steward))
        assert isinstance(bare.answer, d.Orders)
        assert set(bare.answer.orders) == set(others)
        refused = resolve(position, decision, Sheet(orders={first: "no-such-order"}, steward=ALL.steward))
        assert refused.answer == given.answer
        assert refused.source.rule == "steward[0]"


def test_standing_orders_yield_where_the_bot_decides() -> None:
    position, decision, given = next(left("first-edition", ALL, d.PlaceOrders))
    assert isinstance(decision, d.PlaceOrders)
    assert isinstance(given.answer, d.Orders)
    first, second, *_ = decision.areas
    standing = Sheet(orders=dict.fromkeys(decision.areas, "none"))
    mine = Sheet(orders={first: given.answer.orders[first]}, steward=(BotRule(what=("orders",)),))
    answer = resolve(position, decision, mine, standing).answer
    assert isinstance(answer, d.Orders)
    assert set(answer.orders) == set(decision.areas)
    behind = Sheet(orders={second: "none"}, steward=(BotRule(what=("orders",)),))
    own = resolve(position, decision, Sheet(orders=mine.orders), behind)
    assert isinstance(own.answer, d.Orders)
    assert set(own.answer.orders) == set(decision.areas) - {second}
    elsewhere = Sheet(orders=mine.orders, steward=(BotRule(what=("cards",)),))
    codes = {one.code for one in resolve(position, decision, elsewhere).source.skipped}
    assert codes == {"no-order-named"}


def test_his_orders_help_a_march_that_is_named() -> None:
    """He counts with what is named: beside an attack of mine he lays support where it adds something."""
    forces = {
        "winterfell": ("stark", {"footman": 2}),
        "white-harbor": ("stark", {"knight": 2}),
        "moat-cailin": ("lannister", {"footman": 2}),
    }
    position = table(forces, phase="planning")
    sight = Sight(position.board, edition_of(position), "stark")
    areas = ("winterfell", "white-harbor")
    question = d.PlaceOrders(id="d1", seat="stark", house="stark", areas=areas, stars=0, bans=())
    (support,) = choose_remaining_orders(sight, question, {"winterfell": "march+0"}).values()
    assert sight.edition.orders[support].type == "support"
    assert choose_remaining_orders(sight, question, {"winterfell": "march+0"}, ("white-harbor",)) == {}
