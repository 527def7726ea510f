"""The charts of a game as its owner types them in."""
