"""Calls: the windows in which sheets are collected, their deadlines and who is ready."""
