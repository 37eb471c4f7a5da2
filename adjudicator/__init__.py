"""The rules of the games, pure and deterministic; see :mod:`adjudicator.games`."""
