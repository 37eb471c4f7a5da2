"""What-ifs: a turn tried out with orders of one's own, and kept."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Generic

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypeVar

from adjudicator import documents, games
from adjudicator.documents import decoder
from adjudicator.engine import Game as Rules, Refusal, Sheet, Supposed, Unreadable, parameterize, suppose
from correspondence import input_validation
from correspondence.archive.records import stored_position
from correspondence.games.access import bot_helped_houses
from correspondence.input_validation import Denied, NotFound, Superseded
from correspondence.models import Account, RoundRecords, WhatIfRow
from correspondence.sheets.reading import Receipt, latest_standing_orders, own_sheets
from correspondence.sheets.use_cases import ON_SITE, Basis, Checked, check_for_turn, submit_sheet
from correspondence.turns import Place, place_of, still_open

MAX_BYTES = 512 * 1024
# More houses than any edition has.
MAX_HOUSES = 20
MAX_DRAWS = 999
MAX_NAME_LENGTH = 60
# A family's sheet, and what it assumes of a seat.
S = TypeVar("S", default=Any)
A = TypeVar("A", default=Any)


class WhatIf(msgspec.Struct, Generic[S, A], frozen=True, omit_defaults=True):
    """A what-if: own sheet (None: empty), assumptions on other houses, random draw.
    The bot guesses the houses not named."""

    sheet: S | None = None
    others: dict[str, A] = {}
    draw: int = 1
    name: str = ""


def rules_for_what_ifs(edition: str) -> Rules:
    """Return the rules of an edition's game, which has what-ifs.
    Raises Denied `no-what-ifs` if it has none."""
    game = games.of_edition(edition)
    if game.assumed_type is None:
        raise Denied("no-what-ifs", "This game has no what-ifs.")
    return game


def assumed_by_house(what_if: WhatIf, edition: str, house: str, mine: Sheet) -> dict[str, Any]:
    """Return what a what-if assumes of each house; `mine` is the sheet of `house`."""
    return {**what_if.others, house: rules_for_what_ifs(edition).assumed_type(sheet=mine)}


class _RawWhatIf(msgspec.Struct, forbid_unknown_fields=True):
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    others: dict[str, msgspec.Raw] = {}
    draw: int = 1
    name: str = ""


_raw = msgspec.json.Decoder(_RawWhatIf)


def read_what_if(data: bytes, edition: str, modules: Collection[str] | None = None) -> WhatIf:
    """A what-if from its JSON (at most 512 KB; each sheet as large as a sheet may be).

    With the modules of its game conditions may be text, as in sheets.

    Raises Unreadable: `what-if-too-large`, `bad-what-if`, and all that reading a sheet raises, with the place of the
    fault (`sheet.marches...`, `others.stark.orders`).
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(Refusal("what-if-too-large", f"a what-if has at most {MAX_BYTES} bytes, not {len(data)}"))
    try:
        raw = _raw.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Unreadable(Refusal("bad-what-if", str(fault))) from fault
    if len(raw.others) > MAX_HOUSES:
        raise Unreadable(Refusal("bad-what-if", f"there are at most {MAX_HOUSES} houses", "others"))
    what_if_rules, rules = rules_for_what_ifs(edition), None if modules is None else games.edition(edition)
    with _prefix_error_places("sheet"):
        mine = documents.read_sheet(edition, bytes(raw.sheet), modules)
    others = {}
    for house, assumed in raw.others.items():
        with _prefix_error_places(f"others.{house[:20]}"):
            others[house] = what_if_rules.read_assumed(bytes(assumed), rules, modules or ())
    return check_what_if(WhatIf(mine, others, raw.draw, raw.name))


def check_what_if(what_if: WhatIf) -> WhatIf:
    """Return a what-if whose draw is in bounds. Raises Unreadable `bad-what-if`."""
    if not 1 <= what_if.draw <= MAX_DRAWS:
        raise Unreadable(Refusal("bad-what-if", f"a draw is a number from 1 to {MAX_DRAWS}", "draw"))
    return what_if


def _stored_type(game: Rules) -> Any:
    return parameterize(WhatIf, game.types.sheet, Any if game.assumed_type is None else game.assumed_type)


def saved_what_if(data: bytes, name: str, edition: str) -> WhatIf:
    """A what-if as `write_what_if` wrote it, with the name that stands beside it."""
    what_if: WhatIf = decoder(_stored_type(games.of_edition(edition))).decode(data)
    return msgspec.structs.replace(what_if, sheet=own_sheet(what_if, edition), name=name)


def own_sheet(what_if: WhatIf, edition: str) -> Sheet:
    """The writer's own sheet, one that says nothing if none was written."""
    return games.of_edition(edition).empty_sheet if what_if.sheet is None else what_if.sheet


def write_what_if(what_if: WhatIf) -> bytes:
    """The what-if as JSON, without its name."""
    return msgspec.json.encode(msgspec.structs.replace(what_if, name=""))


@contextmanager
def _prefix_error_places(where: str) -> Iterator[None]:
    """Put `where` before the places in the what-if of Unreadable raised inside."""
    try:
        yield
    except Unreadable as refused:
        raise Unreadable(
            *(
                msgspec.structs.replace(reason, where=f"{where}.{reason.where}" if reason.where else where)
                for reason in refused.reasons
            )
        ) from refused


# What came of the last what-ifs, by all that it depends on; about 200 KB each.
MAX_REMEMBERED = 24
_lately: OrderedDict[str, Supposed] = OrderedDict()
_gate = Lock()


def play_what_if(
    session: Session,
    account: Account,
    turn_id: str,
    what_if: WhatIf,
    now: datetime,
    begun: Mapping[str, Sheet] | None = None,
) -> Supposed:
    """Return the open turn's results if all wrote as in the what-if; nothing changes.

    `begun`: sheets of others by house, whose gaps the bot guesses. The seat's own sheets of earlier turns of the round
    and its standing orders apply where the what-if's is silent. Others' sheets are never read. Raises NotFound
    `no-such-turn`, Denied (`not-your-seat`, `turn-closed`), Illegal for sheets that could not be submitted.
    """
    place = place_of(session, account, turn_id, now)
    still_open(place.turn, now)
    return what_if_result(session, place, what_if, begun)


def what_if_result(
    session: Session, place: Place, what_if: WhatIf, begun: Mapping[str, Sheet] | None = None
) -> Supposed:
    """Return the results of a place's open turn if all wrote as in the what-if.
    Cached for a while, as a page and its maps ask for the same. `begun`: sheets of others by house,
    whose gaps the bot guesses."""
    _, carried = own_sheets(session, place.turn, place.seat)
    standing = latest_standing_orders(session, place.seat)
    edition = place.game.edition
    rules, mine = rules_for_what_ifs(edition), own_sheet(what_if, edition)
    mine = mine if carried is None else rules.overlay(carried, mine)
    stored, standing_sheet = stored_position(session, place.game), standing.sheet if standing else None
    helped = place.house in bot_helped_houses(place.game, place.turn.number)
    key_parts = [place.game.public_id, place.game.pace, place.house, mine, standing_sheet, helped]
    key_parts += [place.turn.unsaid, what_if.others, what_if.draw, begun]
    cache_key = hashlib.sha256(stored + msgspec.json.encode(key_parts)).hexdigest()
    with _gate:
        result = _lately.get(cache_key)
    if result is None:
        # All that was told in the game so far; the adjudicator shows a seat only what is its own.
        query = select(RoundRecords.document).filter_by(game_id=place.game.id).order_by(RoundRecords.first)
        parts = [documents.decode_records(place.game.edition, document) for document in session.scalars(query)]
        result = suppose(
            rules,
            documents.decode(stored),
            place.house,
            [record for part in parts for record in part],
            assumed_by_house(what_if, edition, place.house, mine),
            begun=begun,
            pace=place.game.stops,
            standing=standing_sheet,
            taken_over=helped,
            unsaid=place.turn.unsaid,
            number=what_if.draw,
        )
        with _gate:
            _lately[cache_key] = result
            if len(_lately) > MAX_REMEMBERED:
                _lately.popitem(last=False)
    return result


def forget() -> None:
    """Remember nothing of what was played, so that it is played anew."""
    with _gate:
        _lately.clear()


MAX_WHAT_IFS = 12


@dataclass(frozen=True)
class StoredWhatIf:
    """A what-if that is kept: its number, what it says, when it was changed last."""

    number: int
    name: str
    what_if: WhatIf
    changed_at: datetime

    @property
    def version(self) -> str:
        """Return the text by which it is known until it is changed."""
        return f"{self.changed_at:%Y%m%d%H%M%S%f}"


def list_what_ifs(session: Session, account: Account, turn_id: str, now: datetime) -> list[StoredWhatIf]:
    """Return the asker's what-ifs for a turn; `no-such-turn`, `not-your-seat`."""
    place = place_of(session, account, turn_id, now)
    return [what_if_from_row(row, place.game.edition) for row in what_if_rows(session, account, place)]


def find_what_if(session: Session, account: Account, turn_id: str, number: int, now: datetime) -> StoredWhatIf:
    """Return a what-if. Raises as `list_what_ifs`, and NotFound `no-such-what-if`."""
    place = place_of(session, account, turn_id, now)
    return what_if_from_row(what_if_row(session, account, place, number), place.game.edition)


def edition_and_modules(session: Session, account: Account, turn_id: str, now: datetime) -> tuple[str, tuple[str, ...]]:
    """Return the edition and the modules of a turn's game, for its what-ifs.
    Raises NotFound `no-such-turn`, Denied `not-your-seat`."""
    game = place_of(session, account, turn_id, now).game
    return game.edition, tuple(game.parts)


def what_if_rows(session: Session, account: Account, place: Place) -> list[WhatIfRow]:
    """Return an account's what-ifs for the turn and seat of a place, by number."""
    query = select(WhatIfRow).filter_by(turn_id=place.turn.id, seat_id=place.seat.id, account_id=account.id)
    return list(session.scalars(query.order_by(WhatIfRow.number)))


def what_if_row(session: Session, account: Account, place: Place, number: int) -> WhatIfRow:
    """Return an account's what-if with a number, for the turn and seat of a place.
    Raises NotFound `no-such-what-if`."""
    for row in what_if_rows(session, account, place):
        if row.number == number:
            return row
    raise NotFound("no-such-what-if", "You have no such what-if for this turn.")


def what_if_from_row(row: WhatIfRow, edition: str) -> StoredWhatIf:
    """A row as its owner reads it."""
    return StoredWhatIf(row.number, row.name, saved_what_if(row.document, row.name, edition), row.changed_at)


def save_what_if(
    session: Session,
    account: Account,
    turn_id: str,
    what_if: WhatIf,
    now: datetime,
    number: int = 0,
    *,
    upon: Container[str] | None = None,
) -> StoredWhatIf:
    """Save a what-if for a turn under the next number, or replace `number`.

    Replaces only versions among `upon` (None: any). Only its owner ever reads it. Raises NotFound (`no-such-turn`,
    `no-such-what-if`), Denied (`not-your-seat`, `turn-closed`, `too-many-what-ifs`), Superseded, Invalid for a bad
    name.
    """
    name = input_validation.label(what_if.name, "name", MAX_NAME_LENGTH, empty=True)
    place = place_of(session, account, turn_id, now, lock=True)
    still_open(place.turn, now)
    if number:
        row = what_if_row(session, account, place, number)
        _check_version(row, place, upon)
    else:
        rows = what_if_rows(session, account, place)
        if len(rows) >= MAX_WHAT_IFS:
            raise Denied(
                "too-many-what-ifs", "You have {most} what-ifs for this turn; delete one first.", most=MAX_WHAT_IFS
            )
        number = rows[-1].number + 1 if rows else 1
        row = WhatIfRow(turn_id=place.turn.id, seat_id=place.seat.id, account_id=account.id, number=number)
        session.add(row)
    row.name, row.document, row.changed_at = name, write_what_if(what_if), now
    session.flush()
    return what_if_from_row(row, place.game.edition)


def save_from_mail(session: Session, account: Account, turn_id: str, what_if: WhatIf, now: datetime) -> int:
    """Save an emailed what-if, replacing one of the same name; return its number.
    Returns 0 if there are as many as allowed. Raises as `save_what_if`."""
    rows = what_if_rows(session, account, place_of(session, account, turn_id, now))
    number = next((row.number for row in rows if row.name == what_if.name), 0)
    if not number and len(rows) >= MAX_WHAT_IFS:
        return 0
    return save_what_if(session, account, turn_id, what_if, now, number).number


def delete_what_if(
    session: Session,
    account: Account,
    turn_id: str,
    number: int,
    now: datetime,
    *,
    upon: Container[str] | None = None,
) -> None:
    """Delete a what-if, if it is one of the versions `upon` (None: any).
    Raises NotFound (`no-such-turn`, `no-such-what-if`), Denied `not-your-seat`, Superseded."""
    place = place_of(session, account, turn_id, now, lock=upon is not None)
    row = what_if_row(session, account, place, number)
    _check_version(row, place, upon)
    session.delete(row)


def _check_version(row: WhatIfRow, place: Place, upon: Container[str] | None) -> None:
    """Raise Superseded unless the row's version is among `upon` (None: any)."""
    version = what_if_from_row(row, place.game.edition).version
    if upon is not None and version not in upon:
        raise Superseded(version)


def check_what_if_for_turn(session: Session, account: Account, turn_id: str, number: int, now: datetime) -> Checked:
    """Check a what-if's sheet, storing nothing. Raises as `submit_what_if`."""
    entry = find_what_if(session, account, turn_id, number, now)
    return check_for_turn(session, account, turn_id, documents.encode(entry.what_if.sheet), now)


def submit_what_if(
    session: Session,
    account: Account,
    turn_id: str,
    number: int,
    now: datetime,
    checked: Checked | None = None,
    ready: bool | None = None,
    basis: Basis = ON_SITE,
) -> Receipt:
    """Submit a what-if's own sheet as if written into the form (`submit_sheet`).

    Raises NotFound `no-such-what-if`, and as submitting a sheet does.
    """
    sheet = find_what_if(session, account, turn_id, number, now).what_if.sheet
    submission = checked if checked is not None and checked.sheet == sheet else documents.encode(sheet)
    return submit_sheet(session, account, turn_id, submission, now, ready, basis=basis)
