"""People: accounts by e-mail address, magic links, sessions, API tokens."""
