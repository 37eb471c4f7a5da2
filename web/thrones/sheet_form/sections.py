"""Which sections the form has for a call, and which of them are open."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.thrones.sheets.steps_ahead import steps_ahead
from adjudicator.thrones.state.board import View
from adjudicator.thrones.state.edition import Edition
from web.shown_form import ShownForm

PLANNING = (
    "tactics",
    "orders",
    "vassals",
    "raven",
    "raids",
    "marches",
    "support",
    "cards",
    "loans",
    "blade",
    "texts",
    "choices",
    "troops",
    "hostages",
    "losses",
    "retreat",
    "steward",
)
WESTEROS = ("choices", "bids", "ties", "muster", "losses", "texts", "vassals", "steward")
ALL = (
    "tactics",
    "orders",
    "vassals",
    "raven",
    "raids",
    "marches",
    "support",
    "cards",
    "blade",
    "retreat",
    "losses",
    "texts",
    "choices",
    "bids",
    "ties",
    "muster",
    "loans",
    "troops",
    "hostages",
    "steward",
)
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
# Which parts of a section they mean.
PARTS = {"supply": ("losses.supply",), "wildling-attack": ("losses.wildlings", "texts.take_back")}
# Which badge a section needs to be of use.
NEEDS = {"raven": "messenger-raven", "blade": "valyrian-blade", "ties": "iron-throne"}
# Open at once in the planning call; the others unfold when somebody wants them.
FIRST = ("tactics", "orders", "vassals", "raven", "raids", "marches", "support", "cards")


# The choice of the tactics card has a section of its own, beside the orders with which it is made.
TACTICS = "choices.tactics"


@dataclass(frozen=True)
class Section:
    """A section of the form, whether it is open, and whether the call can ask for it at all."""

    name: str
    open: bool
    asked: bool = True


def sections(
    window: str,
    view: View,
    house: str,
    edition: Edition,
    used: frozenset[str] = frozenset(),
    choosing: bool = False,
) -> list[Section]:
    """The sections in the order in which the call asks for them: first what it needs, then everything else, folded.

    `window` is the call's; empty for standing instructions. `used`: sections in which something stands; `choosing`:
    whether cards or rules leave the house a choice in this call.
    """
    first, opened = _relevant(window, view, edition)
    if choosing:
        opened |= {"choices"}
    else:
        first = [name for name in first if name != "choices"]
    if house:
        opened = {name for name in opened if view.board.holders.get(NEEDS.get(name, "")) in (None, house)}
    idle = _not_in_play(view, edition, choosing) - used
    order = [name for name in (*first, *(name for name in ALL if name not in first)) if name not in idle]
    asked = set(first) or set(ALL)
    return [Section(name, name in opened or name in used, name in asked) for name in order]


def busy_sections(form: ShownForm) -> frozenset[str]:
    """The sections in which something stands or is wrong, or of which more rows were asked for."""
    found = {name for name in ALL if form.busy(name)}
    if form.busy(TACTICS):
        found.add("tactics")
        if form.keys("choices") == ["tactics"] and not form.errors("choices"):
            found.discard("choices")
    return frozenset(found | {"vassals"} if form.busy("claims") else found)


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


def parts_in_focus(window: str, view: View, edition: Edition) -> frozenset[str]:
    """The parts of sections that the Westeros cards of the round ask for, while the call is about them."""
    if not window.endswith("-westeros"):
        return frozenset()
    return frozenset(part for step in steps_ahead(view.board, edition) for part in PARTS.get(step, ()))


def _relevant(window: str, view: View, edition: Edition) -> tuple[list[str], set[str]]:
    if window.endswith("-westeros"):
        asked = {name for step in steps_ahead(view.board, edition) for name in STEPS.get(step, ())}
        if asked and view.seat in view.board.commanders.values():
            asked.add("vassals")
        return [name for name in WESTEROS if name in asked or name in ("choices", "steward")], asked
    if window.endswith(("-planning", "-raven")):
        parts = [*PLANNING, *(["muster"] if any(token.musters for token in edition.orders.values()) else [])]
        opened = set(FIRST)
        if window.endswith("-raven"):
            for placed in ("tactics", "orders"):
                parts.remove(placed)
                opened.remove(placed)
        return parts, opened
    # A stop of its own is answered directly; the sections serve what follows it.
    return [], set()
