"""Whatever is wrong with a typed condition is said in the reader's language."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refused
from adjudicator.engine.sheet.facts import Mistake
from narration.btwixt.condition_phrases import CONDITIONS as BTWIXT
from narration.btwixt.questions import TEMPLATES
from narration.faults import TABLES, condition_fault, read_back
from narration.narrators import NARRATORS, narrator_of
from narration.phrasebook import Phrasebook
from narration.thrones.condition_phrases import CONDITIONS as THRONES
from narration.thrones.questions import OF_RULES
from narration.typed_sheets import read_sheet_text
from narration.words import translator
from tests.adjudicator.btwixt.test_conditions import REFUSED, SAID
from tests.adjudicator.sheets.test_condition_text import SCRAPS

OURS = [*SCRAPS.split(), "weather", "jaime", "hostage", "of", "serves", "is in"]
THEIRS = [word for text in (*SAID, *REFUSED) for word in text[:200].split()]

ROOT = Path(__file__).parents[2]
# What reads typed conditions, instructions and stored orders.
READERS = [
    ROOT / "adjudicator/engine/names.py",
    *(ROOT / f"adjudicator/engine/sheet/{name}.py" for name in ("reader", "facts", "conditions", "document")),
    *ROOT.glob("adjudicator/*/sheets/conditions/*.py"),
    *ROOT.glob("narration/**/notation/*.py"),
]

# Words of another refusal, with what is said around them.
PASSED_ON = {'"x" x', "x x", "x" * 3, "column x: xx"}


def _texts(words: ast.expr | None, within: ast.AST) -> Iterator[str]:
    """What an expression can say: each value of it is `x`, but for a hint at the end, which is left out."""
    match words:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=[*parts]):
            if isinstance(parts[-1], ast.FormattedValue) and not str(getattr(parts[-2], "value", " ")).endswith(" "):
                parts.pop()
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, within)
            yield from _texts(orelse, within)
        case ast.Name(id=name):
            for one in ast.walk(within):
                if isinstance(one, ast.Assign) and [getattr(target, "id", "") for target in one.targets] == [name]:
                    yield from _texts(one.value, within)


def _raised(readers: Iterable[Path]) -> Iterator[str]:
    """The words with which readers refuse: of faults, refusals, and mistakes in the slots of facts."""
    for path in readers:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
        for function in (tree, *functions):
            for turn in ast.walk(function):
                name = getattr(turn.func, "attr", getattr(turn.func, "id", "")) if isinstance(turn, ast.Call) else ""
                if name == "Mistake":
                    _, what, _, *nothing = turn.args
                    yield from (f'"x" {text}' for text in _texts(what, function) if text)
                    yield from (text for one in nothing for text in _texts(one, function))
                elif name in ("Fault", "Refusal", "refuse") and len(turn.args) > 1:
                    yield from _texts(turn.args[1], function)


def _faults(book: Phrasebook, edition: Any, words: Sequence[str], many: int) -> Iterator[str]:
    pick = Picker(edition.id, "faults")
    for _ in range(many):
        try:
            book.parse(" ".join(words[pick(len(words))] for _ in range(1 + pick(8))), edition, ())
        except Refused as refused:
            yield from (reason.words for reason in refused.reasons)


@pytest.mark.parametrize(
    ("book", "edition", "words"),
    [(THRONES, "first-edition", OURS), (THRONES, "storm-of-swords", OURS), (BTWIXT, "btwixt", THEIRS)],
)
def test_every_fault_is_known(book: Phrasebook, edition: str, words: list[str]) -> None:
    v = NARRATORS.of_edition(edition).voice(games.edition(edition), translator("it"))
    faults = list(_faults(book, v.edition, words, 600))
    assert len(faults) > 200
    assert [one for one in faults if condition_fault(one, v) is None] == []


def test_templates_are_what_readers_say() -> None:
    templates = TABLES["faults"]
    said = {
        text.partition("; did you mean")[0] for text in (*_raised(READERS), Mistake("", "", "").nothing)
    } - PASSED_ON
    made = {text: read_back(text, templates) for text in said}
    assert [text for text, found in made.items() if found is None] == []
    assert sorted(templates) == sorted({found[0] for found in made.values() if found is not None})


@pytest.mark.parametrize(
    ("templates", "places"),
    [(OF_RULES, ("thrones/rules", "thrones/sheets")), (TEMPLATES, ("btwixt", "engine"))],
)
def test_what_rules_refuse_has_its_template(templates: Sequence[str], places: tuple[str, ...]) -> None:
    # Those with a line for an example are made from two pieces.
    whole = {template for template in templates if ": ORDERS {" not in template}
    raised = _raised(path for place in places for path in (ROOT / "adjudicator" / place).glob("**/*.py"))
    assert whole - {found[0] for text in raised if (found := read_back(text, templates)) is not None} == set()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", 'column 9: "mien" is neither a house nor a state of an area; did you mean "mine"?'),
        ("it", "colonna 9: «mien» non è né una Casa né lo stato di un'area; intendevi «mine»?"),
        ("es", "columna 9: «mien» no es ni una Casa ni el estado de un área; ¿querías decir «mine»?"),
    ],
)
def test_a_fault_names_place_and_nearest_word(language: str, told: str) -> None:
    v = NARRATORS.of_edition("first-edition").voice(games.edition("first-edition"), translator(language))
    with pytest.raises(Refused) as caught:
        THRONES.parse("pyke is mien", v.edition, ())
    assert narrator_of(v.edition).refusal(caught.value.reasons[0].words, v).startswith(told)


def test_other_words_are_left_alone() -> None:
    v = NARRATORS.of_edition("first-edition").voice(games.edition("first-edition"), translator("it"))
    assert condition_fault("the armies would exceed the supply limit", v) is None


@pytest.mark.parametrize("language", ["it", "es"])
def test_expected_json_is_repeated_as_it_stands(language: str) -> None:
    v = NARRATORS.of_edition("first-edition").voice(games.edition("first-edition"), translator(language))
    with pytest.raises(Refused) as caught:
        read_sheet_text("ANSWER r1-planning-1: three", v.edition, ())

    words = narrator_of(v.edition).refusal(caught.value.reasons[0].words, v)

    assert '{"kind": ...}' in words
