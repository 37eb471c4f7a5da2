"""The board in words, for who has none before the eyes: tracks, then each house with its areas, the reader's first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.thrones.rules.control import settlements
from adjudicator.thrones.rules.planning import star_places
from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.rules.supply import limits
from adjudicator.thrones.rules.weather import in_weather
from adjudicator.thrones.state.board import CLOSED, Board, View
from narration.blocks import Block, Points, Prose
from narration.memo import of_the_same
from narration.thrones.battle_sentences import card_named, item_phrase
from narration.thrones.board_areas import Around, area_words, borders, named, neighbours
from narration.thrones.choice_words import card_text
from narration.thrones.edition_words import counted_name, wildlings_known
from narration.thrones.voice import Voice
from narration.words import N_

MOMENT = N_("Round {n} of {most}, {phase}.")
YOU = N_("{house} (you)")
USED = N_("{badge} is used this round")
WILDLINGS = N_("Wildlings: {n} of {most}")
FORBIDDEN = N_("Forbidden this round: {orders}")
TURNED_UP = N_("Westeros cards: {cards}")
WITH_TEXT = N_("{card} ({text})")
ORDERS = N_("Orders that each house has (\u2605: special): {orders}")
BATTLE = N_("{attacker} attacks {defender} in {area} from {origin} with {units}")
SUPPLY = N_("Supply {n}: armies of at most {sizes}.")
SINGLE = N_("Supply {n}: single units only.")
HAND, DISCARDED = N_("In hand: {cards}."), N_("Discarded: {cards}.")
COMMANDED, FREE = N_("commanded by {house}"), N_("commanded by nobody")
STARS = N_("{house} ({n})")
NOBODYS, CLOSED_AREAS = N_("Held by nobody:"), N_("Not in play: {areas}.")
AROUND = N_("What your areas with units or castles border, and who holds it (* with units, ~ sea):")
SO_FAR = N_("{house} so far {n}: {items}")


class _Told(NamedTuple):
    """What every reader of a board is told alike: its first block, what follows the name of each house and the areas
    it holds, what nobody holds, and the areas as neighbours."""

    moment: Block
    heads: dict[str, str]
    held: dict[str, tuple[str, ...]]
    blocks: dict[str, Block]
    nobodys: tuple[Block, ...]
    around: Around


def board_blocks(view: View, v: Voice) -> list[Block]:
    """Everything that lies on the board, house by house, and what the reader's areas border."""
    board, words = view.board, v.words
    played: Any = games.of_edition(view.edition).edition_played(view.edition, board.modules)
    edition = in_weather(played, board)
    told = of_the_same("board", (board,), edition.id, words.language, make=lambda: _told(board, Voice(edition, words)))
    blocks = [told.moment]
    if v.seat in told.heads:
        name = f"{v.say(YOU, house=v.house(v.seat))}:"
        blocks.append(Points(text=f"{name} {told.heads[v.seat]}", points=told.held[v.seat]))
    blocks += (block for house, block in told.blocks.items() if house != v.seat)
    blocks += told.nobodys
    around = tuple(borders(board, told.around, Voice(edition, words, v.seat)))
    return [*blocks, Points(text=v.say(AROUND), points=around)] if around else blocks


def _told(board: Board, v: Voice) -> _Told:
    """The board for readers of one language; the voice is nobody's."""
    around = neighbours(board, v)
    held: dict[str, list[str]] = {house: [] for house in board.houses}
    free: list[str] = []
    for area, house in around.holders.items():
        held.get(house or "", free).append(area)
    heads = {house: _head(house, board, v) for house in board.houses}
    areas = {house: tuple(_held(house, held[house], board, v)) for house in board.houses}
    blocks: dict[str, Block] = {
        house: Points(text=f"{v.house(house)}: {heads[house]}", points=areas[house]) for house in board.houses
    }
    moment = Points(text=_moment(board, v), points=tuple(_tracks(board, v)))
    return _Told(moment, heads, areas, blocks, tuple(_nobodys(free, around, board, v)), around)


def _held(house: str, areas: list[str], board: Board, v: Voice) -> Iterator[str]:
    """The areas of a house: each land on a line, seas and ports with ships, of which little is to be said, on one."""
    ships = []
    for area in areas:
        kind = v.edition.areas[area].kind
        if kind == "land":
            yield area_words(area, house, board, v)
        elif kind == "sea" or area in board.forces:
            ships.append(area_words(area, house, board, v))
    if ships:
        yield "; ".join(ships)


def _moment(board: Board, v: Voice) -> str:
    return v.say(MOMENT, n=board.round, most=v.edition.rounds, phase=v.phase(board.phase))


def _tracks(board: Board, v: Voice) -> Iterator[str]:
    """The tracks from first to last, what of their badges is used, the wildlings, what holds for the round."""
    for track in v.edition.tracks:
        placed = (_placed(track, n, h, board, v) for n, h in enumerate(board.tracks[track]))
        yield f"{v.track(track)}: {', '.join(placed)}"
    for badge in board.spent:
        yield v.say(USED, badge=v.badge(badge))
    if wildlings_known(v.edition):
        yield v.say(WILDLINGS, n=board.wildlings, most=v.edition.wildling_track[-1])
        if board.wildling_card:
            yield v.card(board.wildling_card)
    if board.revealed:
        yield v.say(TURNED_UP, cards="; ".join(_turned_up(card, v) for card in board.revealed.values()))
    if board.bans:
        yield v.say(FORBIDDEN, orders=", ".join(v.ban(ban) for ban in board.bans))
    if board.phase == "planning":
        yield v.say(ORDERS, orders=", ".join(_orders(v)))
    if board.battle is not None:
        yield _battle(board, v)


def _turned_up(card: str, v: Voice) -> str:
    """A Westeros card with what it says."""
    text = card_text(card, v).rstrip(".")
    return v.say(WITH_TEXT, card=v.card(card), text=text) if text else v.card(card)


def _placed(track: str, place: int, house: str, board: Board, v: Voice) -> str:
    """A house on a track; on the one that says how many special orders it may give, with their number."""
    stars = star_places(board, v.edition) if track == "kings-court" else ()
    if track != "kings-court" or place >= len(stars):
        return v.house(house)
    return v.say(STARS, house=v.house(house), n="\u2605" * stars[place] or "\u2013")


def _orders(v: Voice) -> Iterator[str]:
    """The order tokens of a house, how many of each; without those for vassals, and those that only cards bring."""
    for token in v.edition.orders.values():
        if token.copies and not token.vassal:
            name = v.order(token.id) + ("\u2605" if token.special else "")
            yield f"{token.copies} \u00d7 {name}" if token.copies > 1 else name


def _battle(board: Board, v: Voice) -> str:
    battle = board.battle
    assert battle is not None
    told = v.say(
        BATTLE,
        attacker=v.house(battle.attacker),
        defender=v.house(battle.defender),
        area=named(battle.area, v),
        origin=named(battle.origin, v),
        units=v.units(battle.troop),
    )
    counted = (_so_far(house, board, v) for house in (battle.attacker, battle.defender) if house in board.houses)
    return "; ".join((told, *filter(None, counted)))


def _so_far(house: str, board: Board, v: Voice) -> str:
    """What counts for one side by now, cards that lie open included."""
    assert board.battle is not None
    items = strength_items(board, v.edition, board.battle, house)
    told = ", ".join(item_phrase(item, house, v) for item in items)
    return v.say(SO_FAR, house=v.house(house), n=total(items), items=told) if items else ""


def _head(house: str, board: Board, v: Voice) -> str:
    """Of a house how near it is to victory, its Power and supply, its House cards; of a vassal who commands it."""
    parts: list[str] = []
    if house in board.vassals:
        chief = board.commanders.get(house)
        parts.append((v.say(COMMANDED, house=v.house(chief)) if chief else v.say(FREE)) + ".")
    else:
        parts.append(f"{counted_name(v)} {settlements(board, v.edition, house)}/{board.victory}.")
        parts.append(f"{v.say('Power')} {board.power.get(house, 0)}.")
    sizes = limits(board, v.edition, house)
    supply = board.supply.get(house, 0)
    parts.append(v.say(SUPPLY, n=supply, sizes=", ".join(map(str, sizes))) if sizes else v.say(SINGLE, n=supply))
    for words, cards in ((HAND, board.hands.get(house)), (DISCARDED, board.discards.get(house))):
        told = card_named if words is HAND else _card
        parts += [v.say(words, cards=", ".join(told(card, v) for card in cards))] if cards else []
    return " ".join(parts)


def _card(card: str, v: Voice) -> str:
    known = v.edition.cards.get(card)
    return f"{v.card(card)} ({known.strength})" if known is not None else v.card(card)


def _nobodys(free: list[str], around: Around, board: Board, v: Voice) -> Iterator[Block]:
    """Lands that no house holds, and what lies there; those that are out of play."""
    closed = [area for area in free if board.neutral.get(area) == CLOSED]
    lands = [a for a in free if a not in closed and (v.edition.areas[a].kind == "land" or _lies(a, board))]
    if lands:
        text = "; ".join(area_words(area, around.holders[area], board, v) for area in lands)
        yield Prose(text=f"{v.say(NOBODYS)} {text}.")
    if closed:
        yield Prose(text=v.say(CLOSED_AREAS, areas=", ".join(v.area(area) for area in closed)))


def _lies(area: str, board: Board) -> bool:
    return area in board.neutral or area in board.improvements or area in board.loyalty or area in board.orders
