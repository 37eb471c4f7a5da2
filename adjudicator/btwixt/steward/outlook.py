"""How things stand for a leader, and what it is worth to it that an ability is carried out.

Everything is counted in power. `weighed` says how good powers of councils are for the leader: what its small council
may come to, less what those of others may; so that every choice is a comparison of two tables of powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from adjudicator.btwixt.rules.game import edition_of
from adjudicator.btwixt.rules.scoring import UNSEEN, ally_power
from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.rules.seating import left_of, other_council, own_councils, right_of, sharing
from adjudicator.btwixt.rules.selecting import Acting, council_allies
from adjudicator.btwixt.state import edition as c
from adjudicator.btwixt.state.decisions import AllyChoice
from adjudicator.btwixt.state.position import Council, View
from adjudicator.engine.salt import BEST, Draw

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
        self.of = {one: own_councils(self.board, one) for one in self.board.houses}
        self.powers = {name: self.power(name, held) for name, held in self.board.councils.items()}
        players = len(self.board.houses)
        self.rounds_left = rounds(players, self.board.modules) - self.board.round
        self.rounds_of_season = max(1, rounds_in_season(players) - self.board.space + 1)
        self.still_to_gain = ROUND_BRINGS * self.rounds_left / players

    def token(self, council: str) -> float:
        """What a token of a council is worth on average, as far as the leader knows."""
        tokens = self.board.councils[council].tokens
        seen = self.view.seen.get(council, [])
        return (sum(seen) + UNSEEN * (tokens - len(seen))) / tokens if tokens else UNSEEN

    def power(self, name: str, held: Council) -> float:
        """The power of a council, were it so filled."""
        board = self.board
        if held is not board.councils[name]:
            board = msgspec.structs.replace(board, councils={**board.councils, name: held})
        allies = sum(ally_power(board, self.edition, name, ally) for ally in held.allies)
        return allies + held.tokens * self.token(name)

    def gained_by(self, ally: str, council: str) -> float:
        """What a council gains in power by an ally that comes into it."""
        held = self.board.councils[council]
        return self.power(council, Council([*held.allies, ally], held.tokens)) - self.powers[council]

    def lost_with(self, ally: str, council: str) -> float:
        """What a council loses in power when an ally leaves it."""
        held = self.board.councils[council]
        without = [one for one in held.allies if one != ally]
        return self.powers[council] - self.power(council, Council(without, held.tokens))

    def changed(self, changes: Powers) -> dict[str, float]:
        """The powers with some of them changed by so much."""
        return {name: power + changes.get(name, 0) for name, power in self.powers.items()}

    def prospects(self, house: str, powers: Powers) -> float:
        """What a leader's small council may come to, if what it will still gain goes where it is needed."""
        small, other = sorted(powers[name] for name in self.of[house])
        gain = self.still_to_gain
        filled = small + gain if other - small >= gain else (small + other + gain) / 2
        return filled + 0.04 * other

    def weighed(self, powers: Powers, house: str = "") -> float:
        """How good these powers are for a leader (empty: the one who looks)."""
        house = house or self.house
        others = [self.prospects(one, powers) for one in self.board.houses if one != house]
        against = AGAINST_BEST * max(others) + AGAINST_ALL * sum(others) / len(others)
        return self.prospects(house, powers) - against

    def better_by(self, changes: Powers, house: str = "") -> float:
        """How much better changes of powers make things for a leader."""
        return self.weighed(self.changed(changes), house) - self.weighed(self.powers, house)

    def best_place(self, power: float, house: str) -> tuple[str, float]:
        """Where a leader would put so much power, and how good that is for the leader who looks."""
        found = max(self.of[house], key=lambda name: self.better_by({name: power}, house))
        return found, self.better_by({found: power})


# What a card in the hand is worth, and what an ally is that nobody knows yet.
A_CARD, AN_ALLY = 0.7, 3.0


def killing(outlook: Outlook, chosen: AllyChoice) -> float:
    """What it is worth that an ally of a council dies."""
    return outlook.better_by({chosen.council: -outlook.lost_with(chosen.ally, chosen.council)})


def moving(outlook: Outlook, chosen: AllyChoice, to: str) -> float:
    """What it is worth that an ally goes to another council."""
    lost, gained = outlook.lost_with(chosen.ally, chosen.council), outlook.gained_by(chosen.ally, to)
    return outlook.better_by({chosen.council: -lost, to: gained})


def best_kill(outlook: Outlook, pick: c.PickAlly, acting: Acting, forced: bool) -> float:
    """What the best of the kills that an ability allows is worth; one that may be left is never worth less than
    nothing."""
    among = council_allies(outlook.board, outlook.edition, acting, pick, True)
    if pick.how == "lowest" and among:
        least = min(outlook.edition.allies[one.ally].power for one in among)
        among = [one for one in among if outlook.edition.allies[one.ally].power == least]
    found = [killing(outlook, one) for one in among]
    return (max(found) if forced else max(0.0, *found)) if found else 0.0


def best_move(outlook: Outlook, pick: c.PickAlly, acting: Acting, forced: bool) -> float:
    """The same of an ally that goes to one's other council."""
    found = [
        moving(outlook, one, other_council(outlook.board, outlook.house, one.council))
        for one in council_allies(outlook.board, outlook.edition, acting, pick, False)
        if one.council in outlook.mine
    ]
    return (max(found) if forced else max(0.0, *found)) if found else 0.0


def best_token_move(outlook: Outlook, sources: Iterable[str], targets: Iterable[str], count: int) -> float:
    """What the best way is worth to move tokens between councils; 0 if it is better left."""
    goals = list(targets)
    return max(
        (
            outlook.better_by({one: -outlook.token(one) * count, to: outlook.token(one) * count})
            for one in sources
            if outlook.board.councils[one].tokens
            for to in goals
            if to != one
        ),
        default=0.0,
    )


def _gain(outlook: Outlook, op: c.GainToken, council: str) -> float:
    power = float(UNSEEN * op.n)
    if op.council == "each-own":
        return outlook.better_by(dict.fromkeys(outlook.mine, power))
    who = op.who
    if who == "you":
        return outlook.best_place(power, outlook.house)[1]
    if not council:
        return 0.0
    shared = [one for one in sharing(outlook.board, council) if one != outlook.house]
    both = (left_of(outlook.board, outlook.house), right_of(outlook.board, outlook.house))
    whom = shared if who == "neighbor-sharing" else [one for one in both if one not in shared]
    return sum(outlook.best_place(power, one)[1] for one in whom)


def worth(outlook: Outlook, ability: c.Ability, acting: Acting) -> float:
    """What an ability is worth to the leader who looks when it is carried out as its own."""
    found = sum(_worth(outlook, op, acting, not ability.may) for op in ability.do)
    return max(0.0, found) if ability.may else found


def _worth(outlook: Outlook, op: c.Op, acting: Acting, forced: bool) -> float:
    board = outlook.board
    match op:
        case c.GainToken():
            return _gain(outlook, op, acting.council)
        case c.KillAlly(ally=c.PickAlly() as pick):
            return best_kill(outlook, pick, acting, forced)
        case c.MoveAlly(ally=pick):
            return best_move(outlook, pick, acting, forced)
        case c.MoveToken(source=source, to=to, n=n):
            targets = [acting.council] if to == "same" and acting.council else outlook.mine
            theirs = [one for one in board.councils if source == "any" or one not in outlook.mine]
            return best_token_move(outlook, theirs, board.councils if to == "any" else targets, n)
        case c.ReturnToken():
            return outlook.better_by({acting.council: -outlook.token(acting.council)}) if acting.council else -1.0
        case c.AddAlly(source=source):
            known = max((outlook.edition.allies[one].power for one in board.dead), default=0)
            return outlook.best_place(AN_ALLY if source == "deck-top" else known, outlook.house)[1]
        case c.DrawCards(who=who, n=n):
            return {"you": A_CARD * n, "each-neighbor": -A_CARD / 2 * n}.get(str(who), -A_CARD / 4)
        case c.DiscardCard(card=c.PickCard(zone="hand", of=of, n=n)):
            return (-A_CARD if of == "you" else A_CARD / 3) * n
        case c.GiveCard(to="you"):
            return A_CARD
        case c.ReturnCard(card=c.PickCard()):
            return A_CARD
    return 0.0
