"""What is derived from the classes of an order sheet, whatever game they are of."""
