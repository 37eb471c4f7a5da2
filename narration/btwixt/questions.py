"""What a decision asks, in words: one question for each kind, with what may be answered and what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, get_args

from adjudicator.btwixt.rules.seating import neighbors, own_councils, sharing
from adjudicator.btwixt.rules.totals import totals
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.position import Board
from adjudicator.engine.decision import Decision
from narration.btwixt.choices import ally_place, card_place
from narration.btwixt.voice import Voice
from narration.paragraph import Question
from narration.words import N_

Asker = Callable[[Any, Board, Voice], Question]
ASKERS: dict[type[Decision], Asker] = {}
LEADERS = {
    "kneel": N_("{source}: which leader kneels?"),
    "take-card": N_("{source}: from which leader is the card taken?"),
    "give-card": N_("{source}: which leader gets the card?"),
    "move-here": N_("{source}: to the bid pile of which leader does the card go?"),
    "discard-card": N_("{source}: which leader discards?"),
    "draw": N_("{source}: which leader draws?"),
    "look": N_("{source}: which leader do you choose?"),
}
CARDS = {
    "move": N_("{source}: which card moves to another bid pile?"),
    "return": N_("{source}: which card goes back to your hand?"),
    "discard": N_("{source}: which card is discarded?"),
    "give": N_("{source}: which card do you give away?"),
    "take": N_("{source}: which card goes to a hand?"),
}
ALLIES = {
    "kill": N_("{source}: which ally dies?"),
    "move": N_("{source}: which ally moves to another council?"),
    "add": N_("{source}: which ally of the dead do you claim?"),
}
COUNCILS = {
    "claim": N_("You won the bid: into which council goes {ally}?"),
    "place": N_("{source}: into which council goes {ally}?"),
    "token": N_("{source}: into which council goes the token?"),
    "vote": N_("{source}: for which council of the winner do you vote?"),
    "take-token": N_("{source}: from which council is a token taken?"),
    "put-token": N_("{source}: into which council does the token go?"),
    "return-token": N_("{source}: from which council does a token go back to the supply?"),
    "move-ally": N_("{source}: into which council does {ally} move?"),
    "look": N_("{source}: which council do you look at?"),
}
WIN_TOKEN = N_("You won the bid: into which council goes the token for the win?")


def asks(kind: type[Decision]) -> Callable[[Asker], Asker]:
    """Register a function as the one that asks a kind of decision."""

    def register(function: Asker) -> Asker:
        ASKERS[kind] = function
        return function

    return register


def question(decision: Decision, board: Board, v: Voice) -> Question:
    """One decision in words. Raises KeyError for a kind that nobody asks; a test keeps that from happening."""
    return ASKERS[type(decision)](decision, board, v)


def unasked() -> list[str]:
    """Kinds of decisions without a question."""
    return [kind.__name__ for kind in get_args(d.AnyDecision) if kind not in ASKERS]


def bid_words(board: Board, v: Voice) -> str:
    """What is being bid for, and how the bid stands."""
    parts = []
    if board.current:
        parts.append(v.say("The bid is for {ally}.", ally=v.ally_power(board.current)))
        parts.append(v.text_of(board.current))
    else:
        parts.append(v.say("No ally is left: the bid is for a power token alone."))
    if board.tokens_on_current:
        parts.append(v.say_n("{n} token lies on this ally.", "{n} tokens lie on this ally.", board.tokens_on_current))
    found = totals(board, v.edition)
    if any(board.piles.values()):
        parts.append(v.say("Total influence: {totals}.", totals=_totals(board, found, v)))
    return " ".join(parts)


def _totals(board: Board, found: dict[str, int], v: Voice) -> str:
    """Each leader's total, who kneels beside it."""
    return ", ".join(
        v.say("{house} {n} (kneeling)", house=v.house(house), n=found[house])
        if house in board.kneeling
        else f"{v.house(house)} {found[house]}"
        for house in board.houses
    )


def council_line(council: str, board: Board, v: Voice, seat: str) -> str:
    """A council to choose: whose it is, seen from a seat, and what lies in it."""
    mine = own_councils(board, seat)
    names = {"council": v.council(council)}
    if council in mine:
        other = next(house for house in sharing(board, council) if house != seat)
        names["other"] = v.house(other)
        text = (
            N_("{council}, on your left, with {other}")
            if council == mine[0]
            else N_("{council}, on your right, with {other}")
        )
        called = v.say(text, **names)
    else:
        called = v.council(council)
    return f"{called}: {council_holds(board, council, v)}"


def council_holds(board: Board, council: str, v: Voice) -> str:
    """What lies in a council: its allies and how many tokens."""
    held = board.councils[council]
    parts = [v.ally_power(ally) for ally in held.allies]
    if held.tokens:
        parts.append(v.tokens(held.tokens))
    return ", ".join(parts) or v.say("empty")


@asks(d.PlayOrKneel)
def _play(ask: d.PlayOrKneel, board: Board, v: Voice) -> Question:
    kneel, bid = v.say("Kneel"), bid_words(board, v)
    if not ask.hand:
        only = v.say("You can only kneel.")
        return Question(f"{bid} {only}", (kneel,))
    which = v.say("Which card do you play, or do you kneel?")
    return Question(f"{bid} {which}", (*(v.card_line(card) for card in ask.hand), kneel))


@asks(d.UseAbility)
def _use(ask: d.UseAbility, board: Board, v: Voice) -> Question:
    names = {"source": v.source(ask.source), "text": v.text_of(ask.source)}
    return Question(v.say("Do you use {source}? {text}", **names), (v.say("yes"), v.say("no")))


@asks(d.ChooseLeader)
def _leader(ask: d.ChooseLeader, board: Board, v: Voice) -> Question:
    text = v.say(LEADERS[ask.use], source=v.source(ask.source))
    return Question(
        _with_text(text, ask.source, v), tuple(_leader_line(one, ask.seat, board, v) for one in ask.choices)
    )


def _leader_line(house: str, seat: str, board: Board, v: Voice) -> str:
    """A leader to choose, with total and hand."""
    left, right = neighbors(board, seat)
    values = {
        "house": v.house(house),
        "total": totals(board, v.edition)[house],
        "cards": v.say_n("{n} card in hand", "{n} cards in hand", board.hands[house]),
    }
    if house == left:
        return v.say("{house}, on your left: total influence {total}, {cards}", **values)
    if house == right:
        return v.say("{house}, on your right: total influence {total}, {cards}", **values)
    return v.say("{house}: total influence {total}, {cards}", **values)


@asks(d.ChooseCard)
def _card(ask: d.ChooseCard, board: Board, v: Voice) -> Question:
    text = v.say(CARDS[ask.use], source=v.source(ask.source))
    return Question(
        _with_text(text, ask.source, v), tuple(card_place(one.card, one.of, one.number, v) for one in ask.choices)
    )


@asks(d.ChooseAlly)
def _ally(ask: d.ChooseAlly, board: Board, v: Voice) -> Question:
    text = v.say(ALLIES[ask.use], source=v.source(ask.source))
    return Question(_with_text(text, ask.source, v), tuple(ally_place(one.ally, one.council, v) for one in ask.choices))


@asks(d.ChooseCouncil)
def _council(ask: d.ChooseCouncil, board: Board, v: Voice) -> Question:
    template = WIN_TOKEN if ask.use == "token" and not ask.source else COUNCILS[ask.use]
    source = v.source(ask.source) if ask.source else v.say("The claim")
    text = v.say(template, source=source, ally=v.ally_power(ask.ally) if ask.ally else v.say("the ally"))
    return Question(
        _with_text(text, ask.source, v), tuple(council_line(one, board, v, ask.seat) for one in ask.choices)
    )


@asks(d.ArrangeTop)
def _arrange(ask: d.ArrangeTop, board: Board, v: Voice) -> Question:
    text = v.say("{source}: in which order do the next allies lie, from the top?", source=v.source(ask.source))
    if ask.bottom_max:
        text += " " + v.say_n(
            "{n} of them may go under the deck.", "Up to {n} of them may go under the deck.", ask.bottom_max
        )
    return Question(text, tuple(map(v.ally_line, ask.allies)))


@asks(d.OrderAbilities)
def _order(ask: d.OrderAbilities, board: Board, v: Voice) -> Question:
    text = v.say("In which order do these cards of your bid pile act, now that the bid is won?")
    return Question(
        text,
        tuple(
            v.say("card {n}: {card}", n=number, card=v.card_line(card))
            for number, card in zip(ask.numbers, ask.cards, strict=True)
        ),
    )


@asks(d.KeepCard)
def _keep(ask: d.KeepCard, board: Board, v: Voice) -> Question:
    text = v.say("Which card do you keep? The others go on to {house}.", house=v.house(ask.to))
    return Question(text, tuple(_counted(v.card_line(card), count) for card, count in Counter(ask.packet).items()))


def _counted(line: str, count: int) -> str:
    """A line of what is there several times."""
    return f"{count} \u00d7 {line}" if count > 1 else line


def _with_text(text: str, source: str, v: Voice) -> str:
    """A question, and what the card says that asks it."""
    return f"{text} ({v.text_of(source)})" if source and v.text_of(source) else text
