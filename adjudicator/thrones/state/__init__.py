"""What a game is made of: the board and its pieces, decisions and answers, events, editions."""
