"""What cards, badges and rules leave to choose: each registered once, in the module of the cards it came with."""
