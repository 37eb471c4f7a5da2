"""The round: seats, phases, Westeros cards, clean-up and end (1e rules).

Steps declare with `@may_ask` which questions they may ask whom and which steps may follow. Only the board is read, so
that hidden facts neither add nor remove anyone from the list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from adjudicator.engine import Asks, Decision, Illegal, Play, Progress, Refusal, Step, commitment, shuffle
from adjudicator.thrones.rules.control import barrels, first_player, last_for_good, players_of, turn_order
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.marches import rally
from adjudicator.thrones.rules.registry import REVISION, complete_modules, with_modules
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.supply import relieves, units_over_supply
from adjudicator.thrones.state import (
    CLOSED,
    EARLY_MUSTER,
    HOLD,
    Board,
    Edition,
    Force,
    Garrison,
    Hidden,
    Position,
    Setup,
    decisions as d,
    events as e,
)
from adjudicator.thrones.state.decisions import AnyAnswer, PickEffect, Piece

# The last step of the phase.
LAST = "return-westeros"
# What may be otherwise by then than it is on the board, besides who holds a badge.
POWER, UNITS = "power", "units"
Kind = type[Decision]
F = TypeVar("F", bound=Callable[..., Any])


class Ahead:
    """What coming steps may ask: question `kinds` by seat, and the `steps`.

    `judges` may decide between equal bidders; `choosers` what a card of choice does. `changed` collects what may have
    changed: Power, units, and badges by name.
    """

    def __init__(self, board: Board, edition: Edition) -> None:
        self.board, self.edition = board, edition
        self.kinds: dict[str, set[Kind]] = {}
        self.judges: set[str] = set()
        self.choosers: dict[str, list[str]] = {}
        self.steps: list[str] = []
        self.changed: set[str] = set()

    @property
    def players(self) -> list[str]:
        """The houses with a player, in turn order."""
        return players_of(self.board)

    def able_to_pay(self, cost: int = 1) -> list[str]:
        """The players who may have so much Power by then."""
        return [house for house in self.players if POWER in self.changed or self.board.power[house] >= cost]

    def holders(self, badge: str) -> list[str]:
        """Who may hold a badge by then."""
        last = last_for_good(self.board)
        first = [house for house in self.players if house not in last]
        return first if badge in self.changed else [self.board.holders[badge]]

    def ask(self, houses: Iterable[str], *kinds: Kind) -> None:
        """Whoever decides for these houses may be asked these kinds of questions."""
        for house in houses:
            self.kinds.setdefault(self.board.commanders.get(house, house), set()).update(kinds)

    def judge(self, kind: Kind) -> None:
        """Ask the holder of the Iron Throne about ties by a question of this kind."""
        judges = self.holders("iron-throne")
        self.ask(judges, kind)
        self.judges.update(judges)

    def choose(self, card: str, badge: str) -> None:
        """Whoever holds a badge then chooses what a card does."""
        self.choosers[card] = self.holders(badge)
        self.pick(self.choosers[card])

    def pick(self, houses: Iterable[str]) -> None:
        """Whoever decides for these houses may have to choose among effects."""
        self.ask(houses, PickEffect)

    def declare_questions(self, function: Callable[..., Any], **args: Any) -> None:
        """Declare the questions of a step or an effect with these arguments, if any."""
        declare = getattr(function, "may_ask", None)
        if declare is not None:
            declare(self, **args)

    def follow(self, steps: Iterable[Step]) -> None:
        """These steps are played, one after the other."""
        for step in steps:
            self.steps.append(step.name)
            self.declare_questions(self.edition.functions[step.name], **step.args)

    def follow_alternatives(self, options: Iterable[Sequence[Step]]) -> None:
        """Follow several lists of steps of which one will be played.
        What any of them may change counts as changed from then on."""
        before, after = self.changed, set(self.changed)
        for steps in options:
            self.changed = set(before)
            self.follow(steps)
            after |= self.changed
        self.changed = after


def may_ask(declare: Callable[..., None]) -> Callable[[F], F]:
    """Declare what a step or effect may ask; `declare` gets Ahead and its arguments."""

    def mark(function: F) -> F:
        function.may_ask = declare  # type: ignore[attr-defined]
        return function

    return mark


def rest_of_westeros(board: Board, edition: Edition, agenda: Iterable[Step]) -> Ahead:
    """What the steps of the agenda may ask up to the end of the Westeros phase."""
    ahead, steps = Ahead(board, edition), []
    for step in agenda:
        if step.name == LAST:
            break
        steps.append(step)
    ahead.follow(steps)
    return ahead


def whole_westeros(board: Board, edition: Edition) -> Ahead:
    """Return the foresight for all open cards at any point, by the board alone."""
    edition = with_modules(edition, board.modules)
    return rest_of_westeros(board, edition, steps_of_cards(board, edition))


def steps_of_cards(board: Board, edition: Edition) -> list[Step]:
    """Return the first steps of revealed cards, with any wildling attack before them."""
    at_end = edition.variant.wildlings_strike and board.wildlings == edition.wildling_track[-1]
    first = [Step("wildling-attack", {"deck": ""})] if at_end else []
    if EARLY_MUSTER in board.modules and (board.round, board.phase) == (1, "westeros"):
        first.append(Step("mustering", {"deck": ""}))
    decks = (deck for deck, card in board.revealed.items() if card in edition.westeros)
    return [*first, *(Step("westeros-card", {"deck": deck}) for deck in decks)]


def steps_ahead(board: Board, edition: Edition) -> tuple[str, ...]:
    """Return the steps that revealed cards (may) start, an immediate attack first."""
    steps = [step.name for step in steps_of_cards(board, edition) if step.name != "westeros-card"]
    for card in (edition.westeros[name] for name in board.revealed.values() if name in edition.westeros):
        steps += [card.step, *(option.step for option in card.options)]
    return tuple(dict.fromkeys(step for step in steps if step))


RESHUFFLE = "winter-is-coming"


def full_deck(edition: Edition, deck: str) -> list[str]:
    """Return a deck's cards in data order, from which shuffles can be repeated."""
    return [entry.card for entry in edition.decks[deck] for _ in range(entry.copies)]


def used_below(game: Game, deck: str) -> int | UnsetType:
    """Return how many used cards lie under a Westeros deck, or unset.

    Unset where used cards are no separate pile. Source: 2e rules: Westeros phase.
    """
    hidden = game.position.hidden
    if game.edition.variant.used_cards_in_decks:
        return UNSET
    return min(hidden.used.get(deck, 0), len(hidden.decks[deck]))


def remaining_cards(game: Game, deck: str) -> list[str]:
    """The cards of a Westeros deck, top first, without those that were used."""
    cards = game.position.hidden.decks.get(deck)
    return cards[: len(cards) - (used_below(game, deck) or 0)] if cards else []


def _advance_wildlings(game: Game) -> None:
    track, before = game.edition.wildling_track, game.board.wildlings
    after = track[min(track.index(before) + 1, len(track) - 1)]
    if after != before:
        game.tell(e.WildlingsMoved(before=before, after=after), "westeros.wildling-icon")


def _change_weather(game: Game, deck: str, card: str) -> None:
    """Move the weather marker if the card has its icon (Storm of Swords rules)."""
    track, realm = game.edition.weather, game.board.realm
    if realm is not None and track and any(entry.card == card and entry.weather for entry in game.edition.decks[deck]):
        place = (realm.weather + 1) % len(track)
        game.tell(e.WeatherChanged(place=place, weather=track[place]), "westeros.weather-icon")


def reveal_westeros(game: Game) -> list[Step]:
    """Reveal each deck's top card; Winter is Coming reshuffles its deck and redraws."""
    board = game.board
    game.tell(e.PhaseStarted(phase="westeros"), "westeros")
    decks = [deck for deck in game.edition.westeros_decks if deck in game.position.hidden.decks]
    for deck in decks:
        times = 0
        while True:
            card = game.position.hidden.decks[deck][0]
            icon = any(entry.card == card and entry.wildlings for entry in game.edition.decks[deck])
            game.tell(e.WesterosRevealed(deck=deck, card=card, wildlings=icon), "westeros.reveal")
            if icon:
                _advance_wildlings(game)
            if card != RESHUFFLE:
                break
            times += 1
            purpose = f"deck-{deck}/round-{board.round}/{times}"
            game.shuffle_deck(deck, purpose, full_deck(game.edition, deck), "westeros.winter-is-coming")
    return [*steps_of_cards(board, game.edition), Step("return-westeros")]


def early_muster(game: Game) -> list[Step]:
    """Muster once before the first orders, as if the card had come."""
    game.tell(e.PhaseStarted(phase="westeros"), "westeros")
    return [*steps_of_cards(game.board, game.edition), Step(LAST)]


def _card_ahead(ahead: Ahead, deck: str) -> None:
    card = ahead.edition.westeros[ahead.board.revealed[deck]]
    steps = [card.step] if card.step else ["choose-effect"] if card.options else []
    ahead.follow(Step(step, {"deck": deck}) for step in steps)


@may_ask(_card_ahead)
def westeros_card(game: Game, deck: str) -> list[Step]:
    """Carry out a deck's revealed card: weather icon, then a step, ban or nothing."""
    card = game.edition.westeros[game.board.revealed[deck]]
    _change_weather(game, deck, card.id)
    if card.bans:
        game.tell(e.OrdersBanned(card=card.id, bans=card.bans), f"westeros.{card.id}")
    elif card.options:
        return [Step("choose-effect", {"deck": deck})]
    elif not card.step:
        game.tell(e.WesterosResolved(deck=deck, card=card.id), f"westeros.{card.id}")
    return [Step(card.step, {"deck": deck})] if card.step else []


def _choice_ahead(ahead: Ahead, deck: str) -> None:
    card = ahead.edition.westeros[ahead.board.revealed[deck]]
    ahead.choose(card.id, card.chooser)
    ahead.follow_alternatives([Step(option.step, {"deck": deck})] for option in card.options if option.step)


@may_ask(_choice_ahead)
def choose_effect(game: Game, deck: str) -> Play:
    """Let the badge's holder choose what a revealed card does: step, ban or nothing."""
    card = game.edition.westeros[game.board.revealed[deck]]
    holder = game.board.holders[card.chooser]
    ids = tuple(option.id for option in card.options)
    answer = yield from game.pick(holder, card.id, ids)
    rule = f"westeros.{card.id}"
    game.tell(e.EffectChosen(house=holder, card=card.id, choice=answer), rule)
    option = card.options[ids.index(answer)]
    if option.bans:
        game.tell(e.OrdersBanned(card=card.id, bans=option.bans), rule)
    return [Step(option.step, {"deck": deck})] if option.step else []


def return_westeros(game: Game) -> list[Step]:
    """The resolved cards go to the bottom of their decks."""
    for deck, card in game.board.revealed.items():
        game.tell(e.WesterosReturned(deck=deck, card=card), "westeros.return")
    return []


def _disband_choices(board: Board, edition: Edition, house: str) -> tuple[Piece, ...]:
    """Return units whose loss eases the limits, or all of an army if rules allow."""
    freely = edition.variant.disband_freely
    return tuple(
        Piece(area, unit)
        for area, force in sorted(board.forces.items(), key=lambda pair: edition.area_order[pair[0]])
        if force.house == house and (relieves(board, edition, house, area) or (freely and force.size() > 1))
        for unit in sorted(force.units)
    )


def reduce_armies(game: Game, house: str) -> Asks[None]:
    """Disband one unit at a time until the armies fit (EX-02)."""
    board, edition = game.board, game.edition
    while units_over_supply(board, edition, house):
        choices = tuple(game.hooks.removable(board, edition, _disband_choices(board, edition, house), False, ""))
        piece = yield from game.ask_or_force(d.DisbandForSupply(**game.seat_of(house), choices=choices))
        game.destroy(house, piece, "supply", "westeros.supply")


def _supply_ahead(ahead: Ahead, deck: str) -> None:
    """Declare who may have to disband units when supply is counted."""
    board, edition = ahead.board, ahead.edition
    counted = {house: barrels(board, edition, house) for house in turn_order(board)}
    fed = replace(board, supply={**board.supply, **counted})
    hungry = (house for house in counted if UNITS in ahead.changed or units_over_supply(fed, edition, house))
    ahead.ask(hungry, d.DisbandForSupply)
    ahead.changed.add(UNITS)


@may_ask(_supply_ahead)
def supply(game: Game, deck: str) -> Play:
    """Count barrels and disband excess units, house by house in turn order (EX-24)."""
    first = game.edition.variant.supply_counted_first
    for house in turn_order(game.board):
        set_supply(game, house, barrels(game.board, game.edition, house), "westeros.supply")
        if not first:
            yield from reduce_armies(game, house)
    for house in turn_order(game.board) if first else ():
        yield from reduce_armies(game, house)
    return []


def set_supply(game: Game, house: str, after: int, rule: str) -> None:
    """Move a house to the place `after` on the supply track."""
    before, allowed = game.board.supply[house], game.edition.supply_limits[after]
    game.tell(e.SupplyChanged(house=house, before=before, after=after, limits=allowed), rule)


# Vassals leave so many places of a track to players if one of them stands there.
FIRST_PLACES = 3


def setup_for(edition: Edition, players: int) -> Setup:
    """Return the set-up for a number of players; Illegal (`players-not-supported`)."""
    setup = edition.setups.get(players)
    if setup is None:
        player_counts = ", ".join(str(n) for n in sorted(edition.setups))
        module = next(iter(edition.setups.values())).module
        words = f"{module or edition.id} is for {player_counts} players, not {players}"
        raise Illegal(Refusal("players-not-supported", words, "modules" if module else "players"))
    return setup


def candidates(edition: Edition, players: int) -> tuple[str, ...]:
    """Return the houses that players may choose from; all if there is no choice.

    Raises Illegal (`players-not-supported`). Source: MoD rules: set-up, step 1.
    """
    setup = setup_for(edition, players)
    return (*setup.houses, *(house for house, cause in edition.causes.items() if players >= cause.players))


def possible_vassals(edition: Edition, players: int, houses: Collection[str]) -> tuple[str, ...]:
    """Return the houses that are, or may yet be, vassals when `houses` are played.

    Raises Illegal (`players-not-supported`). Source: MoD rules: set-up, step 1.
    """
    if len(candidates(edition, players)) == players or setup_for(edition, players).absent:
        return ()
    return tuple(house for house in setup_for(edition, players).houses if house not in houses)


def houses_with_players(setup: Setup, players: int, seed: str, houses: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the houses with a player in set-up order, drawn by the seed if unnamed.

    Raises Illegal (`bad-houses`) for houses that cannot be played so.
    """
    if not houses:
        drawn = setup.houses
        if players < len(drawn):
            drawn = tuple(shuffle(seed, "houses/start", setup.houses)[:players])
        houses = drawn
    ordered_houses = [house for house in setup.houses if house in houses]
    if len(ordered_houses) != players or len(houses) != players:
        words = f"name {players} of {', '.join(setup.houses)}, each once"
        raise Illegal(Refusal("bad-houses", words, "houses"))
    return tuple(ordered_houses)


def without_absent(setup: Setup, playing: Sequence[str]) -> Setup:
    """Return a set-up without the houses that nobody plays, if these are absent."""
    if not setup.absent:
        return setup
    tracks = {track: tuple(filter(playing.__contains__, order)) for track, order in setup.tracks.items()}
    return replace(
        setup, houses=tuple(playing), tracks=tracks, supply={house: setup.supply[house] for house in playing}
    )


def make_vassals(board: Board, edition: Edition, setup: Setup, players: Collection[str]) -> None:
    """Set up houses without players as vassals: own units, supply; no Power or cards."""
    vassals = [house for house in setup.houses if house not in players]
    if not vassals:
        return
    board.vassals = vassals
    units = {house: (setup.vassals if house in vassals else setup.units)[house] for house in setup.houses}
    board.forces = {area: Force(house, dict(u)) for house, army in units.items() for area, u in army.items()}
    for house in vassals:
        board.power[house], board.supply[house] = 0, setup.vassal_supply
        board.hands[house], board.discards[house] = [], []
    for track, houses in setup.tracks.items():
        # No vassal stands in the first places: if one does, all go behind the players, in their order.
        among = any(house in vassals for house in houses[:FIRST_PLACES])
        board.tracks[track] = sorted(houses, key=vassals.__contains__) if among else list(houses)
        board.holders[edition.badges[track]] = first_player(board, board.tracks[track])


def heir(board: Board, house: str) -> str:
    """Return who commands a leaving player's house: the first other in turn order."""
    return next(other for other in players_of(board) if other != house)


def become_vassal(board: Board, edition: Edition, house: str, commander: str) -> None:
    """Make a house a vassal, without Power, cards, loans and badges (MoD rules)."""
    board.vassals = [name for name in board.houses if name == house or name in board.vassals]
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
    """Return the starting position of an `edition` at `revision`, decks shuffled.

    `modules` are optional parts of the rules; those that they bring are added. `houses` are those played where there
    are more (none: drawn by the seed). Raises Illegal (`players-not-supported`, `seed-empty`, `unknown-module`,
    `module-needs-others`, `modules-exclude`, `bad-houses`). Source: 1e rules: setting up the game, games with 3 or 4
    players; MoD rules: set-up.
    """
    if not seed:
        raise Illegal(Refusal("seed-empty", "a game needs a seed", "seed"))
    complete = complete_modules(edition, modules)
    modules = [module for module in edition.modules if module in complete]
    edition = with_modules(edition, modules)
    setup = setup_for(edition, players)
    hooks = hooks_of(edition)
    setup = hooks.before_set_up(edition, setup, players, houses)
    playing = houses_with_players(setup, players, seed, houses)
    setup = without_absent(setup, playing)
    board = _first_board(edition, setup, modules)
    shuffled = edition.decks_with(setup.houses, edition.modules)
    decks = {deck: shuffle(seed, f"deck-{deck}/start", full_deck(edition, deck)) for deck in shuffled}
    hidden = Hidden(seed, decks)
    hooks.after_set_up(edition, setup, playing, board, hidden)
    progress: Progress[AnyAnswer] = Progress(agenda=[Step("begin-round")])
    return Position(edition.id, players, commitment(seed), board, hidden, progress, revision)


def _first_board(edition: Edition, setup: Setup, modules: Sequence[str]) -> Board:
    """Make the board of a set-up as it is before the first round."""
    houses = [edition.houses[house] for house in setup.houses]
    return Board(
        round=0,
        phase="set-up",
        houses=list(setup.houses),
        forces={area: Force(h, dict(u)) for h in setup.houses for area, u in setup.units[h].items()},
        neutral={**setup.neutral, **dict.fromkeys(setup.closed, CLOSED)},
        tokens={area: house for house, areas in setup.tokens.items() for area in areas},
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
        garrisons={house.home: Garrison(house.id, house.garrison) for house in houses if house.garrison}
        | {area: Garrison(house, n) for house, areas in setup.garrisons.items() for area, n in areas.items()},
        modules=list(modules),
    )


def begin_round(game: Game) -> list[Step]:
    """The round marker moves on; the first round has no Westeros phase."""
    game.tell(e.RoundStarted(round=game.board.round + 1), "round")
    phases = game.edition.round_steps
    if game.board.round == 1:
        before = (EARLY_MUSTER,) if EARLY_MUSTER in game.board.modules else ()
        phases = tuple(new for step in phases for new in (before if step == "reveal-westeros" else (step,)))
    return [Step(name) for name in phases]


def end_round(game: Game) -> list[Step]:
    """Remove remaining orders; after the last round find the winner (RULE-10)."""
    board = game.board
    game.hooks.round_ends(game)
    if board.ending is not None:
        return []
    if board.orders:
        areas = tuple(game.edition.in_order(board.orders))
        game.tell(e.OrdersCleared(areas=areas), "round.clean-up")
    if game.edition.variant.rally_at_clean_up:
        rally(game)
    if HOLD in board.modules:
        game.look_for_victory(board)
    if board.ending is not None:
        return []
    if board.round >= game.edition.rounds:
        game.finish("last-round", "victory.last-round")
        return []
    return [Step("begin-round")]
