"""Formations, cups and who can answer: what a game tells of its forces beside the map."""
