"""Borders stored once: nodes, edges and faces, and the tools that change them."""
