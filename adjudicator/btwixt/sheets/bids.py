"""The bidding programme: which card a leader plays on a turn, or that it kneels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from adjudicator.btwixt.sheets import wishes
from adjudicator.btwixt.sheets.conditions.scene import Scene, leader_by, totals_with
from adjudicator.btwixt.sheets.conditions.tree import Amount
from adjudicator.btwixt.sheets.wishes import Limit, Rule
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.decisions import CardChoice, Play
from adjudicator.engine import Weighed
from adjudicator.engine.sheet import COMPARED, Choice, Inapplicable, Phrase, Proposals, Trail, Voice, number_of


class BidRule(Rule):
    """Bid rule: play the first playable card in `play`, or kneel if it says so.

    `play` ranks cards by id or kind in hand: `lowest`, `highest`, `enough` (cheapest that takes the lead), `stay`
    (lowest, if I lead and another still stands), `red`, `green`, `purple`, `event`, `own` (lowest of that kind). Cards
    are skipped if my total would exceed `up_to` or miss `at_least`, or my pile `cards`; `without` stays in hand.
    """

    phrase: ClassVar = Phrase(
        {
            "play": (
                "play {play:else}[, up to a total of {up_to}][, to a total of at least {at_least}]"
                "[, with at most {cards} cards in the bid pile][, never {without:or}][{kneel?}, or else kneel]"
            ),
            "kneel": "kneel",
            "": "nothing chosen",
        }
    )

    play: tuple[str, ...] = ()
    kneel: bool = False
    up_to: Limit = None
    cards: Limit = None
    at_least: Limit = None
    without: tuple[str, ...] = ()


class Hand:
    """The cards playable now, cheapest first, each with its resulting total."""

    def __init__(self, scene: Scene, decision: d.PlayOrKneel) -> None:
        self.scene = scene
        board, edition, me = scene.board, scene.edition, scene.me
        self._all = {card: totals_with(board, edition, me, card, scene.totals) for card in decision.hand}
        self.totals = {card: house_totals[me] for card, house_totals in self._all.items()}
        self.cards = self.lowest([CardChoice(card, me) for card in decision.hand])

    def leads(self, card: str) -> bool:
        """Whether its leader would lead with a card, ties counted."""
        return leader_by(self.scene.board, self._all[card]) == self.scene.me

    def narrow(self, scene: Scene, word: str, items: Sequence[CardChoice]) -> list[CardChoice]:
        """The cards that a word of a programme means."""
        leading = scene.leading == scene.me
        match word:
            case "enough":
                return [choice for choice in self.lowest(items) if self.leads(choice.card)] if not leading else []
            case "stay":
                stands = any(house not in scene.board.kneeling for house in scene.others)
                return self.lowest(items) if leading and stands else []
            case "lowest":
                return self.lowest(items)
            case "highest":
                return sorted(items, key=lambda choice: -self.totals[choice.card])
        return wishes.cards(scene, word, items)

    def lowest(self, items: Sequence[CardChoice]) -> list[CardChoice]:
        """These cards, the cheapest first."""
        return sorted(items, key=lambda choice: (self.totals[choice.card], choice.card))


def play_or_kneel(voice: Voice, scene: Scene, decision: d.PlayOrKneel, trail: Trail) -> Proposals:
    """The first rule that holds and has a card to play, or says to kneel."""
    rules = voice.sheet.bid
    hand: Hand | None = None
    for where, rule in trail.applicable(f"{voice.prefix}bid", rules):
        # Only who may play something weighs its hand.
        hand = hand or (Hand(scene, decision) if rule.play else None)
        card = _card(where, rule, hand, trail) if rule.play and hand is not None else None
        if card is not None:
            yield Choice(voice.by, where, Play(card))
        elif rule.kneel:
            yield Choice(voice.by, where, Play(None))


def _card(where: str, rule: BidRule, hand: Hand, trail: Trail) -> str | None:
    """The card that a rule plays, None for none; what was in the way is noted."""
    scene, note = hand.scene, trail.skip if not rule.kneel else _note_skip
    reserved_cards = wishes.ranked(scene, rule.without, hand.cards, hand.narrow)
    among = [choice for choice in hand.cards if choice not in reserved_cards]
    candidates = wishes.ranked(scene, rule.play, among, hand.narrow)
    if not candidates:
        code, words = _why(rule, hand)
        note(where, code, words, ())
        return None
    try:
        limits = Limits(rule, scene)
    except Inapplicable as fault:
        note(where, "condition-not-applicable", str(fault), ())
        return None
    for wish in rule.play:
        # Each wish anew, for `enough` and `highest` mean one of those that fit.
        fitting = [choice for choice in among if limits.fits(hand.totals[choice.card])]
        for choice in wishes.wished(scene, wish, fitting, hand.narrow):
            trail.weighed(where, limits.weighed(hand.totals[choice.card]))
            return choice.card
    note(where, "over-limit", "none of its cards fits its limits", limits.weighed(hand.totals[candidates[0].card]))
    return None


def _note_skip(where: str, code: str, words: str, numbers: tuple[Weighed, ...]) -> None:
    """A rule that kneels instead was not passed over."""


def _why(rule: BidRule, hand: Hand) -> tuple[str, str]:
    """Why no card is meant: `enough` and `stay` depend on who leads."""
    words = {word for wish in rule.play for word in wish.split()}
    if hand.scene.leading == hand.scene.me:
        if "stay" in words:
            return "nobody-else-stands", "I lead, and nobody else stands"
        if "enough" in words:
            return "leads-already", "I lead already"
    elif "enough" in words:
        return "nothing-is-enough", "no card in hand is enough to lead"
    elif "stay" in words:
        return "does-not-lead", "I do not lead"
    return "card-not-in-hand", "none of its cards is in hand"


class Limits:
    """What a rule allows, worked out now."""

    def __init__(self, rule: BidRule, scene: Scene) -> None:
        def amount(limit: Amount | None) -> int | None:
            return None if limit is None else number_of(limit, scene)

        self.up_to, self.at_least, self.most = amount(rule.up_to), amount(rule.at_least), amount(rule.cards)
        self.pile = len(scene.board.piles[scene.me]) + 1

    def fits(self, total: int) -> bool:
        """Whether a card may be played that makes this total."""
        return all(COMPARED[comparison.op](comparison.was, comparison.needed) for comparison in self.weighed(total))

    def weighed(self, total: int) -> tuple[Weighed, ...]:
        """The limits with what they were held against."""
        limits = (
            ("my total", total, "<=", self.up_to),
            ("my total", total, ">=", self.at_least),
            ("my pile", self.pile, "<=", self.most),
        )
        return tuple(Weighed(what, was, op, limit) for what, was, op, limit in limits if limit is not None)
