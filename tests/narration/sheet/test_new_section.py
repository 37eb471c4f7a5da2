"""A section that only this test knows is typed, told, outlined and explained by what knows kinds of fields alone."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any, ClassVar, Literal

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.sheet.document import Occasions, Section, sections_of
from adjudicator.engine.sheet.fields import Phrase
from adjudicator.thrones.sheets.conditions.tree import parse_when
from adjudicator.thrones.sheets.fields import AreaId, Count, Rule
from adjudicator.thrones.sheets.sheet import Sheet, documents_of
from adjudicator.thrones.sheets.turn_sections import turn_sections
from narration.notation.grammar import StatementData
from narration.notation.reading import read_text
from narration.notation.reference import reference
from narration.notation.statement_data import word_decoder
from narration.notation.words import wording
from narration.notation.writing import write_text
from narration.thrones import sheet_outline
from narration.thrones.notation.rows import DATA
from narration.thrones.notation.statements import NOTATION, VOCABULARY
from narration.thrones.sheet_words import WORDS
from narration.thrones.voice import Voice
from narration.words import LANGUAGES, translator
from web.thrones.guide import parts


# The section: its rules, its place in the sheet, and its words.
class OmenRule(Rule, frozen=True, kw_only=True):
    """Heed an omen in some areas."""

    section: ClassVar = Section("omens", Occasions(("round",)), help="Which omens are heeded where.")
    phrase: ClassVar = Phrase({"areas": "heed {omen} in {areas:and}[, {keep} stay]", "": "heed nothing"})

    areas: tuple[AreaId, ...] = ()
    omen: Literal["comet", "wolf"] = "comet"
    keep: Count = 0


class OmenSheet(Sheet, frozen=True, kw_only=True):
    """A sheet with omens."""

    omens: tuple[OmenRule, ...] = ()


STATEMENT = """
path = "omens"
words = ["omen/omens", "presagio/presagi", "presagio/presagios"]
run = ["omen", "areas"]
purpose = "What is read in the sky."
entry = "an omen, then areas"
example = "OMEN wolf riverrun"
fields.omen = ["omen", "presagio", "presagio"]
fields.areas = ["in", "a", "en"]
fields.keep = ["keep", "so many units stay"]
"""
OMENS = {"comet": wording("comet", "cometa", "cometa"), "wolf": wording("wolf", "lupo", "lobo")}
# End of the section.

DOCUMENTS = documents_of(OmenSheet)
ALL = msgspec.structs.replace(
    VOCABULARY,
    data=msgspec.structs.replace(
        DATA,
        statement=(
            *DATA.statement,
            msgspec.convert(tomllib.loads(STATEMENT), StatementData, dec_hook=word_decoder(DATA.words)),
        ),
        words={**DATA.words, "omen": OMENS},
    ),
)
TYPED = replace(
    NOTATION,
    sheet=OmenSheet,
    statements=ALL.statements(OmenSheet),
    read=DOCUMENTS.read,
    write=DOCUMENTS.write,
    behalf=None,
)
EDITION: Any = games.edition("first-edition")
WHEN = parse_when("riverrun is empty", EDITION)
SHEET = OmenSheet(
    orders={"riverrun": "march+0"},
    omens=(OmenRule(areas=("seagard",), omen="wolf", keep=2, when=WHEN), OmenRule(areas=("pyke",))),
)
BOARD: Any = games.start("first-edition", 5, "omens").board


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "OMEN wolf seagard, keep 2 if riverrun is empty | pyke"),
        ("it", "PRESAGIO lupo seagard, tieni 2 se riverrun is empty | pyke"),
        ("es", "PRESAGIO lobo varamar, deja 2 si riverrun is empty | pyke"),
    ],
)
def test_new_section_is_typed(language: str, line: str) -> None:
    text = write_text(SHEET, TYPED, EDITION, (), language)

    assert line in text
    assert read_text(text, TYPED, EDITION).sheet == SHEET


@pytest.mark.parametrize(
    "line",
    [
        "omen wolf in seagard please",
        "please: wolf omen for seagard!",
        "Omens - wolf - seagard",
        "I'd like the omen of the wolf in seagard",
        "presagio: lupo a seagard, grazie",
        "lobo presagio en varamar",
    ],
)
def test_new_section_is_typed_as_people_type(line: str) -> None:
    script = read_text(line, TYPED, EDITION, house="stark", board=BOARD, partly=True)

    assert script.sheet.omens == (OmenRule(areas=("seagard",), omen="wolf"),)
    assert (script.open, script.unread) == ((), ())


def test_new_section_is_told() -> None:
    title, lines = WORDS.sheet(SHEET, Voice(EDITION, translator("en"), "stark"))[-1]

    assert title == "Omens"
    assert lines == ["if Riverrun is empty: heed wolf in Seagard, 2 stay", "heed comet in Pyke"]


def test_new_section_is_in_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_omens(*args: Any, **options: Any) -> Any:
        turn = turn_sections(*args, **options)
        turn.sections = sections_of(OmenSheet)
        return turn

    monkeypatch.setattr(sheet_outline, "turn_sections", with_omens)

    rows = sheet_outline.outline("r1-planning", True, BOARD, "stark", "bulk", Voice(EDITION, translator("en"), "stark"))

    assert [row.text for row in rows if row.label == "Omens"] == ["Which omens are heeded where."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_section_is_explained(language: str) -> None:
    omens = reference(TYPED, EDITION, (), translator(language)).statements[-1]

    own = tuple(words.write(language) for words in OMENS.values())
    assert (omens.purpose, omens.words) == ("What is read in the sky.", own)
    assert [clause.does for clause in omens.clauses] == ["so many units stay"]
    assert [part.text for part in parts(EDITION, OmenSheet) if part.title == "omens"] == [
        "Which omens are heeded where."
    ]
