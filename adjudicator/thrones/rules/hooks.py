"""What an edition adds inside steps that all editions share, and which texts of House cards it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from adjudicator.engine.decision import Refusal
from adjudicator.thrones.state.board import Battle, Board, Hidden, Placed, Position
from adjudicator.thrones.state.decisions import March, Piece, Raid
from adjudicator.thrones.state.edition import Edition, Setup
from adjudicator.thrones.state.events import Item

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.engine.step import Asks
    from adjudicator.thrones.rules.step_context import Game
    from adjudicator.thrones.state.board import Battle
    from adjudicator.thrones.state.components import HouseCard

Text: TypeAlias = "Callable[[Game, Battle, HouseCard], Asks[None]]"


class Texts(NamedTuple):
    """What each effect does (effect -> its function), by moment: texts that silence others, those on reveal, before the
    blade, of the winner and of the loser before losses, and when the cards are put away."""

    cancel: Mapping[str, Text] = {}
    immediate: Mapping[str, Text] = {}
    before_blade: Mapping[str, Text] = {}
    after_win: Mapping[str, Text] = {}
    after_loss: Mapping[str, Text] = {}
    after_battle: Mapping[str, Text] = {}

    def effects(self) -> frozenset[str]:
        """Every effect in the table."""
        return frozenset(effect for texts in self for effect in texts)


def joined(*tables: Texts) -> Texts:
    """One table of several; where two have the same effect at a moment, the later one counts."""
    return Texts(*({k: text for texts in moment for k, text in texts.items()} for moment in zip(*tables, strict=True)))


if TYPE_CHECKING:
    from adjudicator.engine.step import Asks
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


def _nothing_left(board: Board, edition: Edition) -> None:
    """Everything may lie as the edict has it."""


def _no_more_stars(board: Board, edition: Edition, house: str) -> int:
    return 0


def _no_way(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    return ()


def _no_ways(edition: Edition, area: str) -> Sequence[str]:
    return ()


def _nobody_sets_out(game: Game, house: str, answer: March) -> None:
    """Nobody goes without units."""


def _no_fault(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    return None


def _nothing_goes_along(game: Game, house: str, answer: March, to: str) -> None:
    """Units alone move."""


def _nothing_broken(position: Position, edition: Edition, feeding: bool) -> Iterable[str]:
    return ()


def _nobody_leads(board: Board, edition: Edition, house: str, answer: March, to: str) -> Sequence[str]:
    return ()


def _march_as_it_is(board: Board, edition: Edition, house: str, answer: March) -> March:
    return answer


def _no_other_march(board: Board, edition: Edition, house: str, answer: March) -> Iterable[March]:
    return ()


def _no_bonus(board: Board, edition: Edition, house: str, auction: str) -> int:
    return 0


def _any_of_them(board: Board, edition: Edition, choices: Sequence[Piece], attacking: bool, to: str) -> Sequence[Piece]:
    return choices


def _any_group(board: Board, edition: Edition, house: str, units: Mapping[str, int], to: str) -> bool:
    return True


def _nobody_mourns(game: Game, house: str, area: str, because: str) -> None:
    """Nothing follows from the loss of a unit."""


def _nothing_follows(game: Game, battle: Battle) -> Asks[None]:
    yield from ()


def _no_more(board: Board, edition: Edition, house: str) -> int:
    return 0


def _no_faulty_raid(board: Board, edition: Edition, house: str, answer: Raid) -> Refusal | None:
    return None


def _nothing_after_raid(game: Game, house: str, answer: Raid, removed: Sequence[tuple[str, Placed]]) -> Asks[None]:
    yield from ()


def _no_one_goes_on(game: Game, house: str, answer: March, entered: Sequence[str]) -> Asks[None]:
    yield from ()


def _nothing_before(game: Game) -> None:
    """The round ends as it is."""


def _no_orders_to_come(board: Board, edition: Edition, house: str) -> int | None:
    return None


class Hooks(NamedTuple):
    """One function for each place where the steps let an edition's own rules in; None, where that place is passed too
    often for a call that does nothing.

    before_set_up: the set-up as it is for these players and the houses they named (none: no wish); may raise Illegal.
    after_set_up: lays out on the board, and in the hidden decks, what the set-up of these playing houses has not.
    after_bids: the bids that count for a track, of those that were placed (house -> Power).
    bid_bonus: what a house's bids in an auction count more than it pays.
    leaves_token: whether a march whose units have all left their area leaves a Power token there, if one may lie there.
    after_step: puts right what a step has left, such as ports whose land changed hands, before victory is looked for.
    after_edict: puts right what an edict has left, such as units without others that must stand beside them.
    texts: what the texts of its House cards do.
    more_stars: how many special orders a house may place besides those of its place.
    orders_to_come: while something is asked before the orders, how many special orders a house may then place besides
        those of its place; None: nothing comes before them.
    more_barrels: how many barrels a house has besides those of its areas.
    more_ways: where a house may march and retreat from an area besides what borders it.
    ways_to_come: where it may at most, whatever cards it gains before.
    raid_beyond: where a raid of a house reaches from an area besides what borders it.
    refuse_raid: why a raid is not legal besides what makes every raid illegal.
    raided: what follows a raid that is done: `removed` are the areas and the orders that lay there.
    support_beyond: whether an area may support in one that it does not border; None: none may.
    beside_units: what stands in an area and counts, supporting or defending, besides units and garrison.
    set_out: what follows when the units of a march have gone, for whom it sends where none of them goes.
    battle_items: what counts for a fighting house besides what every edition counts.
    battle_icons: the swords and fortifications that it has besides those of its cards.
    march_items: what counts for a march against a neutral force besides units, order and support.
    refuse_march: why a march is not legal besides what makes every march illegal.
    completed: the march with what it leaves open filled in, before anything moves.
    more_marches: the same moves of units with all that may be said otherwise, for lists of legal marches.
    leading: the leaders who go along with those that a march sends to an area.
    removable: of these units of one house, that may be lost, those that may go now. They stand in their areas, or
        (`attacking`) before the battle's area; with `to` the others of their group go there.
    may_retreat: whether beaten units of a house may go to an area, apart from borders, control and supply.
    marched: what follows when units have entered an area without a battle.
    after_march: what follows a march that is done, when its units have entered areas that nobody else controlled.
    round_ends: what comes before everything else at the end of a round.
    destroyed: what follows at once when a house has lost a unit in an area, by its reason.
    won: what follows when the winner of a battle is known and before anybody falls.
    retreated: what follows when the beaten have gone, or fallen, and the winner stands where he stays.
    broken: what is wrong with a position besides what may be wrong in every edition, in words (`rules.invariants`).
    """

    before_set_up: Callable[[Edition, Setup, int, Sequence[str]], Setup] = _setup_as_it_is
    after_set_up: Callable[[Edition, Setup, Sequence[str], Board, Hidden], None] = _lay_out_nothing
    after_bids: Callable[[Game, str, Mapping[str, int]], Asks[Mapping[str, int]]] = _bids_as_they_are
    bid_bonus: Callable[[Board, Edition, str, str], int] = _no_bonus
    leaves_token: Callable[[Game, str, March], bool] = _token_as_wished
    after_step: Callable[[Game], Asks[None]] = _put_nothing_right
    after_edict: Callable[[Board, Edition], None] = _nothing_left
    texts: Texts = Texts()
    more_stars: Callable[[Board, Edition, str], int] = _no_more_stars
    orders_to_come: Callable[[Board, Edition, str], int | None] = _no_orders_to_come
    more_barrels: Callable[[Board, Edition, str], int] = _no_more
    more_ways: Callable[[Board, Edition, str, str], Sequence[str]] = _no_way
    ways_to_come: Callable[[Edition, str], Sequence[str]] = _no_ways
    raid_beyond: Callable[[Board, Edition, str, str], Sequence[str]] = _no_way
    refuse_raid: Callable[[Board, Edition, str, Raid], Refusal | None] = _no_faulty_raid
    raided: Callable[[Game, str, Raid, Sequence[tuple[str, Placed]]], Asks[None]] = _nothing_after_raid
    support_beyond: Callable[[Board, Edition, str, str], bool] | None = None
    beside_units: Callable[[Board, Edition, str], int] | None = None
    set_out: Callable[[Game, str, March], None] = _nobody_sets_out
    battle_items: Callable[[Board, Edition, Battle, str], Sequence[Item]] | None = None
    battle_icons: Callable[[Board, Edition, Battle, str], tuple[int, int]] | None = None
    march_items: Callable[[Board, Edition, str, March, str], Sequence[Item]] | None = None
    refuse_march: Callable[[Board, Edition, str, March], Refusal | None] = _no_fault
    completed: Callable[[Board, Edition, str, March], March] = _march_as_it_is
    more_marches: Callable[[Board, Edition, str, March], Iterable[March]] = _no_other_march
    leading: Callable[[Board, Edition, str, March, str], Sequence[str]] = _nobody_leads
    removable: Callable[[Board, Edition, Sequence[Piece], bool, str], Sequence[Piece]] = _any_of_them
    may_retreat: Callable[[Board, Edition, str, Mapping[str, int], str], bool] = _any_group
    marched: Callable[[Game, str, March, str], None] = _nothing_goes_along
    after_march: Callable[[Game, str, March, Sequence[str]], Asks[None]] = _no_one_goes_on
    round_ends: Callable[[Game], None] = _nothing_before
    destroyed: Callable[[Game, str, str, str], None] = _nobody_mourns
    won: Callable[[Game, Battle], Asks[None]] = _nothing_follows
    retreated: Callable[[Game, Battle], Asks[None]] = _nothing_follows
    broken: Callable[[Position, Edition, bool], Iterable[str]] = _nothing_broken


NO_HOOKS = Hooks()


def hooks_of(edition: Edition) -> Hooks:
    """The hooks of an edition."""
    found: Hooks | None = edition.hooks
    return NO_HOOKS if found is None else found
