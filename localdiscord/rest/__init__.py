"""The REST half: routes, and the frame that reads, checks and answers requests."""
