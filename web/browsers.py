"""Which browser this is, in two words, so that its owner knows it again in a list."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

# The first that is found counts: browsers name those they are alike.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def label_of(user_agent: str) -> str:
    """`Firefox, Linux` from what a browser says of itself; empty if it says nothing known."""
    found = []
    for names in (BROWSERS, SYSTEMS):
        found += [name for mark, name in names if mark in user_agent][:1]
    return ", ".join(found)


def where_from(user_agent: str, address: str) -> str:
    """A browser and its network in coarse words: `Firefox, Linux, 192.0.…`; of an address the first half at most."""
    try:
        found = ip_address(address)
    except ValueError:
        return label_of(user_agent)
    network = str(found) if found.is_loopback else _coarse(found)
    return ", ".join(filter(None, (label_of(user_agent), network)))


def _coarse(address: IPv4Address | IPv6Address) -> str:
    """Of an IPv4 address the first two numbers, of an IPv6 address the first three groups."""
    if address.version == 6 and address.ipv4_mapped is not None:
        return _coarse(address.ipv4_mapped)
    if address.version == 4:
        return ".".join(address.exploded.split(".")[:2]) + ".…"
    return ":".join(group.lstrip("0") or "0" for group in address.exploded.split(":")[:3]) + ":…"
