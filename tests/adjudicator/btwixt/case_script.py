"""The lines of a case's script: how an answer is written, and what a line asks for."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from adjudicator.btwixt.state import decisions as d
from adjudicator.engine.decision import Answer, Decision

LINE = re.compile(r"(?P<seat>\S+) (?P<label>\S+)(?: (?P<verb>refused|offers)(?: (?P<what>\S+))?)?: ?(?P<text>.*)")
LABELS: dict[type[Decision], str] = {
    d.PlayOrKneel: "plays",
    d.UseAbility: "uses",
    d.ArrangeTop: "arranges",
    d.OrderAbilities: "orders",
    d.KeepCard: "keeps",
}


class Line(NamedTuple):
    """A line of the script: whose, about which question, what it does with it, and the words after the colon."""

    seat: str
    label: str
    verb: str
    what: str
    text: str


def read_line(text: str) -> Line:
    """A line from its words; ValueError if it cannot be read."""
    found = LINE.fullmatch(text)
    if found is None:
        raise ValueError(f"this line of the script cannot be read: {text!r}")
    return Line(*(found[name] or "" for name in ("seat", "label", "verb", "what", "text")))


def question(decision: Any) -> str:
    """A question as cases name it: `cersei kill`."""
    return f"{decision.seat} {LABELS.get(type(decision)) or decision.use}"


def _card(decision: Any, text: str) -> d.CardChoice:
    """`feint`, or `feint of euron`; one that is no choice is made up."""
    card, _, of = text.partition(" of ")
    known = [one for one in decision.choices if one.card == card and of in ("", one.of)]
    if len(known) > 1:
        raise ValueError(f"{text!r} may be any of {known}")
    return known[0] if known else d.CardChoice(card, of)


def _ally(decision: Any, text: str) -> d.AllyChoice:
    ally, _, council = text.partition(" in ")
    known = [one for one in decision.choices if one.ally == ally and council in ("", one.council)]
    return known[0] if known else d.AllyChoice(ally, council)


def _order(decision: Any, text: str) -> d.CardOrder:
    """The names of cards that act, or their numbers."""
    by_name = dict(zip(decision.cards, decision.numbers, strict=True))
    return d.CardOrder(tuple(int(word) if word.isdecimal() else by_name[word] for word in text.split()))


def read_answer(decision: Decision, text: str) -> Answer:
    """The answer that a line writes for this question."""
    match decision:
        case d.PlayOrKneel():
            return d.Play(None if text == "kneel" else text)
        case d.UseAbility():
            return d.YesNo({"yes": True, "no": False}[text])
        case d.ChooseLeader():
            return d.LeaderChoice(text)
        case d.ChooseCard():
            return _card(decision, text)
        case d.ChooseAlly():
            return _ally(decision, text)
        case d.ChooseCouncil():
            return d.CouncilChoice(text)
        case d.ArrangeTop():
            top, _, bottom = text.partition(" / ")
            return d.AllyOrder(tuple(top.split()), tuple(bottom.split()))
        case d.OrderAbilities():
            return _order(decision, text)
        case d.KeepCard():
            return d.CardChoice(text, decision.seat)
    raise ValueError(f"no way to write an answer to {decision}")


def choices(decision: Any) -> str:
    """All choices of a question on one line, sorted, as a case's `offers` writes them."""
    if isinstance(decision, d.PlayOrKneel):
        return ", ".join(decision.hand)
    if isinstance(decision, d.ArrangeTop):
        return ", ".join(sorted(decision.allies))
    if isinstance(decision, d.KeepCard):
        return ", ".join(sorted(decision.packet))
    return ", ".join(sorted(_say(one) for one in decision.choices))


def _say(choice: Any) -> str:
    match choice:
        case d.CardChoice(card=card, of=of, number=number):
            return f"{card} of {of}" if number else card
        case d.AllyChoice(ally=ally, council=council):
            return f"{ally} in {council}" if council else ally
    return str(choice)
