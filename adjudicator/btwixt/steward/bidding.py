"""Which card the bot plays, or whether it kneels; what the ally of the round is worth."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.btwixt.rules.abilities import places_itself
from adjudicator.btwixt.rules.scoring import UNSEEN, totals
from adjudicator.btwixt.rules.seating import clockwise, left_of, neighbors, own_councils, right_of
from adjudicator.btwixt.rules.selecting import Acting, councils, pickable_leaders, pile_cards
from adjudicator.btwixt.state import edition as c
from adjudicator.btwixt.state.position import Board, Piled
from adjudicator.btwixt.steward.outlook import A_CARD, Outlook, worth

# What winning a round is worth as a rule; of what it could spend on each round a leader spends so much on those that it
# means to win, and never more than so much.
USUAL_WORTH, EAGER, DEAREST = 2.5, 1.9, 14.0
A_CARDS_VALUE, FREE_PRICE = 4.1, 0.02


def reward(outlook: Outlook) -> int:
    """How many tokens the win brings to the leader who looks."""
    found = 1
    board, edition = outlook.board, outlook.edition
    for ally in board.active:
        for ability in edition.allies[ally].abilities:
            if ability.when == "during-round":
                found += sum(op.amount for op in ability.do if isinstance(op, c.WinReward))
    for house, pile in board.piles.items():
        for card in pile:
            for ability in edition.influence[card.card].abilities:
                if ability.when == "triumph-pre" and ("you-won" not in ability.conditions or house == outlook.house):
                    found += sum(op.amount for op in ability.do if isinstance(op, c.WinReward))
    return max(found, 0)


def open_places(outlook: Outlook, house: str) -> tuple[str, ...]:
    """The councils into which a leader may put the ally if it wins, as votes lie now."""
    board, edition = outlook.board, outlook.edition
    ally = board.current
    own = places_itself(outlook.edition, ally)
    if own is not None:
        where = next(op.council for op in own.do if isinstance(op, c.PlaceSelf))
        found = tuple(councils(board, edition, Acting(ally, house, True), where))
        if found:
            return found
    mine = own_councils(board, house)
    votes = []
    for neighbor in (left_of(board, house), right_of(board, house)):
        votes.append(sum(_votes(outlook, card.card) for card in board.piles[neighbor]))
    return tuple(name for name, count in zip(mine, votes, strict=True) if count == max(votes))


def _votes(outlook: Outlook, card: str) -> int:
    abilities = outlook.edition.influence[card].abilities
    return sum(one.when == "in-pile" and isinstance(op, c.VoteCouncil) for one in abilities for op in one.do)


def claimed(outlook: Outlook, council: str) -> float:
    """What it is worth to claim the ally of the round into a council, with the tokens that come with it."""
    board, ally = outlook.board, outlook.board.current
    tokens = float(UNSEEN * reward(outlook))
    if not ally:
        return outlook.best_place(tokens, outlook.house)[1]
    changes = {council: outlook.gained_by(ally, council) + UNSEEN * board.tokens_on_current}
    where = min(outlook.mine, key=lambda name: outlook.powers[name] + changes.get(name, 0))
    changes[where] = changes.get(where, 0) + tokens
    acting = Acting(ally, outlook.house, True, council=council)
    deeds = sum(
        worth(outlook, ability, acting)
        for ability in outlook.edition.allies[ally].abilities
        if ability.when == "when-claimed"
    )
    return outlook.better_by(changes) + deeds


def winning(outlook: Outlook) -> float:
    """What it is worth to win the bid."""
    if not outlook.board.current:
        return claimed(outlook, "")
    return max(claimed(outlook, name) for name in open_places(outlook, outlook.house))


def theirs(outlook: Outlook, house: str) -> float:
    """What it is worth to the leader who looks that another one wins the bid."""
    board = outlook.board
    power = float(UNSEEN * (1 + board.tokens_on_current))
    if board.current:
        power += outlook.edition.allies[board.current].power
    return outlook.best_place(power, house)[1]


def losing(outlook: Outlook, leading: str) -> float:
    """What it is worth to leave the bid to whoever leads; to any of the others alike, where one leads oneself."""
    others = [one for one in outlook.board.houses if one != outlook.house]
    if leading == outlook.house:
        return sum(theirs(outlook, one) for one in others) / len(others)
    return theirs(outlook, leading)


class Purse:
    """What a leader may spend on this round: `limit` in all for a stake, and what a point of influence is worth in
    power.

    A round still to come costs about as much as the richest of the others can spend on each; what is not needed to win
    all of them is free.
    """

    def __init__(self, outlook: Outlook) -> None:
        board, house = outlook.board, outlook.house
        influence = outlook.edition.influence
        later = outlook.rounds_of_season - 1
        richest = max(board.hands[one] + len(board.piles[one]) for one in board.houses if one != house)
        self.cost = min(DEAREST, 1 + EAGER * A_CARDS_VALUE * richest / (later + 1))
        have = sum(influence[card].value for card in outlook.view.hand)
        have += sum(influence[card.card].value for card in board.piles[house])
        self.free = max(0.0, have - later * self.cost)
        self.price = USUAL_WORTH / self.cost if not self.free else FREE_PRICE

    def limit(self, stake: float) -> float:
        """How much may be bid for a stake."""
        return self.free + max(0.0, stake) * self.cost / USUAL_WORTH


# A number no card in a pile has.
NEXT = 999
# A card is played into a bid that is lost if it costs less than this, and if the pile stays smaller than this.
PAYS, MOST_PAYING = -0.2, 3
# By how much near-equal cards and councils differ in power, and how far the worth of winning a bid is shifted.
MARGIN, STAKE = 0.3, 0.8


class Bid:
    """The bid of a round as a leader sees it: how much leads, what it may cost, what each card would do."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.board, self.house = outlook, outlook.board, outlook.house
        self.totals = totals(self.board, outlook.edition)
        self.mine = self.totals[self.house]
        self.need = self.needed(self.totals)
        self.standing = [one for one in self.board.houses if one != self.house and one not in self.board.kneeling]
        self.purse = Purse(outlook)
        self.price = self.purse.price
        self.win = winning(outlook) + outlook.draw.shift(f"stake of round {self.board.round}", STAKE)
        self.stake = self.win - losing(outlook, self._leading())
        self.limit = self.purse.limit(self.stake)

    def needed(self, found: dict[str, int]) -> int:
        """With how much the leader leads: ties go to whoever comes first clockwise from the first player."""
        order = clockwise(self.board, self.board.first)
        own = order.index(self.house)
        return max(found[one] + (order.index(one) < own) for one in order if one != self.house)

    def _leading(self) -> str:
        highest = max(self.totals.values())
        return next(one for one in clockwise(self.board, self.board.first) if self.totals[one] == highest)

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


def choose(bid: Bid, hand: tuple[str, ...], about: str = "") -> tuple[str | None, str]:
    """The card to play, None to kneel, and why; `about` is the question's id."""
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
        scored = [(-bid.cost(card, True), card) for card in leading]
        return bid.outlook.draw.ranked(about, scored, MARGIN)[0], "the cheapest that leads"
    if not bid.standing:
        chosen = _together(bid, cheap, found)
        if chosen:
            return chosen, "cards that lead together"
    return _fold(bid, hand)


def reach(outlook: Outlook, house: str) -> float:
    """How far a leader may go in this round, by how many cards it came with."""
    cards = outlook.board.hands[house] + len(outlook.board.piles[house])
    rounds = outlook.rounds_of_season
    return cards * A_CARDS_VALUE / rounds * min(rounds, EAGER)


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
    if bid.cost(best, False) < PAYS and len(bid.board.piles[bid.house]) < MOST_PAYING:
        return best, "it pays though the bid is lost"
    return None, "not worth more"
