"""Games with vassals: every question goes to the commander, is about the house, and is answered by his sheet."""

from __future__ import annotations

import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Replay
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.orders import ClaimRule, VassalOrder
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board, Force, Position
from adjudicator.thrones.state.decisions import CardChoice, Orders, Pick
from adjudicator.thrones.state.events import BidsRevealed, DeckShuffled, OrdersRevealed, VassalClaimed, VassalHandDrawn

EDITION = "mother-of-dragons"


def start(players: int, seed: str) -> Position:
    return games.start(EDITION, players, seed)


def unlike_a_vassal(board: Board) -> list[str]:
    """What vassals never have: Power, badges, cards outside a battle."""
    rich = [house for house in board.vassals if board.power[house] or board.hands[house]]
    return rich + [house for house in board.holders.values() if house in board.vassals]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_commander_is_asked_for_every_house_of_his(players: int, seed: str) -> None:
    player = random_player(Picker(seed, "players"))
    wrong: list[str] = []

    def watched(position: Position, decision: Decision) -> SourcedAnswer | None:
        board = position.board
        if decision.seat != board.commanders.get(decision.house, decision.house) or decision.seat in board.vassals:
            wrong.append(f"{decision.id} asks {decision.seat} about {decision.house}")
        wrong.extend(unlike_a_vassal(board))
        wrong.extend(invariants.broken(position, feeding=invariants.feeds([decision])))
        return player(position, decision)

    outcome = THRONES.advance(start(players, seed), watched)
    assert wrong == []
    board = outcome.showing.board
    assert board.ending is not None
    assert not set(board.ending.winners) & set(board.vassals)
    bids = [r.event for r in outcome.records if isinstance(r.event, BidsRevealed)]
    assert not any(event.bids.get(house) for event in bids for house in board.vassals)
    claims = [r.round for r in outcome.records if isinstance(r.event, VassalClaimed)]
    assert sorted(claims) == [n for n in range(1, board.round + 1) for _ in board.vassals]
    for orders in (r.event.orders for r in outcome.records if isinstance(r.event, OrdersRevealed)):
        for house in board.vassals:
            tokens = [placed.order for placed in orders.values() if placed.house == house]
            assert len(tokens) <= 2
            assert all(order.startswith("vassal-") for order in tokens)
    again = THRONES.advance(start(players, seed), Replay(outcome.answers))
    assert documents.encode(again.position) == documents.encode(outcome.position)


@pytest.mark.parametrize("pace", ["bulk", "raven", "stepwise"])
def test_turns_go_on_to_the_end(pace: str) -> None:
    position = start(4, "calls")
    for _ in range(4000):
        shown = THRONES.resume(documents.decode(documents.encode(position)))
        if shown.showing.board.ending is not None:
            return
        name = THRONES.window(shown.showing, shown.waiting[0], pace)  # type: ignore[arg-type]
        outcome = THRONES.resolve(position, TurnInput(window=name, pace=pace))  # type: ignore[arg-type]
        assert outcome.entries, f"the call {name} answers nothing"
        position = outcome.position
    raise AssertionError("the game does not end")


def test_a_round_with_vassals_is_one_turn() -> None:
    position = start(3, "one call")
    outcome = THRONES.resolve(position, TurnInput(window="r1-planning"))
    assert THRONES.window(outcome.showing, outcome.waiting[0], "bulk").startswith("r2-")
    assert {"choose-vassal", "place-vassal-orders"} <= {entry.asked for entry in outcome.answers}


def test_the_hand_of_a_vassal_is_its_commanders_secret() -> None:
    outcome = THRONES.advance(start(3, "secret"), random_player(Picker("secret", "players")))
    drawn = [record for record in outcome.records if isinstance(record.event, VassalHandDrawn)]
    assert drawn
    for record in drawn:
        commander = record.event.commander
        own, other, after = (
            games.record_for_seat(record, commander),
            games.record_for_seat(record, None),
            games.record_for_seat(record, None, over=True),
        )
        assert own == after == record
        assert other is not None
        assert (other.event.house, other.event.cards) == (record.event.house, ())
    shuffled = [r for r in outcome.records if isinstance(r.event, DeckShuffled) and r.event.deck == "vassals"]
    assert len(shuffled) >= len(drawn) / 2
    assert all(games.record_for_seat(record, "stark").event.order == () for record in shuffled)  # type: ignore[union-attr]
    assert outcome.position.hidden.hands == {}
    assert "vassals" not in outcome.position.hidden.decks


def asked_card(position: Position) -> d.ChooseHouseCard:
    return d.ChooseHouseCard(
        id="d9-choose-house-card-stark",
        seat="stark",
        house="tyrell",
        area="the-reach",
        role="attacker",
        opponent="greyjoy",
        choices=("varys", "janos-slynt", "bronn"),
    )


def test_vassal_instructions_rank_between_direct_and_general() -> None:
    position = games.start(EDITION, 3, "instructions", houses=["stark", "greyjoy", "lannister"])
    asked = asked_card(position)

    def card(*names: str) -> Cards:
        return Cards(rules=(CardRule(cards=names),))

    general = Sheet(cards=card("bronn"))
    given = resolve(position, asked, general)
    assert (given.answer, given.source.rule) == (CardChoice("bronn"), "cards.rules[0]")
    whichever = Sheet(cards=card("bronn"), vassals={"any": VassalSheet(cards=card("varys"))})
    assert resolve(position, asked, whichever).source.rule == "vassals.any.cards.rules[0]"
    named = Sheet(vassals={**whichever.vassals, "tyrell": VassalSheet(cards=card("ser-barristan", "janos-slynt"))})
    assert resolve(position, asked, named).answer == CardChoice("janos-slynt")
    assert resolve(position, asked, Sheet(), named).source.rule == "standing.vassals.tyrell.cards.rules[0]"
    other = Sheet(vassals={"arryn": VassalSheet(cards=card("varys"))})
    assert resolve(position, asked, other).source.by == "default"
    direct = Sheet(vassals=named.vassals, answers={asked.id: CardChoice("varys")})
    assert resolve(position, asked, direct).source.by == "player"


def test_wishes_for_vassals_are_tried_in_order() -> None:
    position = games.start(EDITION, 4, "wishes", houses=["stark", "greyjoy", "lannister", "arryn"])
    asked = d.ChooseVassal(id="d1-choose-vassal-stark", seat="stark", house="stark", choices=("tyrell",), sets=1)
    wishes = Sheet(claims=(ClaimRule(pick=("martell",)), ClaimRule(pick=("baratheon", "tyrell"))))
    given = resolve(position, asked, wishes)
    assert (given.answer, given.source.rule) == (Pick("tyrell"), "claims[1]")
    assert [skipped.code for skipped in given.source.skipped] == ["not-a-free-vassal"]
    assert resolve(position, asked, Sheet(claims=(ClaimRule(pick=("pass", "tyrell")),))).answer == Pick("pass")
    assert resolve(position, asked, None).answer == Pick("pass")


def test_vassal_orders_fall_back_to_the_next_commander() -> None:
    position = games.start(EDITION, 4, "orders", houses=["stark", "greyjoy", "lannister", "arryn"])
    areas = ("oldtown", "three-towers", "dornish-marches")
    tokens = ("vassal-march", "vassal-raid-support", "vassal-defense-muster", "vassal-defense-3")
    asked = d.PlaceVassalOrders(
        id="d9-place-vassal-orders-stark", seat="stark", house="tyrell", areas=areas, orders=tokens, most=2, bans=()
    )

    def orders(*pairs: tuple[str, str]) -> VassalSheet:
        return VassalSheet(orders=tuple(VassalOrder(area=area, order=order) for area, order in pairs))

    sheet = Sheet(
        vassals={
            "tyrell": orders(("the-reach", "vassal-march"), ("oldtown", "vassal-defense-muster")),
            "any": orders(("oldtown", "vassal-march"), ("dornish-marches", "vassal-march")),
        }
    )
    given = resolve(position, asked, sheet)
    assert given.answer == Orders({"oldtown": "vassal-defense-muster", "dornish-marches": "vassal-march"})
    assert [skipped.code for skipped in given.source.skipped] == ["no-units-there", "order-there-already"]
    nothing = Sheet(vassals={"tyrell": VassalSheet(orders=(VassalOrder(),)), "any": sheet.vassals["any"]})
    assert resolve(position, asked, nothing).answer == Orders()
    default = resolve(position, asked, None).answer
    assert isinstance(default, Orders)
    assert sorted(default.orders.values()) == ["vassal-defense-3", "vassal-defense-muster"]


def test_default_vassal_orders_defend_the_most_valuable_border() -> None:
    position = games.start(EDITION, 4, "orders", houses=["stark", "greyjoy", "lannister", "arryn"])
    board, tokens = position.board, ("vassal-defense-3", "vassal-defense-muster")
    board.forces = {area: Force("tyrell", {"footman": 1}) for area in ("highgarden", "oldtown", "three-towers")}
    areas = ("highgarden", "oldtown", "three-towers")
    asked = d.PlaceVassalOrders(
        id="d9-place-vassal-orders-stark", seat="stark", house="tyrell", areas=areas, orders=tokens, most=1, bans=()
    )

    def first() -> list[str]:
        answer = resolve(position, asked, None).answer
        assert isinstance(answer, Orders)
        return list(answer.orders)

    assert first() == ["highgarden"]
    # Beside an enemy the least of them comes first, and the next in value where two lie so.
    board.forces["princes-pass"] = Force("martell", {"footman": 1})
    assert first() == ["three-towers"]
    board.forces["redwyne-straights"] = Force("lannister", {"ship": 1})
    assert first()[0] != "three-towers"


def test_vassals_that_are_asked_about_together_share_a_window() -> None:
    player = random_player(Picker("together", "players"))

    def until(position: Position, decision: Decision) -> SourcedAnswer | None:
        return None if isinstance(decision, d.PlaceVassalOrders) else player(position, decision)

    outcome = THRONES.advance(start(4, "together"), until)
    assert len(outcome.waiting) > 1
    assert all(isinstance(decision, d.PlaceVassalOrders) for decision in outcome.waiting)
    names = {THRONES.window(outcome.showing, decision, "stepwise") for decision in outcome.waiting}
    assert names == {outcome.waiting[0].id}
