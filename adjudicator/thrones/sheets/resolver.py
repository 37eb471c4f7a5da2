"""Answers the decisions of one call from what the players wrote before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import get_args

from msgspec.structs import replace

from adjudicator.engine import Answer, By, Decision, Source, SourcedAnswer, Unsaid, draw_of, word_tables
from adjudicator.engine.sheet import BEFORE_HELD, Choice, Proposals, direct_answer, speakers
from adjudicator.thrones.bot.planning import choose_remaining_orders
from adjudicator.thrones.bot.sight import HABITS, VARIATIONS, Limits, Sight
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.driver import TOGETHER
from adjudicator.thrones.rules.legality import LAWS, SINGLE, check, single_choice
from adjudicator.thrones.sheets import battle, choices, losses, marches, muster, orders
from adjudicator.thrones.sheets.battle import avoided_cards
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.fields import ANYBODY, NOBODY
from adjudicator.thrones.sheets.kind import (
    BotRule,
    Instruction,
    Kind,
    SheetPart,
    Trail,
    Voice,
    Voices,
    applicable_bot_rules,
    peaceful_houses,
)
from adjudicator.thrones.sheets.marches import add_wishes_to_limits, propose_by_plans
from adjudicator.thrones.sheets.orders import place_orders, propose_by_raid_rules, voices_for_decision
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.state import Edition, Position, decisions as d

TOPICS = (losses, muster, orders, marches, battle, choices)
REGISTERED: tuple[Kind, ...] = tuple(kind for topic in TOPICS for kind in topic.KINDS)
_by_decision = {kind.decision: kind for kind in REGISTERED}
KINDS: dict[type[Decision], Kind] = {decision: _by_decision[decision] for decision in get_args(d.AnyDecision)}
TABLES: dict[str, dict[str, str]] = word_tables(__name__)


def register(kind: Kind) -> None:
    """Fill the tables of lower floors, by which rules and the bot look a kind up."""
    KINDS[kind.decision] = kind
    LAWS[kind.decision], SINGLE[kind.decision], HABITS[kind.decision] = kind.law, kind.forced, kind.bot
    if kind.variations is not None:
        VARIATIONS[kind.decision] = kind.variations
    if kind.together is not None:
        TOGETHER[kind.decision] = kind.together


for _kind in KINDS.values():
    register(_kind)


def default_answer(position: Position, decision: Decision, *, written: bool = False) -> Answer:
    """Return the published default, always legal; `written`: the seat has a sheet."""
    kind = KINDS[type(decision)]
    default = kind.written.default if written and kind.written is not None else kind.default
    return default(position, decision)


def policy_words(kind: str, name: str, edition: Edition) -> str:
    """Return in English what a default does for a kind of decision; else empty."""
    return TABLES["written"].get(name) or {**TABLES["defaults"], **_varied_words(edition)}.get(kind, "")


def default_policies(edition: Edition | None = None) -> dict[str, str]:
    """Return in English what the default does per kind of decision of the edition."""
    return {**TABLES["defaults"], **TABLES["both"], **({} if edition is None else _varied_words(edition))}


def _varied_words(edition: Edition) -> dict[str, str]:
    """Return the words of those defaults that differ in this edition, by decision."""
    varied = (kind for kind in KINDS.values() if kind.varied is not None and kind.varied(edition))
    return {kind.tag: TABLES["varied"][kind.tag] for kind in varied}


# An instruction passed over so was never meant for the moment.
NOT_MEANT = frozenset(
    (
        *("no-order-named", "left-to-the-steward", "not-this-battle", "not-this-auction", "not-this-text"),
        *("not-the-tied-houses", "waits", "kept-back", "as-many-as-supply-feeds"),
    )
)
# Passed over so, it gave way to the next of its list, as lists of preferences do.
GAVE_WAY = NOT_MEANT.union(
    ("condition-false", BEFORE_HELD, "condition-not-applicable", "nothing-moves", "no-units-there", "card-not-in-hand"),
    ("card-not-discarded", "no-such-order", "no-such-unit", "no-retreat-there", "not-a-raid-target"),
)


# Speaks last for every seat that has a sheet, in games in which the bot makes unsaid choices.
CAREFUL = Voice("steward", Sheet(steward=(BotRule(may_attack=(NOBODY,)),)), "unsaid.")


def propose_with_bot(family: Instruction, voices: Voices, scene: Scene, decision: Decision, trail: Trail) -> Proposals:
    """Yield proposals, the bot's first where a sheet leaves the question to it.
    A sheet's bot rules go before standing orders, those of standing orders before defaults."""
    if not any(voice.sheet.steward for voice in voices):
        yield from family(voices, scene, decision, trail)
        return
    delegation = BotDelegation(voices, scene, decision, trail)
    if isinstance(decision, d.PlaceOrders):
        yield from place_orders(voices, scene, decision, trail, delegation.orders_beside)
        return
    for choice in family(voices, scene, decision, trail):
        if choice.by != "sheet":
            yield from delegation.before(choice.by)
        yield choice
    yield from delegation.before("default")


class BotDelegation:
    """The rules that leave a question to the bot, each of which is tried once."""

    def __init__(self, voices: Voices, scene: Scene, decision: Decision, trail: Trail) -> None:
        self.voices, self.scene, self.decision, self.trail = voices, scene, decision, trail
        self._what_if_payload: set[str] = set()
        # What he proposes of the areas that are his; the same for every rule of a voice with the same limits.
        self._of_areas: dict[tuple[int, frozenset[str]], list[Answer]] = {}
        self._draw = draw_of(scene.position.hidden.seed, decision.seat)

    def before(self, by: By) -> Proposals:
        """Yield the bot's proposals for voices that speak before `by`, each once."""
        for number, voice in enumerate(self.voices):
            where = f"{voice.prefix}steward"
            if where in self._what_if_payload or (by == "standing" and voice.by != "sheet"):
                continue
            self._what_if_payload.add(where)
            if voice is CAREFUL and any(True for peer in self.voices if peer is not voice for _ in self._about(peer)):
                # What is written says itself how the bot makes this choice.
                return
            for place, rule in self._about(voice):
                yield from self._proposals(place, rule, voice.by, number)

    def orders_beside(
        self, number: int, orders: Mapping[str, str], bare: Collection[str]
    ) -> tuple[str, Mapping[str, str]] | None:
        """Return the rule's place and the bot's orders; None if not left to the bot."""
        scene, voice = self.scene, self.voices[number]
        place = next((place for place, _ in self._about(voice)), None)
        if place is None or not isinstance(self.decision, d.PlaceOrders):
            return None
        sight = Sight(scene.board, scene.edition, scene.me, Limits(plain=True), self._draw)
        return place, choose_remaining_orders(sight, self.decision, orders, bare)

    def _about(self, voice: Voice) -> Iterator[tuple[str, BotRule]]:
        """Yield the voice's bot rules that leave this question to the bot now."""
        return applicable_bot_rules(voice, KINDS[type(self.decision)].part, self.trail)

    def _proposals(self, place: str, rule: BotRule, by: By, number: int) -> Proposals:
        """Yield the bot's legal proposals within one rule's limits, best first.
        `number`: the voice's place among all; up to it rules leave the question to the bot."""
        peaceful = peaceful_houses(rule, self.scene, careful=self.trail.careful)
        for answer in self._answers(rule, number, peaceful):
            choice = _limit_answer(answer, rule, self.scene, self.decision)
            if choice is not None and peaceful is not None and _hinders(answer, self.scene, self.decision, peaceful):
                choice = None
            if choice is not None and check(self.scene.position, self.decision, choice) is None:
                yield Choice(by, place, choice)
        self.trail.skip(place, "steward-finds-nothing", "no choice of the bot fits its limits")

    def _answers(self, rule: BotRule, number: int, peaceful: frozenset[str] | None) -> Iterator[Answer]:
        """What he proposes of what the voices up to this one leave him."""
        voices, spared = self.voices[: number + 1], peaceful or frozenset()
        if not isinstance(self.decision, d.ResolveMarch | d.ResolveRaid):
            yield from self._answers_by_habit(_left_to_bot(self.decision, rule, voices, self.trail), spared)
            return
        key = (number, spared)
        if key not in self._of_areas:
            self._of_areas[key] = list(
                self._answers_by_habit(_left_to_bot(self.decision, rule, voices, self.trail), spared)
            )
        yield from self._of_areas[key]

    def _answers_by_habit(self, question: Decision | None, peaceful: frozenset[str]) -> Iterator[Answer]:
        """Yield the bot's usual answers, best first; none for no question."""
        habit, scene = HABITS.get(type(self.decision)), self.scene
        if question is not None and habit is not None:
            marches = isinstance(question, d.ResolveMarch)
            limits = Limits(peaceful=peaceful, plain=True)
            if marches:
                limits = add_wishes_to_limits(self.voices, scene, self.trail, limits)
            sight = Sight(scene.board, scene.edition, scene.me, limits, self._draw)
            yield from (answer for answer, _ in habit(sight, question))


def _left_to_bot(decision: Decision, rule: BotRule, voices: Voices, trail: Trail) -> Decision | None:
    """Return the question reduced to what is left to the bot; None if nothing is."""
    if isinstance(decision, d.ResolveMarch | d.ResolveRaid):
        options = {
            area: goals
            for area, goals in decision.options.items()
            if not _has_own_rules(voices, trail.scene, decision, area)
        }
        return replace(decision, options=options) if options else None
    if isinstance(decision, d.ChooseHouseCard):
        never = {*rule.never_play, *avoided_cards(voices, decision, trail)}
        cards = tuple(card for card in decision.choices if card not in never)
        return replace(decision, choices=cards) if cards else None
    return decision


def _has_own_rules(voices: Voices, scene: Scene, decision: d.ResolveMarch | d.ResolveRaid, area: str) -> bool:
    """Whether the rules for an area decide now or wait; else it is the bot's too."""
    apart = Trail(scene)
    waits = len(decision.options) > 1
    choices = (
        propose_by_plans(voices, scene, apart, area, may_wait=waits)
        if isinstance(decision, d.ResolveMarch)
        else propose_by_raid_rules(voices, scene, decision, apart, area, may_wait=waits)
    )
    legal = any(check(scene.position, decision, choice.answer) is None for choice in choices)
    return legal or any(note.code == "waits" for note in apart.skipped)


def _limit_answer(answer: Answer, rule: BotRule, scene: Scene, question: Decision) -> Answer | None:
    """Return the answer within the rule's limits; None if it breaks one.
    A bid is cut to the limits, other answers stay as they are."""
    if isinstance(answer, d.Amount) and isinstance(question, d.PlaceBid):
        return d.Amount(max(0, min(answer.power, rule.most, question.up_to - rule.save)))
    if isinstance(answer, d.CardChoice):
        return None if answer.card in rule.never_play else answer
    if isinstance(answer, d.March):
        within_limits = _leaves_enough_units(answer, rule, scene) and not any(
            _holder(to, scene) in rule.never_attack for to in answer.moves
        )
        return answer if within_limits else None
    if isinstance(answer, d.Raid):
        return None if any(scene.board.orders[to].house in rule.never_attack for to in answer.targets) else answer
    return answer


def _hinders(answer: Answer, scene: Scene, question: Decision, peaceful: frozenset[str]) -> bool:
    """Whether an answer attacks or hinders such a house, or supports others' battles."""
    board = scene.board
    if isinstance(answer, d.Pledges):
        own = scene.me in (scene.attacker, scene.defender)
        return not own and any(side != "none" for side in answer.sides.values())
    targets: set[str | None] = set()
    match answer:
        case d.March():
            targets = {_holder(to, scene) for to in answer.moves}
        case d.Raid():
            targets = {board.orders[to].house for to in answer.targets}
        case d.AreaChoice() if answer.area in board.orders:
            targets = {board.orders[answer.area].house}
        case d.Piece():
            targets = {_holder(answer.area, scene)}
        case d.CardChoice() if answer.card is not None:
            targets = {getattr(question, "victim", None)}
        case d.Pick():
            targets = {answer.choice} if answer.choice in board.houses else {_holder(answer.choice, scene)}
    return bool((targets & peaceful) - {scene.opponent})


def _leaves_enough_units(answer: d.March, rule: BotRule, scene: Scene) -> bool:
    """Whether as many units stay as must, in an area that is never left empty."""
    force = scene.board.forces.get(answer.area)
    if answer.area not in rule.never_empty or not answer.moves or force is None:
        return True
    return force.size() - sum(sum(units.values()) for units in answer.moves.values()) >= rule.keep


def _holder(area: str, scene: Scene) -> str | None:
    """The house whose units or tokens hold an area; None for what is no area."""
    force = scene.board.forces.get(area)
    if force is not None or area not in scene.edition.areas:
        return None if force is None else force.house
    return controller(scene.board, scene.edition, area)


# What speaks for a seat that was just taken over where nothing of its own does.
STANDS_BY = Sheet(steward=(BotRule(what=get_args(SheetPart), may_attack=(ANYBODY,)),))


def resolve(
    position: Position,
    decision: Decision,
    sheet: Sheet | None,
    standing: Sheet | None = None,
    *,
    taken_over: bool = False,
    unsaid: Unsaid = "defaults",
) -> SourcedAnswer:
    """Return one seat's answer, and its source with skipped instructions.

    Direct answer, sheet, standing orders, the bot for a seat just `taken_over`, a single choice, the bot for `unsaid`
    choices of a seat with a sheet, or the published default.
    """
    scene = Scene(position, decision)
    trail = Trail(scene, careful=unsaid == "bot")
    voices = voices_for_decision(decision, list(speakers(sheet, standing, STANDS_BY if taken_over else None)))
    if unsaid == "bot" and sheet not in (None, EMPTY_SHEET) and single_choice(decision) is None:
        voices.append(CAREFUL)
    proposals = propose_with_bot(KINDS[type(decision)].instruction, voices, scene, decision, trail) if voices else ()
    direct = direct_answer(sheet.answers, decision) if sheet is not None else ()
    sourced_answer = trail.first_legal(chain(direct, proposals), lambda answer: check(position, decision, answer))
    if sourced_answer is not None:
        return _mark_forced(decision, sourced_answer)
    written = any(own_sheet not in (None, EMPTY_SHEET) for own_sheet in (sheet, standing))
    answer = single_choice(decision) or default_answer(position, decision, written=written)
    other = KINDS[type(decision)].written
    name = other.name if written and other is not None else ""
    return _mark_forced(decision, SourcedAnswer(answer, Source("default", name, tuple(trail.skipped))))


def _mark_forced(decision: Decision, sourced_answer: SourcedAnswer) -> SourcedAnswer:
    """Return the answer with its source; a default without alternatives is forced."""
    if sourced_answer.source.by == "default" and sourced_answer.answer == single_choice(decision):
        return SourcedAnswer(sourced_answer.answer, replace(sourced_answer.source, by="forced", rule=""))
    return sourced_answer


def decision_kinds(edition: Edition) -> tuple[str, ...]:
    """Return the kinds of decisions an edition can ask, in the order of a round."""
    return tuple(kind.tag for kind in KINDS.values() if kind.known(edition))
