"""A turn's summary: headline, gains and losses by house, standings, notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.engine import Event, FrozenStruct, Record
from adjudicator.thrones.rules.control import controller, settlements
from adjudicator.thrones.state import Board, Edition, Leader, events as e
from narration.memo import cached_by_identity
from narration.paragraph import Changed, Parted, separate_choices
from narration.plain import Block, Points, Prose
from narration.thrones.sentences import GREW, LOAN_FOR_COST, to_typed_event
from narration.thrones.voice import Voice, has_wildlings
from narration.words import N_, capital

Told = list[tuple[str, list[str]]]


def beside_the_board(board: Board, v: Voice) -> list[tuple[str, tuple[str, ...]]]:
    """Return titles and lines for this edition's parts beside the board, or nothing."""
    parts = [*_realm(board, v), *_leaders(board, v), *_tactics(board, v), *_alliances(board, v)]
    return [(capital(v.say(title)), tuple(lines)) for title, lines in parts if lines]


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
    """Return lines on the weather and the claim track; none without claim."""
    realm = board.realm
    if realm is None or not v.edition.claimed:
        return []
    spaces = range(MAX_CLAIM, 0, -1)
    track = ", ".join(f"{place} {v.house(house)}" for place, house in zip(spaces, realm.claim, strict=False))
    weather = [v.weather_phrase(realm.weather)] if v.edition.weather else []
    return [(N_("Weather"), weather), (N_("Claim track"), [track or v.say("none")])]


# Places on the claim track.
MAX_CLAIM = 6


def _leaders(board: Board, v: Voice) -> Told:
    """Return lines on free leaders by house, and on hostages by cell."""
    free = {name: leader for name, leader in board.leaders.items() if leader.area}
    hostages = {name: leader for name, leader in board.leaders.items() if leader.cell}
    by_house = {house: [n for n, leader in free.items() if leader.house == house] for house in board.houses}
    standing = [
        f"{v.house(house)}: {', '.join(_leader_line(name, free[name], v) for name in names)}"
        for house, names in by_house.items()
        if names
    ]
    cells = [
        v.say(
            "{leader} ({house}) in the cell of {cell}",
            leader=v.leader(name),
            house=v.house(leader.house),
            cell=v.house(leader.cell),
        )
        for name, leader in hostages.items()
    ]
    return [(N_("leaders"), standing), (N_("hostages"), cells)]


def _leader_line(name: str, leader: Leader, v: Voice) -> str:
    """Describe a free leader: the area, the side of the token, figures and order."""
    where = v.say(
        N_("{leader} in {area}, turned") if leader.active else N_("{leader} in {area}"),
        leader=v.leader(name),
        area=v.area(leader.area),
    )
    if name not in v.edition.leaders:
        return where
    by = v.say("activated by {order}", order=v.ban(v.edition.leaders[name].activates))
    return f"{where} ({leader_figures(name, v)}, {by})"


def _tactics(board: Board, v: Voice) -> Told:
    """Return lines on tactics cards in force and on what may not be chosen.
    Empty in a game without tactics cards."""
    tactics = board.tactics
    if tactics is None:
        return []
    lines = [f"{v.house(house)}: {v.both(v.card(c) for c in cards)}" for house, cards in tactics.open.items() if cards]
    lines += [v.say("{house} may not choose one next time", house=v.house(house)) for house in tactics.barred]
    lines += [v.say("nobody may choose {card} this round", card=v.card(card)) for card in tactics.forbidden]
    return [(N_("Tactics"), lines or [v.say_in("cards, areas, rules", "none")])]


def _alliances(board: Board, v: Voice) -> Told:
    """Return lines on the alliance cards of houses and the tops of their decks.
    Empty in an edition without alliances."""
    realm = board.realm
    if realm is None or not v.edition.alliances:
        return []
    hands = [f"{v.house(h)}: {v.both(v.card(c) for c in cards)}" for h, cards in realm.alliances.items() if cards]
    decks = []
    for deck in v.edition.alliance_decks:
        top, alone = realm.tops.get(deck), realm.permanent.get(deck)
        parts = [
            v.card(top) if top else v.say("face down"),
            *([v.say("only {house} draws", house=v.house(alone))] if alone else []),
        ]
        decks.append(f"{v.alliance(deck)}: {', '.join(parts)}")
    return [(N_("Alliances"), hands or [v.say_in("cards, areas, rules", "none")]), (N_("Alliance decks"), decks)]


def standing_notes(board: Board, v: Voice) -> list[Block]:
    """Everything that a reader needs beside the table of houses."""
    notes: list[Block] = [Prose(text=board_summary(board, v))]
    if board.ending is None:
        if bank := bank_words(board, v):
            notes.append(Points(text=bank[0], points=bank[1]))
        if beside := beside_the_board(board, v):
            lines = tuple(f"{title}: {'; '.join(lines)}" for title, lines in beside)
            notes.append(Points(text=v.say("Beside the board") + ":", points=lines))
    return notes


def board_summary(board: Board, v: Voice) -> str:
    """How the game is won, the wildlings, what dragons count, and the vassals."""
    if board.ending is not None:
        return " ".join((v.castles_words(), *v.loyalty_words(board.points)))
    parts = [v.winning_words(board.victory), *v.loyalty_words(board.points)]
    if has_wildlings(v.edition):
        parts.append(v.say("The wildlings stand at {n}.", n=board.wildlings))
    parts += growth_words(board, v)
    if board.vassals:
        parts.append(v.say("Vassals: {houses}.", houses=v.both(_vassal(house, board, v) for house in board.vassals)))
    return " ".join(parts)


def growth_words(board: Board, v: Voice) -> list[str]:
    """What units count that grow with the rounds, and in which rounds they will."""
    sentences = []
    for unit in dict.fromkeys(v.edition.causes[house].grows for house in board.points if house in v.edition.causes):
        values = {"unit": v.kind(unit), "strength": v.edition.units[unit].strength + board.growth.get(unit, 0)}
        rounds = ", ".join(map(str, sorted(board.growing)))
        text = N_("Every {unit} now counts {strength}, plus 1 more from each of these rounds on: {rounds}.")
        sentences.append(v.say(text if rounds else GREW, rounds=rounds, **values))
    return sentences


def _vassal(house: str, board: Board, v: Voice) -> str:
    commander = board.commanders.get(house)
    if not commander:
        return v.house(house)
    return v.say("{house} (commanded by {commander})", house=v.house(house), commander=v.house(commander))


def bank_words(board: Board, v: Voice) -> tuple[str, tuple[str, ...]] | None:
    """Describe loans, prices and borrowers; None if the game has no bank."""
    bank, rules = board.bank, v.edition.bank
    if bank is None or rules is None:
        return None
    offers = [
        v.say(LOAN_FOR_COST, loan=v.card(loan), cost=cost)
        for loan, cost in zip(bank.slots, rules.costs, strict=False)
        if loan
    ]
    points = [v.say("available loans: {loans}", loans=", ".join(offers) or v.say_in("allies, loans, hostages", "none"))]
    points += [v.say("{loan}: {text}", loan=v.card(loan), text=v.card_text(loan)) for loan in bank.slots if loan]
    if bank.token:
        text = N_("{house} holds the token of Braavos and pays {n} less for a loan")
        points.append(v.say(text, house=v.house(bank.token), n=rules.discount))
    points += [f"{v.house(house)}: {v.cards(loans)}" for house, loans in bank.loans.items() if loans]
    return v.say(
        "Iron Bank: an Iron Bank order at sea or in a port takes one loan for its price, "
        "when Power is consolidated. At the start of every later round, the house pays 1 "
        "Power of interest for each loan it has ever taken. For each Power it cannot pay, it "
        "loses a unit, chosen by the holder of the Valyrian steel blade. For the holder's "
        "own debts, the next player on the Fiefdoms track chooses."
    ), tuple(points)


class StandingRow(FrozenStruct):
    """One line of the table: figures as they stand, tracks as places from 1."""

    house: str
    settlements: int
    supply: int
    power: int
    throne: int
    fiefdoms: int
    court: int
    units: int


def _units(board: Board, house: str) -> Counter[str]:
    """How many units of each kind a house has."""
    counts: Counter[str] = Counter()
    for force in board.forces.values():
        if force.house == house:
            counts.update(force.units)
            counts.update(force.routed)
    return counts


def changes(before: Board, after: Board, v: Voice) -> list[Changed]:
    """Return what changed between two boards (`takes Riverrun; power 3 → 5`).
    All houses are included, in the edition's order."""
    names = (v.edition.id, v.words.language)
    return list(
        cached_by_identity("changes", (before, after), *names, make=lambda: _changes_by_house(before, after, v))
    )


def _changes_by_house(before: Board, after: Board, v: Voice) -> list[Changed]:
    """Return for each house what changed between two boards, unchanged houses too."""
    areas = v.edition.areas
    owners = ((area, controller(before, v.edition, area), controller(after, v.edition, area)) for area in areas)
    ownership_changes = [(area, was, now) for area, was, now in owners if was != now]
    house_changes = []
    for house in after.houses:
        won = [area for area, _, now in ownership_changes if now == house]
        lost = [area for area, was, _ in ownership_changes if was == house]
        parts = [v.say("takes {areas}", areas=v.areas(won))] if won else []
        parts += [v.say("loses {areas}", areas=v.areas(lost))] if lost else []
        parts += _differences(house, before, after, v)
        house_changes.append(Changed(house, "; ".join(parts) or v.say("no change"), not parts))
    return house_changes


def _differences(house: str, before: Board, after: Board, v: Voice) -> Iterator[str]:
    """Yield what changed for a house between two boards, besides its areas."""
    old, new = _units(before, house), _units(after, house)
    if more := {kind: new[kind] - old[kind] for kind in v.edition.units if new[kind] > old[kind]}:
        yield v.say("{units} more", units=v.units(more))
    if fewer := {kind: old[kind] - new[kind] for kind in v.edition.units if new[kind] < old[kind]}:
        yield v.say("{units} fewer", units=v.units(fewer))
    figures: dict[str, Callable[[Board], int]] = {
        N_("power {before} \u2192 {after}"): lambda board: board.power[house],
        N_("victory track {before} \u2192 {after}"): lambda board: board.points.get(house, 0),
    }
    if v.edition.claimed:
        figures[N_("claim {before} \u2192 {after}")] = lambda board: settlements(board, v.edition, house)
    for text, figure in figures.items():
        if (was := figure(before)) != (now := figure(after)):
            yield v.say(text, before=was, after=now)
    for track, houses in after.tracks.items():
        if house in houses and (was := _place(before, track, house)) != (now := _place(after, track, house)):
            yield v.say("{track} {before} \u2192 {after}", track=v.track(track), before=was, after=now)
    had, has = _free_leaders(before, house), _free_leaders(after, house)
    if came := sorted(has - had):
        yield v.say("with {leaders}", leaders=v.leaders(came))
    if went := sorted(had - has):
        yield v.say("without {leaders}", leaders=v.leaders(went))
    if loans := _loans(after, house)[len(_loans(before, house)) :]:
        yield v.say("loans taken: {loans}", loans=v.cards(loans))


def _place(board: Board, track: str, house: str) -> int:
    """Return a house's position on an influence track, from 1; 0 if it has none."""
    houses = board.tracks.get(track, ())
    return houses.index(house) + 1 if house in houses else 0


def _loans(board: Board, house: str) -> Sequence[str]:
    """The loans a house has taken, the oldest first."""
    return board.bank.loans.get(house, ()) if board.bank is not None else ()


def _free_leaders(board: Board, house: str) -> set[str]:
    """Return the leaders of a house who are free and stand on the board."""
    return {name for name, leader in board.leaders.items() if leader.house == house and leader.area}


def standing_rows(board: Board, standings: Sequence[e.Standing]) -> list[StandingRow]:
    """The table, best house first."""
    return [
        StandingRow(
            house=row.house,
            settlements=row.settlements,
            supply=row.supply,
            power=row.power,
            throne=_place(board, "iron-throne", row.house),
            fiefdoms=_place(board, "fiefdoms", row.house),
            court=_place(board, "kings-court", row.house),
            units=_units(board, row.house).total(),
        )
        for row in standings
    ]


def _weight(area: str, edition: Edition) -> int:
    """How much an area is worth in a headline."""
    facts = edition.areas[area]
    settlement = {"stronghold": 3, "city": 2}.get(facts.settlement, 0)
    return settlement + (4 if facts.home_of else 0) + (1 if facts.kind == "land" else 0)


# News in a headline.
MAX_NEWS = 2


class News(NamedTuple):
    """A headline for a kind of event: words, weight (0: none) by event and place,
    and the fields with its place, leader or deck, and with the house that acted."""

    text: str
    weight: Callable[[Any, int], int]
    about: str = ""
    house: str = "house"


NEWS: Mapping[type[Any], tuple[News, ...]] = {
    e.AreaTaken: (News(N_("{house} takes {areas}"), lambda event, worth: 10 + worth, "area"),),
    e.NeutralOvercome: (News(N_("{house} overcomes {areas}"), lambda event, worth: 9 + worth, "area"),),
    e.WildlingsFought: (
        News(N_("The Night's Watch holds against the wildlings"), lambda event, _: 13 * event.watch_won, house=""),
        News(N_("The wildlings break through"), lambda event, _: 13 * (not event.watch_won), house=""),
    ),
    e.LoyaltyGained: (News(N_("{house} gains loyalty in {areas}"), lambda event, _: 11 + event.tokens, "area"),),
    e.HomeLost: (News(N_("{house} loses {areas}"), lambda event, _: 14, "area"),),
    e.LeaderTaken: (News(N_("{house} captures {leaders}"), lambda event, _: 12, "leader"),),
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
            lambda event, worth: (5 + worth) * any(item.house == event.winner for item in event.defender_items[:1]),
            "area",
            "winner",
        ),
    ),
    e.UnitsMoved: (News(N_("{house} marches to {areas}"), lambda event, worth: worth * (worth >= 3), "to"),),
}


def headline(records: Iterable[Record] | Parted, v: Voice) -> str:
    """Return the weightiest news: `Lannister takes Riverrun. Stark holds Pyke`."""
    public = separate_choices(records).public
    edition, words = v.edition, v.words
    everyone = Voice(edition, words)
    return cached_by_identity(
        "headline",
        public,
        edition.id,
        words.language,
        make=lambda: _headline([to_typed_event(record.event) for record in public], everyone),
    )


def _headline(events: Iterable[Event], voice: Voice) -> str:
    """Return at most MAX_NEWS of the weightiest news as a headline, in order.
    The end of the game outweighs all. Without news the turn is called quiet."""
    ranked: list[tuple[int, int, tuple[str, str, str]]] = []
    mustered = 0
    for number, event in enumerate(events):
        mustered += isinstance(event, e.UnitMustered)
        if isinstance(event, e.GameEnded):
            if len(event.winners) > 1:
                return voice.say("The game ends in a draw between {houses}", houses=voice.houses(event.winners))
            return voice.say("{house} wins the game", house=voice.houses(event.winners))
        for news in NEWS.get(type(event), ()):
            about, house = getattr(event, news.about, ""), getattr(event, news.house, "")
            worth = _weight(about, voice.edition) if about in voice.edition.areas else 0
            if weight := news.weight(event, worth):
                ranked.append((-weight, number, (news.text, house, about)))
    best = sorted(sorted(ranked)[:MAX_NEWS], key=lambda entry: entry[1])
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
    if mustered and not phrases:
        return voice.words.say_n("{n} unit is mustered", "{n} units are mustered", mustered)
    return ". ".join(phrases) or voice.say("A quiet turn")
