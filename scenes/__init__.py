"""What a person sees and touches: the window, its scenes, and the user's files. No rule is decided here."""
