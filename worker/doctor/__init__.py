"""`rookery doctor`: what is wrong with this host, and how to mend it."""
