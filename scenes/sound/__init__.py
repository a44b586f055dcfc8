"""What is heard: which cues, when, and through which device."""
