"""Notices: short emails on the life of a game or account, sent as readers want."""
