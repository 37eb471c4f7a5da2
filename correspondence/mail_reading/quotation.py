"""What the writer of a mail wrote himself: without what he quoted, his signature, and what others put below.

    own_text("ORDERS lannisport M\\n\\nOn 20 Nov 2026 at 10:11 Rookery <r@example.org> wrote:\\n> ...")

Lines that stand between quoted ones are his: people answer above, below and in between. Beyond the head of another
mail, as Outlook writes it, and in a forwarded mail nothing is.
"""

from __future__ import annotations

from correspondence.mail_reading.attributions import attribution, quoted_from, separator
from correspondence.mail_reading.marker import is_marker
from correspondence.mail_reading.signatures import added_by_program, begins_footer, is_signature


def own_text(text: str) -> str:
    """The writer's own lines of a text, with no empty ones at either end, and never two within."""
    lines = text.split("\n")
    kept: list[str] = []
    at, signed = 0, False
    while at < len(lines):
        line = lines[at]
        if line.lstrip(" ").startswith(">"):
            # A signature ends where a quotation begins: some programs put it between.
            line, signed = "", False
        elif is_marker(line) or separator(lines, at):
            break
        elif introduced := attribution(lines, at):
            if not quoted_from(lines, at + introduced):
                break
            at += introduced
            continue
        elif is_signature(line) or begins_footer(lines, at):
            signed = True
        if not (signed or added_by_program(line)) and (line or kept and kept[-1]):
            kept.append(line)
        at += 1
    return "\n".join(kept).strip("\n ")


def without_armour(text: str) -> str:
    """A text that was signed where it stands (OpenPGP, RFC 4880, 7) without the lines of its signature."""
    lines = text.split("\n")
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in lines[:5]:
        return text
    begin = lines.index("-----BEGIN PGP SIGNED MESSAGE-----")
    empty = next((n for n in range(begin, min(len(lines), begin + 10)) if not lines[n]), begin)
    end = next((n for n, line in enumerate(lines) if line == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return "\n".join(line.removeprefix("- ") for line in lines[empty + 1 : end])
