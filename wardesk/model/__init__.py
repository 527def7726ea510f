"""What lies on the table: boards, palettes, looks, charts, rulebooks and scenarios. Frozen values."""
