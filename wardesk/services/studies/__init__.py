"""Studies for window and command line."""
