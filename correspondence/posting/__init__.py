"""POST to user-given addresses: only on the open internet, with short timeouts."""
