"""What-ifs: a turn played out with assumed sheets, on what the seat knows."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.engine.bulk import Pace, Resolver, TurnInput, TurnRules, Unsaid
from adjudicator.engine.chance import draw_of, shuffle
from adjudicator.engine.decision import Decision, FrozenStruct, Illegal, Refusal, SourcedAnswer, Unreadable
from adjudicator.engine.game import Game
from adjudicator.engine.journal import Answered, Decided, Record
from adjudicator.engine.step import Oracle, Outcome, Rules, advance, at_rest_view, nobody

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
