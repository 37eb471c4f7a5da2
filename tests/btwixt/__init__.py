"""B'Twixt through every room: site, API, worker's use cases, emails, game master's page, archive."""
