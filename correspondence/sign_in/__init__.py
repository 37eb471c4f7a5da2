"""Sign-in: accounts, passwords, second factors, revoking access to an account."""
