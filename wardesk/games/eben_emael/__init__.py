"""Eben-Emael: gliders on a fort of sectors."""
