"""How Deck Defence looks and is handled on the table scene."""
