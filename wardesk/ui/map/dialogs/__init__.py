"""The dialogs of the map editor."""
