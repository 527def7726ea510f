"""Lines of sight: what a line meets, how it is judged, one to one, one to all, all pairs."""
