"""Battles: support, House cards, the blade, card texts, losses and retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.engine import Picker
from adjudicator.thrones.bot.outlook import Outlook, inclination, menace
from adjudicator.thrones.bot.planning import harm
from adjudicator.thrones.bot.sight import Proposal, Sight
from adjudicator.thrones.rules.card_odds import Duel, duel_at_hand
from adjudicator.thrones.rules.supply import limits, relieves, stacks
from adjudicator.thrones.state import VASSAL, HouseCard, decisions as d
from adjudicator.thrones.state.decisions import AreaChoice, CardChoice, Piece, Pledges, YesNo

Liking = Callable[[Sight, d.PickEffect, str], float]


def score_area_or_card(sight: Sight, decision: d.PickEffect, choice: str) -> float:
    """Score a choice: an area by its value, a card by minus its strength, else 0."""
    if choice in sight.edition.areas:
        return Outlook(sight).area_value(choice)
    if choice in sight.edition.cards:
        return -float(sight.edition.cards[choice].strength)
    return 0.0


def is_army_limit_reached(sight: Sight) -> bool:
    """Whether the house has as many armies as its supply allows."""
    armies = [size for size in stacks(sight.board, sight.house).values() if size > 1]
    return len(armies) >= len(limits(sight.board, sight.edition, sight.house))


def _cost(sight: Sight, piece: Piece) -> float:
    """Return the cost of a unit: points, strength, and the area if it is the last."""
    kind = sight.edition.units[piece.unit]
    cost = kind.cost + 0.5 * (kind.strength + sight.board.growth.get(piece.unit, 0)) - (0.4 if piece.routed else 0.0)
    force = sight.board.force_of(sight.house, piece.area)
    if force is not None and force.size() == 1:
        area = sight.edition.areas[piece.area]
        marked = piece.area in sight.board.tokens or area.home_of == sight.house
        cost += (0.15 if marked else 0.5) * Outlook(sight).area_value(piece.area)
    return cost


def disband(sight: Sight, decision: d.DisbandForSupply) -> Iterator[Proposal]:
    """The unit that costs least to lose, of those whose loss helps the armies to fit."""

    def rank(piece: Piece) -> tuple[bool, float]:
        return not relieves(sight.board, sight.edition, decision.house, piece.area), _cost(sight, piece)

    for piece in sorted(decision.choices, key=rank):
        yield piece, "the cheapest loss"


def cheapest(sight: Sight, decision: d.PieceDecision) -> Iterator[Proposal]:
    """The unit that costs least to lose."""
    for piece in sorted(decision.choices, key=lambda piece: _cost(sight, piece)):
        yield piece, "the cheapest loss"


def wildlings(sight: Sight, decision: d.LoseToWildlings) -> Iterator[Proposal]:
    """The least loss for each point paid; no point is wasted if it can be helped."""

    def rate(piece: Piece) -> float:
        return _cost(sight, piece) / min(decision.owed, sight.edition.units[piece.unit].cost)

    for piece in sorted(decision.choices, key=rate):
        yield piece, "the cheapest loss"


def kill(sight: Sight, decision: d.KillFootman) -> Iterator[Proposal]:
    """A standing one rather than a routed one."""
    yield min(decision.choices, key=lambda piece: piece.routed), "one that can still fight"


def retreat(sight: Sight, decision: d.RetreatTo) -> Iterator[Proposal]:
    """Retreat to friends if possible, else to good land far from the enemy."""
    outlook = Outlook(sight)

    def comfort(area: str) -> float:
        friends = sight.strength(area)
        return 1.5 * friends + outlook.area_value(area) * outlook.holding(area, friends + 1.0)

    for area in sorted(decision.choices, key=lambda area: -comfort(area)):
        yield AreaChoice(area), "to friends" if area in sight.board.forces else "to safety"


SAVING = 0.45
ROUNDS_OF_THOUGHT = 36
# Cards that bring so much less than the best count as near-equal, and their share beside its 24.
MARGIN, NEAR = 0.2, 12
HELPS_A_WINNER = ("take-back-card", "gain-power", "remove-loser-order", "discard-from-hand")


def support(sight: Sight, decision: d.GiveSupport) -> Iterator[Proposal]:
    """Itself always; others against the house to be feared more, or nobody."""
    if sight.house in (decision.attacker, decision.defender):
        side, reason = ("attacker" if sight.house == decision.attacker else "defender"), "own battle"
    else:
        side = inclination(sight, sight.house, decision.area, decision.attacker, decision.defender)
        reason = "no quarrel of ours" if side == "none" else "against the greater menace"
    if side in decision.sides:
        yield Pledges(dict.fromkeys(decision.areas, side)), reason
    yield Pledges(dict.fromkeys(decision.areas, "none")), "no quarrel of ours"


def mixtures(duel: Duel, gains: Mapping[str, Mapping[str, float]], stake: float, margin: float) -> dict[str, int]:
    """Return how often to play each card, by fictitious play of both sides.
    Cards that are never the best answer, but lack at most the margin on average, have a share too."""
    cards = duel.edition.cards
    foes = duel.foes or ("",)
    fear = {other: -keep(cards[other]) if other else 0.0 for other in foes}
    mine, theirs = dict.fromkeys(duel.hand, 0.0), dict(fear)
    played = dict.fromkeys(duel.hand, 0)
    for turn in range(1, ROUNDS_OF_THOUGHT + 1):
        own = max(duel.hand, key=mine.__getitem__)
        other = max(foes, key=theirs.__getitem__)
        played[own] += turn > ROUNDS_OF_THOUGHT // 3
        for card in duel.hand:
            mine[card] += gains[card][other]
        for card in foes:
            theirs[card] += fear[card] + (0.0 if duel.wins[own].get(card, True) else stake)
    least = max(mine.values()) - margin * ROUNDS_OF_THOUGHT
    return {card: count or NEAR * (margin > 0 and mine[card] >= least) for card, count in played.items()}


def keep(card: HouseCard) -> float:
    """Return what it is worth to keep a card in hand for a later battle."""
    return SAVING * (card.strength + 0.3 * bool(card.effect))


def _gains(sight: Sight, duel: Duel, stake: float) -> dict[str, dict[str, float]]:
    """What each own card brings against each of the opponent's."""
    cards = sight.edition.cards
    gains: dict[str, dict[str, float]] = {}
    for own in duel.hand:
        facts = cards[own]
        won = stake + 0.6 * facts.swords + (0.8 if facts.effect in HELPS_A_WINNER else 0.0)
        lost = 0.6 * facts.fortifications
        cost = 0.0 if sight.last_round or facts.house == VASSAL else keep(facts)
        gains[own] = {other: (won if duel.wins[own].get(other, True) else lost) - cost for other in duel.foes or ("",)}
    return gains


def house_card(sight: Sight, decision: d.ChooseHouseCard) -> Iterator[Proposal]:
    """Pick from the mixture that suits the stake; save strong cards if weak ones do."""
    battle = sight.board.battle
    if battle is None:
        return
    duel = duel_at_hand(sight.board, sight.edition, battle, sight.house, decision.choices)
    outlook = Outlook(sight)
    attacking = battle.attacker == sight.house
    stake = 3.0 + min(30.0, outlook.gain(decision.area) if attacking else outlook.area_value(decision.area))
    played = mixtures(duel, _gains(sight, duel, stake), stake, MARGIN * sight.draw.spread)
    ticket = Picker(sight.draw.salt + decision.id, decision.area)(sum(played.values()))
    for card, count in played.items():
        if ticket < count:
            yield CardChoice(card), "suits the stake"
        ticket -= count


def blade(sight: Sight, decision: d.UseBlade) -> Iterator[Proposal]:
    """Only where it turns defeat into victory."""
    battle = sight.board.battle
    foe = battle.opponent(sight.house) if battle is not None else ""
    needed = 0 if foe and sight.ahead(sight.house, foe) else 1
    decisive = decision.lead < needed <= decision.lead + 1
    yield YesNo(decisive), "it decides the battle" if decisive else "it decides nothing"


def remove_order(sight: Sight, decision: d.RemoveOrder) -> Iterator[Proposal]:
    """The enemy order that does most harm."""
    board = sight.board

    def worth(area: str) -> float:
        owner = board.orders[area].house
        if owner == sight.house:
            return -10.0
        if sight.order_type(area) == "march":
            return 3.0 + sight.strength(area) + 0.03 * menace(sight, sight.house, owner)
        return harm(sight, area)

    best = max(decision.choices, key=worth)
    if worth(best) < 0 and decision.optional:
        yield AreaChoice(None), "only own orders there"
    yield AreaChoice(best), "the most harmful order"


def knight_footman(sight: Sight, decision: d.KnightFootman) -> Iterator[Proposal]:
    """Always."""
    yield YesNo(True), "a knight for nothing"


def _strongest(sight: Sight, choices: tuple[str, ...]) -> str:
    cards = sight.edition.cards
    return max(choices, key=lambda card: (cards[card].strength, cards[card].swords, cards[card].fortifications))


def discard_from_hand(sight: Sight, decision: d.DiscardFromHand) -> Iterator[Proposal]:
    """The victim's strongest card, if that leaves some Power and the card is worth it."""
    card = _strongest(sight, decision.choices)
    if sight.board.power[sight.house] > decision.cost + 1 and sight.edition.cards[card].strength >= 2:
        yield CardChoice(card), "their strongest card"
    yield CardChoice(None), "not worth the Power"


def take_back(sight: Sight, decision: d.TakeBackCard) -> Iterator[Proposal]:
    """The strongest card; of those to be paid for one that leaves some Power."""
    card = sight.edition.cards.get(decision.because)
    choices, power = decision.choices, sight.board.power[sight.house]
    if card is not None and card.effect == "buy-back":
        choices = tuple(card_id for card_id in choices if 1 < sight.edition.cards[card_id].strength < power)
    if choices:
        yield CardChoice(_strongest(sight, choices)), "our strongest card"
    yield CardChoice(None), "not worth the Power"
