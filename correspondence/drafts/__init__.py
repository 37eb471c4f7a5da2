"""Drafts of sheets: what somebody is writing for a call and has not handed in."""
