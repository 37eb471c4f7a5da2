"""What a family says of its sheets: how they are read, checked, laid over each other and written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import Decision
from adjudicator.engine.journal import Answered
from adjudicator.engine.refusal import Refusal


class SheetReport(msgspec.Struct, frozen=True):
    """`errors` refuse the sheet; `warnings` are legal but pointless, or cannot work as things stand."""

    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()


class SheetRules(Protocol):
    """What a family says of its sheets."""

    @property
    def empty_sheet(self) -> Any:
        """A sheet that says nothing at all."""

    @property
    def not_meant(self) -> frozenset[str]:
        """Codes of instructions passed over that were never meant for the moment."""

    @property
    def gave_way(self) -> frozenset[str]:
        """Codes of instructions passed over as lists of preferences are: those, and such as gave way to the next."""

    @property
    def left_to_bot(self) -> frozenset[str]:
        """Kinds of decisions that the bot makes for whoever has a sheet, where a game leaves unsaid choices to it."""

    def read_sheet(self, data: bytes, rules: Any = None, modules: Collection[str] = ()) -> Any:
        """A sheet from bytes that nobody vouches for; with an edition conditions may be text. Raises Unreadable."""

    def read_ahead(self, data: bytes) -> Any:
        """A sheet, if it can be read before it is known for which game it is; else what came. Raises Unreadable."""

    def sheet_of_today(self, data: bytes) -> bytes:
        """The JSON of a stored sheet as sheets are written now; the same bytes if it says nothing in an old form."""

    def check_sheet(
        self,
        showing: Any,
        seat: str,
        sheet: Any,
        waiting: Sequence[Decision],
        *,
        pace: Pace = "bulk",
        standing: Any = None,
        lasting: bool = False,
    ) -> SheetReport:
        """What is wrong with a seat's sheet; `standing` are its standing instructions, `lasting`: the sheet is itself
        such."""

    def only_asked(
        self, showing: Any, seat: str, sheet: Any, waiting: Sequence[Decision], *, pace: Pace = "bulk"
    ) -> Any:
        """A sheet with what the call in which these decisions wait asks its seat, or may still come to, and no more."""

    def overlay(self, earlier: Any, later: Any) -> Any:
        """A later sheet laid over an earlier one."""

    def suggest_sheet(self, view: Any) -> Any:
        """A sheet for the open call, written by the steward from what a seat sees."""

    def suggest_briefly(self, view: Any, sheet: Any) -> Any:
        """A sheet that is begun, with what the bot suggests for what the open call asks; all else is left to the
        bot."""

    def sheet_as_played(self, showing: Any, seat: str, entries: Iterable[Answered[Any]]) -> Any:
        """A sheet as people write them, of a seat that means to do in a call what was answered in it; for measuring."""

    def left_to_steward(self, sheet: Any, *, own_work: bool = True) -> Any:
        """A sheet that leaves to the steward whatever it says nothing about, or all of it but a player's own work."""
