"""Styles, fonts, scripts, the theme and the home screen of telephones.

Each stands in a scope of its own, those that it imports before it. What others import as well stays a file, imported as
written. Only the plain forms of import and export that our scripts have are known; anything else is an error.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from flask import Blueprint, Response, render_template, request, send_from_directory, url_for

from atlas.theme import THEMES
from correspondence.input_validation import Invalid
from narration.words import N_, capital
from web.app_context import app_context
from web.form_values import go_to, text_posted
from web.request_context import say, words
from web.security import cookie_name, cookie_options

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "([./\w]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:class|const|function) (\w+))", re.MULTILINE)


def imports(name: str, codes: Mapping[str, str]) -> list[str]:
    """The files that a module imports before it runs, in its order."""
    return [_file(name, match[2]) for match in IMPORT.finditer(codes[name])]


def module_with_imports(name: str, codes: Mapping[str, str]) -> list[str]:
    """Return a module and all its imports, each after those that it needs.
    `codes` are the scripts by file name."""
    modules: list[str] = []

    def visit(module: str) -> None:
        for needed in imports(module, codes):
            if needed not in modules:
                visit(needed)
        modules.append(module)

    visit(name)
    return modules


def bundle_module(name: str, shared: set[str], codes: Mapping[str, str]) -> str:
    """Bundle a module with its imports, but for those `shared` with other files.
    Raises ValueError for a form of import or export that is not known."""
    inside = [module for module in module_with_imports(name, codes) if module not in shared]
    outside = dict.fromkeys(needed for module in inside for needed in imports(module, codes) if needed in shared)
    heads = [f'import * as {_scope(module)} from "./{module.removeprefix(dirname(name) + "/")}";' for module in outside]
    scopes = [_wrap_in_scope(module, codes) for module in inside]
    exports = ", ".join(match[1] for match in EXPORT.finditer(codes[name]))
    return "\n".join([*heads, *scopes, f"export const {{ {exports} }} = {_scope(name)};"])


def _wrap_in_scope(name: str, codes: Mapping[str, str]) -> str:
    """Return a module's code as a scope that returns what it exports.
    Raises ValueError for a form of import or export that is not known."""
    code = IMPORT.sub(lambda match: f"const {{ {match[1]} }} = {_scope(_file(name, match[2]))};", codes[name])
    exports = [match[1] for match in EXPORT.finditer(code)]
    code = EXPORT.sub("", code)
    if re.search(r"^(?:import|export)\b(?!\()", code, re.MULTILINE):
        raise ValueError(f"{name} imports or exports in a form that is not known")
    return f"const {_scope(name)} = (() => {{\n{code}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _scope(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _file(name: str, address: str) -> str:
    return normpath(join(dirname(name), address))


assets_pages = Blueprint("assets", __name__, url_prefix="/assets")

FOLDER = Path(__file__).parent / "static"
YEAR_SECONDS = 365 * 86400
# What an address that changes with its content is told to browsers.
FOR_EVER = f"public, max-age={YEAR_SECONDS}, immutable"

# A file runs nothing and loads nothing, should somebody open it by itself.
FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"
# What a board fetches besides if there is a sheet to write.
WRITING = "board/writing.js"
_COMMENT, _BREAK = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"\n\s+")
_MARGIN = re.compile(r"^[ \t]*(?://.*)?", re.MULTILINE)


@assets_pages.get("/<version>/<path:name>")
def asset(version: str, name: str) -> Response:
    """Serve a static file; under an old version's address, uncached as it is now."""
    code = sent().get(name) or styles().get(name)
    if code is None:
        response = send_from_directory(FOLDER, name, etag=version_now())
    else:
        response = Response(code, mimetype="text/css" if name.endswith(".css") else "text/javascript")
        response.set_etag(version_now())
        response.make_conditional(request, accept_ranges=True, complete_length=len(response.data))
    # A small file is not to come with as much again of headers: these say nothing to it, or the server says them.
    for header in ("Content-Disposition", "Expires", "Date", "Last-Modified", "Accept-Ranges"):
        response.headers.pop(header, None)
    response.headers["Content-Security-Policy"] = FILE_POLICY
    response.headers["Cache-Control"] = FOR_EVER if version == version_now() else "no-cache"
    return response


@cache
def scripts() -> dict[str, str]:
    """Return our scripts without indentation and comments; line numbers stay the same.

    This saves a tenth of the packed size. No string may span lines; a test checks this.
    """
    own = [path for path in FOLDER.rglob("*.js") if path.parent.name != "vendor"]
    return {path.relative_to(FOLDER).as_posix(): _MARGIN.sub("", path.read_text(encoding="utf-8")) for path in own}


@cache
def styles() -> dict[str, str]:
    """Return our style sheets without indentation and comments."""
    texts = {path.relative_to(FOLDER).as_posix(): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.css")}
    return {name: _BREAK.sub("\n", _COMMENT.sub("", text)) for name, text in texts.items()}


@cache
def sent() -> dict[str, str]:
    """Return scripts as served: the order sheet's scripts bundled into one file."""
    codes = scripts()
    return {**codes, WRITING: bundle_module(WRITING, set(module_with_imports("board.js", codes)), codes)}


def asset_url(name: str) -> str:
    """Return a static file's address. Relative addresses in it share its version."""
    return url_for("assets.asset", version=version_now(), name=name)


@cache
def version_now() -> str:
    """Return a digest of all files as served: any change gives all new addresses."""
    whole = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            whole.update(f"{path.relative_to(FOLDER)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    # Scripts are not sent as they lie there.
    for name, code in sorted({**sent(), **styles()}.items()):
        whole.update(f"{name}\0{code}".encode())
    return whole.hexdigest()[:16]


look_pages = Blueprint("look", __name__)
COOKIE = "rookery_look"

SYSTEM = "system"


@look_pages.app_template_global()
def theme() -> str:
    """Return this browser's theme: `parchment`, `night`, or empty for the system's."""
    chosen = request.cookies.get(cookie_name(COOKIE), "")
    return chosen if chosen in THEMES else ""


@look_pages.get("/look")
def look() -> str:
    """The choice, for whoever has no account."""
    return render_template("look.html", back=request.args.get("next", ""))


@look_pages.post("/look")
def choose() -> Response:
    """Set `parchment`, `night` or `system` and go to `next`. Invalid `bad-theme`."""
    chosen = text_posted("theme")
    if chosen not in (*THEMES, SYSTEM):
        raise Invalid("bad-theme", N_("This theme doesn't exist."), "theme")
    answer = go_to("look.look")
    name = cookie_name(COOKIE)
    if chosen == SYSTEM:
        answer.delete_cookie(name, **cookie_options())
    else:
        answer.set_cookie(name, chosen, max_age=YEAR_SECONDS, **cookie_options())
    return answer


home_screen_pages = Blueprint("home_screen", __name__)
DAY_SECONDS = 86400
# What stands behind a page's head in each theme, as `--sheet` of the styles.
COLOURS = {"parchment": "#fcf8ee", "night": "#1f2123"}
# How wide an icon is in pixels, and whether a system may cut it round.
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


@home_screen_pages.get("/site.webmanifest")
def manifest() -> Response:
    """Serve the W3C Web Application Manifest, for installing on a home screen."""
    name = app_context().settings.site_name
    home, about = url_for("home.home"), say("board games of A Game of Thrones, played by mail.")
    properties = {
        "id": home,
        "name": name,
        "short_name": name,
        "description": capital(about),
        "lang": words().language,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": COLOURS["parchment"],
        "background_color": COLOURS["parchment"],
        "icons": [
            {
                "src": asset_url(f"icons/raven-{wide}{'' if purpose == 'any' else f'-{purpose}'}.png"),
                "sizes": f"{wide}x{wide}",
                "type": "image/png",
                "purpose": purpose,
            }
            for wide, purpose in ICONS
        ],
    }
    response = Response(json.dumps(properties, ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = f"public, max-age={DAY_SECONDS}"
    response.vary.add("Accept-Language")
    return response


@home_screen_pages.app_template_global()
def browser_colours() -> list[tuple[str, str]]:
    """Return theme colours with their media queries; one for all for a chosen theme."""
    chosen = theme()
    if chosen:
        return [(COLOURS[chosen], "")]
    return [(COLOURS["parchment"], "(prefers-color-scheme: light)"), (COLOURS["night"], "(prefers-color-scheme: dark)")]
