"""What a leader writes for a call: a bidding programme, and ranked wishes for whatever cards may ask.

Each part is a list of rules in order; the first whose condition holds and of which something is possible counts. A wish
is an id or a word, or several parted by spaces that must all apply (`of-euron highest`).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from adjudicator.btwixt.sheets.conditions.tree import Amount, When
from adjudicator.btwixt.state.answers import AnyAnswer
from adjudicator.engine.sheet.fields import Text
from adjudicator.engine.sheet.phrase import N_, Phrase

Limit = Annotated[Amount | None, Text("amount")]
Part = Literal["bid", "councils", "leaders", "cards", "allies", "abilities", "arrange", "keep", "order"]


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


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """All of it; `answers` are direct answers to questions that wait, by their ids.

    `bid` is the programme; `councils`, `leaders`, `cards`, `allies` what to choose; `abilities` what to use; `keep`
    ranks cards in a draft; `arrange` allies that I lay on the deck (`first` of them on top, `last` under the deck where
    I may); `order` cards of my pile that act one after another.
    """

    bid: tuple[BidRule, ...] = ()
    councils: tuple[ChoiceRule, ...] = ()
    leaders: tuple[ChoiceRule, ...] = ()
    cards: tuple[ChoiceRule, ...] = ()
    allies: tuple[ChoiceRule, ...] = ()
    abilities: tuple[UseRule, ...] = ()
    arrange: tuple[RankRule, ...] = ()
    keep: tuple[RankRule, ...] = ()
    order: tuple[RankRule, ...] = ()
    steward: tuple[StewardRule, ...] = ()
    answers: dict[str, AnyAnswer] = {}


EMPTY_SHEET = Sheet()
SECTIONS = tuple(name for name in Sheet.__struct_fields__ if name != "answers")
