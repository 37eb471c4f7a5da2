"""What a mail may ask for besides a sheet: to be told something, a letter to others, a vote, an absence."""
