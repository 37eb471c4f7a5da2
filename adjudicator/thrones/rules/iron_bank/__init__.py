"""The Iron Bank of Braavos: loans, what they do, and what they cost (MoD rules: the Iron Bank of Braavos)."""
