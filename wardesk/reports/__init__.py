"""Reports to read, print and send: HTML from templates, pictures from render."""
