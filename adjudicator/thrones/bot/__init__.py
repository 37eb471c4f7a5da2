"""The bot: careful, it answers every decision through the same legal answers."""
