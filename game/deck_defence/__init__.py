"""Deck Defence: muster allies, repel nine enemies, waste little. One player."""
