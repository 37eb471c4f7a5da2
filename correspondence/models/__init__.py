"""The rows: a module for each topic, below everything that reads and writes them."""
