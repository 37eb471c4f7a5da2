"""What a leader writes for a call: a bidding programme, and ranked wishes for whatever cards may ask.

Each part is a list of rules in order; the first whose condition holds and of which something is possible counts. A wish
is an id or a word, or several parted by spaces that must all apply (`of-euron highest`). As documents the modules of a
game make no difference to names in them.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from adjudicator.btwixt.sheets.bids import BidRule
from adjudicator.btwixt.sheets.choices import ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.conditions.text import parse_amount, parse_when
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS
from adjudicator.btwixt.sheets.wishes import Rule
from adjudicator.btwixt.state.decisions import AnyAnswer
from adjudicator.engine.sheet.document import SheetDocuments
from adjudicator.engine.sheet.fields import N_, Phrase
from adjudicator.engine.sheet.sections import Occasions, Section, sections_of


class StewardRule(Rule, frozen=True, kw_only=True):
    """What is left to the steward: parts of the sheet or kinds of questions by name, or (none named) all."""

    phrase: ClassVar = Phrase({"kinds": "{kinds:and}", "": N_("everything that no rule decides")})

    kinds: tuple[str, ...] = ()


# The phases of a game in which a section is asked: a draft, and all others.
DRAFT, ROUND = "draft", "round"
_DRAFT, _ROUND = Occasions((DRAFT,)), Occasions((ROUND,))


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """All of it; `answers` are direct answers to questions that wait, by their ids.

    `bid` is the programme; `councils`, `leaders`, `cards`, `allies` what to choose; `abilities` what to use; `keep`
    ranks cards in a draft; `arrange` allies that I lay on the deck (`first` of them on top, `last` under the deck where
    I may); `order` cards of my pile that act one after another.
    """

    bid: Annotated[
        tuple[BidRule, ...],
        Section(
            N_("The bid"),
            N_("your programme"),
            _ROUND,
            short=N_("Programme"),
            help=N_("Rules for each of your turns: the first that holds plays a card, or kneels."),
        ),
    ] = ()
    councils: Annotated[
        tuple[ChoiceRule, ...],
        Section(
            N_("Councils"),
            N_("councils"),
            _ROUND,
            help=N_("Where allies and tokens go that you win, and whatever else asks for a council."),
        ),
    ] = ()
    leaders: Annotated[
        tuple[ChoiceRule, ...],
        Section(N_("Leaders"), N_("leaders"), _ROUND, help=N_("Whom your cards are meant for.")),
    ] = ()
    cards: Annotated[
        tuple[ChoiceRule, ...],
        Section(N_("Cards"), N_("cards"), _ROUND, help=N_("Which cards your cards take, move, return or discard.")),
    ] = ()
    allies: Annotated[
        tuple[ChoiceRule, ...],
        Section(N_("Allies"), N_("allies"), _ROUND, help=N_("Which allies your cards kill, move, or bring back.")),
    ] = ()
    abilities: Annotated[
        tuple[UseRule, ...],
        Section(N_("Abilities"), N_("abilities"), _ROUND, help=N_("Whether you use what may be left.")),
    ] = ()
    arrange: Annotated[
        tuple[RankRule, ...],
        Section(
            N_("The next allies"),
            N_("the next allies"),
            _ROUND,
            short=N_("Next allies"),
            help=N_("In which order you lay allies back that you looked at."),
        ),
    ] = ()
    keep: Annotated[
        tuple[RankRule, ...],
        Section(
            N_("The draft"), N_("the draft"), _DRAFT, short=N_("Draft"), help=N_("Which cards you would rather keep.")
        ),
    ] = ()
    order: Annotated[
        tuple[RankRule, ...],
        Section(
            N_("Order of abilities"),
            N_("the order of abilities"),
            _ROUND,
            help=N_("Which of your cards act first when the bid is won."),
        ),
    ] = ()
    steward: Annotated[
        tuple[StewardRule, ...],
        Section(N_("Left to the bot"), N_("left to the bot"), help=N_("What he decides for you.")),
    ] = ()
    answers: dict[str, AnyAnswer] = {}


EMPTY_SHEET = Sheet()
SECTIONS = sections_of(Sheet)


SHEETS = SheetDocuments(
    Sheet,
    Rule,
    {
        "when": lambda text, edition, modules: parse_when(text, edition),
        "amount": lambda text, edition, modules: parse_amount(text, edition),
    },
    JUNCTIONS,
    "`lead >= 2`, `best total + 1`",
)
read_sheet, read_ahead, write_sheet, overlay = SHEETS.read, SHEETS.read_ahead, SHEETS.write, SHEETS.overlay
over_limits = SHEETS.over_limits
