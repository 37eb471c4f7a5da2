"""Which sections the form shows for a call, which of them are open, and which others there are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from adjudicator.thrones.rules.ahead import whole_westeros
from adjudicator.thrones.sheets.steps_ahead import steps_ahead
from adjudicator.thrones.state.board import Board, View
from adjudicator.thrones.state.edition import Edition
from narration.thrones.voice import AUCTIONS
from narration.words import N_
from web.shown_form import ShownForm
from web.thrones.sheet_form.places import Places

# All sections in the order in which they are shown.
TITLES: Mapping[str, str] = {
    "tactics": N_("Tactics card"),
    "orders": N_("Orders"),
    "vassals": N_("Vassals"),
    "raven": N_("The Messenger Raven"),
    "choices": N_("Choices that cards and rules leave"),
    "bids": N_("Bids"),
    "ties": N_("Ties, if I hold the Iron Throne"),
    "muster": N_("Mustering"),
    "raids": N_("Raids of all areas"),
    "marches": N_("Marches of all areas"),
    "support": N_("Support of all areas"),
    "cards": N_("House cards"),
    "loans": N_("Loans of the Iron Bank"),
    "blade": N_("The Valyrian steel blade"),
    "texts": N_("Card texts"),
    "troops": N_("Units moved by cards"),
    "hostages": N_("Hostages"),
    "losses": N_("Losses"),
    "retreat": N_("Retreats"),
    "steward": N_("Left to the bot"),
}
ALL = tuple(TITLES)
# Calls that ask for all that a phase may bring; any other is answered directly.
PHASES = ("-westeros", "-planning", "-raven")
# Which sections answer the questions of a Westeros card's step.
STEPS = {
    "supply": ("losses",),
    "mustering": ("muster",),
    "clash-of-kings": ("bids", "ties"),
    "claim-westeros": ("bids", "ties"),
    "swing-the-sword": ("choices",),
    "wildling-attack": ("bids", "ties", "losses", "texts"),
    "loyalty": ("choices",),
}
# Which parts of sections they mean.
PARTS: Mapping[str, tuple[str, ...]] = {
    "supply": ("losses.supply",),
    "wildling-attack": ("losses.wildlings", "texts.take_back", "ties.highest", "ties.lowest"),
    "clash-of-kings": ("ties.tracks",),
    "claim-westeros": ("ties.tracks",),
}
# Sections that speak of all areas together; what is about one area stands in its card.
TOGETHER: Mapping[str, tuple[str, ...]] = {
    "marches": ("sequence", "stop", "wishes"),
    "raids": ("sequence",),
    "muster": ("sequence",),
}
# Open at once; the others unfold when somebody wants them.
FIRST = ("tactics", "vassals", "raven")
# The choice of the tactics card has a section of its own, beside the orders with which it is made.
TACTICS = "choices.tactics"
WILDLINGS = "wildlings"


@dataclass(frozen=True)
class Section:
    """A section of the form with its title, and whether it is open; `brief`: it is told in words until somebody wants
    to change it."""

    name: str
    title: str
    open: bool
    brief: bool = False


@dataclass(frozen=True)
class Sections:
    """The sections that are shown, those that can be asked for, the parts of sections that the call asks for, the
    auctions that are bid in it."""

    shown: list[Section]
    others: list[Section]
    focus: frozenset[str]
    auctions: tuple[str, ...]


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
) -> Sections:
    """The sections that the call asks for and the chosen `orders` make possible, and those in which something stands;
    all others that the game knows can be asked for.

    `window` is the call's; empty for standing instructions. `choosing`: whether cards or rules leave the house a choice
    in this call.
    """
    westeros = window.endswith("-westeros")
    steps = steps_ahead(view.board, edition) if westeros else ()
    asked = _asked(window, view, house, edition, places, orders, steps)
    asked = asked | {"choices"} if choosing and window.endswith(PHASES) else asked - {"choices"}
    found, others = [], []
    for name, title in TITLES.items():
        filled = busy(name, form, places)
        if name == "orders":
            if not any(card.order for card in places.cards):
                others.append(Section(name, title, False))
        elif name in asked or filled or form.opened(name):
            wanted = name in asked or form.opened(name) or form.troubled(name) or form.grows(name) or name in FIRST
            found.append(Section(name, title, filled or form.opened(name) or name in FIRST or westeros, not wanted))
        elif name not in _not_in_play(view, edition, choosing) and not (name == "muster" and places.having("muster")):
            others.append(Section(name, title, False))
    parts = frozenset(part for step in steps for part in PARTS.get(step, ()))
    return Sections(found, others, parts, _auctions(steps, edition))


def _asked(
    window: str,
    view: View,
    house: str,
    edition: Edition,
    places: Places,
    orders: Collection[str],
    steps: Collection[str],
) -> set[str]:
    """What a call asks for."""
    board = view.board
    together = {name for name, tool in (("raids", "raid"), ("muster", "muster")) if len(places.having(tool)) > 1}
    if window.endswith("-westeros"):
        asked = {name for step in steps for name in STEPS.get(step, ())} - {"muster"}
        if house and house not in whole_westeros(board, edition).judges:
            asked.discard("ties")
        return asked | together | ({"vassals"} if asked and view.seat in board.commanders.values() else set())
    if not window.endswith(PHASES):
        # A stop of its own is answered directly, and of standing instructions everybody has his own idea.
        return set()
    holders = {"raven": "messenger-raven", "blade": "valyrian-blade"}
    asked = {"cards", *together, *(name for name, badge in holders.items() if board.holders.get(badge) == house)}
    asked |= {"marches"} if places.having("march") else set()
    asked |= {"support"} if len(places.having("support")) > 1 else set()
    known = [edition.orders[token] for token in orders if token in edition.orders]
    asked |= {"loans"} if any(token.does("iron-bank") for token in known) else set()
    asked |= {"vassals"} if board.vassals else set()
    asked |= {"hostages"} if _held(board, house) else set()
    return asked | ({"tactics"} if board.tactics is not None and window.endswith("-planning") else set())


def _held(board: Board, house: str) -> bool:
    """Whether leaders are held for whom, or by whom, the house may be asked."""
    return any(one.cell and house in (one.house, one.cell) for one in board.leaders.values())


def _auctions(steps: Collection[str], edition: Edition) -> tuple[str, ...]:
    """What is bid for in these steps, in their order."""
    found: list[str] = []
    for step in steps:
        if step == "clash-of-kings":
            found += edition.tracks
        elif step == "wildling-attack":
            found.append(WILDLINGS)
        elif step == "claim-westeros":
            found += AUCTIONS
    return tuple(dict.fromkeys(found))


def busy(name: str, form: ShownForm, places: Places) -> bool:
    """Whether something stands or is wrong in a section, or more rows of it were asked for."""
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
