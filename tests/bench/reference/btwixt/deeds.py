"""What it is worth to a leader that an ability is carried out, roughly and in power."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.btwixt.rules import selecting
from adjudicator.btwixt.rules.scoring import UNSEEN
from adjudicator.btwixt.rules.selecting import Acting, council_allies
from adjudicator.btwixt.state import edition as c
from adjudicator.btwixt.state.decisions import AllyChoice
from adjudicator.btwixt.state.position import council_leaders, left_of, other_council, right_of
from tests.bench.reference.btwixt.outlook import Outlook

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
    shared = [one for one in council_leaders(outlook.board, council) if one != outlook.house]
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


def safe(outlook: Outlook) -> bool:
    """Whether influence cards cannot kill the current ally."""
    return selecting.is_current_safe(outlook.board, False)
