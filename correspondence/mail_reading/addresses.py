"""Addresses and message ids out of the fields of a head. What is no address is none, whatever is near to one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from correspondence.mail_reading.cleaning import one_line
from correspondence.mail_reading.header_fields import words_of
from correspondence.mail_reading.mail import MOST_ADDRESS, MOST_ADDRESSES, MOST_ID, MOST_NAME, MOST_REFERENCES

# Characters of all fields that list them.
MOST_LISTED = 64 * 1024
_ADDRESS = re.compile(r"[^\s\x00-\x20\x7f-\x9f()<>\[\]:;@\\,\"]{1,120}@[^\s\x00-\x2c\x2f:-@\[-`{-\x9f]{1,200}")
_ID = re.compile(r"<([^<>\s]{1,250})>")
_BARE_WORD = re.compile(r"[^<>\s\"(),;:]+")


def read_addresses(value: str) -> list[tuple[str, str]]:
    """Name and address of each mailbox that a field lists; "" as the address of what is none."""
    found: list[tuple[str, str]] = []
    for box in _boxes(value):
        name, angled = _apart(box)
        bare = plain_address(angled if angled is not None else name)
        found.append((one_line(words_of(name), MOST_NAME) if angled is not None else "", bare))
        if len(found) == MOST_ADDRESSES:
            break
    return found


def plain_address(text: str) -> str:
    """An address with its domain in lower case; "" for what is not one."""
    text = text.strip()
    if len(text) > MOST_ADDRESS or _ADDRESS.fullmatch(text) is None:
        return ""
    local, _, domain = text.rpartition("@")
    return f"{local}@{domain.lower().rstrip('.')}" if ".." not in domain and domain.strip(".") else ""


def _boxes(value: str) -> list[str]:
    """The mailboxes of a list, without comments; groups are their members."""
    boxes: list[str] = []
    now: list[str] = []
    quoted = escaped = angled = False
    depth = 0
    for sign in value:
        if escaped:
            escaped = False
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif quoted:
            quoted = sign != '"'
        elif sign == "(" and not angled:
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            continue
        elif sign == '"' and not depth:
            quoted = True
        elif depth:
            continue
        elif sign in "<>":
            angled = sign == "<"
        elif sign in ",;" or (sign == ":" and not angled):
            # A colon ends the name of a group, which is nobody's.
            if sign != ":":
                boxes.append("".join(now))
            now = []
            continue
        if not depth:
            now.append(sign)
    # What was opened and never closed says nothing for sure.
    whole = not (quoted or angled or depth)
    return [box for box in (*boxes, "".join(now) if whole else "?" if now else "") if box.strip()]


def _apart(box: str) -> tuple[str, str | None]:
    """The name before an address in angle brackets and the address; the whole and None where there are no brackets."""
    outside, inside, quoted, escaped = [], None, False, False
    for place, sign in enumerate(box):
        if escaped:
            escaped = False
        elif quoted and sign == "\\":
            escaped = True
            continue
        elif sign == '"':
            quoted = not quoted
            continue
        elif sign == "<" and not quoted:
            inside, after = box[place + 1 :].partition(">")[::2]
            if after.strip():
                inside = ""
            break
        outside.append(sign)
    return "".join(outside).strip(), inside


def the_sender(values: list[str]) -> tuple[str, str]:
    """Address and name of the one whom From names; the address is "" if there is not just one."""
    boxes = [box for value in values for box in read_addresses(value)]
    if len(values) != 1 or len(boxes) != 1:
        return "", boxes[0][0] if boxes else ""
    return boxes[0][1], boxes[0][0]


def every_address(values: Iterable[str]) -> tuple[str, ...]:
    """The addresses that fields list, each once."""
    found: dict[str, None] = {}
    room = MOST_LISTED
    for value in values:
        room -= len(value)
        found |= dict.fromkeys(address for _, address in read_addresses(value) if address)
        if len(found) >= MOST_ADDRESSES or room < 0:
            break
    return tuple(found)[:MOST_ADDRESSES]


def message_ids(values: Iterable[str]) -> tuple[str, ...]:
    """The message ids that fields name, each once; the last ones if there are too many."""
    found: dict[str, None] = {}
    for value in values:
        ids = _ID.findall(value) or [one for one in _BARE_WORD.findall(value[:MOST_ID]) if "@" in one[1:-1]]
        found |= dict.fromkeys(one_line(i, MOST_ID) for i in ids)
    return tuple(i for i in found if i)[-MOST_REFERENCES:]
