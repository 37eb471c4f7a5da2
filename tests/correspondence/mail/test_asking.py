"""Questions and outlines: every kind of decision is asked, and a sheet's sections follow the pace."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Placed
from adjudicator.thrones.state.decisions import Piece
from correspondence.mail.asking import build_turn_request
from narration.thrones.questions import QUESTIONS, question
from narration.thrones.sheet_outline import outline
from narration.thrones.voice import Voice
from narration.words import translator
from tests.correspondence.mail import samples
from tests.narration.scenes import FIRST

VOICE = Voice(FIRST, translator("en"), "lannister")
WHO = {"seat": "lannister", "house": "lannister"}
FOOTMAN = Piece("lannisport", "footman")
ONE_OF_EACH = (
    d.DisbandForSupply(choices=(FOOTMAN,), **WHO),
    d.LoseToWildlings(choices=(FOOTMAN,), owed=2, **WHO),
    d.TakeCasualty(choices=(FOOTMAN,), area="riverrun", owed=1, **WHO),
    d.AbandonUnit(choices=(FOOTMAN,), destination="riverrun", **WHO),
    d.KillFootman(choices=(FOOTMAN,), card="ser-loras-tyrell", **WHO),
    d.PlaceBid(auction="wildlings", up_to=5, **WHO),
    d.PlaceBid(auction="kings-court", up_to=5, **WHO),
    d.SettleTie(auction="fiefdoms", houses=("stark", "tyrell"), **WHO),
    d.PickTied(what="highest", houses=("stark", "tyrell"), **WHO),
    d.PickTied(what="lowest", houses=("stark", "tyrell"), **WHO),
    d.TakeBackCard(because="wildlings", choices=("cersei-lannister",), **WHO),
    d.MusterUnits(places={"lannisport": 2}, **WHO),
    d.PlaceOrders(areas=("lannisport",), stars=3, bans=("raid", "footman-support"), **WHO),
    d.UseRaven(areas=("lannisport",), **WHO),
    d.ResolveRaid(options={"the-golden-sound": ("sunset-sea",), "lannisport": ()}, **WHO),
    d.ResolveMarch(options={"lannisport": ("riverrun", "stoney-sept")}, **WHO),
    d.GiveSupport(
        area="riverrun", attacker="stark", defender="greyjoy", areas=("lannisport",), sides=("attacker", "none"), **WHO
    ),
    d.GiveSupport(area="the-eyrie", attacker="stark", defender="", areas=("lannisport",), sides=("none",), **WHO),
    d.ChooseHouseCard(area="riverrun", role="attacker", opponent="stark", choices=("cersei-lannister",), **WHO),
    d.ChooseHouseCard(area="riverrun", role="defender", opponent="stark", choices=("cersei-lannister",), **WHO),
    d.UseBlade(area="riverrun", lead=-1, **WHO),
    d.RetreatTo(area="riverrun", choices=("lannisport",), **WHO),
    d.RemoveOrder(card="cersei-lannister", choices=("lannisport",), optional=False, **WHO),
    d.RemoveOrder(card="asha-greyjoy", choices=("lannisport",), optional=True, **WHO),
    d.KnightFootman(card="renly-baratheon", area="riverrun", **WHO),
    d.PickUnit(choices=(FOOTMAN,), because="cersei-lannister", owed=2, **WHO),
    d.PickEffect(because="messenger-raven", subject="riverrun", choices=("kings-court", "lannisport", "top"), **WHO),
    d.SpreadBid(auction="fiefdoms", amount=3, houses=("stark", "tyrell"), **WHO),
    d.CancelMove(because="clash-of-kings", cost=2, mover="stark", area="riverrun", to="moat-cailin", **WHO),
    d.TakeLoan(area="the-golden-sound", costs={"a loan": 4}, choices=("a loan", "decline", "wait"), **WHO),
    d.ImproveArea(loan="a loan", mark="barrel", choices=("lannisport",), **WHO),
    d.PlaceUnits(loan="a loan", units={"knight": 2}, areas=("lannisport", "riverrun"), **WHO),
    d.DestroyUnit(choices=(FOOTMAN,), because="a loan", owed=2, **WHO),
    d.DestroyUnit(choices=(FOOTMAN,), because="interest", owed=1, victim="stark", **WHO),
    d.ChooseVassal(choices=("stark", "tyrell"), sets=1, **WHO),
    d.PlaceVassalOrders(areas=("the-reach",), orders=("march+0",), most=2, bans=(), seat="lannister", house="tyrell"),
    d.DiscardFromHand(card="melisandre-of-asshai", victim="stark", cost=1, choices=("robb-stark",), **WHO),
)


def test_every_kind_of_decision_is_asked() -> None:
    assert set(QUESTIONS.asks) == set(get_args(d.AnyDecision))


@pytest.mark.parametrize("decision", ONE_OF_EACH, ids=lambda decision: type(decision).__name__)
def test_a_question_names_things_instead_of_showing_ids(decision: d.AnyDecision) -> None:
    board, _ = samples.opening()
    asked = question(decision, board, VOICE)
    told = " ".join([asked.text, *asked.choices])
    assert asked.text.strip()
    known = [i for i in (*FIRST.areas, *FIRST.cards, *FIRST.orders) if "-" in i or "+" in i]
    assert [i for i in known if i in told] == []


def test_a_clash_of_kings_asks_for_all_its_bids() -> None:
    """Only the first waits; the others are bid for from what is left."""
    voice = Voice(games.edition("mother-of-dragons"), translator("en"))
    board = games.start("mother-of-dragons", 8, "letters").board
    asked = [
        question(d.PlaceBid(auction=auction, up_to=5, **WHO), board, voice)
        for auction in ("iron-throne", "kings-court", "wildlings")
    ]
    assert asked[0].text == "How much do you bid for the Iron Throne? You have 5 power."
    assert asked[0].choices == (
        "After that, how much of your remaining Power for the Fiefdoms?",
        "After that, how much of your remaining Power for the King's Court?",
    )
    assert [one.choices for one in asked[1:]] == [(), ()]


def _sections(pace: str, window: str = "r5-planning", **board_changes: object) -> list[str]:
    board, _ = samples.opening()
    for name, value in board_changes.items():
        setattr(board, name, value)
    turn = msgspec.structs.replace(samples.open_turn(), window=window)
    return [row.label for row in outline(turn.window, bool(turn.questions), board, "lannister", pace, VOICE)]


def test_the_outline_follows_the_pace() -> None:
    assert _sections("bulk") == ["Orders", "Raven", "Raids", "Marches", "Support", "Cards", "Losses", "Choices"]
    assert _sections("raven") == ["Orders"]
    assert _sections("stepwise", "d12-place-orders-lannister") == []
    assert _sections("raven", "r5-raven") == [
        "Raven", "Raids", "Marches", "Support", "Cards", "Losses", "Choices"
    ]  # fmt: skip
    assert _sections("choose-house-card,retreat-to") == ["Orders", "Raven", "Raids", "Marches", "Support", "Choices"]


def test_the_outline_leaves_out_what_is_banned_or_not_held() -> None:
    assert "Raids" not in _sections("bulk", bans=["raid"])
    assert "Raven" not in _sections("bulk", holders={})
    assert "Blade" in _sections("bulk", holders={"valyrian-blade": "lannister"})


def test_the_westeros_outline_follows_the_cards() -> None:
    revealed = {"I": "mustering", "II": "clash-of-kings", "III": "wildling-attack"}
    assert _sections("bulk", "r5-westeros", revealed=revealed) == ["Muster", "Bids", "Ties", "Wildlings"]
    attack = {"III": "wildling-attack"}
    assert "Ties" not in _sections("bulk", "r5-westeros", revealed=attack, holders={"iron-throne": "stark"})
    assert "Ties" in _sections("bulk", "r5-westeros", revealed=attack, holders={"iron-throne": "lannister"})
    assert _sections("use-blade", "d40-place-bid-stark", revealed=revealed, phase="westeros")[1:3] == ["Bids", "Ties"]


def test_possible_badge_holders_are_told_of_the_choice() -> None:
    board = games.start("second-edition", 6, "letters").board
    board.revealed = {"II": "clash-of-kings", "III": "put-to-the-sword"}
    voice = Voice(games.edition("second-edition"), translator("en"))
    holder = board.holders["valyrian-blade"]
    other = next(house for house in board.houses if house not in board.holders.values())

    def row(seat: str, label: str) -> str:
        rows = outline("r5-westeros", True, board, seat, "bulk", voice)
        return next(row.text for row in rows if row.label == label)

    assert row(holder, "Choices").startswith("Put to the Sword: ")
    assert row(other, "Choices").startswith("Put to the Sword, if you hold the Valyrian steel blade by then: ")
    assert row(other, "Ties") == "if you hold the Iron Throne by then: the order of tied houses"
    board.revealed = {"III": "put-to-the-sword"}
    assert outline("r5-westeros", True, board, other, "bulk", voice) == []


@pytest.mark.parametrize(
    ("card", "dragons", "others"),
    [
        ("empty-promises", ["Loyalty"], []),
        ("the-long-plan", ["Loyalty"], ["Loyalty"]),
        ("scattering-dissent", ["Loyalty"], ["Loyalty"]),
        ("clash-of-kings", ["Bids", "Gifts"], ["Bids", "Ties"]),
    ],
)
def test_the_fourth_deck_asks_who_it_concerns(card: str, dragons: list[str], others: list[str]) -> None:
    board = games.start("mother-of-dragons", 8, "letters").board
    board.revealed = {"IV": card}
    voice = Voice(games.edition("mother-of-dragons"), translator("en"))
    turn = msgspec.structs.replace(samples.open_turn(), window="r5-westeros")
    asked = {
        seat: [row.label for row in outline(turn.window, bool(turn.questions), board, seat, "bulk", voice)]
        for seat in ("targaryen", "stark")
    }
    assert asked == {"targaryen": dragons, "stark": others}


def test_a_phase_asks_everybody_whoever_is_first() -> None:
    board, _ = samples.opening()
    board.revealed = {"I": "mustering"}
    turn = msgspec.structs.replace(samples.open_turn(), window="r5-westeros", questions=())
    payload = msgspec.structs.replace(samples.results(turn=turn), board=board)
    assert build_turn_request(turn, payload, VOICE)
    (row,) = outline(turn.window, bool(turn.questions), board, "lannister", "bulk", VOICE)
    assert row.text == "what you want in order of preference, upgrades included. Lannisport: 2 points"


def test_a_mail_says_what_the_turn_says() -> None:
    """Who is not asked gets no outline of what a sheet could say; who is asked without units gets one."""
    turn = msgspec.structs.replace(samples.open_turn(), window="r5-westeros", questions=())
    payload = msgspec.structs.replace(samples.results(turn=turn))
    payload.board.revealed = {"II": "clash-of-kings"}
    for asked in (False, True):
        found = build_turn_request(msgspec.structs.replace(turn, asked=asked), payload, VOICE)
        assert (bool(found), bool(found.sheet)) == (asked, asked)
    payload.board.forces = {}
    assert build_turn_request(msgspec.structs.replace(turn, asked=True), payload, VOICE).sheet
    assert not build_turn_request(turn, payload, VOICE), "a letter from before it was told"


def test_a_stop_for_another_house_asks_nothing() -> None:
    turn = msgspec.structs.replace(samples.open_turn(), window="d40-choose-house-card-stark", questions=())
    assert not build_turn_request(turn, samples.results(turn=turn), VOICE)


def test_stars_that_only_a_card_adds_are_told_apart() -> None:
    """While tactics cards are chosen nobody knows how many there will be; who has no choice of a card does."""
    outcome = THRONES.resume(games.start("storm-of-swords", 4, "stars"))
    board, rules = outcome.showing.board, games.edition("storm-of-swords")
    assert board.tactics is not None
    v = Voice(rules, translator("en"), "stark")
    board.tracks["kings-court"] = ["lannister", "stark", "greyjoy", "baratheon"]
    (asked,) = games.of(outcome.showing).foreseen(outcome.showing, "stark")
    assert asked.stars == 3
    told = question(asked, board, v).text
    assert "Orders with a star: 2, or 1 more if your tactics card is Careful Planning." in told
    # The question itself is put when the card lies on the table.
    assert "At most 3 orders with a star." in question(msgspec.structs.replace(asked, id="d1"), board, v).text
    board.tactics.forbidden = ["careful-planning"]
    (asked,) = games.of(outcome.showing).foreseen(outcome.showing, "stark")
    assert "At most 2 orders with a star." in question(asked, board, v).text
    board.tactics.forbidden, board.tactics.decks["stark"] = [], ["careful-planning"]
    (asked,) = games.of(outcome.showing).foreseen(outcome.showing, "stark")
    assert "At most 3 orders with a star." in question(asked, board, v).text


def test_what_no_order_lies_for_has_no_row() -> None:
    """Once orders are turned up; the raven's holder may still bring one, and so may who has orders to give."""
    board, _ = samples.opening()
    pace, window = "raven", "r1-raven"

    def titles(phase: str = "raids") -> set[str]:
        board.phase = phase
        return {row.label for row in outline(window, True, board, "lannister", pace, VOICE)}

    assert {"Raids", "Marches"} <= titles()
    board.orders = {"lannisport": Placed("lannister", "support")}
    assert not {"Raids", "Marches"} & titles()
    board.orders["the-golden-sound"] = Placed("lannister", "raid")
    assert {"Raids", "Marches"} & titles() == {"Raids"}
    del board.orders["the-golden-sound"]
    board.holders["messenger-raven"] = "lannister"
    assert {"Raids", "Marches"} <= titles("raven")
    assert not {"Raids", "Marches"} & titles()
