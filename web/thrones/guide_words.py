"""The parts of a sheet as Help explains them: what each says, and which published defaults stand in for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.engine.sheet.sections import sections_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.edition import Edition
from narration.thrones.edition_words import causes_known, leaders_known, loans_known, tactics_known, vassals_known
from narration.words import N_

Known = Callable[[Edition], bool]


def _always(edition: Edition) -> bool:
    return True


def _musters_by_order(edition: Edition) -> bool:
    return any(order.musters for order in edition.orders.values())


def _wildling_deck(edition: Edition) -> bool:
    return edition.ravens_look


def _no_wildling_deck(edition: Edition) -> bool:
    return not edition.ravens_look


def _refusable(edition: Edition) -> bool:
    return edition.variant.support_refusable


@dataclass(frozen=True)
class Part:
    """A part of the sheet; `kinds` are the decisions it answers, `known` whether an edition has it; `otherwise` says
    what happens without it where the defaults of those decisions do not say it all."""

    title: str
    text: str
    kinds: tuple[str, ...]
    known: Known = _always
    otherwise: str = ""
    # The optional part of the rules that brings it, in editions that have it as one.
    module: str = ""


_SECTIONS = sections_of(Sheet)
# Sections whose titles on the form say which of their fields stand there, and not in the cards of areas.
_SHORT = ("raids", "marches", "support", "choices", "ties", "loans")


def _part(name: str, kinds: tuple[str, ...], known: Known = _always, module: str = "") -> Part:
    """A part that is a section of a sheet, with its title and help."""
    section = _SECTIONS[name]
    return Part(section.label if name in _SHORT else section.title, section.help, kinds, known, module=module)


PARTS = (
    _part("orders", ("place-orders",)),
    _part("raven", ("use-raven",), _no_wildling_deck),
    Part(
        _SECTIONS["raven"].title,
        N_("For its holder: an order to exchange, or a look at the top wildling card, on conditions; or nothing."),
        ("use-raven",),
        _wildling_deck,
    ),
    _part("raids", ("resolve-raid",)),
    _part("marches", ("resolve-march",)),
    _part("support", ("give-support",)),
    _part("cards", ("choose-house-card",)),
    _part("blade", ("use-blade",)),
    _part("texts", ("remove-order", "take-back-card", "discard-from-hand", "knight-footman")),
    _part("choices", ("pick-effect",), _refusable),
    _part("losses", ("take-casualty",)),
    _part("retreat", ("retreat-to",)),
    _part("bids", ("place-bid",)),
    _part("ties", ("settle-tie", "pick-tied")),
    _part("muster", ("muster-units",)),
    Part(
        N_("Mustering by an order"),
        N_("A special Consolidate Power order in a castle or stronghold musters what the sheet wants there."),
        ("muster-units",),
        _musters_by_order,
        N_("The order brings its Power."),
    ),
    _part("claims", ("choose-vassal",), vassals_known),
    Part(N_("Orders of vassals"), _SECTIONS["vassals"].help, ("place-vassal-orders",), vassals_known),
    _part("loans", ("take-loan", "improve-area", "place-units", "destroy-unit"), loans_known),
    Part(
        N_("Tactics card"),
        N_("Which card is chosen with the orders: wishes in order of liking, on conditions."),
        ("pick-effect",),
        tactics_known,
        N_("The card that is last among those in hand."),
        "tactics",
    ),
    Part(
        N_("Leaders turned"),
        N_("Among the choices: whose orders are given up for a march of their own, on which condition."),
        ("pick-effect",),
        leaders_known,
        N_("Orders are carried out as they lie."),
        "leaders",
    ),
    _part("troops", ("move-troops",), tactics_known, module="tactics"),
    _part("hostages", ("negotiate", "accept-offer"), leaders_known, module="leaders"),
    Part(
        N_("Bids given away"),
        N_("For whoever wins by loyalty: which houses get what was bid for a track, one token after the other."),
        ("spread-bid",),
        causes_known,
    ),
)
