"""API for turns and orders: questions, submitting, saved orders, what-ifs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from flask import Response, request
from marshmallow import fields
from werkzeug.exceptions import UnsupportedMediaType

from adjudicator.engine import Illegal, Record, Refusal, Sheet, Supposed, Unreadable, View
from correspondence import what_ifs
from correspondence.archive.records import redacted
from correspondence.deadlines.clock import set_wait
from correspondence.input_validation import NotFound
from correspondence.overview.game_pages import TurnPage, turn_page
from correspondence.sheets.reading import (
    Receipt,
    SavedSheetContent,
    own_standing_orders,
    saved_sheet,
    sheet_for,
    sheet_of,
    versions_of,
)
from correspondence.sheets.use_cases import (
    Basis,
    carry_out,
    check_for_turn,
    check_standing_orders,
    parse_standing_orders,
    script_warnings,
    sheet_as_text,
    standing_orders_text,
    submit_sheet,
    submit_standing_orders,
    text_for_turn,
)
from correspondence.turns import decline_bot as done_without, place_of, set_ready
from correspondence.what_ifs import (
    StoredWhatIf,
    WhatIf,
    edition_and_modules,
    find_what_if,
    list_what_ifs,
    play_what_if,
    read_what_if,
)
from narration.narrators import narrator_of
from narration.paragraph import Paragraph
from narration.words import N_
from web.api.from_structs import Document, answer, schema_of
from web.api.noun import AS_TEXT, Noun, preconditions, with_etag
from web.api.schemas import ReadinessSchema, ReceiptSchema, SheetQuerySchema, TurnSchema
from web.layout import voice
from web.request_context import fetch, now, read, signed_in, wake_worker, words, write, write_transaction
from web.security import MAX_SHEET_BODY

turns_noun = Noun("turns", "Turns: what your seat has to decide, and who is ready.")


@turns_noun.serves(turn_page, "GET", "/turns/<turn_id>", TurnSchema)
def turn() -> None:
    """Get a turn as your seat sees it: board, questions, your orders, who is ready."""


@turns_noun.route("PUT", "/turns/<turn_id>/ready", ReadinessSchema)
def ready(turn_id: str) -> TurnPage:
    """Say that you are ready. When all are, the turn ends after `hold_minutes`.

    If you have submitted no orders (`orders_in`), the answer has a warning `ready-without-orders`.
    """
    return _set_flag(set_ready, turn_id, yes=True)


@turns_noun.route("DELETE", "/turns/<turn_id>/ready", ReadinessSchema)
def not_ready(turn_id: str) -> TurnPage:
    """Say that you are not ready after all."""
    return _set_flag(set_ready, turn_id, yes=False)


@turns_noun.route("PUT", "/turns/<turn_id>/wait", TurnSchema)
def wait(turn_id: str) -> TurnPage:
    """Ask the turn to wait for its deadline, even if all are ready.

    Others do not see who asked.
    """
    return _set_flag(set_wait, turn_id, yes=True)


@turns_noun.route("DELETE", "/turns/<turn_id>/wait", TurnSchema)
def wait_no_more(turn_id: str) -> TurnPage:
    """Withdraw your request to wait for the deadline."""
    return _set_flag(set_wait, turn_id, yes=False)


@turns_noun.route("DELETE", "/turns/<turn_id>/bot", TurnSchema)
def decline_bot(turn_id: str) -> TurnPage:
    """Decline the help of the bot for a house that you just took over. This is final."""
    write(done_without, turn_id, now())
    return read(turn_page, turn_id, now())


def _set_flag(use_case: Callable[..., object], turn_id: str, *, yes: bool) -> TurnPage:
    write(use_case, turn_id, yes, now())
    wake_worker("turns")
    return read(turn_page, turn_id, now())


sheets_noun = Noun("sheets", "Orders: submitting them and reading them back. Nobody sees another seat's orders.")
SHEET: dict[str, Any] = {"required": True, "content": {"application/json": {"schema": schema_of("Sheet")}}}
# An order sheet, or the same as text in notation.
TYPED: dict[str, Any] = {
    "required": True,
    "content": {
        **SHEET["content"],
        "text/plain": {
            "schema": {
                "type": "string",
                "description": "Orders in notation, one to a line. They change the orders that you submitted before.",
                "examples": ["ORDERS stoney M+1; lannisport S\nMARCH stoney: riverrun rest | stay\nREADY"],
            }
        },
    },
}
TEXT = "text/plain"


def body() -> bytes:
    """The raw body, for use cases to decode. UnsupportedMediaType if it is not JSON."""
    if not request.is_json:
        raise UnsupportedMediaType
    return request.get_data()


@sheets_noun.route("GET", "/turns/<turn_id>/sheet", ReceiptSchema, also_text=True)
def sheet(turn_id: str) -> Any:
    """Get your latest orders for a turn, as they were understood.

    With `Accept: text/plain`, as text in notation.
    """
    return _latest_sheet(sheet_of, sheet_as_text, turn_id)


def _latest_sheet(latest: Callable[..., Receipt | None], as_text: Callable[..., str], subject_id: str) -> Any:
    """Return the latest submitted orders as JSON or, if accepted, as text.
    Raises NotFound (`no-such-sheet`) if there are none."""
    receipt = read(latest, subject_id, now())
    if receipt is None:
        raise NotFound("no-such-sheet", N_("Nothing has been submitted yet."))
    if request.accept_mimetypes.best_match(["application/json", TEXT]) != TEXT:
        return with_etag(receipt, receipt.number)
    language = words().language
    answer = Response(read(as_text, subject_id, receipt.sheet, language, now()), mimetype=TEXT)
    answer.vary.add("Accept")
    return with_etag(answer, receipt.number, f"{AS_TEXT}-{language}")


@sheets_noun.route(
    "PUT",
    "/turns/<turn_id>/sheet",
    ReceiptSchema,
    query=SheetQuerySchema,
    requestBody=TYPED,
    most_bytes=MAX_SHEET_BODY,
    conditional=True,
)
def hand_in(query: dict[str, Any], turn_id: str) -> Any:
    """Submit orders for a turn. The latest version counts.

    Text in notation (`text/plain`) changes the submitted version, unless it says CLEAR. READY or WAIT in the text
    count before `ready` in the address. STANDING lines become standing orders. Skipped lines are warnings. The `where`
    of an error is its line and column.
    """
    signed_in()
    ready = query["ready"]
    if request.mimetype == TEXT:
        text = read(text_for_turn, turn_id, typed_body(), now(), ready)
        receipt = _submit_text(read(place_of, turn_id, now()).game.public_id, turn_id, text)
    else:
        checked = read(check_for_turn, turn_id, body(), now())
        receipt = write(submit_sheet, turn_id, checked, now(), ready, basis=_basis())
    wake_worker("turns")
    return with_etag(receipt, receipt.number)


def _basis() -> Basis:
    return Basis(via="api", versions=preconditions())


def _submit_text(game_id: str, turn_id: str, text: Any) -> Receipt:
    """Carry out a text as orders for a turn or, without a turn, as standing orders."""
    done = write(carry_out, game_id, turn_id, text, now(), _basis())
    receipt = done.sheet if turn_id else done.standing
    assert receipt is not None, "such a text always submits this"
    return replace(receipt, warnings=(*receipt.warnings, *script_warnings(text.script)))


@sheets_noun.serves(versions_of, "GET", "/turns/<turn_id>/sheets", ReceiptSchema(many=True))
def versions() -> None:
    """List all versions of your orders for a turn, newest first."""


@sheets_noun.route("GET", "/games/<game_id>/standing", ReceiptSchema, also_text=True)
def standing_orders(game_id: str) -> Any:
    """Get your standing orders in a game.

    With `Accept: text/plain`, as text in notation.
    """
    return _latest_sheet(own_standing_orders, standing_orders_text, game_id)


@sheets_noun.route(
    "PUT",
    "/games/<game_id>/standing",
    ReceiptSchema,
    requestBody=TYPED,
    most_bytes=MAX_SHEET_BODY,
    conditional=True,
)
def put_standing_orders(game_id: str) -> Any:
    """Submit standing orders. They count until you replace them.

    Text in notation (`text/plain`) changes the present ones, unless it says CLEAR.
    """
    signed_in()
    if request.mimetype == TEXT:
        receipt = _submit_text(game_id, "", read(parse_standing_orders, game_id, typed_body(), now()))
    else:
        checked = read(check_standing_orders, game_id, body(), now())
        receipt = write(submit_standing_orders, game_id, checked, now(), basis=_basis())
    return with_etag(receipt, receipt.number)


def typed_body() -> str:
    """The body as text. Unreadable `not-utf-8`."""
    try:
        return request.get_data().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Unreadable(Refusal("not-utf-8", "this text is not in UTF-8")) from fault


drafts_noun = Noun("drafts", "Saved orders, not submitted. Nobody else reads them, and they do not count.")


@dataclass(frozen=True)
class Looked:
    """The check of an order sheet: `errors` refuse it, `warnings` go in its receipt."""

    errors: tuple[Refusal, ...]
    warnings: tuple[Refusal, ...]


DraftSchema = answer(
    SavedSheetContent,
    "sheet changed_at",
    left_out="fields version",
    name="SavedSheet",
    by_hand={"sheet": Document("Sheet", required=True)},
    description="Your saved orders for a turn, as far as they were understood, and when they last changed.",
)
LookedSchema = answer(Looked, "errors warnings", name="Looked")


@drafts_noun.route("GET", "/turns/<turn_id>/draft", DraftSchema)
def saved_orders(turn_id: str) -> Any:
    """Get your saved orders for a turn, from the site or the API."""
    stored_draft = read(saved_sheet, turn_id, now()).read()
    if stored_draft is None:
        raise NotFound("no-such-draft", N_("You have no saved orders for this turn."))
    return with_etag(stored_draft, stored_draft.version)


@drafts_noun.route(
    "PUT", "/turns/<turn_id>/draft", DraftSchema, requestBody=SHEET, most_bytes=MAX_SHEET_BODY, conditional=True
)
def save_orders(turn_id: str) -> Any:
    """Save orders without submitting or checking them. They replace your saved orders."""
    mine = signed_in()
    sheet = fetch(sheet_for, mine, turn_id, body(), now())
    with write_transaction() as session:
        stored_draft = saved_sheet(session, mine, turn_id, now()).keep({}, sheet, now(), preconditions())
    return with_etag(stored_draft, stored_draft.version)


@drafts_noun.route("DELETE", "/turns/<turn_id>/draft", status=204, conditional=True)
def discard(turn_id: str) -> None:
    """Delete your saved orders for a turn, if there are any."""
    mine = signed_in()
    with write_transaction() as session:
        saved_sheet(session, mine, turn_id, now()).discard(preconditions())


@drafts_noun.route("POST", "/turns/<turn_id>/check", LookedSchema, requestBody=SHEET, most_bytes=MAX_SHEET_BODY)
def look_through(turn_id: str) -> Looked:
    """Check orders without saving or submitting them."""
    signed_in()
    try:
        check_result = read(check_for_turn, turn_id, body(), now())
    except Illegal as refused:
        return Looked(tuple(refused.reasons), ())
    return Looked((), check_result.warnings)


what_ifs_noun = Noun(
    "what-ifs",
    "What-ifs: how the current turn might end if the others play as you assume. A what-if uses only what your seat "
    "knows, draws chance again, and never reads the orders of others. Nobody sees another player's what-ifs.",
)
WHAT_IF: dict[str, Any] = {"required": True, "content": {"application/json": {"schema": schema_of("WhatIf")}}}


@dataclass(frozen=True)
class WhatIfOutcome:
    """How the turn might end: board before and after, events, the same in words.

    `sheets` are the order sheets used, by house; those of others are your assumptions, or the bot's guesses.
    """

    before: View
    after: View
    records: tuple[Record, ...]
    story: list[Paragraph]
    sheets: dict[str, Sheet]


@dataclass(frozen=True)
class SavedWhatIf(StoredWhatIf):
    """A saved what-if, and how the turn might end with it."""

    outcome: WhatIfOutcome


OutcomeSchema = answer(
    WhatIfOutcome,
    "before after records story sheets",
    name="Outcome",
    by_hand={"sheets": fields.Dict(keys=fields.String(), values=Document("Sheet"), required=True)},
)
WhatIfLineSchema = answer(
    StoredWhatIf, "number name changed_at what_if", name="WhatIfLine", description="A saved what-if."
)
KeptWhatIfSchema = answer(SavedWhatIf, "number name changed_at what_if outcome", name="KeptWhatIf")


def _document(turn_id: str) -> WhatIf:
    signed_in()
    return read_what_if(body(), *read(edition_and_modules, turn_id, now()))


def what_if_outcome(trial: Supposed) -> WhatIfOutcome:
    """An outcome with its story, as the seat would read it."""
    seat = trial.before.seat
    v, records = voice(trial.before.edition, seat), redacted(trial.records, seat, over=False)
    return WhatIfOutcome(
        trial.before, trial.after, records, narrator_of(v.edition).tell(records, v.edition, v.words, seat), trial.sheets
    )


@what_ifs_noun.route("POST", "/turns/<turn_id>/what-if", OutcomeSchema, requestBody=WHAT_IF, most_bytes=MAX_SHEET_BODY)
def try_out(turn_id: str) -> WhatIfOutcome:
    """Run a what-if without saving it."""
    return what_if_outcome(read(play_what_if, turn_id, _document(turn_id), now()))


@what_ifs_noun.serves(list_what_ifs, "GET", "/turns/<turn_id>/what-ifs", WhatIfLineSchema(many=True))
def listed() -> None:
    """List your saved what-ifs for a turn."""


@what_ifs_noun.route(
    "POST", "/turns/<turn_id>/what-ifs", KeptWhatIfSchema, status=201, requestBody=WHAT_IF, most_bytes=MAX_SHEET_BODY
)
def keep_what_if(turn_id: str) -> SavedWhatIf:
    """Run a what-if and save it."""
    return _save_what_if(turn_id, 0)


@what_ifs_noun.route("GET", "/turns/<turn_id>/what-ifs/<int(max=100000):number>", KeptWhatIfSchema)
def run_saved_what_if(turn_id: str, number: int) -> Any:
    """Get a saved what-if, run on the game as it is now."""
    stored_what_if = read(find_what_if, turn_id, number, now())
    result = _with_outcome(stored_what_if, read(play_what_if, turn_id, stored_what_if.what_if, now()))
    return with_etag(result, stored_what_if.version, unlike=True)


@what_ifs_noun.route(
    "PUT",
    "/turns/<turn_id>/what-ifs/<int(max=100000):number>",
    KeptWhatIfSchema,
    requestBody=WHAT_IF,
    most_bytes=MAX_SHEET_BODY,
    conditional=True,
)
def change(turn_id: str, number: int) -> Any:
    """Run another what-if and save it in place of this one."""
    read(find_what_if, turn_id, number, now())
    stored_what_if = _save_what_if(turn_id, number)
    return with_etag(stored_what_if, stored_what_if.version, unlike=True)


@what_ifs_noun.route("DELETE", "/turns/<turn_id>/what-ifs/<int(max=100000):number>", status=204, conditional=True)
def remove(turn_id: str, number: int) -> None:
    """Delete a what-if."""
    write(what_ifs.delete_what_if, turn_id, number, now(), upon=preconditions())


@what_ifs_noun.route(
    "POST",
    "/turns/<turn_id>/what-ifs/<int(max=100000):number>/sheet",
    ReceiptSchema,
    query=SheetQuerySchema,
    conditional=True,
)
def hand_in_what_if(query: dict[str, Any], turn_id: str, number: int) -> Any:
    """Submit your own orders from a what-if for the turn.

    `ETag` and `If-Match` are those of your orders for the turn.
    """
    check_result = read(what_ifs.check_what_if_for_turn, turn_id, number, now())
    receipt = write(what_ifs.submit_what_if, turn_id, number, now(), check_result, query["ready"], _basis())
    wake_worker("turns")
    return with_etag(receipt, receipt.number)


def _save_what_if(turn_id: str, number: int) -> SavedWhatIf:
    what_if = _document(turn_id)
    outcome = read(play_what_if, turn_id, what_if, now())
    stored_what_if = write(what_ifs.save_what_if, turn_id, what_if, now(), number, upon=preconditions())
    return _with_outcome(stored_what_if, outcome)


def _with_outcome(entry: StoredWhatIf, outcome: Supposed) -> SavedWhatIf:
    """Return a stored what-if together with how the turn might end with it."""
    return SavedWhatIf(entry.number, entry.name, entry.what_if, entry.changed_at, what_if_outcome(outcome))
