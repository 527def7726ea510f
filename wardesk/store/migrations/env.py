"""Runs the migrations on the connection that `wardesk.store.migrate` hands over."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import wardesk.store.rows  # noqa: F401 - fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the transaction is ours
)
context.run_migrations()
