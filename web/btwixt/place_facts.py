"""What is to be known of a place at the table: a leader with the bid, a council, the ally that is bid for, the dead and
what was discarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.btwixt.state.position import View, councils_of
from narration.btwixt.voice import Voice
from web.btwixt.tables import CouncilLine, PileLine, TableTables, board_tables
from web.family_pages import PlaceFacts

LEADER, COUNCIL, ALLY, DEAD, DISCARD = "leader-", "council-", "ally", "dead", "discard"


def place_facts(view: Any, place: str, v: Any) -> PlaceFacts | None:
    """A leader, a council, the current ally or a pile, by the name that the drawing gives it; None for anything
    else."""
    return facts_in(board_tables(view, (), (), v), view, place, v)


def facts_in(tables: TableTables, view: View, place: str, v: Voice) -> PlaceFacts | None:
    """The same from the tables of the view."""
    if place == ALLY and tables.current is not None:
        ally, tokens = tables.current, tables.current_tokens
        lines = ((v.say("Power"), str(ally.figure)), (v.say("What it does"), ally.text))
        told = [line for line in lines if line[1]] + ([(v.say("Tokens"), str(tokens))] if tokens else [])
        return PlaceFacts(ally.name, v.say("the ally that is bid for"), lines=tuple(told))
    if place in (DEAD, DISCARD):
        return _pile(tables.dead if place == DEAD else tables.discard, place, v)
    if place.startswith(LEADER):
        pile = next((one for one in tables.piles if one.house == place.removeprefix(LEADER)), None)
        return _leader(view, pile, v) if pile else None
    named = (f"{COUNCIL}{one}" for one in councils_of(view.board.houses))
    councils = dict(zip(named, tables.councils, strict=True))
    return _council(councils[place], v) if place in councils else None


def own_places(view: Any) -> Sequence[str]:
    """The reader's leader, and the ally that is bid for."""
    return (f"{LEADER}{view.seat}", ALLY) if view.seat in view.board.houses else ()


def _pile(cards: Sequence[str], place: str, v: Voice) -> PlaceFacts:
    if place == DEAD:
        return PlaceFacts(v.say("Dead pile"), "", lines=((v.say("Allies"), ", ".join(cards) or v.say("none")),))
    return PlaceFacts(v.say("Discard pile"), "", lines=((v.say("Cards"), ", ".join(cards) or v.say("none")),))


def _leader(view: View, pile: PileLine, v: Voice) -> PlaceFacts:
    state = [v.say("kneels")] if pile.kneels else []
    state += [v.say("bids first")] if view.board.first == pile.house else []
    lines = [(v.say("Total"), str(pile.total)), (v.say("Pile"), ", ".join(pile.cards) or v.say("empty"))]
    lines.append((v.say("Cards in hand"), str(pile.hand)))
    return PlaceFacts(v.house(pile.house), ", ".join([v.say("leader"), *state]), pile.house, tuple(lines))


def _council(line: CouncilLine, v: Voice) -> PlaceFacts:
    tokens = f"{line.tokens} ({', '.join(map(str, line.seen))})" if line.seen else str(line.tokens)
    lines = (
        (v.say("Open power"), str(line.power)),
        (v.say("Allies"), ", ".join(line.allies) or v.say("none")),
        (v.say("Tokens"), tokens),
    )
    return PlaceFacts(v.both(v.house(house) for house in line.houses), v.say("council"), lines=lines)
