"""Commands in a mail besides orders: information, messages, votes, absences."""
