"""How everything is drawn: surfaces made once, letters, cards, and showing only what changed."""
