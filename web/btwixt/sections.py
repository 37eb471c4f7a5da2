"""Which parts of a programme the form shows for a call, and which others can be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.btwixt.sheets.resolver import turn_sections
from adjudicator.btwixt.sheets.sheet import SECTIONS
from web.btwixt.form_choices import Choices
from web.shown_form import ShownForm

# All parts in the order in which they are shown.
SHOWN = ("keep", "bid", "councils", "cards", "leaders", "allies", "abilities", "arrange", "order", "steward")
# What a round asks whatever is in hand.
ALWAYS, STEWARD = ("bid", "councils"), "steward"


@dataclass(frozen=True)
class Section:
    """A part that can be asked for."""

    name: str
    title: str


@dataclass(frozen=True)
class Sections:
    """The names of the parts that are shown, and those that can be asked for."""

    shown: frozenset[str]
    others: tuple[Section, ...]


def sections(choices: Choices, form: ShownForm, window: str) -> Sections:
    """What the call can ask, by the cards in hand and the allies in sight, and wherever something stands; all others
    can be asked for. `window` is the call's; empty for standing instructions, which speak of every round."""
    asked = _asked(choices, window)
    shown = {name for name in SHOWN if name in asked or form.busy(name) or form.opened(name)}
    return Sections(frozenset(shown), tuple(Section(name, SECTIONS[name].title) for name in SHOWN if name not in shown))


def _asked(choices: Choices, window: str) -> set[str]:
    draft = window.endswith("-draft")
    turn = turn_sections("draft" if draft else "bidding")
    able = (name for name in SHOWN if turn.likely(name))
    everything = draft or not window
    return {STEWARD, *(name for name in able if everything or name in ALWAYS or choices.sources(name))}
