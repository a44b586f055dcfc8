"""Computer players: each sits on one chair, sees its Views and beats, and nothing else."""
