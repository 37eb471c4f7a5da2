"""The Westeros board games: board, orders, battles, bids; shared by every edition built on them."""
