"""Notices: short letters about the life of a game or an account, each written once, as its reader wants them."""
