"""Maps of letters without pictures, at the signed address that stands in the letter."""

from __future__ import annotations

from flask import Blueprint, Response

from correspondence.archive.statistics import linked_map
from web import request_context
from web.pictures import png_response

pages = Blueprint("linked_maps", __name__)


@pages.get("/maps/<token>")
def picture_of_letter(token: str) -> Response:
    """The map of one letter as PNG, for whoever has its address; nothing is kept of who opens it."""
    with request_context.reading() as session:
        view, arrows, language = linked_map(session, token, request_context.now())
    response = png_response(view, arrows, language)
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
