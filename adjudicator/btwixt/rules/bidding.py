"""A round (rules 3.1 to 3.5), and a game's steps as the engine's driver sees them.

The ally is turned up, bid for and claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from adjudicator.btwixt.rules import seasons
from adjudicator.btwixt.rules.abilities import act_on_claim, carry_out, own_place, take_token
from adjudicator.btwixt.rules.apply import apply
from adjudicator.btwixt.rules.legality import check
from adjudicator.btwixt.rules.scoring import best
from adjudicator.btwixt.rules.seasons import Game, reveal
from adjudicator.btwixt.rules.selecting import Acting, choose_council, is_current_safe, most_cards, some_leaders
from adjudicator.btwixt.state import (
    Edition,
    Piled,
    Position,
    clockwise,
    decisions as d,
    edition as c,
    events as e,
    left_of,
    own_councils,
    right_of,
)
from adjudicator.engine import Asks, Event, Play, Step, Table
from adjudicator.engine.game import PackedRules


def begin_round(table: Table[Position]) -> Play:
    """A round begins: its ally is turned up, and the first player bids first."""
    yield from ()
    game = Game(table)
    board = game.board
    game.tell(e.RoundBegan(round=board.round + 1, space=board.space + 1, first=board.first), "round.begin")
    reveal(game)
    return [Step("turn", {"house": board.first})]


def playable(game: Game, house: str) -> tuple[str, ...]:
    """The names of the cards that a leader may play now; none if it can only kneel."""
    if game.board.plays[house] >= most_cards(game.board, game.edition):
        return ()
    return tuple(sorted(set(game.hidden.hands[house])))


def turn(table: Table[Position], house: str) -> Play:
    """Play a leader's turn: one card, or kneel to pass; the bid ends when all kneel."""
    game = Game(table)
    if house not in game.board.kneeling:
        hand = playable(game, house)
        card = (yield from game.ask(d.PlayOrKneel(seat=house, house=house, hand=hand))).card
        if card is None:
            if not hand and game.hidden.hands[house]:
                game.tell(e.PlaysEnded(house=house, count=game.board.plays[house]), "bid.kneel")
            game.tell(e.Knelt(house=house), "bid.kneel")
        else:
            yield from _play(game, house, card)
    board = game.board
    if len(board.kneeling) == len(board.houses):
        return [Step("win-bid")]
    following = left_of(board, house)
    while following in board.kneeling:
        following = left_of(board, following)
    return [Step("turn", {"house": following})]


def _play(game: Game, house: str, card: str) -> Asks[None]:
    """A card goes into the pile, and does what it does when it is played."""
    board = game.board
    number = 1 + sum(board.plays.values())
    game.tell(e.CardPlayed(house=house, card=card, number=number), "bid.play")
    for ability in game.edition.influence[card].abilities:
        if ability.when == "on-play":
            yield from carry_out(game, Acting(card, house, False, number=number), ability, "abilities")


Triumph = Literal["triumph-pre", "triumph-post"]
TRIUMPH = "claim.triumph"


def win_bid(table: Table[Position]) -> Play:
    """End the bid: the highest total wins; then offers and abilities before the claim."""
    yield from ()
    game = Game(table)
    house, house_totals, level = best(game.board, game.edition)
    game.tell(e.BidWon(house=house, totals=house_totals, tied=level), "claim.winner")
    return [Step("offers"), Step("triumphs", {"when": "triumph-pre"}), Step("claim"), *_AFTER]


_AFTER = (Step("tokens"), Step("triumphs", {"when": "triumph-post"}), Step("reset"))


def offers(table: Table[Position]) -> Play:
    """Ask in secret who wants the ally's offer; first clockwise gets it (rules 8.17)."""
    game = Game(table)
    for ally in list(game.board.active):
        for ability in game.edition.allies[ally].abilities:
            if ability.when == "during-round" and ability.offer is not None:
                yield from _ask_offer(game, ally, ability)
    return []


def _ask_offer(game: Game, ally: str, ability: c.Ability) -> Asks[None]:
    """Ask in secret who wants an ally's offer; the first clockwise uses it.

    Nobody is asked if it needs a current ally and there is none, or it is safe."""
    if ability.conditions == ("current-alive",) and (not game.board.current or is_current_safe(game.board, True)):
        return
    assert ability.offer is not None
    assert game.board.won is not None
    whom = some_leaders(game.board, Acting(ally, game.board.won.house, True), ability.offer)
    answers = yield from game.ask_together([d.UseAbility(seat=leader, house=leader, source=ally) for leader in whom])
    for house, answer in zip(whom, answers, strict=True):
        if answer.yes:
            sure = c.Ability(when=ability.when, do=ability.do, conditions=ability.conditions)
            yield from carry_out(game, Acting(ally, house, True), sure, "round.offer")
            return


def triumphs(table: Table[Position], when: Triumph) -> Play:
    """Carry out after-bid cards clockwise, in pile or chosen order (rules 8.2)."""
    game = Game(table)
    done: set[int] = set()
    for house in clockwise(game.board, game.board.first):
        order = yield from _acting_order(game, house, when)
        for number in order:
            if number not in done:
                done.add(number)
                yield from _act_after_bid(game, house, number, when)
    return []


def _acting_cards(game: Game, house: str, when: Triumph) -> list[Piled]:
    """Return the cards of a leader's pile that act at this moment."""
    influence = game.edition.influence
    return [card for card in game.board.piles[house] if when in (rule.when for rule in influence[card.card].abilities)]


def _acting_order(game: Game, house: str, when: Triumph) -> Asks[tuple[int, ...]]:
    """Return the numbers of a pile's acting cards in the order they act.

    The leader is asked if their names differ."""
    acting = _acting_cards(game, house, when)
    numbers = tuple(card.number for card in acting)
    if len({card.card for card in acting}) < 2:
        return numbers
    names = tuple(card.card for card in acting)
    question = d.OrderAbilities(seat=house, house=house, numbers=numbers, cards=names)
    return (yield from game.ask(question)).numbers


def _act_after_bid(game: Game, house: str, number: int, when: Triumph) -> Asks[None]:
    """Carry out what a card in a pile does at this moment after the bid.

    Does nothing if the card has left the pile."""
    card = next((piled_card for piled_card in game.board.piles[house] if piled_card.number == number), None)
    if card is None:
        return
    for ability in game.edition.influence[card.card].abilities:
        if ability.when == when:
            acting = Acting(card.card, house, False, number=number)
            yield from carry_out(game, acting, ability, TRIUMPH)


def votes(game: Game) -> dict[str, int]:
    """Return votes of the winner's councils: from piles and cast since (rules 7.1)."""
    board = game.board
    assert board.won is not None
    winner = board.won.house
    left, right = own_councils(board, winner)
    counts = {left: board.won.votes.count(left), right: board.won.votes.count(right)}
    for neighbor, council in ((left_of(board, winner), left), (right_of(board, winner), right)):
        for card in board.piles[neighbor]:
            counts[council] += sum(
                ability.when == "in-pile" and isinstance(op, c.VoteCouncil)
                for ability in game.edition.influence[card.card].abilities
                for op in ability.do
            )
    return counts


def claim(table: Table[Position]) -> Play:
    """Put the ally into a council: by the ally, else by votes, else by choice."""
    game = Game(table)
    board = game.board
    assert board.won is not None
    winner, ally = board.won.house, board.current
    if not ally:
        game.tell(e.NothingClaimed(house=winner), "claim.ally")
        return []
    by = ally
    council = yield from own_place(game, ally, winner)
    if not council:
        vote_counts = votes(game)
        most = max(vote_counts.values())
        among = tuple(name for name in own_councils(board, winner) if vote_counts[name] == most)
        by = "votes" if len(among) == 1 else "choice"
        council = yield from choose_council(game, among, "claim", winner, "", ally)
    claimed = e.AllyClaimed(house=winner, ally=ally, council=council, by=by, tokens=board.tokens_on_current)
    game.tell(claimed, "claim.ally")
    yield from act_on_claim(game, ally, winner, council)
    return []


def tokens(table: Table[Position]) -> Play:
    """Give the winner its tokens, each for either of its councils."""
    game = Game(table)
    board = game.board
    assert board.won is not None
    reward = 1 + board.won.reward
    for ally in board.active:
        for ability in game.edition.allies[ally].abilities:
            if ability.when == "during-round":
                reward += sum(op.amount for op in ability.do if isinstance(op, c.WinReward))
    for _ in range(max(reward, 0)):
        if not game.hidden.supply:
            break
        council = yield from choose_council(game, own_councils(board, board.won.house), "token", board.won.house, "")
        take_token(game, board.won.house, council, "", "claim.token")
    return []


def reset(table: Table[Position]) -> Play:
    """All piles are discarded, all leaders stand, and the first player token goes on."""
    yield from ()
    game = Game(table)
    board, influence = game.board, game.edition.influence
    own = [card.card for pile in board.piles.values() for card in pile if influence[card.card].group == "leader"]
    game.tell(e.RoundEnded(first=left_of(board, board.first), removed=tuple(own)), "round.reset")
    return [Step("advance")]


STEPS: Mapping[str, Any] = {
    "deal": seasons.deal,
    "draft": seasons.draft,
    "round": begin_round,
    "turn": turn,
    "win-bid": win_bid,
    "offers": offers,
    "triumphs": triumphs,
    "claim": claim,
    "tokens": tokens,
    "reset": reset,
    "advance": seasons.advance_round,
    "season": seasons.begin_season,
    "score": seasons.score,
}


class StepRules(PackedRules[Position]):
    """What runs the steps of a game."""

    steps = STEPS
    unpacker = msgspec.msgpack.Decoder(Position)
    check = staticmethod(check)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def apply(self, position: Position, event: Event) -> None:
        """Change the position as the event says."""
        apply(position, event, self.edition)
