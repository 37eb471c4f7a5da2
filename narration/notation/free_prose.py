"""Lines that are no instruction: remarks, possible orders, talk about others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import dropwhile, pairwise

from narration.notation.free_answers import Answers
from narration.notation.free_pieces import length, without
from narration.notation.free_words import ANSWERS, BLOCKERS, TALK, Item, hides, idle
from narration.notation.remarks import WORDS, Place, Remark, Verdict
from narration.notation.words import LISTS

# Words and signs of a line that is read; a longer one is prose.
MAX_WORDS = 100
_PLEASE = frozenset(("please", "per", "por", "favore", "favor"))
_HEADERS = frozenset(("re", "fw", "fwd", "subject", "to"))
_WHOSE = LISTS["from"] | LISTS["to"]
# Where a sentence without a reading stands among instructions.
WITHIN = Place(beside=True, above=False, near=False)
# Shorter parts of names are too often something else.
MIN_CERTAIN = 6
# Words of a clause that says nothing of the game; fewer may be one that is not known.
MIN_TALK = 3
# Words of a line that may be an instruction where it stands alone.
MAX_ALONE = 10
# What a bid names.
BID = frozenset(("track", "number"))
# Between clauses.
CLAUSE = re.compile(r"[,;(](?=\s|\w)|\s[-–—]+\s")
# With one of these a clause may alter what stands beside it.
DOUBTS = BLOCKERS - TALK | WORDS["changing"] | WORDS["wavering"] | ANSWERS["no"] | ANSWERS["unsure"] | LISTS["or"]


class Prose(Answers):
    """Judges lines of one text that have no reading."""

    def _without_talk(self, sentence: str) -> str:
        """Drop clauses that concern nothing in the game and change nothing."""
        signs = [0, *(match.end() for match in CLAUSE.finditer(sentence)), len(sentence)]
        clauses = [span for span in pairwise(signs) if self._is_talk_alone(sentence[slice(*span)])]
        return without(sentence, clauses) if len(clauses) < len(signs) - 1 else sentence

    def _is_talk_alone(self, clause: str) -> bool:
        """Whether a clause concerns nothing in the game and changes nothing."""
        items = [item for item in self.items(clause) if any(letter.isalnum() for letter in item.spelt)]
        says = any(item.ids or item.firm or item.spelt.isdecimal() or item.spelt in DOUBTS for item in items)
        remark = self._remark(clause)
        alters = says or hides(items, ("",)) or remark.revokes or remark.disowns
        return len(items) >= MIN_TALK and not alters

    def _beside(self, sentence: str) -> bool:
        """Whether a sentence without a reading is unrelated and withdraws nothing."""
        names = any(item.ids or item.spelt in self.blockers for item in self.items(sentence))
        return not names and not self._remark(sentence).verdict(WITHIN)

    def _remark(self, line: str) -> Remark:
        """A line that was read as prose."""
        items = [item._replace(ids=self._certain(item)) for item in self.items(line)]
        begins = len(items) > 1 and "area" in items[0].ids and self._is_whole(items[0], "area")
        return Remark(line, [item.ids for item in items if item.ids], self.notation.data.vocabulary, begins)

    def _is_whole(self, item: Item, sort: str) -> bool:
        """Whether an item is a whole name of a sort, or the code of an area."""
        names, text = self.tongue.names, item.spelt.rstrip(" :")
        if len(text) == 1:
            return False
        return text in names.index((sort,)).whole or sort == "area" and text in names.shorts.get(sort, {})

    def _certain(self, item: Item) -> dict[str, tuple[str, ...]]:
        """Return the certain meanings: whole names, codes, long parts; no common words."""
        if item.spelt in WORDS["everyday"] and item.typed[1:].islower():
            return {}
        order = "order-type" in item.ids and len(item.spelt.split()[0]) > 1
        part = len(item.spelt) >= MIN_CERTAIN and bool(self.tongue.names.index(("area",)).matches(item.spelt))
        sure = {
            *filter(None, ("area" * part, "order" * order)),
            *(name_sort for name_sort in item.ids if self._is_whole(item, name_sort)),
        }
        return {sort: ids for sort, ids in item.ids.items() if sort in sure}

    def verdict(self, line: str, place: Place) -> Verdict:
        """What may be lost if a line is passed over."""
        quoted = line.lstrip().startswith(">")
        return "" if quoted else self._remark(line).verdict(place)

    def altered(self, line: str, place: Place, others: Mapping[int, str]) -> set[int] | None:
        """Return which lines a line may alter; None if it concerns only itself."""
        remark = self._remark(line)
        same = {at for at, other in others.items() if remark.named & self._remark(other).named}
        alone = (
            remark.begins or not remark.revokes and (remark.instructs or remark.kinds - {"house"} != set() and not same)
        )
        return None if alone or not (remark.revokes or place.above and remark.disowns) else same

    def is_of_others(self, line: str) -> bool:
        """Whether a line tells of other houses, or is for one."""
        return self._of_others(self.items(line))

    def may_order(self, line: str, *, answered: bool) -> bool:
        """Whether a line without a reading may be an order: it mentions orders in
        an area of the writer's own, or the only question while it is not `answered`."""
        items = self.items(line)
        if "?" in line or line.lstrip().startswith(">") or self._of_others(items) or length(line) > MAX_WORDS:
            return False
        remark = self._remark(line)
        own = any(not self.seat.own.isdisjoint(item.ids.get("area", ())) for item in items)
        headed = bool(items) and items[0].spelt in _HEADERS
        is_talk = headed or remark.kindly or any(item.spelt in self.blockers for item in items)
        if own and remark.speaks_of_orders and not is_talk and self.seat.planning:
            return True
        spoken = () if answered or all(map(idle, items)) else self.seat.questions
        return any(self.answers_partly(items, question) for question in spoken)

    def may_mean(self, line: str) -> bool:
        """Whether a single line may be an instruction: short, no negation, on topic."""
        items, remark, keywords = self.items(line), self._remark(line), self.notation.keywords.known
        is_talk = any(item.spelt in self.blockers for item in items) and not remark.kinds >= BID
        spoken = [item for item in items if item.spelt in (",", ":") or not idle(item)]
        is_talk = is_talk or any("house" in word.ids and of.spelt in (",", ":") for word, of in pairwise(spoken[:2]))
        if not items or is_talk or items[0].spelt in _HEADERS or remark.kindly or self._of_others(items):
            return False
        if len(remark.plain) > MAX_ALONE or "?" in line or line.lstrip().startswith(">"):
            return False
        return remark.instructs or any(
            item.ids.keys() - {"house", "leader"}
            and item.spelt not in WORDS["everyday"]
            or item.spelt in keywords
            and self.seat.asks_for(keywords[item.spelt])
            and not idle(item)
            for item in items
        )

    def says_nothing(self, line: str) -> bool:
        """Whether a line says nothing of the game."""
        return all(idle(item) or item.ids.get("house") == (self.seat.house,) for item in self.items(line))

    def _of_others(self, items: Sequence[Item]) -> bool:
        """Whether a line concerns another house: its actions (`greyjoy raids winterfell`),
        words addressed to it (`greyjoy, I raid pyke`), or a heading for its orders."""
        first = next((at for at, item in enumerate(items) if not idle(item)), len(items))
        other = first + 1 < len(items) and items[first].ids.keys() == {"house"}
        behalf = first and items[first - 1].spelt in self.notation.behalf_words.known
        if other and not behalf and items[first].ids["house"] != (self.seat.house,):
            next_items = list(dropwhile(lambda item: item.spelt in _PLEASE, items[first + 1 :]))[:1]
            does = any(item.ids.keys() & {"order", "order-type"} or item.spelt in self.blockers for item in next_items)
            spoken_to = items[first + 1].spelt in (",", ":") and any(
                item.ids.keys() & {"area", "order"} for item in items[first + 2 :]
            )
            return does or spoken_to
        leader = items[first].of(("leader",)) if first + 1 < len(items) else ()
        chosen = {entry for question in self.seat.questions for entry in question.options}
        if (
            leader
            and not chosen.intersection(leader)
            and leader != (self.seat.house,)
            and items[first + 1].spelt in self.uses
        ):
            return True
        words = self.notation.keywords.known
        heads = (
            words[head.spelt].bare_lines and of.spelt in _WHOSE for head, of in pairwise(items) if head.spelt in words
        )
        return any(heads) and items[-1].ids.keys() == {"house"}
