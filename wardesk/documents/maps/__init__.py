"""Maps on disk: rows of their parts, upgrades, journals, backups, palettes."""
