"""The maps of the Westeros boards: their geometry and how positions are drawn."""
