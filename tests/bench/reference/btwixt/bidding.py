"""Which card the bot plays, or whether it kneels."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.btwixt.rules.scoring import totals
from adjudicator.btwixt.rules.selecting import Acting, pickable_leaders, pile_cards
from adjudicator.btwixt.state import edition as c
from adjudicator.btwixt.state.position import Board, Piled, clockwise, neighbors
from tests.bench.reference.btwixt import stakes
from tests.bench.reference.btwixt.deeds import A_CARD, worth
from tests.bench.reference.btwixt.outlook import Outlook

# A number no card in a pile has.
NEXT = 999
# A card is played into a bid that is lost if it costs less than this, and if the pile stays smaller than this.
PAYS, MAX_PAYING = -0.2, 3


class Bid:
    """The bid of a round as a leader sees it: how much leads, what it may cost, what each card would do."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.board, self.house = outlook, outlook.board, outlook.house
        self.totals = totals(self.board, outlook.edition)
        self.mine = self.totals[self.house]
        self.need = self.needed(self.totals)
        self.standing = [one for one in self.board.houses if one != self.house and one not in self.board.kneeling]
        self.purse = stakes.Purse(outlook)
        self.price = self.purse.price
        self.win = stakes.winning(outlook)
        self.stake = self.win - stakes.losing(outlook, self._leading())
        self.limit = self.purse.limit(self.stake)

    def needed(self, found: dict[str, int]) -> int:
        """With how much the leader leads: ties go to whoever comes first clockwise from the first player."""
        order = clockwise(self.board, self.board.first)
        own = order.index(self.house)
        return max(found[one] + (order.index(one) < own) for one in order if one != self.house)

    def _leading(self) -> str:
        highest = max(self.totals.values())
        return next(one for one in clockwise(self.board, self.board.first) if self.totals[one] == highest)

    def limit_against(self, house: str) -> float:
        """How much may be bid while this leader leads."""
        return self.purse.limit(self.win - stakes.losing(self.outlook, house))

    @property
    def leads(self) -> bool:
        """Whether the leader would win now."""
        return self.mine >= self.need

    def after(self, card: str) -> tuple[int, int]:
        """The leader's total, and what is needed to lead, once a card is played and has done what it does."""
        piles = {house: list(pile) for house, pile in self.board.piles.items()}
        piles[self.house].append(Piled(NEXT, card, self.house))
        board = msgspec.structs.replace(self.board, piles=piles)
        for ability in self.outlook.edition.influence[card].abilities:
            if ability.when == "on-play":
                for op in ability.do:
                    self._act(board, card, op)
        found = totals(board, self.outlook.edition)
        return found[self.house], self.needed(found)

    def _act(self, board: Board, card: str, op: c.Op) -> None:
        """What a card does to piles, as its leader would choose: it takes the most from whoever leads."""
        if not isinstance(op, c.DiscardCard | c.MoveCard | c.ReturnCard) or not isinstance(op.card, c.PickCard):
            return
        pick = op.card
        if pick.zone != "pile" or pick.of == "you":
            return
        edition, acting = self.outlook.edition, Acting(card, self.house, False, number=NEXT)
        owners: Iterable[str]
        if isinstance(pick.of, c.PickLeader):
            owners = pickable_leaders(board, edition, acting, pick.of)
        else:
            owners = neighbors(board, self.house) if pick.of == "each-neighbor" else board.houses
        among = [one for owner in owners for one in pile_cards(board, edition, acting, pick, owner)]
        if not among:
            return
        chosen = max(among, key=lambda one: (self.totals[one.of], edition.influence[one.card].value))
        taken = next(one for one in board.piles[chosen.of] if one.number == chosen.number)
        board.piles[chosen.of].remove(taken)
        if isinstance(op, c.MoveCard) and op.to == "you":
            board.piles[self.house].append(taken)

    def deeds(self, card: str, won: bool) -> float:
        """What else a card brings, in power, when the bid is won or lost."""
        found = 0.0
        outlook = self.outlook
        for ability in outlook.edition.influence[card].abilities:
            if ability.when == "in-pile" or ("you-won" in ability.conditions and not won):
                continue
            if "you-lost" in ability.conditions and won:
                continue
            acting = Acting(card, self.house, False, number=NEXT)
            found += worth(outlook, ability, acting)
            for op in ability.do:
                found += self._of_bid(op, won)
        return found

    def _of_bid(self, op: c.Op, won: bool) -> float:
        match op:
            case c.TokenOnCurrent():
                return 2.0 if won else -1.0
            case c.WinReward(amount=amount):
                return 2.0 * amount if won else -0.7 * amount
            case c.ReturnCard(card="this", to=to):
                return A_CARD if to == "you" else -A_CARD / 2
            case c.KillAlly(ally="current"):
                return max(0.0, self.stake / 2) if not won else 0.0
        return 0.0

    def cost(self, card: str, won: bool) -> float:
        """What playing a card costs in power, after what it brings."""
        return self.outlook.edition.influence[card].value * self.price - self.deeds(card, won)


def choose(bid: Bid, hand: tuple[str, ...]) -> tuple[str | None, str]:
    """The card to play, None to kneel, and why."""
    if not hand:
        return None, "nothing to play"
    found = {card: bid.after(card) for card in hand}
    cheap = sorted(hand, key=lambda card: (bid.cost(card, True), card))
    if bid.leads and not bid.standing:
        best = cheap[0]
        return (best, "it pays") if bid.cost(best, True) < 0 else (None, "the bid is won")
    if bid.leads and bid.mine >= min(bid.limit, max(reach(bid.outlook, one) for one in bid.standing)):
        return None, "this much should do"
    leading = [card for card in cheap if found[card][0] >= found[card][1] and found[card][0] <= bid.limit]
    if leading:
        return leading[0], "the cheapest that leads"
    if not bid.standing:
        chosen = _together(bid, cheap, found)
        if chosen:
            return chosen, "cards that lead together"
    return _fold(bid, hand)


def reach(outlook: Outlook, house: str) -> float:
    """How far a leader may go in this round, by how many cards it came with."""
    cards = outlook.board.hands[house] + len(outlook.board.piles[house])
    rounds = outlook.rounds_of_season
    return cards * stakes.A_CARDS_VALUE / rounds * min(rounds, stakes.EAGER)


def _together(bid: Bid, cheap: list[str], found: dict[str, tuple[int, int]]) -> str | None:
    """The first of several cards that lead together within the limit."""
    gains = sorted(((found[card][0] - bid.mine) - (found[card][1] - bid.need), card) for card in cheap)
    gap, used, first = bid.need - bid.mine, 0, ""
    for gain, card in reversed(gains):
        used += bid.outlook.edition.influence[card].value
        gap -= gain
        first = first or card
        if gap <= 0:
            return first if bid.mine + used <= bid.limit else None
    return None


def _fold(bid: Bid, hand: tuple[str, ...]) -> tuple[str | None, str]:
    best = min(hand, key=lambda card: (bid.cost(card, False), card))
    if bid.cost(best, False) < PAYS and len(bid.board.piles[bid.house]) < MAX_PAYING:
        return best, "it pays though the bid is lost"
    return None, "not worth more"
