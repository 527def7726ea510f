"""Runs the migrations on the connection that `wardesk.store.migrate` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import wardesk.store.rows  # noqa: F401 - fills the metadata

if __name__ == "env_py":  # Alembic's name for it; a mere import must do nothing
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        transactional_ddl=False,  # the transaction is ours
    )
    context.run_migrations()
