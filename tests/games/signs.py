"""What the looks of a game name, for the tests that everything on a table explains itself."""

from wardesk.games.shared.look import Looks


def signs_of(looks: Looks) -> set[str]:
    """The topics of all signs."""
    return {name if sign.topic is None else sign.topic for name, sign in looks.sign.items()}
