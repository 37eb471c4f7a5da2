"""The story: from the adjudicator's records to sentences."""
