"""What A Storm of Swords has besides units: weather, claim, leaders and hostages, tactics, alliances."""

from __future__ import annotations

from adjudicator.thrones.state.board import Board, Leader
from narration.thrones.phrases import weather_phrase
from narration.thrones.voice import Voice
from narration.words import N_

BESIDE = N_("Beside the board:")
WEATHER, CLAIM, LEADERS, HOSTAGES = N_("Weather"), N_("Claim track"), N_("Leaders"), N_("Hostages")
TACTICS, ALLIANCES, TOPS = N_("Tactics"), N_("Alliances"), N_("Alliance decks")
STANDS, TURNED = N_("{leader} in {area}"), N_("{leader} in {area}, turned")
TURNED_BY = N_("turned by {order}")
HELD = N_("{leader} ({house}) in the cell of {cell}")
NO_TACTICS, NOT_THIS_ROUND = N_("{house} may choose none next time"), N_("nobody may choose {card} this round")
FACE_DOWN, ALONE = N_("face down"), N_("only {house} draws")


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
    by = v.say(TURNED_BY, order=v.ban(v.edition.leaders[name].activates))
    return f"{where} ({leader_figures(name, v)}, {by})"


def _tactics(board: Board, v: Voice) -> Told:
    tactics = board.tactics
    if tactics is None:
        return []
    told = [f"{v.house(house)}: {v.both(v.card(c) for c in cards)}" for house, cards in tactics.open.items() if cards]
    told += [v.say(NO_TACTICS, house=v.house(house)) for house in tactics.barred]
    told += [v.say(NOT_THIS_ROUND, card=v.card(card)) for card in tactics.forbidden]
    return [(TACTICS, told or [v.say("none")])]


def _alliances(board: Board, v: Voice) -> Told:
    realm = board.realm
    if realm is None or not v.edition.alliances:
        return []
    held = [f"{v.house(h)}: {v.both(v.card(c) for c in cards)}" for h, cards in realm.alliances.items() if cards]
    decks = []
    for deck in v.edition.alliance_decks:
        top, alone = realm.tops.get(deck), realm.permanent.get(deck)
        lies = [v.card(top) if top else v.say(FACE_DOWN), *([v.say(ALONE, house=v.house(alone))] if alone else [])]
        decks.append(f"{v.alliance(deck)}: {', '.join(lies)}")
    return [(ALLIANCES, held or [v.say("none")]), (TOPS, decks)]
