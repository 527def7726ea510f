"""The working sheet: a map painted while it is being drawn, at once after every change."""
