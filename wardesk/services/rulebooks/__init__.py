"""Rulebooks as documents: begun from a pattern, changed, judged, kept and given away."""
