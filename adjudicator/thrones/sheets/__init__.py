"""The content of order sheets: reading, checking and answering questions."""
