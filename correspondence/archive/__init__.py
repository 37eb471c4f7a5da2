"""The archive: position, journal, records by round, snapshots and pictures."""
