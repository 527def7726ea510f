"""Painters for boards, counters and charts, to screen and to files. No widgets."""
