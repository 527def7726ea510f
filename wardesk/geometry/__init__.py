"""Pure geometry: grids, shared-edge topology, sight and paths; no game words."""
