"""Panels of the right column: the case of a question, shared-out amounts, formations."""
