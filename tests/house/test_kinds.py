"""A kind of decision is registered once in each package, completely."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from adjudicator.thrones.bot.sight import HABITS
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.driver import TOGETHER
from adjudicator.thrones.rules.legality import LAWS, SINGLE
from adjudicator.thrones.sheets.effects.table import EFFECTS, REGISTERED as EFFECTS_REGISTERED
from adjudicator.thrones.sheets.kind import SheetPart
from adjudicator.thrones.sheets.resolver import KINDS, REGISTERED, default_policies
from adjudicator.thrones.state.decisions import AnyAnswer, AnyDecision
from narration.thrones.questions import ASKED, QUESTIONS
from narration.thrones.voice import RULES
from tests.house.rooms import ROOT, name, nodes, sources
from web.thrones.sheet_form.offers import OWN_FIELDS
from web.thrones.sheet_form.rules import FIELDS
from web.thrones.sheet_form.sections import ALL

DECISIONS = get_args(AnyDecision)
# Tables by the names of kinds, besides those of the registrations.
TABLES = {
    "web/thrones/guide.py": "whose published defaults Help prints beside a part of the sheet",
    "web/thrones/sheet_form/labels.py": "whose published defaults the form tells below a part of the sheet",
    "web/thrones/sheet_form/offers.py": "kinds with fields of their own",
}
# Effects that other tables of the adjudicator name: what parts of loans are worth; kinds of orders.
ALSO_NAMED = {"burn-castle", "look-at-deck", "support", "consolidate-power"}
ANSWER_FIELDS = ROOT / "web/templates/sheet/answer.html"


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def keys(path: Path) -> Iterator[str]:
    """The words that are keys of a dictionary."""
    for node in nodes(path):
        for key in node.keys if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value


def tables(path: Path) -> Iterator[str]:
    """What keys of a dictionary or a tuple name: attributes by their name, words as they are."""
    for node in nodes(path):
        keys = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Tuple | ast.Set) else ()
        for key in keys:
            if isinstance(key, ast.Attribute):
                yield key.attr
            elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value


def test_every_kind_is_registered_once_where_the_rules_are() -> None:
    assert list(KINDS) == list(DECISIONS)
    assert len(REGISTERED) == len(DECISIONS)
    for table in (LAWS, SINGLE, HABITS):
        assert {kind for kind in table if kind in KINDS} == set(DECISIONS)
    assert set(TOGETHER) <= set(DECISIONS)
    for kind in KINDS.values():
        assert kind.part in get_args(SheetPart), kind.tag
        assert kind.law.answer in get_args(AnyAnswer), kind.tag
        assert default_policies()[kind.tag].endswith("."), kind.tag
        assert any(kind.known(edition) for edition in THRONES.editions.values()), kind.tag


def test_every_kind_is_registered_where_questions_are_told() -> None:
    assert set(QUESTIONS.asks) == set(DECISIONS)
    assert set(ASKED) == {tag(kind) for kind in DECISIONS}
    assert all(ASKED.values())


def test_every_kind_has_fields_and_a_section_on_the_site() -> None:
    drawn = set(re.findall(r'fields == "([\w-]+)"', ANSWER_FIELDS.read_text(encoding="utf-8")))
    sorts = {tag(kind): OWN_FIELDS.get(tag(kind), tag(LAWS[kind].answer)) for kind in DECISIONS}
    assert set(sorts.values()) == drawn
    assert set(OWN_FIELDS) <= set(sorts)
    assert {kind.part for kind in KINDS.values()} <= set(ALL)
    answered = {tag(LAWS[kind].answer) for kind in DECISIONS}
    assert answered <= set(FIELDS)


def test_every_effect_is_registered_once() -> None:
    """What picks an effect is known by name: in the data of an edition, or as what a rule asks."""
    assert len(EFFECTS) == len(EFFECTS_REGISTERED)
    asked = {effect.name for effect in EFFECTS_REGISTERED if effect.moment is not None}
    assert asked == set(RULES), "what rules ask has words"
    known = set(asked)
    for edition in THRONES.editions.values():
        cards: list[Any] = [*edition.cards.values(), *edition.wildling_cards.values(), *edition.westeros.values()]
        cards += [*edition.tactics.values(), *edition.alliances.values()]
        known |= {card.effect for card in cards} | set(edition.westeros) | set(edition.loans)
        known |= {str(card.values.get("reward", "")) for card in edition.wildling_cards.values()}
        known |= {str(part["does"]) for loan in edition.loans.values() for part in loan.parts}
    assert set(EFFECTS) <= known


def test_no_other_table_names_effects() -> None:
    """Bot, sheets and those who write them know effects by their registration; rules, by what carries them out."""
    rooms = ("adjudicator/thrones/bot", "adjudicator/thrones/sheets", "adjudicator/thrones/sheet_writing.py")
    paths = [path for path in sources(*rooms) if path.parent.name != "effects"]
    found = {word for path in paths for word in keys(path) if word in EFFECTS}
    assert found == ALSO_NAMED


def test_no_other_table_names_kinds() -> None:
    classes, tags = {kind.__name__ for kind in DECISIONS}, {tag(kind) for kind in DECISIONS}
    by_class = [name(path) for path in sources("adjudicator", "narration", "web") if classes & set(tables(path))]
    assert by_class == ["narration/thrones/questions.py"], "where each kind has its row"
    by_tag = {name(path) for path in sources("narration", "web") if tags & set(tables(path))}
    assert by_tag == set(TABLES)
