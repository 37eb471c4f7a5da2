"""Webhooks: signed posts to addresses of programs."""
