"""How each part of a programme answers its questions."""
