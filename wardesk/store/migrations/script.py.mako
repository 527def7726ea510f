"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Give every string column a plain sa.String: a model may change, a migration may not."""
    ${upgrades if upgrades else "pass"}
