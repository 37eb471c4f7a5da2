"""The one list of families and editions, and to which family a value belongs."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from adjudicator.btwixt.family import BTWIXT
from adjudicator.kernel.family import Edition, Family
from adjudicator.kernel.refusal import Illegal, Refusal
from adjudicator.thrones.family import THRONES

FAMILIES: dict[str, Family] = {}
# Every edition by its id; those that people may begin games of.
ALL_EDITIONS: dict[str, Edition] = {}
EDITIONS: dict[str, Edition] = {}
_of_edition: dict[str, Family] = {}
_of_type: dict[type, Family] = {}


class _Headed(msgspec.Struct):
    """Any document that says its edition."""

    edition: str = ""


_HEAD = b'{"edition":"'
LONGEST_ID = 60
_headed = msgspec.json.Decoder(_Headed)


def register(family: Family) -> None:
    """Make a family known with its editions and the types of its values."""
    FAMILIES[family.id] = family
    for name, edition in family.editions.items():
        ALL_EDITIONS[name] = edition
        _of_edition[name] = family
        if edition.offered:
            EDITIONS[name] = edition
    for kind in family.types:
        for one in structs_in(kind):
            _of_type.setdefault(one, family)


def forget(family: Family) -> None:
    """Make a family unknown again; for tests that brought one of their own."""
    FAMILIES.pop(family.id, None)
    for name in family.editions:
        for known in (ALL_EDITIONS, EDITIONS, _of_edition):
            known.pop(name, None)
    for kind in [kind for kind, known in _of_type.items() if known is family]:
        del _of_type[kind]


def structs_in(kind: Any) -> Iterator[type]:
    """The structs of a type that may be a union of them."""
    if get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            yield from structs_in(one)
    elif isinstance(kind, type):
        yield kind


def named_paces() -> tuple[str, ...]:
    """The paces of all families that have a name."""
    return tuple(dict.fromkeys(pace for family in FAMILIES.values() for pace in family.named_paces))


def of_edition(name: str) -> Family:
    """The family of an edition; Illegal (`unknown-edition`)."""
    found = _of_edition.get(name)
    if found is None:
        known = ", ".join(sorted(_of_edition))
        raise Illegal(Refusal("unknown-edition", f"there is no edition {name!r}; known: {known}", "edition"))
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
        return _of_edition.get(data[len(_HEAD) : end].decode("ascii", "replace"), THRONES)
    try:
        return _of_edition.get(_headed.decode(data).edition, THRONES)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return THRONES


register(THRONES)
register(BTWIXT)
