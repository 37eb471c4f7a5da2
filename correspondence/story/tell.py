"""From records to the story: battles in one piece, routine folded together, the reader's own choices beside it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from adjudicator.kernel.event import Decided, Event, Record
from adjudicator.thrones import events as e
from adjudicator.thrones.edition import Edition
from correspondence.story import (  # noqa: F401  (they register their sentences)
    action_tales,
    bank_tales,
    battle_tales,
    edict_tales,
    loyalty_tales,
    siege_tales,
    westeros_tales,
)
from correspondence.story.action_tales import orders_by_house
from correspondence.story.battles import battle_paragraph
from correspondence.story.choices import asides
from correspondence.story.folding import fold_run, foldable
from correspondence.story.paragraph import Aside, Paragraph
from correspondence.story.remembering import once
from correspondence.story.sentences import event_of, sentence
from correspondence.story.voice import Voice
from correspondence.words import Words

HEADINGS = {e.RoundStarted: "round", e.PhaseStarted: "phase"}
# Shuffles and bans stand in the text of the card that was turned up; clearing the board needs no words.
ROUTINE = (e.WesterosReturned, e.WesterosResolved, e.DeckShuffled, e.OrdersBanned, e.OrdersCleared)
QUIET_ENDS = ("spent", "cleared", "conquered", "moved-out")


def _routine(event: Event) -> bool:
    """What a reader of the story does not need: tokens and cards put away, a badge that stays where it is."""
    if isinstance(event, e.OrderRemoved):
        return event.because in QUIET_ENDS
    if isinstance(event, e.BadgeTaken):
        return event.house == event.before
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
    if isinstance(event, (e.OrdersRevealed, e.GameEnded)):
        kind = "orders" if rows else "end"
    elif isinstance(event, e.EdictIssued):
        kind = "edict"
    return Paragraph(
        kind=kind,
        text=sentence(event, v),
        rows=rows,
        houses=_concerned(_subject(event)),
        areas=_places(_subject(event)),
    )


class _Teller:
    """Walks through the records once; `asides` wait for the next paragraph."""

    def __init__(self, voice: Voice) -> None:
        self.v = voice
        self.paragraphs: list[Paragraph] = []
        self.asides: list[Aside] = []

    def _asides(self) -> tuple[Aside, ...]:
        waiting, self.asides = tuple(self.asides), []
        return waiting

    def _add(self, paragraph: Paragraph) -> None:
        if paragraph.kind in HEADINGS.values():
            self._leftover()
        elif paragraph.asides and paragraph.kind != "battle" and self._foreign(paragraph):
            # A choice of nothing leads to no event: it stands before what others did next.
            self.paragraphs.append(Paragraph(kind="yours", asides=paragraph.asides))
            paragraph = structs.replace(paragraph, asides=())
        self.paragraphs.append(paragraph)

    def _foreign(self, paragraph: Paragraph) -> bool:
        return self.v.seat is not None and bool(paragraph.houses) and self.v.seat not in paragraph.houses

    def _leftover(self) -> None:
        if self.asides:
            self.paragraphs.append(Paragraph(kind="yours", asides=self._asides()))

    def _choice(self, event: Decided) -> None:
        if self.v.seat is None or event.seat == self.v.seat:
            self.asides += asides(event, self.v)

    def _battle(self, records: Sequence[Record]) -> int:
        """Tell the battle that starts with the first record; returns how many records it took."""
        started = event_of(records[0])
        if not isinstance(started, e.BattleStarted):
            raise TypeError(f"a battle starts with BattleStarted, not {type(started).__name__}")
        events: list[Event] = []
        taken = 1
        for record in records[1:]:
            event = event_of(record)
            taken += 1
            if isinstance(event, Decided):
                self._choice(event)
                continue
            events.append(event)
            if isinstance(event, e.BattleEnded):
                break
        self._add(
            self._told("battle", [started, *events], records[0], lambda v: battle_paragraph(started, events, (), "", v))
        )
        return taken

    def _run(self, records: Sequence[Record], key: object) -> int:
        """Tell a run of events of one sort as one paragraph; returns how many records it took."""
        events: list[Event] = []
        choices: list[Decided] = []
        taken = 0
        for number, record in enumerate(records, 1):
            event = event_of(record)
            if isinstance(event, Decided):
                choices.append(event)
                continue
            if _routine(event):
                continue
            if foldable(event) != key:
                break
            # Choices belong to what follows them: the last ones only if the run goes on.
            for choice in choices:
                self._choice(choice)
            choices, taken = [], number
            events.append(event)
        self._add(self._told("run", events, records[0], lambda v: fold_run(events, (), "", v)))
        return taken

    def _plain(self, record: Record, event: Event) -> None:
        if _routine(event):
            return
        if type(event) in HEADINGS:
            self._leftover()
        self._add(self._told("plain", [event], record, lambda v: _paragraph(event, v)))

    def _told(
        self, what: str, events: Sequence[Event], record: Record, make: Callable[[Voice], Paragraph]
    ) -> Paragraph:
        """A paragraph of public events, made once for all readers of a language, with this reader's own asides."""
        edition, words = self.v.edition, self.v.words

        def cited() -> Paragraph:
            return structs.replace(make(Voice(edition, words)), citation=self.v.citation(record.rule))

        told = once(what, events, edition.id, words.language, record.rule, make=cited)
        asides = () if told.kind in HEADINGS.values() else self._asides()
        return structs.replace(told, asides=asides) if asides or told.asides else told

    def tell(self, records: Sequence[Record]) -> list[Paragraph]:
        at = 0
        while at < len(records):
            event = event_of(records[at])
            if isinstance(event, Decided):
                self._choice(event)
            elif isinstance(event, e.BattleStarted):
                at += self._battle(records[at:])
                continue
            elif (key := foldable(event)) is not None:
                at += self._run(records[at:], key)
                continue
            else:
                self._plain(records[at], event)
            at += 1
        self._leftover()
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


def tell(records: Iterable[Record], edition: Edition, words: Words, seat: str | None = None) -> list[Paragraph]:
    """The story of some records, in order.

    `seat` is the house whose own choices are told beside what came of them; None tells everybody's that the records
    hold (records for spectators hold none). Records may hold typed events or plain data as read from JSON.
    """
    return _Teller(Voice(edition, words, seat)).tell(list(records))
