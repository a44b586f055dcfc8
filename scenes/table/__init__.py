"""The one table scene and its parts. They know no game, only a `Desk`."""
