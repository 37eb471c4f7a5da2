"""Whether the sheets of a stored game are those that were receipted, all of them and no others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.receipts import Opened
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.models.sheets import SheetReceipt, SheetVersion
from correspondence.receipts.chain import faults_of_chain
from correspondence.receipts.issuing import stamp, told

# By which a receipt names its version: call, seat, number.
_Key = tuple[int, int, int]


@dataclass(frozen=True)
class _Kept:
    """A version as it is kept: its key, its call's number, when it was accepted, the digest it should have and has."""

    id: int
    call_number: int
    at: datetime
    digest: str
    sha256: str


def faults_of_receipts(session: Session, game: Game) -> Iterator[str]:
    """What is wrong with a game's receipts and the sheets they were given for; nothing for a game without receipts, as
    those are that were played before there were any."""
    query = select(SheetReceipt).where(SheetReceipt.game_id == game.id).order_by(SheetReceipt.number)
    rows = {(row.call_id, row.seat_id, row.version): row for row in session.scalars(query)}
    if not rows:
        return
    versions = _versions(session, game)
    yield from faults_of_chain(
        game.public_id, [told(row, _opened(row, versions.get(key))) for key, row in rows.items()]
    )
    for key, row in rows.items():
        yield from _of_version(row, versions.get(key))
    yield from _out_of_order(rows, versions)
    yield from _without_receipt(rows, versions)


def _versions(session: Session, game: Game) -> dict[_Key, _Kept]:
    """All versions of a game by what a receipt names them with, in the order of their keys."""
    query = (
        select(SheetVersion, OpenedCall.number)
        .join(OpenedCall, OpenedCall.id == SheetVersion.call_id)
        .where(OpenedCall.game_id == game.id)
        .order_by(SheetVersion.id)
    )
    found = {}
    for one, number in session.execute(query.execution_options(yield_per=100)):
        sha256 = hashlib.sha256(one.document).hexdigest()
        found[one.call_id, one.seat_id, one.number] = _Kept(one.id, number, one.accepted_at, one.digest, sha256)
    return found


def _opened(row: SheetReceipt, version: _Kept | None) -> Opened | None:
    """What the version as it is kept makes of the commitment."""
    return Opened(at=stamp(version.at), sheet=version.sha256, salt=row.salt) if version is not None else None


def _of_version(row: SheetReceipt, version: _Kept | None) -> Iterator[str]:
    name = f"receipt {row.number} ({row.public_id})"
    if version is None:
        yield f"{name}: the sheet of {row.house}, version {row.version}, is missing"
        return
    if version.digest != version.sha256:
        yield f"{name}: the digest kept with the sheet of {row.house}, version {row.version}, is not its own"
    if stamp(version.at) != stamp(row.accepted_at):
        yield f"{name}: the sheet of {row.house}, version {row.version}, was accepted at another time than it says"


def _out_of_order(rows: Mapping[_Key, SheetReceipt], versions: Mapping[_Key, _Kept]) -> Iterator[str]:
    """Which version counts goes by their keys, so these rise as the receipts do."""
    last = 0
    for key, row in rows.items():
        if key in versions and versions[key].id < last:
            yield f"receipt {row.number} ({row.public_id}): its sheet is kept before those that were accepted earlier"
        last = max(last, versions[key].id) if key in versions else last


def _without_receipt(rows: Mapping[_Key, SheetReceipt], versions: Mapping[_Key, _Kept]) -> Iterator[str]:
    """Versions that were put in; only those may have no receipt that were accepted before the game's first one."""
    receipted = [version for key, version in versions.items() if key in rows]
    first = min((version.id for version in receipted), default=0)
    call = min((version.call_number for version in receipted), default=0)
    for key, version in versions.items():
        if key not in rows and (version.id > first or version.call_number > call):
            yield f"call {version.call_number}: version {key[2]} of a sheet has no receipt"
