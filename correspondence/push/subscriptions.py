"""Browser subscriptions to push (VAPID, RFC 8292, ECDSA P-256) and their texts.

A notification shows on a lock screen, so it tells that something happened, where and until when; never what. It holds
nothing of a board, an order sheet or an email, and nobody's name.

The key is derived from SECRET_KEY. Browsers accept messages only from the key known when they were turned on; after a
change of SECRET_KEY they must be turned on again.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from babel.dates import format_skeleton
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.mail.asking import find_zone, turn_name
from correspondence.mail.payload import GameFacts, GameOverPayload, NoticePayload, Payload, ResultsPayload
from correspondence.mail.short_mails import subject_of
from correspondence.models import Account, PushMessage, PushSubscription, SignInSession
from correspondence.posting.exchange import read_new_url
from correspondence.read_cache import is_known_absent
from correspondence.rows import count_of, insert_all_once, insert_once, locking_query, new_id
from correspondence.store import settings_of
from narration.words import N_, Words, translator

# The streams of emails of which a browser may be told too.
PUSHED = ("results", "reminders", "deadlines", "press")
MAX_LINE_LENGTH = 200


class Shown(msgspec.Struct, frozen=True):
    """A notification: `title`, second line (`body`, may be empty), page and `tag`.
    A newer one replaces the one with the same `tag`."""

    title: str
    body: str
    link: str
    tag: str
    language: str


def notification_of(mail: Payload, stream: str, account: Account, site_name: str) -> Shown | None:
    """Return the notification for an email of a stream, or None if there is none."""
    words, zone = translator(account.language), account.zone
    if isinstance(mail, ResultsPayload):
        return _results_notification(mail, words, zone)
    if isinstance(mail, GameOverPayload):
        title = words.say("{title} is over", title=mail.game.title)
        return _shown(title, "", mail.links.results or mail.links.game, mail.game.id, "results", words)
    if isinstance(mail, NoticePayload) and mail.game is not None:
        return _game_notification(mail, mail.game, stream, words, zone, site_name)
    return None


def _results_notification(mail: ResultsPayload, words: Words, zone: str) -> Shown:
    """Return the notification of new results, or that a game has begun."""
    game, closed, opened = mail.game, mail.closed, mail.opened
    if closed is None:
        title = words.say("{title} has begun", title=game.title)
    else:
        turn = turn_name(game.edition, closed.window, closed.round, words)
        title = words.say("{title}: results of {turn}", title=game.title, turn=turn)
    body = ""
    if opened is not None:
        turn = turn_name(game.edition, opened.window, opened.round, words)
        if opened.asked is False:
            body = words.say("Current turn: {turn}", turn=turn)
        else:
            body = words.say("{turn}. Orders due {due}.", turn=turn, due=_short(opened.due_at, words, zone))
    return _shown(title, body, mail.links.results or mail.links.game, game.id, "results", words)


def _game_notification(
    mail: NoticePayload, game: GameFacts, stream: str, words: Words, zone: str, site_name: str
) -> Shown:
    """Return the notification for a notice about a game.
    For a message it does not tell who wrote it."""
    moments = {name: _short(moment, words, zone) for name, moment in mail.moments.items()}
    body = ""
    if stream == "press":
        # Who writes to whom is theirs.
        title = words.say("{title}: new message", title=game.title)
    else:
        title = subject_of(mail, moments, site_name, words)
        if stream == "reminders" and "due" in moments:
            body = words.say("Orders are due {due}.", due=moments["due"])
    return _shown(title, body, mail.link, game.id, stream, words)


def _short(moment: datetime, words: Words, zone: str) -> str:
    """`Tue, Nov 24, 19:00`, by the reader's clock."""
    where, _ = find_zone(zone)
    local = moment.astimezone(where)
    return f"{format_skeleton('MMMEd', local, locale=words.locale)}, {local:%H:%M}"


def _shown(title: str, body: str, link: str, game: str, stream: str, words: Words) -> Shown:
    return Shown(_line(title), _line(body), link, f"{game}:{stream}", words.language)


def _line(text: str) -> str:
    return text if len(text) <= MAX_LINE_LENGTH else f"{text[: MAX_LINE_LENGTH - 1]}…"


# News older than this is read on the page; a push service keeps nothing longer.
LIFE = timedelta(days=2)
# However many emails come in this time, a browser is told once.
MESSAGE_EVERY = timedelta(minutes=5)
# So many emails of base64 a push service takes as the name of what a message takes the place of.
TOPIC_MAILS = 32


@dataclass(frozen=True)
class News:
    """An email that its reader's browsers may be notified of, from `leaves_at` on.
    `due`: when its subject ends (None: never)."""

    key: str
    mail: Payload
    account: Account
    leaves_at: datetime
    due: datetime | None = None


def write_pushes(
    session: Session, news: Iterable[News], stream: str, now: datetime, game_id: int | None = None
) -> None:
    """Write a message for each browser subscribed to a stream, once per key.

    `game_id`: the game of all of it, if nobody in it is known to have such a browser.
    """
    if stream not in PUSHED or game_id is not None and is_known_absent(session, game_id, "pushes"):
        return
    by_account = {item.account.id: item for item in news}
    if not by_account:
        return
    query = select(PushSubscription).where(
        PushSubscription.account_id.in_(by_account), PushSubscription.disabled_at.is_(None)
    )
    rows, site_name = [], settings_of(session).site_name
    for browser in session.scalars(query.order_by(PushSubscription.id)):
        item = by_account[browser.account_id]
        shown = (
            notification_of(item.mail, stream, item.account, site_name)
            if stream in browser.streams.split(",")
            else None
        )
        if shown is not None:
            key, ends = item.key, item.due if stream == "reminders" else None
            if stream == "press":
                key = f"{shown.tag}:{int(now.timestamp() // MESSAGE_EVERY.total_seconds())}"
            rows.append(row(browser, key, shown, now, item.leaves_at, ends, urgent=stream == "reminders"))
    insert_all_once(session, PushMessage, rows)


def row(
    browser: PushSubscription,
    key: str,
    shown: Shown,
    now: datetime,
    leaves_at: datetime,
    ends: datetime | None = None,
    *,
    urgent: bool,
) -> dict[str, Any]:
    """The columns of a message."""
    return {
        "key": f"{browser.public_id}:{key}"[:200],
        "subscription_id": browser.id,
        # Another name for each browser, so that no push service learns from it who plays at one table.
        "topic": hashlib.sha256(f"{browser.public_id} {shown.tag}".encode()).hexdigest()[:TOPIC_MAILS],
        "urgent": urgent,
        "body": msgspec.json.encode(shown),
        "written_at": now,
        "expires_at": ends or leaves_at + LIFE,
        "next_attempt_at": leaves_at,
    }


if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# Part of the key, so that what is made of SECRET_KEY for anything else never speaks to push services.
_PURPOSE = b"rookery push"
# The order of P-256; with so many bytes more than it has, every key is as likely as any other (FIPS 186-5, A.2.1).
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_DERIVED_BYTES = 48


def public_key(secret: str) -> str:
    """The public key that belongs to a SECRET_KEY: an uncompressed point in base64url."""
    return _keys(secret)[1]


def private_key(secret: str) -> EllipticCurvePrivateKey:
    """The private key that belongs to a SECRET_KEY."""
    return _keys(secret)[0]


def is_point(public: bytes) -> bool:
    """Whether these bytes are an uncompressed point of P-256, as browsers send keys."""
    # Six megabytes, for processes that look at keys alone.
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        return False
    return len(public) == 65


def plain(key: bytes) -> str:
    """Bytes in base64url without what fills it up."""
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()


def from_plain(text: str) -> bytes:
    """Decode base64url, with or without padding. ValueError for anything else."""
    text = text.strip().rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


@lru_cache(maxsize=4)
def _keys(secret: str) -> tuple[EllipticCurvePrivateKey, str]:
    """Return the private key that a SECRET_KEY gives, and its public key.
    The public key is in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    derived = HKDF(algorithm=SHA256(), length=_DERIVED_BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    private = ec.derive_private_key(int.from_bytes(derived, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return private, plain(point)


MAX_BROWSERS = 10
# Push services put all they know into their addresses.
MAX_ENDPOINT_LENGTH = 1000
AUTH_BYTES = 16
MAX_KEY_LENGTH = 100


@dataclass(frozen=True)
class BrowserLine:
    """A browser with notifications, in its owner's list.

    `trouble` is the latest problem. Pages also show which one belongs to the present session.
    """

    id: str
    label: str
    streams: tuple[str, ...]
    created_at: datetime
    disabled_at: datetime | None
    trouble: str
    here: bool


@dataclass(frozen=True)
class Offered:
    """A browser's subscription: address at its push service, two base64url keys."""

    endpoint: str
    public_key: str
    auth_secret: str


def turn_on(
    session: Session,
    account: Account,
    offered: Offered,
    streams: Iterable[str],
    in_session: SignInSession,
    label: str,
    now: datetime,
) -> None:
    """Subscribe a browser to streams until it is signed out.

    One that is subscribed already gets these choices, whoever used it before. Raises Invalid (`bad-url`,
    `bad-push-key`, `bad-streams`), Denied (`too-many-browsers`, `not-this-browser`).
    """
    settings = settings_of(session)
    endpoint, (public, secret) = offered.endpoint.strip(), _normalize_keys(offered)
    if ":" in read_new_url(endpoint, settings.webhooks_loopback, MAX_ENDPOINT_LENGTH).host:
        raise Invalid("bad-url", N_("The address of a push service must have a host name."), "endpoint")
    stream_list = _join_streams(streams)
    before = session.scalar(locking_query(select(PushSubscription).where(PushSubscription.endpoint == endpoint)))
    if before is not None and (before.public_key, before.auth_secret) != (public, secret):
        # Its keys are its own: who has the address alone is somebody else.
        raise Denied(
            "not-this-browser",
            N_("This browser already gets notifications, under other keys. Turn it off there first."),
        )
    if before is not None:
        # Whoever was told at this address is told no more.
        forget(session, [before.id])
    if count_of(session, PushSubscription, PushSubscription.account_id == account.id) >= MAX_BROWSERS:
        raise Denied(
            "too-many-browsers",
            N_("{most} of your browsers already get notifications; turn one off."),
            most=MAX_BROWSERS,
        )
    insert_once(
        session,
        PushSubscription,
        public_id=new_id(),
        account_id=account.id,
        session_id=in_session.public_id,
        endpoint=endpoint,
        public_key=public,
        auth_secret=secret,
        our_key=public_key(settings.secret_key),
        label=label[:120],
        streams=stream_list,
        created_at=now,
    )


def browsers_of(session: Session, account: Account, session_id: str = "") -> list[BrowserLine]:
    """Return an account's subscribed browsers, oldest first.
    `here` marks the one that belongs to the session `session_id`."""
    query = select(PushSubscription).where(PushSubscription.account_id == account.id).order_by(PushSubscription.id)
    return [
        BrowserLine(
            id=browser.public_id,
            label=browser.label,
            streams=tuple(browser.streams.split(",")),
            created_at=browser.created_at,
            disabled_at=browser.disabled_at,
            trouble=browser.last_error,
            here=browser.session_id == session_id,
        )
        for browser in session.scalars(query)
    ]


def choose(session: Session, account: Account, browser_id: str, streams: Iterable[str]) -> None:
    """Choose a browser's streams; one that was switched off is on again.
    Raises Invalid `bad-streams`, NotFound `no-such-browser`."""
    stream_list, browser = _join_streams(streams), _own_browser(session, account, browser_id)
    browser.streams, browser.disabled_at, browser.failures, browser.last_error = stream_list, None, 0, ""


def try_out(session: Session, account: Account, browser_id: str, now: datetime) -> None:
    """Send a test. Raises NotFound `no-such-browser`, Denied `browser-switched-off`."""
    browser, site, words = (
        _own_browser(session, account, browser_id),
        settings_of(session),
        translator(account.language),
    )
    if browser.disabled_at is not None:
        raise Denied(
            "browser-switched-off", N_("Notifications are off for this browser; save its choices to turn them on.")
        )
    title = words.say("{site} can notify you here.", site=site.site_name)
    shown = Shown(title, "", addresses.notifications(site), "test", words.language)
    insert_once(session, PushMessage, **row(browser, f"test:{new_id()}", shown, now, now, urgent=True))


def turn_off(session: Session, account: Account, browser_id: str) -> None:
    """Tell a browser nothing more, not even what waits. NotFound `no-such-browser`."""
    forget(session, [_own_browser(session, account, browser_id).id])


def end_browsers(session: Session, account: Account, *, session_id: str = "", but: str = "") -> None:
    """Unsubscribe the browser of a session (`session_id`), or all of an account's.
    `but`: except that of this session."""
    query = select(PushSubscription.id).where(PushSubscription.account_id == account.id)
    if session_id:
        query = query.where(PushSubscription.session_id == session_id)
    forget(session, session.scalars(query.where(PushSubscription.session_id != but)).all())


def forget(session: Session, keys: Collection[int]) -> None:
    """Remove browsers by their keys, and what waits for them."""
    if keys:
        mine = select(PushSubscription.id).where(PushSubscription.id.in_(keys)).order_by(PushSubscription.id)
        session.execute(locking_query(mine))
        session.execute(delete(PushMessage).where(PushMessage.subscription_id.in_(keys)))
        session.execute(delete(PushSubscription).where(PushSubscription.id.in_(keys)))


def _own_browser(session: Session, account: Account, browser_id: str) -> PushSubscription:
    """Return an account's subscribed browser and lock its row.
    Raises NotFound `no-such-browser`."""
    query = select(PushSubscription).where(
        PushSubscription.public_id == browser_id, PushSubscription.account_id == account.id
    )
    browser = session.scalar(locking_query(query))
    if browser is None:
        raise NotFound("no-such-browser", N_("This browser gets no notifications."))
    return browser


def _join_streams(streams: Iterable[str]) -> str:
    """Return the chosen streams as they are stored, with commas between.
    Raises Invalid `bad-streams` if there are none or unknown ones."""
    selection = set(streams)
    if not selection or not selection <= set(PUSHED):
        raise Invalid(
            "bad-streams", N_("Choose what to be notified about: {kinds}."), "streams", kinds=", ".join(PUSHED)
        )
    return ",".join(stream for stream in PUSHED if stream in selection)


def _normalize_keys(offered: Offered) -> tuple[str, str]:
    """Return a browser's public key and secret in base64url without padding.
    Raises Invalid `bad-push-key`."""
    wrong = Invalid("bad-push-key", N_("Messages cannot be encrypted with the keys of this browser."), "public_key")
    if max(len(offered.public_key), len(offered.auth_secret)) > MAX_KEY_LENGTH:
        raise wrong
    try:
        public, secret = from_plain(offered.public_key), from_plain(offered.auth_secret)
    except ValueError:
        raise wrong from None
    if len(secret) != AUTH_BYTES or not is_point(public):
        raise wrong
    return plain(public), plain(secret)
