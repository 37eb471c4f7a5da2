"""Browsers that are told what happens, by the push service of whoever made them (RFC 8030, 8291, 8292)."""
