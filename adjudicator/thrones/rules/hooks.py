"""Edition-specific additions inside shared steps, and its House card texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from adjudicator.engine import Refusal
from adjudicator.thrones.state import Battle, Board, Edition, Hidden, Placed, Position, Setup
from adjudicator.thrones.state.decisions import March, Piece, Raid
from adjudicator.thrones.state.events import Item

if TYPE_CHECKING:
    from adjudicator.engine import Asks
    from adjudicator.thrones.rules.step_context import Game
    from adjudicator.thrones.state import HouseCard

Text: TypeAlias = "Callable[[Game, Battle, HouseCard], Asks[None]]"


class Texts(NamedTuple):
    """Functions by effect for each moment: silencing, reveal, blade, losses, discard."""

    cancel: Mapping[str, Text] = {}
    immediate: Mapping[str, Text] = {}
    before_blade: Mapping[str, Text] = {}
    after_win: Mapping[str, Text] = {}
    after_loss: Mapping[str, Text] = {}
    after_battle: Mapping[str, Text] = {}

    def effects(self) -> frozenset[str]:
        """Every effect in the table."""
        return frozenset(effect for texts in self for effect in texts)


def merge_texts(*tables: Texts) -> Texts:
    """Merge tables; a later effect at the same moment replaces an earlier one."""
    return Texts(*({k: text for texts in moment for k, text in texts.items()} for moment in zip(*tables, strict=True)))


def _asks_nothing(*args: object) -> Asks[None]:
    yield from ()


def _bids_as_they_are(game: Game, track: str, bids: Mapping[str, int]) -> Asks[Mapping[str, int]]:
    yield from ()
    return bids


class Hooks(NamedTuple):
    """One function per place for an edition's own rules; None saves frequent calls.

    before_set_up: the set-up as it is for these players and the houses they named (none: no wish); may raise Illegal.
    after_set_up: lays out on the board, and in the hidden decks, what the set-up of these playing houses has not.
    after_bids: the bids that count for a track, of those that were placed (house -> Power). bid_bonus: what a house's
    bids in an auction count more than it pays. leaves_token: whether a march whose units have all left their area
    leaves a Power token there, if one may lie there. after_step: puts right what a step has left, such as ports whose
    land changed hands, before victory is looked for. after_override: puts right what an override has left, such as
    units without others that must stand beside them. texts: what the texts of its House cards do. more_stars: how many
    special orders a house may place besides those of its place. orders_to_come: while something is asked before the
    orders, how many special orders a house may then place besides those of its place; None: nothing comes before them.
    more_barrels: how many barrels a house has besides those of its areas. more_ways: where a house may march and
    retreat from an area besides what borders it. ways_to_come: where it may at most, whatever cards it gains before.
    raid_beyond: where a raid of a house reaches from an area besides what borders it. refuse_raid: why a raid is not
    legal besides what makes every raid illegal. raided: what follows a raid that is done: `removed` are the areas and
    the orders that lay there. support_beyond: whether an area may support in one that it does not border; None: none
    may. beside_units: what stands in an area and counts, supporting or defending, besides units and garrison. set_out:
    what follows when the units of a march have gone, for whom it sends where none of them goes. battle_items: what
    counts for a fighting house besides what every edition counts. battle_icons: the swords and fortifications that it
    has besides those of its cards. march_items: what counts for a march against a neutral force besides units, order
    and support. refuse_march: why a march is not legal besides what makes every march illegal. completed: the march
    with what it leaves open filled in, before anything moves. more_marches: the same moves of units with all that may
    be said otherwise, for lists of legal marches. leading: the leaders who go along with those that a march sends to an
    area. removable: of these units of one house, that may be lost, those that may go now. They stand in their areas, or
    (`attacking`) before the battle's area; with `to` the others of their group go there. may_retreat: whether beaten
    units of a house may go to an area, apart from borders, control and supply. marched: what follows when units have
    entered an area without a battle. after_march: what follows a march that is done, when its units have entered areas
    that nobody else controlled. round_ends: what comes before everything else at the end of a round. destroyed: what
    follows at once when a house has lost a unit in an area, by its reason. won: what follows when the winner of a
    battle is known and before anybody falls. retreated: what follows when the beaten have gone, or fallen, and the
    winner stands where he stays. broken: what is wrong with a position besides what may be wrong in every edition, in
    words (`rules.invariants`).
    """

    before_set_up: Callable[[Edition, Setup, int, Sequence[str]], Setup] = lambda edition, setup, *wishes: setup
    after_set_up: Callable[[Edition, Setup, Sequence[str], Board, Hidden], None] = lambda *table: None
    after_bids: Callable[[Game, str, Mapping[str, int]], Asks[Mapping[str, int]]] = _bids_as_they_are
    bid_bonus: Callable[[Board, Edition, str, str], int] = lambda *_: 0
    leaves_token: Callable[[Game, str, March], bool] = lambda game, house, answer: answer.leave_token
    after_step: Callable[[Game], Asks[None]] = _asks_nothing
    after_override: Callable[[Board, Edition], None] = lambda *table: None
    texts: Texts = Texts()
    more_stars: Callable[[Board, Edition, str], int] = lambda *_: 0
    orders_to_come: Callable[[Board, Edition, str], int | None] = lambda *_: None
    more_barrels: Callable[[Board, Edition, str], int] = lambda *_: 0
    more_ways: Callable[[Board, Edition, str, str], Sequence[str]] = lambda *_: ()
    ways_to_come: Callable[[Edition, str], Sequence[str]] = lambda *_: ()
    raid_beyond: Callable[[Board, Edition, str, str], Sequence[str]] = lambda *_: ()
    refuse_raid: Callable[[Board, Edition, str, Raid], Refusal | None] = lambda *_: None
    raided: Callable[[Game, str, Raid, Sequence[tuple[str, Placed]]], Asks[None]] = _asks_nothing
    support_beyond: Callable[[Board, Edition, str, str], bool] | None = None
    beside_units: Callable[[Board, Edition, str], int] | None = None
    set_out: Callable[[Game, str, March], None] = lambda *marched: None
    battle_items: Callable[[Board, Edition, Battle, str], Sequence[Item]] | None = None
    battle_icons: Callable[[Board, Edition, Battle, str], tuple[int, int]] | None = None
    march_items: Callable[[Board, Edition, str, March, str], Sequence[Item]] | None = None
    refuse_march: Callable[[Board, Edition, str, March], Refusal | None] = lambda *_: None
    completed: Callable[[Board, Edition, str, March], March] = lambda board, edition, house, answer: answer
    more_marches: Callable[[Board, Edition, str, March], Iterable[March]] = lambda *_: ()
    leading: Callable[[Board, Edition, str, March, str], Sequence[str]] = lambda *_: ()
    removable: Callable[[Board, Edition, Sequence[Piece], bool, str], Sequence[Piece]] = (
        lambda board, edition, choices, *battle: choices
    )
    may_retreat: Callable[[Board, Edition, str, Mapping[str, int], str], bool] = lambda *_: True
    marched: Callable[[Game, str, March, str], None] = lambda *marched: None
    after_march: Callable[[Game, str, March, Sequence[str]], Asks[None]] = _asks_nothing
    round_ends: Callable[[Game], None] = lambda game: None
    destroyed: Callable[[Game, str, str, str], None] = lambda *lost: None
    won: Callable[[Game, Battle], Asks[None]] = _asks_nothing
    retreated: Callable[[Game, Battle], Asks[None]] = _asks_nothing
    broken: Callable[[Position, Edition, bool], Iterable[str]] = lambda *_: ()


NO_HOOKS = Hooks()


def hooks_of(edition: Edition) -> Hooks:
    """Return the hooks of an edition; those that change nothing if it has none."""
    return edition.hooks or NO_HOOKS
