"""From records to the story: battles in one piece, routine folded together, the reader's own choices beside it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from sys import maxsize

from msgspec import structs

from adjudicator.engine.event import Decided, Event, Record
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.edition import Edition
from narration.memo import of_the_same, once
from narration.paragraph import Aside, Paragraph
from narration.records import Parted, parted
from narration.thrones.battles import battle_paragraph
from narration.thrones.choices import asides
from narration.thrones.folding import fold_run, foldable
from narration.thrones.round_sentences import orders_by_house
from narration.thrones.sentences import edict_parts, event_of, sentence
from narration.thrones.storm_sentences import tactics_rows
from narration.thrones.voice import Voice
from narration.words import Words

HEADINGS = {e.RoundStarted: "round", e.PhaseStarted: "phase"}
# Shuffles and bans stand in the text of the card that was turned up; clearing the board needs no words.
ROUTINE = (e.WesterosReturned, e.WesterosResolved, e.DeckShuffled, e.OrdersBanned, e.OrdersCleared, e.CardSpent)
QUIET_ENDS = ("spent", "cleared", "conquered", "moved-out")


def _routine(event: Event) -> bool:
    """What a reader of the story does not need: tokens and cards put away, a badge that stays where it is."""
    if isinstance(event, e.OrderRemoved):
        return event.because in QUIET_ENDS
    if isinstance(event, e.BadgeTaken):
        return event.house == event.before
    if isinstance(event, e.LeaderTurned):
        return not event.active
    return isinstance(event, ROUTINE)


def _subject(event: Event) -> object:
    """What an event is about: an edict's own words say where and whom it concerns."""
    return event.edict if isinstance(event, e.EdictIssued) else event


def _places(event: object) -> tuple[str, ...]:
    found = (getattr(event, name, "") for name in ("area", "at", "origin", "to", "target"))
    return tuple(dict.fromkeys(place for place in found if place))


def _concerned(event: object) -> tuple[str, ...]:
    names = [getattr(event, name, "") for name in ("house", "victim", "by", "before", "singled_out")]
    names += list(getattr(event, "winners", ()))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def _paragraph(event: Event, v: Voice) -> Paragraph:
    """An event that stands alone."""
    kind = HEADINGS.get(type(event), "event")
    rows = tuple(orders_by_house(event.orders, v)) if isinstance(event, e.OrdersRevealed) else ()
    rows = tuple(tactics_rows(event, v)) if isinstance(event, e.TacticsRevealed) else rows
    if isinstance(event, (e.OrdersRevealed, e.GameEnded)):
        kind = "orders" if rows else "end"
    elif isinstance(event, e.EdictIssued):
        kind = "edict"
    return Paragraph(
        kind=kind,
        text=sentence(event, v),
        parts=edict_parts(event, v) if isinstance(event, e.EdictIssued) else (),
        rows=rows,
        houses=_concerned(_subject(event)),
        areas=_places(_subject(event)),
    )


@dataclass(frozen=True)
class _Stretch:
    """Public records that one paragraph tells, by their numbers among all public ones: from `first`, before `end`."""

    first: int
    end: int
    paragraph: Paragraph


class _Teller:
    """Walks through public records once; nothing here is any reader's own."""

    def __init__(self, edition: Edition, words: Words) -> None:
        self.v = Voice(edition, words)

    def _battle(self, records: Sequence[Record], at: int) -> _Stretch:
        """The battle that starts with a record, until it ends."""
        events: list[Event] = [event_of(records[at])]
        end = at + 1
        while end < len(records) and not isinstance(events[-1], e.BattleEnded):
            events.append(event_of(records[end]))
            end += 1
        started = events[0]
        if not isinstance(started, e.BattleStarted):
            raise TypeError(f"a battle starts with BattleStarted, not {type(started).__name__}")
        told = self._told("battle", events, records[at], lambda v: battle_paragraph(started, events[1:], (), "", v))
        # Choices that come after the last record of a battle without an end belong to it.
        return _Stretch(at, end if isinstance(events[-1], e.BattleEnded) else end + 1, told)

    def _run(self, records: Sequence[Record], at: int, key: object) -> _Stretch:
        """A run of events of one sort; what is routine between them goes along."""
        events: list[Event] = []
        end = at
        for number in range(at, len(records)):
            event = event_of(records[number])
            if _routine(event):
                continue
            if foldable(event) != key:
                break
            events.append(event)
            end = number + 1
        return _Stretch(at, end, self._told("run", events, records[at], lambda v: fold_run(events, (), "", v)))

    def _told(
        self, what: str, events: Sequence[Event], record: Record, make: Callable[[Voice], Paragraph]
    ) -> Paragraph:
        """A paragraph, made once for all readers of a language."""
        edition, words = self.v.edition, self.v.words

        def cited() -> Paragraph:
            return structs.replace(make(self.v), citation=self.v.citation(record.rule))

        return once(what, events, edition.id, words.language, record.rule, make=cited)

    def stretches(self, records: Sequence[Record]) -> Iterator[_Stretch]:
        """All that is told of these records, in order."""
        at = 0
        while at < len(records):
            event = event_of(records[at])
            if isinstance(event, e.BattleStarted):
                found = self._battle(records, at)
            elif (key := foldable(event)) is not None:
                found = self._run(records, at, key)
            elif _routine(event):
                at += 1
                continue
            else:
                found = _Stretch(at, at + 1, self._told("plain", [event], records[at], partial(_paragraph, event)))
            yield found
            at = max(at + 1, min(found.end, len(records)))


class _Reader:
    """Puts a reader's own choices beside what came of them; `choices` wait, each after so many public records."""

    def __init__(self, voice: Voice, choices: Sequence[tuple[int, Decided]]) -> None:
        self.v, self.choices, self.next = voice, choices, 0
        self.paragraphs: list[Paragraph] = []

    def _asides(self, end: int) -> tuple[Aside, ...]:
        """Those that wait and were made before `end` public records."""
        found: list[Aside] = []
        while self.next < len(self.choices) and self.choices[self.next][0] < end:
            found += asides(self.choices[self.next][1], self.v)
            self.next += 1
        return tuple(found)

    def _yours(self, own: tuple[Aside, ...]) -> None:
        if own:
            self.paragraphs.append(Paragraph(kind="yours", asides=own))

    def _foreign(self, paragraph: Paragraph) -> bool:
        return self.v.seat is not None and bool(paragraph.houses) and self.v.seat not in paragraph.houses

    def read(self, stretches: Iterable[_Stretch]) -> list[Paragraph]:
        """The story with this reader's asides."""
        for stretch in stretches:
            paragraph, own = stretch.paragraph, self._asides(stretch.end)
            if own and (paragraph.kind in HEADINGS.values() or paragraph.kind != "battle" and self._foreign(paragraph)):
                # A choice of nothing leads to no event: it stands before what others did next.
                self._yours(own)
            elif own:
                paragraph = structs.replace(paragraph, asides=own)
            self.paragraphs.append(paragraph)
        self._yours(self._asides(maxsize))
        return _without_empty_headings(self.paragraphs)


def _without_empty_headings(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Phases in which nothing happened are left out."""
    kept: list[Paragraph] = []
    for n, paragraph in enumerate(paragraphs):
        following = paragraphs[n + 1].kind if n + 1 < len(paragraphs) else "round"
        if paragraph.kind == "phase" and following in HEADINGS.values():
            continue
        kept.append(paragraph)
    return kept


def tell(
    records: Iterable[Record] | Parted, edition: Edition, words: Words, seat: str | None = None
) -> list[Paragraph]:
    """The story of some records, in order.

    `seat` is the house whose own choices are told beside what came of them; None tells everybody's that the records
    hold (records for spectators hold none). Records may hold typed events or plain data as read from JSON.
    """
    public, choices = parted(records)
    own = [choice for choice in choices if seat is None or choice[1].seat == seat]
    told = of_the_same(
        "story", public, edition.id, words.language, make=lambda: tuple(_Teller(edition, words).stretches(public))
    )
    return _Reader(Voice(edition, words, seat), own).read(told)
