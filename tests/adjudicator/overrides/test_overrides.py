"""Overrides: what each does, what is refused, and that games with overrides replay and hide what is hidden."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import documents, game_file, games, selfplay
from adjudicator.engine.bulk import ReplacedAnswer, TurnInput
from adjudicator.engine.chance import Picker, commitment, shuffle
from adjudicator.engine.decision import Illegal, Source, SourcedAnswer, Unreadable
from adjudicator.engine.overrides import join_outcomes
from adjudicator.engine.step import Decreed, Outcome
from adjudicator.game_file import GameFile
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.sheets.resolver import default_answer
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import events as e, overrides as x
from adjudicator.thrones.state.board import Force, Placed, Position
from adjudicator.thrones.state.decisions import Amount, Orders
from tests.adjudicator.overrides.tables import FIRST, at_most, begun, in_marches, with_overrides

REASON, BY = "it was miscounted", "gm"
# How many play, and the game's seed.
GAMES = [(3 + number % 3, f"edict {number}") for number in range(12)]


def codes(position: Position, override: x.AnyOverride) -> list[str]:
    """What refuses an override."""
    return [error.code for error in games.of(position).check_override(position, override).errors]


def issued(position: Position, *overrides: x.AnyOverride) -> Outcome[Position]:
    """The game after some overrides."""
    outcome = games.of(position).issue(position, overrides[0], REASON, BY)
    for override in overrides[1:]:
        outcome = games.of(outcome.position).issue(outcome.position, override, REASON, BY)
    return outcome


def test_overrides_set_what_they_say() -> None:
    board = issued(
        begun().position,
        x.SetUnits(area="winterfell", house="stark", units={"knight": 2, "footman": 0}, routed={"footman": 1}),
        x.SetUnits(area="pyke"),
        x.SetControl(area="moat-cailin", house="stark"),
        x.SetPower(house="tyrell", power=9),
        x.SetTrack(track="fiefdoms", houses=("greyjoy", "stark", "tyrell", "lannister", "baratheon")),
        x.SetSupply(house="stark", supply=5),
        x.SetWildlings(strength=4),
        x.SetHand(house="stark", hand=("eddard-stark",)),
        x.SetNeutral(area="the-eyrie"),
        x.SetFlags(bans=("raid",), spent=("messenger-raven",)),
    ).showing.board
    assert board.forces["winterfell"] == Force("stark", {"knight": 2}, {"footman": 1})
    assert "pyke" not in board.forces
    assert board.tokens == {"moat-cailin": "stark"}
    assert (board.power["tyrell"], board.supply["stark"], board.wildlings) == (9, 5, 4)
    assert (board.tracks["fiefdoms"][0], board.holders["valyrian-blade"]) == ("greyjoy", "greyjoy")
    assert board.hands["stark"] == ["eddard-stark"]
    assert sorted([*board.hands["stark"], *board.discards["stark"]]) == sorted(FIRST.hands()["stark"])
    assert "the-eyrie" not in board.neutral
    assert (board.bans, board.spent) == (["raid"], ["messenger-raven"])


def test_units_that_come_or_go_take_orders_and_tokens_with_them() -> None:
    position = in_marches()
    area, placed = next(iter(position.board.orders.items()))
    other = next(house for house in position.board.houses if house != placed.house)
    report = games.of(position).check_override(position, x.SetUnits(area=area))
    assert [warning.code for warning in report.warnings] == ["order-lost"]
    assert area not in issued(position, x.SetUnits(area=area)).position.board.orders
    marked = issued(begun().position, x.SetControl(area="moat-cailin", house="stark")).position
    taken = x.SetUnits(area="moat-cailin", house="greyjoy", units={"footman": 1})
    assert [warning.code for warning in games.of(marked).check_override(marked, taken).warnings] == ["token-lost"]
    assert issued(marked, taken).showing.board.tokens == {}
    assert other != placed.house


def test_an_order_is_set_while_orders_lie_there() -> None:
    position = in_marches()
    area, placed = next((a, p) for a, p in position.board.orders.items() if p.order.startswith("march"))
    after = issued(position, x.SetOrder(area=area, order="support")).position
    assert after.board.orders[area] == Placed(placed.house, "support")
    assert area not in issued(after, x.SetOrder(area=area)).position.board.orders
    assert codes(begun().position, x.SetOrder(area="winterfell", order="raid")) == ["no-orders-now"]


# Only for games of editions that know loans, loyalty, improved areas, vassals, gifts, leaders and the like.
LATER = (
    *(x.SetImprovements, x.SetLoans, x.SetLoyalty, x.SetPoints, x.MakeVassal, x.GivePower),
    *(x.SetLeader, x.SetAlliances, x.SetTactics, x.SetClaim, x.SetWeather),
)
WRONG: dict[str, tuple[x.AnyOverride, str]] = {
    "an area": (x.SetUnits(area="atlantis"), "unknown-area"),
    "a house": (x.SetPower(house="martell", power=1), "unknown-house"),
    "a unit": (x.SetUnits(area="winterfell", house="stark", units={"dragon": 1}), "unknown-unit"),
    "nobody's units": (x.SetUnits(area="winterfell", units={"footman": 1}), "whose-units"),
    "too many pieces": (x.SetUnits(area="winterfell", house="stark", units={"knight": 99}), "no-piece-left"),
    "a ship ashore": (x.SetUnits(area="winterfell", house="stark", units={"ship": 1}), "wrong-terrain"),
    "beside a neutral force": (x.SetUnits(area="the-eyrie", house="stark", units={"knight": 1}), "neutral-force-there"),
    "a token at sea": (x.SetControl(area="bay-of-ice", house="stark"), "token-not-allowed"),
    "a token at home": (x.SetControl(area="winterfell", house="stark"), "token-not-allowed"),
    "another's token": (x.SetControl(area="pyke", house="stark"), "others-stand-there"),
    "a neutral force among units": (x.SetNeutral(area="pyke", strength=3), "house-holds-it"),
    "too much Power": (x.SetPower(house="stark", power=999), "no-token-left"),
    "half a track": (x.SetTrack(track="fiefdoms", houses=("stark", "stark")), "not-every-house"),
    "another's card": (x.SetHand(house="stark", hand=("tywin-lannister",)), "not-their-card"),
    "an empty hand": (x.SetHand(house="stark", hand=()), "bad-hand"),
    "supply": (x.SetSupply(house="stark", supply=40), "supply-out-of-range"),
    "wildlings": (x.SetWildlings(strength=5), "not-on-the-track"),
    "a card not there": (x.SetDeck(deck="I", order=("mustering",) * 20), "not-in-the-deck"),
    "no cards": (x.SetDeck(deck="I"), "no-cards"),
    "a flag": (x.SetFlags(bans=("dancing",)), "unknown-flag"),
    "a seed": (x.Reseed(commitment="0" * 64, seed="new"), "seed-not-committed"),
    "no seed": (x.Reseed(commitment=commitment("")), "seed-empty"),
    "an empty ruling": (x.Ruling(text="  "), "bad-ruling"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused(name: str) -> None:
    override, code = WRONG[name]
    position = begun().position
    before = documents.encode(position)
    assert code in codes(position, override)
    assert documents.encode(position) == before
    with pytest.raises(Illegal, match=code):
        games.of(position).issue(position, override, REASON, BY)


def test_an_override_needs_a_reason() -> None:
    with pytest.raises(Illegal, match="reason-empty"):
        THRONES.issue(begun().position, x.Ruling(text="So it is."), "  ", BY)


def test_supply_is_a_warning_and_victory_is_foreseen() -> None:
    position = begun().position
    large = x.SetUnits(area="moat-cailin", house="stark", units={"footman": 5})
    report = games.of(position).check_override(position, large)
    assert (report.errors, [warning.code for warning in report.warnings]) == ((), ["supply-exceeded"])
    holds = [area for area in FIRST.settled if area not in position.board.neutral]
    for area in holds:
        override = x.SetUnits(area=area, house="stark", units={"footman": 1})
        if games.of(position).check_override(position, override).errors:
            override = x.SetUnits(area=area, house="stark", units={"knight": 1})
        report = games.of(position).check_override(position, override)
        outcome = games.of(position).issue(position, override, REASON, BY)
        position = outcome.position
        if report.ends_game:
            break
    assert report.ends_game
    assert outcome.showing.board.ending is not None
    assert outcome.showing.board.ending.winners == ("stark",)
    assert outcome.waiting == []
    assert codes(position, x.SetPower(house="stark", power=1)) == ["game-over"]
    ruled = games.of(position).issue(position, x.Ruling(text="Well played."), REASON, BY)
    assert ruled.records[-1].event.override.text == "Well played."


def test_a_game_can_be_ended() -> None:
    drawn = THRONES.issue(begun().position, x.EndGame(winners=("stark", "tyrell")), REASON, BY)
    assert drawn.showing.board.ending is not None
    assert (drawn.showing.board.ending.winners, drawn.showing.board.ending.reason) == (("stark", "tyrell"), "edict")
    assert THRONES.issue(begun().position, x.EndGame(), REASON, BY).showing.board.ending is not None


def test_events_of_the_step_that_waits_are_told_again() -> None:
    before = begun()
    assert [type(record.event) for record in before.records][-1] is e.PhaseStarted
    outcome = games.of(before.position).issue(before.position, x.SetPower(house="stark", power=9), REASON, BY)
    assert outcome.voids == before.records[-2].number
    assert [type(record.event) for record in outcome.records] == [e.OverrideIssued, e.PhaseStarted]
    assert [record.number for record in outcome.records] == [outcome.voids + 1, outcome.voids + 2]
    assert outcome.entries == [Decreed(x.SetPower(house="stark", power=9), REASON, BY)]
    assert [decision.id for decision in outcome.waiting] == [decision.id for decision in before.waiting]


def test_answers_that_do_not_fit_any_more_are_asked_again() -> None:
    waiting = {decision.seat: decision for decision in begun().waiting}

    def first_two(position: Position, decision: Any) -> SourcedAnswer | None:
        if decision.seat not in ("stark", "greyjoy"):
            return None
        return SourcedAnswer(default_answer(position, decision), Source("player"))

    half = THRONES.advance(begun().position, first_two)
    assert {"stark", "greyjoy"}.isdisjoint(decision.seat for decision in half.waiting)
    outcome = games.of(half.position).issue(half.position, x.SetUnits(area="winterfell"), REASON, BY)
    open_again = {decision.seat for decision in outcome.waiting}
    assert "stark" in open_again
    assert "greyjoy" not in open_again
    assert waiting["stark"].id in [decision.id for decision in outcome.waiting]


def played_file(players: int, seed: str) -> GameFile:
    """A random game with overrides, written and read back."""
    return game_file.decode(game_file.encode(with_overrides(seed, players)[0]))


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_random_overrides_leave_games_that_replay(players: int, seed: str) -> None:
    game, count = with_overrides(seed, players)
    assert count
    assert game_file.verify(game_file.decode(game_file.encode(game))) == []
    assert game.position is not None
    shown = THRONES.resume(documents.decode(documents.encode(game.position)))
    feeding = invariants.feeds(shown.waiting)
    assert invariants.broken(shown.showing, feeding=feeding) == []
    assert selfplay.leaks(shown.showing, shown.waiting, seed) == []
    folded = THRONES.fold(games.start("first-edition", players, seed), game.records())
    assert games.of(folded.board).difference(folded.board, shown.showing.board) == ()
    assert folded.hidden == shown.showing.hidden


@pytest.mark.parametrize(("players", "seed"), GAMES[:3])
def test_a_changed_override_is_found(players: int, seed: str) -> None:
    game = played_file(players, seed)
    place = next(n for n, entry in enumerate(game.journal) if isinstance(entry, Decreed))
    entry = game.journal[place]
    game.journal[place] = msgspec.structs.replace(entry, reason="another reason")
    assert game_file.verify(game)
    del game.journal[place]
    assert game_file.verify(game)


def test_every_kind_of_override_was_among_them() -> None:
    journals = [with_overrides(seed, players)[0].journal for players, seed in GAMES]
    kinds = {type(entry.override) for journal in journals for entry in journal if isinstance(entry, Decreed)}
    missing = set(x.AnyOverride.__args__) - kinds - {x.RolledBack, x.EndGame, *LATER}
    assert missing == set()


def test_decks_and_seeds_are_hidden_until_the_end() -> None:
    seed = "the new seed"
    position = begun().position
    draw = tuple(position.hidden.decks["I"][-2:])
    for override, secret in (
        (x.SetDeck(deck="I", order=draw), '"order":["'),
        (x.Reseed(commitment=commitment(seed), seed=seed), seed),
    ):
        outcome = THRONES.issue(documents.decode(documents.encode(position)), override, REASON, BY)
        record = next(record for record in outcome.records if isinstance(record.event, e.OverrideIssued))
        for seat in (None, "stark"):
            told = games.record_for_seat(record, seat)
            assert told is not None
            assert secret not in msgspec.json.encode(told).decode()
            assert REASON in msgspec.json.encode(told).decode()
            entry = games.visible_entry(outcome.entries[0], seat)
            assert secret not in msgspec.json.encode(entry).decode()
        assert games.record_for_seat(record, "stark", over=True) == record


def test_a_draw_that_was_supplied_comes() -> None:
    position = begun().position
    card = position.hidden.decks["I"][-1]
    after = games.of(position).issue(position, x.SetDeck(deck="I", order=(card,)), REASON, BY).position
    assert after.hidden.decks["I"][0] == card
    assert sorted(after.hidden.decks["I"]) == sorted(begun().position.hidden.decks["I"])


def test_a_new_seed_shuffles_only_cards_still_to_come() -> None:
    position = THRONES.advance(games.start("first-edition", 5, "reseed"), at_most(150, Picker("reseed", "p"))).position
    assert position.hidden.used
    before = {deck: list(cards) for deck, cards in position.hidden.decks.items()}
    used = dict(position.hidden.used)
    after = games.of(position).issue(position, x.Reseed(commitment=commitment("new"), seed="new"), REASON, BY).position
    assert (after.hidden.seed, after.commitment) == ("new", commitment("new"))
    for deck, cards in before.items():
        cut = len(cards) - used.get(deck, 0)
        data = [entry.card for entry in FIRST.decks[deck]]
        ahead = sorted(cards[:cut], key=data.index)
        assert after.hidden.decks[deck] == shuffle("new", f"deck-{deck}/reseed", ahead) + cards[cut:]


def test_overrides_precede_sheets_and_are_all_reported() -> None:
    outcome = begun()
    mine = next(decision for decision in outcome.waiting if decision.seat == "stark")
    other = next(decision for decision in outcome.waiting if decision.seat == "tyrell")
    wanted = Orders({"winterfell": "raid"})
    turn = TurnInput(
        window="r1-planning",
        sheets={"stark": Sheet(orders={"winterfell": "support"})},
        bots=frozenset({"stark"}),
        replaced={
            mine.id: ReplacedAnswer(wanted, "the letter was misread"),
            other.id: ReplacedAnswer(Amount(3), "wrong"),
            "d999-place-bid-stark": ReplacedAnswer(Amount(1), "nobody asks"),
        },
    )
    closed = games.of(outcome.position).resolve(outcome.position, turn)
    entry = next(entry for entry in closed.answers if entry.decision == mine.id)
    assert (entry.answer, entry.source) == (wanted, Source("edict", reason="the letter was misread"))
    assert [(remark.code, remark.where) for remark in closed.remarks] == [
        ("wrong-kind-of-answer", other.id),
        ("override-not-asked", "d999-place-bid-stark"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"kind": "set-power"}',
        b'{"kind": "conquer", "house": "stark"}',
        b'{"kind": "set-power", "house": "stark", "power": -1}',
        b'{"kind": "set-power", "house": "stark", "power": 1, "also": 2}',
        b'{"kind": "set-neutral", "area": "pyke", "strength": 0}',
        b'"' + b"x" * 70000 + b'"',
        b"[" * 5000,
        b"\xff",
    ],
)
def test_an_override_that_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable, match="bad-override"):
        documents.read_override("first-edition", data)


def test_overrides_are_read_as_they_are_written() -> None:
    for override, _ in WRONG.values():
        if not isinstance(override, x.SetFlags):
            assert documents.read_override("first-edition", msgspec.json.encode(override)) == override


def test_an_override_used_later_in_a_joined_outcome_is_no_remark() -> None:
    start = begun("joined")
    stored = documents.encode(start.position)
    first = THRONES.resolve(documents.decode(stored), TurnInput(window="r1-planning"))
    later, window = first.waiting[0], games.of(first.showing).window(first.showing, first.waiting[0], "bulk")
    answer: Any = default_answer(first.showing, later)
    replaced = {later.id: ReplacedAnswer(answer), "d999-place-bid-stark": ReplacedAnswer(Amount(1))}
    one = THRONES.resolve(documents.decode(stored), TurnInput(window="r1-planning", replaced=replaced))
    two = games.of(one.position).resolve(one.position, TurnInput(window=window, replaced=replaced))
    assert [remark.where for remark in one.remarks] == [later.id, "d999-place-bid-stark"]
    both = join_outcomes(one, two)
    assert [remark.where for remark in both.remarks] == ["d999-place-bid-stark"]
    assert [record.number for record in both.records] == [
        start.records[-1].number + 1 + place for place in range(len(both.records))
    ]


def test_replay_names_answers_not_asked_or_of_others() -> None:
    start = games.start("first-edition", 5, "remarks")
    played = THRONES.advance(documents.decode(documents.encode(start)), at_most(5, Picker("remarks", "p"))).answers
    last = played[-1]
    assert THRONES.replay(documents.decode(documents.encode(start)), played).remarks == ()
    extra = msgspec.structs.replace(last, decision="d999-place-bid-stark")
    another = next(house for house in start.board.houses if house != last.seat)
    cases = [
        ([*played, extra], [("answers-not-asked", "d999-place-bid-stark")]),
        ([*played[:-1], msgspec.structs.replace(last, seat=another)], [("answers-misnamed", last.decision)]),
        ([*played[:-1], msgspec.structs.replace(last, asked="place-bid")], [("answers-misnamed", last.decision)]),
    ]
    for journal, wanted in cases:
        remarks = THRONES.replay(documents.decode(documents.encode(start)), journal).remarks
        assert [(remark.code, remark.where) for remark in remarks] == wanted
        assert all(remark.words.startswith("1 answers") for remark in remarks)


def test_outcomes_point_to_the_first_event_made_void() -> None:
    start = begun("void")
    changed = games.of(start.position).issue(start.position, x.SetPower(house="stark", power=7), REASON, BY)
    told = changed.records[0].number
    none, some = (msgspec.structs.replace(changed, voids=voids) for voids in (None, told + 3))
    later = msgspec.structs.replace(changed, records=[], voids=told + 1)
    assert join_outcomes(none, none).voids is None
    # What was told before the first of them stands: the later one alone cannot make it void.
    assert join_outcomes(none, later).voids == told - 1
    assert join_outcomes(some, later).voids == told + 1
    assert join_outcomes(later, msgspec.structs.replace(later, voids=told)).voids == told
    empty = msgspec.structs.replace(none, records=[])
    assert join_outcomes(empty, later).voids == told + 1
