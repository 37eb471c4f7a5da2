"""Browsers that asked to be told, and the key by which push services know us (VAPID, RFC 8292): ECDSA on P-256.

It is made from SECRET_KEY. Browsers take messages from the key alone that they were told when they were turned on; with
another SECRET_KEY they are turned on again.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.accounts import Account, SignInSession
from correspondence.models.mail import PushMessage, PushSubscription
from correspondence.posting.exchange import read_new_url
from correspondence.push.messages import PUSHED, Shown, row
from correspondence.row_locks import held
from correspondence.rows import count_of, insert_once, new_id
from correspondence.store import settings_of
from narration.words import N_, translator

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
    """Whether these bytes are a point of P-256, uncompressed, as browsers tell their keys."""
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
    """The bytes again. ValueError for what is no base64url."""
    text = text.strip().rstrip("=")
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


@lru_cache(maxsize=4)
def _keys(secret: str) -> tuple[EllipticCurvePrivateKey, str]:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    derived = HKDF(algorithm=SHA256(), length=_DERIVED_BYTES, salt=None, info=_PURPOSE).derive(secret.encode())
    private = ec.derive_private_key(int.from_bytes(derived, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return private, plain(point)


MOST_BROWSERS = 10
# Push services put all they know into their addresses.
LONGEST_ENDPOINT = 1000
AUTH_BYTES = 16
LONGEST_KEY = 100


@dataclass(frozen=True)
class BrowserLine:
    """A browser that is told, in its owner's list; `trouble` is what went wrong last; pages also tell which one was
    turned on in the session that asks."""

    id: str
    label: str
    streams: tuple[str, ...]
    created_at: datetime
    disabled_at: datetime | None
    trouble: str
    here: bool


@dataclass(frozen=True)
class Offered:
    """What a browser tells of itself when it wants to be told: the address at its push service, and its two keys in
    base64url."""

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
    """Tell a browser of some streams from now on, until it is signed out. One that is told already gets these choices,
    whoever was told there before.

    Raises Invalid (`bad-url`, `bad-push-key`, `bad-streams`), Denied (`too-many-browsers`, `not-this-browser`).
    """
    settings = settings_of(session)
    endpoint, (public, secret) = offered.endpoint.strip(), _keys_of(offered)
    if ":" in read_new_url(endpoint, settings.webhooks_loopback, LONGEST_ENDPOINT).host:
        raise Invalid("bad-url", N_("A push service has a name."), "endpoint")
    wanted = _streams(streams)
    before = session.scalar(held(select(PushSubscription).where(PushSubscription.endpoint == endpoint)))
    if before is not None and (before.public_key, before.auth_secret) != (public, secret):
        # Its keys are its own: who has the address alone is somebody else.
        raise Denied("not-this-browser", N_("This browser is told already, under other keys. Turn it off there first."))
    if before is not None:
        # Whoever was told at this address is told no more.
        forget(session, [before.id])
    if count_of(session, PushSubscription, PushSubscription.account_id == account.id) >= MOST_BROWSERS:
        raise Denied(
            "too-many-browsers", N_("{most} browsers of yours are told already; turn one off."), most=MOST_BROWSERS
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
        streams=wanted,
        failures=0,
        created_at=now,
        last_error="",
    )


def browsers_of(session: Session, account: Account, session_id: str = "") -> list[BrowserLine]:
    """The browsers in which an account is told, oldest first; `session_id` is the id of the session that asks."""
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
    """Choose of what a browser is told; one that was switched off is told again. Invalid `bad-streams`, NotFound
    `no-such-browser`."""
    wanted, browser = _streams(streams), _own(session, account, browser_id)
    browser.streams, browser.disabled_at, browser.failures, browser.last_error = wanted, None, 0, ""


def try_out(session: Session, account: Account, browser_id: str, now: datetime) -> None:
    """Tell a browser that it can be told. NotFound `no-such-browser`, Denied `browser-switched-off`."""
    browser, site, words = _own(session, account, browser_id), settings_of(session), translator(account.language)
    if browser.disabled_at is not None:
        raise Denied("browser-switched-off", N_("This browser is switched off; keep its choices to switch it on."))
    title = words.say("{site} can tell you something here.", site=site.site_name)
    shown = Shown(title, "", addresses.notifications(site), "test", words.language)
    insert_once(session, PushMessage, **row(browser, f"test:{new_id()}", shown, now, now, urgent=True))


def turn_off(session: Session, account: Account, browser_id: str) -> None:
    """Tell a browser nothing more, not even what waits. NotFound `no-such-browser`."""
    forget(session, [_own(session, account, browser_id).id])


def end_browsers(session: Session, account: Account, *, session_id: str = "", but: str = "") -> None:
    """Tell nothing more to the browser of a session (`session_id`), or to all of an account's but that of one
    (`but`)."""
    query = select(PushSubscription.id).where(PushSubscription.account_id == account.id)
    if session_id:
        query = query.where(PushSubscription.session_id == session_id)
    forget(session, session.scalars(query.where(PushSubscription.session_id != but)).all())


def forget(session: Session, keys: Collection[int]) -> None:
    """Remove browsers by their keys, and what waits for them."""
    if keys:
        mine = select(PushSubscription.id).where(PushSubscription.id.in_(keys)).order_by(PushSubscription.id)
        session.execute(held(mine))
        session.execute(delete(PushMessage).where(PushMessage.subscription_id.in_(keys)))
        session.execute(delete(PushSubscription).where(PushSubscription.id.in_(keys)))


def _own(session: Session, account: Account, browser_id: str) -> PushSubscription:
    query = select(PushSubscription).where(
        PushSubscription.public_id == browser_id, PushSubscription.account_id == account.id
    )
    browser = session.scalar(held(query))
    if browser is None:
        raise NotFound("no-such-browser", N_("No such browser is told anything."))
    return browser


def _streams(streams: Iterable[str]) -> str:
    wanted = set(streams)
    if not wanted or not wanted <= set(PUSHED):
        raise Invalid("bad-streams", N_("Choose what to be told of: {kinds}."), "streams", kinds=", ".join(PUSHED))
    return ",".join(stream for stream in PUSHED if stream in wanted)


def _keys_of(offered: Offered) -> tuple[str, str]:
    """The keys of a browser in one spelling. Invalid `bad-push-key`."""
    wrong = Invalid(
        "bad-push-key", N_("The keys of this browser are none that messages can be sealed with."), "public_key"
    )
    if max(len(offered.public_key), len(offered.auth_secret)) > LONGEST_KEY:
        raise wrong
    try:
        public, secret = from_plain(offered.public_key), from_plain(offered.auth_secret)
    except ValueError:
        raise wrong from None
    if len(secret) != AUTH_BYTES or not is_point(public):
        raise wrong
    return plain(public), plain(secret)
