"""Bytes read as text: by the charset that they name if it fits, by another that does if not. Never raises.

Names are looked up in a table made here, never handed to Python: its search keeps every name that it was asked for,
and some of its codecs (punycode) take the square of what they read.
"""

from __future__ import annotations

import encodings.aliases
import re

_WANTED = frozenset({
    "ascii", "utf_8", "utf_7", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "latin_1",
    *(f"iso8859_{number}" for number in (*range(2, 12), *range(13, 17))),
    *(f"cp{number}" for number in range(1250, 1259)),
    "cp437", "cp850", "cp852", "cp858", "cp866", "cp874", "koi8_r", "koi8_u", "mac_roman", "mac_latin2", "tis_620",
    "gb2312", "gbk", "gb18030", "hz", "big5", "big5hkscs", "shift_jis", "cp932", "euc_jp", "iso2022_jp", "euc_kr",
    "cp949",
})  # fmt: skip
_SIGNS = re.compile(r"[^a-z0-9]")
_BY_NAME = {_SIGNS.sub("", codec): codec for codec in _WANTED} | {
    _SIGNS.sub("", alias): codec for alias, codec in encodings.aliases.aliases.items() if codec in _WANTED
}
_BY_NAME |= {_SIGNS.sub("", f"x{name}"): codec for name, codec in list(_BY_NAME.items())}
_BY_NAME |= {"utf8mb4": "utf_8", "unicode11utf7": "utf_7", "iso88598i": "iso8859_8", "iso88598e": "iso8859_8"}
# What programs say that do not know: bytes beyond ASCII in these are UTF-8 if they can be, else Windows' letters.
_SAID_BY_HABIT = frozenset({"", "ascii", "utf_8", "latin_1", "cp1252"})


def codec_of(charset: str) -> str:
    """The codec of a charset's name; "" if it is unknown, or none that mails are written in."""
    return _BY_NAME.get(_SIGNS.sub("", charset[:60].lower()), "")


def decoded(data: bytes, charset: str, cut: bool = False) -> str:
    """Bytes as text. `cut`: they go on, so a character may lack its end; it is left out."""
    if data.isascii() and codec_of(charset) in _SAID_BY_HABIT:
        return data.decode("ascii")
    codec = codec_of(charset)
    tried = ("utf_8", "cp1252") if codec in _SAID_BY_HABIT else (codec, "utf_8", "cp1252")
    for each in tried:
        try:
            return (_whole(data) if cut and each == "utf_8" else data).decode(each)
        except UnicodeError:
            continue
    return data.decode("cp1252", "replace").replace("\ufffd", " ")


def _whole(data: bytes) -> bytes:
    """The bytes without the beginning of a UTF-8 character at their end."""
    end = len(data)
    while end > len(data) - 4 and end > 0 and 0x80 <= data[end - 1] < 0xC0:
        end -= 1
    begun = end > 0 and data[end - 1] >= 0xC0 and len(data) - end + 1 < _length(data[end - 1])
    return data[: end - 1] if begun else data


def _length(first: int) -> int:
    """How many bytes the UTF-8 character has that begins with this one."""
    return 2 + (first >= 0xE0) + (first >= 0xF0)
