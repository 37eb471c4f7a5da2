"""What a table is worth to a leader, and whether a bid is worth its cards.

Everything is counted in power. `weighed` says how good powers of councils are for the leader: what its small council
may come to, less what those of others may; so that every choice is a comparison of two tables of powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from adjudicator.btwixt.rules.abilities import places_itself
from adjudicator.btwixt.rules.scoring import UNSEEN, ally_power, totals
from adjudicator.btwixt.rules.seasons import edition_of, rounds, rounds_in_season
from adjudicator.btwixt.rules.selecting import Acting, council_allies, councils, pickable_leaders, pile_cards
from adjudicator.btwixt.state import (
    Board,
    Council,
    Piled,
    View,
    clockwise,
    council_leaders,
    edition as c,
    left_of,
    neighbors,
    other_council,
    own_councils,
    right_of,
)
from adjudicator.btwixt.state.decisions import AllyChoice
from adjudicator.engine import BEST, Draw

# What a round brings to all councils together, and how much the best and the average of the others count against one.
ROUND_BRINGS = 4.9
AGAINST_BEST, AGAINST_ALL = 0.5, 0.35
Powers = Mapping[str, float]


class Outlook:
    """A view, weighed. Made anew for every question."""

    def __init__(self, view: View, house: str, draw: Draw = BEST) -> None:
        """`draw` decides between near-equal choices."""
        self.view, self.board, self.house, self.draw = view, view.board, house, draw
        self.edition = edition_of(view)
        self.mine = own_councils(self.board, house)
        self.of = {leader: own_councils(self.board, leader) for leader in self.board.houses}
        self.powers = {name: self.power(name, council) for name, council in self.board.councils.items()}
        players = len(self.board.houses)
        self.rounds_left = rounds(players, self.board.modules) - self.board.round
        self.rounds_of_season = max(1, rounds_in_season(players) - self.board.space + 1)
        self.still_to_gain = ROUND_BRINGS * self.rounds_left / players

    def token(self, council: str) -> float:
        """What a token of a council is worth on average, as far as the leader knows."""
        tokens = self.board.councils[council].tokens
        seen = self.view.seen.get(council, [])
        return (sum(seen) + UNSEEN * (tokens - len(seen))) / tokens if tokens else UNSEEN

    def power(self, name: str, council: Council) -> float:
        """The power of a council, were it so filled."""
        board = self.board
        if council is not board.councils[name]:
            board = replace(board, councils={**board.councils, name: council})
        allies = sum(ally_power(board, self.edition, name, ally) for ally in council.allies)
        return allies + council.tokens * self.token(name)

    def gained_by(self, ally: str, council: str) -> float:
        """Return the power that a council gains when an ally comes into it."""
        council_state = self.board.councils[council]
        return self.power(council, Council([*council_state.allies, ally], council_state.tokens)) - self.powers[council]

    def lost_with(self, ally: str, council: str) -> float:
        """Return the power that a council loses when an ally leaves it."""
        council_state = self.board.councils[council]
        without = [other for other in council_state.allies if other != ally]
        return self.powers[council] - self.power(council, Council(without, council_state.tokens))

    def changed(self, changes: Powers) -> dict[str, float]:
        """Return the powers of all councils after some of them have changed.

        `changes` has what is added to each, negative for a loss."""
        return {name: power + changes.get(name, 0) for name, power in self.powers.items()}

    def prospects(self, house: str, powers: Powers) -> float:
        """Return a small council's potential if future gains go where they are needed."""
        small, other = sorted(powers[name] for name in self.of[house])
        gain = self.still_to_gain
        filled = small + gain if other - small >= gain else (small + other + gain) / 2
        return filled + 0.04 * other

    def weighed(self, powers: Powers, house: str = "") -> float:
        """Score powers of councils for a leader (empty: the one who looks).

        The score is its prospects, less a part of those of the others."""
        house = house or self.house
        others = [self.prospects(other, powers) for other in self.board.houses if other != house]
        against = AGAINST_BEST * max(others) + AGAINST_ALL * sum(others) / len(others)
        return self.prospects(house, powers) - against

    def better_by(self, changes: Powers, house: str = "") -> float:
        """Return by how much changes of powers raise the score of a leader.

        An empty `house` is the leader who looks."""
        return self.weighed(self.changed(changes), house) - self.weighed(self.powers, house)

    def best_place(self, power: float, house: str) -> tuple[str, float]:
        """Return where a leader would put this power, and its value to the observer."""
        council = max(self.of[house], key=lambda name: self.better_by({name: power}, house))
        return council, self.better_by({council: power})


# What a card in the hand is worth, and what an ally is that nobody knows yet.
A_CARD, AN_ALLY = 0.7, 3.0


def kill_value(outlook: Outlook, chosen: AllyChoice) -> float:
    """Return what the death of an ally is worth to the leader who looks."""
    return outlook.better_by({chosen.council: -outlook.lost_with(chosen.ally, chosen.council)})


def move_value(outlook: Outlook, chosen: AllyChoice, to: str) -> float:
    """Return what it is worth that an ally goes to another council."""
    lost, gained = outlook.lost_with(chosen.ally, chosen.council), outlook.gained_by(chosen.ally, to)
    return outlook.better_by({chosen.council: -lost, to: gained})


def best_kill(outlook: Outlook, pick: c.PickAlly, acting: Acting, forced: bool) -> float:
    """Return the best allowed kill's value; at least 0 where killing is optional."""
    among = council_allies(outlook.board, outlook.edition, acting, pick, True)
    if pick.how == "lowest" and among:
        least = min(outlook.edition.allies[choice.ally].power for choice in among)
        among = [choice for choice in among if outlook.edition.allies[choice.ally].power == least]
    values = [kill_value(outlook, choice) for choice in among]
    return (max(values) if forced else max(0.0, *values)) if values else 0.0


def best_move(outlook: Outlook, pick: c.PickAlly, acting: Acting, forced: bool) -> float:
    """Return the best value of moving an own ally to the other own council.

    At least 0 where the move is optional, 0 where no ally can move."""
    values = [
        move_value(outlook, choice, other_council(outlook.board, outlook.house, choice.council))
        for choice in council_allies(outlook.board, outlook.edition, acting, pick, False)
        if choice.council in outlook.mine
    ]
    return (max(values) if forced else max(0.0, *values)) if values else 0.0


def best_token_move(outlook: Outlook, sources: Iterable[str], targets: Iterable[str], count: int) -> float:
    """Return the best value of moving tokens between councils; 0 if none is better."""
    goals = list(targets)
    return max(
        (
            outlook.better_by({source: -outlook.token(source) * count, to: outlook.token(source) * count})
            for source in sources
            if outlook.board.councils[source].tokens
            for to in goals
            if to != source
        ),
        default=0.0,
    )


def _gain_value(outlook: Outlook, op: c.GainToken, council: str) -> float:
    """Return what gaining tokens is worth to the leader who looks, in power.

    `council` is where the acting ally lies; without one, tokens of others count 0."""
    power = float(UNSEEN * op.n)
    if op.council == "each-own":
        return outlook.better_by(dict.fromkeys(outlook.mine, power))
    who = op.who
    if who == "you":
        return outlook.best_place(power, outlook.house)[1]
    if not council:
        return 0.0
    shared = [leader for leader in council_leaders(outlook.board, council) if leader != outlook.house]
    both = (left_of(outlook.board, outlook.house), right_of(outlook.board, outlook.house))
    whom = shared if who == "neighbor-sharing" else [leader for leader in both if leader not in shared]
    return sum(outlook.best_place(power, leader)[1] for leader in whom)


def ability_value(outlook: Outlook, ability: c.Ability, acting: Acting) -> float:
    """Return an ability's value to the observing leader, carried out as its own."""
    total = sum(_op_value(outlook, op, acting, not ability.may) for op in ability.do)
    return max(0.0, total) if ability.may else total


def _op_value(outlook: Outlook, op: c.Op, acting: Acting, forced: bool) -> float:
    """Return what one operation of an ability is worth, in power.

    `forced`: it cannot be declined, and may cost power. Operations without an estimate count 0."""
    board = outlook.board
    match op:
        case c.GainToken():
            return _gain_value(outlook, op, acting.council)
        case c.KillAlly(ally=c.PickAlly() as pick):
            return best_kill(outlook, pick, acting, forced)
        case c.MoveAlly(ally=pick):
            return best_move(outlook, pick, acting, forced)
        case c.MoveToken(source=source, to=to, n=n):
            targets = [acting.council] if to == "same" and acting.council else outlook.mine
            theirs = [name for name in board.councils if source == "any" or name not in outlook.mine]
            return best_token_move(outlook, theirs, board.councils if to == "any" else targets, n)
        case c.ReturnToken():
            return outlook.better_by({acting.council: -outlook.token(acting.council)}) if acting.council else -1.0
        case c.AddAlly(source=source):
            best_power = max((outlook.edition.allies[name].power for name in board.dead), default=0)
            return outlook.best_place(AN_ALLY if source == "deck-top" else best_power, outlook.house)[1]
        case c.DrawCards(who=who, n=n):
            return {"you": A_CARD * n, "each-neighbor": -A_CARD / 2 * n}.get(str(who), -A_CARD / 4)
        case c.DiscardCard(card=c.PickCard(zone="hand", of=of, n=n)):
            return (-A_CARD if of == "you" else A_CARD / 3) * n
        case c.GiveCard(to="you"):
            return A_CARD
        case c.ReturnCard(card=c.PickCard()):
            return A_CARD
    return 0.0


# What winning a round is worth as a rule; of what it could spend on each round a leader spends so much on those that it
# means to win, and never more than so much.
USUAL_WORTH, EAGER, DEAREST = 2.5, 1.9, 14.0
A_CARDS_VALUE, FREE_PRICE = 4.1, 0.02


def reward(outlook: Outlook) -> int:
    """How many tokens the win brings to the leader who looks."""
    tokens = 1
    board, edition = outlook.board, outlook.edition
    for ally in board.active:
        for ability in edition.allies[ally].abilities:
            if ability.when == "during-round":
                tokens += sum(op.amount for op in ability.do if isinstance(op, c.WinReward))
    for house, pile in board.piles.items():
        for card in pile:
            for ability in edition.influence[card.card].abilities:
                if ability.when == "triumph-pre" and ("you-won" not in ability.conditions or house == outlook.house):
                    tokens += sum(op.amount for op in ability.do if isinstance(op, c.WinReward))
    return max(tokens, 0)


def open_places(outlook: Outlook, house: str) -> tuple[str, ...]:
    """The councils into which a leader may put the ally if it wins, as votes lie now."""
    board, edition = outlook.board, outlook.edition
    ally = board.current
    own = places_itself(outlook.edition, ally)
    if own is not None:
        where = next(op.council for op in own.do if isinstance(op, c.PlaceSelf))
        places = tuple(councils(board, edition, Acting(ally, house, True), where))
        if places:
            return places
    mine = own_councils(board, house)
    votes = []
    for neighbor in (left_of(board, house), right_of(board, house)):
        votes.append(sum(_votes(outlook, card.card) for card in board.piles[neighbor]))
    return tuple(name for name, count in zip(mine, votes, strict=True) if count == max(votes))


def _votes(outlook: Outlook, card: str) -> int:
    abilities = outlook.edition.influence[card].abilities
    return sum(skill.when == "in-pile" and isinstance(op, c.VoteCouncil) for skill in abilities for op in skill.do)


def claim_value(outlook: Outlook, council: str) -> float:
    """Return the value of claiming the round's ally and its tokens into a council."""
    board, ally = outlook.board, outlook.board.current
    tokens = float(UNSEEN * reward(outlook))
    if not ally:
        return outlook.best_place(tokens, outlook.house)[1]
    changes = {council: outlook.gained_by(ally, council) + UNSEEN * board.tokens_on_current}
    where = min(outlook.mine, key=lambda name: outlook.powers[name] + changes.get(name, 0))
    changes[where] = changes.get(where, 0) + tokens
    acting = Acting(ally, outlook.house, True, council=council)
    deeds = sum(
        ability_value(outlook, ability, acting)
        for ability in outlook.edition.allies[ally].abilities
        if ability.when == "when-claimed"
    )
    return outlook.better_by(changes) + deeds


def win_value(outlook: Outlook) -> float:
    """Return what winning the bid is worth to the leader who looks, in power.

    The ally goes to the best of the councils that are open to it."""
    if not outlook.board.current:
        return claim_value(outlook, "")
    return max(claim_value(outlook, name) for name in open_places(outlook, outlook.house))


def rival_win_value(outlook: Outlook, house: str) -> float:
    """Return what the win of another leader is worth to the one who looks."""
    board = outlook.board
    power = float(UNSEEN * (1 + board.tokens_on_current))
    if board.current:
        power += outlook.edition.allies[board.current].power
    return outlook.best_place(power, house)[1]


def loss_value(outlook: Outlook, leading: str) -> float:
    """Return what leaving the bid to the leading one is worth.

    If the leader who looks leads, it is the average over all others."""
    others = [other for other in outlook.board.houses if other != outlook.house]
    if leading == outlook.house:
        return sum(rival_win_value(outlook, other) for other in others) / len(others)
    return rival_win_value(outlook, leading)


class Purse:
    """A leader's budget for the round: `limit` per stake, and power per influence.

    A later round costs about as much as the richest other leader can spend on each; what is not needed to win all of
    them is free.
    """

    def __init__(self, outlook: Outlook) -> None:
        board, house = outlook.board, outlook.house
        influence = outlook.edition.influence
        later = outlook.rounds_of_season - 1
        richest = max(board.hands[other] + len(board.piles[other]) for other in board.houses if other != house)
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
PAYS, MAX_PAYING = -0.2, 3
# By how much near-equal cards and councils differ in power, and how far the worth of winning a bid is shifted.
MARGIN, STAKE = 0.3, 0.8


class Bid:
    """A round's bid from a leader's view: leading total, stake, effect of each card."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.board, self.house = outlook, outlook.board, outlook.house
        self.totals = totals(self.board, outlook.edition)
        self.mine = self.totals[self.house]
        self.need = self.needed(self.totals)
        self.standing = [seat for seat in self.board.houses if seat != self.house and seat not in self.board.kneeling]
        self.purse = Purse(outlook)
        self.price = self.purse.price
        self.win = win_value(outlook) + outlook.draw.shift(f"stake of round {self.board.round}", STAKE)
        highest = max(self.totals.values())
        leading = next(seat for seat in clockwise(self.board, self.board.first) if self.totals[seat] == highest)
        self.stake = self.win - loss_value(outlook, leading)
        self.limit = self.purse.limit(self.stake)

    def needed(self, house_totals: dict[str, int]) -> int:
        """Return the total needed to lead; ties go clockwise from the first player."""
        order = clockwise(self.board, self.board.first)
        own = order.index(self.house)
        return max(house_totals[house] + (order.index(house) < own) for house in order if house != self.house)

    @property
    def leads(self) -> bool:
        """Whether the leader would win now."""
        return self.mine >= self.need

    def after(self, card: str) -> tuple[int, int]:
        """Return the leader's total and the total needed, after playing a card."""
        piles = {house: list(pile) for house, pile in self.board.piles.items()}
        piles[self.house].append(Piled(NEXT, card, self.house))
        board = replace(self.board, piles=piles)
        for ability in self.outlook.edition.influence[card].abilities:
            if ability.when == "on-play":
                for op in ability.do:
                    self._act(board, card, op)
        new_totals = totals(board, self.outlook.edition)
        return new_totals[self.house], self.needed(new_totals)

    def _act(self, board: Board, card: str, op: c.Op) -> None:
        """Apply a card's effect on piles; its leader takes the most from whoever leads."""
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
        among = [candidate for owner in owners for candidate in pile_cards(board, edition, acting, pick, owner)]
        if not among:
            return
        choice = max(among, key=lambda candidate: (self.totals[candidate.of], edition.influence[candidate.card].value))
        piled_card = next(candidate for candidate in board.piles[choice.of] if candidate.number == choice.number)
        board.piles[choice.of].remove(piled_card)
        if isinstance(op, c.MoveCard) and op.to == "you":
            board.piles[self.house].append(piled_card)

    def deeds(self, card: str, won: bool) -> float:
        """What else a card brings, in power, when the bid is won or lost."""
        value = 0.0
        outlook = self.outlook
        for ability in outlook.edition.influence[card].abilities:
            if ability.when == "in-pile" or ("you-won" in ability.conditions and not won):
                continue
            if "you-lost" in ability.conditions and won:
                continue
            acting = Acting(card, self.house, False, number=NEXT)
            value += ability_value(outlook, ability, acting)
            for op in ability.do:
                value += self._bid_op_value(op, won)
        return value

    def _bid_op_value(self, op: c.Op, won: bool) -> float:
        """Return what an operation on the bid itself is worth, in power.

        Other operations count 0."""
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
    outcomes = {card: bid.after(card) for card in hand}
    cheap = sorted(hand, key=lambda card: (bid.cost(card, True), card))
    if bid.leads and not bid.standing:
        best = cheap[0]
        return (best, "it pays") if bid.cost(best, True) < 0 else (None, "the bid is won")
    if bid.leads and bid.mine >= min(bid.limit, max(reach(bid.outlook, rival) for rival in bid.standing)):
        return None, "this much should do"
    leading = [card for card in cheap if outcomes[card][0] >= outcomes[card][1] and outcomes[card][0] <= bid.limit]
    if leading:
        scored = [(-bid.cost(card, True), card) for card in leading]
        return bid.outlook.draw.ranked(about, scored, MARGIN)[0], "the cheapest that leads"
    if not bid.standing:
        chosen = _first_of_combo(bid, cheap, outcomes)
        if chosen:
            return chosen, "cards that lead together"
    best = min(hand, key=lambda card: (bid.cost(card, False), card))
    if bid.cost(best, False) < PAYS and len(bid.board.piles[bid.house]) < MAX_PAYING:
        return best, "it pays though the bid is lost"
    return None, "not worth more"


def reach(outlook: Outlook, house: str) -> float:
    """How far a leader may go in this round, by how many cards it came with."""
    cards = outlook.board.hands[house] + len(outlook.board.piles[house])
    rounds = outlook.rounds_of_season
    return cards * A_CARDS_VALUE / rounds * min(rounds, EAGER)


def _first_of_combo(bid: Bid, cheap: list[str], outcomes: dict[str, tuple[int, int]]) -> str | None:
    """The first of several cards that lead together within the limit."""
    gains = sorted(((outcomes[card][0] - bid.mine) - (outcomes[card][1] - bid.need), card) for card in cheap)
    gap, used, first = bid.need - bid.mine, 0, ""
    for gain, card in reversed(gains):
        used += bid.outlook.edition.influence[card].value
        gap -= gain
        first = first or card
        if gap <= 0:
            return first if bid.mine + used <= bid.limit else None
    return None
