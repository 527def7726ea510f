"""Alembic's scripts; they ship inside the package."""
