"""The parser of typed orders; tables stand in `narration/<family>/notation`."""
