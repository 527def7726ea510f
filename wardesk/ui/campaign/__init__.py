"""The campaign desk in the window."""
