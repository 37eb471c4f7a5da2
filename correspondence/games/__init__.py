"""Games: their terms, who may see what of them, and under which names."""
