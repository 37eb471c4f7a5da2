"""How well the service keeps its word: closes on time, letters accepted, outages."""
