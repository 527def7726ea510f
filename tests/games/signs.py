"""What the looks of a game name, for the tests that everything on a table explains itself."""

from wardesk.games.shared.look import Looks
from wardesk.model.look import BadgeLook


def signs_of(looks: Looks) -> set[str]:
    """The topics of all signs."""
    return {name if sign.topic is None else sign.topic for name, sign in looks.sign.items()}


def badges_of(look):
    """Every sign that a game's look names, tables of signs included."""
    values = [v for v in vars(look).values() if isinstance(v, BadgeLook | dict)]
    rows = [list(v.values()) if isinstance(v, dict) else [v] for v in values]
    return {one.topic for row in rows for one in row if isinstance(one, BadgeLook)}
