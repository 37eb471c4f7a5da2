"""A turn as story and summary: the bid, sums in full, headline, changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from adjudicator.btwixt.rules.scoring import fits
from adjudicator.btwixt.state import (
    Ability,
    AddValue,
    Board,
    Council,
    Edition,
    Lasting,
    Piled,
    Won,
    events as e,
    own_councils,
    position as c,
)
from adjudicator.btwixt.state.events import GiveInfluence, Standing
from adjudicator.engine import Event, Record
from narration.btwixt.questions import asides
from narration.btwixt.sentences import (
    council_sum,
    draft_words,
    level_words,
    override_parts,
    sentence,
    standing_line,
    typed_event,
)
from narration.btwixt.voice import Voice
from narration.memo import cached_by_identity
from narration.paragraph import Changed, Figures, Paragraph, Parted, Row, separate_choices, with_asides
from narration.plain import Block, Prose
from narration.words import N_, Words, capital, word_tables

TABLES = word_tables(__name__)

NAMES = TABLES["names"]
PHASES = TABLES["phases"]


def change_words(change: c.AnyChange, v: Voice) -> str:
    """Describe one difference between two boards: its name, before and after."""
    match change:
        case c.CouncilChange():
            what = v.say("Council {council}", council=v.council(change.council))
            return v.from_to(what, _council_words(change.before, v), _council_words(change.after, v))
        case c.HandChange():
            what = v.say("Cards in the hand of {house}", house=v.house(change.house))
            return v.from_to(what, _count(change.before, v), _count(change.after, v))
        case c.PileChange():
            what = v.say("Bid pile of {house}", house=v.house(change.house))
            return v.from_to(what, _pile(change.before, v), _pile(change.after, v))
        case c.ValueChange():
            what = capital(v.say(NAMES[change.name])) if change.name in NAMES else change.name.replace("_", " ")
            return v.from_to(what, _value(change.name, change.before, v), _value(change.name, change.after, v))
    raise KeyError(type(change))


def _count(value: int | None, v: Voice) -> str:
    return v.say("none") if value is None else str(value)


def _council_words(content: Council | None, v: Voice) -> str:
    if content is None:
        return v.say("none")
    parts = [*map(v.ally_power, content.allies), *([v.tokens(content.tokens)] if content.tokens else [])]
    return ", ".join(parts) or v.say_in("council", "empty")


def _pile(pile: tuple[Piled, ...] | None, v: Voice) -> str:
    return ", ".join(v.card_value(entry.card) for entry in pile or ()) or v.say_in("pile", "empty")


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
    return ", ".join(_display_name(entry, name, v) for entry in text.split(", ")) or v.say("none")


def _display_name(word: str, name: str, v: Voice) -> str:
    """Name what a word of a value means: a module, house, ally or card.
    Other words are returned as they are; `none` stands for an empty one."""
    if not word or word == "[]":
        return v.say("none")
    if name == "modules":
        return v.module_name(word)
    if word in v.edition.houses:
        return v.house(word)
    if word in v.edition.allies:
        return v.ally_power(word)
    return v.card_value(word) if word in v.edition.influence else word


def headline(records: Iterable[Record] | Parted, v: Voice) -> str:
    """What mattered most among some records, in a few words."""
    events = [typed_event(record.event) for record in separate_choices(records).public]
    for event in reversed(events):
        if isinstance(event, e.GameEnded):
            if len(event.winners) > 1:
                return v.say("{houses} share the victory", houses=v.houses(event.winners))
            text = N_("{house} wins the game") if event.winners else N_("The game ends")
            return v.say(text, house=v.houses(event.winners))
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, e.BidWon):
            return _bid_headline(event, events[number:], v)
    # No bid is won.
    for event in reversed(events):
        if isinstance(event, e.AllyRevealed):
            return v.say("Bidding for {ally}", ally=v.ally_power(event.ally))
        if isinstance(event, e.CardsKept):
            return capital(v.say("the draft"))
    return sentence(events[-1], v).rstrip(".") if events else v.say("Nothing happened")


def _bid_headline(won: e.BidWon, after: Sequence[Event], v: Voice) -> str:
    """Say who won a bid, and which ally they claimed in the events `after` it."""
    ally = next((event.ally for event in after if isinstance(event, e.AllyClaimed)), "")
    values = {"house": v.house(won.house), "n": won.totals.get(won.house, 0)}
    text = N_("{house} claims {ally} with {n}") if ally else N_("{house} wins the bid with {n}")
    return v.say(text, ally=v.ally_power(ally), **values)


def changes(before: Board, after: Board, v: Voice) -> list[Changed]:
    """Describe changes in each leader's councils between two boards, clockwise."""
    council_changes = []
    for house in after.houses:
        parts = []
        for council in own_councils(after, house):
            changed = _describe_council_change(before.councils.get(council) or Council(), after.councils[council], v)
            if changed:
                parts.append(f"{v.council(council)}: {changed}")
        council_changes.append(Changed(house, "; ".join(parts) or v.say("no change"), not parts))
    return council_changes


def _describe_council_change(before: Council, after: Council, v: Voice) -> str:
    """List what came to a council and what went, allies and tokens; may be empty."""
    came = [f"+ {v.ally_power(ally)}" for ally in after.allies if ally not in before.allies]
    went = [f"\u2212 {v.ally_power(ally)}" for ally in before.allies if ally not in after.allies]
    more = after.tokens - before.tokens
    sign = "+" if more > 0 else "\u2212"
    tokens = [f"{sign} {v.tokens(abs(more))}"] if more else []
    return ", ".join([*came, *went, *tokens])


def figures(board: Board, standings: Sequence[Standing], v: Voice) -> Figures:
    """The small council, the other one, and the allies in both."""
    head = (v.say("Small council"), v.say("Other council"), capital(v.say("allies")))
    return Figures(head, tuple((row.house, (str(row.small), str(row.other), str(row.allies))) for row in standings))


def standing_notes(board: Board, v: Voice) -> list[Block]:
    """What the figures mean, and what lies open beside the table."""
    figures = v.say(
        "A leader's small council is the weaker of their two. Each face-down token counts as 2, the average."
    )
    if board.opened:
        figures = v.say("A leader's small council is the weaker of their two. All tokens are revealed.")
    blocks: list[Block] = [Prose(text=figures)]
    if board.ending is None:
        blocks.append(Prose(text=_table(board, v)))
    return blocks


def _table(board: Board, v: Voice) -> str:
    """Whose turn it is to begin, what lies open, how much is left."""
    parts = [
        v.say("First player: {house}.", house=v.house(board.first)),
        v.say_n("{n} ally is left in the deck.", "{n} allies are left in the deck.", board.allies_left),
    ]
    if board.row:
        parts.append(v.say("In the row: {allies}.", allies=v.allies(board.row)))
    if board.dead:
        parts.append(v.say("Dead: {allies}.", allies=v.allies(board.dead)))
    hands = ", ".join(f"{v.house(house)} {count}" for house, count in board.hands.items())
    parts.append(v.say("Cards in hand: {hands}.", hands=hands))
    return " ".join(parts)


# What an ability adds: the card whose it is, and how much; None for what is counted on the board.
Added = tuple[str, int | None]


class Bid:
    """Bid piles, kneeling leaders and allies in effect, as events tell.

    `known`: the round's beginning was among the events, so that nothing is missing.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.known = False
        self.piles: dict[str, list[Piled]] = {}
        self.kneeling: list[str] = []
        self.active: list[str] = []
        self.current = ""

    def follow(self, event: Event) -> None:
        """What an event changes."""
        match event:
            case e.RoundBegan() | e.RoundEnded():
                self.known = isinstance(event, e.RoundBegan)
                self.piles, self.kneeling, self.active, self.current = {}, [], [], ""
            case e.AllyRevealed(ally=ally):
                self.current = ally
                if any(item.when == "during-round" for item in self.edition.allies[ally].abilities):
                    self.active.append(ally)
            case e.AllyKilled(council="") | e.AllyLeft():
                self.active = [item for item in self.active if item != self.current]
            case e.CardPlayed(house=house, card=card, number=number):
                self._pile(house).append(Piled(number, card, house))
            case e.CardMoved(number=number, of=of, to=to):
                self._pile(to).extend(self._take_card(of, number))
            case e.CardReturned(number=number, of=of) | e.CardDiscarded(number=number, of=of):
                self._take_card(of, number)
            case e.Knelt(house=house):
                self.kneeling.append(house)
            case e.Stood(house=house):
                self.kneeling = [item for item in self.kneeling if item != house]
            case e.OverrideIssued(override=GiveInfluence()):
                self.known = False

    def _pile(self, house: str) -> list[Piled]:
        return self.piles.setdefault(house, [])

    def _take_card(self, house: str, number: int) -> list[Piled]:
        """A card leaves a pile; none if it lay elsewhere."""
        pile = self._pile(house)
        cards = [card for card in pile if card.number == number]
        pile[:] = [card for card in pile if card.number != number]
        return cards

    def added(self, card: Piled, over: bool) -> list[Added]:
        """Return what abilities add to a card. `over`: all kneel, so the last is known."""
        additions: list[Added] = []
        for ally in self.active:
            for ability in self.edition.allies[ally].abilities:
                if ability.when == "during-round":
                    additions += self._adds(ability, ally, None, "", card, over)
        for house, pile in self.piles.items():
            for source_card in pile:
                for ability in self.edition.influence[source_card.card].abilities:
                    if ability.when == "in-pile":
                        additions += self._adds(ability, source_card.card, source_card, house, card, over)
        return additions

    def _adds(
        self, ability: Ability, source: str, acting: Piled | None, house: str, card: Piled, over: bool
    ) -> Iterator[Added]:
        """What one ability adds to a card."""
        if ability.conditions and not (over and self.kneeling[-1:] == [house]):
            return
        itself = acting is not None and acting.number == card.number
        for op in ability.do:
            if not isinstance(op, AddValue):
                continue
            if op.cards == "this":
                concerned = itself
            else:
                mine = op.cards.of is None or card in self.piles.get(house, ())
                concerned = mine and fits(op.cards, self.edition, card.card) and not (op.cards.not_this and itself)
            if concerned:
                yield source, op.amount if isinstance(op.amount, int) else None

    def sums(self, house: str, over: bool = False) -> list[tuple[Piled, list[Added]]]:
        """A leader's cards as they lie, each with what is added to it."""
        return [(card, self.added(card, over)) for card in self.piles.get(house, ())]

    def total(self, house: str) -> int | None:
        """Return a leader's total so far; None if it depends on cards on the board."""
        if not self.known:
            return None
        cards = self.sums(house)
        if any(amount is None for _, added in cards for _, amount in added):
            return None
        return sum(self.card_value(card, added) for card, added in cards)

    def card_value(self, card: Piled, added: list[Added]) -> int:
        """What a card counts, but for what is counted on the board."""
        return max(self.edition.influence[card.card].value + sum(amount or 0 for _, amount in added), 0)


class _Passage:
    """Public records told by one paragraph: those before number `end` of all."""

    def __init__(self, event: Event, end: int) -> None:
        self.events, self.end = [event], end
        # Cards that this paragraph is about: what they do is told in it.
        self.sources = {getattr(event, name, "") for name in ("source", "card", "ally")} - {""}

    def takes(self, event: Event) -> bool:
        """Whether an event is what came of this one."""
        first = self.events[0]
        if isinstance(first, e.CardsKept):
            return isinstance(event, e.CardsKept)
        if isinstance(first, e.AllyRevealed) or isinstance(event, (e.CardPlayed, e.OverrideIssued)):
            return False
        source = getattr(event, "source", "")
        return isinstance(source, str) and source in self.sources

    def add(self, event: Event, end: int) -> None:
        """Add one more event; `end` is the number behind its record."""
        self.events.append(event)
        self.end = end
        if isinstance(event, (e.AllyJoined, e.AllyRevealed)):
            self.sources.add(event.ally)


def _passages(records: Sequence[Record]) -> list[_Passage]:
    """Group public records into passages: an event and what came of it.
    Shuffles of the supply, or where a season begins, are left out."""
    passages: list[_Passage] = []
    before: Event | None = None
    for number, record in enumerate(records):
        event = typed_event(record.event)
        if isinstance(event, e.CardsShuffled) and (event.what == "supply" or isinstance(before, e.SeasonBegan)):
            # Where a season begins, that says it.
            continue
        if passages and passages[-1].takes(event):
            passages[-1].add(event, number + 1)
        else:
            passages.append(_Passage(event, number + 1))
        before = event
    return passages


def _houses_concerned(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the houses that events name, each once, in their order."""
    names: list[str] = []
    for event in events:
        names += [getattr(event, name, "") for name in ("house", "of", "to", "first")]
        names += list(getattr(event, "winners", ()))
        if isinstance(event, e.OverrideIssued):
            names.append(getattr(event.override, "house", ""))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name and "-" not in name))


class _Teller:
    """Walks through public records once; nothing here is any reader's own choice."""

    def __init__(self, edition: Edition, words: Words, seat: str | None) -> None:
        self.v = Voice(edition, words, seat)
        self.bid = Bid(edition)

    def paragraph(self, events: list[Event]) -> Paragraph:
        """What a passage of events comes to."""
        first = events[0]
        totals = dict(self._totals())
        rows: tuple[Row, ...] = ()
        for event in events:
            if isinstance(event, e.BidWon):
                rows = tuple(self._bid_rows(event))
            self.bid.follow(event)
        text = " ".join(self._sentences(events))
        if isinstance(first, e.CardPlayed):
            text = f"{text} {self._changed_totals(totals, first)}".rstrip()
        kinds = {e.RoundBegan: "round", e.GameEnded: "end", e.OverrideIssued: "edict"}
        return Paragraph(
            kind=kinds.get(type(first), "event"),
            text=text,
            parts=override_parts(first, self.v) if isinstance(first, e.OverrideIssued) else (),
            rows=rows or tuple(self._rows(first)),
            houses=_houses_concerned(events),
        )

    def _sentences(self, events: list[Event]) -> Iterator[str]:
        """Yield a sentence for each event of a passage; one for all cards of a draft."""
        if isinstance(events[0], e.CardsKept):
            yield draft_words([event for event in events if isinstance(event, e.CardsKept)], self.v)
            return
        shown = ""
        if isinstance(events[0], (e.CardPlayed, e.AllyClaimed)):
            shown = getattr(events[0], "card", "") or getattr(events[0], "ally", "")
        begun = shown
        for event in events:
            if isinstance(event, e.BidWon) and self.bid.known:
                yield self._won(event)
            else:
                yield sentence(event, self.v, shown)
            shown = getattr(event, "source", "") or begun

    def _won(self, event: e.BidWon) -> str:
        """Who won, where the totals stand in a table."""
        names = {"house": self.v.house(event.house), "n": event.totals[event.house]}
        text = self.v.say("{house} wins the bid with a total influence of {n}.", **names)
        return f"{text} {level_words(event, self.v)}".rstrip()

    def _totals(self) -> Iterator[tuple[str, int]]:
        for house in self.bid.piles:
            if (total := self.bid.total(house)) is not None:
                yield house, total

    def _changed_totals(self, before: dict[str, int], played: e.CardPlayed) -> str:
        """Say which totals a played card changed, its player's first; empty if none.
        Empty also for a first card that only counts its own value."""
        now = dict(self._totals())
        changed = {house: total for house, total in now.items() if before.get(house, 0) != total}
        if len(self.bid.piles.get(played.house, ())) == 1 and set(changed) <= {played.house}:
            card = self.v.edition.influence[played.card]
            if changed.get(played.house) == card.value:
                return ""
        order = sorted(changed, key=lambda house: house != played.house)
        totals = ", ".join(f"{self.v.house(house)} {changed[house]}" for house in order)
        return self.v.say("Total influence: {totals}.", totals=totals) if totals else ""

    def _bid_rows(self, event: e.BidWon) -> Iterator[Row]:
        """Each leader's cards and what they are worth."""
        if not self.bid.known:
            return
        for house, total in event.totals.items():
            cards = self.bid.sums(house, over=True)
            worth = sum(self.bid.card_value(card, added) for card, added in cards)
            card_list = ", ".join(self._card(card.card, added, total - worth) for card, added in cards)
            yield Row(self.v.house(house), card_list or self.v.say("no cards"), str(total))

    def _card(self, card: str, added: list[Added], rest: int) -> str:
        """Write `Skirmish 5 (+1 Victarion Greyjoy)`; `rest` is what the board adds."""
        v = self.v
        signs = [f"{v.sign(amount)} {v.source(source)}" for source, amount in added if amount]
        if rest and any(amount is None for _, amount in added):
            signs.append(v.say("{sign} by its own text", sign=v.sign(rest)))
        printed = f"{v.card(card)} {v.edition.influence[card].value}"
        return f"{printed} ({', '.join(signs)})" if signs else printed

    def _rows(self, event: Event) -> Iterator[Row]:
        """Yield table rows for a scoring or the final standings, else nothing."""
        if isinstance(event, e.Scored):
            for score in event.councils:
                yield Row(self.v.council(score.council), council_sum(score, self.v), str(score.power))
        if isinstance(event, e.GameEnded):
            for row in event.standings:
                yield Row(self.v.house(row.house), standing_line(row, self.v))


def tell(
    records: Iterable[Record] | Parted, edition: Edition, words: Words, seat: str | None = None
) -> list[Paragraph]:
    """The story of some records, in order.

    `seat` is the leader whose own choices are told beside what came of them; None tells everybody's that the records
    hold. Records may hold typed events or plain data as read from JSON.
    """
    public, choices = separate_choices(records)
    own = [choice for choice in choices if seat is None or choice[1].seat == seat]

    def made() -> tuple[tuple[int, Paragraph], ...]:
        teller = _Teller(edition, words, seat)
        return tuple((passage.end, teller.paragraph(passage.events)) for passage in _passages(public))

    paragraphs = cached_by_identity("btwixt", public, edition.id, words.language, seat or "", make=made)
    v = Voice(edition, words, seat)
    return list(with_asides(paragraphs, own, lambda choice: asides(choice, v), seat))
