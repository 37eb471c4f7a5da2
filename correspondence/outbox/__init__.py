"""The outbox: letters written in the transaction of what they tell, delivered later, never lost."""
