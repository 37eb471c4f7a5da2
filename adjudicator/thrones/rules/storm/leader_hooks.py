"""The hooks of an edition with leaders: what they add comes after what the edition adds without them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.asking import Asks
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm import escorts, hostages, leaders
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Battle, Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import Item


def with_leaders(basis: Hooks) -> Hooks:
    """The hooks of an edition, and what leaders add; without leaders on the board they add nothing."""

    def battle_items(board: Board, edition: Edition, battle: Battle, house: str) -> Sequence[Item]:
        found = basis.battle_items(board, edition, battle, house)
        return [*found, *leaders.battle_items(board, edition, battle, house)]

    def battle_icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
        swords, towers = basis.battle_icons(board, edition, battle, house)
        more, others = leaders.battle_icons(board, edition, battle, house)
        return swords + more, towers + others

    def beside_units(board: Board, edition: Edition, area: str) -> int:
        return basis.beside_units(board, edition, area) + leaders.beside_units(board, edition, area)

    def march_items(board: Board, edition: Edition, house: str, answer: March, to: str) -> Sequence[Item]:
        found = basis.march_items(board, edition, house, answer, to)
        return [*found, *leaders.march_items(board, edition, house, answer, to)]

    def refuse_march(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
        refusal = basis.refuse_march(board, edition, house, answer)
        return refusal or leaders.refuse_march(board, edition, house, answer)

    def marched(game: Game, house: str, answer: March, to: str) -> None:
        basis.marched(game, house, answer, to)
        leaders.marched(game, house, answer, to)

    def set_out(game: Game, house: str, answer: March) -> None:
        basis.set_out(game, house, answer)
        leaders.set_out(game, house, answer)

    def destroyed(game: Game, house: str, area: str, because: str) -> None:
        basis.destroyed(game, house, area, because)
        escorts.destroyed(game, house, area, because)

    def won(game: Game, battle: Battle) -> Asks[None]:
        yield from basis.won(game, battle)
        yield from hostages.won(game, battle)

    def retreated(game: Game, battle: Battle) -> Asks[None]:
        yield from basis.retreated(game, battle)
        yield from hostages.retreated(game, battle)

    def after_step(game: Game) -> Asks[None]:
        yield from basis.after_step(game)
        escorts.gather(game)

    return basis._replace(
        battle_items=battle_items,
        battle_icons=battle_icons,
        beside_units=beside_units,
        march_items=march_items,
        refuse_march=refuse_march,
        completed=leaders.completed,
        more_marches=leaders.more_marches,
        leading=leaders.leading,
        marched=marched,
        set_out=set_out,
        destroyed=destroyed,
        won=won,
        retreated=retreated,
        after_step=after_step,
    )
