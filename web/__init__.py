"""The site: pages, forms and a JSON API over correspondence. HTTP in, HTTP out, nothing else."""

from web.app import create_app

__all__ = ["create_app"]
