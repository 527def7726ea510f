"""The position clinic at the table: what may happen here, and why."""
