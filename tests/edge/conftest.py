"""The site as the tests of the pages have it."""

from tests.web.conftest import empty_database, settings, store

__all__ = ["empty_database", "settings", "store"]
