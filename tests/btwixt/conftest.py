"""The databases, people and visitors of the other rooms' tests."""

from __future__ import annotations

from tests.correspondence.conftest import *  # noqa: F403
from tests.web.conftest import app, client, program, settings, signed_in, tasks  # noqa: F401
