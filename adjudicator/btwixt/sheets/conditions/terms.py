"""Reading the numbers that conditions compare, whose they are, and sums of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import SORTS, WITH
from adjudicator.btwixt.sheets.name_book import NameBook
from adjudicator.engine.condition_words import Word, Words, joined
from adjudicator.engine.refusal import Refusal, Refused, Unreadable

SELF = ("me", "my", "i", "mine", "own")
SIDES = ("left", "right")
NEIGHBORS = ("neighbor", "neighbour", "neighbors", "neighbours")
OF_LEADER: tuple[str, ...] = get_args(c.OfLeader)
OF_COUNCIL: tuple[str, ...] = get_args(c.OfCouncil)
TABLE: dict[str, c.OfTable] = {name.replace("-", " "): name for name in get_args(c.OfTable)} | {
    "rounds left in season": "season-rounds-left",
    "rounds left this season": "season-rounds-left",
    "deck": "cards-left",
    "ally token": "ally-tokens",
    "tokens on ally": "ally-tokens",
    "my lead": "lead",
}
COUNCILS = ("left", "right", "weaker", "stronger", "claimed")
BEST = ("best", "highest", "most", "largest")
EXAMPLES = "a number: 3, my total, best total, total of LEADER, lead, ally power, power of COUNCIL, red in my hand"


def read_who(said: list[Word], book: NameBook, words: Words) -> str:
    """`me`, `left`, `right`, `winner`, `first-player`, or a leader's id."""
    low = [word.low for word in said]
    if not low:
        raise words.refuse("leader-missing", "nothing follows", "me, left, right, winner or a leader")
    plain = [one for one in low if one not in (*NEIGHBORS, "my", "the", "leader", "on")]
    if len(plain) == 1 and plain[0] in SIDES:
        return plain[0]
    if plain == ["winner"] or plain == ["first", "player"]:
        return "-".join(plain)
    if len(low) == 1 and low[0] in SELF:
        return "me"
    return book.find(_bare(joined(said)), "leader")


def _bare(text: str) -> str:
    """The name without a possessive ending."""
    for ending in ("'s", "’s", "'", "’"):
        if text.endswith(ending):
            return text.removesuffix(ending)
    return text


def read_council(said: list[Word], book: NameBook, words: Words) -> str:
    """`left`, `weaker`..., `with-euron`, or a council's id. Raises Unreadable `unknown-council`."""
    column = said[0].column if said else None
    low = [word.low for word in said]
    if low[:1] in (["my"], ["the"]):
        said, low = said[1:], low[1:]
    if low[:2] == ["council", "with"] and len(low) > 2:
        return WITH + book.find(_bare(joined(said[2:])), "leader")
    bare = [word for word in said if word.low not in ("council", "the")]
    text = joined(bare).casefold()
    if text in COUNCILS:
        return text
    if text.startswith(WITH):
        return WITH + book.find(text.removeprefix(WITH), "leader")
    ends = [book.matches(one, "leader") for one in text.split("-")] if len(bare) == 1 else []
    if len(ends) == 2 and all(len(one) == 1 for one in ends) and ends[0] != ends[1]:
        return f"{ends[0][0]}-{ends[1][0]}"
    got = f'"{text}" is no council{book.hint(text, [], COUNCILS)}' if text else "a council is missing"
    wanted = "left, right, weaker or stronger council, council with LEADER, or an id like cersei-euron"
    raise words.refuse("unknown-council", got, wanted, column)


def read_card(said: list[Word], book: NameBook) -> str:
    """A sort of cards, or a card's id."""
    text = joined([word for word in said if word.low not in ("a", "an", "card", "cards", "any")])
    return text.casefold() if text.casefold() in SORTS else book.find(text, "card")


def _number(text: str) -> int | None:
    """A whole number of ASCII digits, with a sign or not."""
    bare = text[1:] if text[:1] in ("+", "-") else text
    if not (bare.isascii() and bare.isdecimal()):
        return None
    number = int(bare[:9])
    if number > 1000:
        raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
    return -number if text[0] == "-" else number


def read_amount(said: list[Word], book: NameBook, words: Words) -> c.Amount:
    """The amount that a phrase names: a number, a term, or a sum of such. Raises Unreadable `unknown-number` with the
    nearest legal word, `list-too-long` for a sum of too many."""
    shares, plus = [], 0
    for sign, part in _signed(said):
        number = _number(part[0].low) if len(part) == 1 else None
        if number is not None:
            plus += sign * number
            continue
        times, named = _times(part)
        shares.append(c.Share(read_term(named, book, words), sign * times))
    if len(shares) > c.MOST_SHARES:
        raise Unreadable(Refusal("list-too-long", f"a sum has at most {c.MOST_SHARES} parts"))
    if abs(plus) > 1000:
        raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
    if not shares and said:
        return plus
    if len(shares) == 1 and shares[0].times == 1 and not plus:
        return shares[0].term
    if not shares:
        raise words.refuse("unknown-number", "a number is missing", EXAMPLES)
    return c.Sum(tuple(shares), plus)


def _signed(said: list[Word]) -> Iterator[tuple[int, list[Word]]]:
    """What stands between the signs, each with its sign; `total+3` is two."""
    pieces: list[Word] = []
    for word in said:
        head, plus, tail = word.text.partition("+")
        if plus and head and tail:
            at = word.column + len(head)
            pieces += [Word(head, word.column), Word("+", at), Word(tail, at + 1)]
        else:
            pieces.append(word)
    sign, part, begun = 1, list[Word](), False
    for word in pieces:
        signed = word.text[0] in "+-−"
        if signed:
            if part or begun:
                yield sign, part
            sign, part, begun = (1 if word.text[0] == "+" else -1), [], True
            if len(word.text) > 1:
                part = [Word(word.text[1:], word.column + 1)]
        else:
            part = [*part, word]
    if part or begun:
        yield sign, part


def _times(said: list[Word]) -> tuple[int, list[Word]]:
    """`2 times ally power` is 2 and `ally power`."""
    low = [word.low for word in said]
    if low[:1] in (["twice"], ["double"]):
        return 2, said[1:]
    if len(low) > 2 and low[1] in ("times", "*", "x"):
        number = _number(low[0])
        if number is not None:
            return number, said[2:]
    return 1, said


def read_term(said: list[Word], book: NameBook, words: Words) -> c.Term:
    """The number that a phrase names. Raises Unreadable `unknown-number` with the nearest legal word."""
    low = [word.low for word in said]
    if low[:1] == ["the"]:
        said, low = said[1:], low[1:]
    plain = TABLE.get(" ".join(low))
    if plain is not None:
        return c.TableNumber(plain)
    found = _cards(said, low, book, words) or _of_council(said, low, book, words) or _of_leader(said, low, book, words)
    if found is None:
        hint = book.hint(joined(said), [], (*TABLE, "my total", "best total", "my small", "my hand", "my pile"))
        got = f'"{joined(said)}" is no number{hint}' if said else "a number is missing"
        raise words.refuse("unknown-number", got, EXAMPLES, said[0].column if said else None)
    return found


def _of_leader(said: list[Word], low: list[str], book: NameBook, words: Words) -> c.Term | None:
    """`my total`, `total of euron`, `euron's hand`, `best total`, `hand of my left neighbour`."""
    if len(low) > 2 and low[0] in OF_LEADER and low[1] == "of":
        return c.LeaderNumber(low[0], read_who(said[2:], book, words))  # type: ignore[arg-type]
    named = low[:-1] if low[-1:] in (["council"], ["cards"]) and len(low) > 2 else low
    if len(named) < 2 or named[-1] not in OF_LEADER:
        return None
    whose = said[: len(named) - 1]
    if [word.low for word in whose] in [[one] for one in BEST] + [[one, "other"] for one in BEST]:
        return c.LeaderNumber(named[-1], "best")  # type: ignore[arg-type]
    return c.LeaderNumber(named[-1], read_who(whose, book, words))  # type: ignore[arg-type]


def _of_council(said: list[Word], low: list[str], book: NameBook, words: Words) -> c.Term | None:
    """`power of left council`, `tokens in cersei-euron`, `seen in weaker council`."""
    if len(low) > 2 and low[0] in OF_COUNCIL and low[1] in ("of", "in"):
        return c.CouncilNumber(low[0], read_council(said[2:], book, words))  # type: ignore[arg-type]
    return None


def _cards(said: list[Word], low: list[str], book: NameBook, words: Words) -> c.Term | None:
    """`red in my hand`, `betrayal in pile of euron`, `lowest in my hand`."""
    at = next((place for place in range(len(low) - 1, 0, -1) if low[place] == "in"), 0)
    if not at or at == len(low) - 1:
        return None
    where, of = low[at + 1 :], low[:at]
    if where in (["hand"], ["my", "hand"]):
        if of in (["lowest"], ["highest"]):
            return c.Extreme("lowest" if of == ["lowest"] else "highest")
        return c.Count(read_card(said[:at], book))
    whose = read_pile(said[at + 1 :], book, words)
    return c.Count(read_card(said[:at], book), "pile", whose) if whose else None


def read_pile(said: list[Word], book: NameBook, words: Words) -> str:
    """Whose pile `my pile`, `pile of euron`, `euron's pile` is; empty if it is no pile."""
    low = [word.low for word in said]
    try:
        if len(low) > 2 and low[:2] == ["pile", "of"]:
            return read_who(said[2:], book, words)
        if len(low) > 1 and low[-1] == "pile":
            return read_who(said[:-1], book, words)
    except Refused as fault:
        if any(reason.where for reason in fault.reasons):
            raise
        raise words.refuse(fault.reasons[0].code, fault.reasons[0].words, "", said[0].column) from fault
    return ""
