"""What is registered of a kind of decision, and what answers of all kinds need.

`KINDS` of the module of its topic registers a kind. Every answer needs who speaks for a seat, and which of its rules
count now. `BotRule` leaves parts of a sheet to the bot, within limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args

from msgspec.structs import replace

from adjudicator.engine import Answer, Decision, FrozenStruct, Law, Weighed, kind_of
from adjudicator.engine.sheet import Choice, Ids, Phrase, Proposals, Section, trail
from adjudicator.thrones.bot.sight import Habit, Variations
from adjudicator.thrones.rules.driver import Together
from adjudicator.thrones.rules.legality import Single, never_single
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, When
from adjudicator.thrones.state import Edition, Position


class Voice(trail.Voice):
    """A sheet and in whose name it speaks; `orders` are a vassal's."""

    orders: Sequence[Any] = ()


Voices = Sequence[Voice]


class Trail(trail.Trail):
    """The notes about one question; of a march plan for the attack that is weighed."""

    def __init__(self, scene: Scene, *, careful: bool = False) -> None:
        """`careful`: the bot makes unsaid choices in the game."""
        super().__init__(scene, JUNCTIONS)
        self.careful = careful
        self._attempts: dict[str, Attempt | None] = {}

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide, once."""
        if all((note.where, note.code, note.words) != (where, code, words) for note in self.skipped):
            super().skip(where, code, words, numbers)

    def note_condition(self, where: str, when: When) -> None:
        """Note that a condition held, for the attack that is weighed, if there is one."""
        super().note_condition(where, when)
        self._attempts[where] = self.scene.attempt

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """Return the numbers by which the deciding condition held, and those weighed."""
        place = where.partition(", ")[0]
        if not self.noted(place):
            return ()
        self.scene.attempt, before = self._attempts.get(place), self.scene.attempt
        try:
            return super().numbers(place)
        finally:
            self.scene.attempt = before


def wished_first(items: Iterable[str], *wishes: Iterable[str]) -> list[str]:
    """Return the items, each once: wished ones first, then the rest in order.
    Wishes that are not among the items are left out."""
    all_known = list(items)
    wished = dict.fromkeys(item for wish in wishes for item in wish if item in all_known)
    return [*wished, *(item for item in all_known if item not in wished)]


def propose_jointly(deciding: Mapping[str, Voice], answer: Answer) -> Proposals:
    """Yield one answer for several rules, credited to the first; none without any."""
    if deciding:
        yield Choice(next(iter(deciding.values())).by, ", ".join(deciding), answer)


Instruction = Callable[[Voices, Scene, Any, Trail], Proposals]
Default = Callable[[Position, Any], Answer]
Known = Callable[[Edition], bool]


class SheetDefault(NamedTuple):
    """A default for who has written a sheet: its name in journals, and what it does."""

    name: str
    default: Default


def everywhere(edition: Edition) -> bool:
    """Asked in every edition."""
    return True


class Kind(FrozenStruct):
    """A kind of decision: everything that this room says of it.

    `part` of a sheet answers it, by `instruction`; `bot` is what it proposes, `variations` what a maester tries;
    `default` is published in the words of `words.toml`, for a seat that wrote a sheet perhaps another (`written`), in
    editions of which `varied` holds in other words. `law` says what is legal, `forced` where one answer alone is,
    `together` which kinds are asked at once; `known`, which editions ask it; `harmless`: its default gives nothing
    away, because all stays as it is or it counts for oneself.
    """

    decision: type[Decision]
    part: str
    law: Law
    instruction: Instruction
    bot: Habit
    default: Default
    variations: Variations | None = None
    written: SheetDefault | None = None
    varied: Known | None = None
    forced: Single = never_single
    together: Together | None = None
    known: Known = everywhere
    harmless: bool = False

    @property
    def tag(self) -> str:
        """Its name in documents."""
        return kind_of(self.decision)


_Round = Literal["orders", "raven", "raids", "marches", "support", "cards", "blade", "retreat", "losses"]
_Besides = Literal["bids", "ties", "muster", "texts", "choices", "loans", "vassals", "troops", "hostages"]
# The sections that answer decisions, in the order in which the bot's sheets name them.
SheetPart = Literal[_Round, _Besides]
# Parts that a bot never chooses unless it is told to: secret orders and bids, and what is agreed with other players.
OWN_WORK: frozenset[SheetPart] = frozenset({"orders", "raven", "bids", "vassals", "hostages"})


class BotRule(f.Rule):
    """Leave the parts of a sheet that no rule decides to the bot, within limits.

    `what`: the parts; empty: all, or all but `OWN_WORK` where the game leaves unsaid choices to the bot. Its orders
    count only where the sheet names none at all; marches and raids are its own for areas where no rule decides.

    `may_attack`: the only houses it attacks or hinders, by name, or `anybody`, `nobody`, or `attackers` (whoever
    attacked or raided this house in this or the last round). Empty: anybody, or nobody where the game leaves unsaid
    choices to the bot. Unless anybody, it supports own battles only. It never attacks `never_attack`, keeps at least
    `keep` units in each of `never_empty`, plays none of `never_play` nor avoided cards, bids at most `most` and never
    touches the last `save` Power. Limits of several rules about one part all apply.
    """

    section: ClassVar = Section("left to the bot")
    phrase: ClassVar = Phrase(
        {"what": "{what:and}", "": "everything that no rule decides"},
        {
            "never_empty": "{never_empty:and} never with fewer than {keep} units",
            "may_attack": "may attack: {may_attack:or}",
            "never_attack": "never against {never_attack:or}",
            "never_play": "never {never_play:or}",
            "most": "bids at most {most}",
            "save": "bids all but {save} at most",
        },
    )

    what: tuple[SheetPart, ...] = ()
    may_attack: tuple[Annotated[str, Ids(("house",), (f.ANYBODY, f.NOBODY, f.ATTACKERS))], ...] = ()
    never_empty: tuple[f.OwnArea, ...] = ()
    keep: f.Count = 1
    never_attack: tuple[f.HouseId, ...] = ()
    never_play: tuple[f.OwnCard, ...] = ()
    most: f.Count = 1000
    save: f.Count = 0

    def about(self, part: str, *, careful: bool = False) -> bool:
        """Return whether the rule leaves this part to the bot.
        `careful`: the game leaves unsaid choices to the bot, so `OWN_WORK` needs naming."""
        return part in self.what or (not self.what and not (careful and part in OWN_WORK))

    def within(self, rules: Sequence[BotRule]) -> BotRule:
        """Return this rule with the limits of all `rules`, the strictest of each kind.
        The first `may_attack` given applies."""
        others = [rule for rule in rules if rule is not self]
        if not others:
            return self
        every = (self, *others)
        return replace(
            self,
            may_attack=next((rule.may_attack for rule in every if rule.may_attack), ()),
            never_empty=tuple(dict.fromkeys(area for rule in every for area in rule.never_empty)),
            keep=max(rule.keep for rule in every),
            never_attack=tuple(dict.fromkeys(house for rule in every for house in rule.never_attack)),
            never_play=tuple(dict.fromkeys(card for rule in every for card in rule.never_play)),
            most=min(rule.most for rule in every),
            save=max(rule.save for rule in every),
        )


# Leaves to the bot what it chooses in games that leave unsaid choices to it.
NOT_OWN_WORK = BotRule(what=tuple(part for part in get_args(SheetPart) if part not in OWN_WORK))


def peaceful_houses(rule: BotRule, scene: Scene, *, careful: bool) -> frozenset[str] | None:
    """Return the houses the bot may not attack or hinder; None: no limit.

    `careful`: in a game that leaves unsaid choices to the bot.
    """
    words = rule.may_attack or ((f.NOBODY,) if careful else (f.ANYBODY,))
    if f.ANYBODY in words:
        return None
    house, foes = scene.asked.house, {*words}
    if f.ATTACKERS in words:
        deeds = (*scene.board.deeds, *scene.board.last_deeds)
        hostile = (deed for deed in deeds if deed.what in ("attacked", "raided"))
        foes |= {deed.house for deed in hostile if deed.other == house}
    return frozenset(scene.board.houses) - foes - {house, scene.asked.seat}


def applicable_bot_rules(voice: Voice, part: str, trail: Trail) -> Iterator[tuple[str, BotRule]]:
    """Yield places and rules, with all limits, that leave a part to the bot now."""
    where, rules = f"{voice.prefix}steward", voice.sheet.steward
    about = [number for number, rule in enumerate(rules) if rule.about(part, careful=trail.careful)]
    # What is said of the same part is judged without notes: it binds, and does not decide.
    apart = Trail(trail.scene)
    now = [rules[number] for number in about if len(about) > 1 and apart.counts(where, rules, number)]
    for number in about:
        if trail.counts(where, rules, number):
            yield f"{where}[{number}]", rules[number].within(now)
