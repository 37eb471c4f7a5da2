"""The pages of the site by topic: HTTP in, a use case, HTTP out."""
