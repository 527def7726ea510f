"""Campaigns of one's own in the making: as data that can be changed, undone, judged and given away."""
