"""A position described in plain data: a scenario, as the conformance cases and others write it."""
