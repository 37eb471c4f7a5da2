"""Mail that comes in from outside: a listener for the host's mail server, and a reader of a mailbox."""
