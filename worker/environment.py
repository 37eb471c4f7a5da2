"""The settings and the log, as the environment wants them; nobody has looked at the database yet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from correspondence import logs
from correspondence.host_editions import watch
from correspondence.settings import BadSetting, Settings, data_folder
from worker.files import BadInput

if TYPE_CHECKING:
    from correspondence.store import Store


def bare_settings() -> Settings:
    """The settings, after the log is set up. Raises BadInput, with words for a host, for one that cannot be used."""
    log_to_stderr()
    try:
        found = Settings.from_environment()
    except BadSetting as wrong:
        raise BadInput(str(wrong)) from wrong
    logs.configure(level=found.log_level, style=found.log_format)
    return found


def log_to_stderr() -> None:
    """Everything to stderr: short lines for a terminal, JSON for a machine that collects them."""
    logs.configure()


def know_editions() -> None:
    """Know the editions that were added to the data folder, in a process that may never open the database."""
    watch(data_folder(os.environ))


@contextmanager
def database(subject: str) -> Iterator[Store]:
    """The database of the service, for one command; BadInput about `subject` for what a use case refuses."""
    # Imported here: checks that ask no database take a tenth of the time without it.
    from correspondence.input_validation import Told
    from correspondence.store import Store

    log_to_stderr()
    with closing(Store(Settings.from_environment())) as store:
        try:
            yield store
        except Told as reason:
            raise BadInput(f"{subject}: {reason}") from reason
