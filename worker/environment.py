"""The settings and the log, as the environment wants them; nobody has looked at the database yet."""

from __future__ import annotations

import os

from correspondence import logs
from correspondence.host_editions import watch
from correspondence.settings import BadSetting, Settings, data_folder
from worker.files import BadInput


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
