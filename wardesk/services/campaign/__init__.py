"""The campaign desk: one campaign opened, its actions, rows, maps, packets and tables."""
