"""What-ifs: a round played to its end on what one leader knows, with programmes that it assumes for the others."""
