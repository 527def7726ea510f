"""What the look of a game names, for the tests that everything on a table explains itself."""

from wardesk.model.look import BadgeLook


def signs_of(look):
    """Every sign that a game's look names, tables of signs included."""
    values = [v for v in vars(look).values() if isinstance(v, BadgeLook | dict)]
    rows = [list(v.values()) if isinstance(v, dict) else [v] for v in values]
    return {one.topic for row in rows for one in row if isinstance(one, BadgeLook)}
