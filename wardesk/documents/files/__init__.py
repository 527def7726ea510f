"""What every kind of file stands on: whole writes, locks, containers, JSON, TOML, pictures."""
