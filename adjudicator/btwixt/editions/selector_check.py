"""Whether what operations name can be found when they are carried out: leaders, councils, cards, allies, amounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from adjudicator.btwixt.state import cards as c
from adjudicator.engine.refusal import Refusal

Told = Iterator[tuple[str, str]]
# So many at once; a look may be at all.
MOST, ALL = 10, 99
# Found in `on-play` as well as later, but only once the bid is won.
OF_THE_BID = frozenset({"winner", "each-loser", "of-winner", "shared-with-winner", "winner-choice-by-you"})
OF_THE_CLAIM = frozenset({"neighbor-sharing", "neighbor-not-sharing"})
SEVERAL = frozenset({"each-neighbor", "each-other", "each-loser", "each", "neighbor-not-sharing"})
OWN_POOLS = frozenset(
    {"own-choice", "own-both", "each-own", "own-fewer-allies", "with-highest-own-ally", "own-other-of-same", "same"}
)
LEADERS, COUNCILS = frozenset(get_args(c.SomeLeaders)), frozenset(get_args(c.SomeCouncils))
TAGGED = frozenset({"tagged-allies-in-council", "tagged-allies-own-councils"})
# Which zones an operation takes cards from.
ZONES: dict[type[c.Op], tuple[str, ...]] = {
    c.MoveCard: ("pile",),
    c.ReturnCard: ("pile", "discard"),
    c.DiscardCard: ("pile", "hand"),
}
# Which votes there are at each moment.
VOTES = {"in-pile": ("shared-with-winner",), "triumph-pre": ("winner-choice-by-you", "of-winner", "shared-with-winner")}


def faults(ability: c.Ability, moment: str, of_ally: bool, at: str) -> Iterator[Refusal]:
    """What is wrong with what an ability names at a moment; `of_ally`: it is an ally's."""
    picked = False
    for number, op in enumerate(ability.do):
        place = f"{at}.do[{number}]"
        picked = picked or any(isinstance(one, c.PickLeader) for one in _leaders(op))
        for code, words in _of_op(op, moment, of_ally, picked):
            yield Refusal(code, words, place)


def _of_op(op: c.Op, moment: str, of_ally: bool, picked: bool) -> Told:
    yield from _of_names(op, moment, picked)
    check = CHECKS.get(type(op))
    if check is not None:
        yield from check(op, moment)
    card = getattr(op, "card", None)
    if card is not None:
        yield from _card(op, card, of_ally)
    if isinstance(op, c.KillAlly) and op.ally == "this" and not of_ally:
        yield "wrong-selector", "'this' is an ally's word for itself; this card is no ally"
    most = ALL if isinstance(op, c.Peek) else MOST
    if not isinstance(op, c.Restrict) and not 1 <= getattr(op, "n", 1) <= most:
        yield "out-of-range", f"'n' is from 1 to {most}"


def _leaders(op: c.Op) -> list[Any]:
    """The leaders that an operation names."""
    card = getattr(op, "card", None)
    found = [getattr(op, name, None) for name in ("who", "giver", "to", "by", "of")]
    found += [card.of] if isinstance(card, c.PickCard) and card.zone != "discard" else []
    return [one for one in found if isinstance(one, c.PickLeader) or one in LEADERS]


def _councils(op: c.Op) -> list[str]:
    """The councils that an operation names."""
    ally = getattr(op, "ally", None)
    found = [getattr(op, name, None) for name in ("council", "source", "to", "of")]
    found += [ally.inside] if isinstance(ally, c.PickAlly) else []
    return [one for one in found if isinstance(one, str) and one in COUNCILS]


def _of_names(op: c.Op, moment: str, picked: bool) -> Told:
    named = [one for one in (*_leaders(op), *_councils(op)) if isinstance(one, str)]
    for one in named:
        if one in OF_THE_BID and moment == "on-play":
            yield "wrong-selector", f"{one!r}: nobody has won the bid when a card is played"
        if one in OF_THE_CLAIM and moment in ("on-play", "triumph-pre", "offer"):
            yield "wrong-selector", f"{one!r}: no ally has been claimed yet"
        if one == "targeted" and not picked:
            yield "wrong-selector", "'targeted' is the leader that was picked, and none is picked before"
        if one == "own-opposite" and not (isinstance(op, c.MoveAlly) and op.to == one):
            yield "wrong-selector", "'own-opposite' is where 'move-ally' goes, and nothing else"
    to = getattr(op, "to", None)
    if to in SEVERAL:
        yield "wrong-selector", f"{to!r} may be several leaders, and a card goes to one"


def _card(op: c.Op, card: c.Cards, of_ally: bool) -> Told:
    if not isinstance(card, c.PickCard):
        if of_ally:
            yield "wrong-selector", "'this' is the influence card that acts, and this is an ally"
        return
    if card.zone not in ZONES[type(op)]:
        yield "wrong-selector", f"it takes cards from {' or '.join(ZONES[type(op)])}, not from {card.zone!r}"
    if not 1 <= card.n <= MOST:
        yield "out-of-range", f"'n' is from 1 to {MOST}"
    if card.where.of is not None:
        yield "wrong-filter", "'of' among the filters is for 'add-value'; whose cards they are says 'of' beside 'zone'"
    if card.where.not_this and card.zone != "pile":
        yield "wrong-filter", "'not-this' is for piles: the card that acts lies in one"
    if card.how == "random" and (card.zone != "hand" or card.where != c.CardFilter()):
        yield "wrong-filter", "'random' is for hands, without filters"
    if card.zone == "discard" and card.by == "owner":
        yield "wrong-filter", "nobody owns the discard pile"
    if card.how == "all" and (card.zone != "hand" or card.n != 1):
        yield "wrong-filter", "'all' is for hands, without 'n'"


def _add_value(op: c.AddValue, moment: str) -> Told:
    if moment == "in-pile":
        if isinstance(op.amount, c.Counted) and op.amount.per != "tagged-allies-own-councils":
            yield "wrong-counter", f"{op.amount.per!r} is for allies; cards count 'tagged-allies-own-councils'"
    elif op.cards == "this" or op.cards.of is not None or op.cards.not_this:
        yield "wrong-selector", "an ally changes cards in all piles: neither 'this', 'not-this' nor 'of'"
    elif isinstance(op.amount, c.Counted):
        yield "wrong-counter", "what an ally changes for the round is a number"


def _score_bonus(op: c.ScoreBonus, moment: str) -> Told:
    if isinstance(op.amount, c.Counted) and op.amount.per == "tagged-allies-own-councils":
        yield "wrong-counter", f"{op.amount.per!r} is for influence cards; allies count within their own council"


def _restrict(op: c.Restrict, moment: str) -> Told:
    if op.rule == "max-cards" and not 1 <= op.n <= MOST:
        yield "out-of-range", f"'n' is from 1 to {MOST}: so many cards may be played"
    if op.rule != "max-cards" and op.n:
        yield "out-of-range", "'n' is for 'max-cards' alone"


def _vote(op: c.VoteCouncil, moment: str) -> Told:
    known = VOTES.get(moment, ())
    if known and op.council not in known:
        yield "wrong-selector", f"a vote is for one of the winner's councils: {', '.join(known)}"


def _peek(op: c.Peek, moment: str) -> Told:
    if op.what == "tokens" and (op.of not in COUNCILS or op.by != "you"):
        yield "wrong-selector", "tokens lie in councils ('of'), and you look at them ('by')"
    if op.what == "hand" and not isinstance(op.of, c.PickLeader) and op.of not in LEADERS:
        yield "wrong-selector", "a hand is a leader's ('of')"


def _arrange(op: c.ArrangeAllies, moment: str) -> Told:
    if not 0 <= op.bottom_max < max(op.n, 1):
        yield "out-of-range", "'bottom-max' is from 0 to one less than 'n'"


def _add_ally(op: c.AddAlly, moment: str) -> Told:
    if not isinstance(op.who, str):
        yield "wrong-selector", "who claims is not picked: name 'you', 'winner', 'targeted' ..."
    if op.source == "deck-top" and op.where != c.AllyFilter():
        yield "wrong-filter", "'where' is for 'dead-pile': the next ally is as it is"
    if op.where.council_min_allies:
        yield "wrong-filter", "'council-min-allies' is for allies in councils"


def _move_ally(op: c.MoveAlly, moment: str) -> Told:
    if op.ally.how != "choice":
        yield "wrong-filter", "which ally is moved is a choice"
    if op.to == "own-opposite" and op.ally.inside not in OWN_POOLS:
        yield "wrong-selector", "'own-opposite' is for an ally of one of your two councils"


def _amounts(op: c.AddValue | c.ScoreBonus | c.WinReward) -> Told:
    amount = op.amount
    numbers = (amount,) if isinstance(amount, int) else (amount.times, amount.max)
    if not all(-ALL <= one <= ALL for one in numbers) or not numbers[0] or numbers[-1] == 0:
        yield "out-of-range", f"an amount is from {-ALL} to {ALL}, and not 0"
    if isinstance(amount, c.Counted) and (amount.max < 1 or (amount.per in TAGGED) != bool(amount.tag)):
        yield "wrong-counter", "'max' is 1 or more, and 'tag' goes with the counters of tagged allies alone"


def _with_amount(check: Callable[[Any, str], Told]) -> Callable[[Any, str], Told]:
    def both(op: Any, moment: str) -> Told:
        yield from check(op, moment)
        yield from _amounts(op)

    return both


def _nothing(op: c.WinReward, moment: str) -> Told:
    yield from ()


CHECKS: dict[type[c.Op], Callable[[Any, str], Told]] = {
    c.AddValue: _with_amount(_add_value),
    c.ScoreBonus: _with_amount(_score_bonus),
    c.WinReward: _with_amount(_nothing),
    c.Restrict: _restrict,
    c.VoteCouncil: _vote,
    c.Peek: _peek,
    c.ArrangeAllies: _arrange,
    c.AddAlly: _add_ally,
    c.MoveAlly: _move_ally,
}
