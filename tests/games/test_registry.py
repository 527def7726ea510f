"""Which games there are, bundled or other people's."""

import pytest

from wardesk import paths
from wardesk.documents.maps.store import load_board
from wardesk.errors import UserError
from wardesk.games import registry


class Point:
    """An entry point of somebody else's game."""

    def __init__(self, name, value="theirs:Rules", error=None):
        self.name, self.value, self.error = name, value, error

    def load(self):
        if self.error is not None:
            raise self.error
        return lambda board, setup, options: (self.name, board, setup, options)


def fort():
    return load_board(paths.campaigns() / "eben-emael" / "maps" / "fort")


@pytest.fixture
def plugins(monkeypatch):
    found = []
    real = registry.entry_points
    monkeypatch.setattr(registry, "entry_points", lambda group: [*found, *real(group=group)])
    registry._points.cache_clear()
    yield found
    registry._points.cache_clear()


def test_an_unknown_game_is_named_with_a_suggestion(plugins):
    with pytest.raises(UserError, match="Did you mean eben-emael"):
        registry.make_rules("eben-emal", None, {}, {})


def test_other_peoples_games_are_found(plugins):
    plugins.append(Point("bridge-dash"))
    ours = registry.game_ids()[:-1]
    assert "eben-emael" in ours
    assert registry.game_ids() == (*ours, "bridge-dash")
    assert not registry.is_ours("bridge-dash")
    assert all(registry.is_ours(game) for game in ours)
    assert registry.make_rules("bridge-dash", fort(), {}, {})[0] == "bridge-dash"


def test_a_bundled_id_cannot_be_taken_over(plugins):
    plugins.append(Point("eben-emael", error=ImportError("never loaded")))
    assert registry.game_ids().count("eben-emael") == 1
    assert registry.is_ours("eben-emael")
    with pytest.raises(UserError, match="forces"):
        registry.make_rules("eben-emael", fort(), {}, {})


def test_a_broken_game_says_so(plugins):
    plugins.append(Point("broken", error=ImportError("no module theirs")))
    with pytest.raises(UserError, match="could not be loaded"):
        registry.make_rules("broken", None, {}, {})
