"""Checks of a card set: counts, ids, texts; abilities that fit their place.

The rules can play every card set that passes, and each ability in it has an effect.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from adjudicator.btwixt.rules.abilities import ACTS
from adjudicator.btwixt.rules.seasons import EVENTS, HAND
from adjudicator.btwixt.state import Edition, edition as c
from adjudicator.engine import Names, Refusal, kind_of

Told = Iterator[tuple[str, str]]
# So many at once; a look may be at all.
MAX_ITEMS, ALL = 10, 99
# Found in `on-play` as well as later, but only once the bid is won.
OF_THE_BID = frozenset({"winner", "each-loser", "of-winner", "shared-with-winner", "winner-choice-by-you"})
OF_THE_CLAIM = frozenset({"neighbor-sharing", "neighbor-not-sharing"})
SEVERAL = frozenset({"each-neighbor", "each-other", "each-loser", "each", "neighbor-not-sharing"})
OWN_POOLS = frozenset(
    {"own-choice", "own-both", "each-own", "own-fewer-allies", "with-highest-own-ally", "own-other-of-same", "same"}
)
LEADERS, COUNCILS = frozenset(get_args(c.SomeLeaders)), frozenset(get_args(c.SomeCouncils))
TAGGED = frozenset({"tagged-allies-in-council", "tagged-allies-own-councils"})
# Which zones an operation takes cards from.
ZONES: dict[type[c.Op], tuple[str, ...]] = {
    c.MoveCard: ("pile",),
    c.ReturnCard: ("pile", "discard"),
    c.DiscardCard: ("pile", "hand"),
}
# Which votes there are at each moment.
VOTES = {"in-pile": ("shared-with-winner",), "triumph-pre": ("winner-choice-by-you", "of-winner", "shared-with-winner")}


def selector_faults(ability: c.Ability, moment: str, of_ally: bool, at: str) -> Iterator[Refusal]:
    """Yield faults in an ability's selectors at a moment; `of_ally`: of an ally's."""
    picked = False
    for number, op in enumerate(ability.do):
        place = f"{at}.do[{number}]"
        picked = picked or any(isinstance(selector, c.PickLeader) for selector in _leader_selectors(op))
        for code, words in _op_faults(op, moment, of_ally, picked):
            yield Refusal(code, words, place)


def _op_faults(op: c.Op, moment: str, of_ally: bool, picked: bool) -> Told:
    """Yield faults of one operation: its selectors, kind, cards and number.

    `of_ally`: it is an ally's; `picked`: a leader is picked in it or before it."""
    yield from _named_selector_faults(op, moment, picked)
    yield from _op_kind_faults(op, moment)
    card = getattr(op, "card", None)
    if card is not None:
        yield from _card_selector_faults(op, card, of_ally)
    if isinstance(op, c.KillAlly) and op.ally == "this" and not of_ally:
        yield "wrong-selector", "'this' is for allies; this card is not an ally"
    most = ALL if isinstance(op, c.Peek) else MAX_ITEMS
    if not isinstance(op, c.Restrict) and not 1 <= getattr(op, "n", 1) <= most:
        yield "out-of-range", f"'n' must be from 1 to {most}"


def _leader_selectors(op: c.Op) -> list[Any]:
    """The leaders that an operation names."""
    card = getattr(op, "card", None)
    selectors = [getattr(op, name, None) for name in ("who", "giver", "to", "by", "of")]
    selectors += [card.of] if isinstance(card, c.PickCard) and card.zone != "discard" else []
    return [selector for selector in selectors if isinstance(selector, c.PickLeader) or selector in LEADERS]


def _councils(op: c.Op) -> list[str]:
    """The councils that an operation names."""
    ally = getattr(op, "ally", None)
    selectors = [getattr(op, name, None) for name in ("council", "source", "to", "of")]
    selectors += [ally.inside] if isinstance(ally, c.PickAlly) else []
    return [selector for selector in selectors if isinstance(selector, str) and selector in COUNCILS]


def _named_selector_faults(op: c.Op, moment: str, picked: bool) -> Told:
    """Yield selectors of leaders and councils that do not fit the operation.

    Most depend on the moment. `picked`: a leader is picked in it or before it."""
    selectors = [selector for selector in (*_leader_selectors(op), *_councils(op)) if isinstance(selector, str)]
    for selector in selectors:
        if selector in OF_THE_BID and moment == "on-play":
            yield "wrong-selector", f"{selector!r}: nobody has won the bid when a card is played"
        if selector in OF_THE_CLAIM and moment in ("on-play", "triumph-pre", "offer"):
            yield "wrong-selector", f"{selector!r}: no ally has been claimed yet"
        if selector == "targeted" and not picked:
            yield "wrong-selector", "'targeted' is the picked leader, but no leader is picked before"
        if selector == "own-opposite" and not (isinstance(op, c.MoveAlly) and op.to == selector):
            yield "wrong-selector", "'own-opposite' can only be the 'to' of 'move-ally'"
    to = getattr(op, "to", None)
    if to in SEVERAL:
        yield "wrong-selector", f"{to!r} may be several leaders, but a card goes to one"


def _card_selector_faults(op: c.Op, card: c.Cards, of_ally: bool) -> Told:
    """Yield what is wrong with the cards that an operation selects.

    `of_ally`: the operation is an ally's."""
    if not isinstance(card, c.PickCard):
        if of_ally:
            yield "wrong-selector", "'this' is for influence cards; this card is an ally"
        return
    if card.zone not in ZONES[type(op)]:
        yield "wrong-selector", f"it takes cards from {' or '.join(ZONES[type(op)])}, not from {card.zone!r}"
    if not 1 <= card.n <= MAX_ITEMS:
        yield "out-of-range", f"'n' must be from 1 to {MAX_ITEMS}"
    if card.where.of is not None:
        yield "wrong-filter", "the filter 'of' is for 'add-value'; put the 'of' for the owner beside 'zone'"
    if card.where.not_this and card.zone != "pile":
        yield "wrong-filter", "'not-this' is only for piles, because the acting card is in one"
    if card.how == "random" and (card.zone != "hand" or card.where != c.CardFilter()):
        yield "wrong-filter", "'random' is for hands, without filters"
    if card.zone == "discard" and card.by == "owner":
        yield "wrong-filter", "the discard pile has no owner"
    if card.how == "all" and (card.zone != "hand" or card.n != 1):
        yield "wrong-filter", "'all' is for hands, without 'n'"


def _op_kind_faults(op: c.Op, moment: str) -> Told:
    """Yield faults that only one kind of operation can have."""
    match op:
        case c.AddValue() | c.ScoreBonus() | c.WinReward():
            yield from _amount_faults(op, moment)
        case c.Restrict(rule=rule, n=n):
            if rule == "max-cards" and not 1 <= n <= MAX_ITEMS:
                yield "out-of-range", f"'n', the most cards to play, must be from 1 to {MAX_ITEMS}"
            if rule != "max-cards" and n:
                yield "out-of-range", "'n' is only for 'max-cards'"
        case c.VoteCouncil(council=council) if moment in VOTES and council not in VOTES[moment]:
            yield "wrong-selector", f"the vote must be for a council of the winner: {', '.join(VOTES[moment])}"
        case c.Peek(what="tokens", of=of, by=by) if of not in COUNCILS or by != "you":
            yield "wrong-selector", "for tokens, 'of' must be a council and 'by' must be 'you'"
        case c.Peek(what="hand", of=of) if not isinstance(of, c.PickLeader) and of not in LEADERS:
            yield "wrong-selector", "for a hand, 'of' must be a leader"
        case c.ArrangeAllies() if not 0 <= op.bottom_max < max(op.n, 1):
            yield "out-of-range", "'bottom-max' must be from 0 to one less than 'n'"
        case c.AddAlly():
            if not isinstance(op.who, str):
                yield "wrong-selector", "'who' cannot be picked here: name 'you', 'winner', 'targeted' ..."
            if op.source == "deck-top" and op.where != c.AllyFilter():
                yield "wrong-filter", "'where' is only for 'dead-pile', because the next ally cannot be chosen"
            if op.where.council_min_allies:
                yield "wrong-filter", "'council-min-allies' is only for allies in councils"
        case c.MoveAlly():
            if op.ally.how != "choice":
                yield "wrong-filter", "'how' must be 'choice' for 'move-ally'"
            if op.to == "own-opposite" and op.ally.inside not in OWN_POOLS:
                yield "wrong-selector", "'own-opposite' is only for an ally in one of your two councils"


def _amount_faults(op: c.AddValue | c.ScoreBonus | c.WinReward, moment: str) -> Told:
    """Yield faults in an amount: its cards, what it counts, and its range."""
    counted = op.amount if isinstance(op.amount, c.Counted) else None
    own = counted is not None and counted.per == "tagged-allies-own-councils"
    if isinstance(op, c.AddValue) and moment == "in-pile":
        if counted and not own:
            yield "wrong-counter", f"{counted.per!r} is for allies; cards count 'tagged-allies-own-councils'"
    elif isinstance(op, c.AddValue) and (op.cards == "this" or op.cards.of is not None or op.cards.not_this):
        yield "wrong-selector", "an ally changes cards in all piles, so do not use 'this', 'not-this' or 'of'"
    elif isinstance(op, c.AddValue) and counted:
        yield "wrong-counter", "the amount must be a number, because the ally changes it for the round"
    elif isinstance(op, c.ScoreBonus) and counted and own:
        yield "wrong-counter", f"{counted.per!r} is for influence cards; allies count within their own council"
    numbers = (op.amount,) if isinstance(op.amount, int) else (op.amount.times, op.amount.max)
    if not all(-ALL <= number <= ALL for number in numbers) or not numbers[0] or numbers[-1] == 0:
        yield "out-of-range", f"an amount must be from {-ALL} to {ALL}, and not 0"
    if counted and (counted.max < 1 or (counted.per in TAGGED) != bool(counted.tag)):
        yield "wrong-counter", "'max' must be 1 or more, and 'tag' is only for counters of tagged allies"


ON_PLAY, PRE, POST, CLAIMED, OFFER = "on-play", "triumph-pre", "triumph-post", "when-claimed", "offer"
PILE, ROUND, COUNCIL, END = "in-pile", "during-round", "in-council", "end-game"
# The moments of each sort of card; `offer` is a `during-round` that is offered to leaders.
OF_INFLUENCE = frozenset({ON_PLAY, PILE, PRE, POST})
OF_ALLIES = frozenset({CLAIMED, ROUND, OFFER, COUNCIL, END})
CARRIED_OUT = frozenset({ON_PLAY, PRE, POST, CLAIMED, OFFER})
# While an ally lies on the table that nobody has claimed yet.
BEFORE_CLAIM = frozenset({ON_PLAY, PRE, OFFER})
# When each operation is read; those that are not named here at any moment when abilities are carried out.
MOMENTS: dict[type[c.Op], frozenset[str]] = {
    c.AddValue: frozenset({PILE, ROUND}),
    c.VoteCouncil: frozenset({PILE, PRE}),
    c.WinReward: frozenset({ROUND, PRE}),
    c.TokenOnCurrent: BEFORE_CLAIM,
    c.AddAlly: CARRIED_OUT - {ON_PLAY},
    c.ReplaceCurrent: BEFORE_CLAIM,
    c.SetKneel: frozenset({ON_PLAY}),
    c.PlaceSelf: frozenset({CLAIMED}),
    c.ScoreBonus: frozenset({END}),
}
BANS: dict[c.Ban, frozenset[str]] = {
    "immovable": frozenset({PILE}),
    "pile-locked": frozenset({PILE}),
    "untargetable": CARRIED_OUT - {POST},
    "piles-closed": frozenset({ROUND}),
    "max-cards": frozenset({ROUND}),
    "protected": frozenset({COUNCIL}),
    "current-protected": BEFORE_CLAIM,
}
WON = frozenset({"you-won", "you-lost", "won-by-neighbor"})
SEASONAL = frozenset({"summer", "autumn", "winter"})
NOW = frozenset({"current-alive", "last-to-kneel", "lowest-total"}) | SEASONAL
CONDITIONS = {
    ON_PLAY: NOW,
    PRE: WON | NOW,
    POST: WON | NOW,
    CLAIMED: WON | NOW,
    OFFER: WON | NOW,
    END: frozenset({"council-most-allies", "tokens-in-council-at-least"}),
}
# Of what lasts while a card lies in a pile: nothing else is asked about than this.
IN_PILE: dict[type[c.Op], frozenset[str]] = {
    c.AddValue: frozenset({"last-to-kneel"}) | SEASONAL,
    c.VoteCouncil: frozenset({"won-by-neighbor"}),
}
NONE: frozenset[str] = frozenset()


def moment_of(ability: c.Ability) -> str:
    """Return the moment at which an ability is read or carried out.

    An offer during the round has a moment of its own."""
    return OFFER if ability.when == ROUND and ability.offer is not None else ability.when


def moments_of(op: c.Op) -> frozenset[str]:
    """Return the moments at which an operation is read or carried out."""
    if isinstance(op, c.Restrict):
        return BANS[op.rule]
    if isinstance(op, c.KillAlly) and op.ally == "current":
        return BEFORE_CLAIM
    return MOMENTS.get(type(op), CARRIED_OUT)


def ability_faults(card: c.Ally | c.Influence, where: str) -> Iterator[Refusal]:
    """What is wrong with the abilities of a card; `where` is its place in the files."""
    own = OF_ALLIES if isinstance(card, c.Ally) else OF_INFLUENCE
    placing = 0
    for number, ability in enumerate(card.abilities):
        at = f"{where}, abilities[{number}]"
        if moment_of(ability) not in own:
            moments = ", ".join(sorted(own - {OFFER}))
            yield Refusal("wrong-window", f"{ability.when!r} is not for this type of card; use {moments}", at)
            continue
        placing += sum(isinstance(op, c.PlaceSelf) for op in ability.do)
        yield from _single_ability_faults(ability, at)
        yield from selector_faults(ability, moment_of(ability), isinstance(card, c.Ally), at)
    if placing > 1:
        yield Refusal("wrong-op", "use 'place-self' only once", where)


def _single_ability_faults(ability: c.Ability, at: str) -> Iterator[Refusal]:
    """Yield faults in one ability's operations, control words and conditions.

    `at` is its place in the files."""
    moment = moment_of(ability)
    if not ability.do:
        yield Refusal("no-ops", "it does nothing: `do` is empty", at)
    if ability.offer is not None and moment != OFFER:
        yield Refusal("wrong-control", "'offer' is only for 'during-round'", at)
    if ability.may and moment not in CARRIED_OUT:
        yield Refusal("wrong-control", f"'may' is not for {moment!r}, because nobody decides there", at)
    first = True
    for number, op in enumerate(ability.do):
        place, name = f"{at}.do[{number}]", kind_of(op)
        if moment not in moments_of(op):
            label = f"{name!r} with {op.rule!r}" if isinstance(op, c.Restrict) else repr(name)
            moments = ", ".join(sorted(moments_of(op)))
            yield Refusal("wrong-op", f"{label} does nothing in {moment!r}; it is for {moments}", place)
        acts = type(op) in ACTS and moment in CARRIED_OUT
        if op.if_done and (first or not acts):
            yield Refusal("wrong-control", "'if-done' needs an operation before this one", place)
        first = first and not acts
    yield from _condition_faults(ability, at)
    if any(isinstance(op, c.PlaceSelf) for op in ability.do):
        yield from _place_self_faults(ability, at)


def _place_self_faults(ability: c.Ability, at: str) -> Iterator[Refusal]:
    """Yield operations that an ability cannot combine with `place-self`.

    The ally is then next, or dead, and not in a council yet."""
    for number, op in enumerate(ability.do):
        if isinstance(op, c.AddAlly | c.ArrangeAllies) or (isinstance(op, c.KillAlly) and op.ally == "this"):
            words = "it cannot be used with 'place-self', because the ally is not in a council yet"
            yield Refusal("wrong-op", words, f"{at}.do[{number}]")


def _condition_faults(ability: c.Ability, at: str) -> Iterator[Refusal]:
    """Yield conditions of an ability that are not possible at its moment."""
    moment = moment_of(ability)
    allowed_conditions = CONDITIONS.get(moment, NONE)
    if moment == PILE:
        each = [IN_PILE.get(type(op), NONE) for op in ability.do]
        allowed_conditions = frozenset.intersection(*each) if each else NONE
    if any(isinstance(op, c.PlaceSelf) for op in ability.do):
        allowed_conditions = NONE
    for condition in ability.conditions:
        name = condition if isinstance(condition, str) else "tokens-in-council-at-least"
        if name not in allowed_conditions:
            can = ", ".join(sorted(allowed_conditions)) or "none at all"
            yield Refusal("wrong-condition", f"{name!r} is not possible here; possible: {can}", at)


# Where facts come from: of our own making, the rulebook, a part of them from there, the picture in it, a review, or
# the card that lies in a box.
BASES = ("house", "rulebook", "partial", "scan", "review", "box")
WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# A council is called after its two leaders, with the sign between them.
LEADER = re.compile(r"[a-z][a-z0-9]*")
MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 40, 60, 400
MAX_POINTS, MAX_COPIES, MAX_TOKENS = 99, 20, 200
# What sheets say of cards, leaders and councils without naming them.
OF_CARDS = {"lowest", "highest", "enough", "red", "green", "purple", "event", "own"}
OF_COUNCILS = {"left", "right", "weaker", "stronger", "more-tokens", "fewer-tokens"}
OF_LEADERS = {"leader", "winner", "strongest", "weakest", "mine", "not-mine"}
TAKEN = OF_CARDS | OF_COUNCILS | OF_LEADERS
BEGINNINGS = ("with-", "of-", "in-")
# Of cards of its own each leader has so many.
OWN = 4
SORTS = ("leaders", "allies", "standard", "events", "own", "tokens")


def counted(edition: Edition) -> dict[str, int]:
    """Count an edition's leaders, allies, influence cards and tokens, by sort."""
    copies: Counter[str] = Counter()
    for card in edition.influence.values():
        copies[card.group] += card.copies
    counts = (len(edition.houses), len(edition.allies), copies["standard"], copies["event"], copies["leader"])
    return dict(zip(SORTS, (*counts, sum(edition.cards.tokens.values())), strict=True))


def faults(edition: Edition) -> Iterator[Refusal]:
    """All faults, by file."""
    yield from _counts(edition)
    yield from _set_file_faults(edition)
    yield from _leaders(edition)
    yield from _ids(edition)
    for ally in edition.allies.values():
        where = f"allies.toml: {ally.id:.60}"
        if not 0 <= ally.power <= MAX_POINTS:
            yield Refusal("out-of-range", f"'power' must be from 0 to {MAX_POINTS}", where)
        for tag in ally.tags:
            if not WORD.fullmatch(tag):
                yield Refusal("bad-id", f"the tag {tag!r:.60} must be written as an id", where)
        yield from _card_faults(edition, ally, where)
    for card in edition.influence.values():
        where = f"influence.toml: {card.id:.60}"
        yield from _influence(edition, card, where)
        yield from _card_faults(edition, card, where)


def warnings(edition: Edition) -> Iterator[Refusal]:
    """Warn of names and texts without a translation."""
    rows = {"leaders": edition.houses, "allies": edition.allies, "influence": edition.influence}
    for file, entries in rows.items():
        for tongue, name in (("it", "Italian"), ("es", "Spanish")):
            for part in ("name", "text") if file != "leaders" else ("name",):
                missing = sum(not getattr(getattr(row, part), tongue) for row in entries.values())
                if missing:
                    words = f"{missing} of {len(entries)} have no {part} in {name}; readers see the English one"
                    yield Refusal("untranslated", words, f"{file}.toml")


def _counts(edition: Edition) -> Iterator[Refusal]:
    """Compare `counts` with the cards that the files list."""
    counts, totals, where = edition.cards.counts, counted(edition), "set.toml: counts"
    for sort in counts:
        if sort not in SORTS:
            yield Refusal("wrong-count", f"{sort!r:.60} must be one of {', '.join(SORTS)}", where)
    for sort, number in totals.items():
        if sort not in counts:
            yield Refusal("wrong-count", f"the number of {sort} is missing", where)
        elif counts[sort] != number:
            yield Refusal("wrong-count", f"{sort}: the count is {counts[sort]}, {number} are listed", where)
    # What a game of the most players needs, whatever it is played with.
    most = max(edition.player_counts)
    least = {"leaders": most, "standard": most * HAND, "events": max(sum(parts.values()) for parts in EVENTS.values())}
    for sort, number in {**least, "allies": 1, "tokens": 1}.items():
        if totals[sort] < number:
            yield Refusal("too-few", f"{sort}: {totals[sort]} are listed, but a game needs {number}", where)


def _set_file_faults(edition: Edition) -> Iterator[Refusal]:
    """Yield faults in the set's name, its tokens and its reconstructions."""
    yield from _words(edition.name, "set.toml: name", MAX_NAME_LENGTH + 30)
    for number, copies in edition.cards.tokens.items():
        if not (0 <= number <= MAX_POINTS and 0 <= copies <= MAX_TOKENS):
            words = f"a token must show 0 to {MAX_POINTS}, and there must be 0 to {MAX_TOKENS} of each"
            yield Refusal("out-of-range", words, "set.toml: tokens")
    for line in edition.reconstructions:
        yield from _line(line, "set.toml: reconstructions", MAX_TEXT_LENGTH)


def _leaders(edition: Edition) -> Iterator[Refusal]:
    """Yield faults in leaders' ids, letters, names and numbers of own cards."""
    letters: dict[str, str] = {}
    own = {house: len(cards) for house, cards in edition.own_cards.items()}
    for leader in edition.houses.values():
        where = f"leaders.toml: {leader.id}"
        if not LEADER.fullmatch(leader.id) or len(leader.id) > MAX_ID_LENGTH:
            words = "a leader's id must be one word of small letters without '-': two of them name a council"
            yield Refusal("bad-id", words, where)
        if not re.fullmatch("[A-Z]", leader.letter):
            yield Refusal("bad-letter", "'letter' must be one of A to Z", where)
        elif leader.letter in letters:
            yield Refusal("same-letter", f"{letters[leader.letter]} also has the letter {leader.letter}", where)
        letters.setdefault(leader.letter, leader.id)
        yield from _words(leader.name, f"{where}, name", MAX_NAME_LENGTH)
        yield from _line(leader.whole_name, f"{where}, whole-name", MAX_NAME_LENGTH)
        if own.get(leader.id, 0) != OWN:
            words = f"this leader has {own.get(leader.id, 0)} own cards, but must have {OWN}"
            yield Refusal("wrong-count", words, where)


def _ids(edition: Edition) -> Iterator[Refusal]:
    """Each id is a word, and stands for one thing in all files."""
    file_by_id: dict[str, str] = {}
    for file, rows in (("leaders", edition.houses), ("allies", edition.allies), ("influence", edition.influence)):
        for row_id in rows:
            where = f"{file}.toml: {row_id:.60}"
            if row_id in file_by_id:
                yield Refusal("duplicate-id", f"{row_id!r:.60} is also in {file_by_id[row_id]}.toml", where)
            file_by_id.setdefault(row_id, file)
            if file != "leaders" and (not WORD.fullmatch(row_id) or len(row_id) > MAX_ID_LENGTH):
                words = f"an id must be words of small letters and digits, joined by '-', at most {MAX_ID_LENGTH} long"
                yield Refusal("bad-id", words, where)
            if row_id in TAKEN or row_id.startswith(BEGINNINGS):
                yield Refusal("reserved-id", "order sheets use this word, or its beginning, for something else", where)


def _influence(edition: Edition, card: c.Influence, where: str) -> Iterator[Refusal]:
    """Yield faults in an influence card's value, copies, colour and leader."""
    if not 0 <= card.value <= MAX_POINTS:
        yield Refusal("out-of-range", f"'value' must be from 0 to {MAX_POINTS}", where)
    if not 1 <= card.copies <= MAX_COPIES:
        yield Refusal("out-of-range", f"'copies' must be from 1 to {MAX_COPIES}", where)
    if (card.group == "standard") != (card.color is not None):
        words = "needs one of the three colours" if card.group == "standard" else "cannot have a colour"
        yield Refusal("wrong-color", f"a card of the group {card.group!r} {words}", where)
    if card.group == "leader" and card.leader not in edition.houses:
        yield Refusal("unknown-leader", f"there is no leader {card.leader!r:.60}", where)
    if card.group != "leader" and card.leader:
        yield Refusal("unknown-leader", f"'leader' is only for the group 'leader', not for {card.group!r}", where)


def _card_faults(edition: Edition, card: c.Ally | c.Influence, where: str) -> Iterator[Refusal]:
    """Yield faults that allies and influence cards alike can have.

    They are in names, texts, bases, tags and abilities."""
    yield from _words(card.name, f"{where}, name", MAX_NAME_LENGTH)
    yield from _words(card.text, f"{where}, text", MAX_TEXT_LENGTH)
    for part in card.basis.__struct_fields__:
        if getattr(card.basis, part) not in BASES:
            yield Refusal("unknown-basis", f"this must be one of {', '.join(BASES)}", f"{where}, basis.{part}")
    tags = {tag for ally in edition.allies.values() for tag in ally.tags}
    for number, ability in enumerate(card.abilities):
        for tag in _tags(ability):
            if tag not in tags:
                yield Refusal("unknown-tag", f"no ally has the tag {tag!r:.60}", f"{where}, abilities[{number}]")
    yield from ability_faults(card, where)


def _tags(ability: c.Ability) -> Iterator[str]:
    """The tags that an ability names."""
    for op in ability.do:
        amount, ally, among = (getattr(op, name, None) for name in ("amount", "ally", "where"))
        if isinstance(amount, c.Counted) and amount.tag:
            yield amount.tag
        for ally_filter in (ally.where if isinstance(ally, c.PickAlly) else None, among):
            if isinstance(ally_filter, c.AllyFilter) and ally_filter.tag is not None:
                yield ally_filter.tag


def _words(names: Names, where: str, longest: int) -> Iterator[Refusal]:
    """Check a name or text: English is required, one line in each language."""
    if not names.en.strip():
        yield Refusal("no-name", "the English text ('en') is missing", where)
    for text in names.every():
        yield from _line(text, where, longest)


def _line(text: str, where: str, longest: int) -> Iterator[Refusal]:
    if len(text) > longest or not text.isprintable():
        yield Refusal("bad-text", f"this must be one line of at most {longest} characters", where)
