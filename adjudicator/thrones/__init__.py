"""The Westeros board games: board, orders, battles and bids of all editions."""
