"""Styles, fonts, scripts: under an address that says what is in them, so that a browser asks once and never again."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, request, send_from_directory, url_for

from web.joined_scripts import joined, reached

pages = Blueprint("assets", __name__, url_prefix="/assets")

FOLDER = Path(__file__).parent / "static"
YEAR_SECONDS = 365 * 86400
# What an address that changes with its content is told to browsers.
FOR_EVER = f"public, max-age={YEAR_SECONDS}, immutable"

# A file runs nothing and loads nothing, should somebody open it by itself.
FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"
# What a board fetches besides if there is a sheet to write.
WRITING = "board/writing.js"
_MARGIN = re.compile(r"^[ \t]*(?://.*)?", re.MULTILINE)


@pages.get("/<version>/<path:name>")
def asset(version: str, name: str) -> Response:
    """A file of ours. Under an old version's address it comes as it is now, to be asked for again."""
    code = sent().get(name)
    if code is None:
        response = send_from_directory(FOLDER, name, etag=version_now())
    else:
        response = Response(code, mimetype="text/javascript")
        response.set_etag(version_now())
        response.make_conditional(request)
    # A small file is not to come with as much again of headers: these say nothing to it, or the server says them.
    for header in ("Content-Disposition", "Expires", "Date", "Last-Modified", "Accept-Ranges"):
        response.headers.pop(header, None)
    response.headers["Content-Security-Policy"] = FILE_POLICY
    response.headers["Cache-Control"] = FOR_EVER if version == version_now() else "no-cache"
    return response


@cache
def scripts() -> dict[str, str]:
    """Our own scripts by name, as they are sent: without margins and lines that only say why, each line in its place.

    A tenth of a packed script is that. No string of theirs goes over a line; a test sees to it.
    """
    own = [path for path in FOLDER.rglob("*.js") if path.parent.name != "vendor"]
    return {path.relative_to(FOLDER).as_posix(): _MARGIN.sub("", path.read_text(encoding="utf-8")) for path in own}


@cache
def sent() -> dict[str, str]:
    """Scripts as a browser gets them: what writes a sheet is one file, with all that the map alone does not need."""
    codes = scripts()
    return {**codes, WRITING: joined(WRITING, set(reached("board.js", codes)), codes)}


def asset_url(name: str) -> str:
    """The address of one of our files. What a style sheet names relative to itself has the same version."""
    return url_for("assets.asset", version=version_now(), name=name)


@cache
def version_now() -> str:
    """A digest of all files, and of scripts as they are sent: one changed, all have new addresses."""
    whole = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            whole.update(f"{path.relative_to(FOLDER)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    # Scripts are not sent as they lie there.
    for name, code in sorted(sent().items()):
        whole.update(f"{name}\0{code}".encode())
    return whole.hexdigest()[:16]
