"""The site as the tests of the pages have it."""

from tests.security.stage import stage
from tests.web.conftest import (
    app,
    client,
    empty_database,
    people,
    program,
    running_game,
    settings,
    signed_in,
    store,
    tasks,
)

__all__ = [
    "app",
    "client",
    "empty_database",
    "people",
    "program",
    "running_game",
    "settings",
    "signed_in",
    "stage",
    "store",
    "tasks",
]
