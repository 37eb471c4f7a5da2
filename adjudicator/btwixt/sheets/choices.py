"""Rules of the bidding programme and for choices of cards, and how they answer.

Default orders protect who wrote nothing, and never gain what somebody would have had to write; wishes pick from choices
in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from adjudicator.btwixt.sheets import wishes
from adjudicator.btwixt.sheets.conditions.scene import Scene, leader_by_totals, totals_if_played
from adjudicator.btwixt.sheets.conditions.tree import Amount
from adjudicator.btwixt.sheets.wishes import Limit, Rule, ally_value, card_value, small
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.decisions import (
    AllyOrder,
    CardChoice,
    CardOrder,
    CouncilChoice,
    LeaderChoice,
    Play,
    YesNo,
)
from adjudicator.engine import Answer, Weighed
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
        self._all = {card: totals_if_played(board, edition, me, card, scene.totals) for card in decision.hand}
        self.totals = {card: house_totals[me] for card, house_totals in self._all.items()}
        self.cards = self.lowest([CardChoice(card, me) for card in decision.hand])

    def leads(self, card: str) -> bool:
        """Whether its leader would lead with a card, ties counted."""
        return leader_by_totals(self.scene.board, self._all[card]) == self.scene.me

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
    reserved_cards = wishes.rank_by_wishes(scene, rule.without, hand.cards, hand.narrow)
    among = [choice for choice in hand.cards if choice not in reserved_cards]
    candidates = wishes.rank_by_wishes(scene, rule.play, among, hand.narrow)
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
        for choice in wishes.select_by_wish(scene, wish, fitting, hand.narrow):
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
        """Return each limit of the rule with the number it is compared with.

        `total` is the leader's total with the card."""
        limits = (
            ("my total", total, "<=", self.up_to),
            ("my total", total, ">=", self.at_least),
            ("my pile", self.pile, "<=", self.most),
        )
        return tuple(Weighed(what, was, op, limit) for what, was, op, limit in limits if limit is not None)


class ChoiceRule(Rule):
    """Choice rule for questions of cards, limited by `source` and `use` (none: all).

    `choose` ranks. Items in `avoid` are left out while others remain, and are then ordered by default. The words for
    councils, leaders, cards and allies are in `wishes.py`.
    """

    phrase: ClassVar = Phrase(
        {
            "choose": "[{about}: ]{choose:else}[, avoid {avoid:or}]",
            "avoid": "[{about}: ]avoid {avoid:or}",
            "": "[{about}: ]nothing chosen",
        }
    )

    source: tuple[str, ...] = ()
    use: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


class UseRule(Rule, kw_only=True):
    """Whether to use what a card offers."""

    phrase: ClassVar = Phrase({"use": "[{source:or}: ]use it", "": "[{source:or}: ]do not use it"})

    source: tuple[str, ...] = ()
    use: bool


class RankRule(Rule):
    """Ranking of cards or allies; unnamed ones go between `first` and `last`."""

    phrase: ClassVar = Phrase(
        {"first": "", "last": "", "": "nothing chosen"},
        {"first": "first {first:list}", "last": "last {last:list}"},
    )

    first: tuple[str, ...] = ()
    last: tuple[str, ...] = ()


def councils(scene: Scene, decision: d.ChooseCouncil) -> list[str]:
    """The councils of a question, the one of the default first."""
    mine, power = scene.my_councils, scene.power
    if decision.use in ("take-token", "return-token"):
        return sorted(decision.choices, key=lambda council: (council in mine, -power[council]))
    return sorted(decision.choices, key=lambda council: (council not in mine, power[council]))


def leaders(scene: Scene, decision: d.ChooseLeader) -> list[str]:
    """The leaders of a question, the one of the default first."""
    board = scene.board
    match decision.use:
        case "kneel":
            return sorted(decision.choices, key=lambda house: -scene.totals[house])
        case "take-card" | "discard-card" | "look":
            return sorted(decision.choices, key=lambda house: -board.hands[house])
        case "move-here":
            return sorted(decision.choices, key=lambda house: scene.totals[house])
        case "give-card" | "draw":
            return sorted(decision.choices, key=lambda house: small(scene, house))


def cards(scene: Scene, decision: d.ChooseCard) -> list[d.CardChoice]:
    """The cards of a question, the one of the default first."""

    def key(card: d.CardChoice) -> tuple[bool, int]:
        worth = card_value(scene, card)
        gives = card.of == scene.me and decision.use != "return"
        return gives, worth if gives else -worth

    return sorted(decision.choices, key=key)


def allies(scene: Scene, decision: d.ChooseAlly) -> list[d.AllyChoice]:
    """The allies of a question, the one of the default first."""

    def key(choice: d.AllyChoice) -> tuple[bool, int]:
        worth, mine = ally_value(scene, choice.ally), choice.council in scene.my_councils
        return (mine, worth if mine else -worth) if decision.use == "kill" else (False, worth)

    if decision.use == "add":
        return sorted(decision.choices, key=lambda choice: -ally_value(scene, choice.ally))
    return sorted(decision.choices, key=key)


def packet_cards(scene: Scene, decision: d.KeepCard) -> list[d.CardChoice]:
    """The cards of a packet, the one of the default first."""
    printed_cards = scene.edition.influence
    names = sorted(dict.fromkeys(decision.packet), key=lambda name: -printed_cards[name].value)
    return [d.CardChoice(card, decision.seat) for card in names]


T = TypeVar("T")
Asked = d.ChooseCouncil | d.ChooseLeader | d.ChooseCard | d.ChooseAlly


def _chooser(
    part: str, ordered: Callable[[Scene, Any], Sequence[T]], narrow: wishes.Narrow[T], answer: Callable[[T], Answer]
) -> Callable[[Voice, Scene, Any, Trail], Proposals]:
    """Return what a part's rules choose, in order, from items in default order."""

    def chosen(voice: Voice, scene: Scene, decision: Asked, trail: Trail) -> Proposals:
        rules: tuple[ChoiceRule, ...] = getattr(voice.sheet, part)
        items = ordered(scene, decision)
        for number, rule in enumerate(rules):
            where = f"{voice.prefix}{part}[{number}]"
            if (rule.source and decision.source not in rule.source) or (rule.use and decision.use not in rule.use):
                trail.skip(where, "not-this-question", "it is for other questions")
            elif trail.counts(f"{voice.prefix}{part}", rules, number):
                avoided = wishes.rank_by_wishes(scene, rule.avoid, items, narrow)
                left = [item for item in items if item not in avoided]
                candidates = wishes.rank_by_wishes(scene, rule.choose, left, narrow) or (left if rule.avoid else [])
                if candidates:
                    yield Choice(voice.by, where, answer(candidates[0]))
                elif avoided and not left:
                    trail.skip(where, "nothing-else-left", "only what it avoids is left")
                else:
                    trail.skip(where, "not-a-choice", "none of its wishes is among the choices")

    return chosen


council = _chooser("councils", councils, wishes.councils, CouncilChoice)
leader = _chooser("leaders", leaders, wishes.leaders, LeaderChoice)
card = _chooser("cards", cards, wishes.cards, lambda choice: choice)
ally = _chooser("allies", allies, wishes.allies, lambda choice: choice)


def use(voice: Voice, scene: Scene, decision: d.UseAbility, trail: Trail) -> Proposals:
    """Propose whether to use an ability, by the sheet's rules for abilities."""
    for number, rule in enumerate(voice.sheet.abilities):
        where = f"{voice.prefix}abilities[{number}]"
        if rule.source and decision.source not in rule.source:
            trail.skip(where, "not-this-question", "it is for other cards")
        elif trail.counts(f"{voice.prefix}abilities", voice.sheet.abilities, number):
            yield Choice(voice.by, where, YesNo(rule.use))


def _rank_items(scene: Scene, rule: RankRule, items: Sequence[T], narrow: wishes.Narrow[T]) -> tuple[list[T], list[T]]:
    """Return items as a rule ranks them, and apart those that go last.

    The very last is at the end of the second list."""
    first = wishes.rank_by_wishes(scene, rule.first, items, narrow)
    left = [item for item in items if item not in first]
    last = wishes.rank_by_wishes(scene, rule.last, left, narrow)
    return [*first, *(item for item in left if item not in last)], last


def arrange(voice: Voice, scene: Scene, decision: d.ArrangeTop, trail: Trail) -> Proposals:
    """The first on top, the last under the deck as far as they may go there."""
    for where, rule in trail.applicable(f"{voice.prefix}arrange", voice.sheet.arrange):
        top, last = _rank_items(scene, rule, decision.allies, wishes.deck_allies)
        under = min(len(last), decision.bottom_max)
        order = [*top, *last]
        at = len(order) - under
        yield Choice(voice.by, where, AllyOrder(tuple(order[:at]), tuple(order[at:])))


def order(voice: Voice, scene: Scene, decision: d.OrderAbilities, trail: Trail) -> Proposals:
    """The first act first."""
    items = [CardChoice(card, scene.me, number) for number, card in zip(decision.numbers, decision.cards, strict=True)]
    for where, rule in trail.applicable(f"{voice.prefix}order", voice.sheet.order):
        top, last = _rank_items(scene, rule, items, wishes.cards)
        yield Choice(voice.by, where, CardOrder(tuple(choice.number for choice in (*top, *last))))


def keep(voice: Voice, scene: Scene, decision: d.KeepCard, trail: Trail) -> Proposals:
    """The dearest of the packet."""
    items = packet_cards(scene, decision)
    for where, rule in trail.applicable(f"{voice.prefix}keep", voice.sheet.keep):
        top, last = _rank_items(scene, rule, items, wishes.cards)
        yield Choice(voice.by, where, (*top, *last)[0])
