"""The assistant at a board of one's own: a form, and what it comes to at once."""
