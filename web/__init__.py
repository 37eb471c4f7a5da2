"""The website: pages, forms and a JSON API over correspondence, HTTP only."""

from web.app import create_app

__all__ = ["create_app"]
