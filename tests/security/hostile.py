"""Bodies that nobody's browser would send, drawn from good ones: for forms, the API and imports.

`hostile_bodies(seed, doors)` goes on for ever; the same seed gives the same bodies. Pure: it sends nothing itself.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlencode

Kind = Literal["form", "json", "file"]
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
BOUNDARY = "rookery-hostile"
# Places deeper than this are not looked for; a document is not made larger than so many characters at once.
DEEPEST, MAX_BYTES = 40, 2_000_000

# Active content, quoting, templates, formats, paths, headers, numbers, emails that are none.
PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "</title></style></textarea><svg/onload=alert(1)>",
    "]]><svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "javascript:alert(1)",
    "{{ 7*7 }}{% raw %}${7*7}#{7*7}",
    "%s%n%(a)s{0}{a.__class__}",
    "../../../../etc/passwd",
    "a\r\nBcc: x@evil.example\r\n\r\nhello",
    "a\nSet-Cookie: a=b",
    "' OR '1'='1'; DROP TABLE accounts; --",
    "\x00",
    "\ufeff\u202e\u2066abc\u200b",
    "\U0001f600" * 40,
    "\u0665\u0663",
    "A" * 5000,
    "=cmd|' /C calc'!A0",
    "1e309",
    "-0",
    "9" * 400,
    "NaN",
)
VALUES: tuple[Any, ...] = (
    *PAYLOADS,
    "",
    " ",
    None,
    True,
    False,
    0,
    -1,
    2**31,
    2**63,
    2**64 + 1,
    10**300,
    1e308,
    0.1,
    [],
    {},
    [[]],
    {"": ""},
    [None] * 50,
    {"__proto__": {"admin": True}},
)
BYTES = (
    b"\x00",
    b"\xff\xfe",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\r\n\r\n",
    b"%00",
    b"%",
    b"&&==",
    b'"',
    b"\\",
    b"{",
    b"]",
)
TYPES = (
    "",
    "text/plain",
    "application/octet-stream",
    "application/json; charset=utf-16",
    "multipart/form-data",
    FORM,
    JSON,
)


@dataclass(frozen=True)
class Door:
    """Somewhere to send bodies to, and a good body: fields of a form, JSON, or (`file`) the bytes of an upload.

    `fields` are the fields that go along with a file.
    """

    method: str
    path: str
    kind: Kind
    sample: Any
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Body:
    """One body to send. `how` names what was done to it; `good` ones were left as they are."""

    number: int
    door: Door
    content_type: str
    data: bytes
    how: str

    @property
    def good(self) -> bool:
        """Whether nothing was done to it."""
        return self.how == "good"


def hostile_bodies(
    seed: int, doors: Sequence[Door], good_every: int = 20, fresh: Callable[[Door, int], Any] | None = None
) -> Iterator[Body]:
    """Bodies without end, for doors drawn at random; one in `good_every` is good (0: none is).

    `fresh` makes the good body of a door from its number, where the sample would not do twice.
    """
    rng = random.Random(seed)
    number = 0
    while True:
        door = rng.choice(doors)
        if good_every and number % good_every == good_every - 1:
            sample = fresh(door, number) if fresh is not None else door.sample
            yield Body(number, door, *written(door, sample), "good")
        else:
            yield _spoilt(rng, number, door)
        number += 1


def written(door: Door, sample: Any) -> tuple[str, bytes]:
    """A body as it is sent: its content type and its bytes."""
    if door.kind == "json":
        return JSON, json.dumps(sample).encode("utf-8", "surrogatepass")
    if door.kind == "file":
        return f"multipart/form-data; boundary={BOUNDARY}", _in_parts(door.fields, sample)
    return FORM, urlencode(sample, doseq=True, errors="surrogatepass").encode()


def _in_parts(fields: Mapping[str, str], data: bytes, name: str = "game.json") -> bytes:
    head = "".join(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
        for key, value in fields.items()
    )
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return head.encode("utf-8", "replace") + part.encode("utf-8", "replace") + data + f"\r\n--{BOUNDARY}--\r\n".encode()


def _spoilt(rng: random.Random, number: int, door: Door) -> Body:
    """A body to which one to three things were done: to its meaning, then perhaps to its bytes or its type."""
    done = []
    sample = door.sample
    if door.kind == "file":
        how, sample = _file(rng, sample)
        done.append(how)
    else:
        for _ in range(rng.choice((1, 1, 2, 3))):
            way = rng.choice(WAYS)
            sample = way(rng, sample)
            done.append(way.__name__.strip("_"))
            if door.kind == "form" and not isinstance(sample, dict):
                sample = {"": json.dumps(sample, default=str)[:4000]}
    content_type, data = _written_somehow(rng, door, sample)
    if rng.random() < 0.35:
        way_of_bytes = rng.choice(WAYS_OF_BYTES)
        data = way_of_bytes(rng, data)
        done.append(way_of_bytes.__name__.strip("_"))
    if rng.random() < 0.08:
        content_type = rng.choice(TYPES)
        done.append("type")
    return Body(number, door, content_type, data, "+".join(done))


def _written_somehow(rng: random.Random, door: Door, sample: Any) -> tuple[str, bytes]:
    """Forms sometimes come in parts."""
    if door.kind == "form" and rng.random() < 0.15:
        fields = {str(key).replace('"', ""): str(value) for key, value in sample.items()}
        data = _in_parts(fields, b"x", rng.choice(PAYLOADS).replace('"', ""))
        return f"multipart/form-data; boundary={BOUNDARY}", data.replace(b"\xed", b"?")
    return written(door, sample)


# --- what is done to the meaning


def _places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places in a document, the whole one first; not all of them where it is wide or deep."""
    found = [at]
    if len(at) > DEEPEST:
        return found
    if isinstance(value, dict):
        for key in list(value)[:60]:
            found += _places(value[key], (*at, key))
    elif isinstance(value, list):
        for index in range(min(len(value), 30)):
            found += _places(value[index], (*at, index))
    return found


def _changed(value: Any, at: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    """A copy with one place changed."""
    if not at:
        return change(value)
    if isinstance(value, dict):
        return {key: _changed(inner, at[1:], change) if key == at[0] else inner for key, inner in value.items()}
    return [_changed(inner, at[1:], change) if index == at[0] else inner for index, inner in enumerate(value)]


def _another_value(rng: random.Random, sample: Any) -> Any:
    other = rng.choice(VALUES)
    return _changed(sample, rng.choice(_places(sample)), lambda _: other)


def _payload_inside(rng: random.Random, sample: Any) -> Any:
    payload = rng.choice(PAYLOADS)

    def put(value: Any) -> Any:
        text = value if isinstance(value, str) else json.dumps(value)
        at = rng.randrange(len(text) + 1)
        return text[:at] + payload + text[at:]

    return _changed(sample, rng.choice(_places(sample)[1:] or [()]), put)


def _left_out(rng: random.Random, sample: Any) -> Any:
    def less(value: Any) -> Any:
        if isinstance(value, dict) and value:
            gone = rng.choice(list(value))
            return {key: inner for key, inner in value.items() if key != gone}
        return value[1:] if isinstance(value, list | str) else None

    return _changed(sample, rng.choice(_places(sample)), less)


def _one_more(rng: random.Random, sample: Any) -> Any:
    name, value = rng.choice((*PAYLOADS, "id", "host", "seat", "house", "account_id", "csrf_token")), rng.choice(VALUES)

    def more(inner: Any) -> Any:
        if isinstance(inner, dict):
            return {**inner, name: value}
        return [*inner, value] if isinstance(inner, list) else [inner, value]

    return _changed(sample, rng.choice(_places(sample)), more)


def _deeper(rng: random.Random, sample: Any) -> Any:
    depth = rng.choice((3, 40, 150, 250))

    def nested(value: Any) -> Any:
        for _ in range(depth):
            value = [value] if rng.random() < 0.5 else {"of": value, "kind": "not"}
        return value

    return _changed(sample, rng.choice(_places(sample)), nested)


def _many(rng: random.Random, sample: Any) -> Any:
    wanted = rng.choice((50, 300, 1200))

    def much(value: Any) -> Any:
        count = min(wanted, MAX_BYTES // (1 + len(json.dumps(value))))
        if isinstance(value, dict):
            return {**value, **{f"{rng.choice(list(value) or ['x'])}{n}": "1" for n in range(count)}}
        return [value] * count if not isinstance(value, str) else value * count

    return _changed(sample, rng.choice(_places(sample)), much)


def _number_off(rng: random.Random, sample: Any) -> Any:
    places = [at for at in _places(sample) if at]
    other = rng.choice((-1, 0, 1, 7, 2**31 - 1, 2**63, 10**40, 1.5, "1", "-3", "\u0663", "1_000", " 1", "0x1"))
    return _changed(sample, rng.choice(places or [()]), lambda _: other)


def _renamed(rng: random.Random, sample: Any) -> Any:
    def other(value: Any) -> Any:
        if not isinstance(value, dict) or not value:
            return value
        old = rng.choice(list(value))
        new = rng.choice((old.upper(), f" {old}", f"{old}[]", f"{old}[999999999]", f"{old}.{old}", *PAYLOADS[:4]))
        return {(new if key == old else key): inner for key, inner in value.items()}

    return _changed(sample, rng.choice([at for at in _places(sample) if at] + [()]), other)


def _half_a_mail(rng: random.Random, sample: Any) -> Any:
    return _changed(sample, rng.choice(_places(sample)[1:] or [()]), lambda _: "a\ud800b")


WAYS: tuple[Callable[[random.Random, Any], Any], ...] = (
    _another_value,
    _another_value,
    _payload_inside,
    _payload_inside,
    _left_out,
    _one_more,
    _deeper,
    _many,
    _number_off,
    _renamed,
    _half_a_mail,
)


# --- what is done to the bytes


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flipped(rng: random.Random, data: bytes) -> bytes:
    made = bytearray(data)
    for _ in range(rng.randint(1, 6) if made else 0):
        made[rng.randrange(len(made))] = rng.randrange(256)
    return bytes(made)


def _inserted(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(BYTES) * rng.choice((1, 1, 3, 200)) + data[at:]


def _twice(rng: random.Random, data: bytes) -> bytes:
    return data + rng.choice((b"", b"&", b"\n", b",")) + data


def _never_closed(rng: random.Random, data: bytes) -> bytes:
    return rng.choice((b"[", b'{"a":', b'{"kind":"not","of":', b'"')) * rng.choice((10, 1000, 20_000)) + data


def _nothing(rng: random.Random, data: bytes) -> bytes:
    return rng.choice((b"", b"null", b"[]", b"0", b'""', b"{}"))


WAYS_OF_BYTES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _cut,
    _flipped,
    _inserted,
    _twice,
    _never_closed,
    _nothing,
)


# --- uploads


def _file(rng: random.Random, data: bytes) -> tuple[str, bytes]:
    """A game file spoilt: in its JSON, or in its bytes."""
    if rng.random() < 0.5:
        way = rng.choice(WAYS)
        return f"file:{way.__name__.strip('_')}", _as_json(way(rng, json.loads(data)))
    way_of_bytes = rng.choice(WAYS_OF_BYTES)
    return f"file:{way_of_bytes.__name__.strip('_')}", way_of_bytes(rng, data)


def _as_json(value: Any) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")
