"""For WSGI servers: `gunicorn web.wsgi:app`. Settings come from the environment."""

from __future__ import annotations

from correspondence import logs
from correspondence.settings import Settings
from correspondence.store import Store
from web.app import create_app

_settings = Settings.from_environment()
logs.configure(level=_settings.log_level, style=_settings.log_format)
_store = Store(_settings)
_store.make_ready()
# Connections are opened anew in each process that serves.
_store.close()
app = create_app(_settings, _store)
