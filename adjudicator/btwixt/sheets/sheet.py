"""What a leader writes for a call: a bidding programme, and ranked wishes for whatever cards may ask.

Each part is a list of rules in order; the first whose condition holds and of which something is possible counts. A wish
is an id or a word, or several parted by spaces that must all apply (`of-euron highest`).
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from adjudicator.btwixt.sheets.conditions.tree import Amount, When
from adjudicator.btwixt.state.answers import AnyAnswer
from adjudicator.engine.sheet.fields import N_, Phrase, Text
from adjudicator.engine.sheet.sections import Occasions, Section, sections_of

Limit = Annotated[Amount | None, Text("amount")]


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """A rule: it counts only when its condition holds, and after `Else` no condition before it in its row does."""

    when: Annotated[When | None, Text("when")] = None


class BidRule(Rule, frozen=True, kw_only=True):
    """What to do on a turn of mine: play the first of these cards that I may play, else kneel if it says so.

    `play` ranks cards by id, or by what they are among those in hand: `lowest`, `highest`, `enough` (the cheapest with
    which I lead, if I do not yet), `stay` (the lowest, if I lead and somebody else still stands), `red`, `green`,
    `purple`, `event`, `own` (of that sort the lowest). A card is passed over with which my total would be more than
    `up_to` or less than `at_least`, or my pile larger than `cards`; those in `without` stay in hand.
    """

    phrase: ClassVar = Phrase(
        {
            "play": N_(
                "play {play:else}[, up to a total of {up_to}][, to a total of at least {at_least}]"
                "[, with at most {cards} cards in the bid pile][, never {without:or}][{kneel?}, or else kneel]"
            ),
            "kneel": N_("kneel"),
            "": N_("nothing named"),
        }
    )

    play: tuple[str, ...] = ()
    kneel: bool = False
    up_to: Limit = None
    cards: Limit = None
    at_least: Limit = None
    without: tuple[str, ...] = ()


class ChoiceRule(Rule, frozen=True, kw_only=True):
    """What to choose when cards ask; `source` and `use` say for which questions it is meant (none: all of them).

    `choose` ranks; what is in `avoid` is left out as long as anything else remains, and of that the published order
    decides. The words for councils, leaders, cards and allies stand in `wish_words.py`.
    """

    phrase: ClassVar = Phrase(
        {
            "choose": N_("[{about}: ]{choose:else}[, rather not {avoid:or}]"),
            "avoid": N_("[{about}: ]rather not {avoid:or}"),
            "": N_("[{about}: ]nothing named"),
        }
    )

    source: tuple[str, ...] = ()
    use: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


class UseRule(Rule, frozen=True, kw_only=True):
    """Whether to use what a card offers."""

    phrase: ClassVar = Phrase({"use": N_("[{source:or}: ]use it"), "": N_("[{source:or}: ]do not use it")})

    source: tuple[str, ...] = ()
    use: bool


class RankRule(Rule, frozen=True, kw_only=True):
    """Cards or allies from the dearest to me down; what is not named comes between `first` and `last`."""

    phrase: ClassVar = Phrase(
        {"first": "", "last": "", "": N_("nothing named")},
        {"first": N_("first {first:list}"), "last": N_("last {last:list}")},
    )

    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()


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
