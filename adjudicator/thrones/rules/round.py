"""The round: seats, phases in order, clean-up, and the end of the game (1e rules: sequence of play, winning)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudicator.engine.chance import commitment, shuffle
from adjudicator.engine.decision import Illegal, Refusal
from adjudicator.engine.step import Progress, Step
from adjudicator.thrones.rules.control import first_player, players_of
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.marches import rally
from adjudicator.thrones.rules.registry import REVISION, check_modules, in_play
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.westeros import full_deck
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import CLOSED, Board, Force, Garrison, Hidden, Position
from adjudicator.thrones.state.decisions import AnyAnswer
from adjudicator.thrones.state.edition import Edition, Setup

# Vassals leave so many places of a track to players if one of them stands there.
FIRST_PLACES = 3


def setup_for(edition: Edition, players: int) -> Setup:
    """The set-up for so many players; Illegal (`players-not-supported`) if the edition is not made for them."""
    setup = edition.setups.get(players)
    if setup is None:
        known = ", ".join(str(n) for n in sorted(edition.setups))
        words = f"{edition.id} is for {known} players, not {players}"
        raise Illegal(Refusal("players-not-supported", words, "players"))
    return setup


def candidates(edition: Edition, players: int) -> tuple[str, ...]:
    """The houses among which so many players choose; as many as players where there is no choice.

    Raises Illegal (`players-not-supported`). Source: MoD rules: set-up, step 1.
    """
    setup = setup_for(edition, players)
    return (*setup.houses, *(house for house, cause in edition.causes.items() if players >= cause.players))


def left_to_vassals(edition: Edition, players: int, houses: Collection[str]) -> tuple[str, ...]:
    """The houses that are vassals when `houses` are played; while these are fewer than the players, those that may be.

    Raises Illegal (`players-not-supported`). Source: MoD rules: set-up, step 1.
    """
    if len(candidates(edition, players)) == players:
        return ()
    return tuple(house for house in setup_for(edition, players).houses if house not in houses)


def played(setup: Setup, players: int, seed: str, houses: Sequence[str] = ()) -> tuple[str, ...]:
    """The houses with a player, in the order of the set-up; none named: drawn by the seed where there is a choice.

    Raises Illegal (`bad-houses`) for houses that cannot be played so.
    """
    if not houses:
        drawn = setup.houses
        if players < len(drawn):
            drawn = tuple(shuffle(seed, "houses/start", setup.houses)[:players])
        houses = drawn
    known = [house for house in setup.houses if house in houses]
    if len(known) != players or len(houses) != players:
        words = f"name {players} of {', '.join(setup.houses)}, each once"
        raise Illegal(Refusal("bad-houses", words, "houses"))
    return tuple(known)


def make_vassals(board: Board, edition: Edition, setup: Setup, players: Collection[str]) -> None:
    """Houses without a player begin as vassals: other units, a supply of their own, no Power, no cards."""
    vassals = [house for house in setup.houses if house not in players]
    if not vassals:
        return
    board.vassals = vassals
    units = {house: (setup.vassals if house in vassals else setup.units)[house] for house in setup.houses}
    board.forces = {area: Force(house, dict(u)) for house, held in units.items() for area, u in held.items()}
    for house in vassals:
        board.power[house], board.supply[house] = 0, setup.vassal_supply
        board.hands[house], board.discards[house] = [], []
    for track, houses in setup.tracks.items():
        # No vassal stands in the first places: if one does, all go behind the players, in their order.
        among = any(house in vassals for house in houses[:FIRST_PLACES])
        board.tracks[track] = sorted(houses, key=vassals.__contains__) if among else list(houses)
        board.holders[edition.badges[track]] = first_player(board, board.tracks[track])


def heir(board: Board, house: str) -> str:
    """Who commands a house whose player leaves until vassals are chosen again: the first other player in turn order."""
    return next(other for other in players_of(board) if other != house)


def become_vassal(board: Board, edition: Edition, house: str, commander: str) -> None:
    """A house without a player any more: its Power, cards, loans and badges go, and what it commands goes along (MoD
    rules: flexible number of players)."""
    board.vassals = [one for one in board.houses if one == house or one in board.vassals]
    board.power[house], board.hands[house], board.discards[house] = 0, [], []
    for vassal, leader in list(board.commanders.items()):
        if leader == house:
            board.commanders[vassal] = commander
    board.commanders[house] = commander
    for track, places in board.tracks.items():
        badge = edition.badges[track]
        if board.holders[badge] == house:
            board.holders[badge] = first_player(board, places)
    if board.bank is not None:
        board.bank.loans.pop(house, None)
        board.bank.token = "" if board.bank.token == house else board.bank.token


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
    houses = [edition.houses[house] for house in setup.houses]
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
        garrisons={house.home: Garrison(house.id, house.garrison) for house in houses if house.garrison},
        modules=list(modules),
    )


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
        areas = tuple(game.edition.in_order(board.orders))
        game.tell(e.OrdersCleared(areas=areas), "round.clean-up")
    if game.edition.variant.rally_at_clean_up:
        rally(game)
    if board.round >= game.edition.rounds:
        game.finish("last-round", "victory.last-round")
        return []
    return [Step("begin-round")]
