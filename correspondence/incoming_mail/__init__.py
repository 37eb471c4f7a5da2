"""Mail that comes in: kept as it came, read, done what it says, and answered; each mail once."""
