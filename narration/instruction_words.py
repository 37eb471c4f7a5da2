"""Why an instruction was followed or passed over, with the numbers compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine import NOT_READY, SEARCHED, Decided
from narration.paragraph import Aside
from narration.phrasebook import Phrasebook
from narration.words import N_, capital, word_tables

TABLES = word_tables(__name__)

NEEDED = TABLES["needed"]
# Who decided, to the seat itself and to all others.
SOURCES = TABLES["sources"]
# How the place of what a bot chose begins where a sheet left the choice open, and what is said of it.
LEFT_OPEN = "unsaid."
LEFT_OPEN_WORDS = N_("left to the bot, within limits")
# How it begins where a bot helps whoever has just taken a house over.
TAKEN_OVER = "taken-over."
# What else is known of a bot's choice, by how its place begins.
BOT_SOURCES = {
    LEFT_OPEN: (N_("The bot chose for you, within your limits"), N_("The bot chose for {house}, within its limits")),
    TAKEN_OVER: (
        N_("The bot chose for you, as you have just taken over this house"),
        N_("The bot chose for {house}, as its player had just taken over"),
    ),
    SEARCHED: (N_("The maester chose for you"), N_("The maester chose for {house}")),
    NOT_READY: (
        N_("The steward chose for you, as the maester was not ready"),
        N_("The steward chose for {house}, as its maester was not ready"),
    ),
}
# So many passed-over instructions are told at once; the others are folded away.
MAX_SKIPPED = 4


def who_decided(event: Decided, v: Any) -> str:
    """Who decided: to the seat itself, or to others."""
    by, rule = event.source["by"], str(event.source.get("rule", ""))
    phrases = SOURCES.get(by, (by, by))
    if by == "steward":
        phrases = next((words for begins, words in BOT_SOURCES.items() if rule.startswith(begins)), phrases)
    return capital(v.say(phrases[0]) if event.seat == v.seat else v.say(phrases[1], house=v.house(event.seat)))


@dataclass(frozen=True)
class InstructionWords:
    """The words of a family for choices, instructions, conditions and defaults.

    `shares` are numbers shown in percent; `notes` are, by code, words that only say how an instruction was followed.
    `harmless`: kinds of decisions of which the default costs nothing, and is not emphasised.
    """

    conditions: Phrasebook
    reasons: Mapping[str, str]
    place: Callable[[str, Any], str]
    with_names: Callable[[str, Any], str]
    questions: Mapping[str, str]
    answer: Callable[[Mapping[str, Any], Any], str]
    policy: Callable[[Decided, Any], str]
    shares: Collection[str] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    harmless: Collection[str] = ()

    def numbers(self, numbers: Iterable[Sequence[Any]], v: Any) -> str:
        """`lead 6, needed 4; power 3, needed more than 2`; empty where there are none."""
        return "; ".join(self._number_words(number, v) for number in numbers)

    def skipped(self, skipped: Mapping[str, Any], v: Any) -> str:
        """Say which instruction was passed over and why, or how one was followed."""
        code, place = skipped["code"], self.place(skipped["where"], v)
        own = self.with_names(skipped.get("words", ""), v) or code.replace("-", " ")
        if code in self.notes:
            return str(v.say(self.notes[code], place=place, cards=own, what=own))
        # In English the resolver's own words say more.
        why = v.say(self.reasons[code]) if v.words.language != "en" and code in self.reasons else own
        numbers = self.numbers(skipped.get("numbers", ()), v)
        return str(v.say("Skipped: {place}: {why}", place=place, why=f"{why}: {numbers}" if numbers else why))

    def passed_over(self, event: Decided, v: Any, but: Collection[str] = ()) -> list[str]:
        """Describe the instructions passed over for a choice; skip the codes in `but`."""
        return [self.skipped(entry, v) for entry in event.source.get("skipped", ()) if entry["code"] not in but]

    def decision_kind_name(self, kind: str) -> str:
        """A kind of question by name, to be translated."""
        return self.questions.get(kind, kind.replace("-", " "))

    def choice(self, event: Decided, v: Any, *, named: bool = True) -> str:
        """Who decided, by which instruction, what; not `named`: without who."""
        what, answer = v.say(self.decision_kind_name(event.asked)), self.answer(event.answer, v)
        if not named:
            return str(v.say("{what}: {answer}", what=what, answer=answer))
        who, place = who_decided(event, v), self.by_which(event, v)
        return str(v.say("{who}{place}: {what}: {answer}", who=who, place=place, what=what, answer=answer))

    def decided(self, event: Decided, v: Any) -> str:
        """Describe a choice: who decided, what, and which instructions were passed over."""
        return ". ".join([self.choice(event, v), *self.passed_over(event, v)]) + "."

    def aside(self, event: Decided, line: str, passed: Sequence[str], v: Any) -> Aside:
        """Return what is said beside a decided choice: by default, and what was skipped."""
        by_default, more = event.source["by"] == "default", passed[MAX_SKIPPED:]
        words = self.policy(event, v) if by_default else ""
        policy = " " + v.say("Default: {policy}", policy=v.words.gettext(words)) if words else ""
        counted = v.say_n(
            "{n} more instruction was skipped; see the results page.",
            "{n} more instructions were skipped; see the results page.",
            len(more),
        )
        skipped, folded = ([f"{sentence}." for sentence in some] for some in (passed[:MAX_SKIPPED], more))
        default = by_default and (bool(passed) or event.asked not in self.harmless)
        return Aside(f"{line}.{policy}", default, tuple(skipped), tuple(folded), counted if more else "")

    def by_which(self, event: Decided, v: Any) -> str:
        """Return in brackets the deciding instruction and numbers, or a person's reason."""
        if event.source.get("reason"):
            return f" ({event.source['reason']})"
        if not event.source.get("rule") or event.source["by"] not in ("sheet", "standing", "gm"):
            return ""
        place, numbers = self.place(event.source["rule"], v), self.numbers(event.source.get("numbers", ()), v)
        text = v.say("{place}; condition met: {numbers}", place=place, numbers=numbers) if numbers else place
        return f" ({text})"

    def _number_words(self, number: Sequence[Any], v: Any) -> str:
        """Describe a number in a condition and what was needed: `lead 6, needed 4`.
        Without an operator it is a fact, described with `yes` or `no`."""
        what, was, op, needed, of = number
        name = self.conditions.fact(what, v)
        if not op:
            return str(v.say("{what}: yes", what=name) if was else v.say("{what}: no", what=name))
        unit = " %" if what in self.shares else ""
        if unit and not needed:
            return f"{name} {was}{unit}"
        other = f" ({self.conditions.fact(of, v)})" if of else ""
        return str(v.say(NEEDED[op], what=name, was=f"{was}{unit}", needed=f"{needed}{unit}{other}"))
