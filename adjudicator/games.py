"""The one list of games and their editions, and to which game a value belongs.

Editions that a host brought come to it while the program runs; where they lie, a `Seeker` knows.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.btwixt.game import BTWIXT
from adjudicator.engine import (
    Answered,
    Decided,
    Edition,
    Game,
    Illegal,
    Position,
    Record,
    Refusal,
    base_of,
    structs_in,
    unknown_edition,
)
from adjudicator.engine.values import Entry
from adjudicator.thrones.game import THRONES

T = TypeVar("T")


class ByGame(dict[str, T]):
    """Registry of what another package has for each game, by the game's id."""

    def of_edition(self, edition: str) -> T:
        """Return the entry for the game of an edition; Illegal (`unknown-edition`)."""
        return self[of_edition(edition).id]


class Seeker(Protocol):
    """Knows of editions that hosts brought."""

    def find(self, name: str) -> None:
        """An edition is asked for that is not known: make it known, if it is there."""

    def look(self) -> None:
        """Update the offered editions if due; called before they are read."""


class Offered(Mapping[str, Edition]):
    """The editions that people may begin games of, as they are at each reading."""

    def __init__(self) -> None:
        self._find_game: dict[str, Edition] = {}

    def now(self) -> dict[str, Edition]:
        """All of them; never changed, but put in the place of what was."""
        if _seeker is not None:
            _seeker.look()
        return self._find_game

    def choose(self) -> None:
        """Put them together anew."""
        editions = {}
        for game in GAMES.values():
            chosen = _chosen.get(game.id)
            for name, edition in game.editions.items():
                if name in chosen if chosen is not None else edition.offered:
                    editions[name] = edition
        self._find_game = editions

    def __getitem__(self, name: str) -> Edition:
        return self.now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())

    def keys(self) -> KeysView[str]:
        """Their ids."""
        return self.now().keys()

    def values(self) -> ValuesView[Edition]:
        """The editions."""
        return self.now().values()

    def items(self) -> ItemsView[str, Edition]:
        """Both."""
        return self.now().items()


class _Headed(msgspec.Struct):
    """Any document that says its edition."""

    edition: str = ""


GAMES: dict[str, Game] = {}
# Every edition by its id; those that people may begin games of.
ALL_EDITIONS: dict[str, Edition] = {}
EDITIONS = Offered()
_of_edition: dict[str, Game] = {}
_of_type: dict[type, Game] = {}
_chosen: dict[str, Collection[str]] = {}
_seeker: Seeker | None = None
_HEAD = b'{"edition":"'
MAX_ID_LENGTH = 60
_headed = msgspec.json.Decoder(_Headed)


def register(game: Game) -> None:
    """Make a game known with its editions and the types of its values."""
    GAMES[game.id] = game
    for edition in game.editions.values():
        add(game, edition)
    for kind in game.types:
        for struct_type in structs_in(kind):
            _of_type.setdefault(struct_type, game)


def forget(game: Game) -> None:
    """Make a game unknown again; for tests that brought one of their own."""
    GAMES.pop(game.id, None)
    for name in game.editions:
        for holder in (ALL_EDITIONS, _of_edition):
            holder.pop(name, None)
    for kind in [kind for kind, holder in _of_type.items() if holder is game]:
        del _of_type[kind]
    EDITIONS.choose()


def add(game: Game, edition: Edition) -> None:
    """Make an edition known that is among its game's."""
    ALL_EDITIONS[edition.id] = edition
    _of_edition[edition.id] = game
    EDITIONS.choose()


def offer(game: str, names: Collection[str] | None) -> None:
    """Set the editions offered for new games; None: those that offer themselves."""
    if names is None:
        _chosen.pop(game, None)
    else:
        _chosen[game] = names
    EDITIONS.choose()


def set_seeker(seeker: Seeker | None) -> None:
    """Set the seeker, which finds editions that hosts brought; None: no seeker."""
    global _seeker
    _seeker = seeker


def named_paces() -> tuple[str, ...]:
    """The paces of all games that have a name."""
    return tuple(dict.fromkeys(pace for game in GAMES.values() for pace in game.named_paces))


def of_edition(name: str) -> Game:
    """Return the game of an edition that can be played.
    Raises Illegal: `unknown-edition`, `card-set-missing` (a host's files are absent), `edition-faulty`."""
    edition_game = _find_game(name)
    if edition_game is not None:
        return edition_game
    if _is_base(base_of(name)):
        words = (
            f"the game is played with a host's own files, {name}, and they are not here: bring the folder of that name"
            " (rookery data add, docs/hosting.md)"
        )
        raise Illegal(Refusal("card-set-missing", words, "edition"))
    for game in GAMES.values():
        for fault in game.faulty.get(name, ()):
            words = f"{name} cannot be played because of faults in its files, the first in {fault.where}: {fault.words}"
            raise Illegal(Refusal("edition-faulty", f"{words} (rookery data check {name})", "edition"))
    raise unknown_edition(name, _of_edition)


def of_files(name: str) -> Game:
    """Return the game of an edition, even if its files have faults.
    Raises Illegal: `unknown-edition`, or `card-set-missing` if a host's files are not here."""
    return next((game for game in GAMES.values() if name in game.faulty), None) or of_edition(name)


def _is_base(name: str) -> bool:
    """Whether there is such an edition of the program, be it faulty."""
    return name in _of_edition or any(name in game.faulty for game in GAMES.values())


def _find_game(name: str) -> Game | None:
    """The game of an edition, which may have been brought since the last look."""
    game = _of_edition.get(name)
    if game is None and _seeker is not None and _is_base(base_of(name)):
        _seeker.find(name)
        game = _of_edition.get(name)
    return game


def of(value: object) -> Game:
    """Return the game that a position, view, event, sheet or the like belongs to.
    Raises KeyError for a value of any other type."""
    return _of_type[type(value)]


def of_document(data: bytes) -> Game:
    """Return the game of a JSON document, by its edition.
    If that is unclear, it is the first game, so that its decoder reports the fault."""
    if data.startswith(_HEAD):
        # As every document of ours begins: nothing else of it need be read for this.
        end = data.find(b'"', len(_HEAD), len(_HEAD) + MAX_ID_LENGTH)
        return _guess_game(data[len(_HEAD) : end].decode("ascii", "replace"))
    try:
        return _guess_game(_headed.decode(data).edition)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return THRONES


def _guess_game(name: str) -> Game:
    """Return the game of an edition, else that of its basis, else the first game."""
    return _of_edition.get(name) or _find_game(name) or _of_edition.get(base_of(name), THRONES)


def edition(name: str) -> Edition:
    """The edition with this id; Illegal as `of_edition`."""
    named_edition: Edition = of_edition(name).editions[name]
    return named_edition


def shown_edition(name: str) -> Edition:
    """Return an edition for display, else its built-in basis; or `unknown-edition`."""
    named_edition = ALL_EDITIONS.get(name)
    if named_edition is None:
        try:
            return edition(name)
        except Illegal:
            named_edition = ALL_EDITIONS.get(base_of(name))
            if named_edition is None:
                raise
    return named_edition


def offered_edition(name: str) -> Edition:
    """Return an edition offered for new games; Illegal (`unknown-edition`) otherwise."""
    if name not in EDITIONS:
        raise unknown_edition(name, EDITIONS)
    return EDITIONS[name]


def start(
    edition: str,
    players: int,
    seed: str,
    modules: Sequence[str] = (),
    houses: Sequence[str] = (),
    revision: int | None = None,
) -> Position:
    """Return a new game, set up before its first round.

    `modules` are optional parts of the rules. `houses` are those with a player where others are vassals (none named:
    drawn by the seed). `revision` is that of the rules (None: the current one). Raises Illegal for an unknown edition,
    revision, number of players or module, or unplayable houses.
    """
    game = of_edition(edition)
    return game.start(edition, players, seed, modules, houses, game.revision if revision is None else revision)


def record_for_seat(record: Record, seat: str | None, *, over: bool = False) -> Record | None:
    """Return the record as a seat may see it, or None.

    Other seats' decisions and hidden facts are left out until the game is over; then all is open.
    """
    event = record.event
    if over:
        return record
    if isinstance(event, Decided):
        return record if event.seat == seat else None
    shown = of(event).visible_event(event, seat)
    if shown is event:
        return record
    return None if shown is None else replace(record, event=shown)


def redacted_indexes(records: Sequence[Record]) -> tuple[int, ...]:
    """Return the indexes of records that spectators of a running game see redacted."""
    kinds = frozenset(kind for game in GAMES.values() for kind in game.hidden_events)
    hidden = ((place, record) for place, record in enumerate(records) if type(record.event) in kinds)
    return tuple(place for place, record in hidden if record_for_seat(record, None) is not record)


def visible_entry(entry: Entry, seat: str | None, *, over: bool = False) -> Entry | None:
    """Return a journal entry as a seat may see it: own answers, redacted overrides."""
    if over:
        return entry
    if isinstance(entry, Answered):
        return entry if entry.seat == seat else None
    return replace(entry, override=of(entry.override).openly(entry.override))


register(THRONES)
register(BTWIXT)
