"""What must be so in a card set that can be read: counts, ids, references, colours, numbers, words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from adjudicator.btwixt.editions import ability_check
from adjudicator.btwixt.rules.seasons import EVENTS, HAND
from adjudicator.btwixt.state import cards as c
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.names import Names
from adjudicator.engine.refusal import Refusal

# Where facts come from: of our own making, the rulebook, a part of them from there, the picture in it, a review, or
# the card that lies in a box.
BASES = ("house", "rulebook", "partial", "scan", "review", "box")
WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# A council is called after its two leaders, with the sign between them.
LEADER = re.compile(r"[a-z][a-z0-9]*")
LONGEST_ID, LONGEST_NAME, LONGEST_TEXT = 40, 60, 400
HIGHEST, MOST_COPIES, MOST_TOKENS = 99, 20, 200
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
    """How many there are of each sort."""
    copies: Counter[str] = Counter()
    for card in edition.influence.values():
        copies[card.group] += card.copies
    found = (len(edition.houses), len(edition.allies), copies["standard"], copies["event"], copies["leader"])
    return dict(zip(SORTS, (*found, sum(edition.cards.tokens.values())), strict=True))


def faults(edition: Edition) -> Iterator[Refusal]:
    """Everything that is wrong, by files."""
    yield from _counts(edition)
    yield from _whole(edition)
    yield from _leaders(edition)
    yield from _ids(edition)
    for ally in edition.allies.values():
        where = f"allies.toml: {ally.id:.60}"
        if not 0 <= ally.power <= HIGHEST:
            yield Refusal("out-of-range", f"'power' is from 0 to {HIGHEST}", where)
        for tag in ally.tags:
            if not WORD.fullmatch(tag):
                yield Refusal("bad-id", f"the tag {tag!r:.60} is no word as ids are", where)
        yield from _of_card(edition, ally, where)
    for card in edition.influence.values():
        where = f"influence.toml: {card.id:.60}"
        yield from _influence(edition, card, where)
        yield from _of_card(edition, card, where)


def warnings(edition: Edition) -> Iterator[Refusal]:
    """Names and texts that stand in English alone."""
    rows = {"leaders": edition.houses, "allies": edition.allies, "influence": edition.influence}
    for file, found in rows.items():
        for tongue, name in (("it", "Italian"), ("es", "Spanish")):
            for part in ("name", "text") if file != "leaders" else ("name",):
                missing = sum(not getattr(getattr(row, part), tongue) for row in found.values())
                if missing:
                    words = f"{missing} of {len(found)} have no {part} in {name}: readers get the English one"
                    yield Refusal("untranslated", words, f"{file}.toml")


def _counts(edition: Edition) -> Iterator[Refusal]:
    """`counts` says what is in the box, the files list it."""
    said, found = edition.cards.counts, counted(edition)
    for sort in said:
        if sort not in SORTS:
            yield Refusal("wrong-count", f"{sort!r:.60} is none of {', '.join(SORTS)}", "set.toml: counts")
    for sort, number in found.items():
        if sort not in said:
            yield Refusal("wrong-count", f"it does not say how many {sort} there are", "set.toml: counts")
        elif said[sort] != number:
            yield Refusal("wrong-count", f"{sort}: {said[sort]} are said, {number} are listed", "set.toml: counts")
    # What a game of the most players needs, whatever it is played with.
    most = max(edition.player_counts)
    least = {"leaders": most, "standard": most * HAND, "events": max(sum(one.values()) for one in EVENTS.values())}
    for sort, number in {**least, "allies": 1, "tokens": 1}.items():
        if found[sort] < number:
            yield Refusal("too-few", f"{sort}: {found[sort]} are listed, a game needs {number}", "set.toml: counts")


def _whole(edition: Edition) -> Iterator[Refusal]:
    yield from _words(edition.name, "set.toml: name", LONGEST_NAME + 30)
    for number, copies in edition.cards.tokens.items():
        if not (0 <= number <= HIGHEST and 0 <= copies <= MOST_TOKENS):
            words = f"a token shows 0 to {HIGHEST}, and there are 0 to {MOST_TOKENS} of each"
            yield Refusal("out-of-range", words, "set.toml: tokens")
    for line in edition.reconstructions:
        yield from _line(line, "set.toml: reconstructions", LONGEST_TEXT)


def _leaders(edition: Edition) -> Iterator[Refusal]:
    letters: dict[str, str] = {}
    own = {house: len(cards) for house, cards in edition.own_cards.items()}
    for leader in edition.houses.values():
        where = f"leaders.toml: {leader.id}"
        if not LEADER.fullmatch(leader.id) or len(leader.id) > LONGEST_ID:
            words = "a leader's id is one word of small letters, without '-': councils are called after two of them"
            yield Refusal("bad-id", words, where)
        if not re.fullmatch("[A-Z]", leader.letter):
            yield Refusal("bad-letter", "'letter' is one of A to Z", where)
        elif leader.letter in letters:
            yield Refusal("same-letter", f"{letters[leader.letter]} has the letter {leader.letter} too", where)
        letters.setdefault(leader.letter, leader.id)
        yield from _words(leader.name, f"{where}, name", LONGEST_NAME)
        yield from _line(leader.whole_name, f"{where}, whole-name", LONGEST_NAME)
        if own.get(leader.id, 0) != OWN:
            words = f"{own.get(leader.id, 0)} cards are this leader's own, and each has {OWN}"
            yield Refusal("wrong-count", words, where)


def _ids(edition: Edition) -> Iterator[Refusal]:
    """Each id is a word, and stands for one thing in all files."""
    known: dict[str, str] = {}
    for file, rows in (("leaders", edition.houses), ("allies", edition.allies), ("influence", edition.influence)):
        for one in rows:
            where = f"{file}.toml: {one:.60}"
            if one in known:
                yield Refusal("duplicate-id", f"{one!r:.60} stands in {known[one]}.toml too", where)
            known.setdefault(one, file)
            if file != "leaders" and (not WORD.fullmatch(one) or len(one) > LONGEST_ID):
                words = f"an id is words of small letters and figures with '-' between, {LONGEST_ID} signs at most"
                yield Refusal("bad-id", words, where)
            if one in TAKEN or one.startswith(BEGINNINGS):
                yield Refusal("reserved-id", "sheets use this word, or its beginning, for something else", where)


def _influence(edition: Edition, card: c.Influence, where: str) -> Iterator[Refusal]:
    if not 0 <= card.value <= HIGHEST:
        yield Refusal("out-of-range", f"'value' is from 0 to {HIGHEST}", where)
    if not 1 <= card.copies <= MOST_COPIES:
        yield Refusal("out-of-range", f"'copies' is from 1 to {MOST_COPIES}", where)
    if (card.group == "standard") != (card.color is not None):
        words = "needs one of the three colours" if card.group == "standard" else "has none of the three colours"
        yield Refusal("wrong-color", f"a card of the group {card.group!r} {words}", where)
    if card.group == "leader" and card.leader not in edition.houses:
        yield Refusal("unknown-leader", f"there is no leader {card.leader!r:.60}", where)
    if card.group != "leader" and card.leader:
        yield Refusal("unknown-leader", f"'leader' is for the group 'leader', not for {card.group!r}", where)


def _of_card(edition: Edition, card: c.Ally | c.Influence, where: str) -> Iterator[Refusal]:
    """What is so of allies and influence cards alike."""
    yield from _words(card.name, f"{where}, name", LONGEST_NAME)
    yield from _words(card.text, f"{where}, text", LONGEST_TEXT)
    for part in card.basis.__struct_fields__:
        if getattr(card.basis, part) not in BASES:
            yield Refusal("unknown-basis", f"none of {', '.join(BASES)}", f"{where}, basis.{part}")
    tags = {tag for ally in edition.allies.values() for tag in ally.tags}
    for number, ability in enumerate(card.abilities):
        for tag in _tags(ability):
            if tag not in tags:
                yield Refusal("unknown-tag", f"no ally has the tag {tag!r:.60}", f"{where}, abilities[{number}]")
    yield from ability_check.faults(card, where)


def _tags(ability: c.Ability) -> Iterator[str]:
    """The tags that an ability names."""
    for op in ability.do:
        amount, ally, among = (getattr(op, name, None) for name in ("amount", "ally", "where"))
        if isinstance(amount, c.Counted) and amount.tag:
            yield amount.tag
        for found in (ally.where if isinstance(ally, c.PickAlly) else None, among):
            if isinstance(found, c.AllyFilter) and found.tag is not None:
                yield found.tag


def _words(names: Names, where: str, longest: int) -> Iterator[Refusal]:
    """A name or text: given in English, and in one line in each language."""
    if not names.en.strip():
        yield Refusal("no-name", "it says nothing in English ('en')", where)
    for said in names.every():
        yield from _line(said, where, longest)


def _line(said: str, where: str, longest: int) -> Iterator[Refusal]:
    if len(said) > longest or not said.isprintable():
        yield Refusal("bad-text", f"one line of at most {longest} signs", where)
