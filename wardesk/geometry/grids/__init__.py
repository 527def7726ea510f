"""Hexes, squares and the coordinate grid: exact outlines, numbering, picking, calibration."""
