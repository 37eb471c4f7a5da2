"""The bot's sheets; what-ifs: redraw what a leader cannot see, guess sheets.

From the true position only countable facts are read: how many cards a hand, a deck or a packet has, and which cards are
nowhere in sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from adjudicator.btwixt.bot.bidding import Outlook
from adjudicator.btwixt.bot.player import hand_card_value
from adjudicator.btwixt.rules.scoring import fits
from adjudicator.btwixt.rules.seasons import edition_of, influence_deck
from adjudicator.btwixt.rules.selecting import extreme_cards, loose_cards
from adjudicator.btwixt.sheets.choices import BidRule, RankRule
from adjudicator.btwixt.sheets.conditions.tree import Compare, LeaderNumber
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, BotRule, Sheet, read_sheet
from adjudicator.btwixt.state import (
    ADVANCED,
    DRAFT_OF_KINGS,
    Edition,
    Hidden,
    PickCard,
    Position,
    View,
    decisions as d,
    events as e,
)
from adjudicator.btwixt.state.decisions import CardChoice
from adjudicator.engine import (
    BEST,
    Decision,
    Draw,
    Event,
    FrozenStruct,
    Reseed,
    Suggestion,
    assumed_fields,
    assumed_sheet,
    fill_places,
    shuffle,
)
from adjudicator.engine.sheet import MAX_LISTED

# As many cards as a rule may name.
MAX_RANKED = 60
# As many cards of a draft are suggested to a person.
MAX_SUGGESTED = 6


def write_sheet(view: View, draw: Draw = BEST) -> Sheet:
    """Write a sheet for the open turn; empty for spectators and finished games."""
    if view.seat is None or view.board.ending is not None:
        return EMPTY_SHEET
    keep = (_keep(Outlook(view, view.seat, draw)),) if view.board.phase == "draft" else ()
    return Sheet(keep=keep, steward=(BotRule(),))


def complete_sheet(view: View, sheet: Sheet, draw: Draw = BEST) -> Sheet:
    """Complete a sheet: draft picks as the bot would, all else left to the bot."""
    written = write_sheet(view, draw)
    left = sheet.steward if BotRule() in sheet.steward else (*sheet.steward, *written.steward)
    return replace(sheet, keep=sheet.keep or written.keep, steward=left)


def suggest(view: View, sheet: Sheet) -> tuple[Sheet, tuple[Suggestion, ...]]:
    """Return a sheet completed as `complete_sheet` does, with what was added.
    Of a draft only the best few cards are named."""
    full_sheet = complete_sheet(view, sheet)
    suggestions = []
    if full_sheet.keep != sheet.keep:
        (rule,) = full_sheet.keep
        full_sheet = replace(full_sheet, keep=(RankRule(first=rule.first[:MAX_SUGGESTED]),))
        suggestions.append(Suggestion(("keep",), "draft"))
    if full_sheet.steward != sheet.steward:
        suggestions.append(Suggestion(("steward",), "rest"))
    return full_sheet, tuple(suggestions)


def _keep(outlook: Outlook) -> RankRule:
    """All cards that may come by, the best first."""
    deck = {*influence_deck(outlook.edition.cards, outlook.board.modules)}
    events = ADVANCED in outlook.board.modules
    entries = outlook.edition.influence.values()
    cards = [entry.id for entry in entries if entry.id in deck or (events and entry.group == "event")]
    return RankRule(first=tuple(sorted(cards, key=lambda card: (-hand_card_value(outlook, card), card))[:MAX_RANKED]))


MAX_TOTAL = 999


class Assumed(FrozenStruct, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """An assumption on a leader: a `sheet`, or first cards and a total to kneel at."""

    play: tuple[str, ...] = ()
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MAX_TOTAL)] | None = None
    sheet: Sheet | None = None


NOTHING = Assumed()


def guess_sheet(view: View, assumed: Assumed = NOTHING, draw: Draw = BEST) -> Sheet:
    """Return the programme assumed for the view's seat, or the bot's where none is."""
    if assumed.sheet is not None:
        return assumed.sheet
    guessed = write_sheet(view, draw)
    first: tuple[BidRule, ...] = ()
    if assumed.up_to is not None:
        enough = Compare(LeaderNumber("total"), ">=", assumed.up_to)
        first = (BidRule(when=enough, kneel=True),)
    if assumed.play:
        first = (*first, BidRule(play=assumed.play))
    return replace(guessed, bid=(*first, *guessed.bid))


Name = Annotated[str, msgspec.Meta(max_length=200)]


class _Raw(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    play: Annotated[tuple[Name, ...], msgspec.Meta(max_length=MAX_LISTED)] = ()
    up_to: Annotated[int, msgspec.Meta(ge=0, le=MAX_TOTAL)] | None = None
    sheet: msgspec.Raw = msgspec.Raw(b"null")


_decoder = msgspec.json.Decoder(_Raw)


def read_assumed(data: bytes, edition: Edition | None, modules: Collection[str]) -> Assumed:
    """Read what is assumed of a leader; an edition allows text for conditions.

    Raises Unreadable: `bad-what-if`, or any error of reading a sheet, with the place (`sheet.bid[0]`).
    """
    raw = assumed_fields(_decoder, data)
    sheet = assumed_sheet(raw.sheet, lambda whole: read_sheet(whole, edition, modules))
    return Assumed(raw.play, raw.up_to, sheet)


class Memory:
    """Known cards in others' hands, known allies on top of and under the deck."""

    def __init__(self, seat: str, events: Iterable[Event]) -> None:
        self.seat = seat
        self.hands: dict[str, Counter[str]] = {}
        self.top: list[str | None] = []
        self.bottom: list[str | None] = []
        for event in events:
            self._hand(event)
            self._deck(event)

    def _holds(self, house: str, card: str) -> None:
        if card:
            self.hands.setdefault(house, Counter())[card] += 1

    def _loses(self, house: str, card: str) -> None:
        """Remove a card from a hand; if unknown, it may be any remembered card."""
        if not card:
            self.hands.pop(house, None)
        elif self.hands.get(house, Counter())[card]:
            self.hands[house][card] -= 1

    def _hand(self, event: Event) -> None:
        """Update the known cards in others' hands by one event."""
        match event:
            case e.CardReturned(to=to, card=card):
                self._holds(to, card)
            case e.CardGiven(house=house, to=to, card=card):
                self._loses(house, card)
                self._holds(to, card)
            case e.HandSeen(house=house, cards=cards) if cards:
                self.hands[house] = Counter(cards)
            case e.CardPlayed(house=house, card=card):
                self._loses(house, card)
            case e.CardDiscarded(of=house, card=card, number=0):
                self._loses(house, card)
            case e.SeasonBegan():
                self.hands.clear()
            case e.OverrideIssued():
                self.hands.clear()

    def _deck(self, event: Event) -> None:
        """Update the known allies on top of and under the deck by one event."""
        match event:
            case e.AlliesArranged(count=count, row=row, under=under):
                del self.top[: count - row]
                top_allies = list(event.top[row:]) if event.top else [None] * (count - row - under)
                if any(self.top) or any(top_allies):
                    self.top = [*top_allies, *self.top]
                self.bottom += event.bottom or [None] * under
            case e.AllyRevealed(ally=ally) | e.AllyJoined(ally=ally, dead=False):
                # In a game with a row it did not come from the deck, and is no surprise.
                if self.top and self.top[0] in (None, ally):
                    self.top.pop(0)
            case e.RowLaid(allies=allies):
                del self.top[: len(allies)]
            case e.AllyLeft(ally=ally):
                self.bottom.append(ally)
            case e.OverrideIssued(override=Reseed()):
                self.top, self.bottom = [], []


def redraw_hidden_state(position: Position, memory: Memory, waiting: Sequence[Decision], seed: str) -> Hidden:
    """Draw the hidden state anew for the leader of a memory; chance is from `seed`.

    `waiting` are the open questions. The leader's own may show cards and allies; of others' only a revealed ally, and
    from whose hand a card chooses, are read.
    """
    seat, hidden = memory.seat, position.hidden
    mine = [decision for decision in waiting if decision.seat == seat]
    others = [decision for decision in waiting if decision.seat != seat]
    cards = _Cards(position, memory, (_hands_shown(position, seat, mine), _hand_questions(seat, others)), seed)
    supply, on_current, tokens = _tokens(position, seat, seed)
    return Hidden(
        seed=seed,
        allies=_allies(position, memory, waiting, seed),
        deck=cards.deck,
        supply=supply,
        tokens=tokens,
        on_current=on_current,
        hands={house: cards.hands[house] for house in hidden.hands},
        own={house: cards.own[house] for house in hidden.own},
        events=cards.events,
        packets={house: cards.packets[house] for house in hidden.packets},
        seen=_guess_seen_tokens(position, seat, tokens, hidden.seen.get(seat, {})),
    )


def _hands_shown(position: Position, seat: str, mine: Sequence[Decision]) -> dict[str, Counter[str]]:
    """Return cards of others' hands among which the leader chooses or has chosen."""
    hands: dict[str, Counter[str]] = {}
    shown = [card for decision in mine if isinstance(decision, d.ChooseCard) for card in decision.choices]
    chosen = [entry.answer for entry in position.progress.pending.values() if entry.seat == seat]
    for card in (*shown, *(answer for answer in chosen if isinstance(answer, CardChoice))):
        if card.of not in ("", seat) and not card.number:
            hands.setdefault(card.of, Counter())[card.card] += 1
    return hands


def _hand_questions(seat: str, others: Sequence[Decision]) -> dict[str, d.ChooseCard]:
    """Return questions to others for a card from a hand, by whose hand it is.

    The hand of `seat` is left out."""
    return {
        query.choices[0].of: query
        for query in others
        if isinstance(query, d.ChooseCard) and query.choices[0].of not in ("", seat) and not query.choices[0].number
    }


# Cards in hands of others that the leader sees; and questions of others that choose from a hand, by whose it is.
Hands = tuple[dict[str, Counter[str]], dict[str, d.ChooseCard]]


class _Cards:
    """All unseen influence cards, dealt again; `hands`: others' partly known hands."""

    def __init__(self, position: Position, memory: Memory, hands: Hands, seed: str) -> None:
        shown, self.named = hands
        self.position, self.memory, self.seed = position, memory, seed
        self.edition: Edition = edition_of(position)
        board, hidden, seat = position.board, position.hidden, memory.seat
        self.hands = {seat: list(hidden.hands[seat])}
        self.own = {seat: self._shuffle_cards("own", hidden.own[seat])} if seat in hidden.own else {}
        # All leaders look at their packets together, so this one has seen its own though it has answered.
        self.packets = {seat: list(hidden.packets.get(seat, ()))}
        advanced = ADVANCED in board.modules and DRAFT_OF_KINGS not in board.modules
        unseen = self._unseen(advanced)
        for house in board.houses:
            if house != seat:
                self.hands[house] = self._take_known_cards(house, shown.get(house, Counter()), unseen)
        self.events: list[str] = []
        if advanced:
            self._quarantine(unseen)
        self._deal(unseen)

    def _shuffle_cards(self, what: str, cards: Sequence[str]) -> list[str]:
        """Return these cards in an order drawn by the seed; `what` names the draw."""
        return shuffle(self.seed, f"what-if/{what}", sorted(cards))

    def _unseen(self, advanced: bool) -> Counter[str]:
        """The cards of the game that lie nowhere in sight of the leader."""
        board = self.position.board
        every: Counter[str] = Counter()
        for card in self.edition.influence.values():
            is_in_play = card.group == "event" or card.leader in board.houses
            if card.group == "standard" or DRAFT_OF_KINGS in board.modules or (advanced and is_in_play):
                every[card.id] = card.copies
        lying = [card.card for pile in board.piles.values() for card in pile]
        mine = [*next(iter(self.hands.values())), *next(iter(self.own.values()), ()), *self.packets[self.memory.seat]]
        return every - Counter([*lying, *board.discard, *board.removed, *mine])

    def _take_known_cards(self, house: str, shown: Counter[str], unseen: Counter[str]) -> list[str]:
        """Take another leader's known cards from the unseen ones; first those shown now."""
        hand: list[str] = []
        remembered = self.memory.hands.get(house, Counter())
        for card in [*shown.elements(), *(remembered - shown).elements()]:
            if unseen[card] > 0 and len(hand) < self.position.board.hands[house]:
                hand.append(card)
                unseen[card] -= 1
        return hand

    def _quarantine(self, unseen: Counter[str]) -> None:
        """Set aside events not yet in the game, and own cards to come or surely held."""
        hidden, influence = self.position.hidden, self.edition.influence
        events = self._shuffle_cards("events", [card for card in unseen.elements() if influence[card].group == "event"])
        self.events = sorted(events[: len(hidden.events)])
        unseen.subtract(self.events)
        for house in hidden.own:
            if house == self.memory.seat:
                continue
            theirs = [card for card in unseen.elements() if influence[card].leader == house]
            whites = self._shuffle_cards(f"own/{house}", theirs)
            self.own[house] = whites[: len(hidden.own[house])]
            # The others were dealt to their leader, as far as anybody knows.
            room = self.position.board.hands[house] - len(self.hands[house])
            dealt = whites[len(hidden.own[house]) :][:room]
            self.hands[house] += dealt
            unseen.subtract([*self.own[house], *dealt])

    def _deal(self, unseen: Counter[str]) -> None:
        """What is missing in hands, packets and the deck, as it comes."""
        board, hidden = self.position.board, self.position.hidden
        others = [house for house in board.houses if house != self.memory.seat]
        pool = self._shuffle_cards("cards", list((+unseen).elements()))
        for house, decision in self.named.items():
            self._deal_choosable(house, decision, pool)
        for house in others:
            missing = board.hands[house] - len(self.hands[house])
            self.hands[house] += pool[:missing]
            del pool[:missing]
            size = len(hidden.packets.get(house, ()))
            self.packets[house] = pool[:size]
            del pool[:size]
        self.deck = pool

    def _deal_choosable(self, house: str, decision: d.ChooseCard, pool: list[str]) -> None:
        """Deal at least two choosable cards, besides those taken, to a hand chosen from."""
        picks, hand = _hand_picks(self.edition, decision), self.hands[house]

        def fit(cards: Sequence[str]) -> list[str]:
            return [card for card in cards if any(fits(pick.where, self.edition, card) for pick in picks)]

        missing = min(2 + (decision.taken or 0) - len(set(fit(hand))), self.position.board.hands[house] - len(hand))
        for card in [card for card in dict.fromkeys(fit(pool)) if card not in hand][: max(0, missing)]:
            hand.append(card)
            pool.remove(card)


def _tokens(position: Position, seat: str, seed: str) -> tuple[list[int], list[int], dict[str, list[int]]]:
    """Return token numbers of supply, current ally and councils; seen ones stay."""
    hidden = position.hidden
    mine = hidden.seen.get(seat, {})
    left = Counter(edition_of(position).cards.tokens)
    for values in mine.values():
        left -= Counter(values)
    pool = [int(number) for number in shuffle(seed, "what-if/tokens", sorted(left.elements()))]
    council_tokens: dict[str, list[int]] = {}
    for council, council_state in position.board.councils.items():
        seen_numbers = list(mine.get(council, ()))
        missing = council_state.tokens - len(seen_numbers)
        council_tokens[council] = [*seen_numbers, *pool[:missing]]
        del pool[:missing]
    lying = position.board.tokens_on_current
    return pool[lying:], pool[:lying], council_tokens


def _guess_seen_tokens(
    position: Position, seat: str, tokens: dict[str, list[int]], mine: dict[str, list[int]]
) -> dict[str, dict[str, list[int]]]:
    """Imagine what leaders have seen of tokens: counts are public, numbers guessed."""
    seen_tokens = {
        house: {council: sorted(tokens[council])[: len(values)] for council, values in councils.items()}
        for house, councils in position.hidden.seen.items()
    }
    return {**seen_tokens, seat: mine} if mine else seen_tokens


def _allies(position: Position, memory: Memory, waiting: Sequence[Decision], seed: str) -> list[str]:
    """Return the ally deck: known allies in place, the others in random order."""
    board = position.board
    count = board.allies_left
    places: list[str | None] = [None] * count
    places[: len(memory.top)] = memory.top[:count]
    if memory.bottom:
        under = memory.bottom[-count:]
        places[len(places) - len(under) :] = under
    lying = [ally for council in board.councils.values() for ally in council.allies]
    open_ = {*lying, *board.row, *board.dead, board.current}
    pool = [ally for ally in edition_of(position).allies if ally not in open_]
    for decision in waiting:
        if isinstance(decision, d.ArrangeTop) and decision.seat == memory.seat:
            shown = list(decision.allies)[bool(board.row) :]
            places[: len(shown)] = shown
        # An ally that an ability brings is turned up before anybody says where it goes (rules 3.3).
        for ally in (getattr(decision, "ally", ""), getattr(decision, "source", "")):
            if places and ally in pool and ally not in places:
                places[0] = ally
    return fill_places(places if len(places) == count else [None] * count, pool, "what-if/allies", seed)


def as_imagined(position: Position, decision: Decision, seat: str) -> Decision:
    """Adapt an earlier question to the redrawn state.

    Other leaders are shown what was drawn; questions to `seat` stay."""
    if decision.seat == seat:
        return decision
    hidden = position.hidden
    match decision:
        case d.PlayOrKneel(hand=hand) if hand:
            return replace(decision, hand=tuple(sorted(set(hidden.hands[decision.seat]))))
        case d.KeepCard():
            return replace(decision, packet=tuple(sorted(hidden.packets[decision.seat])))
        case d.ArrangeTop(allies=allies):
            top = position.board.row[:1] + hidden.allies
            return replace(decision, allies=tuple(top[: len(allies)]))
        case d.ChooseCard(choices=(CardChoice(of=owner, number=0), *_)) if owner not in ("", seat):
            return replace(decision, choices=tuple(_choosable(position, decision, owner)))
    return decision


def _choosable(position: Position, decision: d.ChooseCard, owner: str) -> list[CardChoice]:
    """Return choosable cards of an imagined hand; any card if none else is left."""
    board, hidden, edition = position.board, position.hidden, edition_of(position)
    choices: list[CardChoice] = []
    for pick in _hand_picks(edition, decision):
        taken: list[CardChoice] = []
        for _ in range(decision.taken or 0):
            taken += extreme_cards(edition, loose_cards(board, hidden, edition, pick, owner, taken), pick.how)[:1]
        choices += extreme_cards(edition, loose_cards(board, hidden, edition, pick, owner, taken), pick.how)
    return list(dict.fromkeys(choices)) or [CardChoice(card, owner) for card in dict.fromkeys(hidden.hands[owner])]


def _hand_picks(edition: Edition, decision: d.ChooseCard) -> list[PickCard]:
    """Return the asking card's selectors for a hand; any card may be given away."""
    printed = edition.influence.get(decision.source) or edition.allies.get(decision.source)
    picks = [getattr(op, "card", None) for ability in (printed.abilities if printed else ()) for op in ability.do]
    return [pick for pick in picks if isinstance(pick, PickCard) and pick.zone == "hand" and decision.use != "give"]
