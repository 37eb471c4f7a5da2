"""Forms of B'Twixt for order sheets, with their choices, and for what-ifs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from operator import itemgetter
from typing import Any

import msgspec

from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets.choices import BidRule, ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.conditions.scene import GROUPS
from adjudicator.btwixt.sheets.conditions.text import format_condition, parse_amount, parse_when
from adjudicator.btwixt.sheets.sheet import turn_sections
from adjudicator.btwixt.state import DRAFT, DRAFT_OF_KINGS, Ability, View, decisions as a, groups_played, own_councils
from adjudicator.btwixt.what_if import MAX_TOTAL, NOTHING, Assumed
from adjudicator.engine import Refusal, kind_of
from adjudicator.engine.sheet import number_text
from narration.btwixt.condition_phrases import ALLIES, CARDS, COUNCILS, LEADERS
from narration.btwixt.sheet_words import USES
from narration.btwixt.voice import ASKED, Voice
from narration.words import N_, capital
from web.form_values import digits
from web.forms.drafts import Offered, SheetForm, ShownForm
from web.forms.overrides import Tried, WhatIfForm
from web.forms.sections import TICKED, Heading, Headings, Label, Part, options_with_names, sections_in_order
from web.forms.structs import Reader, Row, Structs, Typed, Writer, codec_by_key

Option = tuple[str, str]
Group = tuple[str, list[Option]]
# The words that a form offers, of those of wishes; the first two say something about the bid alone.
BIDDING = ("enough", "stay")
CARD_WORDS = (*BIDDING, "lowest", "highest", "red", "green", "purple", "event", "own")
CHOSEN_CARDS = ("lowest", "highest", "red", "green", "purple", "mine", "not-mine")
COUNCIL_WORDS = (
    *("weaker", "stronger", "left", "right", "fewer-tokens", "more-tokens", "fewer-allies", "more-allies"),
    *("weakest", "strongest", "claimed"),
)
LEADER_WORDS = (
    *("leader", "winner", "left", "right", "strongest", "weakest", "most-cards", "fewest-cards", "largest-pile"),
)
ALLY_WORDS = ("highest", "lowest", "not-mine", "mine")
# What asks in a round, and what may be chosen then.
USED = {
    "councils": "claim place token vote take-token put-token return-token move-ally",
    "leaders": "kneel take-card give-card move-here discard-card",
    "cards": "move return discard give take",
    "allies": "kill move add",
}


def influence_card(card: str, v: Voice) -> Offered:
    """An influence card as it is printed."""
    facts = v.edition.influence[card]
    arms = facts.leader or facts.color or facts.group
    return Offered(card, v.card(card), strength=str(facts.value), note=v.sort(card), text=v.text_of(card), arms=arms)


def influence_cards(cards: Iterable[str], v: Voice) -> tuple[Offered, ...]:
    """Influence cards as they are printed."""
    return tuple(influence_card(card, v) for card in cards)


class Choices:
    """What the form's fields offer to one seat."""

    def __init__(self, view: View, house: str, v: Voice) -> None:
        self.view, self.house, self.v = view, house, v
        self.board, self.edition = view.board, v.edition

    def label(self, value: str) -> str:
        """A value that is in the sheet and not on offer."""
        v, words = self.v, {**ALLIES, **LEADERS, **COUNCILS, **CARDS}
        if value in words:
            return v.say(words[value])
        if value in self.edition.allies or value in self.edition.influence:
            return v.source(value)
        return v.council(value) if "-" in value else v.house(value)

    @property
    def hand(self) -> list[str]:
        """The cards in hand, and what may come of the packet in a draft, by value."""
        packet = [card for decision in self.view.waiting for card in getattr(decision, "packet", ())]
        cards = dict.fromkeys([*self.view.hand, *packet])
        return sorted(cards, key=lambda card: (self.edition.influence[card].value, card))

    @property
    def hand_drawn(self) -> tuple[Offered, ...]:
        """The same cards as they are printed."""
        return influence_cards(self.hand, self.v)

    @property
    def to_play(self) -> list[Option | Group]:
        """Return what a programme's rule can play: cards in hand, words, other cards."""
        return [
            (self.v.say("In your hand"), options_with_names(self.hand, self.v.card_value)),
            (self.v.say("By description"), self.card_words),
            (self.v.say("Other cards"), self._cards_except(self.hand)),
        ]

    @property
    def to_rank(self) -> list[Option | Group]:
        """Return what can be ranked: cards in hand, words but for bids, other cards.
        Rules for drafts and for the order of abilities name these."""
        hand, words, others = self.to_play
        assert isinstance(words[1], list)
        return [hand, (words[0], [option for option in words[1] if option[0] not in BIDDING]), others]

    @property
    def card_words(self) -> list[Option]:
        """Words for cards to play, but for sorts of which this game has no card."""
        groups = groups_played(self.board.modules)
        return self._words((word for word in CARD_WORDS if GROUPS.get(word, "standard") in groups), CARDS)

    @property
    def chosen_cards(self) -> list[Option | Group]:
        """What can be chosen among cards that a card asks about."""
        whose = [(f"of-{house}", self.v.say("one of {house}", house=self.v.house(house))) for house in self.others_ids]
        return [(self.v.say("By description"), [*self._words(CHOSEN_CARDS, CARDS), *whose]), *self.every_card]

    @property
    def every_card(self) -> list[Option | Group]:
        """All cards of the game."""
        return [(capital(self.v.say("cards")), self._cards_except([]))]

    def _cards_except(self, but: Collection[str]) -> list[Option]:
        """Return the cards of this game except some as options, sorted by label."""
        modules, groups = self.board.modules, groups_played(self.board.modules)
        left = (
            id
            for id, card in self.edition.influence.items()
            if id not in but
            and card.group in groups
            and (card.group != "leader" or DRAFT_OF_KINGS in modules or card.leader in self.board.houses)
        )
        return sorted(options_with_names(left, self.v.card_value), key=itemgetter(1))

    @property
    def councils(self) -> list[Option | Group]:
        """Words, and the councils: one's own first."""
        mine = list(own_councils(self.board, self.house))
        other = [council for council in self.board.councils if council not in mine]
        return [
            (self.v.say("By description"), self._words(COUNCIL_WORDS, COUNCILS)),
            (capital(self.v.say("councils")), options_with_names([*mine, *other], self.v.council)),
        ]

    @property
    def others_ids(self) -> list[str]:
        """The other leaders."""
        return [house for house in self.board.houses if house != self.house]

    @property
    def leaders(self) -> list[Option | Group]:
        """Words, and the other leaders."""
        return [
            (self.v.say("By description"), self._words(LEADER_WORDS, LEADERS)),
            (capital(self.v.say("leaders")), options_with_names(self.others_ids, self.v.house)),
        ]

    @property
    def allies(self) -> list[Option | Group]:
        """Words, councils, and allies: those that lie open first."""
        at = [(f"in-{key}", self.v.say("one in {council}", council=self.v.council(key))) for key in self.board.councils]
        return [(self.v.say("By description"), [*self._words(ALLY_WORDS, ALLIES), *at]), *self.every_ally]

    @property
    def every_ally(self) -> list[Option | Group]:
        """All allies: those that lie open first."""
        board = self.board
        open_ = [ally for council in board.councils.values() for ally in council.allies]
        open_ += [*board.row, *board.dead, *([board.current] if board.current else [])]
        left = sorted(ally for ally in self.edition.allies if ally not in open_)
        return [
            (self.v.say("Revealed"), options_with_names(open_, self.v.ally_power)),
            (self.v.say("Not revealed yet"), options_with_names(left, self.v.ally_power)),
        ]

    def sources(self, part: str) -> list[Option]:
        """The cards in hand and allies in sight whose abilities can ask such a thing."""
        cards = [card for card in self.hand if _asks(self.edition.influence[card].abilities, part)]
        allies = [ally for ally in (self.board.current, *self.board.row) if ally]
        asking = [ally for ally in allies if _asks(self.edition.allies[ally].abilities, part)]
        return options_with_names((*cards, *asking), self.v.source)

    def uses(self, part: str) -> list[Option]:
        """On what occasions such a thing is chosen."""
        return self._words(USED[part].split(), USES)

    @property
    def kinds(self) -> list[Option]:
        """What can be left to the bot."""
        drafting = bool({DRAFT, DRAFT_OF_KINGS} & {*self.board.modules})
        return self._words((kind for kind in ASKED if drafting or kind != "keep-card"), ASKED)

    def _words(self, words: Iterable[str], phrases: Mapping[str, str]) -> list[Option]:
        return options_with_names(words, lambda word: self.v.say(phrases[word]))


# The operations that ask for such a thing.
ASKING = {
    "councils": "gain-token vote-council move-token return-token add-ally place-self",
    "leaders": "set-kneel give-card move-card discard-card",
    "cards": "move-card return-card discard-card give-card",
    "allies": "kill-ally move-ally add-ally",
    "arrange": "arrange-allies",
}


def _asks(abilities: Iterable[Ability], part: str) -> bool:
    """Whether one of the abilities may ask for this part of the sheet."""
    if part == "abilities":
        return any(ability.may for ability in abilities)
    asking = ASKING.get(part, "").split()
    return any(kind_of(op) in asking for ability in abilities for op in ability.do)


def _ranking_part(first: Label, last: Label, hint: str | None = None) -> Part:
    """Return a form part that ranks things from both ends.
    `first` and `last` label its two lists, and say among what is chosen."""
    return Part({"first": first, "last": last}, hint=hint)


def _choice_part(options: str) -> Part:
    """What to choose, among what."""
    return Part(
        {
            "choose": Label(N_("Wishes, best first"), 3, options=options),
            "avoid": Label(N_("Avoid"), options=options),
            "use": Label(N_("Only for these choices (none: all)"), TICKED, options=lambda c, part: c.uses(part)),
            "source": Label(
                N_("Only for these cards (none: all)"),
                TICKED,
                options=lambda c, part: c.sources(part),
                shown=lambda c, part: bool(c.sources(part)),
            ),
        },
        hint=None,
    )


PARTS: Mapping[type | str, Part] = {
    "keep": _ranking_part(
        Label(N_("Prefer to keep"), 4, options="to_rank", cards="hand_drawn"),
        Label(N_("Prefer to pass on"), 2, options="to_rank"),
        N_("Cards you would rather keep, most wanted first, and cards you would rather pass on."),
    ),
    BidRule: Part(
        {
            "play": Label(N_("Play the first of these you hold"), 3, options="to_play", cards="hand_drawn"),
            "kneel": Label(N_("Otherwise kneel")),
            "up-to": Label(N_("Maximum total")),
            "at-least": Label(N_("Minimum total")),
            "cards": Label(N_("Maximum cards in the pile")),
            "without": Label(N_("Cards to keep in hand"), options="to_play"),
        },
        folded=(N_("Condition, limits, cards to keep"), ("when", "up-to", "at-least", "cards", "without")),
        hint=N_(
            "On each of your turns, the first rule that holds and can be carried out counts. It "
            "plays the first of its cards that can be played. If there is none, it makes you "
            "kneel if it says so. When no rule is left, you kneel."
        ),
        blank=0,
        more=N_("Add a rule"),
    ),
    "councils": _choice_part("councils"),
    "cards": _choice_part("chosen_cards"),
    "leaders": _choice_part("leaders"),
    "allies": _choice_part("allies"),
    UseRule: Part(
        {
            "use": Label(N_("What"), words={"yes": N_("use it"), "no": N_("do not use it")}),
            "source": Label(
                N_("Only for these cards (none: all)"),
                options=lambda c, part: [*c.sources(part), *c.every_card, *c.every_ally],
            ),
        },
        hint=None,
    ),
    "arrange": _ranking_part(
        Label(N_("On top"), 4, options="every_ally"),
        Label(N_("At the bottom"), 2, options="every_ally"),
    ),
    "order": _ranking_part(
        Label(N_("First"), 4, options="to_rank"),
        Label(N_("Last"), 2, options="to_rank"),
    ),
    s.BotRule: Part(
        {
            "all": Label(N_("everything")),
            "kinds": Label(N_("Or only these choices"), TICKED, options="kinds"),
        },
        hint=N_("The bot decides what your rules leave open. It knows only what you can see."),
    ),
}
# All parts in the order in which they are shown.
SHOWN = sections_in_order(s.Sheet, PARTS)
# What a round asks whatever is in hand.
ALWAYS, BOT = ("bid", "councils"), "steward"
# What is wanted of everybody; all else is for experts.
MAIN = ("keep", "bid")


def sections(choices: Choices, form: ShownForm, window: str) -> Headings:
    """Return sections the turn can need, and filled ones; others can be added.
    An empty `window` means standing orders, which cover every round."""
    names = _needed_sections(choices, window)
    every = [Heading(name, s.SECTIONS[name].heading, name in MAIN or form.busy(name)) for name in SHOWN]
    shown = [header for header in every if header.name in names or form.busy(header.name) or form.opened(header.name)]
    return Headings(shown, [header for header in every if header not in shown])


def _needed_sections(choices: Choices, window: str) -> set[str]:
    draft = window.endswith("-draft")
    turn = turn_sections("draft" if draft else "bidding")
    able = (name for name in SHOWN if turn.likely(name))
    everything = draft or not window
    return {BOT, *(name for name in able if everything or name in ALWAYS or choices.sources(name))}


YES, NO = "yes", "no"
_answers = msgspec.json.Decoder(a.AnyAnswer)
# Answers that put several things in order have fields of their own.
ORDERS = {"ally-order": ("top", "bottom"), "card-order": ("numbers",)}


def _answer(form: Reader, place: str) -> a.AnyAnswer | None:
    """Read the answer at a place of the form; None if blank or unreadable.
    The field `kind` names the kind of an answer that puts things in order."""
    kind = form.read_value(f"{place}.kind")
    if kind in ORDERS:
        fields: dict[str, Any] = {"kind": kind, **{part: form.many(f"{place}.{part}") for part in ORDERS[kind]}}
        if "numbers" in fields:
            fields["numbers"] = [int(value) for value in fields["numbers"] if value.isascii() and value.isdigit()]
        if not any(fields[part] for part in ORDERS[kind]):
            return None
        return _decode_answer(form, place, msgspec.json.encode(fields))
    choice = form.read_value(f"{place}.choice")
    return _decode_answer(form, f"{place}.choice", choice.encode()) if choice else None


def _decode_answer(form: Reader, place: str, document: bytes) -> a.AnyAnswer | None:
    """Decode an answer from JSON.
    Returns None for anything else, and notes the fault `unknown-choice` at the field `place`."""
    try:
        return _answers.decode(document)
    except (msgspec.MsgspecError, RecursionError):
        form.fault("unknown-choice", "not one of the choices", place)
        return None


def _write_answer(out: Writer, place: str, answer: a.AnyAnswer) -> None:
    """Write an answer to the form: a choice as JSON, or an order as its lists.
    `place` begins the names of its fields."""
    kind = kind_of(answer)
    if kind not in ORDERS:
        out.write_value(f"{place}.choice", msgspec.json.encode(answer).decode())
        return
    out.write_value(f"{place}.kind", kind)
    for part in ORDERS[kind]:
        out.many(f"{place}.{part}", map(str, getattr(answer, part)))


def _syntax_of(edition: Any, modules: Collection[str]) -> Typed:
    """Return how conditions and sums are typed in a game of an edition."""
    when, amount = (lambda text: parse_when(text, edition)), (lambda text: parse_amount(text, edition))
    return Typed(when, when, amount, format_condition, number_text)


def _read_use_rule(form: Reader, row: str) -> UseRule | None:
    """Read a rule on using a card's offer; None, if it does not say whether to.
    Notes the fault `empty` if only its condition or source is filled."""
    choice = form.among(f"{row}.use", (YES, NO), "")
    when, source = form.when(f"{row}.when"), form.many(f"{row}.source")
    if not choice:
        if when or source:
            form.fault("empty", "say whether to use it", f"{row}.use")
        return None
    return UseRule(when=when, source=source, use=choice == YES)


def _write_use(out: Writer, row: str, rule: UseRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.source", rule.source)
    out.write_value(f"{row}.use", YES if rule.use else NO)


def _bot(form: Reader, row: str) -> s.BotRule | None:
    """A row that is ticked leaves everything, or the kinds that are ticked."""
    kinds, when = form.many(f"{row}.kinds"), form.when(f"{row}.when")
    if not kinds and not form.read_value(f"{row}.all"):
        return None
    return s.BotRule(when=when, kinds=() if form.read_value(f"{row}.all") else kinds)


def _write_bot(out: Writer, row: str, rule: s.BotRule) -> None:
    out.when(f"{row}.when", rule.when)
    out.many(f"{row}.kinds", rule.kinds)
    out.write_value(f"{row}.all", "" if rule.kinds else "1")


STRUCTS = Structs(
    {
        BidRule: Row(blank=True),
        ChoiceRule: Row(blank=True),
        RankRule: Row(blank=True),
        UseRule: Row(own=(_read_use_rule, _write_use)),
        s.BotRule: Row(own=(_bot, _write_bot)),
    },
    {"answers": codec_by_key(_answer, _write_answer)},
)

FORM = SheetForm(s.Sheet, STRUCTS, _syntax_of)


SLOTS = 3


class LeaderForm(WhatIfForm):
    """The form of what-ifs of the family."""

    template = "btwixt/what_if_part.html"

    def assumed(self, house: str, fields: Mapping[str, str], faults: list[Refusal]) -> Assumed:
        """Return what is assumed of a leader: its first cards, and when it kneels.
        Adds the refusal `bad-number` for a total that is no number."""
        play = tuple(card for n in range(SLOTS) if (card := fields.get(f"{house}.play.{n}", "")))
        typed = fields.get(f"{house}.up-to", "").strip()
        up_to = digits(typed, 3)
        if typed and up_to is None:
            faults.append(Refusal("bad-number", f"a total is a number from 0 to {MAX_TOTAL}", f"{house}.up-to"))
        return Assumed(play, up_to)

    def fields_of(self, house: str, tried: Tried) -> dict[str, Any]:
        """Return what the form shows of a leader: cards, first cards, kneeling total.
        `open`: anything can be assumed, with a whole programme."""
        assumed: Assumed = tried.what_if.others.get(house, NOTHING)
        seen = msgspec.structs.replace(tried.view, seat=house, hand=[], waiting=[])
        return {
            "open": house != tried.view.seat and assumed.sheet is None,
            "cards": Choices(seen, house, tried.v).to_play[1:],
            "play": assumed.play,
            "slots": SLOTS,
            "up_to": tried.typed.get(f"{house}.up-to", "" if assumed.up_to is None else str(assumed.up_to)),
        }
