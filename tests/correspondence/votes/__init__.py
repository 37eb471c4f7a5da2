"""Tests of votes."""
