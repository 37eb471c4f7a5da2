"""The table in words, for readers who cannot see it, and all cards of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.btwixt.rules.scoring import totals, values
from adjudicator.btwixt.rules.seasons import influence_deck, rounds_in_season
from adjudicator.btwixt.state import ADVANCED, DRAFT_OF_KINGS, Board, View, clockwise, council_leaders, councils_of
from narration.btwixt.voice import Voice
from narration.plain import Block, Folded, Points
from narration.words import N_, capital


def board_blocks(view: View, v: Voice) -> list[Block]:
    """Describe everything on the table that the reader may see."""
    board = view.board
    seats = clockwise(board, v.seat) if v.seat in board.houses else board.houses
    when = {"season": v.season(board.season), "space": board.space, "most": rounds_in_season(len(board.houses))}
    drafting = board.phase == "draft"
    title = v.say(
        N_("The draft before round {n}, {season}:") if drafting else N_("Round {n}, {season} {space} of {most}:"),
        n=board.round + drafting,
        **when,
    )
    blocks = [Points(text=title, points=tuple(_open(board, v)))]
    for title, cards in ((N_("Your hand"), view.hand), (N_("Your own cards still to come"), view.own)):
        blocks += [Points(text=f"{v.say(title)}:", points=tuple(map(v.card_line, cards)))] if cards else []
    blocks.append(
        Points(text=v.say("The leaders, clockwise:"), points=tuple(_leader(house, board, v) for house in seats))
    )
    councils = tuple(_council(council, view, v) for council in councils_of(seats))
    return [*blocks, Points(text=v.say("The councils, clockwise:"), points=councils)]


def _open(board: Board, v: Voice) -> Iterator[str]:
    """Yield the ally bid for, the round's effects, open cards, and what is left."""
    if board.current:
        tokens = f" ({v.tokens(board.tokens_on_current)})" if board.tokens_on_current else ""
        yield v.say("Current ally: {ally}", ally=v.ally_line(board.current)) + tokens
    holds = [v.ally_line(ally) for ally in board.active if ally != board.current]
    holds += [v.say("{card} of {house}", card=v.card_line(ban.card), house=v.house(ban.house)) for ban in board.lasting]
    for what in holds:
        yield v.say("In force this round: {what}", what=what)
    if board.row:
        yield v.say("In the row: {allies}.", allies="; ".join(map(v.ally_line, board.row)))
    if board.dead:
        yield v.say("Dead: {allies}.", allies=v.allies(board.dead))
    yield v.say(
        "Still face down: allies {allies}, cards {cards}, tokens {tokens}",
        allies=board.allies_left,
        cards=board.cards_left,
        tokens=board.tokens_left,
    )


def _leader(house: str, board: Board, v: Voice) -> str:
    """A leader: cards in hand, the bid pile and what it comes to, what is special."""
    count, worth = board.hands[house], values(board, v.edition)
    parts = [v.say_n("{n} card in hand", "{n} cards in hand", count)]
    pile = ", ".join(f"{v.card(bid_card.card)} ({worth[bid_card.number]})" for bid_card in board.piles.get(house, ()))
    if pile:
        total = v.say("total influence {n}", n=totals(board, v.edition)[house])
        parts.append(f"{total}: {pile}")
    parts += [v.say("first player")] if board.first == house else []
    parts += [v.say("kneels")] if house in board.kneeling else []
    parts += [v.say("won the bid")] if board.won is not None and board.won.house == house else []
    name = v.say("{house} (you)", house=v.house(house)) if house == v.seat else v.house(house)
    return f"{name}: {'; '.join(parts)}"


def _council(council: str, view: View, v: Voice) -> str:
    """A council: its allies, and its tokens as far as their numbers are known."""
    holdings, opened, seen = view.board.councils[council], view.board.opened.get(council), view.seen.get(council)
    name = v.council(council)
    parts = [v.allies(holdings.allies) or v.say("no allies"), v.tokens(holdings.tokens)]
    for words, numbers in (
        (N_("with the numbers {numbers}"), opened),
        (N_("you have seen {numbers}"), seen if not opened else None),
    ):
        parts += [v.say(words, numbers=", ".join(map(str, numbers)))] if numbers else []
    if v.seat in council_leaders(view.board, council):
        name = v.say("{council} (yours)", council=name)
    return f"{name}: {'; '.join(parts)}"


def reference_blocks(board: Board, edition: str, v: Voice) -> list[Block]:
    """List a game's influence cards, events, leaders' own cards and allies."""
    # Those that a draft may bring stand beside its question.
    blocks = [] if board.phase == "draft" else _deck_blocks(board, v)
    if ADVANCED in board.modules and DRAFT_OF_KINGS not in board.modules:
        for house in sorted(board.houses, key=lambda leader: leader != v.seat):
            own = v.edition.own_cards.get(house, ())
            if own:
                text = v.say("Own cards of {house}:", house=v.house(house))
                blocks.append(Points(text=text, points=tuple(_lines(own, v))))
    allies = sorted(v.edition.allies.values(), key=lambda ally: (-ally.power, v.ally_power(ally.id)))
    ally_lines = tuple(v.ally_line(ally.id) for ally in allies if ally.id not in board.removed)
    return [*blocks, Points(text=capital(v.say("allies")) + ":", points=ally_lines)]


def drafted_blocks(board: Board, v: Voice) -> list[Block]:
    """The cards that may come by in a draft, of which nobody knows who holds which."""
    return [Folded(text=v.say("Cards that may come to you in this draft"), blocks=tuple(_deck_blocks(board, v)))]


def _deck_blocks(board: Board, v: Voice) -> list[Block]:
    """The cards of the deck, and events that come into it."""
    deck = sorted(set(influence_deck(v.edition.cards, board.modules)))
    blocks: list[Block] = [Points(text=v.say("Influence cards of the deck:"), points=tuple(_lines(deck, v)))]
    if ADVANCED in board.modules and DRAFT_OF_KINGS not in board.modules:
        events = [card.id for card in v.edition.influence.values() if card.group == "event"]
        blocks.append(
            Points(text=v.say("Events, added to the deck with the seasons:"), points=tuple(_lines(events, v)))
        )
    return blocks


def _lines(cards: Collection[str], v: Voice) -> Iterator[str]:
    """A line for each card, the dearest first, with how many copies there are."""
    influence = v.edition.influence
    for card in sorted(cards, key=lambda card_id: (-influence[card_id].value, v.card(card_id))):
        line, copies = v.card_line(card), influence[card].copies
        yield v.say("{n} × {card}", n=copies, card=line) if copies > 1 else line
