"""A call in brief: its headline, what changed in each leader's councils, and where everyone stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.events import Standing
from adjudicator.btwixt.state.position import Board, Council, own_councils
from adjudicator.engine.journal import Event, Record
from narration.btwixt.sentences import event_of, sentence
from narration.btwixt.voice import Voice
from narration.paragraph import Changed, Figures, Parted, parted
from narration.plain import Block, Prose
from narration.words import N_

WON_ALLY = N_("{house} claims {ally} with {n}")
WON = N_("{house} wins the bid with {n}")
ENDED, SHARED, AS_IT_STANDS = N_("{house} wins the game"), N_("{houses} share the victory"), N_("The game ends")
DRAFTED, BIDDING = N_("The draft"), N_("{ally} is bid for")
GUESSED = N_(
    "The small council is the weaker of a leader's two. Tokens lie face down: each is taken for 2, as they are on "
    "average."
)
OPEN = N_("The small council is the weaker of a leader's two. All tokens are turned up.")


def headline(records: Iterable[Record] | Parted, v: Voice) -> str:
    """What mattered most among some records, in a few words."""
    events = [event_of(record.event) for record in parted(records).public]
    for event in reversed(events):
        if isinstance(event, e.GameEnded):
            if len(event.winners) > 1:
                return v.say(SHARED, houses=v.houses(event.winners))
            return v.say(ENDED, house=v.houses(event.winners)) if event.winners else v.say(AS_IT_STANDS)
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, e.BidWon):
            return _won(event, events[number:], v)
    return _otherwise(events, v)


def _won(won: e.BidWon, after: Sequence[Event], v: Voice) -> str:
    ally = next((event.ally for event in after if isinstance(event, e.AllyClaimed)), "")
    values = {"house": v.house(won.house), "n": won.totals.get(won.house, 0)}
    return v.say(WON_ALLY, ally=v.ally_power(ally), **values) if ally else v.say(WON, **values)


def _otherwise(events: Sequence[Event], v: Voice) -> str:
    """Of records in which no bid is won."""
    for event in reversed(events):
        if isinstance(event, e.AllyRevealed):
            return v.say(BIDDING, ally=v.ally_power(event.ally))
        if isinstance(event, e.CardsKept):
            return v.say(DRAFTED)
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
    blocks: list[Block] = [Prose(text=v.say(OPEN) if board.opened else v.say(GUESSED))]
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
