"""Maps of hexes and squares."""
