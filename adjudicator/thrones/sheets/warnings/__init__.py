"""Things in a sheet that are allowed and yet probably not meant: what each is, where, and what would do."""
