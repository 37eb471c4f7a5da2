"""The bid of a round, followed through its events, so that a reader can check every total by hand."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.btwixt.rules.scoring import fits
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.edition import Ability, AddValue, Edition
from adjudicator.btwixt.state.events import GiveInfluence
from adjudicator.btwixt.state.position import Piled
from adjudicator.engine.journal import Event

# What an ability adds: the card whose it is, and how much; None for what is counted on the board.
Added = tuple[str, int | None]


class Bid:
    """Bid piles, kneeling leaders and the allies whose text holds, as events tell of them.

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
                if any(one.when == "during-round" for one in self.edition.allies[ally].abilities):
                    self.active.append(ally)
            case e.AllyKilled(council="") | e.AllyLeft():
                self.active = [one for one in self.active if one != self.current]
            case e.CardPlayed(house=house, card=card, number=number):
                self._pile(house).append(Piled(number, card, house))
            case e.CardMoved(number=number, of=of, to=to):
                self._pile(to).extend(self._taken(of, number))
            case e.CardReturned(number=number, of=of) | e.CardDiscarded(number=number, of=of):
                self._taken(of, number)
            case e.Knelt(house=house):
                self.kneeling.append(house)
            case e.Stood(house=house):
                self.kneeling = [one for one in self.kneeling if one != house]
            case e.EdictIssued(edict=GiveInfluence()):
                self.known = False

    def _pile(self, house: str) -> list[Piled]:
        return self.piles.setdefault(house, [])

    def _taken(self, house: str, number: int) -> list[Piled]:
        """A card leaves a pile; none if it lay elsewhere."""
        pile = self._pile(house)
        found = [card for card in pile if card.number == number]
        pile[:] = [card for card in pile if card.number != number]
        return found

    def added(self, card: Piled, over: bool) -> list[Added]:
        """What abilities add to a card. `over`: all kneel, so that it is known who did so last."""
        found: list[Added] = []
        for ally in self.active:
            for ability in self.edition.allies[ally].abilities:
                if ability.when == "during-round":
                    found += self._adds(ability, ally, None, "", card, over)
        for house, pile in self.piles.items():
            for one in pile:
                for ability in self.edition.influence[one.card].abilities:
                    if ability.when == "in-pile":
                        found += self._adds(ability, one.card, one, house, card, over)
        return found

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
        """A leader's total as far as the bid has come; None where it depends on what lies on the board."""
        if not self.known:
            return None
        whole = 0
        for card, added in self.sums(house):
            if any(amount is None for _, amount in added):
                return None
            printed = self.edition.influence[card.card].value
            whole += max(printed + sum(amount or 0 for _, amount in added), 0)
        return whole
