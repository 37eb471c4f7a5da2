"""Web push notifications to browsers (RFC 8030, 8291, 8292)."""
