"""What conditions ask about a round: orders that lie open, deeds, pledges, badges, tides; and that it is kept right."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Decision, Refused, SourcedAnswer
from adjudicator.engine.step import Record
from adjudicator.selfplay import find_oracle
from adjudicator.thrones.bot.sight import bot_answer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.sheets.battle import BladeRule, CardRule, Cards
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.conditions.battle_facts import Battles, Did, Pledged, Tide
from adjudicator.thrones.sheets.conditions.board_facts import BadgeUsed, Commands, Loyalty, OrdersLying
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.tree import Compare, Number, format_condition, parse_condition
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Battle, Deed, Position
from adjudicator.thrones.state.overrides import Entry
from tests.adjudicator.sheets.tables import table
from tests.adjudicator.sheets.test_condition_truth import Poison

FIRST, SECOND = games.edition("first-edition"), games.edition("second-edition")
LION = "lannister"
DEEDS = [
    Deed("stark", "attacked", LION, "riverrun"),
    Deed("stark", "beat", LION, "riverrun"),
    Deed("tyrell", "supported", LION, "riverrun"),
    Deed("tyrell", "opposed", "stark", "riverrun"),
    Deed("greyjoy", "raided", LION, "the-golden-sound"),
    Deed("greyjoy", "raided", LION, "lannisport"),
    Deed(LION, "beat", "tyrell", "the-reach"),
]
LAST_DEEDS = [
    Deed("tyrell", "attacked", LION, "blackwater"),
    Deed(LION, "beat", "tyrell", "blackwater"),
    Deed("baratheon", "supported", LION, "blackwater"),
    Deed("baratheon", "opposed", "tyrell", "blackwater"),
    Deed("stark", "raided", LION, "ironmans-bay"),
    Deed("greyjoy", "attacked", "stark", "moat-cailin"),
    Deed("greyjoy", "beat", "stark", "moat-cailin"),
]


def lions(*, battle: bool = True) -> Position:
    """Lannister attacks Baratheon from Stoney Sept, Tyrell helps Baratheon; two Lannister marches lie there."""
    position = table(
        {
            "stoney-sept": (LION, {"footman": 1}),
            "lannisport": (LION, {"footman": 1}),
            "blackwater": ("baratheon", {"knight": 1}),
            "the-reach": ("tyrell", {"knight": 1}),
        },
        {
            "stoney-sept": (LION, "march+1"),
            "lannisport": (LION, "march+0"),
            "the-golden-sound": (LION, "raid"),
            "blackwater": ("baratheon", "defense+2"),
            "winterfell": ("stark", "march-1"),
            "moat-cailin": ("stark", "march+0"),
            "the-reach": ("tyrell", "support+1"),
        },
    )
    if battle:
        position.board.battle = Battle(
            "blackwater", LION, "baratheon", "stoney-sept", "march+1", {"knight": 1}, {"the-reach": "defender"}
        )
    position.board.deeds, position.board.last_deeds = list(DEEDS), list(LAST_DEEDS)
    position.board.spent = ["messenger-raven"]
    return position


def scene(position: Position, asked: Decision | None = None) -> Scene:
    position.hidden = position.progress = Poison()  # type: ignore[assignment]
    return Scene(position, asked or d.UseRaven(seat=LION, house=LION, areas=()))


HOLD = [
    ("march orders = 2", True),
    ("my orders = 3", True),
    ("stark march orders left >= 2", True),
    ("stark has 2 march orders left", True),
    ("stark has exactly 1 march order left", False),
    ("stark has at most 1 march orders", False),
    ("greyjoy has no orders left", True),
    ("I have raid orders", True),
    ("special orders = 1", True),
    ("opponent orders = 1", True),
    ("others march orders = 2", True),
    ("others orders = 4", True),
    ("tyrell raidable orders = 1", True),
    ("tyrell support+1 orders = 1", True),
    ("other march orders = 1", True),
    ("I have another march", True),
    ("I have another raid left", True),
    ("stark attacked me", True),
    ("tyrell attacked me", False),
    ("anyone attacked me", True),
    ("I attacked anyone", False),
    ("greyjoy raided me", True),
    ("anyone raided stark", False),
    ("tyrell supported me", True),
    ("tyrell helped me and tyrell opposed stark", True),
    ("tyrell supported against stark", True),
    ("enemy beat me", True),
    ("I beat tyrell", True),
    ("stark battles won = 1", True),
    ("battles lost = 1 and battles won = 1", True),
    ("baratheon battles lost = 0", True),
    ("raven is used", True),
    ("blade is used", False),
    ("tyrell supports enemy", True),
    ("tyrell supports the defender", True),
    ("anyone supports me", False),
    ("nobody supports me", True),
    ("nobody supports enemy", False),
    ("others power > 3", True),
    ("loyalty in pyke = 0", True),
    ("points = 0 and loans = 0", True),
    ("I command tyrell", False),
    ("nobody commands tyrell", True),
    ("tyrell attacked me last round", True),
    ("tyrell attacked me last round", True),
    ("tyrell attacked me this round", False),
    ("stark attacked me this round", True),
    ("stark attacked me last round", False),
    ("anyone attacked stark last round", True),
    ("I attacked anyone last round", False),
    ("stark raided me last round", True),
    ("greyjoy raided me last round", False),
    ("baratheon supported me last round", True),
    ("baratheon helped me last round and not tyrell supported me last round", True),
    ("baratheon opposed tyrell last round", True),
    ("baratheon supported against tyrell last round", True),
    ("baratheon supported against me last round", False),
    ("I beat tyrell last round", True),
    ("enemy beat me last round", False),
    ("greyjoy took moat-cailin last round", True),
    ("greyjoy took moat-cailin", False),
    ("stark lost moat-cailin last round", True),
    ("took blackwater last round", False),
    ("lost riverrun", True),
    ("lost riverrun in the last round", False),
    ("lost riverrun in this round", True),
    ("battles won last round = 1 and battles lost last round = 0", True),
    ("greyjoy battles won last round > greyjoy battles won", True),
    ("opponent battles lost last round = 0", True),
]


@pytest.mark.parametrize(("text", "wanted"), HOLD)
def test_what_holds(text: str, wanted: bool) -> None:
    """By what everybody has seen: the scene has nothing hidden to look at."""
    assert parse_condition(text, FIRST).holds(scene(lions())) is wanted


@pytest.mark.parametrize("text", [text for text, _ in HOLD])
def test_texts_are_written_as_they_are_read(text: str) -> None:
    condition = parse_condition(text, FIRST)
    assert parse_condition(format_condition(condition), FIRST) == condition


@pytest.mark.parametrize("text", ["tyrell supports me", "tide > 0", "martell orders = 0", "martell battles won = 0"])
def test_what_is_not_there(text: str) -> None:
    with pytest.raises(Inapplicable):
        parse_condition(text, games.edition("mother-of-dragons")).holds(scene(lions(battle=False)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stark attacked", "something is missing here"),
        ("stark attacked last round", "something is missing here"),
        ("stark attacked me two round", "there is no house"),
        ("lost last round", "there is no area"),
        ("strak raided me", 'did you mean "stark"?'),
        ("tyrell supports tyrell", '"tyrell" is not a side in a battle'),
        ("tyrell supports", "something is missing here"),
        ("stark marsh orders = 2", 'did you mean "march"'),
        ("stark has 5000 march orders", "-1000 to 1000"),
        ("I command pyke", "there is no house"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(Refused) as caught:
        parse_condition(text, FIRST)
    assert words in caught.value.reasons[0].words


def test_the_march_in_question_is_no_other() -> None:
    """While a march is chosen, one of those that lie there is the one that is resolved."""
    another = parse_condition("I have another march", FIRST)
    options = {"lannisport": ("riverrun",), "stoney-sept": ("blackwater",)}
    asked = d.ResolveMarch(seat=LION, house=LION, options=options)
    position = lions(battle=False)
    assert another.holds(scene(position, asked))
    del position.board.orders["stoney-sept"]
    assert not another.holds(scene(position, asked))
    assert another.holds(scene(position)), "where no march is chosen each that lies there is another"


def test_tides_points_loans_loyalty_and_commanders() -> None:
    position = lions()
    board = position.board
    board.deeds = []
    assert board.battle is not None
    position.edition, board.modules = "second-edition", ["tides"]
    board.battle.tides = {LION: max(SECOND.tide_cards, key=lambda card: SECOND.tide_cards[card].strength)}
    board.points, board.loyalty, board.commanders = {LION: 3}, {"pyke": 2}, {"tyrell": LION}
    there = scene(position)
    highest = max(card.strength for card in SECOND.tide_cards.values())
    for text in (f"my tide = {highest}", "points = 3", "loyalty in pyke = 2", "I command tyrell"):
        assert parse_condition(text, SECOND).holds(there), text
    assert parse_condition("tyrell is commanded by me and anyone commands tyrell", SECOND).holds(there)
    with pytest.raises(Inapplicable):
        parse_condition("opponent tide > 0", SECOND).holds(there)


def noted(records: list[Record], ago: int = 0) -> list[tuple[str, str, str, str]]:
    """Who attacked, raided and beat whom in this round, by the log that all read; `ago`: so many rounds before."""
    rounds: list[list[tuple[str, str, str, str]]] = [[], []]
    for record in records:
        seen = games.record_for_seat(record, None)
        found = rounds[-1]
        match seen and seen.event:
            case e.RoundStarted():
                rounds.append([])
            case e.BattleStarted(battle=battle):
                found.append((battle.attacker, "attacked", battle.defender, battle.area))
            case e.OrderRaided() as raid:
                found.append((raid.house, "raided", raid.victim, raid.target))
            case e.BattleWon() as won:
                found.append((won.winner, "beat", won.loser, won.area))
    return rounds[-1 - ago]


def last_round_is_known(there: Scene, log: list[tuple[str, str, str, str]]) -> None:
    """Conditions tell what was done in the last round from what was done in this one."""
    attacked = {one[:3] for one in log}
    for deed in (*there.board.deeds, *there.board.last_deeds):
        if deed.what in ("attacked", "raided", "beat"):
            fact = Did(deed.house, deed.what, deed.other, last_round=True)
            assert fact.holds(there) == ((deed.house, deed.what, deed.other) in attacked)
        won = sum(one[:2] == (deed.house, "beat") for one in log)
        assert Compare(Battles("won", deed.house, last_round=True), "=", Number(won)).holds(there)


@pytest.mark.parametrize("edition", THRONES.editions)
def test_what_is_done_is_noted_until_the_round_after_the_next(edition: str) -> None:
    players = max(THRONES.editions[edition].setups)
    # A game in which help is offered and taken.
    seed = "deeds 6" if edition == "first-edition" else f"deeds {edition}"
    helped, oracle = 0, find_oracle("random", seed)
    position, log, seen = games.start(edition, players, seed), list[Record](), 0
    stopped: set[str] = set()

    def ask(position: Position, decision: Decision) -> object:
        if position.board.round > 4 or (decision.id not in stopped and len(stopped) < 600):
            stopped.add(decision.id)
            return None
        return oracle(position, decision)

    while position.board.round <= 4 and position.board.ending is None:
        outcome = THRONES.advance(position, ask)  # type: ignore[arg-type]
        log += outcome.records
        board = outcome.showing.board
        for ago, deeds in enumerate((board.deeds, board.last_deeds)):
            kept = [(deed.house, deed.what, deed.other, deed.area) for deed in deeds]
            assert [one for one in kept if one[1] in ("attacked", "raided", "beat")] == noted(log, ago)
        assert THRONES.view(outcome.showing, None).board.last_deeds == board.last_deeds
        last_round_is_known(Scene(outcome.showing, outcome.waiting[0]), noted(log, 1))
        helped += sum(deed.what == "supported" for deed in board.deeds)
        assert not [words for words in invariants.broken(outcome.showing) if "deed" in words]
        seen += len(board.deeds)
        position = documents.decode(documents.encode(outcome.position))
        if board.round > 4:
            break
    # On the board of A Storm of Swords four houses meet late.
    assert seen > (4 if edition == "storm-of-swords" else 20)
    assert helped or edition != "first-edition", "in the others nobody helps in this game"


def test_support_is_noted_for_who_does_not_fight() -> None:
    position = lions()
    position.board.deeds = []
    won = e.BattleWon(
        area="blackwater", winner="baratheon", loser=LION, by="strength", attacker=1, defender=2,
        attacker_items=(), defender_items=(), swords=0, fortifications=0, losses=0,
    )  # fmt: skip
    THRONES.fold(position, [Record(1, 1, "march", "battle", won)])
    assert position.board.deeds == [
        Deed("baratheon", "beat", LION, "blackwater"),
        Deed("tyrell", "supported", "baratheon", "blackwater"),
        Deed("tyrell", "opposed", LION, "blackwater"),
    ]


def test_older_games_note_nothing_and_say_so() -> None:
    for revision in (0, 1):
        old = lions()
        old.revision = revision
        with pytest.raises(Inapplicable, match="earlier rules"):
            parse_condition("stark attacked me", FIRST).holds(scene(old))
        stored = documents.encode(
            THRONES.advance(games.start("first-edition", 5, "of old", revision=revision), _three_rounds).position
        )
        assert b"deeds" not in stored
        assert documents.decode(stored).board.deeds == documents.decode(stored).board.last_deeds == []
    assert b"deeds" in documents.encode(
        THRONES.advance(games.start("first-edition", 5, "of old"), _three_rounds).position
    )


def _three_rounds(position: Position, decision: Decision) -> SourcedAnswer | None:
    """Bots, until the round in which they meet is almost over."""
    late = position.board.round == 3 and len(position.board.deeds) > 1
    return None if position.board.round > 3 or late else bot_answer(position, decision)


def test_what_only_a_battle_has_is_refused_elsewhere() -> None:
    def errors(text: str) -> list[str]:
        bid = BidRule(when=parse_condition(text, FIRST))
        return [one.code for one in check_sheet(table(), LION, Sheet(bids={"wildlings": (bid,)}), []).errors]

    for text in ("tide > 1", "tyrell supports me", "opponent attacked me", "stark attacked opponent"):
        assert errors(text) == ["term-means-nothing"], text
    for text in ("stark attacked me", "battles won > 1", "blade is used", "stark march orders > 1"):
        assert errors(text) == [], text


def test_their_names_are_checked() -> None:
    bad = (
        Did("strak", "attacked"), Did("stark", "attacked", "strak"), Commands("me", "strak"),
        BadgeUsed("throne-of-swords"), Pledged("strak"), Compare(OrdersLying("marsh"), ">", Number(0)),
        Compare(Loyalty("pike"), ">", Number(0)), Compare(Tide("strak"), ">", Number(0)),
    )  # fmt: skip
    for condition in bad:
        sheet = Sheet(cards=Cards(rules=(CardRule(when=condition, cards=("weakest",)),)))
        codes = [one.code for one in check_sheet(table(), LION, sheet, []).errors]
        assert len(codes) == 1, condition
        assert codes[0].startswith("unknown-"), condition


@pytest.mark.parametrize("revision", [2, 3])
def test_games_of_before_forget_the_last_round(revision: int) -> None:
    start = games.start("first-edition", 5, "of old", revision=revision)
    before, now = (
        THRONES.advance(begin, _three_rounds) for begin in (start, games.start("first-edition", 5, "of old"))
    )
    assert b"last_deeds" not in documents.encode(before.position)
    assert before.showing.board.deeds == now.showing.board.deeds != []
    assert now.showing.board.last_deeds == before_round(now.entries, now.showing.board.round).board.deeds != []


ASKED = [text for text, _ in HOLD if "last round" in text and "not " not in text and "= 0" not in text]


@pytest.mark.parametrize("text", ASKED)
def test_the_first_round_has_no_last_one(text: str) -> None:
    position = THRONES.resume(games.start("first-edition", 5, "the first")).showing
    position.board.battle = lions().board.battle
    assert not parse_condition(text, FIRST).holds(scene(position))


def before_round(entries: Sequence[Entry], number: int) -> Position:
    """The game when the round before was over."""
    records = THRONES.replay(games.start("first-edition", 5, "of old"), entries).records
    played = itertools.takewhile(lambda record: THRONES.begins_round(record.event) != number, records)
    return THRONES.fold(games.start("first-edition", 5, "of old"), played)


def test_a_game_that_goes_back_knows_the_last_round_of_then() -> None:
    entries = THRONES.advance(games.start("first-edition", 5, "of old"), _three_rounds).entries
    begin = games.start("first-edition", 5, "of old")
    point = next(one for one in THRONES.rest_points(begin, entries) if one.round == 3)
    back = THRONES.roll_back(games.start("first-edition", 5, "of old"), entries, point.decision, "a mistake", "gm")
    assert back.showing.board.round == 3
    assert back.showing.board.last_deeds == before_round(entries, 3).board.deeds != []


@pytest.mark.parametrize("text", ["battles lost last round = 0", "not any attacked me last round"])
@pytest.mark.parametrize(("revision", "codes"), [(3, ["condition-never"]), (4, [])])
def test_what_an_old_game_forgets_never_holds(text: str, revision: int, codes: list[str]) -> None:
    position = THRONES.advance(games.start("first-edition", 5, "of old", revision=revision), _three_rounds).showing
    sheet = Sheet(blade=(BladeRule(when=parse_condition(text, FIRST)),))
    report = check_sheet(position, LION, sheet, [])
    assert [one.code for one in report.warnings if one.where == "blade[0].when"] == codes
