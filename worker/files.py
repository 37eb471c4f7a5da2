"""Files of the commands; each error is one line with the file and the place in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from adjudicator import game_file
from adjudicator.engine import Refusal, Refused
from adjudicator.game_file import GameFile

MAX_BYTES = 64 * 1024 * 1024
MAX_SHEET_BYTES = 1024 * 1024


class BadInput(click.ClickException):
    """Bad input. Ends the command with exit code 2; nothing has changed."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print one line to stderr."""
        click.echo(f"rookery: {self.message}", err=True)


def refusal_as_bad_input(what: str, reasons: Refused) -> BadInput:
    """Return refusals as BadInput, a line for each: file, place, words, code."""
    return BadInput("\nrookery: ".join(f"{what}: {refusal_line(reason)}" for reason in reasons.reasons))


@contextmanager
def refusals(what: str) -> Iterator[None]:
    """Turn refusals and file errors of a block into BadInput."""
    try:
        yield
    except Refused as reasons:
        raise refusal_as_bad_input(what, reasons) from reasons
    except OSError as error:
        raise BadInput(f"{what.partition(':')[0]}: {error.filename}: {error.strerror or error}") from error


@contextmanager
def bad_input(*kinds: type[Exception], about: str = "") -> Iterator[None]:
    """Turn errors of these kinds in a block into BadInput, with their words."""
    try:
        yield
    except kinds as error:
        raise BadInput(f"{about}: {error}" if about else str(error)) from error


def refusal_line(reason: Refusal) -> str:
    """Return a refusal in one line: its place if it has one, words, code."""
    place = f"{reason.where}: " if reason.where else ""
    return f"{place}{reason.words} ({reason.code})"


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """Return the content of a file of up to `most` bytes.
    Raises BadInput if it is missing, no file, or larger."""
    try:
        if path.stat().st_size > most:
            raise BadInput(f"{path}: the file is larger than {most // 1024} KiB")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error


def read_text(path: Path, most: int, code: str) -> str:
    """Return the UTF-8 text of a file of up to `most` bytes.
    Raises BadInput if it is missing, no file or larger, and with `code` if not UTF-8."""
    try:
        return read_bytes(path, most).decode()
    except UnicodeDecodeError as fault:
        raise BadInput(f"{path}: this file is not text in UTF-8 ({code})") from fault


def read_game(path: Path) -> GameFile:
    """A game file; BadInput with the place of the fault."""
    with refusals(str(path)):
        return game_file.decode(read_bytes(path))


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; BadInput if that fails."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error
