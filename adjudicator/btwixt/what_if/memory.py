"""What a leader remembers of cards and allies that do not lie open now, from what it was told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from adjudicator.btwixt.state import events as e
from adjudicator.engine.edict_kinds import Reseed
from adjudicator.engine.event import Event


class Memory:
    """Cards that others are known to hold, and allies known on top of the deck and under it (None: not known)."""

    def __init__(self, seat: str, told: Iterable[Event]) -> None:
        self.seat = seat
        self.hands: dict[str, Counter[str]] = {}
        self.top: list[str | None] = []
        self.bottom: list[str | None] = []
        for event in told:
            self._hand(event)
            self._deck(event)

    def _holds(self, house: str, card: str) -> None:
        if card:
            self.hands.setdefault(house, Counter())[card] += 1

    def _loses(self, house: str, card: str) -> None:
        """A card leaves a hand; which it was, if that is not known, may be any that was remembered."""
        if not card:
            self.hands.pop(house, None)
        elif self.hands.get(house, Counter())[card]:
            self.hands[house][card] -= 1

    def _hand(self, event: Event) -> None:
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
            case e.EdictIssued():
                self.hands.clear()

    def _deck(self, event: Event) -> None:
        match event:
            case e.AlliesArranged(count=count, row=row, under=under):
                del self.top[: count - row]
                known = list(event.top[row:]) if event.top else [None] * (count - row - under)
                if any(self.top) or any(known):
                    self.top = [*known, *self.top]
                self.bottom += event.bottom or [None] * under
            case e.AllyRevealed(ally=ally) | e.AllyJoined(ally=ally, dead=False):
                self._taken(ally)
            case e.RowLaid(allies=allies):
                del self.top[: len(allies)]
            case e.AllyLeft(ally=ally):
                self.bottom.append(ally)
            case e.EdictIssued(edict=Reseed()):
                self.top, self.bottom = [], []

    def _taken(self, ally: str) -> None:
        """The next ally came; in a game with a row it did not come from the deck, and is no surprise."""
        if self.top and self.top[0] in (None, ally):
            self.top.pop(0)
