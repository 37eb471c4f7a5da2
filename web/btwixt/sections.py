"""Which parts of a programme the form shows for a call, and which others can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from narration.words import N_
from web.btwixt.form_choices import Choices
from web.shown_form import ShownForm

# All parts in the order in which they are shown.
TITLES: Mapping[str, str] = {
    "keep": N_("The draft"),
    "bid": N_("The bid"),
    "councils": N_("Councils"),
    "cards": N_("Cards"),
    "leaders": N_("Leaders"),
    "allies": N_("Allies"),
    "abilities": N_("Abilities"),
    "arrange": N_("The next allies"),
    "order": N_("Order of abilities"),
    "steward": N_("Left to the bot"),
}
# What a round asks whatever is in hand.
ALWAYS = ("bid", "councils", "steward")


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
    shown = {name for name in TITLES if name in asked or form.busy(name) or form.opened(name)}
    return Sections(frozenset(shown), tuple(Section(name, TITLES[name]) for name in TITLES if name not in shown))


def _asked(choices: Choices, window: str) -> set[str]:
    if not window:
        return set(TITLES) - {"keep"}
    if window.endswith("-draft"):
        return {"keep", "steward"}
    return {name for name in TITLES if name != "keep" and (name in ALWAYS or choices.sources(name))}
