"""The round: its phases in order, its clean-up, and the end of the game (1e rules: sequence of play, winning)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.chance import commitment, shuffle
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.step import Progress, Step
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.march_step import rally
from adjudicator.thrones.rules.modules import check_modules, in_play
from adjudicator.thrones.rules.revisions import REVISION
from adjudicator.thrones.rules.seating import played, setup_for
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.westeros import full_deck
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import AnyAnswer
from adjudicator.thrones.state.board import CLOSED, Board, Force, Garrison, Hidden, Position
from adjudicator.thrones.state.edition import Edition, Setup


def set_up(
    edition: Edition,
    players: int,
    seed: str,
    modules: Sequence[str] = (),
    houses: Sequence[str] = (),
    revision: int = REVISION,
) -> Position:
    """The position at the start: set-up done, decks shuffled, the first round to come; `edition` is as of `revision`.

    `modules` are optional parts of the rules, `houses` those that are played (none named: drawn by the seed), where
    the others are vassals. Raises Illegal (`players-not-supported`, `seed-empty`, `unknown-module`,
    `module-needs-others`, `bad-houses`).
    Source: 1e rules: setting up the game, games with 3 or 4 players; MoD rules: set-up.
    """
    setup = setup_for(edition, players)
    if not seed:
        raise Illegal(Refusal("seed-empty", "a game needs a seed", "seed"))
    check_modules(edition, modules)
    modules = [module for module in edition.modules if module in modules]
    edition = in_play(edition, modules)
    hooks = hooks_of(edition)
    setup = hooks.before_set_up(edition, setup, players, houses)
    playing = played(setup, players, seed, houses)
    board = _first_board(edition, setup, modules)
    shuffled = edition.decks_with(setup.houses, edition.modules)
    decks = {deck: shuffle(seed, f"deck-{deck}/start", full_deck(edition, deck)) for deck in shuffled}
    hidden = Hidden(seed, decks)
    hooks.after_set_up(edition, setup, playing, board, hidden)
    progress: Progress[AnyAnswer] = Progress(agenda=[Step("begin-round")])
    return Position(edition.id, players, commitment(seed), board, hidden, progress, revision)


def _first_board(edition: Edition, setup: Setup, modules: Sequence[str]) -> Board:
    return Board(
        round=0,
        phase="set-up",
        houses=list(setup.houses),
        forces={area: Force(h, dict(u)) for h in setup.houses for area, u in setup.units[h].items()},
        neutral={**setup.neutral, **dict.fromkeys(setup.closed, CLOSED)},
        tokens={},
        orders={},
        power=dict.fromkeys(setup.houses, setup.power),
        supply=dict(setup.supply),
        tracks={track: list(houses) for track, houses in setup.tracks.items()},
        holders={edition.badges[track]: houses[0] for track, houses in setup.tracks.items()},
        spent=[],
        wildlings=edition.wildlings_start,
        hands={h: list(edition.hands(modules)[h]) for h in setup.houses},
        discards={h: [] for h in setup.houses},
        revealed={},
        bans=[],
        bids={},
        victory=setup.victory,
        battle=None,
        ending=None,
        garrisons=_garrisons(edition, setup),
        modules=list(modules),
    )


def _garrisons(edition: Edition, setup: Setup) -> dict[str, Garrison]:
    houses = (edition.houses[house] for house in setup.houses)
    return {house.home: Garrison(house.id, house.garrison) for house in houses if house.garrison}


def begin_round(game: Game) -> list[Step]:
    """The round marker moves on; the first round has no Westeros phase."""
    game.tell(e.RoundStarted(round=game.board.round + 1), "round")
    phases = game.edition.round_steps
    if game.board.round == 1:
        phases = tuple(step for step in phases if step != "reveal-westeros")
    return [Step(name) for name in phases]


def end_round(game: Game) -> list[Step]:
    """Remaining orders leave the board; after the last round the winner is found (RULE-10)."""
    board = game.board
    game.hooks.round_ends(game)
    if board.ending is not None:
        return []
    if board.orders:
        areas = tuple(sorted(board.orders, key=game.edition.area_order.__getitem__))
        game.tell(e.OrdersCleared(areas=areas), "round.clean-up")
    if game.edition.variant.rally_at_clean_up:
        rally(game)
    if board.round >= game.edition.rounds:
        game.finish("last-round", "victory.last-round")
        return []
    return [Step("begin-round")]
