"""What may ask a house to choose among effects, and among which: for forms and guides, before any question is open.

A sheet answers under `choices`, by what asks; `because` of an asking is that key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec

from adjudicator.thrones.rules.improvements import BARREL, CROWN
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.targaryen.offers import plot_offers
from adjudicator.thrones.sheets.kinds import KINDS
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import HouseCard, WildlingCard
from adjudicator.thrones.state.edition import TIDES, Edition

Moment = Literal["westeros", "raven", "wildlings", "card", "support", "blade", "port", "power", "loan"]


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Something that asks for choices: `offers` maps each occasion to every choice that it may offer then.

    Only the holder of `badge` is asked, if it names one. The last choice of an occasion is the published default; among
    tracks it is that on which the house concerned moves least.
    """

    because: str
    moment: Moment
    offers: dict[str, tuple[str, ...]]
    badge: str = ""

    def asks(self, board: Board, house: str) -> bool:
        """Whether the house would be asked as things stand: it needs the badge, if one is named."""
        return not self.badge or board.holders.get(self.badge) == house


def askings(board: Board, edition: Edition, house: str) -> tuple[Asking, ...]:
    """Everything that may ask this house, in the order in which a round comes to it."""
    found = [*_westeros(board, edition, house), *_raven(edition), *_wildlings(board, edition, house)]
    found += [*_house_cards(board, edition, house), *_vassal_cards(board, edition, house)]
    found += [*_battles(board, edition), *_power(board, edition, house), *_loans(board, edition)]
    return tuple(found)


def steps_ahead(board: Board, edition: Edition, before: str = "") -> tuple[str, ...]:
    """The steps that revealed Westeros cards start, or may start by choice; first an attack that strikes at once.

    `before`: only those of the cards that are carried out before this one.
    """
    found = []
    if edition.variant.wildlings_strike and board.wildlings == edition.wildling_track[-1]:
        found.append("wildling-attack")
    for name in board.revealed.values():
        if name == before:
            break
        if name in edition.westeros:
            card = edition.westeros[name]
            found += [card.step, *(option.step for option in card.options)]
    return tuple(dict.fromkeys(step for step in found if step))


def kinds_asked(edition: Edition) -> tuple[str, ...]:
    """The kinds of decisions that an edition can ask, in the order in which a round comes to them."""
    return tuple(kind.tag for kind in KINDS.values() if kind.known(edition))


def _westeros(board: Board, edition: Edition, house: str) -> Iterator[Asking]:
    for card in edition.westeros.values():
        plotted = plot_offers(board, edition, house, card) if card.effect and board.points else ()
        if plotted:
            yield Asking(because=card.id, moment="westeros", offers={"": plotted})
        if card.options:
            offers = {"": tuple(option.id for option in card.options)}
            yield Asking(because=card.id, moment="westeros", offers=offers, badge=card.chooser)


def _raven(edition: Edition) -> Iterator[Asking]:
    if edition.wildling_cards:
        badge = "messenger-raven"
        yield Asking(because=badge, moment="raven", offers={"": ("bottom", "top")}, badge=badge)


def _wildlings(board: Board, edition: Edition, house: str) -> Iterator[Asking]:
    for card in edition.wildling_cards.values():
        offers: dict[str, tuple[str, ...]] = {"raven": ("bottom", "top")}
        tied = _TIED.get(card.effect) if _may_judge(board, edition, house) else None
        for occasion, asked in (("lost", _LOST.get(card.effect)), ("tie", tied)):
            if asked is not None:
                offers[occasion] = asked(board, edition, house, card)
        rewarded = _WON.get(str(card.values.get("reward", "")))
        if rewarded is not None:
            offers["won"] = rewarded(board, edition, house, card)
        yield Asking(because=card.id, moment="wildlings", offers={name: some for name, some in offers.items() if some})


def _may_judge(board: Board, edition: Edition, house: str) -> bool:
    """Whether a house holds the Iron Throne, or may win it before the wildlings come."""
    return board.holders["iron-throne"] == house or "clash-of-kings" in steps_ahead(board, edition)


def _house_cards(board: Board, edition: Edition, house: str) -> Iterator[Asking]:
    """The house's own cards that are not out of the game, one that fights just now among them."""
    own = {*board.hands.get(house, ()), *board.discards.get(house, ())}
    if board.battle is not None and house in board.battle.cards:
        own.add(board.battle.cards[house])
    for card in edition.cards.values():
        asked = _TEXTS.get(card.effect)
        if asked is not None and card.id in own:
            offered = asked(board, edition, card)
            yield Asking(because=card.id, moment="card", offers=offered if isinstance(offered, dict) else {"": offered})


def _vassal_cards(board: Board, edition: Edition, house: str) -> Iterator[Asking]:
    """What the cards of vassals ask whoever fights for one, or against one."""
    for name in edition.vassal_cards if board.vassals else ():
        effect = edition.cards[name].effect
        if effect == "muster-beaten" and house in board.vassals:
            lands = tuple(area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
            yield Asking(because=name, moment="card", offers={"": (*lands, "decline")})
        elif effect == "bought-off" and house not in board.vassals:
            yield Asking(because=name, moment="card", offers={"": ("pay", "decline")})


def _battles(board: Board, edition: Edition) -> Iterator[Asking]:
    if edition.variant.support_refusable:
        yield Asking(because="support", moment="support", offers={"": ("refuse", "accept")})
    if edition.tide_cards and TIDES in board.modules:
        badge = "valyrian-blade"
        yield Asking(because=badge, moment="blade", offers={"": ("redraw", "keep")}, badge=badge)
    if edition.port_limit:
        counts = tuple(str(count) for count in range(edition.port_limit, -1, -1))
        yield Asking(because="port", moment="port", offers={"": counts})


def _power(board: Board, edition: Edition, house: str) -> Iterator[Asking]:
    """Which of several orders that bring Power comes first: areas with units or an order of the house, in turn."""
    areas = [area for area, force in board.forces.items() if force.house == house]
    areas += [area for area, placed in board.orders.items() if placed.house == house and area not in areas]
    if "collect" in edition.steps and len(areas) > 1:
        offered = sorted(areas, key=edition.area_order.__getitem__, reverse=True)
        yield Asking(because="consolidate-power", moment="power", offers={"": tuple(offered)})


def _loans(board: Board, edition: Edition) -> Iterator[Asking]:
    """What loans to be had now ask besides areas; `order`: which of two cards of a deck lies first."""
    for loan in board.bank.slots if board.bank is not None else ():
        for part in edition.loans[loan].parts if loan else ():
            if part["does"] == "burn-castle":
                yield Asking(because=loan, moment="loan", offers={"": (CROWN, BARREL)})
            elif part["does"] == "look-at-deck":
                offers = {"deck": edition.westeros_decks, "card": ("bottom", "top"), "order": tuple(edition.westeros)}
                yield Asking(because=loan, moment="loan", offers=offers)


WildlingOffer = Callable[[Board, Edition, str, WildlingCard], tuple[str, ...]]


def _settlements(board: Board, edition: Edition, house: str, card: WildlingCard) -> tuple[str, ...]:
    return (*mustering_places(board, edition, house), "decline")


_LOST: Mapping[str, WildlingOffer] = {
    "down-the-tracks": lambda board, edition, house, card: tuple(card.values["others"]),
    "units-or-places": lambda board, edition, house, card: ("units", "places"),
    "lose-cards": lambda board, edition, house, card: tuple(board.hands.get(house, ())),
}
_TIED: Mapping[str, WildlingOffer] = {"units-or-places": lambda board, edition, house, card: edition.tracks}
_WON: Mapping[str, WildlingOffer] = {
    "top-of-a-track": lambda board, edition, house, card: edition.tracks,
    "muster": _settlements,
}


def _own_cards(board: Board, edition: Edition, card: HouseCard) -> tuple[str, ...]:
    return (*(c for c in edition.hands(board.modules)[card.house] if c != card.id), "decline")


def _all_cards(board: Board, edition: Edition, card: HouseCard) -> tuple[str, ...]:
    hands = edition.hands(board.modules)
    return (*(one for house in board.houses for one in hands[house]), "decline")


CardOffer = Callable[[Board, Edition, HouseCard], tuple[str, ...] | dict[str, tuple[str, ...]]]
_TEXTS: Mapping[str, CardOffer] = {
    "send-back": lambda board, edition, card: ("send-back", "decline"),
    "play-another": lambda board, edition, card: ("play-another", "decline"),
    "to-the-end-of-a-track": lambda board, edition, card: edition.tracks,
    "add-card": _own_cards,
    "choose-retreat": lambda board, edition, card: (*edition.areas, "decline"),
    "remove-cards": lambda board, edition, card: ("remove", "decline"),
    "return-if-defended": lambda board, edition, card: ("take-back", "decline"),
    "fetch-card": lambda board, edition, card: ("take-back", "decline"),
    "copy-card": _all_cards,
    "buy-strength": lambda board, edition, card: tuple(str(n) for n in range(edition.power_tokens, -1, -1)),
    "kill-anywhere": lambda board, edition, card: (*edition.areas, "decline"),
    "move-wildlings": lambda board, edition, card: ("up", "down", "decline"),
    "search-deck": lambda board, edition, card: {
        "deck": (*edition.westeros_decks, "decline"),
        "card": tuple(edition.westeros),
    },
    "up-a-track": lambda board, edition, card: (*edition.tracks, "decline"),
    "empty-the-purse": lambda board, edition, card: ("pay", "decline"),
}
