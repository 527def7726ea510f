"""Which cells touch, and how: derived from polygons, however they were drawn."""
