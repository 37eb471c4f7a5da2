"""Settings and log from the environment, before the database is opened."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from correspondence import logs
from correspondence.host_editions import watch
from correspondence.settings import BadSetting, Settings, data_folder
from worker.files import bad_input

if TYPE_CHECKING:
    from correspondence.store import Store


def bare_settings() -> Settings:
    """The settings, after the log is set up. BadInput for a bad setting."""
    logs.configure()
    with bad_input(BadSetting):
        settings = Settings.from_environment()
    logs.configure(level=settings.log_level, style=settings.log_format)
    return settings


def load_editions() -> None:
    """Load the editions in the data folder, without opening the database."""
    watch(data_folder(os.environ))


@contextmanager
def database(subject: str) -> Iterator[Store]:
    """The database for one command. BadInput about `subject` if a use case refuses."""
    # Imported here: checks that ask no database take a tenth of the time without it.
    from correspondence.input_validation import UserError
    from correspondence.store import Store

    logs.configure()
    with closing(Store(Settings.from_environment())) as store, bad_input(UserError, about=subject):
        yield store


# Objects made until the collector looks at the youngest, and how often it looks at the older ones. A page's cycles lie
# about until then: with five times as many a process of the site held 8 MB more, and was no faster.
COLLECTED_AFTER = (10_000, 20, 50)
# In a process of workers: to adjudicate and store a turn takes 9.7 ms of the processor instead of 10.0, and
# the process holds 1.5 MB more.
COLLECTED_BY_WORKERS_AFTER = (50_000, 20, 50)


def collect_seldom() -> None:
    """Make the garbage collector run rarely while the program loads its modules.
    Loading creates hardly any garbage; otherwise a quarter of the start time goes to it."""
    gc.set_threshold(*COLLECTED_AFTER)


def freeze_loaded(after: tuple[int, int, int] = COLLECTED_AFTER) -> None:
    """Exempt all objects loaded so far from garbage collection, for good.
    `after` are the collector's thresholds: it also runs more rarely, as a turn or a page makes many
    thousand objects and hardly any cycles. Child processes inherit both."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*after)
