"""The map editor's window: canvas, tools, palette, panels and overlays over one edit session."""
