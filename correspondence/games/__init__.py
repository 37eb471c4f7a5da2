"""Games: creating, inviting, joining, starting, and what their pages show."""
