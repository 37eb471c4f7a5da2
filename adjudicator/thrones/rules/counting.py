"""What records tell: figures of a game, its battles, and what was lost by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter

import msgspec

from adjudicator.engine import (
    Decided,
    Event,
    Fought,
    FrozenStruct,
    GameCounter,
    Loss,
    Outcome,
    Record,
    Revealed,
    kind_of,
)
from adjudicator.thrones.rules.control import controller, settlements
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import Board, Edition, Position, events as e
from adjudicator.thrones.state.events import (
    BattleStarted,
    BattleWon,
    InterestPaid,
    LoanTaken,
    OrdersRevealed,
    PowerGained,
    UnitsMoved,
)


def happenings(outcome: Outcome[Position]) -> dict[str, int]:
    """How often each thing happened, and once each what the game was played with."""
    board, rules = outcome.showing.board, edition_of(outcome.showing)
    counts = Counter(name for record in outcome.records for name in _names(record.event, rules))
    counts.update(f"module-{module}" for module in board.modules)
    counts.update(f"with-{house}" for house in board.points)
    counts.update({"vassals": len(board.vassals)} if board.vassals else {})
    return dict(sorted(counts.items()))


def _names(event: Event, rules: Edition) -> Iterator[str]:
    """Yield the kind of an event and its features, such as loan, debt or flight."""
    yield kind_of(event)
    if isinstance(event, LoanTaken):
        yield f"loan-{event.loan}"
    elif isinstance(event, InterestPaid):
        yield from ["interest-unpaid"] * (event.paid < event.owed)
    if isinstance(event, OrdersRevealed):
        yield from (placed.order for placed in event.orders.values() if rules.orders[placed.order].vassal)
    elif isinstance(event, PowerGained):
        yield from ["vassal-rewarded"] * (event.because == "vassal-won")
    flyers = {unit.id for unit in rules.units.values() if unit.flies}
    if not flyers:
        return
    if isinstance(event, BattleWon):
        fought = any(item.name in flyers for item in (*event.attacker_items, *event.defender_items))
        yield from ["dragon-battle"] * fought
    elif isinstance(event, BattleStarted):
        battle = event.battle
        alone = set(battle.troop) <= flyers
        yield from ["dragon-flight"] * (alone and battle.area not in rules.neighbours[battle.origin])
    elif isinstance(event, UnitsMoved):
        yield from ["dragon-flight"] * (event.flew is True)


# Counted up when something is counted otherwise, so that stored statistics are made anew.
VERSION = 1
THRONE = "iron-throne"


class HouseCounts(msgspec.Struct):
    """What a house did; `castles` and `throne_rounds` count at the ends of rounds."""

    house: str
    battles_won: int = 0
    battles_lost: int = 0
    held: int = 0
    castles_taken: int = 0
    areas_taken: int = 0
    marches: int = 0
    raids: int = 0
    retreats: int = 0
    mustered: int = 0
    lost: int = 0
    destroyed: int = 0
    power_gained: int = 0
    power_bid: int = 0
    highest_bids: int = 0
    throne_rounds: int = 0
    defaults: int = 0
    public_letters: int = 0
    castles: list[int] = []


class Fight(FrozenStruct):
    """A battle as it is remembered."""

    round: int
    area: str
    winner: str
    loser: str
    attacker: int
    defender: int
    by: str


class Award(FrozenStruct):
    """A distinction: its `kind`, the houses that share it, the figure, maybe a battle."""

    kind: str
    houses: tuple[str, ...]
    value: int
    fight: Fight | None = None


class GameStatistics(FrozenStruct):
    """A whole game in figures."""

    version: int
    rounds: int
    turns: int
    battles: int
    events: int
    wildling_attacks: int
    wildling_victories: int
    houses: tuple[HouseCounts, ...]
    awards: tuple[Award, ...]


class HouseCounter(GameCounter):
    """Counts rounds in order and gives statistics, storing nothing but what it saw."""

    def __init__(self, edition: Edition, houses: Iterable[str]) -> None:
        self.edition = edition
        self.houses = {house: HouseCounts(house, castles=[]) for house in houses}
        self.rounds = self.battles = self.events = self.wildlings = self.broken = 0
        self.largest: Fight | None = None
        self.narrowest: Fight | None = None

    def round(self, records: Iterable[Record], board: Board) -> None:
        """Count a round: its events and the board at its end."""
        for record in records:
            self.events += 1
            self._event(record.event, record.round)
        self.rounds += 1
        for house, counts in self.houses.items():
            counts.castles.append(settlements(board, self.edition, house))
        if board.holders.get(THRONE) in self.houses:
            self.houses[board.holders[THRONE]].throne_rounds += 1

    def _event(self, event: Event, round_: int) -> None:
        """Count a public event; what houses have and spend is counted by `_means`."""
        match event:
            case e.BattleWon():
                self._battle(event, round_)
            case e.AreaTaken(house=house, area=area):
                self._count_captured_area(house, area)
            case e.NeutralOvercome(house=house, area=area):
                self._count_captured_area(house, area)
            case e.UnitsMoved(house=house):
                self.houses[house].marches += 1
            case e.OrderRaided(house=house):
                self.houses[house].raids += 1
            case e.UnitsRetreated(house=house):
                self.houses[house].retreats += 1
            case e.WildlingsFought(watch_won=won):
                self.wildlings += 1
                self.broken += not won
            case _:
                self._means(event)

    def _means(self, event: Event) -> None:
        """What houses have and spend."""
        match event:
            case e.UnitMustered(house=house):
                self.houses[house].mustered += 1
            case e.UnitDestroyed(house=house):
                self.houses[house].lost += 1
            case e.PowerGained(house=house, amount=amount):
                self.houses[house].power_gained += amount
            case e.BidsRevealed(bids=bids):
                highest = max(bids.values(), default=0)
                for house, bid in bids.items():
                    self.houses[house].power_bid += bid
                    self.houses[house].highest_bids += bid == highest > 0
            case Decided(seat=house, source=source) if house in self.houses and source["by"] == "default":
                self.houses[house].defaults += 1
            case _:
                pass

    def _battle(self, event: e.BattleWon, round_: int) -> None:
        """Count a won battle, and keep it if it is the largest or narrowest so far."""
        self.battles += 1
        winner, loser = self.houses[event.winner], self.houses[event.loser]
        winner.battles_won += 1
        loser.battles_lost += 1
        winner.destroyed += event.losses
        winner.held += any(item.house == event.winner for item in event.defender_items[:1])
        fight = Fight(round_, event.area, event.winner, event.loser, event.attacker, event.defender, event.by)
        if self.largest is None or _size(fight) > _size(self.largest):
            self.largest = fight
        if event.by != "destroyed" and (self.narrowest is None or _margin(fight) < _margin(self.narrowest)):
            self.narrowest = fight

    def _count_captured_area(self, house: str, area: str) -> None:
        self.houses[house].areas_taken += 1
        self.houses[house].castles_taken += bool(self.edition.areas[area].settlement)

    def letters(self, house: str, count: int) -> None:
        """How many letters a house wrote to all."""
        if house in self.houses:
            self.houses[house].public_letters = count

    def statistics(self, turns: int) -> GameStatistics:
        """Everything, with the awards."""
        return GameStatistics(
            version=VERSION,
            rounds=self.rounds,
            turns=turns,
            battles=self.battles,
            events=self.events,
            wildling_attacks=self.wildlings,
            wildling_victories=self.broken,
            houses=tuple(self.houses.values()),
            awards=tuple(self._awards()),
        )

    def _awards(self) -> Iterable[Award]:
        """Yield awards: for the best in each figure, the largest and narrowest battle.
        A figure in which all houses are equal gives no award."""
        for kind, figure in AWARDS.items():
            best = max((figure(counts) for counts in self.houses.values()), default=0)
            holders = tuple(house for house, counts in self.houses.items() if figure(counts) == best)
            # What everybody shares is no award.
            if best > 0 and len(holders) < len(self.houses):
                yield Award(kind, holders, best)
        for kind, fight, value in (
            ("largest-battle", self.largest, _size),
            ("narrowest-battle", self.narrowest, _margin),
        ):
            if fight is not None:
                yield Award(kind, (fight.winner, fight.loser), value(fight), fight)


def _size(fight: Fight) -> int:
    return fight.attacker + fight.defender


def _margin(fight: Fight) -> int:
    return abs(fight.attacker - fight.defender)


AWARDS: dict[str, Callable[[HouseCounts], int]] = {
    "battles-won": attrgetter("battles_won"),
    "castles-taken": attrgetter("castles_taken"),
    "areas-held": attrgetter("held"),
    "throne": attrgetter("throne_rounds"),
    # How many settlements it had at the end above the fewest it ever had.
    "comeback": lambda counts: counts.castles[-1] - min(counts.castles) if counts.castles else 0,
    "mustered": attrgetter("mustered"),
    "marches": attrgetter("marches"),
    "raids": attrgetter("raids"),
    "power-gained": attrgetter("power_gained"),
    "power-bid": attrgetter("power_bid"),
    "losses": attrgetter("lost"),
    "herald": attrgetter("public_letters"),
}


def results(statistics: GameStatistics, house: str) -> dict[str, int]:
    """Return a house's figures to be summed over games, by their column names."""
    mine = next(counts for counts in statistics.houses if counts.house == house)
    return {
        "castles": mine.castles[-1] if mine.castles else 0,
        **{name: getattr(mine, name) for name in ("battles_won", "battles_lost", "castles_taken", "throne_rounds")},
    }


def battles(records: Sequence[Record]) -> tuple[Fought, ...]:
    """The battles that records tell, in order."""
    fights: list[Fought] = []
    started: Record | None = None
    won: e.BattleWon | None = None
    decided: list[Decided] = []

    def ended() -> None:
        if started is not None:
            battle = started.event.battle
            # Decided by one point or by a tie.
            close = won is not None and won.by != "destroyed" and abs(won.attacker - won.defender) <= 1
            figures = f"{won.attacker} : {won.defender}" if won is not None and close else ""
            sides = battle.area, battle.attacker, battle.defender
            fights.append(Fought(started.number, *sides, won, tuple(decided), close, figures))

    for record in records:
        event = record.event
        if isinstance(event, e.BattleStarted):
            ended()
            started, won, decided = record, None, []
        elif started is None:
            continue
        elif isinstance(event, Decided):
            decided.append(event)
        elif isinstance(event, e.BattleWon):
            won = event
        elif isinstance(event, e.BattleEnded):
            ended()
            started = None
    ended()
    return tuple(fights)


def losses(before: Board, after: Board, edition: Edition) -> Iterator[Loss]:
    """Yield houses whose home was taken, and houses that lost their last unit.
    `before` and `after` are the boards to compare."""
    for name, area in edition.areas.items():
        home_of = area.home_of
        if home_of and controller(before, edition, name) == home_of != controller(after, edition, name):
            yield Loss("home-taken", home_of, name)
    for house in after.houses:
        if _fights(before, house) and not _fights(after, house):
            yield Loss("wiped-out", house)


def _fights(board: Board, house: str) -> bool:
    return any(force.house == house for force in board.forces.values())


def revealed(records: Iterable[Record]) -> Revealed:
    """Return the cards these records revealed, and counts of other revelations.
    These are the reveals of orders and of bids, and the battles that began."""
    events = [record.event for record in records]
    return Revealed(
        westeros=tuple(event.card for event in events if isinstance(event, e.WesterosRevealed)),
        cards=tuple(card for event in events if isinstance(event, e.CardsRevealed) for card in event.cards.values()),
        orders=sum(isinstance(event, e.OrdersRevealed) for event in events),
        auctions=sum(isinstance(event, e.BidsRevealed) for event in events),
        battles=sum(isinstance(event, e.BattleStarted) for event in events),
    )
