"""The rules of the table: pure, typed, and without window, clock, disk or outside chance."""
