"""A person's packs: the shelf, copies, new tables and scenarios."""
