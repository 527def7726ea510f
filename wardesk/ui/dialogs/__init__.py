"""What every dialog has in common, and the small questions that several workspaces ask."""
