"""Secret bids: Clash of Kings and ties (1e rules: clash of kings; EX-04, RULE-01)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, permutations

from msgspec import UNSET

from adjudicator.engine import Asks, Forced, Law, Play, Refusal, Step
from adjudicator.thrones.rules.control import first_player, last_for_good, players_of, turn_order
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.round import Ahead, may_ask
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import Position, decisions as d, events as e
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
