"""Operational maps: a whole country at printed quality, from tens to hundreds of kilometres."""
