"""Files: maps, packs, game logs."""
