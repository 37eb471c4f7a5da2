"""Adjudications: closing a call, resolving it, writing everything that follows, once."""
