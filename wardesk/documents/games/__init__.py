"""Game logs on disk: reading, writing, upgrading."""
