"""For WSGI servers: `gunicorn web.wsgi:app`. Settings come from the environment."""

from __future__ import annotations

import structlog

from correspondence.settings import Settings
from correspondence.store import Store
from web.app import create_app

# Traces without the values of variables: tokens may be among them.
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
)
_settings = Settings.from_environment()
_store = Store(_settings)
_store.upgrade()
# Connections are opened anew in each process that serves.
_store.close()
app = create_app(_settings, _store)
