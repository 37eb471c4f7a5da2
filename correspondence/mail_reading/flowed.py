"""Lines that a mail program broke, whole again: text of the sort that says so itself (format=flowed, RFC 3676)."""

from __future__ import annotations


def unflowed(text: str, delete_space: bool) -> str:
    """Flowed text with its paragraphs as single lines; quoted ones begin with one `>` for each level."""
    out: list[str] = []
    open_depth = -1
    pieces: list[str] = []
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        said = line[depth:]
        said = said[1:] if said.startswith(" ") else said
        # The line before a signature never flows, nor does one into another depth.
        signature = said == "-- "
        if open_depth >= 0 and (depth != open_depth or signature):
            out.append(_line(pieces, open_depth))
            pieces, open_depth = [], -1
        flows = said.endswith(" ") and not signature
        pieces.append(said[:-1] if flows and delete_space else said)
        if flows:
            open_depth = depth
        else:
            out.append(_line(pieces, depth))
            pieces, open_depth = [], -1
    return "\n".join([*out, _line(pieces, open_depth)] if pieces else out)


def _line(pieces: list[str], depth: int) -> str:
    said = "".join(pieces)
    return f"{'>' * depth} {said}" if depth else said


def unwrapped(text: str, other: str) -> str:
    """`text` without the line breaks that a mail program put in, which `other`, the same mail as HTML, doesn't have.

    Both must say the same but for white space; else the text stays as it is.
    """
    if "".join(text.split()) != "".join(other.split()):
        return text
    ends, count = set(), 0
    for line in other.split("\n"):
        count += len("".join(line.split()))
        ends.add(count)
    out: list[str] = []
    joins, count = False, 0
    for line in text.split("\n"):
        if joins and line.strip():
            out[-1] += " " + line.lstrip()
        else:
            out.append(line)
        count += len("".join(line.split()))
        joins = count not in ends and bool(line.strip())
    return "\n".join(out)
