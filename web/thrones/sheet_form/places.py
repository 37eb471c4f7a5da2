"""The cards of areas: what a sheet may say of each, as far as the orders chosen for it make that possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from adjudicator.thrones.sheets.orders import wishes_of
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from web.forms.shown import ShownForm
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.muster_offers import MusterOffer, muster_offers, musters_of
from web.thrones.sheet_form.rules import HERE

Tokens = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Place:
    """The card of an area: which of its tools are shown. `support` are the rows of the sheet that are about it alone,
    one of them blank; `points` are for mustering, `left` of them by what is wanted so far, `offers` what for;
    `goals`, `later` where it may march, `raids` what it may raid, `helps` where its support counts, all ids. `key`
    names the card on the page."""

    area: str
    key: str
    order: bool
    march: bool
    raid: bool
    support: tuple[str, ...]
    muster: bool
    points: int
    left: int
    offers: tuple[MusterOffer, ...]
    units: Mapping[str, int]
    goals: tuple[str, ...]
    later: tuple[str, ...]
    raids: tuple[str, ...]
    helps: tuple[str, ...]

    @property
    def spoken_of(self) -> bool:
        """Whether the card has any tool at all."""
        return self.order or self.march or self.raid or self.muster or bool(self.support)


@dataclass(frozen=True)
class Places:
    """The cards in the order of the data; the rows of support that are about several areas or all, the last of them
    blank."""

    cards: list[Place]
    support: list[str]

    def having(self, tool: str) -> list[str]:
        """The areas whose cards have a tool."""
        return [card.area for card in self.cards if getattr(card, tool)]


def tokens_of(sheet: Sheet | VassalSheet, choices: Choices) -> Tokens:
    """The orders that lie in each area, or may come to lie there: those that a sheet names, and what the raven
    brings."""
    found: dict[str, tuple[str, ...]] = {}
    for area, placed in choices.board.orders.items():
        if placed.house in choices.own:
            found[area] = (placed.order,)
    if isinstance(sheet, VassalSheet):
        said: list[tuple[str, tuple[str, ...]]] = [(rule.area, (rule.order,)) for rule in sheet.orders]
    else:
        said = [(area, wishes_of(order)) for area, order in sheet.orders.items() if area not in found]
        said += [(rule.area or "", (rule.order or "",)) for rule in sheet.raven]
    for area, orders in said:
        if area:
            found[area] = (*found.get(area, ()), *orders)
    return found


class _Drawn:
    """What decides about the cards of one house, or of a vassal's part."""

    def __init__(self, choices: Choices, form: ShownForm, tokens: Tokens, *, mustering: bool) -> None:
        self.choices, self.form, self.tokens, self.mustering = choices, form, tokens, mustering
        self.ahead = musters_of(choices)

    def does(self, area: str, kind: str) -> bool:
        """Whether an order of this type may lie there."""
        known = self.choices.edition.orders
        return any(known[token].does(kind) for token in self.tokens.get(area, ()) if token in known)

    def musters(self, area: str) -> bool:
        """Whether units may be mustered there."""
        known = self.choices.edition.orders
        by_order = any(known[token].musters for token in self.tokens.get(area, ()) if token in known)
        return area in self.choices.muster_points and (self.mustering or by_order)

    def card(self, area: str, key: str, support: Mapping[str, list[str]], *, order: bool) -> Place:
        """The card of an area."""
        form, choices = self.form, self.choices
        now, far, later = choices.marches_to(area)
        return Place(
            area=area,
            key=key,
            order=order or form.busy(f"orders.{area}"),
            march=self.does(area, "march") or form.busy(f"marches.{area}"),
            raid=self.does(area, "raid") or form.busy(f"raids.{area}"),
            support=tuple(support.get(area, ())),
            muster=self.musters(area) or form.busy(f"muster.{area}"),
            points=choices.muster_points.get(area, 0),
            left=self.ahead[area].left if area in self.ahead else 0,
            offers=muster_offers(choices, self.ahead[area]) if area in self.ahead else (),
            units=choices.counts(area),
            goals=tuple(now if area in choices.edition.areas else ()),
            later=(*far, *later),
            raids=tuple(goal for goal, _ in choices.raid_targets(area)),
            helps=tuple(goal for goal, _ in choices.helped(area)),
        )


def places_shown(
    choices: Choices,
    form: ShownForm,
    tokens: Tokens,
    *,
    orders: Iterable[str] = (),
    mustering: bool = False,
    key: str = "place-",
) -> Places:
    """The cards to show: of the areas that get `orders`, of those that may do something by the tokens that lie there or
    may come to, and wherever something stands."""
    drawn, asked = _Drawn(choices, form, tokens, mustering=mustering), set(orders)
    supporting = [area for area in choices.with_units if drawn.does(area, "support")]
    own_rows, general = _support_rows(form, supporting)
    also = choices.also
    named = [*choices.march_areas, *choices.raid_areas, *choices.muster_areas, *also.orders, *asked, *tokens]
    named += [area for part in ("orders", "marches", "raids", "muster") for area in form.keys(part)]
    known = [area for area in choices.sorted(named) if area not in NO_AREAS]
    cards = [drawn.card(area, f"{key}{area}", own_rows, order=area in asked) for area in known]
    return Places([card for card in cards if card.spoken_of], general)


# Names of the sections about areas that are none.
NO_AREAS = ("sequence", "stop", "wishes")


def _support_rows(form: ShownForm, supporting: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """The rows of support that are about one area alone which may support, with a blank one for each that has none or
    gets more; and all others."""
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
