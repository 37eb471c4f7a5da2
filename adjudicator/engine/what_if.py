"""What-ifs, and the one-ply search of the maester that plays them out.

A turn is played with assumed sheets, on what one seat knows.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.engine.bulk import Level, Pace, Resolver, TurnInput, TurnRules, Unsaid
from adjudicator.engine.chance import Picker, draw_of, shuffle
from adjudicator.engine.decision import (
    Answer,
    Decision,
    FrozenStruct,
    Illegal,
    Refusal,
    Source,
    SourcedAnswer,
    Unreadable,
    kind_of,
)
from adjudicator.engine.game import Game
from adjudicator.engine.step import Answered, Decided, Oracle, Outcome, Record, Rules, advance, at_rest_view, nobody

R = TypeVar("R")
_S = TypeVar("_S")


class Supposed(FrozenStruct):
    """How a turn might end: views `before` and `after`, events, and sheets by seat.

    Other seats' sheets are assumed, none was submitted. `begin` is the position that the records change, as JSON: with
    everything hidden as the seat imagines it.
    """

    before: Any
    after: Any
    records: list[Record]
    sheets: dict[str, Any]
    begin: bytes = b""


def suppose(
    game: Game,
    position: Any,
    seat: str,
    records: Iterable[Record],
    sheets: Mapping[str, Any],
    *,
    begun: Mapping[str, Any] | None = None,
    pace: Pace = "bulk",
    standing: Any = None,
    taken_over: bool = False,
    unsaid: Unsaid = "defaults",
    number: int = 1,
) -> Supposed:
    """Play the open turn of a stored position to its end, as `seat` may imagine it.

    `records` are all of the game so far, of which the seat remembers what it was told. `sheets`: what each seat is
    assumed to hand in; the bot guesses for those that are not named, and around what is left open. `begun`:
    sheets of other seats, completed by the bot from what these would see. The seat's own is a whole sheet;
    `standing`, `taken_over` and `unsaid` are as in `TurnInput`. `number` asks for another draw of chance.

    Nothing hidden from the seat is read: unshown answers of others are dropped, and all that is hidden is drawn
    anew from what the seat knows. Uses the position up. Raises ValueError where no turn is open, Illegal where games
    have no what-ifs (`no-what-ifs`) and for sheets that could not be handed in, with places that begin with the seat
    (`stark.orders.winterfell`; not its own).
    """
    if game.assumed_type is None:
        raise Illegal(Refusal("no-what-ifs", "there are no what-ifs in this game"))
    rules = game.rules(position)
    shown = at_rest_view(rules, position)
    if not shown.waiting:
        raise ValueError("no call is open")
    before = game.view(shown.showing, seat, shown.waiting)
    events = (event for record in records if (event := game.visible_event(record.event, seat)) is not None)
    memory, seed = game.remember(seat, events), public_salt(before, number)
    veiled = _Veiled(
        rules,
        lambda here: game.redraw_hidden_state(here, memory, shown.waiting, seed),
        lambda here, open_question: game.as_imagined(here, open_question, seat),
    )
    position.progress.pending = known_answers(rules, position, seat)
    open_question = veiled.advance(rules.decode(start := rules.encode(position)), nobody)
    written = _sheets(game, shown, open_question, seat, sheets, begun or {})
    turn = TurnInput(
        window=game.window(open_question.showing, open_question.waiting[0], pace),
        sheets=written,
        standing={} if standing is None else {seat: standing},
        taken_over=frozenset((seat,)) if taken_over else frozenset(),
        pace=pace,
        unsaid=unsaid,
    )
    played = veiled.advance(rules.decode(start), _PastResolver(game, turn, before.waiting))
    after, begin = game.view(played.showing, seat, played.waiting), msgspec.json.encode(open_question.showing)
    return Supposed(before, after, played.records, written, begin)


def _sheets(
    game: Game,
    shown: Outcome[Any],
    outcome: Outcome[Any],
    seat: str,
    sheets: Mapping[str, Any],
    begun: Mapping[str, Any],
) -> dict[str, Any]:
    """Return each player's sheet, assumed or guessed by bot. Raises as `_check`."""
    result: dict[str, Any] = {}
    for house in game.sheet_writers(outcome.showing.board):
        draw = draw_of(outcome.showing.hidden.seed, house)
        assumed = sheets.get(house, game.assumed_type())
        if house == seat:
            result[house] = assumed.sheet or game.empty_sheet
        elif house in begun:
            result[house] = game.complete_sheet(game.view(outcome.showing, house, outcome.waiting), begun[house], draw)
        else:
            result[house] = game.guess_sheet(game.view(outcome.showing, house, outcome.waiting), assumed, draw)
    _check(game, shown, outcome, seat, (*sheets, *begun), result)
    return result


def _check(
    game: Game,
    shown: Outcome[Any],
    veiled_outcome: Outcome[Any],
    seat: str,
    houses: Iterable[str],
    written: Mapping[str, Any],
) -> None:
    """Check given sheets as on submission. Raises Illegal; places begin with the seat."""
    errors: list[Refusal] = []
    for house in houses:
        where = f"{house}." if house != seat else ""
        if house not in written:
            words = f"no player of this game has the {game.seat_word} {house!r}"
            errors.append(Refusal("unknown-house", words, house))
            continue
        outcome = shown if house == seat else veiled_outcome
        report = game.check_sheet(outcome.showing, house, written[house], outcome.waiting)
        errors += [replace(error, where=f"{where}{error.where}") for error in report.errors]
    if errors:
        raise Illegal(*errors)


def public_salt(view: Any, number: int = 1) -> str:
    """Return a what-if's seed, from the seat's view and the number of the draw."""
    return hashlib.sha256(msgspec.json.encode(view) + f"\nwhat-if {number}".encode()).hexdigest()


def known_answers(rules: Rules[Any], position: Any, seat: str) -> dict[str, Answered[Any]]:
    """Return the waiting step's answers that the seat knows: own and published."""
    again = rules.decode(rules.encode(position))
    # So that every event of the step is told once more.
    again.progress.reported = again.progress.told
    seen: list[str] = []
    lately: list[str] = []
    for record in advance(rules, again, nobody).records:
        if isinstance(record.event, Decided):
            lately.append(record.event.decision)
        else:
            seen += lately
            lately.clear()
    pending = position.progress.pending
    return {name: entry for name, entry in pending.items() if entry.seat == seat or name in seen}


def fill_places(places: Sequence[str | None], cards: Sequence[str], purpose: str, seed: str) -> list[str]:
    """The cards of a deck, known ones in their places and all others shuffled."""
    remembered_cards = Counter(card for card in places if card is not None)
    if remembered_cards - Counter(cards):
        # What is remembered does not fit any more (decks changed by hand): then nothing of it counts.
        places, remembered_cards = [None] * len(places), Counter()
    others = iter(shuffle(seed, purpose, sorted((Counter(cards) - remembered_cards).elements())))
    return [next(others) if card is None else card for card in places]


def question_number(decision: Decision) -> int:
    """Which question of the game it is."""
    return int(decision.id[1:].partition("-")[0])


def assumed_fields(decoder: msgspec.json.Decoder[R], data: bytes) -> R:
    """Read assumptions on a seat from untrusted bytes; Unreadable (`bad-what-if`)."""
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-what-if", str(fault))) from fault


def assumed_sheet(raw: msgspec.Raw, read: Callable[[bytes], _S]) -> _S | None:
    """Read the sheet assumed for a seat, if any; raises as `read`, under `sheet`."""
    if bytes(raw) == b"null":
        return None
    try:
        return read(bytes(raw))
    except Unreadable as refused:
        placed = (replace(error, where=f"sheet.{error.where}" if error.where else "sheet") for error in refused.reasons)
        raise Unreadable(*placed) from refused


class _PastResolver:
    """The resolver of a turn and of those before it; it asks unknown answers again."""

    def __init__(self, rules: TurnRules, turn: TurnInput, waiting: Sequence[Decision]) -> None:
        self.rules, self.turn, self.resolver = rules, turn, Resolver(rules, turn, None)
        self.last = max((question_number(decision) for decision in waiting), default=0)

    def __call__(self, position: Any, decision: Decision) -> SourcedAnswer | None:
        """Return the answer of the current turn, else of the turn that asks for it.
        The latter only for questions up to the last open one; then its turn becomes the current one."""
        answer = self.resolver(position, decision)
        if answer is None and question_number(decision) <= self.last:
            asked_in = self.rules.window(position, decision, self.turn.pace)
            self.resolver = Resolver(self.rules, replace(self.turn, window=asked_in), None)
            answer = self.resolver(position, decision)
        return answer


class _Veiled:
    """What-if rules that redraw everything hidden once an unknown answer is asked."""

    def __init__(
        self, rules: Rules[Any], draw: Callable[[Any], Any], imagined: Callable[[Any, Decision], Decision]
    ) -> None:
        self.steps, self.apply, self.over = rules.steps, rules.apply, rules.over
        self.encode, self.decode = rules.encode, rules.decode
        self._rules, self._draw, self._imagined = rules, draw, imagined
        self._shown: dict[str, Decision] = {}
        # The number of the last question that was asked of what is true.
        self._last_true = 0

    def advance(self, position: Any, oracle: Oracle) -> Outcome[Any]:
        """Run on by an oracle that sees nothing true of what is hidden."""
        self._shown = {}

        def ask(position: Any, decision: Decision) -> SourcedAnswer | None:
            if not self._shown:
                position.hidden = self._draw(position)
                self._last_true = position.progress.asked
            true = question_number(decision) <= self._last_true
            shown = self._shown[decision.id] = self._imagined(position, decision) if true else decision
            return oracle(position, shown)

        outcome = advance(self, position, ask, steps_a_snapshot=1)
        waiting = [self._shown.get(decision.id, decision) for decision in outcome.waiting]
        return replace(outcome, waiting=waiting)

    def check(self, position: Any, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal, or None; to a question as it was imagined."""
        return self._rules.check(position, self._shown.get(decision.id, decision), answer)


# How many variations of an own answer are tried, and of the answers of others imagined.
VARIATIONS, OTHERS = 10, 4
# How often each variation is played out, and how often more the best of them, of which there are so many.
PLAYOUTS, FINALS, FINALISTS = 1, 2, 4
# Answers in all playouts of a search together: a round of the largest game has about a hundred.
NODES = 4000
# Playouts never rest, so that only their beginning is written down.
NO_SNAPSHOTS = 1 << 30


def seat_salt(position: Any, seat: str) -> str:
    """Return the salt of a seat's search, secret without the seed, one per question."""
    text = f"{position.hidden.seed}\nmaester {seat} {position.progress.asked}"
    return hashlib.sha256(text.encode()).hexdigest()


def prepare(
    game: Game,
    position: Any,
    seat: str,
    records: Iterable[Record] = (),
    *,
    salt: str = "",
    pace: Pace = "bulk",
    nodes: int = NODES,
) -> dict[str, Answer]:
    """Return searched answers to a seat's open turn, by kind of decision, if any.

    Nothing hidden from the seat is read: it is drawn anew by `salt` (empty: the seat's own) from what the seat sees and
    was told of the game's `records`. `nodes` limits the answers of all playouts together. Leaves the position as it is.
    """
    if not game.variations(position):
        return {}
    salt, rules = salt or seat_salt(position, seat), game.rules(position)
    shown = at_rest_view(rules, position)
    veiled = veil(game, rules, position, shown, seat, salt, records) if shown.waiting else None
    if veiled is None:
        return {}
    outcome = _run_to_search(game, rules, veiled, pace)
    mine = next((decision for decision in outcome.waiting if decision.seat == seat), None)
    if mine is None:
        return {}
    return {kind_of(mine): _Trials(game, rules, outcome, mine, salt, nodes).best()}


def _run_to_search(game: Game, rules: Rules[Any], veiled: Outcome[Any], pace: Pace) -> Outcome[Any]:
    """Play to the first decision searched in the open turn, as the bot decides."""
    kinds = game.variations(veiled.position)
    window = game.window(veiled.showing, veiled.waiting[0], pace)

    def oracle(position: Any, decision: Decision) -> SourcedAnswer | None:
        if type(decision) in kinds or game.window(position, decision, pace) != window:
            return None
        return game.bot_answer(position, decision)

    outcome = advance(rules, veiled.position, oracle)
    candidates = [question for question in outcome.waiting if type(question) in kinds]
    here = [question for question in candidates if game.window(outcome.showing, question, pace) == window]
    return replace(outcome, waiting=here)


def veil(
    game: Game, rules: Rules[Any], position: Any, shown: Outcome[Any], seat: str, salt: str, records: Iterable[Record]
) -> Outcome[Any] | None:
    """Redraw all that is hidden; None if the seat would then see something else."""
    events = (event for record in records if (event := game.visible_event(record.event, seat)) is not None)
    begin = rules.decode(rules.encode(position))
    begin.progress.pending = known_answers(rules, position, seat)
    begin.hidden = game.redraw_hidden_state(shown.showing, game.remember(seat, events), shown.waiting, salt)
    veiled = at_rest_view(rules, begin)
    true, drawn = (msgspec.json.encode(game.view(result.showing, seat, result.waiting)) for result in (shown, veiled))
    return veiled if true == drawn else None


class _Exhausted(Exception):
    """The search has used its nodes up."""


class _SingleRoundRules:
    """Rules under which a game is over when its round is."""

    def __init__(self, rules: Rules[Any], last: int) -> None:
        """Take over the rules of a game; it ends with the round numbered `last`."""
        self.steps, self.apply, self.check = rules.steps, rules.apply, rules.check
        self.encode, self.decode = rules.encode, rules.decode
        self._rules, self._last = rules, last

    def over(self, position: Any) -> bool:
        """Whether the game has ended, or another round has begun."""
        return bool(position.round > self._last) or self._rules.over(position)


class _Trials:
    """The search for the answer to one decision, in an imagined position."""

    def __init__(
        self, game: Game, rules: Rules[Any], veiled: Outcome[Any], decision: Decision, salt: str, nodes: int
    ) -> None:
        self.game, self.decision, self.salt, self.nodes = game, decision, salt, nodes
        variations = game.variations(veiled.showing)
        self.rules = _SingleRoundRules(rules, veiled.showing.round)
        self.begin = rules.encode(veiled.position)
        self.own = variations[type(decision)](veiled.showing, decision, VARIATIONS)
        self.others = {
            open_decision.id: variations[type(open_decision)](veiled.showing, open_decision, OTHERS)
            for open_decision in veiled.waiting
            if open_decision.seat != decision.seat
        }

    def best(self) -> Answer:
        """Return the variation with the highest mean; ties go to the nearest to the bot's."""
        places = list(range(len(self.own)))
        values: dict[int, list[float]] = {place: [] for place in places}
        try:
            self._try(values, places, range(PLAYOUTS))
            places.sort(key=lambda place: -sum(values[place]))
            self._try(values, places[:FINALISTS], range(PLAYOUTS, PLAYOUTS + FINALS))
        except _Exhausted:
            pass
        # Only those that were played out equally often compare.
        often = max(map(len, values.values()))
        compared = [place for place, results in values.items() if len(results) == often]
        return self.own[max(compared, key=lambda place: sum(values[place]))]

    def _try(self, values: dict[int, list[float]], places: Sequence[int], numbers: Iterable[int]) -> None:
        for number in numbers:
            for place in places:
                values[place].append(self._playout_value(self.own[place], number))

    def _playout_value(self, own: Answer, number: int) -> float:
        """Return an answer's playout value, same chance by `number`. Raises _Exhausted."""
        pick = Picker(self.salt, f"maester/others-{number}")
        # Half of the time others do what the bot would.
        answers = {name: options[pick(2) * pick(len(options))] for name, options in self.others.items()}
        answers[self.decision.id] = own

        def oracle(position: Any, decision: Decision) -> SourcedAnswer | None:
            if self.nodes < 1:
                raise _Exhausted
            self.nodes -= 1
            answer = answers.get(decision.id)
            if answer is not None:
                return SourcedAnswer(answer, Source("steward"))
            level: Level = "maester" if decision.seat == self.decision.seat else "steward"
            return self.game.bot_answer(position, decision, level)

        position = self.rules.decode(self.begin)
        played = advance(self.rules, position, oracle, steps_a_snapshot=NO_SNAPSHOTS)
        return self.game.value(played.showing, self.decision.seat)
