"""Texts as people write them, and the sheets that they say; what is refused, with its line, column and words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Ambiguous, Refusal, Refused, Unreadable
from adjudicator.thrones.game import THRONES
from narration.narrators import NARRATORS, narrator_of
from narration.notation.reading import MAX_FAULTS, MAX_LETTERS, MAX_LINES, Script
from narration.typed_sheets import read_sheet_text, sheet_text, text_place
from narration.words import translator
from tests.narration.boards import typed as read_at_board

HERE = Path(__file__).parent
LANGUAGES = ("en", "it", "es")


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, the sheet that it says, and what it says of the whole."""

    text: str
    sheet: str
    edition: str = "first-edition"
    standing: str = ""
    ready: bool | None = None
    cleared: bool = False
    unread: list[str] = []


class Typed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text from a phone, and the same neatly typed."""

    text: str
    means: str
    edition: str = "first-edition"


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that is refused."""

    text: str
    code: str
    where: str
    words: str
    edition: str = "second-edition"
    house: bool = False


def table(name: str, key: str, kind: type) -> list:
    return msgspec.convert(tomllib.loads((HERE / name).read_text(encoding="utf-8"))[key], list[kind])


CASES = table("cases.toml", "case", Case)
PHONE = table("phone.toml", "typed", Typed)
NATURAL = table("natural.toml", "typed", Typed)
FAULTS = table("faults.toml", "fault", Told)


def read(text: str, edition: str = "first-edition", **earlier: object) -> Script:
    return read_sheet_text(text, games.edition(edition), (), **earlier)


def refused(told: Told) -> Refusal:
    """The first reason for which a text is refused, typed by a house where only its position gives it a meaning."""
    with pytest.raises(Refused) as refusal:
        (read_at_board if told.house else read)(told.text, told.edition)
    return refusal.value.reasons[0]


def test_a_piece_of_json_just_above_ready_is_passed_over() -> None:
    script = read('ORDERS winterfell M\n\n{"a": 1}\nready')
    assert (script.ready, script.unread) == (True, ((3, '{"a": 1}'),))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text[:40])
def test_a_text_says_its_sheet(case: Case) -> None:
    script = read(case.text, case.edition)
    assert script.sheet == documents.read_sheet(case.edition, case.sheet.encode())
    assert (script.standing is not None) == bool(case.standing)
    if case.standing:
        assert script.standing == documents.read_sheet(case.edition, case.standing.encode())
    assert (script.ready, script.cleared) == (case.ready, case.cleared)
    assert [text for _, text in script.unread] == case.unread
    for language in LANGUAGES:
        again = sheet_text(script.sheet, games.edition(case.edition), (), language)
        assert read(again, case.edition).sheet == script.sheet


@pytest.mark.parametrize("typed", [*PHONE, *NATURAL], ids=lambda typed: typed.text[:40])
def test_what_phones_make_of_it_is_read(typed: Typed) -> None:
    found, wanted = read_at_board(typed.text, typed.edition), read(typed.means, typed.edition)
    assert (found.sheet, found.ready) == (wanted.sheet, wanted.ready)
    assert typed not in NATURAL or found.unread == ()
    assert found.sheet != games.of_edition(typed.edition).empty_sheet


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len(PHONE) >= 30
    assert len(NATURAL) >= 60
    for words in (("ORDERS", "CARD"), ("ORDINI", "CARTA"), ("ÓRDENES", "ESPADA")):
        assert all(any(case.text.startswith(word) for case in CASES) for word in words)


@pytest.mark.parametrize("told", FAULTS, ids=lambda told: told.text[:40])
def test_a_fault_is_told_with_its_place(told: Told) -> None:
    reason = refused(told)
    assert (reason.code, reason.where) == (told.code, told.where), reason
    assert told.words in reason.words


def test_refusals_end_in_a_line_that_is_read() -> None:
    found = {(refused(told).words.partition("; for example: ")[2], told.edition) for told in FAULTS}
    ends = {one for one in found if one[0]}
    assert len(ends) >= 15
    for line, edition in ends:
        assert read(line, edition).said, line


@pytest.mark.parametrize("language", ["it", "es"])
@pytest.mark.parametrize("told", FAULTS, ids=lambda told: told.text[:40])
def test_a_fault_is_told_in_the_reader_s_language(told: Told, language: str) -> None:
    reason, edition = refused(told), games.edition(told.edition)
    said = {
        one: NARRATORS.of_edition(told.edition).refusal(
            reason.words, narrator_of(edition).voice(edition, translator(one))
        )
        for one in ("en", language)
    }
    assert said[language] != said["en"]
    assert text_place(reason.where, translator(language)).startswith({"it": "riga 1", "es": "línea 1"}[language][:4])


def test_all_faults_are_told_at_once_up_to_a_limit() -> None:
    with pytest.raises(Unreadable) as refused:
        read("ORDERS stoney Q; nowhere M\nBID throne 3\nCARD nobodys-card\n")
    assert [(one.code, one.where) for one in refused.value.reasons] == [
        ("unknown-order", "line 1, column 15"),
        ("unknown-area", "line 1, column 18"),
        ("unknown-card", "line 3, column 6"),
    ]
    with pytest.raises(Unreadable) as refused:
        read("\n".join(f"ORDERS stoney Q{number}x" for number in range(100)))
    assert len(refused.value.reasons) == MAX_FAULTS


def test_what_may_be_several_things_is_ambiguous() -> None:
    with pytest.raises(Ambiguous, match="ambiguous-area"):
        read("ORDERS bl M")


def test_a_name_means_what_is_the_writers_own_first() -> None:
    with pytest.raises(Ambiguous, match="ambiguous-card"):
        read("CARD captain")
    assert read("CARD captain", house="tyrell").sheet == read("CARD house-tyrell-captain").sheet
    assert read("AVOID captain", house="lannister").sheet == read("AVOID house-lannister-captain").sheet
    with pytest.raises(Ambiguous, match="ambiguous-card"):
        read("DISCARD captain", house="tyrell")


def test_own_areas_are_meant_before_neighbours_and_others() -> None:
    board = THRONES.resume(games.start("second-edition", 6, "names")).showing.board

    def orders(text: str, house: str) -> object:
        return read(text, "second-edition", house=house, board=board).sheet.orders

    assert orders("ORDERS port S", "greyjoy") == {"port-of-pyke": "support"}, "own, of several"
    assert orders("ORDERS bl M", "lannister") == {"blackwater": "march+0"}, "beside its own"
    assert orders("ORDERS winter M", "lannister") == {"winterfell": "march+0"}, "what is plain stays"
    board.tokens["blackwater-bay"] = "lannister"
    assert orders("ORDERS bl M", "lannister") == {"blackwater-bay": "march+0"}, "where its token lies"
    del board.tokens["blackwater-bay"]
    for text, house in (("ORDERS s M", "greyjoy"), ("ORDERS bl M", "stark"), ("orders bl m", "lannister")):
        with pytest.raises(Ambiguous, match="ambiguous-area"):
            orders(text, house)
    # Where something goes may as well be beside.
    for house in ("greyjoy", ""):
        with pytest.raises(Ambiguous, match="ambiguous-area"):
            read("MARCH seagard: p", "second-edition", house=house, board=board)
    marches = read("MARCH sunspear: port", "second-edition", house="martell", board=board).sheet.marches
    assert marches.areas["sunspear"][0].moves[0].to == "port-of-sunspear"


def test_what_is_too_large_is_refused_before_it_is_read() -> None:
    for text in ("x" * (MAX_LETTERS + 1), "\n" * (MAX_LINES + 1)):
        with pytest.raises(Unreadable, match="text-too-long"):
            read(text)
    with pytest.raises(Unreadable, match="too-many-rules"):
        read("BLADE " + "; ".join(["always"] * 601))
    with pytest.raises(Unreadable) as refused:
        read("BLADE " + " | ".join(["always"] * 201))
    assert refused.value.reasons[0].code == "too-many-rules"
    with pytest.raises(Unreadable) as refused:
        read("\nCARD " + ", ".join(["tywin"] * 61))
    assert (refused.value.reasons[0].code, refused.value.reasons[0].where) == ("list-too-long", "line 2")


def test_what_a_text_mentions_replaces_what_stood_there() -> None:
    before = read("ORDERS stoney M; lannisport S\nCARD tywin\nMARCH stoney: blackwater\nMARCH lannisport: stay").sheet
    after = read("ORDERS stoney D+1\nCARD jaime\nMARCH stoney: harrenhal", earlier=before).sheet
    wanted = read("ORDERS stoney D+1; lannisport S\nCARD jaime\nMARCH stoney: harrenhal\nMARCH lannisport: stay").sheet
    assert after == wanted
    assert read("CLEAR\nCARD jaime", earlier=before).sheet == read("CARD jaime").sheet


def test_order_of_lines_is_the_order_of_marches() -> None:
    plans = ["MARCH stoney: blackwater", "MARCH lannisport: riverrun", "MARCH harrenhal: riverrun"]
    places = games.edition("first-edition").area_order
    for turned in (plans, plans[::-1], [plans[1], plans[0], plans[2]], [plans[2], plans[0], plans[1]]):
        sheet = read("\n".join(turned)).sheet
        found = sheet.marches
        assert [area.split("-")[0] for area in found.areas] == [line.split()[1].rstrip(":") for line in turned]
        said = [*found.areas] if [*found.areas] != sorted(found.areas, key=places.__getitem__) else []
        assert [*found.sequence] == said
        for language in LANGUAGES:
            assert read(sheet_text(sheet, games.edition("first-edition"), (), language)).sheet == sheet
    before = read("SEQUENCE marches harrenhal, lannisport").sheet
    assert read(plans[0], earlier=before).sheet.marches.sequence == ("harrenhal", "lannisport")
    alone = read("FOR any:\n" + "\n".join(plans)).sheet.vassals["any"].marches
    assert alone.sequence == read("\n".join(plans)).sheet.marches.sequence


def test_wishes_replace_wishes_and_leave_plans_alone() -> None:
    before = read("MARCH: take riverrun\nMARCH: prefer seagard\nMARCH stoney: blackwater").sheet
    after = read("MARCH: never enter pyke", earlier=before).sheet
    assert after == read("MARCH: never enter pyke\nMARCH stoney: blackwater").sheet
    assert read("MARCH stoney: harrenhal", earlier=before).sheet.marches.wishes == before.marches.wishes


def test_worth_in_small_letters_is_no_keyword() -> None:
    assert [text for _, text in read("worth riverrun 100").unread] == ["worth riverrun 100"]
    with pytest.raises(Unreadable) as refused:
        read_at_board("MARCH: prefer riverrun\n\nworth a try", "first-edition")
    assert [reason.code for reason in refused.value.reasons] == ["not-read"]


def test_every_instruction_knows_its_line() -> None:
    script = read("ORDERS stoney M\n\nMARCH stoney: blackwater\n | harrenhal\nCARD tywin\nFOR any:\nBLADE always")
    assert script.lines["orders.stoney-sept"] == 1
    assert script.lines["marches.stoney-sept[1]"] == 3
    assert script.lines["cards.rules[0]"] == 5
    assert script.lines["vassals.any.blade[0]"] == 7


def test_json_is_read_in_its_place() -> None:
    script = read('{"orders": {"stoney-sept": "march+1"}, "blade": [{"when": "round > 3", "use": "always"}]}')
    assert script.cleared
    assert script.sheet == read("ORDERS stoney M+1\nBLADE always if round > 3").sheet
    with pytest.raises(Unreadable, match="bad-json"):
        read("{orders}")
