"""A call in brief: its headline, what each house won and lost, where everyone stands, and notes below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.journal import Event, Record
from adjudicator.thrones.rules.control import controller, settlements
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board, Leader
from adjudicator.thrones.state.edition import Edition
from narration.memo import of_the_same
from narration.paragraph import Parted, parted
from narration.plain import Block, Points, Prose
from narration.thrones.edition_words import castles_words, loyalty_words, wildlings_known, winning_words
from narration.thrones.expansion_sentences import GREW, LOAN_FOR_COST
from narration.thrones.phrases import card_text, weather_phrase
from narration.thrones.sentences import event_of
from narration.thrones.voice import Voice
from narration.words import N_

BESIDE = N_("Beside the board:")
WEATHER, CLAIM, LEADERS, HOSTAGES = N_("Weather"), N_("Claim track"), N_("Leaders"), N_("Hostages")
TACTICS, ALLIANCES, TOPS = N_("Tactics"), N_("Alliances"), N_("Alliance decks")
STANDS, TURNED = N_("{leader} in {area}"), N_("{leader} in {area}, turned")
HELD = N_("{leader} ({house}) in the cell of {cell}")
ALONE = N_("only {house} draws")


Told = list[tuple[str, list[str]]]


def beside_the_board(board: Board, v: Voice) -> list[tuple[str, tuple[str, ...]]]:
    """Title and lines of everything that this game has; empty for games of other editions."""
    found = [*_realm(board, v), *_leaders(board, v), *_tactics(board, v), *_alliances(board, v)]
    return [(v.say(title), tuple(lines)) for title, lines in found if lines]


def beside_words(board: Board, v: Voice) -> tuple[str, tuple[str, ...]] | None:
    """The same for a letter: a heading, and a line for each."""
    found = beside_the_board(board, v)
    return (v.say(BESIDE), tuple(f"{title}: {'; '.join(lines)}" for title, lines in found)) if found else None


def leader_figures(leader: str, v: Voice) -> str:
    """What a leader's token shows: `1, turned 2 and 1 sword`."""
    token = v.edition.leaders[leader]
    turned = [str(token.marching)]
    if token.swords:
        turned.append(v.say_n("{n} sword", "{n} swords", token.swords))
    if token.power:
        turned.append(v.power(token.power))
    return v.say("{idle}, turned {turned}", idle=token.idle, turned=v.both(turned))


def _realm(board: Board, v: Voice) -> Told:
    realm = board.realm
    if realm is None or not v.edition.claimed:
        return []
    spaces = range(MOST_CLAIM, 0, -1)
    track = ", ".join(f"{place} {v.house(house)}" for place, house in zip(spaces, realm.claim, strict=False))
    weather = [weather_phrase(realm.weather, v)] if v.edition.weather else []
    return [(WEATHER, weather), (CLAIM, [track or v.say("none")])]


# Places on the claim track.
MOST_CLAIM = 6


def _leaders(board: Board, v: Voice) -> Told:
    free = {name: leader for name, leader in board.leaders.items() if leader.area}
    held = {name: leader for name, leader in board.leaders.items() if leader.cell}
    by_house = {house: [n for n, leader in free.items() if leader.house == house] for house in board.houses}
    standing = [
        f"{v.house(house)}: {', '.join(_stands(name, free[name], v) for name in names)}"
        for house, names in by_house.items()
        if names
    ]
    cells = [
        v.say(HELD, leader=v.leader(name), house=v.house(leader.house), cell=v.house(leader.cell))
        for name, leader in held.items()
    ]
    return [(LEADERS, standing), (HOSTAGES, cells)]


def _stands(name: str, leader: Leader, v: Voice) -> str:
    where = v.say(TURNED if leader.active else STANDS, leader=v.leader(name), area=v.area(leader.area))
    if name not in v.edition.leaders:
        return where
    by = v.say("turned by {order}", order=v.ban(v.edition.leaders[name].activates))
    return f"{where} ({leader_figures(name, v)}, {by})"


def _tactics(board: Board, v: Voice) -> Told:
    tactics = board.tactics
    if tactics is None:
        return []
    told = [f"{v.house(house)}: {v.both(v.card(c) for c in cards)}" for house, cards in tactics.open.items() if cards]
    told += [v.say("{house} may choose none next time", house=v.house(house)) for house in tactics.barred]
    told += [v.say("nobody may choose {card} this round", card=v.card(card)) for card in tactics.forbidden]
    return [(TACTICS, told or [v.say("none")])]


def _alliances(board: Board, v: Voice) -> Told:
    realm = board.realm
    if realm is None or not v.edition.alliances:
        return []
    held = [f"{v.house(h)}: {v.both(v.card(c) for c in cards)}" for h, cards in realm.alliances.items() if cards]
    decks = []
    for deck in v.edition.alliance_decks:
        top, alone = realm.tops.get(deck), realm.permanent.get(deck)
        lies = [v.card(top) if top else v.say("face down"), *([v.say(ALONE, house=v.house(alone))] if alone else [])]
        decks.append(f"{v.alliance(deck)}: {', '.join(lies)}")
    return [(ALLIANCES, held or [v.say("none")]), (TOPS, decks)]


VASSALS = N_("Vassals: {houses}.")
COMMANDED = N_("{house} (commanded by {commander})")
BANK = N_(
    "Iron Bank: an Iron Bank order at sea or in a port takes one loan for its price, when Power is consolidated. At "
    "the start of every later round its house pays 1 Power of interest for each loan that it has ever taken; for each "
    "Power that it lacks it loses a unit, which the holder of the Valyrian steel blade names (for his own debts the "
    "player behind him on the Fiefdoms track)."
)
GROWS = N_("Every {unit} counts {strength} now, and 1 more from each of these rounds on: {rounds}.")
OFFERED = N_("to be had: {loans}")
LESS = N_("{house} holds the token of Braavos and pays {n} less for a loan")


def standing_notes(board: Board, v: Voice) -> list[Block]:
    """Everything that a reader needs beside the table of houses."""
    bank = bank_words(board, v) if board.ending is None else None
    beside = beside_words(board, v) if board.ending is None else None
    listed = (Points(text=found[0], points=found[1]) for found in (bank, beside) if found)
    return [Prose(text=standing_words(board, v)), *listed]


def standing_words(board: Board, v: Voice) -> str:
    """How the game is won, the wildlings, what dragons count, and the vassals."""
    if board.ending is not None:
        return " ".join((castles_words(v), *loyalty_words(board.points, v)))
    told = [winning_words(board.victory, v), *loyalty_words(board.points, v)]
    if wildlings_known(v.edition):
        told.append(v.say("The wildlings stand at {n}.", n=board.wildlings))
    told += growth_words(board, v)
    if board.vassals:
        told.append(v.say(VASSALS, houses=v.both(_vassal(house, board, v) for house in board.vassals)))
    return " ".join(told)


def growth_words(board: Board, v: Voice) -> list[str]:
    """What units count that grow with the rounds, and in which rounds they will."""
    found = []
    for unit in dict.fromkeys(v.edition.causes[house].grows for house in board.points if house in v.edition.causes):
        values = {"unit": v.kind(unit), "strength": v.edition.units[unit].strength + board.growth.get(unit, 0)}
        rounds = ", ".join(map(str, sorted(board.growing)))
        found.append(v.say(GROWS, rounds=rounds, **values) if rounds else v.say(GREW, **values))
    return found


def _vassal(house: str, board: Board, v: Voice) -> str:
    commander = board.commanders.get(house)
    return v.say(COMMANDED, house=v.house(house), commander=v.house(commander)) if commander else v.house(house)


def bank_words(board: Board, v: Voice) -> tuple[str, tuple[str, ...]] | None:
    """Which loans may be had at what price, and who has taken which; None where there is no bank."""
    bank, rules = board.bank, v.edition.bank
    if bank is None or rules is None:
        return None
    offers = [
        v.say(LOAN_FOR_COST, loan=v.card(loan), cost=cost)
        for loan, cost in zip(bank.slots, rules.costs, strict=False)
        if loan
    ]
    points = [v.say(OFFERED, loans=", ".join(offers) or v.say("none"))]
    points += [v.say("{loan}: {text}", loan=v.card(loan), text=card_text(loan, v)) for loan in bank.slots if loan]
    points += [v.say(LESS, house=v.house(bank.token), n=rules.discount)] if bank.token else []
    points += [
        f"{v.house(house)}: {v.both(v.card(one) for one in loans)}" for house, loans in bank.loans.items() if loans
    ]
    return v.say(BANK), tuple(points)


class Change(msgspec.Struct, frozen=True):
    """What a call changed for one house: areas won and lost, units by kind, Power before and after.

    `points`: its place on the victory track before and after, where it has one; `loans`: those taken meanwhile;
    `claim` before and after; leaders lost to cells or for good, and those who came (back).
    """

    house: str
    won: tuple[str, ...]
    lost: tuple[str, ...]
    units: dict[str, int]
    power: tuple[int, int]
    points: tuple[int, int] = (0, 0)
    loans: tuple[str, ...] = ()
    claim: tuple[int, int] = (0, 0)
    lost_leaders: tuple[str, ...] = ()
    won_leaders: tuple[str, ...] = ()

    def nothing(self) -> bool:
        """Whether nothing changed."""
        moved = any(was != now for was, now in (self.power, self.points, self.claim))
        led = self.lost_leaders or self.won_leaders
        return not (self.won or self.lost or any(self.units.values()) or self.loans or moved or led)


class StandingRow(msgspec.Struct, frozen=True):
    """One line of the table: figures as they stand, tracks as places from 1."""

    house: str
    settlements: int
    supply: int
    power: int
    throne: int
    fiefdoms: int
    court: int
    units: int


def _units(board: Board) -> dict[str, dict[str, int]]:
    """How many units of each kind the houses have that have any."""
    found: dict[str, dict[str, int]] = {}
    for force in board.forces.values():
        counts = found.setdefault(force.house, {})
        for group in (force.units, force.routed):
            for kind, count in group.items():
                counts[kind] = counts.get(kind, 0) + count
    return found


def _loans(board: Board, house: str) -> tuple[str, ...]:
    """The loans a house has taken, the oldest first."""
    return tuple(board.bank.loans.get(house, ())) if board.bank is not None else ()


def _claim(before: Board, after: Board, house: str, edition: Edition) -> tuple[int, int]:
    """The claim of a house before and after, where claim decides."""
    return (settlements(before, edition, house), settlements(after, edition, house)) if edition.claimed else (0, 0)


def _led(board: Board, house: str) -> set[str]:
    """The leaders of a house who are free."""
    return {name for name, leader in board.leaders.items() if leader.house == house and leader.area}


def changes(before: Board, after: Board, edition: Edition) -> list[Change]:
    """What changed for each house, in the order of the edition's houses; houses without a change included."""
    return list(of_the_same("changes", (before, after), edition.id, make=lambda: _changes(before, after, edition)))


def _changes(before: Board, after: Board, edition: Edition) -> list[Change]:
    owners = ((area, controller(before, edition, area), controller(after, edition, area)) for area in edition.areas)
    taken = [(area, was, now) for area, was, now in owners if was != now]
    units_before, units_after = _units(before), _units(after)
    found = []
    for house in after.houses:
        old, new = units_before.get(house, {}), units_after.get(house, {})
        found.append(
            Change(
                house,
                won=tuple(area for area, _, now in taken if now == house),
                lost=tuple(area for area, was, _ in taken if was == house),
                units={kind: new.get(kind, 0) - old.get(kind, 0) for kind in edition.units},
                power=(before.power[house], after.power[house]),
                points=(before.points.get(house, 0), after.points.get(house, 0)),
                loans=_loans(after, house)[len(_loans(before, house)) :],
                claim=_claim(before, after, house, edition),
                lost_leaders=tuple(sorted(_led(before, house) - _led(after, house))),
                won_leaders=tuple(sorted(_led(after, house) - _led(before, house))),
            )
        )
    return found


def change_phrase(change: Change, v: Voice) -> str:
    """One house's changes in a sentence without its name: `wins Riverrun; 1 footman fewer; power 3 → 5`."""
    parts = []
    if change.won:
        parts.append(v.say("wins {areas}", areas=v.areas(change.won)))
    if change.lost:
        parts.append(v.say("loses {areas}", areas=v.areas(change.lost)))
    more = {kind: count for kind, count in change.units.items() if count > 0}
    fewer = {kind: -count for kind, count in change.units.items() if count < 0}
    if more:
        parts.append(v.say("{units} more", units=v.units(more)))
    if fewer:
        parts.append(v.say("{units} fewer", units=v.units(fewer)))
    if change.power[0] != change.power[1]:
        parts.append(v.say("power {before} \u2192 {after}", before=change.power[0], after=change.power[1]))
    if change.points[0] != change.points[1]:
        before, after = change.points
        parts.append(v.say("victory track {before} \u2192 {after}", before=before, after=after))
    if change.claim[0] != change.claim[1]:
        before, after = change.claim
        parts.append(v.say("claim {before} \u2192 {after}", before=before, after=after))
    if change.won_leaders:
        parts.append(v.say("with {leaders}", leaders=v.leaders(change.won_leaders)))
    if change.lost_leaders:
        parts.append(v.say("without {leaders}", leaders=v.leaders(change.lost_leaders)))
    if change.loans:
        parts.append(v.say("loan taken: {loans}", loans=v.both(v.card(loan) for loan in change.loans)))
    return "; ".join(parts) or v.say("no change")


def standing_rows(board: Board, standings: Sequence[e.Standing]) -> list[StandingRow]:
    """The table, best house first."""
    return list(of_the_same("standing-rows", (board, standings), make=lambda: _standing_rows(board, standings)))


def _standing_rows(board: Board, standings: Sequence[e.Standing]) -> list[StandingRow]:
    def place(track: str, house: str) -> int:
        houses = board.tracks.get(track, [])
        return houses.index(house) + 1 if house in houses else 0

    units = _units(board)
    return [
        StandingRow(
            house=row.house,
            settlements=row.settlements,
            supply=row.supply,
            power=row.power,
            throne=place("iron-throne", row.house),
            fiefdoms=place("fiefdoms", row.house),
            court=place("kings-court", row.house),
            units=sum(units.get(row.house, {}).values()),
        )
        for row in standings
    ]


def _weight(area: str, edition: Edition) -> int:
    """How much an area is worth in a headline."""
    known = edition.areas[area]
    settlement = {"stronghold": 3, "city": 2}.get(known.settlement, 0)
    return settlement + (4 if known.home_of else 0) + (1 if known.kind == "land" else 0)


class News(NamedTuple):
    """What a headline may tell of a kind of event: the words, its weight (0: nothing), by what the event is and what
    its place is worth; the fields that hold the place, leader or deck that it is about, and whose doing it is."""

    text: str
    weight: Callable[[Any, int], int]
    about: str = ""
    house: str = "house"


NEWS: Mapping[type[Any], tuple[News, ...]] = {
    e.AreaTaken: (News(N_("{house} takes {areas}"), lambda event, worth: 10 + worth, "area"),),
    e.NeutralOvercome: (News(N_("{house} overcomes {areas}"), lambda event, worth: 9 + worth, "area"),),
    e.WildlingsFought: (
        News(N_("The Watch holds against the wildlings"), lambda event, _: 13 * event.watch_won, house=""),
        News(N_("The wildlings break through"), lambda event, _: 13 * (not event.watch_won), house=""),
    ),
    e.LoyaltyGained: (News(N_("{house} gains loyalty in {areas}"), lambda event, _: 11 + event.tokens, "area"),),
    e.HomeLost: (News(N_("{house} loses {areas}"), lambda event, _: 14, "area"),),
    e.LeaderTaken: (News(N_("{house} takes {leaders}"), lambda event, _: 12, "leader"),),
    e.LeaderKilled: (News(N_("{house} loses {leaders} for good"), lambda event, _: 14, "leader"),),
    e.ClaimGained: (News(N_("{house} gains claim"), lambda event, _: 8),),
    e.AllianceMade: (News(N_("{house} allies with {decks}"), lambda event, _: 11, "deck"),),
    e.LoanTaken: (News(N_("{house} borrows from the Iron Bank"), lambda event, _: 6),),
    e.BadgeTaken: (
        News(
            N_("{house} takes the Iron Throne"),
            lambda event, _: 12 * (event.badge == "iron-throne" and event.house != event.before),
        ),
    ),
    e.BattleWon: (
        News(
            N_("{house} holds {areas}"),
            lambda event, worth: (5 + worth) * any(one.house == event.winner for one in event.defender_items[:1]),
            "area",
            "winner",
        ),
    ),
    e.UnitsMoved: (News(N_("{house} marches to {areas}"), lambda event, worth: worth * (worth >= 3), "to"),),
}


def _ending(event: e.GameEnded, v: Voice) -> str:
    if len(event.winners) > 1:
        return v.say("The game ends in a draw between {houses}", houses=v.houses(event.winners))
    return v.say("{house} wins the game", house=v.houses(event.winners))


def headline(records: Iterable[Record] | Parted, v: Voice, most: int = 2) -> str:
    """The weightiest things of a call, as they happened: `Lannister takes Riverrun. Stark holds Pyke`."""
    public = parted(records).public
    edition, words = v.edition, v.words
    everyone = Voice(edition, words)
    return of_the_same(
        f"headline-{most}",
        public,
        edition.id,
        words.language,
        make=lambda: _headline(map(event_of, public), everyone, most),
    )


def _headline(events: Iterable[Event], voice: Voice, most: int) -> str:
    ranked: list[tuple[int, int, tuple[str, str, str]]] = []
    for number, event in enumerate(events):
        if isinstance(event, e.GameEnded):
            return _ending(event, voice)
        for news in NEWS.get(type(event), ()):
            about, house = getattr(event, news.about, ""), getattr(event, news.house, "")
            worth = _weight(about, voice.edition) if about in voice.edition.areas else 0
            if weight := news.weight(event, worth):
                ranked.append((-weight, number, (news.text, house, about)))
    best = sorted(sorted(ranked)[:most], key=lambda one: one[1])
    grouped: dict[tuple[str, str], list[str]] = {}
    for _, _, (text, house, about) in best:
        named = grouped.setdefault((text, house), [])
        if about and about not in named:
            named.append(about)
    phrases = [
        voice.say(
            text,
            house=voice.house(house),
            areas=voice.areas(named),
            leaders=voice.leaders(named),
            decks=voice.both(map(voice.alliance, named)),
        )
        for (text, house), named in grouped.items()
    ]
    return ". ".join(phrases) or voice.say("A quiet time")
