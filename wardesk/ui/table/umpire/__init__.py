"""Ruling: the proposal card, its dice, and another result with a reason."""
