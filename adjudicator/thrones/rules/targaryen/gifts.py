"""Bids given away: who stands last for good hands his bid for a track to the others (MoD rules: Targaryen, bids)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engine.asking import Asks
from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.ahead import Ahead, may_ask
from adjudicator.thrones.rules.legality import Law, Pick
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Spread
from adjudicator.thrones.state.board import Position

RULE = "bids.given-away"


def _gifts_ahead(ahead: Ahead) -> None:
    ahead.ask((house for house in ahead.able_to_pay() if house in ahead.board.points), d.SpreadBid)


@may_ask(_gifts_ahead)
def given_away(game: Game, track: str, bids: Mapping[str, int]) -> Asks[Mapping[str, int]]:
    """The bids that count for a track: without that of the giver, who spreads his tokens over the others."""
    giver = next((house for house in bids if house in game.board.points), None)
    counted = {house: bid for house, bid in bids.items() if house != giver}
    if giver is None or not bids[giver]:
        return counted
    answer = yield from game.ask(
        d.SpreadBid(seat=game.seat(giver), house=giver, auction=track, amount=bids[giver], houses=tuple(counted))
    )
    game.tell(e.BidsGivenAway(house=giver, auction=track, gifts=dict(answer.gifts)), RULE)
    return {house: bid + answer.gifts.get(house, 0) for house, bid in counted.items()}


def even_shares(houses: Sequence[str], amount: int) -> dict[str, int]:
    """Tokens handed out one by one along a list of houses, which begins again when it ends."""
    found: dict[str, int] = {}
    for number in range(amount):
        house = houses[number % len(houses)]
        found[house] = found.get(house, 0) + 1
    return found


def _refuse(position: Position, decision: d.SpreadBid, answer: Spread) -> Refusal | None:
    where = f"gifts.{decision.auction}"
    for house, gift in answer.gifts.items():
        if house not in decision.houses:
            return Refusal("house-not-a-choice", f"{house} is not among {', '.join(decision.houses)}", where)
        if gift < 1:
            return Refusal("gift-too-small", f"name only houses that get something, not {house}", where)
    given = sum(answer.gifts.values())
    if given != decision.amount:
        return Refusal("not-all-given", f"give away exactly {decision.amount}, not {given}", where)
    return None


def _every(position: Position, decision: d.SpreadBid) -> Iterator[Spread]:
    def shares(houses: tuple[str, ...], left: int) -> Iterator[dict[str, int]]:
        if len(houses) == 1:
            yield {houses[0]: left} if left else {}
            return
        for first in range(left, -1, -1):
            for rest in shares(houses[1:], left - first):
                yield {houses[0]: first, **rest} if first else rest

    return (Spread(gifts) for gifts in shares(decision.houses, decision.amount))


def _sample(position: Position, decision: d.SpreadBid, pick: Pick) -> Spread:
    drawn = [decision.houses[pick(len(decision.houses))] for _ in range(decision.amount)]
    return Spread({house: drawn.count(house) for house in decision.houses if house in drawn})


SHARES = Law(Spread, _refuse, _every, _sample)
