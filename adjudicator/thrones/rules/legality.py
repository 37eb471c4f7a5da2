"""Which answers a decision takes: one check, one lazy listing and one sampler per kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from adjudicator.kernel.decision import A, Answer, Decision, Question
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

Check = Callable[[Position, Any, Any], Refusal | None]
Listing = Callable[[Position, Any], Iterator[Answer]]
Pick = Callable[[int], int]
Sampler = Callable[[Position, Any, Pick], Answer]


class Law:
    """What is legal for one kind of decision: the answer's type, a check, a lazy listing, and a sampler for large
    choices.
    """

    def __init__(self, answer: type[Answer], check: Check, listing: Listing, sampler: Sampler | None = None) -> None:
        self.answer, self.check, self.listing, self.sampler = answer, check, listing, sampler


LAWS: dict[type[Decision], Law] = {}


def law(
    kind: type[Question[A]], answer: type[A], check: Check, listing: Listing, sampler: Sampler | None = None
) -> None:
    """Register what is legal for a kind of decision."""
    LAWS[kind] = Law(answer, check, listing, sampler)


def check(position: Position, decision: Decision, answer: Any) -> Refusal | None:
    """Why the answer is not legal for the decision now, or None if it is."""
    rules = LAWS[type(decision)]
    if type(answer) is not rules.answer:
        wanted, got = rules.answer.__struct_config__.tag, type(answer).__name__
        return Refusal("wrong-kind-of-answer", f"this question takes a {wanted!r} answer, not {got}", decision.id)
    return rules.check(position, decision, answer)


class LegalAnswers:
    """The legal answers of a decision: lazily iterable, testable with `in`, and `sample(pick)` draws one.

    `pick(bound)` must return an integer in 0..bound-1; large decisions are sampled part by part, not uniformly.
    """

    def __init__(self, position: Position, decision: Decision) -> None:
        self.position, self.decision = position, decision

    def __iter__(self) -> Iterator[Answer]:
        return LAWS[type(self.decision)].listing(self.position, self.decision)

    def __contains__(self, answer: object) -> bool:
        return check(self.position, self.decision, answer) is None

    def sample(self, pick: Pick) -> Answer:
        """One legal answer."""
        rules = LAWS[type(self.decision)]
        if rules.sampler is not None:
            return rules.sampler(self.position, self.decision, pick)
        everything = list(self)
        return everything[pick(len(everything))]


def legal_answers(position: Position, decision: Decision) -> LegalAnswers:
    """The legal answers of a decision in this position."""
    return LegalAnswers(position, decision)


def _piece(position: Position, decision: d.PieceDecision, answer: a.Piece) -> Refusal | None:
    if answer in decision.choices:
        return None
    return Refusal(
        "unit-not-a-choice", f"{answer.unit} in {answer.area} is not among the units to choose from", answer.area
    )


def _pieces(position: Position, decision: d.PieceDecision) -> Iterator[a.Piece]:
    return iter(decision.choices)


def _picked(position: Position, decision: d.PickEffect | d.TakeLoan, answer: a.Pick) -> Refusal | None:
    if answer.choice in decision.choices:
        return None
    words = f"{answer.choice!r} is not among {', '.join(decision.choices)}"
    where = f"choices.{decision.because}" if isinstance(decision, d.PickEffect) else "loans"
    return Refusal("not-a-choice", words, where)


def _ranked(position: Position, decision: d.SettleTie, answer: a.Ranked) -> Refusal | None:
    if sorted(answer.houses) == sorted(decision.houses):
        return None
    return Refusal("not-the-tied-houses", f"the tied houses are {', '.join(decision.houses)}: name each once", "houses")


def _named(position: Position, decision: d.PickTied, answer: a.Named) -> Refusal | None:
    if answer.house in decision.houses:
        return None
    return Refusal("not-the-tied-houses", f"choose one of {', '.join(decision.houses)}", "house")


def _bid(position: Position, decision: d.PlaceBid, answer: a.Amount) -> Refusal | None:
    if 0 <= answer.power <= decision.up_to:
        return None
    return Refusal("bid-out-of-range", f"bid 0 to {decision.up_to}, not {answer.power}", f"bids.{decision.auction}")


def _yes_no(position: Position, decision: Decision, answer: a.YesNo) -> Refusal | None:
    return None


def _card(choices: tuple[str, ...], answer: a.CardChoice, *, optional: bool) -> Refusal | None:
    if answer.card in choices or (optional and answer.card is None):
        return None
    return Refusal("card-not-a-choice", f"{answer.card or 'no card'} is not among {', '.join(choices)}", "card")


def _pledges(position: Position, decision: d.GiveSupport, answer: a.Pledges) -> Refusal | None:
    if set(answer.sides) != set(decision.areas):
        return Refusal("support-areas", f"answer for exactly: {', '.join(decision.areas)}", "sides")
    for area, side in answer.sides.items():
        if side not in decision.sides:
            return Refusal("support-side", f"{area} may help {', '.join(decision.sides)}, not {side}", area)
    return None


def _every_pledge(position: Position, decision: d.GiveSupport) -> Iterator[a.Pledges]:
    def fill(areas: tuple[str, ...]) -> Iterator[dict[str, str]]:
        if not areas:
            yield {}
            return
        for side in decision.sides:
            for rest in fill(areas[1:]):
                yield {areas[0]: side, **rest}

    return (a.Pledges(sides) for sides in fill(decision.areas))


AreaDecision = d.RetreatTo | d.RemoveOrder | d.ImproveArea


def _area(position: Position, decision: AreaDecision, answer: a.AreaChoice) -> Refusal | None:
    optional = isinstance(decision, d.RemoveOrder) and decision.optional
    if answer.area in decision.choices or (optional and answer.area is None):
        return None
    return Refusal(
        "area-not-a-choice", f"{answer.area or 'nowhere'} is not among {', '.join(decision.choices)}", "area"
    )


def _areas(position: Position, decision: AreaDecision) -> Iterator[a.AreaChoice]:
    yield from (a.AreaChoice(area) for area in decision.choices)
    if isinstance(decision, d.RemoveOrder) and decision.optional:
        yield a.AreaChoice(None)


for _pieces_kind in (d.DisbandForSupply, d.LoseToWildlings, d.TakeCasualty, d.AbandonUnit, d.KillFootman, d.PickUnit):
    law(_pieces_kind, a.Piece, _piece, _pieces)
for _pick_kind in (d.PickEffect, d.TakeLoan):
    law(_pick_kind, a.Pick, _picked, lambda p, q: (a.Pick(choice) for choice in q.choices))
law(d.DestroyUnit, a.Piece, _piece, _pieces)
law(d.SettleTie, a.Ranked, _ranked, lambda p, q: (a.Ranked(order) for order in permutations(q.houses)))
law(d.PickTied, a.Named, _named, lambda p, q: (a.Named(house) for house in q.houses))
law(d.PlaceBid, a.Amount, _bid, lambda p, q: (a.Amount(power) for power in range(q.up_to + 1)))
for _yes_no_kind in (d.UseBlade, d.KnightFootman, d.CancelMove):
    law(_yes_no_kind, a.YesNo, _yes_no, lambda p, q: iter((a.YesNo(True), a.YesNo(False))))
law(
    d.ChooseHouseCard,
    a.CardChoice,
    lambda p, q, x: _card(q.choices, x, optional=False),
    lambda p, q: (a.CardChoice(card) for card in q.choices),
)
for _card_kind in (d.TakeBackCard, d.DiscardFromHand):
    law(
        _card_kind,
        a.CardChoice,
        lambda p, q, x: _card(q.choices, x, optional=True),
        lambda p, q: (a.CardChoice(card) for card in (*q.choices, None)),
    )
law(d.GiveSupport, a.Pledges, _pledges, _every_pledge)
for _area_kind in (d.RetreatTo, d.RemoveOrder, d.ImproveArea):
    law(_area_kind, a.AreaChoice, _area, _areas)
