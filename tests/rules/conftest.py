"""Settings for all tests of the rules: Hypothesis without deadlines (the machine may be busy), asserts explained."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.rules.laws")

settings.register_profile("rules", deadline=None, max_examples=50)
settings.load_profile("rules")
