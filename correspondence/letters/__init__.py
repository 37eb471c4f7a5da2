"""Letters: from a payload to a complete e-mail message."""
