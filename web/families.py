"""Whose pages show the games of which family: forms, tables beside a board, help."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.families import of_edition
from adjudicator.kernel.refusal import Refusal
from web.btwixt.pages import BTWIXT
from web.drafts import OURS, Draft
from web.first_steps import FirstStep
from web.pencil import PencilTable
from web.place_facts import PlaceFacts
from web.shown_card import ShownCard
from web.shown_form import ShownForm
from web.thrones.pages import THRONES


class Pages(Protocol):
    """What a family's pages are asked for. Tables name the templates that show them."""

    @property
    def tools(self) -> Mapping[str, Any]:
        """What its templates call."""

    @property
    def what_ifs(self) -> Any:
        """Its form of what-ifs (`TEMPLATE`, `sketch_from`, `parts_of`, `as_typed`, `wrongs`); None for none."""

    def guide(self, v: Any) -> str:
        """The page of help about an edition."""

    def rulings(self, v: Any) -> str:
        """The page of what is done where an edition's rules are silent; NotFound where there is none."""

    def board_tables(self, view: Any, seats: Sequence[Any], standings: Sequence[Any], v: Any) -> Any:
        """A board as tables: `questions`, and the templates `aside`, `below`, `small`."""

    def cards_shown(self, view: Any, v: Any) -> Sequence[ShownCard]:
        """The cards that lie open in what is being fought on a board; most often none."""

    def place_facts(self, view: Any, place: str, v: Any) -> PlaceFacts | None:
        """What a view shows at one place of its drawing; None for what is no place of it."""

    def own_places(self, view: Any) -> Sequence[str]:
        """Places of the drawing where its reader has something, which a map that is too large shows first."""

    def first_steps(self, view: Any, house: str, sheet: Any, v: Any) -> Sequence[FirstStep]:
        """What somebody who plays for the first time writes on a sheet for this board; `sheet` is theirs so far."""

    def pencil(self, view: Any, house: str, v: Any) -> Sequence[PencilTable]:
        """What a sheet on paper has lines for, besides what the narrator says that it can say."""

    def compare_tables(self, found: Any, v: Any) -> Any:
        """Two rounds: `head` and `figures` of the standings, `houses`, `groups`."""

    def end_tables(self, page: Any, v: Any) -> Any:
        """A game that is over: the templates `beside` and `below`, and what they show."""

    def draft_from_request(self, edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
        """The sheet that came in; `ours` are no part of it."""

    def draft_of(self, sheet: Any) -> Draft:
        """A sheet as its form shows it."""

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """What the form of a sheet needs, its `form_template` and the shown form `f` among it."""

    def edict_kinds(self, edition: Any, modules: Collection[str], *, sees: bool) -> list[str]:
        """The kinds of edicts that can be decreed by form; those about what is hidden by a master who `sees` it."""

    def edict_fields(self, kind: str, v: Any, houses: Sequence[str], modules: Sequence[str] = ()) -> Sequence[Any]:
        """The fields of a kind."""

    def read_edict(self, edition: Any, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """An edict from its fields."""

    def answer_fields(self, decision: str, answer: Any) -> dict[str, list[str]]:
        """An answer as the fields of its form."""

    def answer_from(
        self, edition: Any, decision: str, posted: Mapping[str, Sequence[str]]
    ) -> tuple[Any | None, list[Refusal]]:
        """The answer that fields say (None: none), and what cannot be read."""

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """What the template of an answer needs, `answer_template` and `f` among it."""

    def defaults(self, edition: Any) -> Mapping[str, str]:
        """What published defaults do, by kind of decision."""

    def parts(self, edition: Any) -> Collection[str]:
        """The parts of an edition that its description lists, by the names of its fields."""


PAGES: dict[str, Pages] = {"thrones": THRONES, "btwixt": BTWIXT}


def register(family: str, pages: Pages) -> None:
    """Make the pages of a family known."""
    PAGES[family] = pages


def forget(family: str) -> None:
    """Make them unknown again; for tests that brought some of their own."""
    PAGES.pop(family, None)


def pages_of(edition: str) -> Pages:
    """The pages of an edition's games; Illegal (`unknown-edition`)."""
    return PAGES[of_edition(edition).id]
