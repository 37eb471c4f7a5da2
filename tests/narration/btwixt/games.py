"""Whole games of B'Twixt by random players, with every question that was asked, and one of each kind of event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.rules.legality import legal_answers
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.position import Board, Position
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.overrides import EndGame, Reseed, RolledBack, Ruling
from adjudicator.engine.step import Record, advance

GAMES: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (3, "a", ("advanced",)),
    (4, "b", ("draft", "advanced", "revealed-allies")),
    (5, "c", ("draft-of-kings",)),
    (6, "d", ("short-game", "advanced")),
)
LANGUAGES = ("en", "it", "es")


class Played(NamedTuple):
    """A game that is over: its records, the position at the end, and every question with the board it was asked on."""

    records: tuple[Record, ...]
    position: Position
    asked: tuple[tuple[Decision, Board], ...]


@cache
def played(players: int, seed: str, modules: tuple[str, ...]) -> Played:
    """A game that random players play to its end."""
    picker, asked = Picker("words", seed), []
    decode, encode = msgspec.json.Decoder(Board).decode, msgspec.json.Encoder().encode

    def oracle(position: Position, decision: Decision) -> SourcedAnswer:
        asked.append((decision, decode(encode(position.board))))
        return SourcedAnswer(legal_answers(position, decision).sample(picker), Source("player"))

    outcome = advance(StepRules(HOUSE), set_up(HOUSE, players, seed, modules, (), 0), oracle)
    return Played(tuple(outcome.records), outcome.position, tuple(asked))


def seen(records: Sequence[Record], seat: str | None) -> tuple[Record, ...]:
    """The records as a seat may see them."""
    pairs = ((record, visibility.visible_event(record.event, seat)) for record in records)
    return tuple(msgspec.structs.replace(record, event=event) for record, event in pairs if event is not None)


def overrides() -> Iterator[e.OverrideIssued]:
    """One override of each kind."""
    given: list[Any] = [
        e.PlaceAlly(ally="shae", council="cersei-euron"),
        e.PlaceAlly(ally="shae"),
        e.SetTokens(council="cersei-euron", tokens=1),
        e.SetTokens(council="cersei-euron", tokens=3),
        e.GiveInfluence(house="cersei", card="feint"),
        e.SetFirstPlayer(house="euron"),
        Ruling(text="So be it."),
        Reseed(commitment="abc"),
        RolledBack(decision="d1", round=2, number=4, chance="keep"),
        RolledBack(decision="d1", round=2, number=4, chance="reseed"),
        EndGame(winners=("cersei",)),
        EndGame(),
    ]
    for override in given:
        yield e.OverrideIssued(override=override, reason="Because.", by="master")


RARE: tuple[Any, ...] = (
    e.SeasonBegan(season="winter", added=3, events=("winter-winds", "green-flames", "great-tourney")),
    e.SeasonBegan(season="autumn", added=1),
    e.CardsShuffled(what="supply", purpose="supply/1"),
    e.CardsShuffled(what="deck", purpose="deck/1"),
    e.NoAlly(),
    e.AllyLeft(source="open-the-gate", ally="shae", tokens=2),
    e.PlaysEnded(house="cersei", count=2),
    e.NothingClaimed(house="cersei"),
    e.HandSeen(source="plain-dealing", house="eddard", by=("cersei", "euron"), cards=("feint",)),
    e.HandSeen(source="plain-dealing", house="eddard", by=("cersei",)),
    e.TokensSeen(source="varys", house="cersei", council="cersei-euron", count=2, values=(1, 3)),
    e.TokenGained(house="cersei", council="cersei-euron", value=2),
    e.TokenReturned(source="robert-baratheon", of="cersei-euron"),
    e.RowLaid(allies=("shae",)),
    e.VoteCast(source="imps-bargain", house="tyrion", council="cersei-euron"),
    e.Stood(house="cersei", source="new-choosing"),
    e.TokenLaid(source="little-birds", value=3),
    e.TokenMoved(source="reaving", of="cersei-euron", to="euron-jon"),
    e.AllyMoved(source="shae", ally="bronn", of="cersei-euron", to="euron-jon"),
    e.AllyJoined(source="last-kiss", house="cersei", ally="shae", council="cersei-euron", dead=True),
    e.AllyJoined(source="matchmaker", house="cersei", ally="shae", council="cersei-euron", dead=False),
    e.AllyKilled(source="shadow-assassin", ally="shae", tokens=1),
    e.CardReturned(source="samwell-tarly", card="feint", number=0, of="", to="cersei"),
    e.CardReturned(source="sharp-thorns", card="feint", number=3, of="jon", to="cersei"),
    e.CardDiscarded(source="hellhorn", card="longclaw", number=0, of="jon"),
    e.CardGiven(source="crows-eye", house="jon", to="euron", card="feint"),
    e.AlliesArranged(
        source="bran-stark",
        house="jon",
        count=3,
        under=1,
        top=("shae", "varys"),
        bottom=("hodor",),
        row=True,
        row_top="shae",
    ),
    e.BidWon(house="cersei", totals={"cersei": 5, "euron": 5, "jon": 5}, tied=("euron", "jon")),
    e.RewardChanged(source="royal-host", amount=-1),
    e.RewardChanged(source="great-tourney", amount=1),
    e.GameEnded(winners=("cersei", "euron"), reason="small-council"),
    e.GameEnded(winners=(), reason="edict"),
    *(
        e.Forbidden(source="the-silence", house="euron", rule=rule)  # type: ignore[arg-type]
        for rule in ("immovable", "pile-locked", "untargetable", "piles-closed", "max-cards", "protected")
    ),
    e.Forbidden(source="watch-on-the-wall", house="jon", rule="current-protected"),
    *overrides(),
)
# The draft is a word, too.
_KNOWN = {*HOUSE.houses, *HOUSE.allies, *HOUSE.influence, *HOUSE.modules} - {"draft"}
_WORD = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


def faults(text: str) -> list[str]:
    """What no reader should find in a text: ids, places that nobody filled, values of the program."""
    found = [word for word in _WORD.findall(text) if word in _KNOWN or _council(word)]
    found += [sign for sign in ("{", "}", "None", "()", "[]", "  ", "..") if sign in text]
    return found if text.strip() else ["nothing"]


def _council(word: str) -> bool:
    first, between, second = word.partition("-")
    return bool(between) and first in HOUSE.houses and second in HOUSE.houses
