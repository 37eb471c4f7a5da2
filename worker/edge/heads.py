"""Which requests are plain enough to be answered: one reading of where each ends, whatever stands before the site."""

from __future__ import annotations

from collections.abc import Sequence

Headers = Sequence[tuple[bytes, bytes]]

# A program must not take a header for a setting of its own.
_NEVER = (b"proxy",)


class Refused(Exception):
    """A request that is not answered by the application; `status` is what is said instead."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def check(version: str, target: bytes, headers: Headers, most_bytes: int, most_headers: int, most_body: int) -> None:
    """Raise Refused for a head that two servers might read differently, or that is too large.

    The parser has refused most of that kind already: bare line ends, folded lines, both lengths at once.
    """
    size = len(target) + sum(len(name) + len(value) + 4 for name, value in headers)
    if size > most_bytes or len(headers) > most_headers:
        raise Refused(431)
    if version not in ("1.0", "1.1"):
        raise Refused(505)
    hosts = _all(headers, b"host")
    if len(hosts) > 1 or (version == "1.1" and not hosts):
        raise Refused(400)
    if not target.startswith(b"/") and target != b"*" and _authority(target) != (hosts[0].lower() if hosts else b""):
        raise Refused(400)
    _check_length(version, headers, most_body)


def _check_length(version: str, headers: Headers, most_body: int) -> None:
    codings, lengths = _all(headers, b"transfer-encoding"), _all(headers, b"content-length")
    if codings and (version != "1.1" or [coding.lower() for coding in codings] != [b"chunked"] or lengths):
        raise Refused(400)
    if len(lengths) > 1 or any(not length.isdigit() for length in lengths):
        raise Refused(400)
    if lengths and (len(lengths[0]) > 18 or int(lengths[0]) > most_body):
        raise Refused(413)
    if (codings or lengths) and _all(headers, b"upgrade"):
        # The parser takes what follows for the other protocol; we speak none.
        raise Refused(400)


def told(headers: Headers) -> list[tuple[bytes, bytes]]:
    """The headers that the application may see.

    A name with an underscore would be the same variable as the one with a hyphen, so it is left out.
    """
    return [(name, value) for name, value in headers if b"_" not in name and name not in _NEVER]


def _all(headers: Headers, wanted: bytes) -> list[bytes]:
    return [value for name, value in headers if name == wanted]


def _authority(target: bytes) -> bytes:
    """`host:port` of an address that a proxy is asked for; something no host is if it is none."""
    scheme, colon, rest = target.partition(b"://")
    if not colon or scheme.lower() not in (b"http", b"https"):
        return b" "
    return rest.partition(b"/")[0].partition(b"?")[0].lower()
