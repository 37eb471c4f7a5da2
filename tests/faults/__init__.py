"""Fault experiments: games are played through the real doors while something dies, and every acknowledgement is
compared with what is kept and what was sent. See docs/faults.md."""
