"""The rules of the Westeros board games: pure, deterministic, explained. Callers use :mod:`adjudicator.face`."""
