"""Receipts of sheets.

The service signs with Ed25519, by a key made from SECRET_KEY; whoever has the public key can check it. Keys stand with
what they signed: with another SECRET_KEY new receipts get another key, and old ones stay good.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session

from adjudicator.documents import FIRST, SEAT, Opened, Receipted, Receipts
from correspondence.models import UNFINISHED, Game, Seat, SheetReceipt, SheetVersion, Turn
from correspondence.rows import from_rows, new_id
from correspondence.store import settings_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# Part of the key, so that what is made of SECRET_KEY for anything else never signs a receipt.
_PURPOSE = b"rookery receipts"


def public_key(secret: str) -> str:
    """The public key that belongs to a SECRET_KEY, in hex."""
    return _keys(secret)[1]


def signature(secret: str, content: bytes) -> str:
    """The signature of some bytes, in hex."""
    return _keys(secret)[0].sign(content).hex()


def is_signed(key: str, signed: str, content: bytes) -> bool:
    """Whether a signature of these bytes is by a public key's owner; False if invalid."""
    # Six megabytes, for processes that sign and check alone.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signed), content)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=4)
def _keys(secret: str) -> tuple[Ed25519PrivateKey, str]:
    """Return the private key that signs receipts, and its public key.
    Both are derived from the SECRET_KEY; the public key is in hexadecimal."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    private = Ed25519PrivateKey.from_private_bytes(derived)
    return private, private.public_key().public_bytes_raw().hex()


def faults_of_chain(game: str, chain: Iterable[Receipted]) -> Iterator[str]:
    """Yield the faults of a game's receipts, in their order.
    Changed, missing, out of order, or signed by another key than they say or by a replaced one."""
    previous, number, keys = FIRST, 0, list[str]()
    for receipt in chain:
        number += 1
        name = f"receipt {receipt.number} ({receipt.id})"
        if receipt.number != number:
            yield f"receipt {number} is missing or out of order, {receipt.number} follows"
            number = receipt.number
        if receipt.previous != previous:
            yield f"{name} does not follow from the one before it"
        if receipt.digest != receipt.hashed(game):
            yield f"{name} was changed: its digest is another"
        if not is_signed(receipt.key, receipt.signature, receipt.signed()):
            yield f"{name}: the signature is not one by its key"
        if receipt.key in keys[:-1]:
            yield f"{name}: signed by a key that another had replaced"
        if receipt.key not in keys:
            keys.append(receipt.key)
        previous = receipt.digest
        yield from _opening_faults(receipt, name)


def faults_of_file(receipts: Receipts, keys: Collection[str] = ()) -> list[str]:
    """Return the faults of the receipts in a game file; empty if none.
    With `keys`, no other key may have signed."""
    faults = list(faults_of_chain(receipts.game, receipts.chain))
    if not is_signed(receipts.key, receipts.seal, receipts.sealed()):
        faults.append("the receipts do not end where they did: the seal is not one of them by its key")
    signers = dict.fromkeys([*(receipt.key for receipt in receipts.chain), receipts.key])
    strange = [key for key in signers if keys and key not in keys]
    return faults + [f"receipts: {key} signed here, which is none of the keys given" for key in strange]


def _opening_faults(receipt: Receipted, name: str) -> Iterator[str]:
    """What does not open the commitment as it should."""
    if receipt.opened is None:
        return
    document = receipt.opened.document
    if receipt.opened.commitment() != receipt.commitment:
        yield f"{name}: the sheet of {receipt.house}, version {receipt.version}, is not the one it was given for"
    elif document and hashlib.sha256(document.encode()).hexdigest() != receipt.opened.sheet:
        yield f"{name}: the sheet of {receipt.house}, version {receipt.version}, was changed"


SALT_BYTES = 16
_FORESEEN = "ends of chains"


@dataclass(frozen=True)
class Ends:
    """State before an order sheet is accepted: its seat's last version (0: none).
    Also when that was accepted and, if emailed, written; number and digest of the game's last receipt."""

    version: int
    accepted_at: datetime | None
    written_at: datetime | None
    number: int
    digest: str


# A version of a seat for a turn, and the last receipt of a game.
_Version = tuple[int, datetime | None, datetime | None]
_Link = tuple[int, str]


@dataclass(frozen=True)
class _Foreseen:
    """The same for several turns, updated as sheets come: by turn and seat, by game."""

    turns: frozenset[int]
    versions: dict[tuple[int, int], _Version]
    links: dict[int, _Link]


def ends(session: Session, turn: Turn, seat: Seat) -> Ends:
    """Return what a seat's next sheet follows; the caller holds the turn's lock."""
    cache: _Foreseen | None = session.info.get(_FORESEEN)
    if cache is not None and turn.id in cache.turns:
        return Ends(
            *cache.versions.get((turn.id, seat.id), (0, None, None)), *cache.links.get(turn.game_id, (0, FIRST))
        )
    about = {"game": turn.game_id, "call": turn.id, "seat": seat.id}
    version, accepted_at, written_at, number, digest = session.execute(_ends(), about).one()
    return Ends(version or 0, accepted_at, written_at, number or 0, digest or FIRST)


def prefetch_ends(session: Session, turns: Iterable[Turn]) -> None:
    """Read beforehand what `ends` needs for several turns; the caller holds locks."""
    games = {turn.id: turn.game_id for turn in turns}
    newest = select(SheetVersion.turn_id, SheetVersion.seat_id, func.max(SheetVersion.number).label("number"))
    last = newest.where(SheetVersion.turn_id.in_(games)).group_by(SheetVersion.turn_id, SheetVersion.seat_id).subquery()
    columns = SheetVersion.turn_id, SheetVersion.seat_id, SheetVersion.number, SheetVersion.accepted_at
    version_query = select(*columns, SheetVersion.written_at).join(
        last,
        (SheetVersion.turn_id == last.c.turn_id)
        & (SheetVersion.seat_id == last.c.seat_id)
        & (SheetVersion.number == last.c.number),
    )
    versions: dict[tuple[int, int], _Version] = {
        (turn, seat): (number, at, written) for turn, seat, number, at, written in session.execute(version_query)
    }
    tips = select(SheetReceipt.game_id, func.max(SheetReceipt.number).label("number"))
    tip = tips.where(SheetReceipt.game_id.in_(set(games.values()))).group_by(SheetReceipt.game_id).subquery()
    receipts = select(SheetReceipt.game_id, SheetReceipt.number, SheetReceipt.digest).join(
        tip, (SheetReceipt.game_id == tip.c.game_id) & (SheetReceipt.number == tip.c.number)
    )
    links = {game: (number, digest) for game, number, digest in session.execute(receipts)}
    session.info[_FORESEEN] = _Foreseen(frozenset(games), versions, links)


def issue(session: Session, turn: Turn, seat: Seat, version: SheetVersion, after: Ends, by: str = SEAT) -> SheetReceipt:
    """Store an accepted version, new to the session, with its receipt.
    Returns the receipt. `by`: whether its seat or an override wrote it; `after`: what `ends` returned.
    The caller has held the turn's lock since then, so nobody else adds to the game's chain."""
    row = SheetReceipt(
        game_id=turn.game_id,
        turn_id=turn.id,
        seat_id=seat.id,
        public_id=new_id(),
        version=version.number,
        turn=turn.public_id,
        house=seat.house or "",
        by=by,
        accepted_at=version.accepted_at.replace(microsecond=0),
        salt=secrets.token_hex(SALT_BYTES),
        number=after.number + 1,
        previous=after.digest,
    )
    secret = settings_of(session).secret_key
    row.commitment, row.key = commitment_opening(row, version.digest).commitment(), public_key(secret)
    # They are part of what they are made of, so they come last.
    row.digest = row.signature = ""
    row.digest = published_receipt(row).hashed(seat.game.public_id)
    row.signature = signature(secret, published_receipt(row).signed())
    session.add_all((version, row))
    cache: _Foreseen | None = session.info.get(_FORESEEN)
    if cache is not None:
        cache.versions[turn.id, seat.id] = (version.number, version.accepted_at, version.written_at)
        cache.links[turn.game_id] = (row.number, row.digest)
    return row


def published_receipt(row: SheetReceipt, opening: Opened | None = None) -> Receipted:
    """A receipt as it is published; with `opening` as its own house gets it."""
    return from_rows(Receipted, row, id=row.public_id, opened=opening)


def commitment_opening(row: SheetReceipt, sheet: str, document: bytes = b"") -> Opened:
    """Return what opens a receipt's commitment to a sheet's SHA-256 (`sheet`).
    `document` is the sheet itself, if it is to be shown."""
    return Opened(at=stamp(row.accepted_at), sheet=sheet, salt=row.salt, document=document.decode())


def stamp(moment: datetime) -> str:
    """A moment as it stands in receipts: UTC, to the second."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


@cache
def _ends() -> Select[int | None, datetime | None, datetime | None, int | None, str | None]:
    """Return the statement of `ends` with bind parameters; built once for speed."""
    version, accepted_at, written_at = (
        select(column)
        .where(SheetVersion.turn_id == bindparam("call", type_=SheetVersion.turn_id.type))
        .where(SheetVersion.seat_id == bindparam("seat", type_=SheetVersion.seat_id.type))
        .order_by(SheetVersion.number.desc())
        .limit(1)
        for column in (SheetVersion.number, SheetVersion.accepted_at, SheetVersion.written_at)
    )
    number, digest = (
        select(column)
        .where(SheetReceipt.game_id == bindparam("game", type_=SheetReceipt.game_id.type))
        .order_by(SheetReceipt.number.desc())
        .limit(1)
        for column in (SheetReceipt.number, SheetReceipt.digest)
    )
    return select(*(query.scalar_subquery() for query in (version, accepted_at, written_at, number, digest)))


# A turn in this state has no results yet either.
_NOT_OVER = (*UNFINISHED, "set-aside")


def game_receipts(session: Session, game: Game, house: str | None, last: int | None) -> Receipts | None:
    """Return a game's receipts of finished turns up to number `last` (None: all).
    Those of `house` are opened with their sheets. None if there are none."""
    query = (
        select(SheetReceipt, Turn.number, Turn.status, SheetVersion)
        .join(Turn, Turn.id == SheetReceipt.turn_id)
        .outerjoin(
            SheetVersion,
            (SheetVersion.turn_id == SheetReceipt.turn_id)
            & (SheetVersion.seat_id == SheetReceipt.seat_id)
            & (SheetVersion.number == SheetReceipt.version)
            & (SheetReceipt.house == house),
        )
        .where(SheetReceipt.game_id == game.id)
    )
    chain: list[Receipted] = []
    for row, number, status, version in session.execute(query.order_by(SheetReceipt.number)):
        if status in _NOT_OVER or (last is not None and number > last):
            break
        chain.append(
            published_receipt(
                row, commitment_opening(row, version.digest, version.document) if version is not None else None
            )
        )
    if not chain:
        return None
    secret = settings_of(session).secret_key
    receipts = Receipts(game=game.public_id, chain=tuple(chain), key=public_key(secret), seal="")
    return msgspec.structs.replace(receipts, seal=signature(secret, receipts.sealed()))


def versions_with_receipts(turn_id: int, seat_id: int) -> Select[SheetVersion, SheetReceipt | None]:
    """Return the query for a seat's versions for a turn, newest first.
    Each comes with its receipt, None for versions from before there were receipts."""
    same = (SheetReceipt.turn_id == SheetVersion.turn_id) & (SheetReceipt.seat_id == SheetVersion.seat_id)
    query = select(SheetVersion, SheetReceipt).outerjoin(
        SheetReceipt, same & (SheetReceipt.version == SheetVersion.number)
    )
    query = query.where(SheetVersion.turn_id == turn_id, SheetVersion.seat_id == seat_id)
    return query.order_by(SheetVersion.number.desc())


# By which a receipt names its version: turn, seat, number.
_Key = tuple[int, int, int]


@dataclass(frozen=True)
class _StoredVersion:
    """A stored version: key, turn number, time accepted, expected and actual digest."""

    id: int
    turn_number: int
    at: datetime
    digest: str
    sha256: str


def faults_of_receipts(session: Session, game: Game) -> Iterator[str]:
    """Yield the faults of a game's receipts and their sheets.
    Nothing for a game without receipts, played before there were any."""
    query = select(SheetReceipt).filter_by(game_id=game.id).order_by(SheetReceipt.number)
    rows = {(row.turn_id, row.seat_id, row.version): row for row in session.scalars(query)}
    if not rows:
        return
    versions = _versions(session, game)
    yield from faults_of_chain(
        game.public_id, [published_receipt(row, _version_opening(row, versions.get(key))) for key, row in rows.items()]
    )
    for key, row in rows.items():
        yield from _version_faults(row, versions.get(key))
    yield from _out_of_order(rows, versions)
    yield from _without_receipt(rows, versions)


def _versions(session: Session, game: Game) -> dict[_Key, _StoredVersion]:
    """Return all versions of a game by what a receipt names, ordered by key."""
    query = select(SheetVersion, Turn.number).join(Turn).where(Turn.game_id == game.id).order_by(SheetVersion.id)
    versions = {}
    for row, number in session.execute(query.execution_options(yield_per=100)):
        sha256 = hashlib.sha256(row.document).hexdigest()
        versions[row.turn_id, row.seat_id, row.number] = _StoredVersion(
            row.id, number, row.accepted_at, row.digest, sha256
        )
    return versions


def _version_opening(row: SheetReceipt, version: _StoredVersion | None) -> Opened | None:
    """What the version as it is kept makes of the commitment."""
    return Opened(at=stamp(version.at), sheet=version.sha256, salt=row.salt) if version is not None else None


def _version_faults(row: SheetReceipt, version: _StoredVersion | None) -> Iterator[str]:
    """Yield what is wrong with the stored version that a receipt was given for.
    `version` is None if it is missing."""
    name = f"receipt {row.number} ({row.public_id})"
    if version is None:
        yield f"{name}: the sheet of {row.house}, version {row.version}, is missing"
        return
    if version.digest != version.sha256:
        yield f"{name}: the digest kept with the sheet of {row.house}, version {row.version}, is not its own"
    if stamp(version.at) != stamp(row.accepted_at):
        yield f"{name}: the sheet of {row.house}, version {row.version}, was accepted at another time than it says"


def _out_of_order(rows: Mapping[_Key, SheetReceipt], versions: Mapping[_Key, _StoredVersion]) -> Iterator[str]:
    """Which version counts goes by their keys, so these rise as the receipts do."""
    last = 0
    for key, row in rows.items():
        if key in versions and versions[key].id < last:
            yield f"receipt {row.number} ({row.public_id}): its sheet is kept before those that were accepted earlier"
        last = max(last, versions[key].id) if key in versions else last


def _without_receipt(rows: Mapping[_Key, SheetReceipt], versions: Mapping[_Key, _StoredVersion]) -> Iterator[str]:
    """Yield versions without a receipt, except those from before the game's first one."""
    receipted = [version for key, version in versions.items() if key in rows]
    first = min((version.id for version in receipted), default=0)
    turn = min((version.turn_number for version in receipted), default=0)
    for key, version in versions.items():
        if key not in rows and (version.id > first or version.turn_number > turn):
            yield f"call {version.turn_number}: version {key[2]} of a sheet has no receipt"
