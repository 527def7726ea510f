"""Counters: cards, symbols, pictures of them, formations of a campaign."""
