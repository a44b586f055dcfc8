"""Kan'u Collection on the table."""
