"""Whether the data of an edition is as it must be: everything that is wrong with it, at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.families import of_files
from adjudicator.kernel.refusal import Illegal, Refusal, Unreadable
from atlas.families import DRAWERS

Texts = dict[str, str]


@dataclass(frozen=True)
class Report:
    """`faults` refuse the files, `warnings` do not; `counted` says what there is, by name, if they could be read."""

    faults: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    counted: dict[str, int] = field(default_factory=dict)


def check(edition: str, texts: Texts | None = None) -> Report:
    """What is to be said of an edition's data: of these files (by name, without `.toml`), or of the program's own.

    Raises Illegal (`unknown-edition`, `no-data-files`).
    """
    family = of_files(edition)
    data = family.data
    if data is None:
        raise Illegal(Refusal("no-data-files", "what this edition is made of is no files", "edition"))
    try:
        found = data.read(edition, data.own(edition) if texts is None else texts)
    except Unreadable as fault:
        return Report(fault.reasons)
    drawer = DRAWERS.get(family.id)
    undrawn = drawer.undrawn(found) if drawer is not None else ()
    return Report((*data.faults(found), *undrawn), tuple(data.warnings(found)), dict(data.counted(found)))
