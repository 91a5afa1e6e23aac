"""Running the bot day by day: logs, health, backups, and what is said when it cannot start."""
