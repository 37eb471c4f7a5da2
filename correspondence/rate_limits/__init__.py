"""Allowances: how often something may be asked for, counted across all processes."""
