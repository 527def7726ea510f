"""Campaigns of one's own in the making: data that is changed, undone, judged and given away."""
