"""Which sections the form shows for a call, which of them are open, and which others there are."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.engine.sheet.sections import sections_of
from adjudicator.thrones.sheets.marches import Marches
from adjudicator.thrones.sheets.muster import Muster
from adjudicator.thrones.sheets.orders import Raids
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.turn_sections import TurnSections, turn_sections
from adjudicator.thrones.state.board import View
from adjudicator.thrones.state.edition import Edition
from narration.words import N_
from web.forms.sections import Heading, Headings, class_of, in_order
from web.forms.shown import ShownForm
from web.thrones.sheet_form.labels import PARTS
from web.thrones.sheet_form.places import Places

# All sections in the order in which they are shown. The choice of the tactics card has one of its own, beside the
# orders with which it is made; vassals to command stand among vassals.
_IN_ORDER = tuple(name for name in in_order(Sheet, PARTS) if name not in ("orders", "claims"))
ALL = ("tactics", "orders", *_IN_ORDER)
TITLES = {**{name: section.title for name, section in sections_of(Sheet).items()}, "tactics": N_("Tactics card")}
# Calls that ask for all that a phase may bring; any other is answered directly.
PHASES = ("-westeros", "-planning", "-raven")
# Sections that speak of all areas together; what is about one area stands in its card.
TOGETHER = {
    name: [field for field in kind.__struct_fields__ if field != "areas"]
    for name in _IN_ORDER
    if (kind := class_of(Sheet, name)) in (Raids, Marches, Muster)
}
# Open at once; the others unfold when somebody wants them.
FIRST = ("tactics", "vassals", "raven")
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
    """The sections that the call asks for and the chosen `orders` make possible, and those in which something stands;
    all others that the game knows can be asked for.

    `window` is the call's; empty for standing instructions. `choosing`: whether cards or rules leave the house a choice
    in this call.
    """
    turn = turn_sections(view.board, edition, house, westeros=window.endswith("-westeros"))
    asked = _asked(turn, view.seat or "", places, orders, planning=window.endswith("-planning"))
    if not window.endswith(PHASES):
        # A stop of its own is answered directly, and of standing instructions everybody has his own idea.
        asked = set()
    asked = asked | {"choices"} if choosing and window.endswith(PHASES) else asked - {"choices"}
    found, others = [], []
    for name in ALL:
        title = TITLES[name]
        filled = busy(name, form, places)
        if name == "orders":
            if not any(card.order for card in places.cards):
                others.append(Heading(name, title, False))
        elif name in asked or filled or form.opened(name):
            first = form.opened(name) or name in FIRST
            wanted = first or name in asked or form.troubled(name) or form.grows(name)
            found.append(Heading(name, title, filled or first or turn.westeros, not wanted))
        elif name not in _not_in_play(view, edition, choosing) and not (name == "muster" and places.having("muster")):
            others.append(Heading(name, title, False))
    parts = (f"{name}.{part}" for name, section in turn.sections.items() for part in section.parts)
    focus = frozenset(part for part in parts if turn.westeros and turn.likely(part))
    return Headings(found, others, focus, turn.auctions)


def _asked(turn: TurnSections, seat: str, places: Places, orders: Collection[str], *, planning: bool) -> set[str]:
    """What the call of a phase asks for."""
    asked = {name for name, tool in (("raids", "raid"), ("muster", "muster")) if len(places.having(tool)) > 1}
    if turn.westeros:
        asked |= {name for name in turn.sections if name != "muster" and turn.likely(name)}
        lose_or_muster = turn.touches("losses") or turn.touches("muster")
        commands = lose_or_muster and seat in turn.board.commanders.values()
        return (asked | {"vassals"} if commands else asked) - (set() if turn.judges else {"ties"})
    asked |= {name for name in ("cards", "raven", "blade", "vassals", "hostages") if turn.likely(name)}
    asked |= {"marches"} if places.having("march") else set()
    asked |= {"support"} if len(places.having("support")) > 1 else set()
    tokens = (turn.edition.orders[token] for token in orders if token in turn.edition.orders)
    asked |= {"loans"} if any(token.does("iron-bank") for token in tokens) else set()
    return asked | ({"tactics"} if turn.board.tactics is not None and planning else set())


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
