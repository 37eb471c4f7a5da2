"""Sign-in: accounts made and proved, passwords, second factors, and the end of all that acts for an account."""
