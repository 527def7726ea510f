"""Content packs on disk: scenarios, forces, campaigns."""
