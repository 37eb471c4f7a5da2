"""A call in brief: its headline, where everyone stands, what changed, and what differs between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from adjudicator.btwixt.state import events as e, position as c
from adjudicator.btwixt.state.events import Standing
from adjudicator.btwixt.state.position import Board, Council, Lasting, Piled, Won, own_councils
from adjudicator.engine.journal import Event, Record
from narration.btwixt.sentences import event_of, sentence
from narration.btwixt.voice import Voice, module_name
from narration.paragraph import Changed, Figures, Parted, parted
from narration.plain import Block, Prose
from narration.words import N_, word_tables

TABLES = word_tables(__name__)

NAMES = TABLES["names"]
PHASES = TABLES["phases"]


def change_words(change: c.AnyChange, v: Voice) -> str:
    """One thing that differs."""
    match change:
        case c.CouncilChange():
            what = v.say("Council {council}", council=v.council(change.council))
            return _from_to(what, _council_words(change.before, v), _council_words(change.after, v), v)
        case c.HandChange():
            what = v.say("Cards in the hand of {house}", house=v.house(change.house))
            return _from_to(what, _count(change.before, v), _count(change.after, v), v)
        case c.PileChange():
            what = v.say("Bid pile of {house}", house=v.house(change.house))
            return _from_to(what, _pile(change.before, v), _pile(change.after, v), v)
        case c.ValueChange():
            what = v.say(NAMES[change.name]) if change.name in NAMES else change.name.replace("_", " ")
            return _from_to(what, _value(change.name, change.before, v), _value(change.name, change.after, v), v)
    raise KeyError(type(change))


def _from_to(what: str, before: str, after: str, v: Voice) -> str:
    return v.say("{what}: {before} \u2192 {after}", what=what, before=before, after=after)


def _count(value: int | None, v: Voice) -> str:
    return v.say("none") if value is None else str(value)


def _council_words(content: Council | None, v: Voice) -> str:
    if content is None:
        return v.say("none")
    parts = [*map(v.ally_power, content.allies), *([v.tokens(content.tokens)] if content.tokens else [])]
    return ", ".join(parts) or v.say("empty")


def _pile(pile: tuple[Piled, ...] | None, v: Voice) -> str:
    return ", ".join(v.card_value(entry.card) for entry in pile or ()) or v.say("empty")


def _value(name: str, text: str, v: Voice) -> str:
    """A value of the board that stands as text: words, or JSON."""
    match name:
        case "lasting":
            lasting = msgspec.json.decode(text, type=list[Lasting]) if text else []
            parts = (f"{v.card(entry.card)} ({v.house(entry.house)})" for entry in lasting)
            return ", ".join(parts) or v.say("none")
        case "won":
            won = msgspec.json.decode(text, type=Won | None)
            return v.say("none") if won is None else f"{v.house(won.house)} {won.totals.get(won.house, 0)}"
        case "plays":
            counts = msgspec.json.decode(text, type=dict[str, int])
            return ", ".join(f"{v.house(house)} {count}" for house, count in counts.items())
        case "opened":
            opened = msgspec.json.decode(text, type=dict[str, list[int]])
            parts = (f"{v.council(council)} {sum(values)}" for council, values in opened.items())
            return ", ".join(parts) or v.say("none")
        case "ending":
            ended = msgspec.json.decode(text)
            return v.say("none") if ended is None else v.houses(ended["winners"])
        case "season":
            return v.season(text)
        case "phase":
            return v.say(PHASES.get(text, text))
    return ", ".join(_named(entry, name, v) for entry in text.split(", ")) or v.say("none")


def _named(word: str, name: str, v: Voice) -> str:
    if not word or word == "[]":
        return v.say("none")
    if name == "modules":
        return module_name(word, v)
    if word in v.edition.houses:
        return v.house(word)
    if word in v.edition.allies:
        return v.ally_power(word)
    return v.card_value(word) if word in v.edition.influence else word


def headline(records: Iterable[Record] | Parted, v: Voice) -> str:
    """What mattered most among some records, in a few words."""
    events = [event_of(record.event) for record in parted(records).public]
    for event in reversed(events):
        if isinstance(event, e.GameEnded):
            if len(event.winners) > 1:
                return v.say("{houses} share the victory", houses=v.houses(event.winners))
            text = N_("{house} wins the game") if event.winners else N_("The game ends")
            return v.say(text, house=v.houses(event.winners))
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, e.BidWon):
            return _won(event, events[number:], v)
    return _otherwise(events, v)


def _won(won: e.BidWon, after: Sequence[Event], v: Voice) -> str:
    ally = next((event.ally for event in after if isinstance(event, e.AllyClaimed)), "")
    values = {"house": v.house(won.house), "n": won.totals.get(won.house, 0)}
    text = N_("{house} claims {ally} with {n}") if ally else N_("{house} wins the bid with {n}")
    return v.say(text, ally=v.ally_power(ally), **values)


def _otherwise(events: Sequence[Event], v: Voice) -> str:
    """Of records in which no bid is won."""
    for event in reversed(events):
        if isinstance(event, e.AllyRevealed):
            return v.say("{ally} is bid for", ally=v.ally_power(event.ally))
        if isinstance(event, e.CardsKept):
            return v.say("The draft")
    return sentence(events[-1], v).rstrip(".") if events else v.say("Nothing happened")


def changes(before: Board, after: Board, v: Voice) -> list[Changed]:
    """What changed in the councils of each leader, clockwise."""
    found = []
    for house in after.houses:
        parts = []
        for council in own_councils(after, house):
            changed = _council(before.councils.get(council) or Council(), after.councils[council], v)
            if changed:
                parts.append(f"{v.council(council)}: {changed}")
        found.append(Changed(house, "; ".join(parts) or v.say("no change"), not parts))
    return found


def _council(before: Council, after: Council, v: Voice) -> str:
    came = [f"+ {v.ally_power(ally)}" for ally in after.allies if ally not in before.allies]
    went = [f"\u2212 {v.ally_power(ally)}" for ally in before.allies if ally not in after.allies]
    more = after.tokens - before.tokens
    sign = "+" if more > 0 else "\u2212"
    tokens = [f"{sign} {v.tokens(abs(more))}"] if more else []
    return ", ".join([*came, *went, *tokens])


def figures(board: Board, standings: Sequence[Standing], v: Voice) -> Figures:
    """The small council, the other one, and the allies in both."""
    head = (v.say("Small council"), v.say("Other council"), v.say("Allies"))
    return Figures(head, tuple((row.house, (str(row.small), str(row.other), str(row.allies))) for row in standings))


def standing_notes(board: Board, v: Voice) -> list[Block]:
    """What the figures mean, and what lies open beside the table."""
    figures = v.say(
        "The small council is the weaker of a leader's two. Tokens lie face down: each is taken for 2, as they are on "
        "average."
    )
    if board.opened:
        figures = v.say("The small council is the weaker of a leader's two. All tokens are turned up.")
    blocks: list[Block] = [Prose(text=figures)]
    if board.ending is None:
        blocks.append(Prose(text=_table(board, v)))
    return blocks


def _table(board: Board, v: Voice) -> str:
    """Whose turn it is to begin, what lies open, how much is left."""
    parts = [
        v.say("First player: {house}.", house=v.house(board.first)),
        v.say_n("{n} ally lies in the deck.", "{n} allies lie in the deck.", board.allies_left),
    ]
    if board.row:
        parts.append(v.say("Open in the row: {allies}.", allies=v.allies(board.row)))
    if board.dead:
        parts.append(v.say("Dead: {allies}.", allies=v.allies(board.dead)))
    hands = ", ".join(f"{v.house(house)} {count}" for house, count in board.hands.items())
    parts.append(v.say("Cards in hand: {hands}.", hands=hands))
    return " ".join(parts)
