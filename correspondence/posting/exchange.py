"""One post to one address of the open internet: no redirects, little time."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from correspondence.input_validation import Invalid

MAX_URL_LENGTH = 500
HTTPS_PORTS = (443, 8443)
_URL = re.compile(r"https?://[!-~]+", re.ASCII)
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:.]+", re.ASCII)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Looks like any other, but is a door of the machine it is asked from; and what is kept for protocols.
_CLOSED_V4 = [ipaddress.IPv4Network(net) for net in ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24")]
_OPEN_V6 = ipaddress.IPv6Network("2000::/3")
# Protocols, documentation, and ways to hide another address inside.
_CLOSED_V6 = [ipaddress.IPv6Network(net) for net in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


class Unsafe(Exception):
    """An address that is not posted to, and why."""


@dataclass(frozen=True)
class Target:
    """An address in its parts; `path` with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def secure(self) -> bool:
        """Whether it is reached by TLS."""
        return self.scheme == "https"

    @property
    def host_header(self) -> str:
        """The host as requests name it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def read_url(url: str, loopback: bool, longest: int = MAX_URL_LENGTH) -> Target:
    """Parse a typed URL; Invalid `bad-url` unless https on a usual port.

    `loopback`: http and any port are allowed too; `resolve` checks where it may lead.
    """
    url = url.strip()
    wrong = Invalid(
        "bad-url",
        "The address must begin with https:// and name an internet host, without a password or another port.",
        "url",
    )
    if len(url) > longest or not _URL.fullmatch(url):
        raise wrong
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise wrong from None
    if "@" in parts.netloc or not _HOST.fullmatch(host):
        raise wrong
    if not loopback and (parts.scheme != "https" or port not in HTTPS_PORTS):
        raise wrong
    path = parts.path or "/"
    return Target(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)


def read_new_url(url: str, loopback: bool, longest: int = MAX_URL_LENGTH) -> Target:
    """Parse a typed URL that is to be stored; needs no lookup. Invalid `bad-url`.
    It refuses all that `read_url` does, and numbers of closed networks or this machine."""
    target = read_url(url, loopback, longest)
    try:
        if (address := _literal(target.host)) is not None:
            _refuse_unsafe_address(target, address, loopback)
    except Unsafe as reason:
        raise Invalid("bad-url", "This address is not on the public internet.", "url") from reason
    return target


def resolve(target: Target, loopback: bool) -> list[str]:
    """Return a host's current addresses, all allowed; connect to these only.

    No second lookup. Raises Unsafe if one is not on the open internet (`loopback`: or this machine, which alone is
    reached without TLS), OSError if the name does not resolve.
    """
    address_infos = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    numbers = list(dict.fromkeys(str(entry[4][0]) for entry in address_infos))
    for number in numbers:
        _refuse_unsafe_address(target, ipaddress.ip_address(number.partition("%")[0]), loopback)
    return numbers


def _refuse_unsafe_address(target: Target, address: Address, loopback: bool) -> None:
    """Raise Unsafe unless an address may be posted to.
    It must be on the open internet, with TLS; `loopback` allows this machine too, without TLS."""
    if loopback and address.is_loopback:
        return
    if not target.secure:
        raise Unsafe("without TLS only this machine is reached")
    if not is_open(address):
        raise Unsafe(f"{target.host} is not on the open internet")


def _literal(host: str) -> Address | None:
    """Return a host's literal address, in any form (`127.1`, `0x7f000001`).
    Also this machine's own name (RFC 6761, 6.3); None for a name that must be looked up."""
    if host == "localhost" or host.endswith(".localhost"):
        return ipaddress.IPv4Address("127.0.0.1")
    if ":" in host:
        try:
            return ipaddress.IPv6Address(host)
        except ValueError:
            return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def is_open(address: Address) -> bool:
    """Whether an address belongs to the open internet."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_open(address.ipv4_mapped)
        return address in _OPEN_V6 and address.is_global and not any(address in net for net in _CLOSED_V6)
    closed = address.is_multicast or address.is_reserved or any(address in net for net in _CLOSED_V4)
    return address.is_global and not closed


CONNECT_SECONDS, ALL_SECONDS = 5.0, 10.0
MAX_STATUS_LINE_LENGTH = 1024
GONE = 410
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")


class PostFailed(Exception):
    """A POST failed: `status` of the answer (0: none); `for_good`: do not retry."""

    def __init__(self, reason: str, *, status: int = 0, for_good: bool = False) -> None:
        self.status, self.for_good = status, for_good
        super().__init__(reason)


def post(url: str, head: Mapping[str, str], body: bytes, loopback: bool, longest: int = MAX_URL_LENGTH) -> None:
    """POST a body with ASCII headers; NotTaken unless the answer is 2xx.
    `loopback` and `longest` as in `read_url`."""
    try:
        target = read_url(url, loopback, longest)
        numbers = resolve(target, loopback)
    except (Invalid, Unsafe) as reason:
        raise PostFailed(str(reason), for_good=True) from reason
    except (OSError, UnicodeError) as reason:
        raise PostFailed(f"no such host: {reason}") from reason
    try:
        status = _exchange(target, numbers[0], _request_bytes(target, head, body))
    except (OSError, ValueError) as reason:
        raise PostFailed(f"{type(reason).__name__}: {reason}") from reason
    if not 200 <= status < 300:
        raise PostFailed(f"the answer was {status}", status=status, for_good=status == GONE)


def _request_bytes(target: Target, head: Mapping[str, str], body: bytes) -> bytes:
    """Return the bytes of an HTTP POST request with these headers and body."""
    head = {
        "Host": target.host_header,
        "User-Agent": "Rookery",
        **head,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


def _exchange(target: Target, number: str, request: bytes) -> int:
    """Return the answer's status. OSError for none in time, ValueError if not HTTP."""
    with contextlib.ExitStack() as stack:
        line = stack.enter_context(socket.create_connection((number, target.port), timeout=CONNECT_SECONDS))
        stack.enter_context(_time_limit(line))
        if target.secure:
            # The certificate is of the name, whatever number it stands for.
            line = stack.enter_context(ssl.create_default_context().wrap_socket(line, server_hostname=target.host))
        line.sendall(request)
        answer = b""
        while b"\r\n" not in answer and len(answer) < MAX_STATUS_LINE_LENGTH:
            chunk = line.recv(MAX_STATUS_LINE_LENGTH - len(answer))
            if not chunk:
                break
            answer += chunk
    match = _STATUS.match(answer)
    if match is None:
        raise ValueError("the answer is not HTTP")
    return int(match[1])


@contextlib.contextmanager
def _time_limit(line: socket.socket) -> Iterator[None]:
    """Hang up after a while, however slowly the other side drips."""
    # A handle of its own: TLS takes the socket over.
    handle = socket.socket(fileno=os.dup(line.fileno()))

    def hang_up() -> None:
        with contextlib.suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(ALL_SECONDS, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        handle.close()
