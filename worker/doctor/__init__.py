"""`rookery doctor`: finds what is wrong with the service, and how to fix it."""
