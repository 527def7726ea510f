"""The table workspace."""
