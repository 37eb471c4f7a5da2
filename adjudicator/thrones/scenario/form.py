"""The format of scenarios and its checks; `docs/scenarios.md` lists the fields."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from adjudicator.engine import FrozenStruct, Refusal, Unreadable, plain_scenario, scenario_from, twice, unknown
from adjudicator.thrones.rules.control import MARKS, improvement_fault, sort_marks
from adjudicator.thrones.state import CLOSED, Board, Edition, Force, Garrison, Leader, Position

LETTERS = {
    "F": "footman",
    "K": "knight",
    "S": "ship",
    "E": "siege-engine",
    "D": "dragon",
    "A": "allied-footman",
    "B": "allied-knight",
}
WORD = re.compile(r"([A-Z])([1-9][0-9]?)")


def read_units(text: str) -> dict[str, int]:
    """Parse `K2 F1` into counts by kind; empty if blank. Raises `bad-units`."""
    unit_counts: dict[str, int] = {}
    for word in text.split():
        part = WORD.fullmatch(word)
        kind = LETTERS.get(part[1], "") if part else ""
        if part is None or not kind or kind in unit_counts:
            letters = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
            words = f"units are written like K2 F1, each letter once ({letters}), not {text!r}"
            raise Unreadable(Refusal("bad-units", words))
        unit_counts[kind] = int(part[2])
    return unit_counts


def read_force(house: str, text: str) -> Force:
    """Parse `K2 (F1)` into a Force, routed units in brackets. Raises `bad-units`."""
    standing, bracket, routed = text.partition("(")
    if bracket and not routed.endswith(")"):
        raise Unreadable(Refusal("bad-units", f"the routed stand in brackets at the end, like K2 (F1), not {text!r}"))
    return Force(house, read_units(standing), read_units(routed.removesuffix(")")))


FACE_DOWN, CELL, DEAD = "face-down", "cell", "dead"


class StormPatch(FrozenStruct, forbid_unknown_fields=True, kw_only=True):
    """What differs from the start beside the board of A Storm of Swords."""

    leaders: Annotated[
        dict[str, str],
        "by leader the area where he stands, as `tumbleton`, or `tumbleton face-down`; `cell "
        "lannister`: a hostage there; `dead`: out of the game. An allied one serves the house whose units are there",
    ] = {}
    garrisons: Annotated[dict[str, str], "by area its garrison, as `lannister 6`"] = {}
    alliances: Annotated[dict[str, str], "by house the alliance cards it holds"] = {}
    tops: Annotated[list[str], "alliance decks whose top card lies face up"] = []
    permanent: Annotated[dict[str, str], "by alliance deck the house that alone draws from it"] = {}
    used: Annotated[list[str], "alliance cards that were used this round"] = []
    tactics: Annotated[dict[str, str], "by house the tactics cards that lie open"] = {}
    gone: Annotated[dict[str, str], "by house the tactics cards that left the game"] = {}
    barred: Annotated[list[str], "houses that may choose no tactics card next time"] = []
    forbidden: Annotated[list[str], "tactics cards that nobody may choose next time"] = []
    claim: Annotated[str | None, "whose tokens lie on the claim track, highest number first"] = None
    weather: Annotated[int, Meta(ge=0), "the place of the weather marker; 0 is the first"] = 0


def storm_faults(patch: StormPatch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Every reason why these cannot lie so, with the field at fault as place."""
    where = "setup.storm"
    yield from unknown("leader", patch.leaders, edition.leaders, f"{where}.leaders")
    for leader, text in patch.leaders.items():
        yield from _leader_faults(leader, text.split(), board, edition)
    yield from unknown("area", patch.garrisons, edition.areas, f"{where}.garrisons")
    for area, text in patch.garrisons.items():
        house, _, strength = text.partition(" ")
        yield from unknown("house", [house], board.houses, f"{where}.garrisons.{area}")
        if not strength.isascii() or not strength.isdecimal() or not 1 <= int(strength[:4]) <= 99:
            words = f"a garrison is written like `lannister 6`, not {text!r}"
            yield Refusal("bad-garrison", words, f"{where}.garrisons.{area}")
    yield from _card_faults(patch.alliances, board, edition.alliances, "alliances")
    yield from _card_faults(patch.tactics, board, edition.tactics, "tactics")
    yield from _card_faults(patch.gone, board, edition.tactics, "gone")
    yield from twice((card for text in patch.alliances.values() for card in text.split()), f"{where}.alliances")
    for field in ("tops", "permanent"):
        yield from unknown("ally", getattr(patch, field), edition.alliance_decks, f"{where}.{field}")
    yield from unknown("house", patch.permanent.values(), board.houses, f"{where}.permanent")
    yield from unknown("alliance", patch.used, edition.alliances, f"{where}.used")
    yield from unknown("house", patch.barred, board.houses, f"{where}.barred")
    yield from unknown("tactic", patch.forbidden, edition.tactics, f"{where}.forbidden")
    yield from unknown("house", (patch.claim or "").split(), board.houses, f"{where}.claim")
    if patch.weather and patch.weather >= len(edition.weather):
        words = f"the track of the weather has {len(edition.weather)} places"
        yield Refusal("bad-weather", words, f"{where}.weather")
    if board.tactics is None and (patch.tactics or patch.gone or patch.barred or patch.forbidden):
        yield Refusal("no-tactics", "there are no tactics cards in this game", f"{where}.tactics")
    if board.realm is None and (patch.alliances or patch.tops or patch.permanent or patch.claim is not None):
        yield Refusal("no-alliances", "there are no alliances and no claim in this game", where)


def _leader_faults(leader: str, words: list[str], board: Board, edition: Edition) -> Iterator[Refusal]:
    """Yield why a leader's words are no place: an area, `cell HOUSE` or `dead`."""
    where = f"setup.storm.leaders.{leader}"
    if words == [DEAD]:
        return
    if len(words) == 2 and words[0] == CELL:
        yield from unknown("house", words[1:], board.houses, where)
    elif not words or len(words) > 2 or words[1:] not in ([], [FACE_DOWN]):
        text = " ".join(words)
        yield Refusal("bad-leader", f"a leader is in an area, in `cell HOUSE` or `dead`, not {text!r}", where)
    else:
        yield from unknown("area", words[:1], edition.areas, where)


def _card_faults(texts: Mapping[str, str], board: Board, cards: Mapping[str, object], field: str) -> Iterator[Refusal]:
    where = f"setup.storm.{field}"
    yield from unknown("house", texts, board.houses, where)
    for house, text in texts.items():
        yield from unknown("alliance" if field == "alliances" else "tactic", text.split(), cards, f"{where}.{house}")


def lay_storm(position: Position, edition: Edition, patch: StormPatch) -> None:
    """Lay the patch over the board; units lie there already."""
    board = position.board
    for name, text in patch.leaders.items():
        _lay_leader(board, edition, name, text.split())
    for area, text in patch.garrisons.items():
        house, _, strength = text.partition(" ")
        board.garrisons[area] = Garrison(house, int(strength))
    if board.realm is not None:
        _lay_realm(position, edition, patch)
    if board.tactics is not None:
        tactics = board.tactics
        tactics.open = {house: text.split() for house, text in patch.tactics.items()}
        tactics.barred, tactics.forbidden = list(patch.barred), list(patch.forbidden)
        for house, text in patch.gone.items():
            tactics.decks[house] = [card for card in tactics.decks[house] if card not in text.split()]


def _lay_leader(board: Board, edition: Edition, name: str, words: list[str]) -> None:
    """Put a leader in an area, a cell or out of the game, as its words say.
    An allied one serves the house whose units stand there."""
    if words == [DEAD]:
        board.leaders.pop(name, None)
        return
    token = edition.leaders[name]
    house = board.leaders[name].house if name in board.leaders else token.house
    if words[0] == CELL:
        board.leaders[name] = Leader(house, cell=words[1])
        return
    there = board.forces.get(words[0])
    serves = there.house if token.allied and there is not None else house
    board.leaders[name] = Leader(serves, words[0], active=words[1:] == [FACE_DOWN])


def _lay_realm(position: Position, edition: Edition, patch: StormPatch) -> None:
    """Set alliance cards and decks, claim and weather as the patch says.
    Does nothing in games without a realm."""
    realm = position.board.realm
    if realm is None:
        return
    for house, text in patch.alliances.items():
        realm.alliances[house] = text.split()
    owned_cards = {card for cards in realm.alliances.values() for card in cards}
    for deck, cards in edition.alliance_decks.items():
        pile = [card for card in position.hidden.decks[deck] if card not in owned_cards]
        position.hidden.decks[deck] = pile + [card for card in cards if card not in owned_cards and card not in pile]
    realm.tops = {deck: position.hidden.decks[deck][0] for deck in patch.tops}
    realm.permanent, realm.spent = dict(patch.permanent), list(patch.used)
    realm.weather = patch.weather
    if patch.claim is not None:
        realm.claim = patch.claim.split()


# Nothing on the board is counted higher.
Count = Annotated[int, Meta(ge=0, le=CLOSED)]


class BankPatch(FrozenStruct, forbid_unknown_fields=True, kw_only=True):
    """The Iron Bank as it is open."""

    slots: Annotated[str, "the loans on its track from the left; `none`: an empty slot"] = "none none none"
    loans: Annotated[dict[str, str], "by house the loans that it took"] = {}
    deck: Annotated[str, "the next of its deck; all others follow in the order of the data"] = ""


class Patch(FrozenStruct, forbid_unknown_fields=True, kw_only=True):
    """A difference from the start of the game; fields left out stay as set up."""

    clear: Annotated[bool, "every unit leaves the board first, and every leader"] = False
    empty: Annotated[list[str], "areas whose units leave the board"] = []
    units: Annotated[
        dict[str, dict[str, str]],
        "by house and area the units there, as `K2 F1 (F1)`: F footman, K knight, S ship, E siege "
        "engine, D dragon, A and B allied footman and knight, in brackets the routed; what stood there before "
        "leaves, a neutral force too",
    ] = {}
    neutral: Annotated[dict[str, Count], "by area the strength of a neutral force, 0: none"] = {}
    tokens: Annotated[dict[str, str], "by area whose Power token lies there"] = {}
    orders: Annotated[dict[str, dict[str, str]], "by house and area the order token there"] = {}
    power: Annotated[dict[str, Count], "by house its Power"] = {}
    supply: Annotated[dict[str, Count], "by house its place on the supply track"] = {}
    tracks: Annotated[dict[str, str], "by track all houses, first to last; the first takes its badge"] = {}
    holders: Annotated[dict[str, str], "by badge the house that holds it, where that is not the first"] = {}
    wildlings: Annotated[Count | None, "where the wildlings stand"] = None
    round: Annotated[int, "the round that is being played, 0: before the first"] = 1
    hands: Annotated[dict[str, str], "by house the House cards it holds; its others are used"] = {}
    decks: Annotated[dict[str, str], "by deck its top cards, the topmost first"] = {}
    revealed: Annotated[dict[str, str], "by deck the Westeros card that lies open; it leaves its deck"] = {}
    bans: Annotated[list[str], "order types and tokens that are forbidden this round"] = []
    spent: Annotated[list[str], "badges that were used this round"] = []
    no_garrison: Annotated[list[str], "home areas that have lost their garrison"] = []
    commanders: Annotated[
        dict[str, str], "by house without a player, vassal or not, the player who decides for it"
    ] = {}
    vassals: Annotated[list[str], "houses that are vassals besides those of the set-up: no Power, no cards"] = []
    improvements: Annotated[dict[str, str], "by area the tokens on it: `barrel`, `crown`, `stronghold`, `ruin`"] = {}
    loyalty: Annotated[dict[str, Count] | None, "by area its loyalty tokens, in place of those of the set-up"] = None
    points: Annotated[
        dict[str, Count],
        "by house that wins by loyalty its points; unsaid: 1 while it controls its home",
    ] = {}
    growth: Annotated[dict[str, Count], "by kind of unit how much more it counts by now; unsaid: by the round"] = {}
    growing: Annotated[list[int], "the rounds in which that will still rise; unsaid: those after `round`"] = []
    bank: Annotated[BankPatch | None, "the Iron Bank: see below"] = None
    storm: Annotated[StormPatch | None, "leaders, tactics, alliances, claim, weather: see below"] = None


class Scenario(FrozenStruct, forbid_unknown_fields=True, kw_only=True):
    """A position, and the steps that are run from it."""

    edition: Annotated[str, "the id of the edition"]
    players: Annotated[int, "how many play: the set-up that the rest is laid over"]
    houses: Annotated[list[str], "the houses that are played, where the others are vassals; unsaid: by the seed"] = []
    modules: Annotated[list[str], "optional parts of the rules that are played with"] = []
    seed: Annotated[str, "what decks and all later chance derive from"] = "a scenario"
    setup: Annotated[Patch, "how the position differs from the start of the game"] = Patch()
    agenda: Annotated[list[str], "the steps to come, in order, as `march` or `westeros-card deck=III`"] = []


def read_scenario(text: str) -> Scenario:
    """A scenario from its TOML, or from its JSON if it begins with a brace.

    Raises Unreadable (`bad-scenario`) with what is wrong and the field; what the names in it mean, `build` sees.
    """
    return scenario_from(plain_scenario(text), Scenario)


def setup_faults(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    """Yield every reason why a patch cannot be applied, the field as place."""
    board = start.board
    yield from _force_faults(patch, board, edition)
    yield from _area_faults(patch, board, edition)
    yield from _house_faults(patch, board, edition)
    yield from _track_faults(patch, board, edition)
    yield from _hand_and_deck_faults(patch, start, edition)
    # What only a house brings that wins by loyalty.
    yield from unknown("area", patch.loyalty or (), edition.areas, "setup.loyalty")
    yield from unknown("house", patch.points, board.points, "setup.points")
    causes = [edition.causes[house] for house in board.houses if house in edition.causes]
    yield from unknown("unit", patch.growth, {cause.grows for cause in causes}, "setup.growth")
    for field in ("loyalty", "growing"):
        if getattr(patch, field) and not causes:
            yield Refusal("no-loyalty", "no house in this game wins by loyalty", f"setup.{field}")
    if patch.bank is not None:
        yield from _bank(patch.bank, board, edition)
    if patch.storm is not None:
        yield from storm_faults(patch.storm, board, edition)


def _force_faults(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Yield faults of the patch's units: unknown house, area or unit, or no units."""
    yield from unknown("house", patch.units, board.houses, "setup.units")
    yield from twice((area for by_area in patch.units.values() for area in by_area), "setup.units")
    for house, by_area in patch.units.items():
        for area, text in by_area.items():
            where = f"setup.units.{house}.{area}"
            yield from unknown("area", [area], edition.areas, where)
            try:
                force = read_force(house, text)
            except Unreadable as unreadable:
                yield from (replace(reason, where=where) for reason in unreadable.reasons)
                continue
            yield from unknown("unit", {**force.units, **force.routed}, edition.units, where)
            if not force.size():
                yield Refusal("no-units", "no units are named; an area that loses its units stands in empty", where)


def _area_faults(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Yield faults of the patch's emptied areas, tokens, improvements and orders."""
    for field in ("empty", "neutral", "tokens", "improvements"):
        yield from unknown("area", getattr(patch, field), edition.areas, f"setup.{field}")
    yield from twice(patch.empty, "setup.empty")
    occupied_areas = () if patch.clear else board.forces
    for area in patch.empty:
        if area in edition.areas and area not in occupied_areas:
            yield Refusal("no-units", f"no units stand in {area} at the start, or clear takes them", "setup.empty")
    for area in patch.tokens:
        if area in edition.areas and edition.areas[area].kind != "land":
            yield Refusal("wrong-terrain", f"a Power token lies on land, not in {area}", "setup.tokens")
    yield from unknown("house", patch.tokens.values(), board.houses, "setup.tokens")
    yield from unknown("garrison", patch.no_garrison, board.garrisons, "setup.no_garrison")
    yield from twice(patch.no_garrison, "setup.no_garrison")
    for area, text in patch.improvements.items():
        where, marks = f"setup.improvements.{area}", text.split()
        strange = list(unknown("improvement", marks, MARKS, where))
        yield from strange
        fault = (
            "" if strange or area not in edition.areas else improvement_fault(edition.areas[area], sort_marks(marks))
        )
        if fault or not marks:
            yield Refusal("bad-improvement", fault or "no token is named", where)
    yield from unknown("house", patch.orders, board.houses, "setup.orders")
    yield from twice((area for by_area in patch.orders.values() for area in by_area), "setup.orders")
    for house, orders in patch.orders.items():
        for area, order in orders.items():
            where = f"setup.orders.{house}.{area}"
            yield from unknown("area", [area], edition.areas, where)
            yield from unknown("order", [order], edition.orders, where)


def _house_faults(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Yield faults of the patch's Power, supply, vassals and their commanders."""
    for field in ("power", "supply", "vassals"):
        yield from unknown("house", getattr(patch, field), board.houses, f"setup.{field}")
    yield from twice(patch.vassals, "setup.vassals")
    if patch.vassals and not edition.vassal_cards:
        yield Refusal("no-vassals", f"{edition.id} knows no vassals", "setup.vassals")
    yield from unknown("house", patch.commanders, board.houses, "setup.commanders")
    players = [house for house in board.houses if house not in (*board.vassals, *patch.vassals)]
    yield from unknown("player", patch.commanders.values(), players, "setup.commanders")
    for house, commander in patch.commanders.items():
        if house == commander:
            yield Refusal("no-commander", f"{house} decides for itself unless another does", "setup.commanders")


def _track_faults(patch: Patch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Yield faults of the patch's tracks, badges, bans and rounds."""
    yield from unknown("track", patch.tracks, edition.tracks, "setup.tracks")
    for track, text in patch.tracks.items():
        if sorted(text.split()) != sorted(board.houses):
            words = f"a track names every house once ({', '.join(board.houses)}), not {text!r}"
            yield Refusal("bad-track", words, f"setup.tracks.{track}")
    badges = list(edition.badges.values())
    yield from unknown("badge", patch.holders, badges, "setup.holders")
    yield from unknown("house", patch.holders.values(), board.houses, "setup.holders")
    yield from unknown("badge", patch.spent, badges, "setup.spent")
    yield from unknown("ban", patch.bans, edition.bans, "setup.bans")
    for field in ("spent", "bans"):
        yield from twice(getattr(patch, field), f"setup.{field}")
    for field, numbers in (("round", [patch.round]), ("growing", patch.growing)):
        for number in numbers:
            if not 0 <= number <= edition.rounds:
                words = f"there is no round {number}; known: 0 (before the first) to {edition.rounds}"
                yield Refusal("unknown-round", words, f"setup.{field}")


def _hand_and_deck_faults(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    """Yield faults of hands, revealed cards and decks, as they are at the start."""
    yield from unknown("house", patch.hands, start.board.houses, "setup.hands")
    own = edition.hands(start.board.modules)
    for house, text in patch.hands.items():
        where = f"setup.hands.{house}"
        yield from unknown("card", text.split(), own.get(house, ()), where)
        yield from twice(text.split(), where)
    decks = start.hidden.decks
    yield from unknown("deck", patch.decks, decks, "setup.decks")
    shown = [deck for deck in edition.westeros_decks if deck in decks]
    yield from unknown("deck", patch.revealed, shown, "setup.revealed")
    for deck, cards in decks.items():
        left = Counter(cards)
        for field, names in (
            ("revealed", [patch.revealed.get(deck, "")]),
            ("decks", patch.decks.get(deck, "").split()),
        ):
            for card in filter(None, names):
                where = f"setup.{field}.{deck}"
                yield from unknown("card", [card], dict.fromkeys(cards), where)
                left[card] -= 1
                if card in cards and left[card] < 0:
                    yield Refusal("no-card-left", f"deck {deck} holds {card} {cards.count(card)} times", where)


def _bank(patch: BankPatch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """The bank may be open in any game of an edition that has one, whoever plays."""
    if edition.bank is None:
        yield Refusal("no-bank", f"{edition.id} has no Iron Bank", "setup.bank")
        return
    slots, room = patch.slots.split(), len(edition.bank.costs)
    if len(slots) != room:
        words = f"the bank has {room} slots, an empty one is written none, not {patch.slots!r}"
        yield Refusal("bad-slots", words, "setup.bank.slots")
    yield from unknown("house", patch.loans, board.houses, "setup.bank.loans")
    named = [loan for loan in slots if loan != "none"]
    yield from unknown("loan", named, edition.loans, "setup.bank.slots")
    for where, texts in (("loans", patch.loans.values()), ("deck", [patch.deck])):
        loans = [loan for text in texts for loan in text.split()]
        yield from unknown("loan", loans, edition.loans, f"setup.bank.{where}")
        named += loans
    yield from twice(named, "setup.bank")
