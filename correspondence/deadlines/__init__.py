"""Deadlines: when turns close, reminders, lateness, and effects of absences."""
