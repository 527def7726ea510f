"""Editing maps: sessions, new maps, stitching, pictures underneath, scripts."""
