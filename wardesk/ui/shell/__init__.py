"""Window frame, home screen, theme."""
