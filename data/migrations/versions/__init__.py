"""The steps from an empty database to today's, oldest first; a released step never changes."""
