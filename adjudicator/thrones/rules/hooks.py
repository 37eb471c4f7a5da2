"""What an edition adds inside steps that all editions share. By default nothing; an edition's module fills them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.thrones.rules.text_table import Texts
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Board, Hidden
from adjudicator.thrones.state.edition import Edition, Setup

if TYPE_CHECKING:
    from adjudicator.kernel.asking import Asks
    from adjudicator.thrones.rules.step_context import Game


def _setup_as_it_is(edition: Edition, setup: Setup, players: int, houses: Sequence[str]) -> Setup:
    return setup


def _lay_out_nothing(edition: Edition, setup: Setup, players: Sequence[str], board: Board, hidden: Hidden) -> None:
    """Everything lies as the set-up has it."""


def _bids_as_they_are(game: Game, track: str, bids: Mapping[str, int]) -> Asks[Mapping[str, int]]:
    yield from ()
    return bids


def _token_as_wished(game: Game, house: str, answer: March) -> bool:
    return answer.leave_token


def _put_nothing_right(game: Game) -> Asks[None]:
    yield from ()


class Hooks(NamedTuple):
    """One function for each place where the steps let an edition's own rules in.

    before_set_up: the set-up as it is for these players and the houses they named (none: no wish); may raise Illegal.
    after_set_up: lays out on the board, and in the hidden decks, what the set-up of these playing houses has not.
    after_bids: the bids that count for a track, of those that were placed (house -> Power).
    leaves_token: whether a march whose units have all left their area leaves a Power token there, if one may lie there.
    after_step: puts right what a step has left, such as ports whose land changed hands, before victory is looked for.
    texts: what the texts of its House cards do.
    """

    before_set_up: Callable[[Edition, Setup, int, Sequence[str]], Setup] = _setup_as_it_is
    after_set_up: Callable[[Edition, Setup, Sequence[str], Board, Hidden], None] = _lay_out_nothing
    after_bids: Callable[[Game, str, Mapping[str, int]], Asks[Mapping[str, int]]] = _bids_as_they_are
    leaves_token: Callable[[Game, str, March], bool] = _token_as_wished
    after_step: Callable[[Game], Asks[None]] = _put_nothing_right
    texts: Texts = Texts()


NO_HOOKS = Hooks()


def hooks_of(edition: Edition) -> Hooks:
    """The hooks of an edition."""
    found: Hooks | None = edition.hooks
    return NO_HOOKS if found is None else found
