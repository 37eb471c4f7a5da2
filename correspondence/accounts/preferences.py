"""Which letters somebody wants, how and when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from correspondence.errors import Invalid
from correspondence.models.accounts import Account
from correspondence.notices.choices import chosen
from narration.words import N_

AT_ONCE, DIGEST, OFF = "at-once", "digest", "off"
# Reminders of a deadline are of no use after it; letters about the account itself always come.
CHOICES: dict[str, tuple[str, ...]] = {
    "results": (AT_ONCE, DIGEST, OFF),
    "reminders": (AT_ONCE, OFF),
    "deadlines": (AT_ONCE, DIGEST, OFF),
    "games": (AT_ONCE, DIGEST, OFF),
    "press": (AT_ONCE, DIGEST, OFF),
    "gm": (AT_ONCE, DIGEST, OFF),
}


@dataclass(frozen=True)
class Preferences:
    """How an account wants its letters. Hours are 0 to 23 in its zone, quiet ones None where there are none;
    `digest_weekday` is ISO, None: every day. `light`: maps are linked, not in the letters."""

    streams: dict[str, str]
    quiet_from: int | None
    quiet_until: int | None
    digest_hour: int
    digest_weekday: int | None
    light: bool = False


def preferences_of(account: Account) -> Preferences:
    """What an account has chosen, all streams named."""
    return Preferences(
        streams={stream: chosen(account, stream) for stream in CHOICES},
        quiet_from=account.quiet_from,
        quiet_until=account.quiet_until,
        digest_hour=account.digest_hour,
        digest_weekday=account.digest_weekday,
        light=account.light_letters,
    )


def choose_light(session: Session, account: Account, light: bool) -> None:
    """Choose whether maps are linked in one's letters instead of being in them."""
    session.get_one(Account, account.id).light_letters = light


def choose_streams(session: Session, account: Account, wanted: Mapping[str, str]) -> None:
    """Choose for some or all streams how their letters come. Invalid `unknown-choice` names the stream."""
    for stream, choice in wanted.items():
        if choice not in CHOICES.get(stream, ()):
            raise Invalid("unknown-choice", N_("This is not one of the choices."), stream[:40])
    mine = session.get_one(Account, account.id)
    kept = {**json.loads(mine.streams or "{}"), **wanted}
    mine.streams = json.dumps(kept, sort_keys=True)


def choose_hours(
    session: Session,
    account: Account,
    *,
    quiet_from: int | None,
    quiet_until: int | None,
    digest_hour: int,
    digest_weekday: int | None,
) -> None:
    """Choose quiet hours (both None: none) and when the digest leaves. Invalid `bad-hour`, `half-quiet`,
    `unknown-choice`."""
    for field, hour in (("quiet_from", quiet_from), ("quiet_until", quiet_until), ("digest_hour", digest_hour)):
        if hour is not None and not 0 <= hour <= 23:
            raise Invalid("bad-hour", N_("An hour is a number from 0 to 23."), field)
    if (quiet_from is None) != (quiet_until is None):
        field = "quiet_from" if quiet_from is None else "quiet_until"
        raise Invalid("half-quiet", N_("Quiet hours need both a beginning and an end."), field)
    if digest_weekday is not None and not 1 <= digest_weekday <= 7:
        raise Invalid("unknown-choice", N_("This is not one of the choices."), "digest_weekday")
    mine = session.get_one(Account, account.id)
    mine.quiet_from, mine.quiet_until = quiet_from, quiet_until
    mine.digest_hour, mine.digest_weekday = digest_hour, digest_weekday


def end_stream(session: Session, account: Account, stream: str) -> None:
    """No more letters of a stream; `digest` stands for all that come in the digest."""
    now_off = [s for s in CHOICES if chosen(account, s) == DIGEST] if stream == DIGEST else [stream]
    choose_streams(session, account, dict.fromkeys(now_off, OFF))
