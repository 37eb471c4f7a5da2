"""What the table shows, said in lines of text: for people who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.btwixt.rules.seasons import rounds_in_season
from adjudicator.btwixt.state.position import councils_of
from atlas.btwixt.middle import allies_named, counts, holding
from atlas.btwixt.panels import Entry, Table, allies_of, pile_of
from atlas.btwixt.words import say


def described(table: Table) -> list[str]:
    """The table in words: season and round, the current ally, leaders and councils clockwise, what lies beside."""
    board, language = table.board, table.language
    found = [_moment(table), *_current(table)]
    councils = councils_of(board.houses)
    for house, council in zip(board.houses, councils, strict=True):
        found += [_leader(table, house), _council(table, council)]
    if board.row:
        found.append(f"{say('row', language)}: {', '.join(allies_named(table, board.row))}.")
    if board.dead:
        found.append(f"{say('dead', language)}: {', '.join(allies_named(table, board.dead))}.")
    if lasting := holding(table):
        found.append(f"{say('holding', language)}: {', '.join(lasting)}.")
    return [*found, *(f"{told.replace('  ·  ', '. ')}." for told in counts(table))]


def _moment(table: Table) -> str:
    board, language = table.board, table.language
    phase = say("over" if board.ending else board.phase, language)
    where = say("of-season", language, n=board.space, all=rounds_in_season(len(board.houses))) if board.space else ""
    when = ", ".join(filter(None, (say(board.season, language), where)))
    return f"{say('round', language)} {board.round}: {when}. {phase}."


def _current(table: Table) -> Iterator[str]:
    board, language = table.board, table.language
    if board.ending is not None:
        yield f"{say('victory', language)}: {', '.join(map(table.house, board.ending.winners)) or '–'}."
    known = table.edition.allies.get(board.current)
    if known is not None:
        tokens = f", {say('tokens', language)} {board.tokens_on_current}" if board.tokens_on_current else ""
        told = f"{known.name.say(language)} ({known.power}{tokens})"
        yield f"{say('current', language)}: {told}. {known.text.say(language)}"


def _entries(entries: Sequence[Entry]) -> str:
    return ", ".join(f"{entry.name} {entry.number}" for entry in entries)


def _leader(table: Table, house: str) -> str:
    """A leader: hand, total, pile, what is special."""
    board, language = table.board, table.language
    pile = pile_of(table, house)
    parts = [f"{say('hand', language)}: {board.hands[house]}"]
    parts.append(
        f"{say('total', language)}: {sum(one.number for one in pile)}" + (f" ({_entries(pile)})" if pile else "")
    )
    parts += [say("first", language)] if board.first == house else []
    parts += [say("kneels", language)] if house in board.kneeling else []
    parts += [say("won", language)] if board.won is not None and board.won.house == house else []
    return f"{table.house(house)}. {'. '.join(parts)}."


def _council(table: Table, council: str) -> str:
    """A council: its power, tokens and allies."""
    board, language = table.board, table.language
    first, second = (table.house(house) for house in council.split("-"))
    held = board.councils[council]
    allies = _entries(allies_of(table, council)) or say("empty", language)
    opened = board.opened.get(council)
    shown = f" ({', '.join(map(str, opened))})" if opened else ""
    tokens = f" {say('tokens', language)}: {held.tokens}{shown}." if held.tokens else ""
    power = f"{say('power', language)} {table.scores[council].power}"
    return f"{say('council', language)} {first}–{second}: {power}. {allies}.{tokens}"
