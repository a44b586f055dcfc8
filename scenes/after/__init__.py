"""What comes after a game: its end, the lost chances, the replay."""
