"""What the ally of the round is worth to a leader, and what it may cost in influence."""

from __future__ import annotations

from adjudicator.btwixt.rules.abilities import places_itself
from adjudicator.btwixt.rules.scoring import UNSEEN
from adjudicator.btwixt.rules.selecting import Acting, councils
from adjudicator.btwixt.state import edition as c
from adjudicator.btwixt.state.position import left_of, own_councils, right_of
from tests.bench.reference.btwixt.deeds import worth
from tests.bench.reference.btwixt.outlook import Outlook

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
