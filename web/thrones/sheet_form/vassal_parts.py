"""The parts of a sheet that are about vassals, as the form shows them: one for each, and one for any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.thrones.rules.vassals import PASS, free_vassals
from adjudicator.thrones.sheets.effects.effect import Moment
from adjudicator.thrones.sheets.sheet import ANY_VASSAL, Sheet, VassalSheet
from adjudicator.thrones.state.board import View
from narration.thrones.voice import Voice
from narration.words import N_
from web.shown_form import ShownForm
from web.thrones.sheet_form.askings import Offers, offered
from web.thrones.sheet_form.choices import Group, Option, VassalChoices

# What a vassal's part has besides its orders, in the order of a round.
SECTIONS = ("raids", "marches", "support", "cards", "muster", "blade", "choices", "losses", "retreat")
# While it is open whose it will be, the rest is drawn only if somebody wants it: a page has to be read on a phone.
AT_FIRST = ("raids", "marches")
MOMENTS: tuple[Moment, ...] = ("card", "support", "blade", "port")
PASS_ON = N_("none: pass the set of orders on")
MINE, FREE = N_("yours to command"), N_("not chosen yet")
ANOTHERS, NONE = N_("commanded by {house}"), N_("not a vassal in this game")


@dataclass(frozen=True)
class Part:
    """Instructions for one vassal (`house`) or for any: whose it is, what its fields offer, its sections; `more`: there
    are others."""

    house: str
    note: str
    open: bool
    choices: VassalChoices
    choosing: list[Offers]
    sections: tuple[str, ...]
    more: bool
    orders: str


@dataclass(frozen=True)
class Vassals:
    """`claims` are the vassals to choose from, empty while there is nothing to choose; `slots`: how many to name."""

    claims: list[Group]
    slots: int
    parts: list[Part]


def vassals_shown(view: View, house: str, v: Voice, window: str, sheet: Sheet, form: ShownForm) -> Vassals:
    """What the section about vassals shows a seat in a call (an empty `window`: at any time)."""
    board = view.board
    choosing = not window or (bool(free_vassals(board)) and window.endswith("-planning"))
    claimed = not choosing and not form.busy("claims")
    wishes: list[Option] = [(vassal, v.house(vassal)) for vassal in board.vassals]
    options: list[Group] = [("", [*wishes, (PASS, v.say(PASS_ON))])]
    free = free_vassals(board) if window else tuple(board.vassals)
    mine = [vassal for vassal in board.vassals if board.commanders.get(vassal) == house]
    named = [*mine, *(free if choosing else ()), *form.keys("vassals"), *sheet.vassals]
    if choosing:
        named.append(ANY_VASSAL)
    names = [name for name in dict.fromkeys(named) if name in (*board.houses, *v.edition.houses, ANY_VASSAL)]
    names.sort(key=lambda name: name == ANY_VASSAL)
    parts = [_part(name, view, house, v, window, sheet, form, names) for name in names]
    return Vassals([] if claimed else options, max(2, len(board.vassals)), parts)


def _part(
    name: str, view: View, house: str, v: Voice, window: str, sheet: Sheet, form: ShownForm, names: Sequence[str]
) -> Part:
    board, also = view.board, sheet.vassals.get(name, VassalSheet())
    whose = board.commanders.get(name)
    own = [name]
    if name == ANY_VASSAL:
        own = [one for one in board.vassals if one in names] or list(board.vassals) or [house]
        note = ""
    elif name not in board.vassals:
        note = v.say(NONE)
    elif whose is None:
        note = v.say(FREE)
    else:
        note = v.say(MINE) if whose == house else v.say(ANOTHERS, house=v.house(whose))
    below = form.within(f"vassals.{name}")
    useful = [one for one in SECTIONS if one != "blade" or _blade(view, house) or below.busy(one)]
    all_of_it = whose == house or form.grows(f"vassals.{name}")
    sections = [one for one in useful if all_of_it or one in AT_FIRST or below.busy(one)]
    choices = VassalChoices(view, own, v, also)
    choosing = offered(view, own[0], v, window, also.as_sheet(), MOMENTS)
    more = len(sections) < len(useful)
    is_open = form.busy(f"vassals.{name}") or (whose == house and view.board.phase == "planning")
    return Part(name, note, is_open, choices, choosing, tuple(sections), more, _mustering(v))


def _blade(view: View, house: str) -> bool:
    return view.board.holders.get("valyrian-blade") == house


def _mustering(v: Voice) -> str:
    """The order of vassals that musters."""
    return next((token.id for token in v.edition.orders.values() if token.vassal and token.musters), "")
