"""Pages and dialogs, from the shelf to the statistics, and what they are built of."""
