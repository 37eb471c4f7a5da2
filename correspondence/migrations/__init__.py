"""Migrations of the database, packaged with the program; `Store.upgrade` runs them."""
