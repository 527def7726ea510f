"""Every edit of a map as one frozen command with its exact inverse."""
