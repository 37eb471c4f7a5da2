"""What a game master may decree: checked, applied, and going back."""
