"""The map editor without a screen: document, commands, compile."""
