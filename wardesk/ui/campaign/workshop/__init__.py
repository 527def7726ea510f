"""Campaigns of one's own in the window: a template, sheets to fill in, what is wrong, a pack."""
