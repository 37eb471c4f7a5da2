"""The rules of the games: pure, deterministic, explained. Callers find a game through :mod:`adjudicator.games`."""
