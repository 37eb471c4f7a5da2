"""What a browser would send of a form on a page that nobody touched, and what it could choose."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.html_tags import Attributes, reader, text_between

Sent = dict[str, list[str]]
_tags = reader("form", "input", "button", "select", "option", "textarea")


@dataclass
class FormRead:
    """A form: the fields as they stand, the choices of each, its buttons."""

    action: str
    sent: Sent = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


def forms_of(html: str) -> list[FormRead]:
    """The forms of a page, in order."""
    forms: list[FormRead] = []
    select: tuple[str, list[str], list[str]] | None = None
    area: tuple[str, int] | None = None
    for tag, found, begin, end in _tags(html):
        if found is None:
            if tag == "select" and select is not None:
                name, options, chosen = select
                forms[-1].sent.setdefault(name, []).append((chosen or options or [""])[0])
                forms[-1].choices[name] = options
                select = None
            elif tag == "textarea" and area is not None:
                if text := text_between(html, area[1], begin):
                    forms[-1].sent.setdefault(area[0], []).append(text)
                area = None
            continue
        if tag == "form":
            forms.append(FormRead(found.get("action", "")))
        if not forms or ("name" not in found and tag != "option"):
            continue
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "input":
            _input(forms[-1], name, value, found)
        elif tag == "button":
            forms[-1].buttons.append((name, value))
        elif tag == "select":
            select = (name, [], [])
        elif tag == "textarea":
            area = (name, end)
        elif tag == "option" and select is not None:
            select[1].append(value)
            if "selected" in found:
                select[2].append(value)
    return forms


def _input(form: FormRead, name: str, value: str, found: Attributes) -> None:
    kind = found.get("type", "text")
    if kind in ("radio", "checkbox"):
        form.choices.setdefault(name, []).append(value)
    if kind not in ("radio", "checkbox") or "checked" in found:
        form.sent.setdefault(name, []).append(value)


def sheet_form(html: str) -> FormRead:
    """The form in which a sheet is written: the largest of the page that can be saved."""
    return max(forms_of(html), key=lambda form: (("do", "save") in form.buttons, len(form.sent)))
