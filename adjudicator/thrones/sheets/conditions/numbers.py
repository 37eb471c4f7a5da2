"""Reading the numbers that conditions compare, and whose they are."""

from __future__ import annotations

import re

from adjudicator.engine.condition_words import OPERATORS, Word, Words, joined
from adjudicator.engine.refusal import Refusal, Refused, Unreadable
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.name_book import NameBook

# Words of a condition's text with a meaning of their own.
STOPS = frozenset(
    (
        *("and", "or", "unless", "(", ")", *OPERATORS),
        *("is", "are", "isnt", "has", "have", "holds", "hold", "contains", "can"),
        *("attacked", "raided", "supported", "opposed", "beat", "helped"),
        *("supports", "commands", "command", "serves"),
    )
)
_SELF = ("me", "my", "i", "mine", "own")
_SIDES = {
    "enemy": "enemy",
    "their": "enemy",
    "theirs": "enemy",
    "opponent": "enemy",
    "opponents": "enemy",
    "attacker": "attacker",
    "attackers": "attacker",
    "defender": "defender",
    "defenders": "defender",
    **dict.fromkeys(_SELF, "me"),
}
_PLAIN: dict[str, c.Term] = {"round": c.Round(), "wildlings": c.Wildlings(), "lead": c.Lead(), "odds": c.Odds()}
_EVERYONES = ("all", "everyones", "every", "any")
# All other players together, and the one of them that has most.
_OTHERS = {
    **dict.fromkeys(("others", "all others", "everyone elses"), "others"),
    **{f"{most} other{s}": "best-other" for most in ("best", "most", "highest", "richest") for s in ("", "s")},
}
_HOLDINGS = (
    "power",
    "supply",
    "settlements",
    "barrels",
    "crowns",
    "cards",
    "points",
    "loans",
    "claim",
    "hostages",
    "alliances",
)
# The words of the longest name of a track or an auction, and some.
MOST_WORDS = 6
_EXAMPLES = "a number: 3, round, lead, odds, strength, fighters, power, throne position, units in AREA, defence of AREA"


def read_who(said: list[Word], book: NameBook, words: Words, also: tuple[str, ...] = ()) -> str:
    """`me`, `opponent`, one of `also`, or a house's id."""
    low = [word.low for word in said]
    if len(low) == 1:
        if low[0] in _SELF:
            return "me"
        if low[0] in ("opponent", "opponents"):
            return "opponent"
        if low[0] in also:
            return low[0]
    if not low:
        raise words.refuse("house-missing", "nothing follows", "me, opponent or a house")
    return book.find(_bare(joined(said)), "house")


def read_round(said: list[Word]) -> tuple[list[Word], bool]:
    """What is said before `last round`, and whether that was meant; `this round` says nothing."""
    low = [word.low for word in said]
    if low[-2:] not in (["last", "round"], ["this", "round"]):
        return said, False
    end = len(said) - 2
    while low[end - 1 : end] in (["the"], ["in"]):
        end -= 1
    return said[:end], low[-2] == "last"


def _bare(text: str) -> str:
    """The name without a possessive ending."""
    return re.sub(r"(['’]s|['’])$", "", text)


def read_offset(said: list[Word], words: Words) -> tuple[list[Word], int]:
    """A number's words and the constant added to them: `enemy + 1` is `enemy` and 1."""
    if len(said) >= 3 and said[-2].text in ("+", "-") and said[-1].text.isdecimal():
        return said[:-2], _int(said[-2].text + said[-1].text)
    if len(said) >= 2 and re.fullmatch(r"[+-]\d+", said[-1].text):
        return said[:-1], _int(said[-1].text)
    name, offset = _glued(said[-1].text) if said else ("", "")
    if offset:
        return [*said[:-1], Word(name, said[-1].column)], _int(offset)
    return said, 0


def _glued(text: str) -> tuple[str, str]:
    """A name and the number that hangs on it with its sign, as in `enemy+1`; nothing where none does."""
    end = len(text)
    while end and text[end - 1].isdecimal():
        end -= 1
    name = text[: end - 1] if end else ""
    if end == len(text) or text[end - 1 : end] not in ("+", "-") or not any(letter.isalpha() for letter in name):
        return "", ""
    return name, text[end - 1 :]


def _int(text: str) -> int:
    number = int(text) if len(text) < 10 else 9999
    if abs(number) > 1000:
        raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
    return number


def read_term(said: list[Word], book: NameBook, words: Words) -> c.Term:
    """The number that a phrase names. Raises Unreadable `unknown-number` with the nearest legal word."""
    low = [word.low for word in said]
    if len(low) == 1 and re.fullmatch(r"[+-]?\d+", low[0]):
        return c.Number(_int(low[0]))
    low = low[1:] if len(low) > 1 and low[0] == "the" else low
    if len(low) == 1 and low[0] in _PLAIN:
        return _PLAIN[low[0]]
    if low[:2] in (["wildling", "strength"], ["wildlings", "strength"]):
        return c.Wildlings()
    found = (
        _with_support(low)
        or _of_round(said, low, book, words)
        or _of_card(said, book, words)
        or _of_side(low, book)
        or _of_area(said, low, book)
        or _of_house(said, low, book, words)
    )
    if found is None:
        hint = book.hint(joined(said), [], (*_HOLDINGS, *_PLAIN, "strength", "enemy", "fighters"))
        got = f'"{joined(said)}" is no number{hint}' if said else "a number is missing"
        column = said[0].column if said else None
        raise words.refuse("unknown-number", got, _EXAMPLES, column)
    return found


def _with_support(low: list[str]) -> c.Term | None:
    """`lead with all support`, `lead against everyone's support`."""
    if len(low) == 4 and low[0] == "lead" and low[2] in _EVERYONES and low[3] == "support":
        if low[1] == "with":
            return c.Lead("me")
        return c.Lead("enemy") if low[1] == "against" else None
    return None


def _of_round(said: list[Word], low: list[str], book: NameBook, words: Words) -> c.Term | None:
    """`stark march orders`, `other marches left`, `opponent battles lost last round`, `my tide`, `loyalty in AREA`."""
    if low[-1:] == ["left"]:
        said, low = said[:-1], low[:-1]
    if low[-1:] in (["orders"], ["order"]):
        return read_orders(said[:-1], book, words)
    counted, last_round = read_round(said)
    if [word.low for word in counted[-2:]] in (["battles", "won"], ["battles", "lost"]):
        return c.Battles(counted[-1].low, _owner(counted[:-2], book, words), last_round)  # type: ignore[arg-type]
    if low[-1:] == ["tide"]:
        return c.Tide(_owner(said[:-1], book, words))
    if low[:1] == ["loyalty"] and "in" in low[1:3]:
        return c.Loyalty(book.find(joined(said[low.index("in") + 1 :]), "area"))
    return None


def read_orders(said: list[Word], book: NameBook, words: Words) -> c.OrdersLying:
    """`stark march`, `other special`, `my`: whose orders of which kind. Raises Unreadable `unknown-type`."""
    for split in range(max(0, len(said) - MOST_WORDS), len(said)):
        text = joined(said[split:])
        special = text.casefold() in ("special", "raidable")
        kinds = [text.casefold()] if special else book.matches(text, "type") or book.matches(text, "order")
        if len(kinds) == 1:
            return _orders_of(kinds[0], said[:split], book, words)
    try:
        return _orders_of("order", said, book, words)
    except Refused as fault:
        hint = book.hint(said[-1].low, ("type", "order"))
        got = f'"{joined(said)}" is no order and nobody who has one{hint}'
        raise words.refuse("unknown-type", got, "orders, march orders, stark raid orders", said[0].column) from fault


def _orders_of(kind: str, whose: list[Word], book: NameBook, words: Words) -> c.OrdersLying:
    other = bool(whose) and whose[-1].low in ("other", "another")
    whose = whose[:-1] if other else whose
    return c.OrdersLying(kind, read_who(whose, book, words, ("others",)) if whose else "me", other)


def _of_card(said: list[Word], book: NameBook, words: Words) -> c.Term | None:
    """`opponent best card`, `my worst`, `stark's middling card`."""
    low = [word.low for word in said]
    end = len(low) - (low[-1:] == ["card"])
    if end < 2 or low[end - 1] not in ("best", "worst", "middling"):
        return None
    return c.CardStrength(low[end - 1], read_who(said[: end - 1], book, words))  # type: ignore[arg-type]


def _of_side(low: list[str], book: NameBook) -> c.Term | None:
    """`strength`, `enemy` (its strength), `their strength`, `fighters`, `attacker's fighting knights`."""
    if low in (["enemy"], ["theirs"], ["their"]):
        return c.Strength("enemy")
    side = _SIDES.get(low[0], "") if len(low) > 1 else ""
    of, rest = (side, low[1:]) if side else ("me", low)
    if rest == ["strength"]:
        return c.Strength(of)  # type: ignore[arg-type]
    if rest == ["fighters"]:
        return c.Fighters(of)  # type: ignore[arg-type]
    if len(rest) > 1 and rest[0] == "fighting":
        unit = book.find(" ".join(rest[1:]), "unit")
        return c.Fighters(of, unit)  # type: ignore[arg-type]
    return None


def _of_area(said: list[Word], low: list[str], book: NameBook) -> c.Term | None:
    """`units in AREA`, `knights in AREA`, `defence of AREA`."""
    at = low.index("in", 1, 4) if "in" in low[1:4] else 0
    if at and len(low) > at + 1:
        unit = "" if low[:at] in (["units"], ["unit"]) else book.find(joined(said[:at]), "unit")
        return c.Units(book.find(joined(said[at + 1 :]), "area"), unit)
    if len(low) > 2 and low[1] == "of" and low[0] in ("defence", "defense", "strength"):
        return c.Defence(book.find(joined(said[2:]), "area"))
    return None


def _of_house(said: list[Word], low: list[str], book: NameBook, words: Words) -> c.Term | None:
    """`power`, `tyrell's supply`, `opponent throne position`, `wildlings bid`."""
    last = low[-1] if low else ""
    last = "loans" if low[-2:] == ["loans", "out"] else last
    said = said[:-1] if low[-2:] == ["loans", "out"] else said
    if last in _HOLDINGS:
        others = _OTHERS.get(" ".join(word.low for word in said[:-1]).removeprefix("the "))
        return c.Holding(last, others or _owner(said[:-1], book, words))  # type: ignore[arg-type]
    sort = {"position": "track", "place": "track", "bid": "auction"}.get(last, "")
    if not sort or len(low) < 2:
        return None
    # Whose it is and which are a few words; a text of a thousand is not tried at every place.
    for split in range(max(0, len(said) - 1 - MOST_WORDS), len(said) - 1):
        found = book.matches(joined(said[split:-1]), sort)
        if len(found) == 1:
            who = _owner(said[:split], book, words)
            return c.Place(found[0], who) if sort == "track" else c.EarlierBid(found[0], who)
    book.find(joined(said[:-1]), sort)
    return None


def _owner(said: list[Word], book: NameBook, words: Words) -> str:
    return read_who(said, book, words) if said else "me"
