"""Which browser this is, in two words, so that its owner knows it again in a list."""

from __future__ import annotations

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
