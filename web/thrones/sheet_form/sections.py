"""Which sections the form shows in a turn, the areas' cards, the vassals' parts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from adjudicator.engine.sheet import sections_of
from adjudicator.thrones.rules.vassals import PASS, free_vassals
from adjudicator.thrones.sheets.effects.cards import Moment
from adjudicator.thrones.sheets.fields import ANY_VASSAL
from adjudicator.thrones.sheets.marches import Marches
from adjudicator.thrones.sheets.muster import Muster
from adjudicator.thrones.sheets.orders import Raids, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.sheets.turn_sections import TurnSections, turn_sections
from adjudicator.thrones.state import Edition, OrderToken, View
from narration.words import N_
from web.forms.drafts import ShownForm
from web.forms.sections import Display, Heading, Headings, options_with_names, section_class, sections_in_order
from web.thrones.sheet_form.choices import Choices, VassalChoices
from web.thrones.sheet_form.labels import PARTS
from web.thrones.sheet_form.offers import MusterOffer, choice_offers, muster_offers, musters_by_place
from web.thrones.sheet_form.rules import HERE

Tokens = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Place:
    """An area's card: which of its tools are shown; `key` names it on the page.
    `support` are the sheet's rows about it alone, the last blank; `points` are for mustering, `left` after what is
    wanted so far, `offers` what they buy."""

    area: str
    key: str
    order: bool
    march: bool
    raid: bool
    support: Sequence[str]
    muster: bool
    points: int
    left: int
    offers: tuple[MusterOffer, ...]


@dataclass(frozen=True)
class Places:
    """Area cards in the data's order, and support rows about several areas or all.
    The last row is blank."""

    cards: list[Place]
    support: list[str]

    def having(self, tool: str) -> list[str]:
        """Return the areas whose cards show a tool: `march`, `raid`, `support`, ..."""
        return [card.area for card in self.cards if getattr(card, tool)]


def orders_by_area(sheet: Sheet | VassalSheet, choices: Choices) -> Tokens:
    """Return the order tokens of each area: in place, in the sheet, or by raven."""
    tokens: dict[str, tuple[str, ...]] = {}
    for area, placed in choices.board.orders.items():
        if placed.house in choices.own:
            tokens[area] = (placed.order,)
    if isinstance(sheet, VassalSheet):
        sheet_orders: list[tuple[str, tuple[str, ...]]] = [(rule.area, (rule.order,)) for rule in sheet.orders]
    else:
        sheet_orders = [(area, wishes_of(order)) for area, order in sheet.orders.items() if area not in tokens]
        sheet_orders += [(rule.area or "", (rule.order or "",)) for rule in sheet.raven]
    for area, orders in sheet_orders:
        if area:
            tokens[area] = (*tokens.get(area, ()), *orders)
    return tokens


def places_shown(
    choices: Choices,
    form: ShownForm,
    tokens: Tokens,
    *,
    orders: Iterable[str] = (),
    mustering: bool = False,
    key: str = "place-",
) -> Places:
    """Return the cards to show: areas with `orders`, with usable tokens, or filled."""
    order_areas, order_tokens, ahead = set(orders), choices.edition.orders, musters_by_place(choices)

    def lying(area: str) -> list[OrderToken]:
        return [order_tokens[token] for token in tokens.get(area, ()) if token in order_tokens]

    def does(area: str, kind: str) -> bool:
        return any(token.does(kind) for token in lying(area))

    supporting = [area for area in choices.with_units if does(area, "support")]
    own_rows, general = _support_rows(form, supporting)

    def card(area: str) -> Place:
        may_muster = area in choices.muster_points and (mustering or any(token.musters for token in lying(area)))
        muster_ahead = ahead.get(area)
        return Place(
            area=area,
            key=f"{key}{area}",
            order=area in order_areas or form.busy(f"orders.{area}"),
            march=does(area, "march") or form.busy(f"marches.{area}"),
            raid=does(area, "raid") or form.busy(f"raids.{area}"),
            support=own_rows.get(area, []),
            muster=may_muster or form.busy(f"muster.{area}"),
            points=choices.muster_points.get(area, 0),
            left=muster_ahead.left if muster_ahead else 0,
            offers=muster_offers(choices, muster_ahead) if muster_ahead else (),
        )

    also = choices.also
    spoken_of = [*choices.march_areas, *choices.raid_areas, *choices.muster_areas, *also.orders, *order_areas, *tokens]
    spoken_of += [area for part in ("orders", "marches", "raids", "muster") for area in form.keys(part)]
    cards = [card(area) for area in choices.sorted(spoken_of) if area not in NO_AREAS]
    tools = attrgetter("order", "march", "raid", "support", "muster")
    return Places([place for place in cards if any(tools(place))], general)


# Names of the sections about areas that are none.
NO_AREAS = ("sequence", "stop", "wishes")


def _support_rows(form: ShownForm, supporting: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return support rows by single supporting area (blank ones added), and the rest."""
    own: dict[str, list[str]] = {area: [] for area in supporting}
    others = []
    for row in form.rows("support", 0):
        areas = form.values(f"{row}.areas") or form.values(f"{row}.{HERE}")
        if len(areas) == 1 and areas[0] in own:
            own[areas[0]].append(row)
        else:
            others.append(row)
    free = len(others) + sum(map(len, own.values()))
    for area, rows in own.items():
        if not rows or form.grows(f"support.{area}"):
            rows.append(f"support[{free}]")
            free += 1
    return own, [*others, f"support[{free}]"]


# All sections in the order in which they are shown. The choice of the tactics card has one of its own, beside the
# orders with which it is made; vassals to command stand among vassals.
_IN_ORDER = tuple(name for name in sections_in_order(Sheet, PARTS) if name not in ("orders", "claims"))
ALL = ("tactics", "orders", *_IN_ORDER)
TITLES = {**{name: section.heading for name, section in sections_of(Sheet).items()}, "tactics": N_("tactics card")}
# Turns that ask for all that a phase may bring; any other is answered directly.
PHASES = ("-westeros", "-planning", "-raven")
# Sections that speak of all areas together; what is about one area stands in its card.
TOGETHER = {
    name: [field for field in kind.__struct_fields__ if field != "areas"]
    for name in _IN_ORDER
    if (kind := section_class(Sheet, name)) in (Raids, Marches, Muster)
}
# Open at once; the others unfold when somebody wants them.
FIRST = ("tactics", "vassals", "raven")
# For experts: folded until something in them is filled or wrong.
RARE = ("muster", "ties", "losses")
TACTICS = "choices.tactics"


def sections(
    window: str,
    view: View,
    house: str,
    edition: Edition,
    form: ShownForm,
    places: Places,
    orders: Collection[str] = (),
    *,
    choosing: bool = False,
) -> Headings:
    """Return the sections needed for the turn and chosen `orders`, and filled ones.

    All others that the game knows can be asked for. An empty `window` means standing orders. `choosing`: whether cards
    or rules leave the house a choice in this turn.
    """
    turn = turn_sections(view.board, edition, house, westeros=window.endswith("-westeros"))
    due_sections = _needed_sections(turn, view.seat or "", places, orders, planning=window.endswith("-planning"))
    if not window.endswith(PHASES):
        # A stop of its own is answered directly, and of standing orders everybody has his own idea.
        due_sections = set()
    due_sections = due_sections | {"choices"} if choosing and window.endswith(PHASES) else due_sections - {"choices"}
    headings, others = [], []
    for name in ALL:
        title = TITLES[name]
        filled = busy(name, form, places)
        if name == "orders":
            if not any(card.order for card in places.cards):
                others.append(Heading(name, title, False))
        elif name in due_sections or filled or form.opened(name):
            first = form.opened(name) or name in FIRST
            is_open = first or name in due_sections or form.troubled(name) or form.grows(name)
            headings.append(Heading(name, title, filled or first or (turn.westeros and name not in RARE), not is_open))
        elif name not in _not_in_play(view, edition, choosing) and not (name == "muster" and places.having("muster")):
            others.append(Heading(name, title, False))
    parts = (f"{name}.{part}" for name, section in turn.sections.items() for part in section.parts)
    focus = frozenset(part for part in parts if turn.westeros and turn.likely(part))
    return Headings(headings, others, focus, turn.auctions)


def _needed_sections(
    turn: TurnSections, seat: str, places: Places, orders: Collection[str], *, planning: bool
) -> set[str]:
    """What the turn of a phase asks for."""
    due_sections = {name for name, tool in (("raids", "raid"), ("muster", "muster")) if len(places.having(tool)) > 1}
    if turn.westeros:
        due_sections |= {name for name in turn.sections if name != "muster" and turn.likely(name)}
        lose_or_muster = turn.touches("losses") or turn.touches("muster")
        commands = lose_or_muster and seat in turn.board.commanders.values()
        return (due_sections | {"vassals"} if commands else due_sections) - (set() if turn.judges else {"ties"})
    due_sections |= {name for name in ("cards", "raven", "blade", "vassals", "hostages") if turn.likely(name)}
    due_sections |= {"marches"} if places.having("march") else set()
    due_sections |= {"support"} if len(places.having("support")) > 1 else set()
    tokens = (turn.edition.orders[token] for token in orders if token in turn.edition.orders)
    due_sections |= {"loans"} if any(token.does("iron-bank") for token in tokens) else set()
    return due_sections | ({"tactics"} if turn.board.tactics is not None and planning else set())


def busy(name: str, form: ShownForm, places: Places) -> bool:
    """Whether a section is filled, has an error, or has more rows asked for."""
    if name in TOGETHER:
        return bool(form.errors(name)) or any(form.busy(f"{name}.{part}") for part in TOGETHER[name])
    if name == "support":
        rows = any(form.used(row) or form.troubled(row) for row in places.support)
        return rows or bool(form.errors(name)) or form.asks_more(name)
    if name == "tactics":
        return form.busy(TACTICS)
    if name == "choices":
        others = [key for key in form.keys("choices") if key != "tactics"]
        return bool(others) or bool(form.errors(name)) or (form.troubled(name) and not form.troubled(TACTICS))
    return form.busy(name) or (name == "vassals" and form.busy("claims"))


def _not_in_play(view: View, edition: Edition, choosing: bool) -> set[str]:
    """Sections for which a game of this edition, with its houses, has no use."""
    board = view.board
    parts = {
        "choices": choosing or edition.variant.support_refusable,
        "vassals": bool(board.vassals),
        "loans": board.bank is not None,
        "tactics": board.tactics is not None,
        "troops": board.tactics is not None,
        "hostages": bool(board.leaders),
    }
    return {name for name, played in parts.items() if not played}


# What a vassal's part has besides its orders and its areas.
SECTIONS = tuple(section for section in ALL if section in VassalSheet.__struct_fields__ and section != "orders")
MOMENTS: tuple[Moment, ...] = ("card", "support", "blade", "port")


def vassals_shown(display: Display, window: str, sheet: Sheet) -> dict[str, Any]:
    """Return what the vassals section shows in a turn (empty `window`: at any time).

    `parts` are for vassals that the seat commands or wants, and filled ones. `display` shows the rest of the sheet.
    `claims` are the vassals to choose from, empty while there is no choice; `slots`: how many to name; `others` have no
    part shown; `free` are the parts of those, for their areas on the map.
    """
    form, v, house, board = display.form, display.choices.v, display.choices.house, display.choices.board
    choosing = not window or (bool(free_vassals(board)) and window.endswith("-planning"))
    claimed = not choosing and not form.busy("claims")
    options = [("", [*options_with_names(board.vassals, v.house), (PASS, v.say("none: pass the set of orders on"))])]
    free = free_vassals(board) if window else tuple(board.vassals)
    mine = [vassal for vassal in board.vassals if board.commanders.get(vassal) == house]
    spoken_of = [*mine, *(free if choosing else ()), *form.keys("vassals"), *sheet.vassals]
    if choosing:
        spoken_of.append(ANY_VASSAL)
    names = [name for name in dict.fromkeys(spoken_of) if name in (*board.houses, *v.edition.houses, ANY_VASSAL)]
    names.sort(key=lambda name: name == ANY_VASSAL)
    claims = {pick for row in form.rows("claims", 0) for pick in form.values(f"{row}.pick")}
    shown = [n for n in names if n in mine or n in claims or form.busy(f"vassals.{n}") or form.opened(f"vassals.{n}")]
    parts = [_part(name, display, window, sheet, names) for name in shown]
    others = [name for name in names if name not in shown]
    free_parts = [_part(name, display, window, sheet, names) for name in others if name != ANY_VASSAL]
    return {
        "claims": [] if claimed else options,
        "slots": max(2, len(board.vassals)),
        "parts": parts,
        "others": others,
        "free": free_parts,
    }


def _part(name: str, display: Display, window: str, sheet: Sheet, names: Sequence[str]) -> dict[str, Any]:
    """Return one vassal's (`house`) or any's part: offers, area cards, sections."""
    view, v, house = display.choices.view, display.choices.v, display.choices.house
    board, also = view.board, sheet.vassals.get(name, VassalSheet())
    own = [name]
    if name == ANY_VASSAL:
        own = [item for item in board.vassals if item in names] or list(board.vassals) or [house]
    form = display.form
    below = form.within(f"vassals.{name}")
    choices = VassalChoices(view, own, v, also)
    mustering = below.opened("muster")
    key = "place-any-" if name == ANY_VASSAL else "place-"
    # On the map a vassal's areas take its orders as own ones do.
    ordered = choices.with_units if board.phase == "planning" and name != ANY_VASSAL else ()
    tokens = orders_by_area(also, choices)
    places = places_shown(choices, below, tokens, orders=ordered, mustering=mustering, key=key)
    useful = [item for item in SECTIONS if item != "blade" or view.board.holders.get("valyrian-blade") == house]
    flags = {item: busy(item, below, places) for item in SECTIONS}
    return {
        "house": name,
        "open": form.busy(f"vassals.{name}") or form.opened(f"vassals.{name}") or board.phase == "planning",
        "choices": choices,
        "choosing": choice_offers(view, own[0], v, window, also.as_sheet(), MOMENTS),
        "places": places,
        "sections": [Heading(item, TITLES[item], True) for item, full in flags.items() if full or below.opened(item)],
        "others": [Heading(item, TITLES[item], False) for item in useful if not flags[item] and not below.opened(item)],
        "show": replace(
            display, kind=VassalSheet, form=below, choices=choices, rows={"support": places.support}
        ).section,
    }
