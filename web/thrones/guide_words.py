"""The parts of a sheet as Help explains them: what each says, and which published defaults stand in for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


PARTS = (
    Part(
        N_("Orders"),
        N_("An order token for each area with units. With conditions elsewhere on the sheet you say what it does."),
        ("place-orders",),
    ),
    Part(
        N_("The Messenger Raven"),
        N_("For its holder: which of your orders is exchanged, for which, on which condition; or nothing."),
        ("use-raven",),
        _no_wildling_deck,
    ),
    Part(
        N_("The Messenger Raven"),
        N_("For its holder: an order to exchange, or a look at the top wildling card, on conditions; or nothing."),
        ("use-raven",),
        _wildling_deck,
    ),
    Part(
        N_("Raids"),
        N_("In which sequence; for each raiding area its targets, best first, or none."),
        ("resolve-raid",),
    ),
    Part(
        N_("Marches"),
        N_(
            "In which sequence; for each marching area plans, each with a condition: who goes where, whether a power "
            "token stays, or that all stay."
        ),
        ("resolve-march",),
    ),
    Part(N_("Support"), N_("For whom your supporting areas count, against whom, in which battles."), ("give-support",)),
    Part(
        N_("House cards"),
        N_("Lists by role, opponent and condition; the first card in hand is played. Cards to keep back."),
        ("choose-house-card",),
    ),
    Part(
        N_("The Valyrian steel blade"),
        N_("For its holder: always, never, or only if it turns a battle."),
        ("use-blade",),
    ),
    Part(
        N_("Card texts"),
        N_("Orders to remove, cards to take back or to discard, footmen to make knights."),
        ("remove-order", "take-back-card", "discard-from-hand", "knight-footman"),
    ),
    Part(
        N_("Choices"),
        N_("What cards, badges and rules leave to you: see the table below. Wishes in order of liking."),
        ("pick-effect",),
        _refusable,
    ),
    Part(
        N_("Losses"),
        N_("Which units go first: for supply, to the wildlings, in battle, on a retreat."),
        ("take-casualty",),
    ),
    Part(N_("Retreats"), N_("Where beaten units go, best first."), ("retreat-to",)),
    Part(N_("Bids"), N_("For each track and against the wildlings: how much, on conditions."), ("place-bid",)),
    Part(
        N_("Ties"),
        N_("For whoever holds the Iron Throne: in which order tied houses stand."),
        ("settle-tie", "pick-tied"),
    ),
    Part(N_("Mustering"), N_("For each place that musters what you want, best first."), ("muster-units",)),
    Part(
        N_("Mustering by an order"),
        N_("A special Consolidate Power order in a castle or stronghold musters what the sheet wants there."),
        ("muster-units",),
        _musters_by_order,
        N_("The order brings its Power."),
    ),
    Part(
        N_("Vassals to command"),
        N_(
            "Which vassals you would command, best first, or that you pass; on conditions, such as who has one already."
        ),
        ("choose-vassal",),
        vassals_known,
    ),
    Part(
        N_("Orders of vassals"),
        N_(
            "For each vassal, or for “any” whom you come to command: its orders in order of liking, and a small "
            "sheet of "
            "its own with raids, marches, support, cards, losses, retreats. What that leaves open, your own sheet says."
        ),
        ("place-vassal-orders",),
        vassals_known,
    ),
    Part(
        N_("Loans"),
        N_(
            "Loans in order of liking, at what price at most, for which areas and units; or that other orders go first."
        ),
        ("take-loan", "improve-area", "place-units", "destroy-unit"),
        loans_known,
    ),
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
    Part(
        N_("Units moved by cards"),
        N_("Which units go from where to where, by which card."),
        ("move-troops",),
        tactics_known,
        module="tactics",
    ),
    Part(
        N_("Hostages"),
        N_("What is offered to whom for own leaders, and which offers are accepted, on conditions."),
        ("negotiate", "accept-offer"),
        leaders_known,
        module="leaders",
    ),
    Part(
        N_("Bids given away"),
        N_("For whoever wins by loyalty: which houses get what was bid for a track, one token after the other."),
        ("spread-bid",),
        causes_known,
    ),
)
