"""Settings for all tests of the rules: Hypothesis without deadlines (the machine may be busy)."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, max_examples=50)
settings.load_profile("rules")
