"""The commands of `rookery`, by what they are about."""
