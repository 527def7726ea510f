"""The tools for scanned boards under the map: laying, moving, calibrating."""
