"""The Study place: bots play a scenario many times, and the window shows how it comes out."""
