"""Addresses to which mail servers say that a letter did not arrive: one for each letter, signed, nothing of it kept.

A letter goes out with such an envelope sender (VERP). What says of itself that it is about a letter of ours is believed
only at its letter's own address, which nobody knows but who got the letter, and the mail servers on its way.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass

from correspondence import tokens
from correspondence.models.outbox import OutgoingLetter
from correspondence.settings import Settings

PURPOSE = "return-address"
# So many letters of the signature, as in addresses that players answer to.
_SIGNED = 20
# No larger number than a database counts to.
_TOLD = re.compile(r"b\.([0-7][0-9a-f]{15}|[0-9a-f]{1,15})-([0-9a-f]{20})")


@dataclass(frozen=True)
class Returning:
    """What an address says: about which letter (its key in the outbox), and its signature."""

    letter_id: int
    signature: str


def return_address(settings: Settings, letter: OutgoingLetter) -> str:
    """The envelope sender of a letter; empty if this service takes no mail."""
    local, at, domain = settings.mail_in.partition("@")
    return f"{local}+b.{letter.id:x}-{_signature(settings, letter)}@{domain}" if at else ""


def read_return_address(settings: Settings, address: str) -> Returning | None:
    """What an address says, if it has the form of one of ours; whether it is genuine, `came_back` says."""
    local, _, domain = address.strip().casefold().rpartition("@")
    ours, _, own_domain = settings.mail_in.casefold().partition("@")
    mark, plus, told = local.partition("+")
    found = _TOLD.fullmatch(told) if plus and (mark, domain) == (ours, own_domain) else None
    return Returning(int(found[1], 16), found[2]) if found else None


def came_back(settings: Settings, told: Returning, letter: OutgoingLetter) -> bool:
    """Whether an address was made here for this letter, and for whom the letter went to."""
    return letter.id == told.letter_id and hmac.compare_digest(told.signature, _signature(settings, letter))


def _signature(settings: Settings, letter: OutgoingLetter) -> str:
    value = f"{letter.id:x}.{letter.message_id}.{letter.address}"
    return tokens.sign(settings.secret_key, PURPOSE, value).rpartition(".")[2][:_SIGNED]
