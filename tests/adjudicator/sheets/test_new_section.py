"""A section that only the tests know: written once, it is read, checked, laid over, restricted and obeyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Question, Unreadable
from adjudicator.engine.sheet.document import Section
from adjudicator.engine.sheet.fields import phrase
from adjudicator.engine.sheet.trail import Passed, by_rules
from adjudicator.thrones.rules.legality import AREA
from adjudicator.thrones.sheets import resolver
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.fields import IN_ROUND, NearArea, Rule
from adjudicator.thrones.sheets.kind import Kind
from adjudicator.thrones.sheets.sheet import Sheet, documents_of
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.sheets.turn_sections import restrict_sheet
from adjudicator.thrones.state.decisions import AreaChoice
from tests.adjudicator.sheets.tables import story, table


class RaiseBanner(Question[AreaChoice], frozen=True, kw_only=True, tag="raise-banner"):
    """Where the banner is raised. Answer: AreaChoice."""

    choices: tuple[str, ...]


class BannerRule(Rule, frozen=True, kw_only=True):
    """Raise the banner in the first possible of `areas`; none named: anywhere."""

    section: ClassVar = Section("banner", IN_ROUND, title="The banner")
    phrase: ClassVar = phrase("banner in {areas:else|any area}")

    areas: tuple[NearArea, ...] = ()

    def decides(self) -> bool:
        return not self.areas


class BannerSheet(Sheet, frozen=True, kw_only=True):
    """A sheet that says where the banner is raised."""

    banner: tuple[BannerRule, ...] = ()


def raise_banner(rule: BannerRule, scene: Scene, decision: RaiseBanner) -> AreaChoice | Passed:
    area = next((area for area in rule.areas or decision.choices if area in decision.choices), None)
    return Passed("no-banner-there", "it can be raised in none of its areas") if area is None else AreaChoice(area)


BANNER = Kind(
    decision=RaiseBanner,
    part="banner",
    law=AREA,
    instruction=by_rules(raise_banner, "banner"),
    bot=lambda sight, question: [(AreaChoice(question.choices[0]), "it is near")],
    default=lambda position, question: AreaChoice(question.choices[-1]),
)
SHEETS = documents_of(BannerSheet)
ASKED = RaiseBanner(id="q1", seat="stark", house="stark", choices=("winterfell", "moat-cailin", "white-harbor"))


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The kind of question beside those of the game, for one test."""
    for name in ("KINDS", "LAWS", "SINGLE", "HABITS"):
        monkeypatch.setattr(resolver, name, getattr(resolver, name))
        monkeypatch.delitem(getattr(resolver, name), RaiseBanner, raising=False)
    resolver.register(BANNER)
    yield
    for name in ("KINDS", "LAWS", "SINGLE", "HABITS"):
        getattr(resolver, name).pop(RaiseBanner)


def read(document: bytes) -> BannerSheet:
    return SHEETS.read(document, games.edition("first-edition"))


SAID = read(b'{"banner":[{"areas":["pyke"]},{"when":"round = 2","areas":["winterfell"]},{"areas":["moat-cailin"]}]}')


def test_it_is_read_and_written_with_conditions_as_text() -> None:
    assert SHEETS.read(SHEETS.write(SAID)) == SAID
    with pytest.raises(Unreadable) as refused:
        read(b'{"banner":[{"when":"rounds"}]}')
    assert refused.value.reasons[0].where == "banner[0].when"


def test_unknown_ids_and_pointless_rules_are_noticed() -> None:
    position = games.start("first-edition", 5, "banner")
    unknown = read(b'{"banner":[{"areas":["winterfel"]}]}')
    pointless = read(b'{"banner":[{},{"areas":["pyke"]},{"when":"round > 10"}]}')

    errors = check_sheet(position, "stark", unknown, ()).errors
    warnings = check_sheet(position, "stark", pointless, ()).warnings

    assert [(one.code, one.where) for one in errors] == [("unknown-area", "banner[0].areas")]
    assert "winterfell" in errors[0].words
    assert {(one.code, one.where) for one in warnings if one.where.startswith("banner")} == {
        ("condition-never", "banner[2].when"),
        ("never-reached", "banner[1]"),
        ("never-reached", "banner[2]"),
    }


def test_it_replaces_that_of_standing_orders() -> None:
    standing = msgspec.structs.replace(SAID, blade=())
    later = read(b'{"banner":[{"areas":["white-harbor"]}]}')

    assert SHEETS.overlay(standing, later).banner == later.banner
    assert SHEETS.overlay(standing, BannerSheet()).banner == SAID.banner


def test_a_turn_that_does_not_ask_it_leaves_it_out() -> None:
    position = table()
    assert restrict_sheet(position, "stark", SAID, ()) == SAID

    position.board.phase = "westeros"

    assert restrict_sheet(position, "stark", SAID, ()) == BannerSheet()
    warnings = check_sheet(position, "stark", SAID, ()).warnings
    assert ("kept-for-later", "banner") in {(one.code, one.where) for one in warnings}


def test_it_is_obeyed() -> None:
    assert story(resolver.resolve(table(), ASKED, SAID)) == (
        "sheet",
        "banner[2]",
        [("banner[0]", "no-banner-there"), ("banner[1]", "condition-false")],
    )
    assert resolver.resolve(table(), ASKED, SAID).answer == AreaChoice("moat-cailin")
    assert resolver.resolve(table(), ASKED, None, SAID).source.rule == "standing.banner[2]"
    assert resolver.resolve(table(), ASKED, BannerSheet()).answer == AreaChoice("white-harbor")


def test_it_is_left_to_the_bot_as_any_section() -> None:
    left = read(b'{"steward":[{}]}')
    assert story(resolver.resolve(table(), ASKED, left)) == ("sheet", "steward[0]", [])
    assert resolver.resolve(table(), ASKED, left).answer == AreaChoice("winterfell")
