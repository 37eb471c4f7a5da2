"""The bot: a careful bot that answers every question by what its seat sees."""
