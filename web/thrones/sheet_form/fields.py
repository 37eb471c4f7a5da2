"""The fields of a sheet of the Westeros board games: those of any form, conditions and sums on one line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.thrones.sheets.conditions.sum_text import format_sum, parse_amount
from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.conditions.text import format_condition, parse_condition, parse_when
from adjudicator.thrones.sheets.conditions.tree import Condition, When
from adjudicator.thrones.state.edition import Edition
from web import form_fields
from web.form_fields import Fields as Fields
from web.form_fields import plainly as plainly


class Reader(form_fields.Reader):
    """Reads the form of a game of this edition with these modules."""

    def __init__(self, fields: Mapping[str, Sequence[str]], edition: Edition, modules: Collection[str] = ()) -> None:
        super().__init__(fields)
        self._edition, self._modules = edition, modules

    def when(self, name: str) -> When | None:
        """The condition of a rule, written on one line; a fault says what is wrong with it."""
        return self.parsed(name, lambda text: parse_when(text, self._edition, self._modules))

    def stop(self, name: str) -> Condition | None:
        """A condition that is no rule's."""
        return self.parsed(name, lambda text: parse_condition(text, self._edition, self._modules))

    def amount(self, name: str) -> int | Sum | None:
        """A whole number, or a sum written on one line; None for a blank field."""
        if not any(letter.isalpha() for letter in self.one(name)):
            return self.count(name)
        return self.parsed(name, lambda text: parse_amount(text, self._edition, self._modules))


class Writer(form_fields.Writer):
    """Writes fields. Blank values are not written."""

    def when(self, name: str, condition: When | None) -> None:
        """A condition on one line."""
        if condition is not None:
            self.one(name, format_condition(condition))

    def amount(self, name: str, amount: int | Sum) -> None:
        """A number, or a sum on one line."""
        self.one(name, amount if isinstance(amount, int) else format_sum(amount))
