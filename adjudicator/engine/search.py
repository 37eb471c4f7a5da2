"""One-ply search of the maester: own answers played out on what the seat knows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.engine.bulk import Level, Pace
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Answer, Decision, Source, SourcedAnswer, kind_of
from adjudicator.engine.game import Game
from adjudicator.engine.journal import Record
from adjudicator.engine.step import Outcome, Rules, advance, at_rest_view
from adjudicator.engine.what_if import known_answers

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
