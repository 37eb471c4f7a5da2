"""B'Twixt through every room: site, API, worker's use cases, letters, game master's page, archive."""
