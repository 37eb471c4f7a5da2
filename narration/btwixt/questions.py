"""A decision's question and answers in words; refusals in other languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.btwixt.rules.scoring import totals
from adjudicator.btwixt.sheets.sheet import DEFAULTS, NOT_MEANT
from adjudicator.btwixt.sheets.sheet_check import WORDS
from adjudicator.btwixt.state import Board, council_leaders, decisions as d, neighbors, own_councils
from adjudicator.engine import Decided
from narration.btwixt.condition_phrases import CONDITIONS, place_in_sheet, with_names
from narration.btwixt.voice import ASKED, FORMS, Voice
from narration.faults import condition_fault, read_back
from narration.instruction_words import InstructionWords
from narration.paragraph import Aside, Question
from narration.phrase_table import Ask, Plural, QuestionTable, Sentence, each, fill
from narration.words import N_, capital, word_tables

TABLES = word_tables(__name__)

# What the story tells of whoever decided it.
TOLD = ("play-or-kneel", "keep-card")
# Why one was passed over, for readers of other languages.
REASONS = TABLES["reasons"]


def answer_phrase(answer: Mapping[str, Any], v: Voice) -> str:
    """A choice in words, from its plain data."""
    match answer.get("kind"):
        case "play":
            return v.card_value(answer["card"]) if answer.get("card") else v.say("kneel")
        case "use":
            return v.say("yes") if answer["yes"] else v.say("no")
        case "leader":
            return v.house(answer["leader"])
        case "influence":
            return card_place(answer["card"], answer.get("of", ""), answer.get("number", 0), v)
        case "ally":
            return ally_place(answer["ally"], answer.get("council", ""), v)
        case "council":
            return v.say("the {council} council", council=v.council(answer["council"]))
        case "ally-order":
            return _order_answer(answer, v)
        case "card-order":
            return ", ".join(v.say("card {n} of the bid", n=number) for number in answer["numbers"])
    return str(answer.get("kind", ""))


def card_place(card: str, of: str, number: int, v: Voice) -> str:
    """A card to choose, and where it lies."""
    if not of:
        return v.say("{card} of the discard pile", card=v.card_value(card))
    if not number:
        return v.card_value(card)
    return v.say("{card} of the bid pile of {house}", card=v.card_value(card), house=v.house(of))


def ally_place(ally: str, council: str, v: Voice) -> str:
    """An ally to choose, and where it lies."""
    if not council:
        return v.say("{ally} of the dead pile", ally=v.ally_power(ally))
    return v.say("{ally} of the {council} council", ally=v.ally_power(ally), council=v.council(council))


def _order_answer(answer: Mapping[str, Any], v: Voice) -> str:
    """Describe an answer that orders allies: on top, and under the deck."""
    top = ", ".join(map(v.ally_power, answer.get("top") or ())) or v.say_in("allies, loans, hostages", "none")
    bottom = answer.get("bottom") or ()
    if not bottom:
        return v.say("from the top {allies}", allies=top)
    return v.say(
        "from the top {allies}; under the deck {bottom}", allies=top, bottom=", ".join(map(v.ally_power, bottom))
    )


INSTRUCTIONS = InstructionWords(
    CONDITIONS,
    REASONS,
    place_in_sheet,
    with_names,
    ASKED,
    answer_phrase,
    lambda event, v: DEFAULTS.get(event.asked, ""),
)


def asides(event: Decided, v: Voice) -> list[Aside]:
    """Return the note on one choice, for its reader.
    None where there was no choice, or the story tells it: for a turn that its leader answered directly."""
    passed, by = INSTRUCTIONS.passed_over(event, v, NOT_MEANT), event.source["by"]
    if not passed and (by == "forced" or (by == "player" and event.asked in TOLD)):
        return []
    return [INSTRUCTIONS.aside(event, INSTRUCTIONS.choice(event, v), passed, v)]


LEADERS = TABLES["leaders"]
CARDS = TABLES["cards"]
ALLIES = TABLES["allies"]
COUNCILS = TABLES["councils"]


def bid_words(board: Board, v: Voice) -> str:
    """What is being bid for, and how the bid stands."""
    parts = []
    if board.current:
        parts.append(capital(v.say("{ally} is the current ally.", ally=v.ally_power(board.current))))
        parts.append(v.text_of(board.current))
    else:
        parts.append(v.say("No allies are left. You bid only for a power token."))
    if board.tokens_on_current:
        parts.append(v.say_n("{n} token is on this ally.", "{n} tokens are on this ally.", board.tokens_on_current))
    sums = totals(board, v.edition)
    if any(board.piles.values()):
        parts.append(v.say("Total influence: {totals}.", totals=_totals(board, sums, v)))
    return " ".join(parts)


def _totals(board: Board, sums: dict[str, int], v: Voice) -> str:
    """Each leader's total, who kneels beside it."""
    return ", ".join(
        v.say("{house} {n} (kneeling)", house=v.house(house), n=sums[house])
        if house in board.kneeling
        else f"{v.house(house)} {sums[house]}"
        for house in board.houses
    )


def council_line(council: str, board: Board, v: Voice, seat: str) -> str:
    """A council to choose: whose it is, seen from a seat, and what lies in it."""
    mine = own_councils(board, seat)
    names = {"council": v.council(council)}
    if council in mine:
        other = next(house for house in council_leaders(board, council) if house != seat)
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
    content = board.councils[council]
    parts = [v.ally_power(ally) for ally in content.allies]
    if content.tokens:
        parts.append(v.tokens(content.tokens))
    return ", ".join(parts) or v.say_in("council", "empty")


def _play_question(ask: d.PlayOrKneel, board: Board, v: Voice) -> Question:
    """Build the question which card to play, or whether to kneel."""
    kneel, bid = capital(v.say("kneel")), bid_words(board, v)
    if not ask.hand:
        only = v.say("You can only kneel.")
        return Question(f"{bid} {only}", (kneel,))
    which = v.say("Which card do you play, or do you kneel?")
    return Question(f"{bid} {which}", (*map(v.card_line, ask.hand), kneel))


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


def _council_question(ask: d.ChooseCouncil, v: Voice) -> str:
    """Ask for a council, in the words for what it is chosen for (`use`)."""
    template = (
        N_("You won the bid. Which council does the token for the win go to?")
        if ask.use == "token" and not ask.source
        else COUNCILS[ask.use]
    )
    source = v.source(ask.source) if ask.source else v.say("The claimed ally")
    return v.say(template, source=source, ally=v.ally_power(ask.ally) if ask.ally else v.say("the ally"))


def _ask_by_use(templates: Mapping[str, str]) -> Callable[[Any, Voice], str]:
    """Return a function that words a question by what the choice is for (`use`)."""
    return lambda ask, v: v.say(templates[ask.use], source=v.source(ask.source))


def _text_of_source(ask: Any, v: Voice) -> str:
    """What the card says that asks, in brackets."""
    text = v.text_of(ask.source) if ask.source else ""
    return f"({text})" if text else ""


def _abilities(ask: d.OrderAbilities, board: Board, v: Voice) -> Iterator[str]:
    for number, card in zip(ask.numbers, ask.cards, strict=True):
        yield v.say("card {n}: {card}", n=number, card=v.card_line(card))


def _packet(ask: d.KeepCard, board: Board, v: Voice) -> Iterator[str]:
    """The cards, each once; of several alike how many there are."""
    for card, count in Counter(ask.packet).items():
        yield f"{count} \u00d7 {v.card_line(card)}" if count > 1 else v.card_line(card)


TEXT = {"": _text_of_source}
QUESTIONS = QuestionTable(
    {
        d.KeepCard: Ask(
            ASKED["keep-card"],
            fill(N_("Which card do you keep? The others go on to {house}."), house="to:house"),
            _packet,
        ),
        d.PlayOrKneel: Ask(ASKED["play-or-kneel"], whole=_play_question),
        d.UseAbility: Ask(
            ASKED["use-ability"],
            fill(N_("Do you use {source}? {text}"), text="source:text"),
            lambda ask, board, v: (v.say("yes"), v.say("no")),
        ),
        d.ChooseLeader: Ask(
            ASKED["choose-leader"],
            Sentence(_ask_by_use(LEADERS), TEXT),
            lambda ask, board, v: [_leader_line(house, ask.seat, board, v) for house in ask.choices],
        ),
        d.ChooseCard: Ask(
            ASKED["choose-card"],
            Sentence(_ask_by_use(CARDS), TEXT),
            each("choices", lambda v, choice: card_place(choice.card, choice.of, choice.number, v)),
        ),
        d.ChooseAlly: Ask(
            ASKED["choose-ally"],
            Sentence(_ask_by_use(ALLIES), TEXT),
            each("choices", lambda v, choice: ally_place(choice.ally, choice.council, v)),
        ),
        d.ChooseCouncil: Ask(
            ASKED["choose-council"],
            Sentence(_council_question, TEXT),
            lambda ask, board, v: [council_line(council, board, v, ask.seat) for council in ask.choices],
        ),
        d.ArrangeTop: Ask(
            ASKED["arrange-top"],
            Sentence(
                N_("{source}: in which order do you put back the next allies, from the top?"),
                {
                    "bottom_max": fill(
                        Plural("{n} of them may go under the deck.", "Up to {n} of them may go under the deck."),
                        n="bottom_max",
                    )
                },
            ),
            each("allies", Voice.ally_line),
        ),
        d.OrderAbilities: Ask(
            ASKED["order-abilities"],
            N_("The bid is won. In which order do these cards in your bid pile act?"),
            _abilities,
        ),
    },
    FORMS,
)
question = QUESTIONS.question


TEMPLATES = TABLES["templates"]
# Words that stand in the places of warnings: where else in the sheet, and what is wished for.
PLACE = "place"
NEVER_REACHED = WORDS["never-reached"]


def refusal_words(words: str, v: Voice) -> str:
    """Translate a refusal of a sheet or an override, with names for ids.
    In the reader's language where its words are known."""
    if v.words.language != "en":
        match = read_back(words, (*WORDS.values(), *TEMPLATES))
        if match is not None:
            template, values = match
            if PLACE in values:
                values[PLACE] = place_in_sheet(values[PLACE], v)
            return with_names(v.say(template, **values), v)
        fault = condition_fault(words, v)
        if fault is not None:
            return fault
    match = read_back(words, (NEVER_REACHED,))
    if match is not None:
        return v.say(NEVER_REACHED, place=place_in_sheet(match[1][PLACE], v))
    return with_names(words, v)
