"""Legal answers, forced answers, and the turn that a question belongs to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import permutations
from typing import Any, overload

from adjudicator.btwixt.state import Position, decisions as d
from adjudicator.btwixt.state.decisions import KeepCard, PlayOrKneel
from adjudicator.engine import A, Answer, Check, Decision, Law, Laws, Outcome, Pace, Pick, Question, Refusal, kind_of


def complete_answer(decision: Decision, answer: Any) -> Any:
    """Complete a direct answer (`card feint`) if exactly one choice fits it.

    Any other answer is returned as it is."""
    if type(answer) not in (d.CardChoice, d.AllyChoice) or LAWS[type(decision)].answer is not type(answer):
        return answer
    choices: list[Any] = list(legal_answers(None, decision))
    if answer in choices:
        return answer
    fits = [choice for choice in choices if _fits(choice, answer)]
    return fits[0] if len(fits) == 1 else answer


def _fits(choice: Any, answer: Any) -> bool:
    """Whether a choice is what an answer names as far as it does."""
    pairs = ((getattr(choice, field), getattr(answer, field)) for field in answer.__struct_fields__)
    return all(named in ("", 0, real) for real, named in pairs)


def _choice_check(code: str, field: str) -> Check:
    """Check that a field of an answer is among the question's `choices`."""

    def check(position: Any, decision: Any, answer: Any) -> Refusal | None:
        named = getattr(answer, field)
        return None if named in decision.choices else _not_a_choice(code, named, decision.choices, field)

    return check


def _place_check(code: str, where: str) -> Check:
    """Check that a card or an ally, with its place, is among the question's `choices`."""

    def check(position: Any, decision: Any, answer: Any) -> Refusal | None:
        return None if answer in decision.choices else _not_placed(code, answer, decision.choices, where)

    return check


def _play(position: Any, decision: d.PlayOrKneel, answer: d.Play) -> Refusal | None:
    if answer.card is None or answer.card in decision.hand:
        return None
    return _not_a_choice("card-not-in-hand", answer.card, decision.hand, "card")


def _keep(position: Any, decision: d.KeepCard, answer: d.CardChoice) -> Refusal | None:
    if answer.card in decision.packet and answer.of == decision.seat and not answer.number:
        return None
    return _not_placed("card-not-a-choice", answer, tuple(_packet(position, decision)), "card")


def _packet(position: Any, decision: d.KeepCard) -> Iterator[d.CardChoice]:
    return (d.CardChoice(card, decision.seat) for card in dict.fromkeys(decision.packet))


def _numbers(position: Any, decision: d.OrderAbilities, answer: d.CardOrder) -> Refusal | None:
    if sorted(answer.numbers) == sorted(decision.numbers):
        return None
    return Refusal("not-each-once", f"name each of {', '.join(map(str, decision.numbers))} once", "numbers")


def _choice_text(choice: d.CardChoice | d.AllyChoice) -> str:
    """Return a card or an ally with where it lies: `feint (jon, 3)`."""
    if isinstance(choice, d.AllyChoice):
        return f"{choice.ally} ({choice.council})" if choice.council else choice.ally
    place = ", ".join(str(part) for part in (choice.of, choice.number) if part)
    return f"{choice.card} ({place})" if place else choice.card


def _not_placed(code: str, answer: Any, choices: tuple[Any, ...], where: str) -> Refusal:
    """Refuse a card or an ally that is no choice, or that matches several."""
    several = [_choice_text(choice) for choice in choices if _fits(choice, answer)]
    if several:
        return Refusal(code, f"{_choice_text(answer)!r} may mean {', '.join(several)}: say which", where)
    return _not_a_choice(code, _choice_text(answer), tuple(map(_choice_text, choices)), where)


def _not_a_choice(code: str, name: str, choices: tuple[str, ...], where: str) -> Refusal:
    return Refusal(code, f"{name!r} is not among {', '.join(choices) or 'nothing'}", where)


def _order(position: Any, decision: d.ArrangeTop, answer: d.AllyOrder) -> Refusal | None:
    """Refuse an order of allies that is not of each once, or puts too many under.

    Returns None for a legal one."""
    if sorted((*answer.top, *answer.bottom)) != sorted(decision.allies):
        return Refusal("not-each-once", f"name each of {', '.join(decision.allies)} once", "top")
    if len(answer.bottom) > decision.bottom_max:
        words = f"at most {decision.bottom_max} may go under the deck, not {len(answer.bottom)}"
        return Refusal("too-many-under", words, "bottom")
    return None


def _orders(position: Any, decision: d.ArrangeTop) -> Iterator[Answer]:
    for order in permutations(decision.allies):
        for under in range(decision.bottom_max + 1):
            yield d.AllyOrder(order[: len(order) - under], order[len(order) - under :])


def _random_order(items: Iterable[Any], pick: Pick) -> tuple[Any, ...]:
    """The items in an order that is drawn."""
    left = list(items)
    return tuple(left.pop(pick(len(left))) for _ in range(len(left)))


def _random_ally_order(position: Any, decision: d.ArrangeTop, pick: Pick) -> d.AllyOrder:
    order = _random_order(decision.allies, pick)
    under = pick(decision.bottom_max + 1)
    return d.AllyOrder(order[: len(order) - under], order[len(order) - under :])


LAWS = Laws(
    {
        d.PlayOrKneel: Law(d.Play, _play, lambda p, q: iter((*map(d.Play, q.hand), d.Play(None)))),
        d.UseAbility: Law(d.YesNo, lambda p, q, answer: None, lambda p, q: iter((d.YesNo(True), d.YesNo(False)))),
        d.ChooseLeader: Law(
            d.LeaderChoice, _choice_check("leader-not-a-choice", "leader"), lambda p, q: map(d.LeaderChoice, q.choices)
        ),
        d.ChooseCard: Law(d.CardChoice, _place_check("card-not-a-choice", "card"), lambda p, q: iter(q.choices)),
        d.ChooseAlly: Law(d.AllyChoice, _place_check("ally-not-a-choice", "ally"), lambda p, q: iter(q.choices)),
        d.ChooseCouncil: Law(
            d.CouncilChoice,
            _choice_check("council-not-a-choice", "council"),
            lambda p, q: map(d.CouncilChoice, q.choices),
        ),
        d.ArrangeTop: Law(d.AllyOrder, _order, _orders, _random_ally_order),
        d.OrderAbilities: Law(
            d.CardOrder,
            _numbers,
            lambda p, q: map(d.CardOrder, permutations(q.numbers)),
            lambda p, q, pick: d.CardOrder(_random_order(q.numbers, pick)),
        ),
        d.KeepCard: Law(d.CardChoice, _keep, _packet),
    }
)
check, legal_answers = LAWS.check, LAWS.answers


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
    """Return the turn that answers a question: `r1-draft`, `r1-bidding`, or its id.

    Leaders who keep a card at once share the id of the first of them.
    """
    kinds = pace if isinstance(pace, tuple) else ()
    if pace != "stepwise" and kind_of(decision) not in kinds:
        return phase_window(position, pace)
    if isinstance(decision, KeepCard):
        place = position.board.houses.index(decision.seat)
        return f"d{int(decision.id[1:].split('-', 1)[0]) - place}-keep-card-{position.board.houses[0]}"
    return decision.id


def may_also_ask(outcome: Outcome[Position], pace: Pace) -> Collection[str]:
    """Return the leaders that the opening turn may ask besides those it waits for."""
    showing, first = outcome.showing, outcome.waiting[0]
    board = showing.board
    # Who has no card kneels without being asked.
    begun = any(board.plays.values()) or any(board.hands[house] for house in board.kneeling)
    stop = window(showing, first, pace) != phase_window(showing, pace)
    begins = isinstance(first, PlayOrKneel) and not begun and pace != "stepwise"
    return tuple(board.houses) if begins or not stop else ()


def phase_window(position: Position, pace: Pace) -> str:
    """Return the turn of the current phase; a draft belongs to the round it leads to."""
    board = position.board
    return f"r{board.round + 1}-draft" if board.phase == "draft" else f"r{board.round}-bidding"
