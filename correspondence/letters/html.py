"""The HTML part of a letter: one template, everything escaped, styles put inline for mail programs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from correspondence.letters.content import Block, Content
from correspondence.words import Words

FOLDER = Path(__file__).parent / "templates"


def _kind(block: Block) -> str:
    return type(block).__name__.lower()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.filters["kind"] = _kind
    return environment


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)


def html_part(content: Content, words: Words, cid: str) -> str:
    """The whole letter as HTML; the picture, if any, is referred to by `cid` (without angle brackets)."""
    page = _environment().get_template("letter.html")
    drawn = page.render(content=content, language=words.language, cid=cid, words=words)
    return _inliner().inline(drawn)
