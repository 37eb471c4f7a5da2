"""Values of rows of structs on Westeros boards: destinations and musters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rapidfuzz.distance import OSA

from adjudicator.thrones.sheets.marches import Move
from adjudicator.thrones.sheets.muster import Want
from narration.notation.amounts import COUNTED, MAX_NUMBER, Units, bounded_number, is_number
from narration.notation.cursor import Cursor, Fault, Tongue
from narration.notation.statement_data import read_grammar
from narration.notation.values import Name, Value, verbatim
from narration.notation.words import MIN_MISSPELT, Wording, is_past, is_plural, phrases, spelt

DATA = read_grammar(Path(__file__).with_name("statements.toml"))
KEEP, ALL, REST = DATA.words["shared"]["keep"], DATA.words["how"]["all"], DATA.words["how"]["rest"]
_ROWS = DATA.words["rows"]
TO, AT, UPGRADE, STAR = (_ROWS[name] for name in ("to", "at", "upgrade", "star"))
_KEEP = phrases({"": KEEP})
_TO, _AT, _UPGRADE, _ROW, _BESIDE, _BECOMES, _ONE, _STAY, _COUNTED = (
    phrases({"": _ROWS[name]}) for name in ("to", "at", "upgrade", "row", "beside", "becomes", "one", "stay", "counted")
)
# More of one kind than any place musters.
MAX_ALIKE = 20
# The sort of names of vassals' tokens.
OF_VASSALS = "vassal-order"


class Order(Name):
    """An order token; a star behind it (`M*`) means the special one of its kind."""

    def read(self, c: Cursor) -> str:
        """The token that the coming words are."""
        if not c.done and is_past(c.tokens[c.at].text):
            raise self.fault(c, c.tokens[c.at].text, [], c.place)
        end = c.span()
        if end >= c.end or c.tokens[end].spelt != "*" or c.tokens[end].quoted is not None:
            try:
                return super().read(c)
            except Fault:
                slip = self._slip(c)
                if not slip:
                    raise
                return slip
        text, names = c.text(c.at, end), c.tongue.names
        token_ids = names.matches(f"{text} {STAR.en[0]}", self.sorts)
        if not token_ids:
            # `Special Raid*`: the name says it already.
            starred = {token for short, token in names.shorts["order"].items() if short.endswith(f" {STAR.en[0]}")}
            token_ids = [token for token in names.matches(text, self.sorts) if token in starred]
        if len(token_ids) != 1:
            raise self.fault(c, f"{text}*", token_ids, c.place)
        c.at = end + 1
        return token_ids[0]

    def _slip(self, c: Cursor) -> str:
        """Return the only token whose kind is misspelt by one letter, or nothing."""
        typed, short_forms = c.sign(), c.tongue.names.shorts["order"]
        if not typed.isalpha() or typed.endswith("ed") or len(typed) < MIN_MISSPELT - 1:
            return ""
        words = (word for word in short_forms if word.isalpha() and len(word) >= MIN_MISSPELT)
        meant = {word for word in words if OSA.distance(typed, word) == 1}
        for end in range(c.span(), c.at, -1):
            rest = spelt(c.text(c.at + 1, end))
            token_ids = {short_forms.get(f"{word} {rest}".strip(), "") for word in meant}
            if len(token_ids) == 1 and "" not in token_ids:
                c.at = end
                return token_ids.pop()
        return ""


class VassalToken(Order):
    """A vassal's token, by words for its order; any other only by its quoted id."""

    def _matches(self, c: Cursor, text: str) -> list[str]:
        names = c.tongue.names
        return names.matches(text, (OF_VASSALS,)) or names.matches(text, self.sorts)

    def write(self, value: str, tongue: Tongue) -> str:
        """The token, in the language if it is found again."""
        is_name = value in self.options or value in tongue.names.spellings[OF_VASSALS]
        return super().write(value, tongue) if is_name else verbatim(value)


class Choice(Name):
    """A name, or an offered number: Power, ships in a port, a token of a round."""

    def read(self, c: Cursor) -> str:
        """The name or the number; what is counted may be said behind it."""
        if not is_number(c.sign()):
            return super().read(c)
        number = str(bounded_number(c, int(c.sign()[:9]), c.place))
        c.at += 1
        c.phrase(_COUNTED)
        return number

    def _matches(self, c: Cursor, text: str) -> list[str]:
        """Return the offered ids, unless the text is the whole name of another alone."""
        names = c.tongue.names
        ids = names.matches(text, self.sorts)
        if len(ids) == 1 and names.exact(text, self.sorts):
            return ids
        return (names.matches(text, c.among) if c.among else []) or ids

    def write(self, value: str, tongue: Tongue) -> str:
        """The number as it is."""
        plain = is_number(value) and str(int(value)) == value and int(value) <= MAX_NUMBER
        return value if plain else super().write(value, tongue)


def _begins(c: Cursor, clauses: Any, at: int | None = None) -> bool:
    """Whether a clause of the rule begins."""
    return any(c.past(table, at) for table in clauses)


class Moves(Value):
    """`searoad 1F + rest stoney keep 1K`: areas, each with the units that go there."""

    loose = True

    def __init__(self) -> None:
        self.to, self.units = Name("area", around=True), Units({"all": ALL, "rest": REST})
        self.keep = Units()

    def read(self, c: Cursor) -> tuple[Move, ...]:
        """All of them, up to a comma after which something else begins."""
        rows = list[Move]()
        fields: dict[str, Any] = {}
        while not c.done:
            if "to" in fields and self._stay(c):
                break
            if c.sign() == "," and "to" in fields and c.past(_KEEP, c.at + 1):
                c.at += 1
            if c.sign() in _ROW.known and fields:
                # Units before a plus go where those behind it go.
                if not ("to" in fields and self._more(c, fields)):
                    outer = c.sign() == "," and c.clause_ahead(c.at + 1)
                    if outer or "to" in fields and c.at + 1 >= c.end:
                        break
                    if "to" in fields:
                        rows.append(Move(**fields))
                        fields = {}
                c.at += 1
            elif not self._part(c, fields):
                break
        if "to" not in fields:
            raise c.refuse("destination-missing", "units need somewhere to go", "an area")
        if not c.loud and any(row.units == "all" for row in rows):
            # "To Karhold and Moat Cailin": all would go to the first.
            raise c.refuse("units-missing", "say which units go to which area", "1F, rest")
        return (*rows, Move(**fields))

    @staticmethod
    def _stay(c: Cursor) -> bool:
        """Whether the rest only says that the others stay; it is then consumed."""
        at = c.at + 1
        end = c.past(_STAY, at) if c.sign() in _ROW.known else 0
        if not end or (end < c.end and not c.clause_ahead(end) and c.tokens[end].spelt != ","):
            return False
        c.at = end
        return True

    def _more(self, c: Cursor, fields: dict[str, Any]) -> bool:
        """Whether units without an area follow the plus: `riverrun 1K + 1F`."""
        if [*fields] != ["to", "units"] or isinstance(fields["units"], str):
            return False
        ahead = c.part(c.at, c.end)
        ahead.clauses = (*c.clauses, _TO, _KEEP)
        ends = (*c.clauses, _KEEP)
        while ahead.sign() in _ROW.known and not (ahead.sign() == "," and _begins(ahead, ends, ahead.at + 1)):
            if self._stay(ahead):
                return True
            ahead.at += 1
            try:
                if not self._single(ahead):
                    self.units.read(ahead)
            except Fault:
                return False
        return ahead.done or ahead.sign() == "," or _begins(ahead, ends)

    def _part(self, c: Cursor, fields: dict[str, Any]) -> bool:
        """Read one part of a row; False where the row ends."""
        clauses, begins = c.clauses, c.clause_ahead()
        c.clauses = (*clauses, _TO, _KEEP)
        try:
            if fields and c.phrase(_KEEP) is not None:
                fields["keep"] = self.keep.read(c)
            elif begins:
                return False
            elif single := self._single(c):
                fields["units"] = self._together(c, fields.get("units", {}), {single: 1}, c.tokens[c.at - 1].start)
            elif self.units.ahead(c) and not isinstance(fields.get("units"), str):
                begin = c.place
                fields["units"] = self._together(c, fields.get("units", {}), self.units.read(c), begin)
            elif "to" not in fields:
                c.phrase(_TO)
                fields["to"] = self.to.read(c)
            else:
                return False
        finally:
            c.clauses = clauses
        return True

    @staticmethod
    def _together(c: Cursor, earlier: Any, more: Any, begin: int) -> Any:
        """Merge units that go to one area.
        Raises Fault (`units-missing`) for counts beside words for all or the rest."""
        if isinstance(earlier, dict) and isinstance(more, dict):
            return {**earlier, **more}
        if not earlier:
            return more
        word = earlier if isinstance(earlier, str) else more
        raise c.refuse(
            "units-missing",
            f'write no numbers beside "{word}", which already includes them',
            f"AREA 1K 1F, AREA {word}",
            at=begin,
        )

    def _single(self, c: Cursor) -> str:
        """Return a kind without a number, meaning one: `a knight to mc`; empty if none."""
        begin = c.at
        while c.phrase(_BESIDE) is not None:
            pass
        text = c.sign()
        kinds = c.tongue.names.matches(text, self.keep.kind.sorts) if text else []
        exact, several = c.tongue.names.exact, is_plural(text)
        place = c.tongue.names.matches if text in c.tongue.names.besides.get("unit", {}) else exact
        if len(kinds) == 1 and exact(text, self.keep.kind.sorts) and not several and not place(text, self.to.sorts):
            c.at += 1
            return kinds[0]
        # Counts may follow `with` as well.
        if not self.units.ahead(c):
            c.at = begin
        return ""

    def write(self, value: tuple[Move, ...], tongue: Tongue) -> str:
        """All of them, parted by a plus."""
        return " + ".join(self._write_move(move, tongue) for move in value)

    def _write_move(self, move: Move, tongue: Tongue) -> str:
        """Write one move: the area, the units unless all go, and what stays behind."""
        text = self.to.write(move.to, tongue)
        if move.units != "all":
            text += f" {self.units.write(move.units, tongue)}"
        if move.keep:
            text += f" {KEEP.write(tongue.language)} {self.keep.write(move.keep, tongue)}"
        return text

    def words(self) -> list[Wording]:
        """The words in it."""
        return [KEEP, TO, ALL, REST]


_ANY = phrases({"": _ROWS["any"]})


class Kind(Name):
    """An order type or token by whole name, also after `any`: what a raid removes."""

    greedy = False

    def ahead(self, c: Cursor) -> bool:
        """Whether such a name comes."""
        begin = c.past(_ANY) or c.at
        names = c.tongue.names
        return any(names.exact(c.text(begin, end), self.sorts) for end in range(begin + 1, c.span() + 1))

    def read(self, c: Cursor) -> str:
        """The name."""
        if self.ahead(c):
            c.phrase(_ANY)
        return super().read(c)


class Wants(Value):
    """`F + ship@golden + F>K`: units, where ships lie, and what is upgraded."""

    loose = True

    def __init__(self) -> None:
        self.unit, self.at = Name("unit"), Name("area", around=True)

    def read(self, c: Cursor) -> tuple[Want, ...]:
        """All of them, up to a comma after which something else begins."""
        wants = [*self._read_wants(c)]
        while c.sign() in _ROW.known and c.at + 1 < c.end and not c.clause_ahead(c.at + 1):
            c.at += 1
            wants += self._read_wants(c)
        return tuple(wants)

    def _read_wants(self, c: Cursor) -> list[Want]:
        """Read a unit, its upgrade and its place; return it as often as it is wanted.
        Moves the cursor. Raises Fault (`name-missing`) if an upgrade lacks its result."""
        clauses = c.clauses
        c.clauses = (*clauses, _AT, _UPGRADE)
        self._article(c)
        counted = self._read_counted_unit(c)
        times, upgrade = (counted[0], False) if counted else (self._times(c), c.phrase(_UPGRADE) is not None)
        # "Upgrade footman" says what it is that becomes something, and not what it becomes.
        half = upgrade and not c.loud and c.tokens[c.at - 1].spelt not in (">", *_TO.known)
        if upgrade:
            self._article(c)
        unit = counted[1] if counted else self.unit.read(c)
        meant = upgrade and c.sign() in _TO.known or c.sign() in _BECOMES.known and self._unit_ahead(c)
        if c.sign() == ">" or meant:
            c.at += 1
            self._article(c)
            upgrade, unit = True, self.unit.read(c)
        elif half:
            raise c.refuse("name-missing", "a name is missing", "footman > knight")
        at = self.at.read(c) if c.phrase(_AT) is not None else ""
        c.clauses = clauses
        return [Want(unit=unit, at=at, upgrade=upgrade)] * times

    @staticmethod
    def _article(c: Cursor) -> None:
        """Pass over what stands before one unit."""
        while c.at + 1 < c.end and c.sign() in _ONE.known:
            c.at += 1

    def _unit_ahead(self, c: Cursor) -> bool:
        """Whether a whole name of a kind comes behind the next word: `footman to knight`."""
        place = c.at + 1
        while place < c.end and c.tokens[place].spelt in _ONE.known:
            place += 1
        if place >= c.end or c.tokens[place].quoted is not None:
            return False
        text = c.tokens[place].spelt
        return c.tongue.names.exact(text, self.unit.sorts) and not c.tongue.names.exact(text, self.at.sorts)

    def _times(self, c: Cursor) -> int:
        if is_number(c.sign()):
            return min(int(c.take().spelt[:3]), MAX_ALIKE)
        return 1

    def _read_counted_unit(self, c: Cursor) -> tuple[int, str] | None:
        """Read `2F` as a count, at most MAX_ALIKE, and a kind of unit.
        Returns None, with the cursor unmoved, if anything else comes."""
        counted = COUNTED.fullmatch(c.sign())
        if counted is None or counted[2] is None:
            return None
        kinds = c.tongue.names.matches(counted[2], self.unit.sorts)
        if len(kinds) != 1:
            return None
        c.at += 1
        return min(int(counted[1]), MAX_ALIKE), kinds[0]

    def write(self, value: tuple[Want, ...], tongue: Tongue) -> str:
        """All of them, parted by a plus."""
        return " + ".join(self._want(want, tongue) for want in value)

    def _want(self, want: Want, tongue: Tongue) -> str:
        text = self.unit.write(want.unit, tongue)
        text = f">{text}" if want.upgrade else text
        return f"{text} @{self.at.write(want.at, tongue)}" if want.at else text

    def words(self) -> list[Wording]:
        """The words in it."""
        return [AT, UPGRADE]
