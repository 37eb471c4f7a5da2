"""Which answers a question takes, which leave no choice, and which call it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import permutations
from typing import Any, overload

from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.decisions import KeepCard, PlayOrKneel
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.bulk import Pace
from adjudicator.engine.decision import A, Answer, Decision, Question, Refusal
from adjudicator.engine.step import Outcome

Pick = Callable[[int], int]

ANSWERS: dict[type[Decision], type[Answer]] = {
    d.PlayOrKneel: d.Play,
    d.UseAbility: d.YesNo,
    d.ChooseLeader: d.LeaderChoice,
    d.ChooseCard: d.CardChoice,
    d.ChooseAlly: d.AllyChoice,
    d.ChooseCouncil: d.CouncilChoice,
    d.ArrangeTop: d.AllyOrder,
    d.OrderAbilities: d.CardOrder,
    d.KeepCard: d.CardChoice,
}


def check(position: Position, decision: Decision, answer: Any) -> Refusal | None:
    """Why the answer is not legal for the question, or None if it is."""
    wanted = ANSWERS[type(decision)]
    if type(answer) is not wanted:
        tag, got = wanted.__struct_config__.tag, type(answer).__name__
        return Refusal("wrong-kind-of-answer", f"this question takes a {tag!r} answer, not {got}", decision.id)
    return LAWS[type(decision)](decision, answer)


def completed(decision: Decision, answer: Any) -> Any:
    """A direct answer with the places that it leaves out (`card feint`, without whose pile and which), where a single
    choice is called so; any other answer as it is."""
    if type(answer) not in (d.CardChoice, d.AllyChoice) or ANSWERS[type(decision)] is not type(answer):
        return answer
    choices: list[Any] = list(LISTINGS[type(decision)](decision))
    if answer in choices:
        return answer
    fits = [choice for choice in choices if _fits(choice, answer)]
    return fits[0] if len(fits) == 1 else answer


def _fits(choice: Any, answer: Any) -> bool:
    """Whether a choice is what an answer names as far as it does."""
    pairs = ((getattr(choice, field), getattr(answer, field)) for field in answer.__struct_fields__)
    return all(named in ("", 0, real) for real, named in pairs)


def _play(asked: d.PlayOrKneel, answer: d.Play) -> Refusal | None:
    if answer.card is None or answer.card in asked.hand:
        return None
    return _not_a_choice("card-not-in-hand", answer.card, asked.hand, "card")


def _leader(asked: d.ChooseLeader, answer: d.LeaderChoice) -> Refusal | None:
    if answer.leader in asked.choices:
        return None
    return _not_a_choice("leader-not-a-choice", answer.leader, asked.choices, "leader")


def _card(asked: d.ChooseCard, answer: d.CardChoice) -> Refusal | None:
    if answer in asked.choices:
        return None
    return _not_placed("card-not-a-choice", answer, asked.choices, "card")


def _ally(asked: d.ChooseAlly, answer: d.AllyChoice) -> Refusal | None:
    if answer in asked.choices:
        return None
    return _not_placed("ally-not-a-choice", answer, asked.choices, "ally")


def _council(asked: d.ChooseCouncil, answer: d.CouncilChoice) -> Refusal | None:
    if answer.council in asked.choices:
        return None
    return _not_a_choice("council-not-a-choice", answer.council, asked.choices, "council")


def _keep(asked: d.KeepCard, answer: d.CardChoice) -> Refusal | None:
    if answer.card in asked.packet and answer.of == asked.seat and not answer.number:
        return None
    packet = tuple(d.CardChoice(card, asked.seat) for card in dict.fromkeys(asked.packet))
    return _not_placed("card-not-a-choice", answer, packet, "card")


def _numbers(asked: d.OrderAbilities, answer: d.CardOrder) -> Refusal | None:
    if sorted(answer.numbers) == sorted(asked.numbers):
        return None
    return Refusal("not-each-once", f"name each of {', '.join(map(str, asked.numbers))} once", "numbers")


def _placed(choice: d.CardChoice | d.AllyChoice) -> str:
    """A card or an ally with where it lies: `feint (jon, 3)`."""
    if isinstance(choice, d.AllyChoice):
        return f"{choice.ally} ({choice.council})" if choice.council else choice.ally
    place = ", ".join(str(part) for part in (choice.of, choice.number) if part)
    return f"{choice.card} ({place})" if place else choice.card


def _not_placed(code: str, answer: Any, choices: tuple[Any, ...], where: str) -> Refusal:
    """A refusal of a card or an ally that is no choice, or that several choices are called."""
    several = [_placed(choice) for choice in choices if _fits(choice, answer)]
    if several:
        return Refusal(code, f"{_placed(answer)!r} may mean {', '.join(several)}: say which", where)
    return _not_a_choice(code, _placed(answer), tuple(map(_placed, choices)), where)


def _not_a_choice(code: str, said: str, choices: tuple[str, ...], where: str) -> Refusal:
    return Refusal(code, f"{said!r} is not among {', '.join(choices) or 'nothing'}", where)


def _order(decision: d.ArrangeTop, answer: d.AllyOrder) -> Refusal | None:
    if sorted((*answer.top, *answer.bottom)) != sorted(decision.allies):
        return Refusal("not-each-once", f"name each of {', '.join(decision.allies)} once", "top")
    if len(answer.bottom) > decision.bottom_max:
        words = f"at most {decision.bottom_max} may go under the deck, not {len(answer.bottom)}"
        return Refusal("too-many-under", words, "bottom")
    return None


def _orders(asked: d.ArrangeTop) -> Iterator[Answer]:
    for order in permutations(asked.allies):
        for under in range(asked.bottom_max + 1):
            yield d.AllyOrder(order[: len(order) - under], order[len(order) - under :])


LAWS: dict[type[Decision], Callable[[Any, Any], Refusal | None]] = {
    d.PlayOrKneel: _play,
    d.UseAbility: lambda asked, answer: None,
    d.ChooseLeader: _leader,
    d.ChooseCard: _card,
    d.ChooseAlly: _ally,
    d.ChooseCouncil: _council,
    d.ArrangeTop: _order,
    d.OrderAbilities: _numbers,
    d.KeepCard: _keep,
}
LISTINGS: dict[type[Decision], Callable[[Any], Iterator[Answer]]] = {
    d.PlayOrKneel: lambda asked: iter((*map(d.Play, asked.hand), d.Play(None))),
    d.UseAbility: lambda asked: iter((d.YesNo(True), d.YesNo(False))),
    d.ChooseLeader: lambda asked: map(d.LeaderChoice, asked.choices),
    d.ChooseCard: lambda asked: iter(asked.choices),
    d.ChooseAlly: lambda asked: iter(asked.choices),
    d.ChooseCouncil: lambda asked: map(d.CouncilChoice, asked.choices),
    d.KeepCard: lambda asked: (d.CardChoice(card, asked.seat) for card in dict.fromkeys(asked.packet)),
    d.ArrangeTop: _orders,
    d.OrderAbilities: lambda asked: map(d.CardOrder, permutations(asked.numbers)),
}


class LegalAnswers:
    """The legal answers of a question: lazily iterable, testable with `in`, and `sample(pick)` draws one.

    `pick(bound)` must return an integer in 0..bound-1.
    """

    def __init__(self, position: Position, decision: Decision) -> None:
        self.position, self.decision = position, decision

    def __iter__(self) -> Iterator[Answer]:
        return LISTINGS[type(self.decision)](self.decision)

    def __contains__(self, answer: object) -> bool:
        return check(self.position, self.decision, answer) is None

    def sample(self, pick: Pick) -> Answer:
        """One legal answer."""
        asked = self.decision
        if isinstance(asked, d.OrderAbilities):
            return d.CardOrder(tuple(_drawn(list(asked.numbers), pick)))
        if isinstance(asked, d.ArrangeTop):
            order = _drawn(list(asked.allies), pick)
            under = pick(asked.bottom_max + 1)
            return d.AllyOrder(tuple(order[: len(order) - under]), tuple(order[len(order) - under :]))
        everything = list(self)
        return everything[pick(len(everything))]


def _drawn(items: list[Any], pick: Pick) -> list[Any]:
    return [items.pop(pick(len(items))) for _ in range(len(items))]


def legal_answers(position: Position, decision: Decision) -> LegalAnswers:
    """The legal answers of a question in this position."""
    return LegalAnswers(position, decision)


@overload
def single_choice(decision: Question[A]) -> A | None: ...
@overload
def single_choice(decision: Decision) -> Answer | None: ...
def single_choice(decision: Decision) -> Answer | None:
    """The only legal answer, where that is plain from the question itself; else None."""
    match decision:
        case d.PlayOrKneel(hand=()):
            return d.Play(None)
        case d.ChooseLeader(choices=(leader,)):
            return d.LeaderChoice(leader)
        case d.ChooseCard(choices=(card,)):
            return card
        case d.ChooseAlly(choices=(ally,)):
            return ally
        case d.ChooseCouncil(choices=(council,)):
            return d.CouncilChoice(council)
        case d.ArrangeTop(allies=(ally,), bottom_max=0):
            return d.AllyOrder((ally,))
        case d.OrderAbilities(numbers=(number,)):
            return d.CardOrder((number,))
        case d.KeepCard(packet=packet, seat=seat) if len(set(packet)) == 1:
            return d.CardChoice(packet[0], seat)
    return None


NAMED_PACES = ("bulk", "stepwise")


def window(position: Position, decision: Decision, pace: Pace) -> str:
    """The call that collects answers to a question: `r1-draft`, `r1-bidding`, or a question's id.

    Leaders who keep a card at once share the id of the first of them.
    """
    kinds = pace if isinstance(pace, tuple) else ()
    if pace != "stepwise" and str(decision.__struct_config__.tag) not in kinds:
        return phase_window(position, pace)
    if isinstance(decision, KeepCard):
        place = position.board.houses.index(decision.seat)
        return f"d{int(decision.id[1:].split('-', 1)[0]) - place}-keep-card-{position.board.houses[0]}"
    return decision.id


def may_also_ask(outcome: Outcome[Position], pace: Pace) -> Collection[str]:
    """The leaders that the call which opens may ask besides those it waits for: all in a draft or a bid, even where the
    bid begins with a stop for its first turn; at any later stop in it the sheets of that call still count."""
    showing, first = outcome.showing, outcome.waiting[0]
    board = showing.board
    # Who has no card kneels without being asked.
    begun = any(board.plays.values()) or any(board.hands[house] for house in board.kneeling)
    stop = window(showing, first, pace) != phase_window(showing, pace)
    begins = isinstance(first, PlayOrKneel) and not begun and pace != "stepwise"
    return tuple(board.houses) if begins or not stop else ()


def phase_window(position: Position, pace: Pace) -> str:
    """The call of the phase being played; a draft belongs to the round that it leads to."""
    board = position.board
    return f"r{board.round + 1}-draft" if board.phase == "draft" else f"r{board.round}-bidding"
