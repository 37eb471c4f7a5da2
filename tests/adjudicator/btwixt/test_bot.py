"""The bot: always legal, decides by what its seat sees, and is worth playing against."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from adjudicator.btwixt.bot.player import HABITS, bot_answer
from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.rules.legality import LAWS, check
from adjudicator.btwixt.rules.scoring import totals
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.decisions import Play
from adjudicator.btwixt.state.position import Position, clockwise
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Oracle
from adjudicator.selfplay import random_player
from tests.adjudicator.btwixt.playing import pack, run

GAMES = 24
Maker = Callable[[int], Oracle]


def random_bot(number: int) -> Oracle:
    return random_player(Picker(f"bot {number}", "answers"))


def fixed_limit(number: int) -> Oracle:
    """Plays the cheapest card that leads, up to a total of fourteen; all else by chance."""
    by_chance = random_bot(number)

    def answer(position: Position, decision: Decision) -> SourcedAnswer | None:
        if not isinstance(decision, d.PlayOrKneel):
            return by_chance(position, decision)
        board, me = position.board, decision.seat
        found, order = totals(board, HOUSE), clockwise(position.board, position.board.first)
        need = max(found[one] + (order.index(one) < order.index(me)) for one in order if one != me)
        made = {card: found[me] + HOUSE.influence[card].value for card in decision.hand}
        fit = [card for card, total in made.items() if need <= total <= 14]
        alone = all(one in board.kneeling for one in order if one != me)
        if not fit or (alone and found[me] >= need):
            return SourcedAnswer(Play(None), Source("player"))
        return SourcedAnswer(Play(min(fit, key=lambda card: (made[card], card))), Source("player"))

    return answer


def wins(players: int, against: Maker, games: int = GAMES) -> float:
    """How many of these games a single bot wins; of a shared victory its part."""
    won = 0.0
    for number in range(games):
        start = set_up(HOUSE, players, f"worth {number}", (), (), 0)
        seat, others = start.board.houses[number % players], against(number)

        def answer(
            position: Position, decision: Decision, seat: str = seat, others: Oracle = others
        ) -> SourcedAnswer | None:
            return bot_answer(position, decision) if decision.seat == seat else others(position, decision)

        ending = run(start, answer).position.board.ending
        assert ending is not None
        won += (seat in ending.winners) / len(ending.winners)
    return won


@pytest.mark.parametrize(("against", "least"), [(random_bot, 0.4), (fixed_limit, 0.5)])
def test_it_beats_those_who_do_not_think(against: Maker, least: float) -> None:
    assert wins(4, against) > least * GAMES


def test_each_question_has_a_habit() -> None:
    assert set(HABITS) == set(LAWS)


class Elsewhere:
    """The bot, asked again in a position where all that its seat cannot see is drawn anew."""

    def __init__(self, seed: str) -> None:
        self.seed, self.wrong, self.asked = seed, list[str](), 0

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer:
        self.asked += 1
        given = bot_answer(position, decision)
        other = visibility.reshuffled(position, f"{self.seed} {self.asked}")
        hands = {house: list(hand) for house, hand in other.hidden.hands.items()}
        loose = sorted(
            [*other.hidden.deck, *(card for house, hand in hands.items() if house != decision.seat for card in hand)]
        )
        for house, hand in hands.items():
            if house != decision.seat:
                hands[house] = [loose.pop(7 * self.asked % len(loose)) for _ in hand]
        # The salt of the seat stays.
        hidden = msgspec.structs.replace(other.hidden, hands=hands, deck=loose, seed=position.hidden.seed)
        elsewhere = msgspec.structs.replace(other, hidden=hidden)
        assert pack(view(elsewhere, decision.seat)) == pack(view(position, decision.seat))
        if bot_answer(elsewhere, decision) != given or check(position, decision, given.answer) is not None:
            self.wrong.append(decision.id)
        if given.source.rule == "first legal answer":
            self.wrong.append(f"{decision.id}: no habit of its own")
        return given


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("modules", [(), ("advanced", "draft", "revealed-allies"), ("draft-of-kings",)])
def test_it_decides_by_what_its_seat_sees(players: int, modules: tuple[str, ...]) -> None:
    asked = Elsewhere(f"{players}")
    outcome = run(set_up(HOUSE, players, f"seen {players}", modules, (), 0), asked)
    assert outcome.position.board.ending is not None
    assert asked.asked > 50
    assert asked.wrong == []
