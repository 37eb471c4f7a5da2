"""The rows: one module for each noun, below everything that reads and writes them."""
