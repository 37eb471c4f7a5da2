"""Every card that a game may bring, with its text, for who has none before the eyes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.btwixt.rules.setup import influence_deck
from adjudicator.btwixt.state.edition import ADVANCED, DRAFT_OF_KINGS
from adjudicator.btwixt.state.position import Board
from narration.blocks import Block, Folded, Points
from narration.btwixt.voice import Voice
from narration.words import N_

CARDS, EVENTS = N_("Influence cards of the deck:"), N_("Events, which come into the deck with the seasons:")
OWN, ALLIES = N_("Own cards of {house}:"), N_("Allies:")
TO_COME = N_("The cards that may come to you in this draft")
COPIES = N_("{n} × {card}")


def reference_blocks(board: Board, edition: str, v: Voice) -> list[Block]:
    """Influence cards, events, leaders' own cards and allies, as far as they are in the game."""
    # Those that a draft may bring stand beside its question.
    blocks = [] if board.phase == "draft" else _drawn(board, v)
    if ADVANCED in board.modules and DRAFT_OF_KINGS not in board.modules:
        for house in sorted(board.houses, key=lambda one: one != v.seat):
            own = v.edition.own_cards.get(house, ())
            blocks += [Points(text=v.say(OWN, house=v.house(house)), points=tuple(_lines(own, v)))] if own else []
    allies = sorted(v.edition.allies.values(), key=lambda ally: (-ally.power, v.ally_power(ally.id)))
    told = tuple(v.ally_line(ally.id) for ally in allies if ally.id not in board.removed)
    return [*blocks, Points(text=v.say(ALLIES), points=told)]


def drafted_blocks(board: Board, v: Voice) -> list[Block]:
    """The cards that may come by in a draft, of which nobody knows who holds which."""
    return [Folded(text=v.say(TO_COME), blocks=tuple(_drawn(board, v)))]


def _drawn(board: Board, v: Voice) -> list[Block]:
    """The cards of the deck, and events that come into it."""
    deck = sorted(set(influence_deck(v.edition.cards, board.modules)))
    blocks: list[Block] = [Points(text=v.say(CARDS), points=tuple(_lines(deck, v)))]
    if ADVANCED in board.modules and DRAFT_OF_KINGS not in board.modules:
        events = [card.id for card in v.edition.influence.values() if card.group == "event"]
        blocks.append(Points(text=v.say(EVENTS), points=tuple(_lines(events, v))))
    return blocks


def _lines(cards: Collection[str], v: Voice) -> Iterator[str]:
    """A line for each card, the dearest first, with how many copies there are."""
    known = v.edition.influence
    for card in sorted(cards, key=lambda one: (-known[one].value, v.card(one))):
        line, copies = v.card_line(card), known[card].copies
        yield v.say(COPIES, n=copies, card=line) if copies > 1 else line
