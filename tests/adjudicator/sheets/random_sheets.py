"""Random sheets of every shape for the properties: words come from the edition, shapes from the types themselves."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from adjudicator import games
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.battle import AvoidRule, CardRule
from adjudicator.thrones.sheets.conditions.battle_facts import Did, Fighters, Pledged
from adjudicator.thrones.sheets.conditions.board_facts import (
    AlliedWith,
    AreaIs,
    Banned,
    Commands,
    HasToken,
    HeldBy,
    Holding,
    LeaderHeld,
    LeaderServes,
    Ordered,
    OrdersLying,
    Revealed,
    SupportBeside,
    TacticLies,
    Units,
)
from adjudicator.thrones.sheets.conditions.tree import AllOf, AnyOf, Compare, Condition, Not, Number, Share, Sum
from adjudicator.thrones.sheets.fields import STAYS, Entry, Rule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move, TroopsRule, Wish
from adjudicator.thrones.sheets.muster import LoanRule, Muster, MusterRule
from adjudicator.thrones.sheets.orders import ClaimRule, RaidRule, Raids, VassalOrder
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.sheet_check import meaningless_terms
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

FIRST = games.edition("first-edition")
Pick = Callable[[int], int]

AREAS, CARDS, ORDERS = list(FIRST.areas), list(FIRST.cards), list(FIRST.orders)
# Words for a field by its name, and where they differ for the fields of one kind of rule.
Words = dict[str, list[str]]
Special = dict[tuple[type, str], list[str]]


def _types(edition: Edition) -> list[str]:
    return list(dict.fromkeys(order.type for order in edition.orders.values()))


def _who(edition: Edition) -> list[str]:
    return ["me", "opponent", *edition.houses]


def _words(edition: Edition) -> Words:
    areas, cards, houses, orders = map(list, (edition.areas, edition.cards, edition.houses, edition.orders))
    units, tracks, badges = list(edition.units), list(edition.tracks), list(edition.badges.values())
    return {
        **dict.fromkeys(("area", "areas", "battles", "to", "sequence", "targets"), areas),
        "at": ["", *areas],
        "order": orders,
        "orders": [*orders, "none"],
        "cards": [*cards, "strongest", "weakest"],
        **dict.fromkeys(("exclude", "card"), cards),
        **dict.fromkeys(("unit", "units", "keep"), units),
        **dict.fromkeys(("opponents", "against"), houses),
        "houses": ["me", *houses],
        **dict.fromkeys(("take", "origins", "prefer", "avoid", "stay", "never_empty"), areas),
        "never_attack": houses,
        "may_attack": [*houses, "anybody", "nobody", "attackers"],
        "never_play": cards,
        **dict.fromkeys(("owners", "who"), _who(edition)),
        "whom": ["me", "nobody", "attacker", "defender", *houses],
        "because": ["wildlings", *cards],
        "choices": [*cards, *badges, "port"],
        "pick": [*areas, *tracks, "decline", "2"],
        "types": [*_types(edition), *orders],
        **dict.fromkeys(("auctions", "auction", "bids"), [*tracks, "wildlings"]),
        "track": tracks,
        "badge": badges,
        "loan": ["", *edition.loans],
        "vassals": [*houses[:2], "any"],
        **dict.fromkeys(("leader", "leaders", "hostages"), [*edition.leaders]),
        "tactic": [*edition.tactics],
        "alliance": [*edition.alliances],
        "ally": [*edition.alliance_decks],
        **dict.fromkeys(("holders", "offerers"), houses),
    }


def _special(edition: Edition) -> Special:
    cards, houses, orders, who = list(edition.cards), list(edition.houses), list(edition.orders), _who(edition)
    return {
        (AreaIs, "what"): ["empty", "neutral", "uncontrolled", "mine", "enemy", "opponent", *houses],
        (HeldBy, "who"): ["enemy", *who],
        (SupportBeside, "who"): ["any", "enemy", *who],
        (HasToken, "who"): ["any", "enemy", *who],
        (Ordered, "order"): ["order", "special", "raidable", *_types(edition), *orders],
        (Banned, "what"): [*_types(edition), "footman-support"],
        (Revealed, "card"): list(edition.westeros),
        (OrdersLying, "who"): ["others", *who],
        (OrdersLying, "order"): ["order", "special", "raidable", *_types(edition), *orders],
        **dict.fromkeys([(Did, "who"), (Did, "whom"), (Pledged, "who"), (Commands, "who")], ["any", "enemy", *who]),
        **dict.fromkeys(
            [(kind, "who") for kind in (LeaderHeld, LeaderServes, TacticLies, AlliedWith)],
            ["any", "enemy", *who],
        ),
        (TroopsRule, "because"): ["", *edition.tactics],
        (TroopsRule, "to"): ["", *edition.areas],
        (Commands, "vassal"): houses,
        (Holding, "who"): ["others", "best-other", *who],
        (Units, "unit"): ["", *edition.units],
        (Fighters, "unit"): ["", *edition.units],
        (AvoidRule, "cards"): cards,
        (CardRule, "cards"): [*cards, "strongest", "weakest", "enough", "likely", "best"],
        (Wish, "take"): [*edition.areas, "any-settlement", "any-land"],
        (Wish, "prefer"): [*edition.areas, "any-barrel", "any-sea"],
        (Wish, "avoid"): [*edition.areas, "any-crown", "any-sea"],
        (LoanRule, "pick"): [*edition.areas, "decline"],
        (ClaimRule, "pick"): [*houses, "pass"],
        (VassalOrder, "order"): [*orders, "none"],
        (CardRule, "exclude"): cards,
    }


@cache
def plain(name: str) -> Edition:
    """An edition as a game without optional parts has it."""
    return edition_of(games.start(name, max(games.edition(name).setups), "plain"))


@cache
def vocabulary(name: str) -> tuple[Words, Special]:
    """The words of an edition."""
    edition = plain(name)
    return _words(edition), _special(edition)


LEAVES = [kind for kind in get_args(Condition) if kind not in (AllOf, AnyOf, Not)]


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: _without_kinds(hint) for name, hint in hints.items()}


def _without_kinds(hint: Any) -> Any:
    """A type without the kinds of fields that are said of it."""
    if get_origin(hint) is typing.Annotated:
        kinds = not isinstance(hint.__metadata__[0], msgspec.Meta)
        return _without_kinds(hint.__origin__) if kinds else hint
    inner = tuple(map(_without_kinds, get_args(hint)))
    if get_origin(hint) in (Union, types.UnionType):
        return Union[inner]  # noqa: UP007
    return hint if inner == get_args(hint) else get_origin(hint)[inner]


@cache
def _fields(kind: type) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a struct type; msgspec works its annotations out anew each time it is asked."""
    return msgspec.structs.fields(kind)


class Maker:
    """Makes random values of sheet types; `areas` narrows the areas it names, so that rules bite more often."""

    def __init__(
        self, pick: Pick, areas: list[str] | None = None, house: str | None = None, edition: str = FIRST.id
    ) -> None:
        self.pick = pick
        self.words, self.special = vocabulary(edition)
        self.areas = areas or self.words["area"]
        known = games.edition(edition).cards
        # Editions without leaders and tactics cards know no words for what is said of them.
        known_things = {"troops": plain(edition).tactics, "hostages": plain(edition).leaders}
        self.unsaid = {name for name, things in known_things.items() if not things}
        self.cards = [k for k in known if house in (None, known[k].house)]
        self.leaves = [kind for kind in LEAVES if all(self.words.get(name, [""]) for name in kind.__struct_fields__)]

    def one(self, items: list[Any]) -> Any:
        """One of them."""
        return items[self.pick(len(items))]

    def word(self, owner: type, name: str) -> str:
        """A word that fits a field."""
        words = self.special.get((owner, name)) or self.words[name]
        if words is self.words["area"] and self.pick(3):
            words = self.areas
        if words is self.words["card"] and self.pick(2):
            words = self.cards
        return str(self.one(words))

    def condition(self, level: int = 0) -> Condition:
        """A condition at most four deep."""
        shape = self.pick(6) if level < 3 else 5
        if shape == 0:
            return Not(self.condition(level + 1))
        if shape in (1, 2):
            of = tuple(self.condition(level + 1) for _ in range(2 + self.pick(2)))
            return AllOf(of) if shape == 1 else AnyOf(of)
        made: Condition = self.struct(self.one(self.leaves))
        return made

    def struct(self, kind: type) -> Any:
        """A value of a struct type."""
        hints = _hints(kind)
        made = {}
        for field in _fields(kind):
            if field.name == "answers" or (kind is Sheet and field.name in self.unsaid):
                continue
            if not field.required and field.name != "of" and self.pick(4) == 0:
                continue
            made[field.name] = self.value(kind, field.name, hints[field.name])
        if kind is Wish and not made.get("take"):
            # From where says nothing alone, and a wish names an area.
            made.pop("origins", None)
            if not any(made.get(name) for name in ("prefer", "avoid", "stay")):
                made["prefer"] = (self.one(self.areas),)
        return kind(**made)

    def value(self, owner: type, name: str, hint: Any) -> Any:
        """A value for a field."""
        if name in ("when", "stop"):
            return self.condition() if self.pick(3) == 0 else None
        origin, args = get_origin(hint), get_args(hint)
        if owner is Sum and name == "of":
            return tuple(self.struct(Share) for _ in range(1 + self.pick(2)))
        if owner is Share and name in ("times", "over"):
            return 1 + self.pick(4) if name == "over" else self.pick(7) - 3
        if origin is typing.Annotated and hint.__origin__ is not int:
            return self.value(owner, name, hint.__origin__)
        if origin is typing.Annotated:
            return self.pick(5) - (1 if owner in (Number, Compare, Sum) else 0)
        if hint is str:
            return self.word(owner, name)
        if hint is bool:
            return self.pick(2) == 1
        if origin is Literal:
            return self.one(list(args))
        if origin is tuple and not self.words.get(name, [""]):
            return ()
        if origin is tuple:
            return tuple(self.value(owner, name, args[0]) for _ in range(self.pick(4)))
        if origin is dict and not self.words.get(name, [""]):
            return {}
        if owner is MarchPlan and name == "leaders":
            return {self.word(owner, name): self.one([self.word(owner, "areas"), STAYS]) for _ in range(self.pick(3))}
        if origin is dict:
            return {
                self.word(owner, "areas" if name == "orders" else name): self.entry(owner, name, args[1])
                for _ in range(self.pick(5))
            }
        if origin in (Union, types.UnionType):
            return self.value(owner, name, self.one([arg for arg in args if arg is not type(None)]))
        return self.struct(hint)

    def entry(self, owner: type, name: str, hint: Any) -> Any:
        """A value of a dictionary; of orders one token, or some by liking."""
        if name == "orders":
            wishes = tuple(self.word(owner, "orders") for _ in range(1 + self.pick(3)))
            return wishes[0] if len(wishes) == 1 else wishes
        return self.value(owner, name, hint)


def random_sheet(
    pick: Pick, areas: list[str] | None = None, house: str | None = None, edition: str = FIRST.id
) -> Sheet:
    """A whole random sheet."""
    sheet: Sheet = Maker(pick, areas, house, edition).struct(Sheet)
    return sheet


def lively_sheet(board: Board, pick: Pick, house: str) -> Sheet:
    """A random sheet with orders, marches, raids and mustering for every area of the house, mostly within reach."""
    own = [area for area, force in board.forces.items() if force.house == house]
    near = {area: sorted(FIRST.neighbours[area]) for area in own}
    sheet = random_sheet(pick, sorted({*own, *(n for areas in near.values() for n in areas)}) or None, house)
    foes = {area: [n for n in near[area] if n in board.forces and board.forces[n].house != house] for area in own}
    kind = {area: FIRST.areas[area].kind for area in FIRST.areas}
    ways = {area: [n for n in foes[area] or near[area] if kind[n] == kind[area]] for area in own}
    makers = {area: Maker(pick, ways[area] or near[area], house) for area in own}
    return msgspec.structs.replace(
        sheet,
        orders={area: pick_order(pick) for area in own if pick(8)},
        marches=Marches(
            sequence=sheet.marches.sequence,
            areas={area: _plans(makers[area]) for area in own if pick(8)},
            wishes=sheet.marches.wishes,
            stop=sheet.marches.stop if pick(8) == 0 else None,
        ),
        raids=Raids(areas={area: (*_some(makers[area], RaidRule), _raid(near[area])) for area in own}),
        muster=Muster(areas={area: _some(makers[area], MusterRule) for area in own}),
    )


def pick_order(pick: Pick) -> str:
    """An order, a march or a raid more often than not."""
    lively = [order for order in ORDERS if order.startswith(("march", "raid"))]
    return (lively if pick(3) else ORDERS)[pick(len(lively))]


def _plans(maker: Maker) -> tuple[MarchPlan, ...]:
    """Plans that mostly work, before or after random ones."""
    some = _some(maker, MarchPlan)
    return (_attack(maker), *some) if maker.pick(2) else (*some, _attack(maker))


def _raid(targets: list[str]) -> RaidRule:
    return RaidRule(targets=tuple(targets))


def _some(maker: Maker, kind: type) -> tuple[Any, ...]:
    return tuple(maker.struct(kind) for _ in range(maker.pick(3)))


def _attack(maker: Maker) -> MarchPlan:
    """A plan that mostly works: everyone goes next door."""
    move = Move(to=str(maker.one(maker.areas)), units=maker.one(["all", "all", "rest", {"footman": 1}]))
    return MarchPlan(moves=(move,), leave_token=maker.one(["never", "if-possible", "if-possible", "must"]))


def meaningful(sheet: Sheet) -> Sheet:
    """The sheet without conditions that mean nothing where they stand."""
    bad = {fault.where for fault in meaningless_terms(sheet)}
    if "marches.stop.when" in bad:
        sheet = msgspec.structs.replace(sheet, marches=msgspec.structs.replace(sheet.marches, stop=None))
    found: Sheet = _without(sheet, "", bad)
    return found


def _without(part: Any, where: str, bad: set[str]) -> Any:
    if isinstance(part, Rule) and f"{where}.when" in bad:
        return msgspec.structs.replace(part, when=None)
    if isinstance(part, tuple):
        return tuple(_without(inner, f"{where}[{number}]", bad) for number, inner in enumerate(part))
    if isinstance(part, dict):
        return {key: _without(inner, f"{where}.{key}", bad) for key, inner in part.items()}
    if not isinstance(part, Entry) or isinstance(part, Rule):
        return part
    steps = {name: "" if name == "areas" else name for name in part.__struct_fields__}
    places = {name: f"{where}.{step}" if where and step else where or step for name, step in steps.items()}
    changed = {name: _without(getattr(part, name), place, bad) for name, place in places.items() if name != "answers"}
    return msgspec.structs.replace(part, **changed)
