"""Campaigns in SQL: rows, engine, migrations, backups. No other room knows SQL."""
