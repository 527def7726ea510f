"""What parts of a look are called."""

from __future__ import annotations

from wardesk.render.map.grounds import GROUNDS
from wardesk.words import say

STYLES = {
    "": say("Printed"),
    "staff": say("Staff map"),
    "contrast": say("Strong"),
    "ink": say("Black and white"),
}
"""Sheet styles by their id; the plain one is no style of its own."""
INKS = {
    "paper": say("Paper"),
    "open": say("Open ground"),
    "level1": say("Level 1"),
    "level2": say("Level 2"),
    "level3": say("Level 3"),
    "level4": say("Level 4"),
    "level5": say("Level 5"),
    "contour": say("Contours"),
    "wood": say("Trees"),
    "water": say("Water"),
    "built": say("Built-up ground"),
    "roofs": say("Roofs of houses"),
    "main": say("Main roads"),
    "road": say("Roads"),
    "path": say("Tracks"),
    "rail": say("Railways"),
    "grid": say("Grid"),
    "number": say("Numbers"),
    "name": say("Names"),
    "halo": say("Rims of letters"),
}
PLACES = {
    "top": say("At the top"),
    "bottom": say("At the bottom"),
    "middle": say("In the middle"),
    "left": say("At the left"),
    "right": say("At the right"),
}
CONTRASTS = {
    "soft": say("Soft"),
    "usual": say("As usual"),
    "strong": say("Strong, each with a rim"),
}
CLASSES = {
    "place": say("Places"),
    "city": say("Large places"),
    "label": say("Words on the map"),
    "small": say("Small words"),
    "large": say("Large words"),
    "region": say("Regions"),
    "sea": say("Seas"),
    "river": say("Along a curve"),
}
LETTERINGS = {
    "": say("As usual"),
    "serif": say("Book letters"),
    "italic": say("Book letters, slanted"),
    "sans": say("Narrow letters"),
    "sans-bold": say("Narrow letters, bold"),
}
TEXTURES = {
    "": say("As its picture says"),
    **{one.id: one.title for one in GROUNDS.values() if one.title},
}
"""Drawings that a kind of ground can take over from another."""
