"""The sheet of a map while it is being edited."""
