"""A Westeros board as tables, two rounds compared, a game that is over; cards as they lie on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.thrones.rules.control import controlled
from adjudicator.thrones.rules.counting import Award, GameStatistics
from adjudicator.thrones.state import difference as d
from adjudicator.thrones.state.board import Board
from correspondence.overview.game_page import SeatLine
from narration.paragraph import Question
from narration.thrones.differences import change_words
from narration.thrones.edition_words import counted_name
from narration.thrones.phrases import area_with_units, card_text
from narration.thrones.questions import question
from narration.thrones.summary import StandingRow, beside_the_board, changes, standing_rows
from narration.thrones.voice import Voice
from narration.words import N_


@dataclass(frozen=True)
class Face:
    """A card with its strength, its icons in words, and its text; `used`: it lies on the discard pile."""

    name: str
    strength: str
    icons: str
    text: str
    used: bool = False


def icons(swords: int, fortifications: int, v: Any) -> list[str]:
    """Swords and towers in words."""
    found = [v.say_n("{n} sword", "{n} swords", swords)] if swords else []
    return [*found, *([v.say_n("{n} tower", "{n} towers", fortifications)] if fortifications else [])]


def house_cards(cards: Iterable[str], v: Any, *, used: bool = False) -> list[Face]:
    """House cards, strongest first; what is no House card is left out."""
    known = sorted((v.edition.cards[card] for card in cards if card in v.edition.cards), key=lambda c: -c.strength)
    return [
        Face(
            v.card(card.id),
            str(card.strength),
            ", ".join(icons(card.swords, card.fortifications, v)),
            card_text(card.id, v),
            used,
        )
        for card in known
    ]


def other_cards(cards: Iterable[str], v: Any) -> list[Face]:
    """Tactics and alliance cards, which have nothing but a text."""
    return [Face(v.card(card), "", "", card_text(card, v)) for card in cards]


@dataclass(frozen=True)
class HouseCards:
    """The House cards of a house: in hand and used, with strengths."""

    house: str
    hand: tuple[tuple[str, str], ...]
    used: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Land:
    """What a house holds: areas with units, areas held by a token or as home alone."""

    house: str
    armies: tuple[str, ...]
    alone: tuple[str, ...]


@dataclass(frozen=True)
class BoardTables:
    """Everything around the map."""

    standings: tuple[StandingRow, ...]
    players: dict[str, SeatLine]
    tracks: tuple[tuple[str, tuple[str, ...], str, bool], ...]
    cards: tuple[HouseCards, ...]
    lands: tuple[Land, ...]
    orders: tuple[tuple[str, str, str], ...]
    neutral: tuple[tuple[str, int], ...]
    garrisons: tuple[tuple[str, str, int], ...]
    revealed: tuple[tuple[str, str, str], ...]
    bans: tuple[str, ...]
    questions: tuple[Question, ...]
    # What is counted to win, and what lies beside the board: titles with lines.
    counted: str
    beside: tuple[tuple[str, tuple[str, ...]], ...]
    # The templates that show them: beside the map, below it, and in little.
    aside: str = "thrones/board_aside.html"
    below: str = "thrones/board_below.html"
    small: str = "thrones/board_small.html"


def board_tables(view: Any, seats: Sequence[SeatLine], standings: Sequence[Any], v: Any) -> BoardTables:
    """The tables of a view in the words of `v`."""
    board = view.board
    return BoardTables(
        standings=tuple(standing_rows(board, standings)),
        players={seat.house: seat for seat in seats if seat.house},
        tracks=tuple(_tracks(board, v)),
        cards=tuple(_cards(board, house, v) for house in board.houses),
        lands=tuple(_land(board, house, v) for house in board.houses),
        orders=tuple(_orders(board, v)),
        neutral=tuple((v.area(area), strength) for area, strength in board.neutral.items()),
        garrisons=tuple((v.area(area), found.house, found.strength) for area, found in board.garrisons.items()),
        revealed=tuple(
            (deck, v.card(card), v.words.gettext(v.edition.westeros[card].text))
            for deck, card in board.revealed.items()
            if card in v.edition.westeros
        ),
        bans=tuple(v.ban(ban) for ban in board.bans),
        questions=tuple(question(asked, board, v) for asked in view.waiting),
        counted=counted_name(v),
        beside=tuple(beside_the_board(board, v)),
    )


def _tracks(board: Board, v: Voice) -> list[tuple[str, tuple[str, ...], str, bool]]:
    """Track, houses from first to last, the badge of its head, whether that was used this round."""
    return [
        (
            v.track(track),
            tuple(houses),
            v.badge(v.edition.badges.get(track, "")),
            v.edition.badges.get(track) in board.spent,
        )
        for track, houses in board.tracks.items()
    ]


def _cards(board: Board, house: str, v: Voice) -> HouseCards:
    def named(cards: Sequence[str]) -> tuple[tuple[str, str], ...]:
        known = sorted(cards, key=lambda card: (-v.edition.cards[card].strength, card))
        return tuple((f"{v.card(card)} {v.edition.cards[card].strength}", v.text_of(card)) for card in known)

    return HouseCards(house, named(board.hands.get(house, [])), named(board.discards.get(house, [])))


def _land(board: Board, house: str, v: Voice) -> Land:
    armies = [area for area, force in board.forces.items() if force.house == house]
    armies.sort(key=v.edition.area_order.__getitem__)
    alone = [area for area in controlled(board, v.edition, house) if area not in armies]
    return Land(house, tuple(area_with_units(a, board, v) for a in armies), tuple(v.area(a) for a in alone))


def _orders(board: Board, v: Voice) -> list[tuple[str, str, str]]:
    """House, area, order, by house."""
    placed = sorted(board.orders.items(), key=lambda pair: (board.houses.index(pair[1].house), v.area(pair[0])))
    return [(order.house, v.area(area), v.order(order.order)) for area, order in placed]


LANDS, HOUSES, INFLUENCE, ORDERS, GAME = (
    N_("Units and lands"),
    N_("Houses"),
    N_("Influence"),
    N_("Orders on the board"),
    N_("The game"),
)
GROUPS: dict[type[d.Change], str] = {
    d.UnitsChange: LANDS,
    d.LeaderChange: LANDS,
    d.AlliancesChange: HOUSES,
    d.NeutralChange: LANDS,
    d.ControlChange: LANDS,
    d.PowerChange: HOUSES,
    d.SupplyChange: HOUSES,
    d.CardsChange: HOUSES,
    d.TrackChange: INFLUENCE,
    d.BadgeChange: INFLUENCE,
    d.BidsChange: INFLUENCE,
    d.OrderChange: ORDERS,
}


# After what is counted to win.
HEAD = (N_("Supply"), N_("Power"), N_("Throne"), N_("Fiefdoms"), N_("Court"), N_("Units"))


@dataclass(frozen=True)
class FigureRow:
    """A house in the standings of two rounds: figures before and after, in the order of the table's columns."""

    house: str
    figures: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class CompareTables:
    """The standings of both rounds, what each house won and lost, and every difference by group."""

    head: tuple[str, ...]
    figures: tuple[FigureRow, ...]
    houses: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


def compare_tables(found: Any, v: Any) -> CompareTables:
    """Two rounds in the words of `v`."""
    before = {row.house: row for row in standing_rows(found.before.board, found.standings_before)}
    after = standing_rows(found.after.board, found.standings_after)
    grouped: dict[str, list[str]] = {name: [] for name in (LANDS, HOUSES, INFLUENCE, ORDERS, GAME)}
    for change in found.differences:
        grouped[GROUPS.get(type(change), GAME)].append(change_words(change, v))
    won = changes(found.before.board, found.after.board, v)
    return CompareTables(
        head=(counted_name(v), *(v.say(name) for name in HEAD)),
        figures=tuple(_figures(before[row.house], row) for row in after if row.house in before),
        houses=tuple((change.house, change.phrase) for change in won if not change.nothing),
        groups=tuple((v.say(name), tuple(lines)) for name, lines in grouped.items() if lines),
    )


def _figures(before: StandingRow, after: StandingRow) -> FigureRow:
    names = ("settlements", "supply", "power", "throne", "fiefdoms", "court", "units")
    return FigureRow(after.house, tuple((getattr(before, name), getattr(after, name)) for name in names))


# The name of each award, and what it is for.
AWARDS: dict[str, tuple[str, str, str]] = {
    "battles-won": (N_("Master of battle"), N_("{n} battle won"), N_("{n} battles won")),
    "castles-taken": (N_("Opener of gates"), N_("{n} castle taken"), N_("{n} castles taken")),
    "areas-held": (N_("The wall that stood"), N_("{n} attack beaten off"), N_("{n} attacks beaten off")),
    "throne": (
        N_("Keeper of the Throne"),
        N_("on the Iron Throne at the end of {n} round"),
        N_("on the Iron Throne at the end of {n} rounds"),
    ),
    "comeback": (
        N_("Risen again"),
        N_("{n} castle more at the end than at the lowest point"),
        N_("{n} castles more at the end than at the lowest point"),
    ),
    "mustered": (N_("Caller of banners"), N_("{n} unit mustered"), N_("{n} units mustered")),
    "marches": (N_("Longest roads"), N_("{n} march"), N_("{n} marches")),
    "raids": (N_("Riders by night"), N_("{n} order raided"), N_("{n} orders raided")),
    "power-gained": (N_("Full coffers"), N_("{n} Power gathered"), N_("{n} Power gathered")),
    "power-bid": (N_("Open purse"), N_("{n} Power bid"), N_("{n} Power bid")),
    "losses": (N_("The dearest price"), N_("{n} unit lost"), N_("{n} units lost")),
    "herald": (N_("The herald"), N_("{n} letter to all"), N_("{n} letters to all")),
    "largest-battle": (N_("The largest battle"), "", ""),
    "narrowest-battle": (N_("The narrowest battle"), "", ""),
}
COLUMNS: tuple[tuple[str, str], ...] = (
    ("battles_won", N_("Battles won")),
    ("battles_lost", N_("Battles lost")),
    ("castles_taken", N_("Castles taken")),
    ("areas_taken", N_("Areas taken by force")),
    ("mustered", N_("Units mustered")),
    ("lost", N_("Units lost")),
    ("marches", N_("Marches")),
    ("raids", N_("Raids")),
    ("power_gained", N_("Power gathered")),
    ("power_bid", N_("Power bid")),
    ("throne_rounds", N_("Rounds on the Throne")),
    ("defaults", N_("Choices left to defaults")),
)


@dataclass(frozen=True)
class AwardLine:
    """An award in words."""

    title: str
    houses: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class EndTables:
    """What the final page shows beside the standings."""

    awards: tuple[AwardLine, ...]
    columns: tuple[tuple[str, tuple[int, ...]], ...]
    rows: tuple[StandingRow, ...]
    # What is counted to win.
    counted: str
    # The templates that show them.
    beside: str = "thrones/end_beside.html"
    below: str = "thrones/end_below.html"


def end_tables(page: Any, v: Any) -> EndTables:
    """The standings and figures of a game that is over (an `EndPage`) in the words of `v`."""
    found: GameStatistics = page.statistics
    return EndTables(
        rows=tuple(standing_rows(page.view.board, page.standings)),
        counted=counted_name(v),
        awards=tuple(_award(award, v) for award in found.awards if award.kind in AWARDS),
        columns=tuple(
            (v.say(label), tuple(getattr(counts, name) for counts in found.houses)) for name, label in COLUMNS
        ),
    )


def _award(award: Award, v: Voice) -> AwardLine:
    title, one, more = AWARDS[award.kind]
    fight = award.fight
    if fight is None:
        return AwardLine(v.say(title), award.houses, v.say_n(one, more, award.value))
    text = v.say(
        "{area}, round {n}: {winner} beats {loser}, {attacker} in attack against {defender} in defence",
        area=v.area(fight.area),
        n=fight.round,
        winner=v.house(fight.winner),
        loser=v.house(fight.loser),
        attacker=fight.attacker,
        defender=fight.defender,
    )
    return AwardLine(v.say(title), award.houses, text)
