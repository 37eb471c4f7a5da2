"""Pages of the Westeros board games; methods as in `web.family_pages.Pages`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from adjudicator.engine import Refusal
from adjudicator.thrones.rules.control import controller, facts_of, reach
from adjudicator.thrones.rules.registry import with_modules
from adjudicator.thrones.rules.round import steps_ahead
from adjudicator.thrones.sheets.orders import wishes_of
from adjudicator.thrones.sheets.resolver import default_policies
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import CLOSED, Area, Board, Edition
from narration.thrones.sheet_words import sheet_in_words
from narration.thrones.summary import bank_words, board_summary
from narration.thrones.voice import Voice, deck_name
from narration.words import N_, capital
from web.family_pages import FirstStep, FormPages, PencilTable, PlaceFacts, shown_form
from web.forms.drafts import Draft, Offered, ShownForm
from web.forms.sections import Display
from web.thrones import guide as guide_pages, override_fields
from web.thrones.battles import battles
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.labels import PARTS
from web.thrones.sheet_form.offers import TOOLS, choice_offers
from web.thrones.sheet_form.rules import FORM, STRUCTS
from web.thrones.sheet_form.sections import Places, Tokens, orders_by_area, places_shown, sections, vassals_shown
from web.thrones.tables import (
    TOOLS as TABLES,
    areas_with_units,
    board_tables,
    compare_tables,
    house_cards,
    ranked_cards,
)
from web.thrones.what_if_form import HouseForm

KINDS = {"land": N_("land"), "sea": N_("sea"), "port": N_("port")}
BRINGS = {"supply": N_("supply"), "power": N_("crowns"), "muster": N_("Mustering points"), "claim": N_("claim")}
SETTLEMENTS = {"castle": N_("castle"), "city": N_("city"), "stronghold": N_("stronghold")}


def place_facts(view: Any, place: str, v: Any) -> PlaceFacts | None:
    """Return the facts of an area on the view's board.
    Returns None for any `place` that is no area, or whose area is not used in this game."""
    board, edition = view.board, v.edition
    if place not in edition.areas:
        return None
    facts = facts_of(board, edition, place)
    if facts.only_with and facts.only_with not in board.houses:
        return None
    beside = {*edition.neighbours[place], *facts.fords, *facts.arrows}
    near = tuple((area.id, v.area(area.id)) for area in edition.areas.values() if area.id in beside)
    lines = (*_area_contents(board, place, v), *_area_benefits(facts, v))
    sort = ", ".join(v.say(words) for words in (KINDS[facts.kind], SETTLEMENTS.get(facts.settlement)) if words)
    return PlaceFacts(v.area(place), sort, controller(board, edition, place) or "", lines, near)


def _area_contents(board: Board, place: str, v: Voice) -> Iterator[tuple[str, str]]:
    """Yield what lies in the area `place`, as (heading, words).
    That is units, leaders, the order, garrison, tokens and neutral forces."""
    force, order, garrison = board.forces.get(place), board.orders.get(place), board.garrisons.get(place)
    if force is not None:
        units = v.units(force.units)
        routed = v.say("{units} routed", units=v.units(force.routed)) if force.routed else ""
        yield capital(v.say("units")), ", ".join(part for part in (units, routed) if part)
    led = [name for name, leader in board.leaders.items() if leader.area == place]
    if led:
        yield capital(v.say("leaders")), v.leaders(led)
    if order is not None:
        yield capital(v.say("order")), v.order(order.order) if order.order in v.edition.orders else v.say("face down")
    if garrison is not None:
        yield capital(v.say("garrison")), f"{v.house(garrison.house)}, {garrison.strength}"
    if place in board.tokens:
        yield v.say("Power token"), v.house(board.tokens[place])
    neutral = board.neutral.get(place, 0)
    if neutral:
        yield capital(v.say("neutral force")), v.say("nobody may enter") if neutral == CLOSED else str(neutral)
    if board.loyalty.get(place):
        yield capital(v.say("loyalty tokens")), str(board.loyalty[place])


def _area_benefits(facts: Area, v: Voice) -> Iterator[tuple[str, str]]:
    """Yield what an area gives to its holder, as (heading, words).
    That is supply, crowns, mustering points and claim; also whose home area it is."""
    for name, words in BRINGS.items():
        if count := getattr(facts, name):
            yield capital(v.say(words)), str(count)
    if facts.home_of:
        yield v.say("Home area of"), v.house(facts.home_of)


def first_steps(view: Any, house: str, sheet: Sheet, v: Voice) -> Sequence[FirstStep]:
    """A march to land that nobody holds, then orders for all."""
    board: Board = view.board
    armies = areas_with_units(board, house, v)
    every = v.say("Give every area an order")
    return (_march_step(board, house, armies, sheet, v), FirstStep(every, all(area in sheet.orders for area in armies)))


def _march_step(board: Board, house: str, armies: Sequence[str], sheet: Sheet, v: Voice) -> FirstStep:
    """Return the first-steps entry about marching to land that nobody holds.
    It is done once a march order's plan or a wish stands in the sheet."""
    orders = v.edition.orders
    marching = [
        plans
        for area, plans in sheet.marches.areas.items()
        if any(order in orders and orders[order].type == "march" for order in wishes_of(sheet.orders.get(area, ())))
    ]
    done = bool(sheet.marches.wishes) or any(plan.moves for plans in marching for plan in plans)
    way = _nearest_march(board, house, armies, v)
    if way is None:
        return FirstStep(v.say("March out: say where the units of a march order go"), done)
    origin, goal = way
    what = v.say("March from {origin} to {goal}", origin=v.area(origin), goal=v.area(goal))
    return FirstStep(what, done, place=origin, goal=goal)


def _nearest_march(board: Board, house: str, armies: Sequence[str], v: Voice) -> tuple[str, str] | None:
    """Return a march to free land, best a castle, from the area with most units."""
    homes = {edition_house.home for edition_house in v.edition.houses.values()}
    land = [area for area in armies if v.edition.areas[area].kind == "land"]
    for origin in sorted(land, key=lambda area: (-board.forces[area].size(), v.edition.area_order[area])):
        for goal in sorted(
            reach(board, v.edition, house, origin),
            # A castle is worth the way.
            key=lambda area: (v.edition.areas[area].settlement == "none", v.edition.area_order[area]),
        ):
            is_occupied = goal in {*board.forces, *board.neutral, *board.tokens, *board.garrisons}
            if v.edition.areas[goal].kind == "land" and not is_occupied and goal not in homes:
                return origin, goal
    return None


def pencil(view: Any, house: str, v: Voice) -> Sequence[PencilTable]:
    """Tables for what the house has on this board; those without rows are left out."""
    choices = Choices(view, house, v)
    say = v.say
    armies = tuple(f"{v.area(area)}: {choices.units_in(area)}" for area in choices.with_units)
    cards = tuple(card for card, _ in ranked_cards(choices.board.hands.get(house, ()), v))
    places = tuple(v.area(area) for area in choices.muster_areas)
    tables = (
        PencilTable(capital(say("orders")), armies, (say("order"), say("backup order"))),
        PencilTable(capital(say("marches")), armies, (say("only if"), say("units, and where they go"))),
        PencilTable(say("House cards"), cards, (say("when to play it"),)),
        PencilTable(capital(say("mustering")), places, (say("what to muster"),)),
    )
    return tuple(table for table in tables if table.rows)


class ThronesPages(FormPages):
    """Forms, tables and help of the family."""

    guide = staticmethod(guide_pages.guide)
    rulings = staticmethod(guide_pages.rulings)
    tools = (*TOOLS, *TABLES, bank_words, board_summary, deck_name)
    parts = ("areas", "orders", "units", "houses", "cards", "westeros", "wildling_cards", "tide_cards")

    board_tables = staticmethod(board_tables)
    place_facts = staticmethod(place_facts)
    battles = staticmethod(battles)
    first_steps = staticmethod(first_steps)
    pencil = staticmethod(pencil)
    compare_tables = staticmethod(compare_tables)
    sheets, overrides, choices, answer_template = FORM, override_fields.FORM, Choices, "thrones/answer.html"
    override_fields = staticmethod(override_fields.offered)
    what_ifs = HouseForm()

    def end_tables(self, page: Any, v: Any) -> Mapping[str, str]:
        """The templates that show a game that is over; they read its page."""
        return {"beside": "thrones/end_beside.html", "below": "thrones/end_below.html"}

    def cards_shown(self, view: Any, v: Any) -> list[Offered]:
        """The House cards of the battle that is being fought, once they are turned up."""
        battle = view.board.battle
        if battle is None:
            return []
        played = [(house, battle.cards[house]) for house in (battle.attacker, battle.defender) if house in battle.cards]
        return [
            replace(card, arms=house, note=", ".join(filter(None, (v.house(house), card.note))))
            for house, id in played
            for card in house_cards((id,), v)
        ]

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """Return template values for the sections; empty `window`: standing orders."""
        form = shown_form(draft, warnings, v)
        choices = Choices(view, house, v, draft.sheet)
        choosing = choice_offers(view, house, v, window, draft.sheet)
        tokens = orders_by_area(draft.sheet, choices)
        places = _places(choices, form, tokens, window)
        liked = [order for orders in tokens.values() for order in orders]
        shown = sections(window, view, house, v.edition, form, places, liked, choosing=bool(choosing))
        display = Display(Sheet, STRUCTS, PARTS, form, choices, shown.focus, {"support": places.support})
        return {
            "form_template": "thrones/sheet_form.html",
            "f": form,
            "c": choices,
            "choosing": choosing,
            "vassals": vassals_shown(display, window, draft.sheet),
            "places": places,
            "told_of": partial(_section_words, draft.sheet, v),
            "sections": shown,
            "show": display.section,
            "defaults": default_policies(v.edition),
        }

    def override_kinds(self, edition: Edition, modules: Collection[str], *, sees: bool) -> list[str]:
        """Return the kinds for these modules; deck kinds only if the master may see."""
        kinds = override_fields.edition_override_kinds(with_modules(edition, tuple(modules)))
        return [kind for kind in kinds if sees or kind != "set-deck"]

    def defaults(self, edition: Edition) -> Mapping[str, str]:
        """What published defaults do, by kind of decision."""
        return default_policies(edition)


def _section_words(sheet: Sheet, v: Any, section: str) -> list[str]:
    """A section of a sheet in words."""
    alone = Sheet(**{section: getattr(sheet, section)})
    return [line for _, lines in sheet_in_words(alone, v) for line in lines]


def _places(choices: Choices, form: ShownForm, tokens: Tokens, window: str) -> Places:
    """The cards of the house's areas in a turn."""
    steps = steps_ahead(choices.board, choices.edition) if window.endswith("-westeros") else ()
    shows_orders = window.endswith("-planning") or form.opened("orders")
    return places_shown(
        choices,
        form,
        tokens,
        orders=choices.order_areas if shows_orders else (),
        mustering="mustering" in steps or form.opened("muster"),
    )


THRONES = ThronesPages()
