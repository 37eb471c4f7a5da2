"""Emails of a game that bots play say only what the edition's rulebook prints."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import TurnInput
from correspondence.mail import compose
from correspondence.mail.payload import ClosedTurn, OpenTurn, ResultsPayload, mail_records
from correspondence.mail.text import text_pieces
from tests.correspondence.mail import samples
from tests.narration.boards import EDITIONS
from tests.narration.rulebooks import BOOKS, wrong_words
from tests.slices import often

PACE: Any = "bulk"
TURNS = often(6, 14)


@cache
def payloads(edition: str) -> tuple[ResultsPayload, ...]:
    """Results for one house after each of the first turns, with all optional rules."""
    game, rules = games.of_edition(edition), games.edition(edition)
    start = games.start(edition, EDITIONS[edition], "printed", games.of_edition(edition).compatible_modules(rules))
    return tuple(_played(edition, game.resume(start)))


def _played(edition: str, outcome: Any) -> Iterator[ResultsPayload]:
    seat = outcome.showing.board.houses[0]
    facts = msgspec.structs.replace(
        samples.facts(), edition=edition, pace=PACE, players=EDITIONS[edition], modules=outcome.showing.board.modules
    )
    for number in range(1, TURNS + 1):
        game, board = games.of(outcome.showing), outcome.showing.board
        window = game.window(outcome.showing, outcome.waiting[0], PACE)
        before = msgspec.json.decode(msgspec.json.encode(board), type=type(board))
        turn: TurnInput = TurnInput(window=window, bots=frozenset(board.houses), pace=PACE)
        outcome = game.resolve(outcome.position, turn)
        if not outcome.waiting:
            return
        # The position is used up by the next turn: the email keeps its own copy.
        shown = documents.decode(documents.encode(outcome.showing))
        asked = tuple(decision for decision in outcome.waiting if decision.seat == seat)
        seen = [record for record in (games.record_for_seat(r, seat) for r in outcome.records) if record is not None]
        yield ResultsPayload(
            game=facts,
            seat=seat,
            closed=ClosedTurn(
                number=number, round=before.round, window=window, records=mail_records(seen), before=before
            ),
            opened=OpenTurn(
                id="c",
                number=number + 1,
                round=shown.board.round,
                window=game.window(shown, outcome.waiting[0], PACE),
                due_at=samples.NOW + timedelta(hours=30),
                questions=asked,
            ),
            board=shown.board,
            standings=game.standings(shown.board, games.edition(edition)),
            links=samples.LINKS,
            thread=samples.THREAD,
            written_at=samples.NOW,
        )
        outcome = game.resume(outcome.position)


@pytest.mark.parametrize(("edition", "language"), BOOKS)
def test_results_say_what_the_rulebook_prints(edition: str, language: str) -> None:
    reader = msgspec.structs.replace(samples.ADA, language=language)
    wrong = []
    for payload in payloads(edition):
        content = compose(payload, recipient=reader, site=samples.SITE)
        wrong += wrong_words("".join((content.subject, *text_pieces(content))), edition, language)
    assert wrong == []


@pytest.mark.parametrize(("edition", "language"), BOOKS)
def test_a_first_email_says_what_the_rulebook_prints(edition: str, language: str) -> None:
    """It also has what is printed on the board and on the cards."""
    first = msgspec.structs.replace(payloads(edition)[0], closed=None)
    content = compose(first, recipient=msgspec.structs.replace(samples.ADA, language=language), site=samples.SITE)
    assert wrong_words("".join(text_pieces(content)), edition, language) == []
