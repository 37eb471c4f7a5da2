"""Templates compiled once for all the web applications that tests make in one process."""

from __future__ import annotations

from functools import cache

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class _Compiled(BytecodeCache):
    """Keeps what was compiled in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what is kept."""
        if kept := self._kept.get(bucket.key):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


@cache
def keep_templates() -> None:
    """From now on every application of this process shares its compiled templates."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": _Compiled()}
