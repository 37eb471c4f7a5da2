"""Texts of B'Twixt as people write them, and the sheets that they say; what is refused, with its place and words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.sheets.sheet import Sheet, read_sheet
from adjudicator.engine.decision import Ambiguous, Refused, Unreadable
from narration.narrators import NARRATORS, narrator_of
from narration.notation.reading import Script
from narration.typed_sheets import read_sheet_text, sheet_text
from narration.words import translator

HERE = Path(__file__).parent
LANGUAGES = ("en", "it", "es")


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, the sheet that it says, and the lines that are passed over."""

    text: str
    sheet: str
    unread: list[str] = []


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that is refused."""

    text: str
    code: str
    where: str
    words: str


def table(name: str, key: str, kind: type) -> list:
    return msgspec.convert(tomllib.loads((HERE / name).read_text(encoding="utf-8"))[key], list[kind])


CASES = table("cases.toml", "case", Case)
FAULTS = table("faults.toml", "fault", Told)


def read(text: str, earlier: Sheet | None = None) -> Script:
    return read_sheet_text(text, HOUSE, (), earlier)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text[:40])
def test_a_text_says_its_sheet(case: Case) -> None:
    script = read(case.text)
    assert script.sheet == read_sheet(case.sheet.encode(), HOUSE)
    assert [text for _, text in script.unread] == case.unread
    for language in LANGUAGES:
        assert read(sheet_text(script.sheet, HOUSE, (), language)).sheet == script.sheet


@pytest.mark.parametrize("told", FAULTS, ids=lambda told: told.text[:40])
def test_a_fault_is_told_with_its_place(told: Told) -> None:
    with pytest.raises(Refused) as refused:
        read(told.text)
    reason = refused.value.reasons[0]
    assert (reason.code, reason.where) == (told.code, told.where), reason
    assert told.words in reason.words
    assert isinstance(refused.value, Ambiguous if told.code.startswith("ambiguous") else Unreadable)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Unreadable) as refused:
        read("BID lowst\n\nCOUNCIL claim: wekest\nUSE feint\nSTEWARD marches")
    assert [(one.code, one.where) for one in refused.value.reasons] == [
        ("unknown-card", "line 1, column 5"),
        ("unknown-council", "line 3, column 16"),
        ("unknown-word", "line 5, column 9"),
    ]


def test_what_a_text_mentions_replaces_what_stood_there() -> None:
    before = read("BID enough; kneel\nUSE no\nANSWER d3 kneel").sheet
    after = read("BID lowest\nANSWER d4 yes", before).sheet
    assert after == read("BID lowest\nUSE no\nANSWER d3 kneel; d4 yes").sheet
    assert read("CLEAR\nBID lowest", before).sheet == read("BID lowest").sheet


def test_every_rule_knows_its_line() -> None:
    script = read("BID enough\n | kneel\n\nCOUNCILS\nclaim: left\nvote: right; avoid mine\nANSWER d3 kneel\nREADY")
    assert script.lines == {"bid[0]": 1, "bid[1]": 1, "councils[0]": 5, "councils[1]": 6, "answers.d3": 7}
    assert script.ready is True


def test_standing_instructions_are_told_apart() -> None:
    script = read("STANDING: BID lowest upto 5\nBID kneel")
    assert script.standing == read("BID lowest upto 5").sheet
    assert script.sheet == read("BID kneel").sheet
    assert script.lines == {"standing.bid[0]": 1, "bid[0]": 2}


def test_the_same_is_written_in_every_language() -> None:
    sheet = read(
        "BID enough, stay upto 12 without betrayal if lead < 0\nCOUNCILS claim from feint: weaker, avoid right"
    ).sheet
    bids = (
        "CLEAR\nBID enough, stay upto 12 without betrayal if lead < 0\n",
        "AZZERA\nOFFRI quanto-basta, resta fino-a 12 senza tradimento se lead < 0\n",
        "BORRAR\nPUJA suficiente, sigue hasta 12 sin traición si lead < 0\n",
    )
    councils = (
        "COUNCILS claim from feint: weaker, avoid right\n",
        "CONCILI conquista da finta: mio-più-debole, evita destra\n",
        "CONSEJOS reclama desde finta: mío-más-débil, evita derecha\n",
    )
    assert [sheet_text(sheet, HOUSE, (), one) for one in LANGUAGES] == list(
        map("".join, zip(bids, councils, strict=True))
    )


def test_a_keyword_with_nothing_behind_it_is_passed_over_aloud() -> None:
    script = read("BID\n\nKEEP red; STEWARD\n")
    assert script.unread == ((1, "BID"), (3, "KEEP red; STEWARD"))
    assert script.sheet == read("KEEP red").sheet


@pytest.mark.parametrize("language", ["it", "es"])
@pytest.mark.parametrize("told", FAULTS, ids=lambda told: told.text[:40])
def test_a_fault_is_told_in_the_reader_s_language(told: Told, language: str) -> None:
    with pytest.raises(Refused) as refused:
        read(told.text)
    reason = refused.value.reasons[0]
    said = {
        one: NARRATORS.of_edition("btwixt").refusal(reason.words, narrator_of(HOUSE).voice(HOUSE, translator(one)))
        for one in ("en", language)
    }
    assert said[language] != said["en"]
