"""Modules that a page always asks for together, sent as one: a phone waits for one answer and not for nine.

Each stands in a scope of its own, those that it imports before it. What others import as well stays a file, imported as
written. Only the plain forms of import and export that our scripts have are known; anything else is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "([./\w]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:class|const|function) (\w+))", re.MULTILINE)


def imports(name: str, codes: Mapping[str, str]) -> list[str]:
    """The files that a module imports before it runs, in its order."""
    return [_file(name, found[2]) for found in IMPORT.finditer(codes[name])]


def reached(name: str, codes: Mapping[str, str]) -> list[str]:
    """A module and all that it imports, directly or not, each after those that it needs."""
    found: list[str] = []

    def visit(one: str) -> None:
        for needed in imports(one, codes):
            if needed not in found:
                visit(needed)
        found.append(one)

    visit(name)
    return found


def joined(name: str, shared: set[str], codes: Mapping[str, str]) -> str:
    """A module with all that it imports inside, but for what is `shared` with others.

    Raises ValueError for a form of import or export that is not known.
    """
    inside = [one for one in reached(name, codes) if one not in shared]
    outside = dict.fromkeys(needed for one in inside for needed in imports(one, codes) if needed in shared)
    heads = [f'import * as {_scope(one)} from "./{one.removeprefix(dirname(name) + "/")}";' for one in outside]
    scopes = [_scoped(one, codes) for one in inside]
    return "\n".join([*heads, *scopes, *_exports(name, codes[name])])


def _scoped(name: str, codes: Mapping[str, str]) -> str:
    """A module as a scope that gives what it exports."""
    code = IMPORT.sub(lambda found: f"const {{ {found[1]} }} = {_scope(_file(name, found[2]))};", codes[name])
    given = [found[1] for found in EXPORT.finditer(code)]
    code = EXPORT.sub("", code)
    if re.search(r"^(?:import|export)\b(?!\()", code, re.MULTILINE):
        raise ValueError(f"{name} imports or exports in a form that is not known")
    return f"const {_scope(name)} = (() => {{\n{code}\nreturn {{ {', '.join(given)} }};\n}})();"


def _exports(name: str, code: str) -> Iterator[str]:
    given = ", ".join(found[1] for found in EXPORT.finditer(code))
    yield f"export const {{ {given} }} = {_scope(name)};"


def _scope(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _file(name: str, address: str) -> str:
    return normpath(join(dirname(name), address))
