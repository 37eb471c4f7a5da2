"""House Targaryen (Mother of Dragons): loyalty, dragons, the fourth Westeros deck, bids given away."""
