"""Templates compiled once for all the web applications that the test processes of a run make."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache


@cache
def keep_templates(folder: Path) -> None:
    """From now on every application of this process finds its compiled templates in this folder."""
    compiled = FileSystemBytecodeCache(str(folder), "%s.template")
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": compiled}
