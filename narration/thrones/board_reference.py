"""What a board shows that never changes, for who has none before the eyes: every border, every House card in play."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator import games
from adjudicator.thrones.rules.weather import in_weather
from adjudicator.thrones.state.board import CLOSED, Board
from narration.blocks import Block, Points
from narration.thrones.battle_sentences import card_with_text
from narration.thrones.board_areas import marked, named, plain_borders, ways
from narration.thrones.voice import Voice
from narration.words import N_

BORDERS = N_("What every area borders (~ sea):")
CARDS, ALLIANCES = N_("House cards of {house}:"), N_("Alliance cards that are held or lie open:")


def reference_blocks(board: Board, edition: str, v: Voice) -> list[Block]:
    """The borders of all areas in play, and the House cards of all houses with their texts, the reader's first."""
    played = in_weather(games.of_edition(edition).edition_played(edition, board.modules), board)  # type: ignore[arg-type]
    told = Voice(played, v.words, v.seat)
    blocks: list[Block] = [Points(text=v.say(BORDERS), points=tuple(_borders(board, told)))]
    for house in sorted(board.hands, key=lambda one: one != v.seat):
        cards = [*board.hands[house], *board.discards.get(house, ())]
        if cards and house not in board.vassals:
            text = v.say(CARDS, house=v.house(house))
            blocks.append(Points(text=text, points=tuple(card_with_text(card, told) for card in cards)))
    alliances = tuple(_alliances(board, told))
    return [*blocks, Points(text=v.say(ALLIANCES), points=alliances)] if alliances else blocks


def _alliances(board: Board, v: Voice) -> Iterator[str]:
    """The alliance cards that houses hold or that lie open, with their texts."""
    realm = board.realm
    if realm is not None:
        held = [card for cards in realm.alliances.values() for card in cards]
        for card in dict.fromkeys((*held, *realm.tops.values())):
            yield f"{v.card(card)}: {v.words.gettext(v.edition.alliances[card].text)}"


def _borders(board: Board, v: Voice) -> Iterator[str]:
    for area in v.edition.areas:
        if board.neutral.get(area) == CLOSED:
            continue
        told = [_listed(plain_borders(area, v), board, v)]
        told += [f"{how}: {said}" for how, to in ways(area, v) if (said := _listed(to, board, v))]
        yield f"{marked(named(area, v), area, v)}: {'; '.join(filter(None, told))}"


def _listed(areas: list[str], board: Board, v: Voice) -> str:
    return ", ".join(marked(v.area(to), to, v) for to in areas if board.neutral.get(to) != CLOSED)
