"""The programme as a sheet, and how it answers the questions of one turn.

Each part is a list of rules in order; the first whose condition holds and of which something is possible counts. A wish
is an id or a word, or several parted by spaces that must all apply (`of-euron highest`). As documents the modules of a
game make no difference to names in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec.structs import replace

from adjudicator.btwixt.bot.player import bot_answer
from adjudicator.btwixt.rules.legality import check, complete_answer, single_choice
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.sheets import choices
from adjudicator.btwixt.sheets.choices import BidRule, ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.conditions.text import parse_amount, parse_when
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS
from adjudicator.btwixt.sheets.wishes import Rule
from adjudicator.btwixt.state import Position, decisions as d
from adjudicator.btwixt.state.decisions import AnyAnswer
from adjudicator.engine import Answer, Decision, FrozenStruct, Pace, Source, SourcedAnswer, Unsaid, kind_of, word_tables
from adjudicator.engine.sheet import (
    BEFORE_HELD,
    Choice,
    Occasions,
    Parts,
    Phrase,
    Proposals,
    Section,
    SheetDocuments,
    Trail,
    Voice,
    direct_answer,
    restrict_bot,
    sections_of,
    speakers,
)


class BotRule(Rule):
    """Rule that leaves parts of the sheet or kinds of questions, or all, to the bot."""

    phrase: ClassVar = Phrase({"kinds": "{kinds:and}", "": "everything that no rule decides"})

    kinds: tuple[str, ...] = ()


# The phases of a game in which a section is asked: a draft, and all others.
DRAFT, ROUND = "draft", "round"
_DRAFT, _ROUND = Occasions((DRAFT,)), Occasions((ROUND,))


class Sheet(FrozenStruct, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """All of it; `answers` are direct answers to questions that wait, by their ids.

    `bid` is the programme; `councils`, `leaders`, `cards`, `allies` what to choose; `abilities` what to use; `keep`
    ranks cards in a draft; `arrange` allies that I lay on the deck (`first` of them on top, `last` under the deck where
    I may); `order` cards of my pile that act one after another.
    """

    bid: Annotated[
        tuple[BidRule, ...],
        Section(
            "your programme",
            _ROUND,
            title="The bid",
            short="Programme",
            help="Rules for each of your turns. The first rule that holds plays a card or kneels.",
        ),
    ] = ()
    councils: Annotated[
        tuple[ChoiceRule, ...],
        Section(
            "councils",
            _ROUND,
            help="Where the allies and tokens you win go, and any other choice of a council.",
        ),
    ] = ()
    leaders: Annotated[
        tuple[ChoiceRule, ...],
        Section("leaders", _ROUND, help="Which leaders your cards target."),
    ] = ()
    cards: Annotated[
        tuple[ChoiceRule, ...],
        Section("cards", _ROUND, help="Which cards your cards take, move, return or discard."),
    ] = ()
    allies: Annotated[
        tuple[ChoiceRule, ...],
        Section("allies", _ROUND, help="Which allies your cards kill, move or bring back."),
    ] = ()
    abilities: Annotated[
        tuple[UseRule, ...],
        Section("abilities", _ROUND, help="Whether you use optional abilities."),
    ] = ()
    arrange: Annotated[
        tuple[RankRule, ...],
        Section(
            "the next allies",
            _ROUND,
            short="Next allies",
            help="The order in which you put back allies you have looked at.",
        ),
    ] = ()
    keep: Annotated[
        tuple[RankRule, ...],
        Section("the draft", _DRAFT, short="draft", help="Which cards you would rather keep."),
    ] = ()
    order: Annotated[
        tuple[RankRule, ...],
        Section(
            "the order of abilities",
            _ROUND,
            title="Order of abilities",
            help="Which of your cards act first when the bid is won.",
        ),
    ] = ()
    steward: Annotated[
        tuple[BotRule, ...],
        Section("left to the bot", help="What the bot decides for you."),
    ] = ()
    answers: dict[str, AnyAnswer] = {}


EMPTY_SHEET = Sheet()
SECTIONS = sections_of(Sheet)


SHEETS = SheetDocuments(
    Sheet,
    Rule,
    {"when": parse_when, "amount": parse_amount},
    JUNCTIONS,
    "`lead >= 2`, `best total + 1`",
)
read_sheet, read_ahead, write_sheet, overlay = SHEETS.read, SHEETS.read_ahead, SHEETS.write, SHEETS.overlay
over_limits = SHEETS.over_limits


Instruction = Callable[[Voice, Scene, Any, Trail], Proposals]
Default = Callable[[Scene, Any], Answer]


class Kind(NamedTuple):
    """A kind of question: the sheet's part (`instruction`) and the default."""

    part: str
    instruction: Instruction
    default: Default


KINDS: dict[type[Decision], Kind] = {
    d.PlayOrKneel: Kind("bid", choices.play_or_kneel, lambda s, q: d.Play(None)),
    d.UseAbility: Kind("abilities", choices.use, lambda s, q: d.YesNo(False)),
    d.ChooseLeader: Kind("leaders", choices.leader, lambda s, q: d.LeaderChoice(choices.leaders(s, q)[0])),
    d.ChooseCard: Kind("cards", choices.card, lambda s, q: choices.cards(s, q)[0]),
    d.ChooseAlly: Kind("allies", choices.ally, lambda s, q: choices.allies(s, q)[0]),
    d.ChooseCouncil: Kind("councils", choices.council, lambda s, q: d.CouncilChoice(choices.councils(s, q)[0])),
    d.ArrangeTop: Kind("arrange", choices.arrange, lambda s, q: d.AllyOrder(q.allies)),
    d.OrderAbilities: Kind("order", choices.order, lambda s, q: d.CardOrder(q.numbers)),
    d.KeepCard: Kind("keep", choices.keep, lambda s, q: choices.packet_cards(s, q)[0]),
}


# What the default does, by kind of question.
DEFAULTS: dict[str, str] = word_tables(__name__)


# A rule passed over so was never meant for the moment.
NOT_MEANT = frozenset(("not-this-question", "leads-already", "nobody-else-stands", "does-not-lead"))
# Passed over so, it gave way to the next of its list, as lists of preferences do.
GAVE_WAY = NOT_MEANT | {
    "condition-false",
    BEFORE_HELD,
    "condition-not-applicable",
    "card-not-in-hand",
    "nothing-is-enough",
    "over-limit",
    "not-a-choice",
    "nothing-else-left",
}


# What speaks for a seat that was just taken over where nothing of its own does.
STANDS_BY = Sheet(steward=(BotRule(),))
# Speaks last for every seat that has a sheet, in games in which the bot makes unsaid choices: all but bids.
UNSAID = Voice("steward", STANDS_BY, "unsaid.")


def resolve(
    position: Position,
    decision: Decision,
    sheet: Sheet | None,
    standing: Sheet | None = None,
    *,
    taken_over: bool = False,
    unsaid: Unsaid = "defaults",
) -> SourcedAnswer:
    """Return a leader's answer, from only what the leader sees, with its source.

    Order: the direct answer, the sheet and what it leaves to the bot, the standing orders likewise, the bot if
    `taken_over`, a single choice, the bot for `unsaid` choices (but no bids of a seat with a sheet), the default. The
    source names the deciding rule and every rule passed over, with the reason.
    """
    scene = Scene(view(position, decision.seat), decision)
    trail = Trail(scene, JUNCTIONS)
    voices = [Voice(*speaker) for speaker in speakers(sheet, standing, STANDS_BY if taken_over else None)]
    bids = KINDS[type(decision)].part == "bid"
    if unsaid == "bot" and not bids and sheet not in (None, EMPTY_SHEET) and single_choice(decision) is None:
        voices.append(UNSAID)
    direct = direct_answer(sheet.answers, decision) if sheet is not None else ()
    proposals = chain(
        (Choice(by, where, complete_answer(decision, answer)) for by, where, answer in direct),
        _voice_proposals(voices, scene, position, decision, trail),
    )
    result = trail.first_legal(proposals, lambda answer: check(position, decision, answer))
    if result is not None:
        return result
    only = single_choice(decision)
    if only is not None:
        return SourcedAnswer(only, Source("forced", skipped=tuple(trail.skipped)))
    return SourcedAnswer(
        KINDS[type(decision)].default(scene, decision), Source("default", skipped=tuple(trail.skipped))
    )


def _voice_proposals(
    voices: list[Voice], scene: Scene, position: Position, decision: Decision, trail: Trail
) -> Proposals:
    """Yield each voice's proposals by its rules, then by the bot if left to it.

    A bidding programme is complete: nothing after it plays on, so whoever has written one kneels at its end.
    """
    kind = KINDS[type(decision)]
    for voice in voices:
        yield from kind.instruction(voice, scene, decision, trail)
        for number, rule in enumerate(voice.sheet.steward):
            named = not rule.kinds or kind.part in rule.kinds or kind_of(type(decision)) in rule.kinds
            if named and trail.counts(f"{voice.prefix}steward", voice.sheet.steward, number):
                yield Choice(voice.by, f"{voice.prefix}steward[{number}]", bot_answer(position, decision).answer)
        if kind.part == "bid" and voice.sheet.bid:
            return


def turn_sections(phase: str) -> Parts:
    """The sections that a turn asks for in a phase."""
    return Parts(SECTIONS, lambda occasion: occasion == (DRAFT if phase == "draft" else ROUND))


def restrict_sheet(
    showing: Position, seat: str, sheet: Sheet, waiting: Sequence[Decision], *, pace: Pace = "bulk"
) -> Sheet:
    """Keep only what the turn of these decisions may ask; `pace` has no effect."""
    turn = turn_sections(showing.board.phase)
    mine = {decision.id for decision in waiting if decision.seat == seat}
    kinds = {part for part in SECTIONS if turn.may(part)}
    kinds |= {kind_of(kind) for kind, kind_spec in KINDS.items() if turn.may(kind_spec.part)}
    rest: Sheet = turn.restrict(replace(sheet, steward=()))
    return replace(
        rest,
        steward=restrict_bot(sheet.steward, "kinds", kinds),
        answers={name: answer for name, answer in sheet.answers.items() if name in mine},
    )
