"""What lies on the table: boards, palettes, looks, charts, rulebooks, scenarios. Frozen values."""
