"""Maps of other programs read: GeoJSON, TripleA."""
