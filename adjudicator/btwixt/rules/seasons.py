"""Seasons: how many there are and how long, dealing, drafting, and the end of the game (rules 2, 3.6, 9, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.scoring import scored, standings, winners
from adjudicator.btwixt.rules.seating import left_of, right_of
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state import edition as ed
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.position import SEASONS, Position, Season
from adjudicator.engine.chance import shuffle
from adjudicator.engine.step import Play, Step, Table

HAND = 10
# How many events come into the deck when a season begins, in games of few players and of many.
FEW = 4
EVENTS: dict[bool, dict[Season, int]] = {True: {"autumn": 3, "winter": 3}, False: {"winter": 6}}


def first_season(players: int, modules: Sequence[str]) -> Season:
    """The season in which a game begins: the fewer the players, the earlier; a short game begins one later."""
    return SEASONS[(players > FEW) + (ed.SHORT in modules)]


def rounds_in_season(players: int) -> int:
    """How many rounds a season has."""
    return players + 1


def rounds(players: int, modules: Sequence[str]) -> int:
    """How many rounds a whole game has."""
    return rounds_in_season(players) * (len(SEASONS) - SEASONS.index(first_season(players, modules)))


def direction(players: int, modules: Sequence[str], season: Season) -> Literal["left", "right"]:
    """Where cards go in a draft: to the left in the first season, and the other way each time (rules 10.1)."""
    since = SEASONS.index(season) - SEASONS.index(first_season(players, modules))
    return "right" if since % 2 else "left"


def advance_round(table: Table[Position]) -> Play:
    """The next round; after the last of a season the next season, and after winter the scoring."""
    yield from ()
    game = Game(table)
    board = game.board
    if board.space < rounds_in_season(len(board.houses)):
        return [Step("round")]
    if board.season == SEASONS[-1]:
        return [Step("score")]
    return [Step("season", {"season": SEASONS[SEASONS.index(board.season) + 1]})]


def begin_season(table: Table[Position], season: Season) -> Play:
    """Hands are discarded, everything is shuffled with the events that come in, and dealt anew."""
    yield from ()
    game = Game(table)
    board = game.board
    added: tuple[str, ...] = ()
    if ed.ADVANCED in board.modules and ed.DRAFT_OF_KINGS not in board.modules:
        count = EVENTS[len(board.houses) <= FEW].get(season, 0)
        added = tuple(shuffle(game.hidden.seed, game.purpose("events"), sorted(game.hidden.events))[:count])
    game.tell(e.SeasonBegan(season=season, added=len(added), events=added), "season.end")
    purpose, order = game.mixed("deck", sorted([*game.hidden.deck, *board.discard]))
    game.tell(e.CardsShuffled(what="deck", purpose=purpose, discard=True, order=tuple(order)), "season.shuffle")
    return [Step("deal")]


def deal(table: Table[Position]) -> Play:
    """Each leader is dealt ten cards: in the advanced game nine, and one of its own. In a draft they go round first.

    Where allies lie open the row is filled up to one more than there are leaders.
    """
    yield from ()
    game = Game(table)
    board, hidden = game.board, game.hidden
    modules = board.modules
    own: dict[str, str] = {}
    if ed.ADVANCED in modules and ed.DRAFT_OF_KINGS not in modules:
        own = {house: cards[0] for house, cards in hidden.own.items() if cards}
    deck = list(hidden.deck)
    hands = {house: deck[place * HAND : (place + 1) * HAND] for place, house in enumerate(board.houses)}
    if own:
        each = HAND - 1
        hands = {house: deck[place * each : (place + 1) * each] for place, house in enumerate(board.houses)}
    drafting = ed.DRAFT in modules or ed.DRAFT_OF_KINGS in modules
    dealt = {house: tuple(cards) for house, cards in hands.items()}
    game.tell(e.HandsDealt(count=HAND, packets=drafting, hands=dealt, own=own), "season.deal")
    if ed.REVEALED_ALLIES in modules:
        missing = len(board.houses) + 1 - len(board.row)
        laid = tuple(hidden.allies[: max(missing, 0)])
        if laid:
            game.tell(e.RowLaid(allies=laid), "allies.row")
    return [Step("draft") if drafting else Step("round")]


def draft(table: Table[Position]) -> Play:
    """Each leader keeps one card of its packet and passes the others on, until none are left (rules 10.1)."""
    game = Game(table)
    board, packets = game.board, game.hidden.packets
    if not any(packets.values()):
        return [Step("round")]
    way = direction(len(board.houses), board.modules, board.season)
    onwards = left_of if way == "left" else right_of
    asked = [
        d.KeepCard(seat=house, house=house, packet=tuple(sorted(packets[house])), to=onwards(board, house))
        for house in board.houses
    ]
    answers = yield from game.ask_together(asked)
    # Of a packet without a choice what it holds now: in a what-if it is another after the others were asked.
    packets = game.hidden.packets
    kept = {
        one.seat: answer.card if len(set(one.packet)) > 1 else packets[one.seat][0]
        for one, answer in zip(asked, answers, strict=True)
    }
    game.tell(e.CardsKept(direction=way, kept=kept), "draft.keep")
    return [Step("draft")]


def score(table: Table[Position]) -> Play:
    """All tokens are turned up; the strongest small council wins."""
    yield from ()
    game = Game(table)
    game.tell(e.Scored(councils=scored(game.board, game.edition, game.hidden.tokens)), "score.councils")
    rows = standings(game.board, game.edition)
    game.tell(e.GameEnded(winners=winners(rows), reason="small-council", standings=tuple(rows)), "score.winner")
    return []
