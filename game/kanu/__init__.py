"""Kan'u Collection."""
