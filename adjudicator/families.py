"""The one list of families and editions, and to which family a value belongs.

Editions that a host brought come to it while the program runs; where they lie, a `Seeker` knows.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterator, KeysView, Mapping, ValuesView
from types import UnionType
from typing import Any, Protocol, Union, get_args, get_origin

import msgspec

from adjudicator.btwixt.family import BTWIXT
from adjudicator.engine.data_files import base_of
from adjudicator.engine.family import Edition, Family
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.thrones.family import THRONES


class Seeker(Protocol):
    """Knows of editions that hosts brought."""

    def find(self, name: str) -> None:
        """An edition is asked for that is not known: make it known, if it is there."""

    def look(self) -> None:
        """The editions on offer are asked for: choose others, if others are to be offered by now."""


class Offered(Mapping[str, Edition]):
    """The editions that people may begin games of, as they are at each reading."""

    def __init__(self) -> None:
        self._found: dict[str, Edition] = {}

    def now(self) -> dict[str, Edition]:
        """All of them; never changed, but put in the place of what was."""
        if _seeker is not None:
            _seeker.look()
        return self._found

    def choose(self) -> None:
        """Put them together anew."""
        found = {}
        for family in FAMILIES.values():
            chosen = _chosen.get(family.id)
            for name, edition in family.editions.items():
                if name in chosen if chosen is not None else edition.offered:
                    found[name] = edition
        self._found = found

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


FAMILIES: dict[str, Family] = {}
# Every edition by its id; those that people may begin games of.
ALL_EDITIONS: dict[str, Edition] = {}
EDITIONS = Offered()
_of_edition: dict[str, Family] = {}
_of_type: dict[type, Family] = {}
_chosen: dict[str, Collection[str]] = {}
_seeker: Seeker | None = None
_HEAD = b'{"edition":"'
LONGEST_ID = 60
_headed = msgspec.json.Decoder(_Headed)


def register(family: Family) -> None:
    """Make a family known with its editions and the types of its values."""
    FAMILIES[family.id] = family
    for edition in family.editions.values():
        add(family, edition)
    for kind in family.types:
        for one in structs_in(kind):
            _of_type.setdefault(one, family)


def forget(family: Family) -> None:
    """Make a family unknown again; for tests that brought one of their own."""
    FAMILIES.pop(family.id, None)
    for name in family.editions:
        for known in (ALL_EDITIONS, _of_edition):
            known.pop(name, None)
    for kind in [kind for kind, known in _of_type.items() if known is family]:
        del _of_type[kind]
    EDITIONS.choose()


def add(family: Family, edition: Edition) -> None:
    """Make an edition known that is among its family's."""
    ALL_EDITIONS[edition.id] = edition
    _of_edition[edition.id] = family
    EDITIONS.choose()


def offer(family: str, names: Collection[str] | None) -> None:
    """Say of which editions of a family people may begin games; None: of those that say so themselves."""
    if names is None:
        _chosen.pop(family, None)
    else:
        _chosen[family] = names
    EDITIONS.choose()


def seek_with(seeker: Seeker | None) -> None:
    """Say who knows of editions that hosts brought; None: nobody."""
    global _seeker
    _seeker = seeker


def structs_in(kind: Any) -> Iterator[type]:
    """The structs of a type that may be a union of them."""
    if get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            yield from structs_in(one)
    elif isinstance(kind, type):
        yield kind


def hidden_events() -> frozenset[type]:
    """The kinds of events that not everybody sees as they are, of all families; an event is of just one kind."""
    return frozenset(kind for family in FAMILIES.values() for kind in family.hidden_events)


def named_paces() -> tuple[str, ...]:
    """The paces of all families that have a name."""
    return tuple(dict.fromkeys(pace for family in FAMILIES.values() for pace in family.named_paces))


def of_edition(name: str) -> Family:
    """The family of an edition; Illegal (`unknown-edition`, `card-set-missing` for one that a host brought)."""
    found = _found(name)
    if found is not None:
        return found
    if _is_base(base_of(name)):
        words = (
            f"the game is played with a host's own files, {name}, and they are not here: bring the folder of that name"
            " (rookery data add, docs/hosting.md)"
        )
        raise Illegal(Refusal("card-set-missing", words, "edition"))
    for family in FAMILIES.values():
        for fault in family.faulty.get(name, ()):
            words = f"{name} cannot be played because of faults in its files, the first in {fault.where}: {fault.words}"
            raise Illegal(Refusal("edition-faulty", f"{words} (rookery data check {name})", "edition"))
    known = ", ".join(sorted(_of_edition))
    raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))


def of_files(name: str) -> Family:
    """The family of an edition whose files are meant, which may have faults; Illegal as `of_edition`."""
    return next((family for family in FAMILIES.values() if name in family.faulty), None) or of_edition(name)


def _is_base(name: str) -> bool:
    """Whether there is such an edition of the program, be it faulty."""
    return name in _of_edition or any(name in family.faulty for family in FAMILIES.values())


def _found(name: str) -> Family | None:
    """The family of an edition, which may have been brought since the last look."""
    found = _of_edition.get(name)
    if found is None and _seeker is not None and _is_base(base_of(name)):
        _seeker.find(name)
        found = _of_edition.get(name)
    return found


def of_value(value: object) -> Family:
    """The family whose position, board, view, event, decision, edict or sheet this is; KeyError for anything else."""
    return _of_type[type(value)]


def of_document(data: bytes) -> Family:
    """The family of a document in JSON that says its edition; of one that does not, or that nobody can read, the first
    family: it says what is wrong."""
    if data.startswith(_HEAD):
        # As every document of ours begins: nothing else of it need be read for this.
        end = data.find(b'"', len(_HEAD), len(_HEAD) + LONGEST_ID)
        return _of_name(data[len(_HEAD) : end].decode("ascii", "replace"))
    try:
        return _of_name(_headed.decode(data).edition)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return THRONES


def _of_name(name: str) -> Family:
    """The family of an edition, also of one that is not here but says whose it is; else the first family."""
    return _of_edition.get(name) or _found(name) or _of_edition.get(base_of(name), THRONES)


register(THRONES)
register(BTWIXT)
