"""Bids for tracks and their ties, Power by orders and by Game of Thrones.

1e rules: clash of kings, consolidate power; EX-04, EX-19, RULE-01.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, permutations

from msgspec import UNSET

from adjudicator.engine import Asks, Forced, Law, Play, Refusal, Step
from adjudicator.thrones.rules.control import (
    crowns,
    facts_of,
    first_player,
    last_for_good,
    open_port,
    players_of,
    turn_order,
)
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.marches import orders_of
from adjudicator.thrones.rules.mustering import muster_with
from adjudicator.thrones.rules.round import POWER, Ahead, may_ask
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import Board, Edition, Position, decisions as d, events as e
from adjudicator.thrones.state.decisions import Amount, Ranked


def collect_bids(game: Game, auction: str, rule: str, bidders: Sequence[str]) -> Asks[dict[str, int]]:
    """Collect secret bids, all paid; return their values (0 unasked without Power)."""
    board = game.board
    # Those that are asked come first, so that the set is called by the first of them.
    able = [house for house in bidders if board.power[house]]
    # A house without a player never bids; in older games it was not told that who has no Power bids nothing.
    players = players_of(board) if game.edition.variant.forced_told else ()
    unable = [house for house in bidders if house in players and not board.power[house]]
    questions = {house: _bid(game, auction, house) for house in (*able, *unable)}
    answers = yield from game.ask_together(list(questions.values()))
    bids = dict.fromkeys(bidders, 0)
    for house, answer in zip(questions, answers, strict=True):
        bids[house] = answer.power
    bonus = {house: game.hooks.bid_bonus(board, game.edition, house, auction) for house in bidders}
    bonus = {house: more for house, more in bonus.items() if more}
    total = sum(bids.values()) + sum(bonus.values())
    game.tell(e.BidsRevealed(auction=auction, bids=bids, total=total, bonus=bonus or UNSET), rule)
    return {house: bid + bonus.get(house, 0) for house, bid in bids.items()}


def _bid(game: Game, auction: str, house: str) -> d.PlaceBid | Forced[Amount]:
    """The question for a bid; without Power there is only one answer."""
    question = d.PlaceBid(**game.seat_of(house), auction=auction, up_to=game.board.power[house])
    return question if question.up_to else Forced(question, Amount(0))


def bids_ahead(ahead: Ahead) -> None:
    """Whoever may have Power then may be asked for a bid."""
    ahead.ask(ahead.able_to_pay(), d.PlaceBid)


@may_ask(lambda ahead, deck: ahead.follow(Step("auction", {"track": track}) for track in ahead.edition.tracks))
def clash_of_kings(game: Game, deck: str) -> list[Step]:
    """The three tracks are bid for one after the other."""
    return [Step("auction", {"track": track}) for track in game.edition.tracks]


def _auction_ahead(ahead: Ahead, track: str) -> None:
    """Foresee who may settle ties, also of zero bids, in the next auction."""
    bids_ahead(ahead)
    ahead.declare_questions(hooks_of(ahead.edition).after_bids)
    ahead.judge(d.SettleTie)
    ahead.changed.add(ahead.edition.badges[track])


@may_ask(_auction_ahead)
def auction(game: Game, track: str) -> Play:
    """Auction a track: by bid, ties by the Throne's holder; the first gets the badge."""
    board = game.board
    placed = yield from collect_bids(game, track, "westeros.clash-of-kings", list(turn_order(board)))
    bids = yield from game.hooks.after_bids(game, track, placed)
    judge = board.holders["iron-throne"]
    places: list[str] = []
    tied: list[tuple[str, ...]] = []
    for _, group in groupby(sorted(bids, key=lambda h: -bids[h]), key=bids.__getitem__):
        houses = tuple(group)
        if len(houses) > 1:
            answer = yield from game.ask(d.SettleTie(**game.seat_of(judge), auction=track, houses=houses))
            houses = tuple(answer.houses)
            tied.append(houses)
        places.extend(houses)
    set_track(game, track, places, "westeros.clash-of-kings", tied)
    return []


def set_track(
    game: Game,
    track: str,
    places: Sequence[str],
    rule: str,
    tied: Sequence[tuple[str, ...]] = (),
    *,
    anew: bool = True,
) -> None:
    """Set a track's order; its badge goes to the first house that is no vassal.

    Houses that are last for good stay last. Unless places are given out `anew`, a badge taken from the first place by a
    text stays where it is until another house comes first.
    """
    fixed, first_before = last_for_good(game.board), first_player(game.board, game.board.tracks[track])
    places = [*(house for house in places if house not in fixed), *fixed]
    game.tell(e.TrackSet(track=track, houses=tuple(places), tied=tuple(tied)), rule)
    badge = game.edition.badges[track]
    before, first = game.board.holders[badge], first_player(game.board, places)
    if before != first and (anew or first != first_before):
        game.tell(e.BadgeTaken(badge=badge, house=first, before=before), rule)


def _refuse_bid(position: Position, decision: d.PlaceBid, answer: Amount) -> Refusal | None:
    if 0 <= answer.power <= decision.up_to:
        return None
    return Refusal("bid-out-of-range", f"bid 0 to {decision.up_to}, not {answer.power}", f"bids.{decision.auction}")


def _refuse_order(position: Position, decision: d.SettleTie, answer: Ranked) -> Refusal | None:
    if sorted(answer.houses) == sorted(decision.houses):
        return None
    return Refusal("not-the-tied-houses", f"the tied houses are {', '.join(decision.houses)}: name each once", "houses")


BIDS = Law(Amount, _refuse_bid, lambda p, q: (Amount(power) for power in range(q.up_to + 1)))
RANKED = Law(Ranked, _refuse_order, lambda p, q: (Ranked(order) for order in permutations(q.houses)))


def consolidate(game: Game) -> list[Step]:
    """Gain 1 Power per Consolidate Power order, and 1 for each crown in its area."""
    board, edition = game.board, game.edition
    game.tell(e.PhaseStarted(phase="power"), "power")
    for house in turn_order(board):
        for area in orders_of(board, edition, house, "consolidate-power"):
            game.gain_power(house, 1 + facts_of(board, edition, area).power, "consolidate-power", "power", area)
            game.remove_order(area, "spent", "power")
    return []


def income(board: Board, edition: Edition, area: str) -> int:
    """Return an order's income: land 1 plus crowns, open port 1, sea 0 (2e rules)."""
    facts = facts_of(board, edition, area)
    if facts.kind == "land":
        return 1 + facts.power
    return 1 if facts.kind == "port" and open_port(board, edition, area) else 0


def collecting_begins(game: Game) -> list[Step]:
    """The power part of the action phase, where orders are carried out one by one."""
    game.tell(e.PhaseStarted(phase="power"), "power")
    return [Step("collect", {"after": ""})]


def collect(game: Game, after: str) -> Play:
    """Carry out one order of the next house; some Consolidate Power orders muster.
    `after` is the house to go on after in turn order; empty at the start."""
    board, edition = game.board, game.edition
    places = turn_order(board)
    start = places.index(after) + 1 if after else 0
    for house in places[start:] + places[:start]:
        for kind, carry_out in CARRIED_OUT.items():
            areas = orders_of(board, edition, house, kind)
            if areas:
                area = yield from _first(game, house, areas)
                yield from carry_out(game, house, area)
                game.remove_order(area, "spent", "power")
                return [Step("collect", {"after": game.turn_of(house)})]
    return []


def _first(game: Game, house: str, areas: Sequence[str]) -> Asks[str]:
    """Return which order a house carries out first, asked if it can matter (S-21).

    On land Power is safe whatever others do; a port may close meanwhile, and units use up places and pieces.
    """
    board, edition = game.board, game.edition
    if not edition.variant.consolidation_chosen:
        return areas[0]
    plain = all(
        edition.areas[area].kind == "land" and not edition.orders[board.orders[area].order].musters for area in areas
    )
    only = areas[0] if plain else ""
    return (yield from game.pick_or_force(house, "consolidate-power", areas[::-1], only=only))


def _consolidate(game: Game, house: str, area: str) -> Asks[None]:
    """Power, or with some tokens units instead."""
    token = game.edition.orders[game.board.orders[area].order]
    mustered = token.musters and (yield from _muster(game, house, area))
    if not mustered:
        game.gain_power(house, income(game.board, game.edition, area), "consolidate-power", "power", area)


def _muster(game: Game, house: str, area: str) -> Asks[bool]:
    """Muster units of an area's points; return whether any (MoD: Defense/Muster)."""
    points = facts_of(game.board, game.edition, area).muster
    return bool(points) and (yield from muster_with(game, house, {area: points}, "power.muster"))


# What each type of order does in this part, in the order in which a house carries out its own.
CARRIED_OUT: dict[str, Callable[[Game, str, str], Asks[object]]] = {
    "consolidate-power": _consolidate,
    "muster": _muster,
}


@may_ask(lambda ahead, deck: ahead.changed.add(POWER))
def game_of_thrones(game: Game, deck: str) -> list[Step]:
    """Give each house, in turn order, 1 Power per crown and open port."""
    board, edition = game.board, game.edition
    for house in turn_order(board):
        ports = sum(open_port(board, edition, port) == house for port in edition.ports)
        amount = crowns(board, edition, house) + ports
        if amount:
            game.gain_power(house, amount, "game-of-thrones", "westeros.game-of-thrones")
    return []
