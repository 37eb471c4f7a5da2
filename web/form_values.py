"""Form and query values: numbers, days, moments; redirects with a note."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from flask import Response, flash, make_response, redirect, request, url_for
from sqlalchemy.orm import Session
from werkzeug.exceptions import BadRequest

from correspondence import input_validation
from correspondence.accounts.queries import api_tokens, passkeys_of
from correspondence.input_validation import Invalid
from correspondence.mail.asking import find_zone
from correspondence.models import Account
from correspondence.webhooks.use_cases import webhooks_of
from narration.words import N_
from web.request_context import wake_worker


@dataclass(frozen=True)
class Program:
    """A token, webhook or passkey, in a list of what may be kept."""

    id: str
    name: str
    passkey: bool = False


def programs_of(session: Session, account: Account) -> list[Program]:
    """Return an account's tokens, webhooks and passkeys, by names its owner knows."""
    hooks = [Program(hook.id, hook.url) for hook in webhooks_of(session, account)]
    passkeys = [Program(line.id, line.name, passkey=True) for line in passkeys_of(session, account)]
    return [*(Program(token.id, token.name) for token in api_tokens(session, account)), *hooks, *passkeys]


def forbid_caching(page: str, status: int = 200) -> Response:
    """A page with a secret in it: no cache keeps it."""
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def see_other(address: str) -> Response:
    """Redirect to an address, with 303."""
    return make_response(redirect(address, 303))


def redirect_to(endpoint: str, note: str = "", *tasks: str, **values: Any) -> Response:
    """Redirect to a page (303), which shows the note; wakes the worker for `tasks`."""
    wake_worker(*tasks)
    if note:
        flash(note)
    return see_other(url_for(endpoint, **values))


def go_to(endpoint: str, note: str = "", *tasks: str, **values: Any) -> Response:
    """Redirect to the page that the form names (`next`), else to the endpoint.
    The page shows the note; wakes the worker for `tasks`. Pages of other sites are ignored."""
    page = redirect_to(endpoint, note, *tasks, **values)
    named = input_validation.next_url(text_posted("next"))
    return see_other(named) if named else page


def number_in(field: str) -> int | None:
    """Read a number from the form; None if blank. Raises Invalid (`bad-number`)."""
    typed = request.form.get(field, "").strip()
    if not typed:
        return None
    number = digits(typed)
    if number is None:
        raise Invalid("bad-number", N_("Enter a number."), field)
    return number


def day_in(field: str) -> date:
    """Read a day such as `2026-11-24` from the form. Raises Invalid (`bad-day`)."""
    try:
        return date.fromisoformat(request.form.get(field, "").strip())
    except ValueError:
        raise Invalid("bad-day", N_("Enter a day like 2026-11-24."), field) from None


def moment_in(field: str, zone: str) -> datetime:
    """Read a local time in `zone`, as `2026-11-24T19:00`; Invalid (`bad-moment`).
    An hour that the clocks leave out in spring is the one after it."""
    try:
        local = datetime.fromisoformat(request.form.get(field, "").strip())
    except ValueError:
        raise Invalid("bad-moment", N_("Enter a day and hour like 2026-11-24 19:00."), field) from None
    where, _ = find_zone(zone)
    return local.replace(tzinfo=where) if local.tzinfo is None else local


def as_typed(moment: datetime, zone: str) -> str:
    """Return a moment in `zone` as a form's field has it: `2026-11-24T19:00`."""
    where, _ = find_zone(zone)
    return moment.astimezone(where).strftime("%Y-%m-%dT%H:%M")


def next_full_hour(moment: datetime) -> datetime:
    """The first full hour after a moment."""
    return (moment + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)


def digits(text: str, most: int = 6) -> int | None:
    """Return the number that a text of at most `most` digits is, else None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most else None


def query_number(name: str) -> int | None:
    """A number of the query; None without one, BadRequest for what is none."""
    text = request.args.get(name, "")
    number = digits(text)
    if text and number is None:
        raise BadRequest
    return number


def query_word(name: str, words: Collection[str], default: str) -> str:
    """Return which of some words the query has. Raises BadRequest for another word."""
    word = request.args.get(name, default)
    if word not in words:
        raise BadRequest
    return word


def text_posted(name: str) -> str:
    """A text of a form, empty where it is not there."""
    return request.form.get(name, "")


def fields_posted(besides: Collection[str]) -> dict[str, list[str]]:
    """All values of the fields of a form, but for some fields."""
    return {name: values for name, values in request.form.lists() if name not in besides}


def number_posted(name: str) -> int:
    """A number that a form of ours carries; -1 for anything else."""
    number = digits(text_posted(name), 8)
    return -1 if number is None else number
