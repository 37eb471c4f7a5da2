"""The story: battles that can be checked by hand, private choices, folded runs, headlines."""

from __future__ import annotations

from typing import Any

import pytest

import narration.thrones.narrator  # noqa: F401  (registers what is asked)
from adjudicator import games
from adjudicator.engine.bulk import NOT_READY, SEARCHED
from adjudicator.engine.step import Decided
from adjudicator.thrones.state import events as e, overrides as x
from narration.instruction_words import who_decided
from narration.paragraph import Aside, Paragraph
from narration.plain import plain
from narration.thrones.questions import place_in_sheet
from narration.thrones.sheet_words import INSTRUCTIONS, answer_phrase, asides
from narration.thrones.summary import changes, headline, standing_rows
from narration.thrones.tell import tell
from narration.thrones.voice import Voice
from narration.words import translator
from tests.narration.scenes import FIRST, blackwater, choice, records

ENGLISH = translator("en")
LANNISTER = Voice(FIRST, ENGLISH, "lannister")


def test_a_battle_is_one_paragraph_with_both_sums() -> None:
    battle, *rest = tell(records(blackwater()), FIRST, ENGLISH, "lannister")
    assert rest == []
    assert battle.kind == "battle"
    assert [(row.label, row.figure) for row in battle.rows] == [
        ("Lannister", "6"),
        ("", "8"),
        ("Baratheon", "4"),
        ("", "7"),
    ]
    assert "support from Kingswood, Tyrell (+1)" in battle.rows[2].text
    assert battle.citation == FIRST.citations["battle"]


def test_figures_of_a_side_add_up_to_its_sums() -> None:
    started, declared, won = (
        next(x for x in blackwater() if isinstance(x, kind))
        for kind in (e.BattleStarted, e.StrengthsDeclared, e.BattleWon)
    )
    assert isinstance(started, e.BattleStarted)
    assert isinstance(declared, e.StrengthsDeclared)
    assert isinstance(won, e.BattleWon)
    assert sum(i.value for i in declared.attacker_items) == declared.attacker
    assert sum(i.value for i in won.attacker_items) == won.attacker


def test_what_a_card_changes_is_shown_as_a_difference() -> None:
    before = (e.Item("unit", 2, "footman", 2, house="lannister"), e.Item("order", 0, "march+0", area="riverrun"))
    after = (
        e.Item("unit", 4, "footman", 2, house="lannister"),
        before[1],
        e.Item("card", 0, "vargo-hoat", house="lannister"),
    )
    events = [x for x in blackwater() if isinstance(x, e.BattleStarted)]
    events.append(e.StrengthsDeclared(attacker=2, defender=0, attacker_items=before, defender_items=()))  # type: ignore[arg-type]
    events.append(  # type: ignore[arg-type]
        e.BattleWon(
            area="blackwater",
            winner="lannister",
            loser="baratheon",
            by="strength",
            attacker=4,
            defender=0,
            attacker_items=after,
            defender_items=(),
            swords=0,
            fortifications=0,
            losses=0,
        )  # fmt: skip
    )
    told = plain(tell(records(events), FIRST, ENGLISH))
    assert "now 2 footmen (4): +2, Vargo Hoat (0)" in told
    assert "The battle is not over yet." in told


def test_own_choices_stand_beside_outcomes_with_defaults_marked() -> None:
    told = plain(tell(records(blackwater()), FIRST, ENGLISH, "lannister"))
    assert "> Your orders (marches, Stoney Sept, rule 2): march: Stoney Sept: 1" in told
    assert "- Skipped: marches, Stoney Sept, rule 1: Searoad Marches was" in told
    assert "! Default, as none of your orders applied: House card: Ser Jaime" in told


def test_choices_of_others_are_not_told() -> None:
    told = plain(tell(records(blackwater()), FIRST, ENGLISH, "baratheon"))
    assert "Your orders" not in told
    assert "Default" not in told


def test_choices_belong_to_what_follows_them() -> None:
    mustered = {"kind": "recruits", "wants": [{"area": "lannisport", "unit": "knight", "at": "lannisport"}]}
    story = tell(
        records(
            [
                e.UnitMustered(house="stark", unit="footman", area="winterfell", at="winterfell"),
                e.UnitMustered(house="stark", unit="ship", area="winterfell", at="bay-of-ice"),
                choice("muster-units", mustered),
                e.UnitMustered(house="lannister", unit="knight", area="lannisport", at="lannisport"),
            ]
        ),
        FIRST,
        ENGLISH,
        "lannister",
    )
    assert [len(paragraph.asides) for paragraph in story] == [0, 1]
    assert story[0].text == "Stark musters a footman in Winterfell and a ship in Bay of Ice."


def test_a_choice_of_nothing_stands_alone() -> None:
    story = tell(
        records(
            [
                choice("muster-units", {"kind": "recruits", "wants": []}, by="default"),
                e.UnitMustered(house="stark", unit="footman", area="winterfell", at="winterfell"),
                e.UnitMustered(house="stark", unit="footman", area="winterfell", at="winterfell"),
            ]
        ),
        FIRST,
        ENGLISH,
        "lannister",
    )
    assert [(p.kind, len(p.asides)) for p in story] == [("yours", 1), ("event", 0)]
    assert story[1].text == "Stark musters 2 footmen in Winterfell."


def test_phases_without_events_are_left_out() -> None:
    story = tell(
        records([e.PhaseStarted(phase="raids"), e.PhaseStarted(phase="marches"), e.BladeUsed(house="stark")]),
        FIRST,
        ENGLISH,
    )
    assert [paragraph.text for paragraph in story if paragraph.kind == "phase"] == ["Marches"]


def test_plain_lines_keep_to_their_width() -> None:
    lines = plain(tell(records(blackwater()), FIRST, ENGLISH, "lannister")).split("\n")
    assert max(len(line) for line in lines) <= 72


def test_losses_in_many_places_are_one_sentence() -> None:
    events = [
        e.UnitDestroyed(house="tyrell", area="summer-sea", unit="ship", because="wildlings"),
        e.UnitDestroyed(house="tyrell", area="summer-sea", unit="ship", because="wildlings"),
        e.UnitDestroyed(house="tyrell", area="oldtown", unit="knight", because="wildlings"),
    ]
    (lost,) = tell(records(events), FIRST, ENGLISH)
    assert lost.text == ("Tyrell loses units to the wildlings: 2 ships in Summer Sea and a knight in Oldtown.")


def test_leaders_are_listed_with_the_units_they_lead() -> None:
    march: dict[str, Any] = {"house": "baratheon", "origin": "dragonstone", "to": "crackclaw-point"}
    led = {"house": "baratheon", "leader": "stannis-baratheon", "before": "dragonstone", "area": "crackclaw-point"}
    moved = (
        e.UnitsMoved(units={"footman": 1, "knight": 1}, **march),
        e.LeaderMoved(because="march", **led),
    )
    (told,) = tell(records(moved), games.edition("storm-of-swords"), translator("en"))
    goes = "1 footman, 1 knight and Stannis Baratheon"
    assert told.text == f"Baratheon marches from Dragonstone: {goes} to Crackclaw Point."
    answer = {
        "kind": "march",
        "area": "dragonstone",
        "moves": {"crackclaw-point": {"footman": 1, "knight": 1}},
        "leaders": {"stannis-baratheon": "crackclaw-point"},
    }
    assert goes in answer_phrase(answer, Voice(games.edition("storm-of-swords"), translator("en"), "baratheon"))


def test_places_in_a_sheet_are_named() -> None:
    assert place_in_sheet("marches.stoney-sept[1]", LANNISTER) == "marches, Stoney Sept, rule 2"
    assert place_in_sheet("cards.rules[0]", LANNISTER) == "cards, rule 1"
    assert place_in_sheet("orders.stoney-sept[1]", LANNISTER) == "orders, Stoney Sept, choice 2"
    assert place_in_sheet("standing.orders.stoney-sept[0]", LANNISTER).endswith("orders, Stoney Sept, choice 1")
    assert place_in_sheet("vassals.tyrell.orders[0]", LANNISTER).endswith("orders, rule 1")
    assert place_in_sheet("standing.bids.iron-throne[0]", LANNISTER) == "standing orders, bids, Iron Throne, rule 1"


def test_several_places_stand_apart() -> None:
    told = place_in_sheet("muster.lannisport[0], muster.stoney-sept[1]", LANNISTER)
    assert told == "mustering, Lannisport, rule 1; mustering, Stoney Sept, rule 2"


def test_orders_that_a_default_filled_in_are_marked() -> None:
    skipped = [{"where": "orders.lannisport", "code": "no-order-named", "words": "the default is defense+1"}]
    answer = {"kind": "orders", "orders": {"lannisport": "defense+1", "stoney-sept": "march+1"}}
    (told,) = tell(records([choice("place-orders", answer, skipped=skipped)]), FIRST, ENGLISH, "lannister")
    assert [(line.text, line.default) for line in told.asides] == [
        ("Your orders: orders.", False),
        ("Default orders where you gave none: Lannisport Defense +1.", True),
    ]


def test_orders_that_the_bot_laid_beside_a_sheet_are_told() -> None:
    skipped = [{"where": "orders.lannisport", "code": "left-to-the-steward", "words": "the steward lays defense+1"}]
    answer = {"kind": "orders", "orders": {"lannisport": "defense+1", "stoney-sept": "march+1"}}
    (told,) = tell(records([choice("place-orders", answer, skipped=skipped)]), FIRST, ENGLISH, "lannister")
    assert [(line.text, line.default) for line in told.asides] == [
        ("Your orders: orders.", False),
        ("The bot gave orders where you gave none: Lannisport Defense +1.", False),
    ]


@pytest.mark.parametrize(
    ("rule", "mine", "theirs"),
    [
        ("", "The bot chose for you", "The bot chose for Lannister"),
        (
            "unsaid.steward[0]",
            "The bot chose for you, within your limits",
            "The bot chose for Lannister, within its limits",
        ),
        (SEARCHED, "The maester chose for you", "The maester chose for Lannister"),
        (
            f"{NOT_READY}: orders",
            "The steward chose for you, as the maester was not ready",
            "The steward chose for Lannister, as its maester was not ready",
        ),
    ],
)
def test_which_bot_chose_is_told(rule: str, mine: str, theirs: str) -> None:
    answer = {"kind": "orders", "orders": {"lannisport": "defense+1"}}
    chosen = choice("place-orders", answer, by="steward", rule=rule)
    assert who_decided(chosen, LANNISTER) == mine
    assert who_decided(chosen, Voice(FIRST, ENGLISH, "stark")) == theirs


def test_reasons_of_the_adjudicator_show_names() -> None:
    skipped = {"where": "marches.lannisport[0]", "code": "units-not-there", "words": "stoney-sept has no knight"}
    assert INSTRUCTIONS.skipped(skipped, LANNISTER).endswith("Stoney Sept has no knight")


def test_the_headline_names_the_weightiest_news() -> None:
    assert headline(records(blackwater()), LANNISTER) == "Lannister takes Blackwater"
    assert headline((), LANNISTER) == "A quiet turn"
    over = e.GameEnded(winners=("stark", "tyrell"), reason="last-round", standings=())
    assert headline(records([*blackwater(), over]), LANNISTER) == "The game ends in a draw between Stark and Tyrell"


def test_changes_between_two_boards() -> None:
    before, after = games.start("first-edition", 5, "seed").board, games.start("first-edition", 5, "seed").board
    force = after.forces.pop("stoney-sept")
    after.forces["riverrun"] = force
    after.power["lannister"] -= 2
    found = {change.house: change for change in changes(before, after, LANNISTER)}
    assert found["stark"].nothing
    assert found["lannister"].phrase == "takes Riverrun; loses Stoney Sept; power 5 \u2192 3"


def test_standing_rows_follow_the_standings() -> None:
    board = games.start("first-edition", 5, "seed").board
    rows = standing_rows(board, (e.Standing("tyrell", 1, 3, 5), e.Standing("stark", 2, 1, 5)))
    assert [(row.house, row.throne, row.fiefdoms, row.court) for row in rows] == [
        ("tyrell", 4, 2, 4),
        ("stark", 3, 3, 2),
    ]


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_override_text_stands_apart_as_plain_text(language: str) -> None:
    ruling, reason = "Winterfell stands. -- The game: https://evil.example. " * 3, "so {it} is"
    issued = e.OverrideIssued(override=x.Ruling(text=ruling.strip()), reason=reason, by="gm")
    (told,) = tell(records([issued]), FIRST, translator(language))
    assert " ".join(part.text for part in told.parts) == told.text
    assert [part.text for part in told.parts if part.typed] == [ruling.strip(), reason]
    lines = plain([told]).split("\n")
    ours = [line for line in lines if not line.startswith("> ")]
    assert len(ours) == 2
    assert not any(word in line for line in ours for word in ("evil", "Winterfell", "{it}"))
    assert " ".join(line.removeprefix("> ") for line in lines) == told.text


def test_what_the_service_decrees_is_not_quoted() -> None:
    power = x.SetPower(house="stark", power=3)
    (told,) = tell(records([e.OverrideIssued(override=power, reason="missed", by="service")]), FIRST, ENGLISH)
    assert (told.parts, plain([told]).count("> ")) == ((), 0)
    ruling = x.Ruling(text="x", says="sheet-replaced", places={"house": "stark"})
    (told,) = tell(records([e.OverrideIssued(override=ruling, reason="it was late", by="gm")]), FIRST, ENGLISH)
    assert plain([told]).split("\n")[1:] == ["> it was late"]


HELD = {"by": "sheet", "rule": "marches.lannisport[1]", "numbers": [["lead", 6, ">=", 4, ""]]}
STAYS = {"kind": "march", "area": "lannisport"}


def own_lines(source: dict[str, Any], language: str = "en", asked: str = "resolve-march") -> Aside:
    """What is told to Lannister of one of its own choices."""
    event = Decided(decision="d1", seat="lannister", asked=asked, answer=STAYS, source=source)
    return asides(event, Voice(FIRST, translator(language), "lannister"))[0]


@pytest.mark.parametrize(
    ("language", "held"),
    [
        (
            "en",
            (
                "(marches, Lannisport, rule 2; condition met: my lead in strength: 6, needed at least 4): "
                "march: Lannisport: units stay."
            ),
        ),
        ("it", "condizione soddisfatta: il mio vantaggio di forza: 6, serviva almeno 4"),
        ("es", "condición cumplida: mi ventaja en fuerza: 6, y se exigía como mínimo 4"),
    ],
)
def test_what_decided_is_told_with_both_numbers(language: str, held: str) -> None:
    assert held in own_lines(HELD, language).text


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (["lead", 6, ">", 4, ""], "my lead in strength: 6, needed more than 4"),
        (["lead", 6, "<", 4, ""], "my lead in strength: 6, needed less than 4"),
        (["lead", 6, "<=", 4, ""], "my lead in strength: 6, needed at most 4"),
        (["lead", 6, "=", 4, ""], "my lead in strength: 6, needed exactly 4"),
        (["lead", 4, "!=", 4, ""], "my lead in strength: 4, needed any number but 4"),
        (["power", 3, ">=", 5, "tyrell power"], "my Power: 3, needed at least 5 (Tyrell's Power)"),
        (["sure", 60, ">=", 100, ""], "I surely win: 60 %, needed at least 100 %"),
        (["best", 40, ">=", 0, ""], "best 40 %"),
        (["stoney-sept is empty", 1, "", 0, ""], "Stoney Sept is empty: yes"),
        (["stoney-sept is empty", 0, "", 0, ""], "Stoney Sept is empty: no"),
    ],
)
def test_numbers_in_words(number: list[Any], told: str) -> None:
    assert INSTRUCTIONS.numbers([number], LANNISTER) == told


def test_ignored_instructions_are_numbered_and_folded_after_four() -> None:
    passed = [
        {"where": f"marches.lannisport[{n}]", "code": "condition-false", "words": "its condition did not hold"}
        for n in range(6)
    ]
    passed[0]["numbers"] = [["lead", 2, ">=", 4, ""]]  # type: ignore[assignment]
    told = own_lines({**HELD, "skipped": passed})
    assert told.skipped[0] == (
        "Skipped: marches, Lannisport, rule 1: its condition did not hold: my lead in strength: 2, needed at least 4."
    )
    assert (len(told.skipped), len(told.more)) == (4, 2)
    assert told.counted == "2 more instructions were skipped; see the results page."
    lines = plain([Paragraph(kind="yours", asides=(told,))])
    assert "rule 4" in lines
    assert "rule 6" not in lines
    assert "2 more instructions" in lines
    few = own_lines({**HELD, "skipped": passed[:4]})
    assert (len(few.skipped), few.more, few.counted) == (4, (), "")


def test_units_that_stay_for_supply_are_told() -> None:
    fewer = {"where": "marches.lannisport[0]", "code": "as-many-as-supply-feeds", "words": "2"}
    told = own_lines({**HELD, "skipped": [fewer]})
    assert told.skipped == ("Supply limits the march (marches, Lannisport, rule 1); these units stay: 2.",)


def test_cards_kept_back_are_told() -> None:
    kept = {"where": "cards.avoid[0]", "code": "kept-back", "words": "tywin-lannister"}
    assert INSTRUCTIONS.skipped(kept, LANNISTER) == "Kept back: cards, to avoid, rule 1: Tywin Lannister"


def test_default_that_costs_nothing_is_not_emphasised() -> None:
    assert own_lines({"by": "default"}).default
    assert not own_lines({"by": "default"}, asked="use-raven").default
    skipped = [{"where": "raven[0]", "code": "kept-back", "words": "x"}]
    assert own_lines({"by": "default", "skipped": skipped}, asked="use-raven").default, "an own rule failed"


def test_the_published_default_that_decided_is_named() -> None:
    told = own_lines({"by": "default"})
    stays = "The units stay where they are, unless a plan or a wish moves them."
    assert told.text.endswith(f"march: Lannisport: units stay. Default: {stays}")
    assert "Default" not in own_lines(HELD).text
    named = own_lines({"by": "default", "rule": "enough-else-strongest"}, asked="choose-house-card").text
    unnamed = own_lines({"by": "default"}, asked="choose-house-card").text
    assert named.endswith("the weakest that surely wins, else the strongest.")
    assert unnamed.endswith("The strongest card when defending, the weakest when attacking."), "as it was of old"
