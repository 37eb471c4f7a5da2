"""The parts of a sheet that are about vassals, as the form shows them: one for each, and one for any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.thrones.rules.vassals import PASS, free_vassals
from adjudicator.thrones.sheets.effects.effect import Moment
from adjudicator.thrones.sheets.fields import ANY_VASSAL
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.state.board import Board, View
from narration.thrones.voice import Voice
from narration.words import N_
from web.forms.sections import Display, Heading
from web.thrones.sheet_form.askings import Offers, offered
from web.thrones.sheet_form.choices import Group, Option, VassalChoices
from web.thrones.sheet_form.places import Places, places_shown, tokens_of
from web.thrones.sheet_form.sections import ALL, TITLES, busy

# What a vassal's part has besides its orders and its areas.
SECTIONS = tuple(one for one in ALL if one in VassalSheet.__struct_fields__ and one != "orders")
MOMENTS: tuple[Moment, ...] = ("card", "support", "blade", "port")
PASS_ON = N_("none: pass the set of orders on")
MINE, FREE = N_("yours to command"), N_("not chosen yet")
ANOTHERS, NONE = N_("commanded by {house}"), N_("not a vassal in this game")


@dataclass(frozen=True)
class Part:
    """Instructions for one vassal (`house`) or for any: whose it is, what its fields offer, the cards of its areas, its
    sections and the others that it may have."""

    house: str
    note: str
    open: bool
    choices: VassalChoices
    choosing: list[Offers]
    places: Places
    sections: list[Heading]
    others: list[Heading]
    display: Display


@dataclass(frozen=True)
class Vassals:
    """`claims` are the vassals to choose from, empty while there is nothing to choose; `slots`: how many to name;
    `others` have no part that is shown."""

    claims: list[Group]
    slots: int
    parts: list[Part]
    others: list[str]


def vassals_shown(display: Display, window: str, sheet: Sheet) -> Vassals:
    """What the section about vassals shows a seat in a call (an empty `window`: at any time): the parts of those that
    it commands or wants to, and wherever something stands. `display` shows the rest of the sheet."""
    form, v, house, board = display.form, display.choices.v, display.choices.house, display.choices.board
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
    wanted = {pick for row in form.rows("claims", 0) for pick in form.values(f"{row}.pick")}
    shown = [n for n in names if n in mine or n in wanted or form.busy(f"vassals.{n}") or form.opened(f"vassals.{n}")]
    parts = [_part(name, display, window, sheet, names) for name in shown]
    others = [name for name in names if name not in shown]
    return Vassals([] if claimed else options, max(2, len(board.vassals)), parts, others)


def _part(name: str, display: Display, window: str, sheet: Sheet, names: Sequence[str]) -> Part:
    view, v, house = display.choices.view, display.choices.v, display.choices.house
    board, also = view.board, sheet.vassals.get(name, VassalSheet())
    own = [name]
    if name == ANY_VASSAL:
        own = [one for one in board.vassals if one in names] or list(board.vassals) or [house]
    form = display.form
    below = form.within(f"vassals.{name}")
    choices = VassalChoices(view, own, v, also)
    mustering = below.opened("muster")
    key = "place-any-" if name == ANY_VASSAL else "place-"
    places = places_shown(choices, below, tokens_of(also, choices), mustering=mustering, key=key)
    useful = [one for one in SECTIONS if one != "blade" or _blade(view, house)]
    found = {one: busy(one, below, places) for one in SECTIONS}
    return Part(
        name,
        _note(name, board, house, v),
        form.busy(f"vassals.{name}") or form.opened(f"vassals.{name}") or board.phase == "planning",
        choices,
        offered(view, own[0], v, window, also.as_sheet(), MOMENTS),
        places,
        [Heading(one, TITLES[one], True) for one, full in found.items() if full or below.opened(one)],
        [Heading(one, TITLES[one], False) for one in useful if not found[one] and not below.opened(one)],
        replace(display, kind=VassalSheet, form=below, choices=choices, rows={"support": places.support}),
    )


def _note(name: str, board: Board, house: str, v: Voice) -> str:
    """Whose a vassal is."""
    whose = board.commanders.get(name)
    if name == ANY_VASSAL:
        return ""
    if name not in board.vassals:
        return v.say(NONE)
    if whose is None:
        return v.say(FREE)
    return v.say(MINE) if whose == house else v.say(ANOTHERS, house=v.house(whose))


def _blade(view: View, house: str) -> bool:
    return view.board.holders.get("valyrian-blade") == house
