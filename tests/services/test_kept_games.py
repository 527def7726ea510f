"""Games on Home can be named and deleted, and nothing is lost by it."""

from __future__ import annotations

import pytest

from wardesk.errors import UserError
from wardesk.services.play import kept_games as kept
from wardesk.services.play.files import games_folder, recent_games
from wardesk.services.play.session import PlaySession


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path))
    session = PlaySession.new("eben-emael/historical", seed=1)
    session.close()
    return session.path


def test_a_name_is_kept_until_it_is_taken_away(game):
    kept.rename_game(game, "  Sunday\n with Anna\x07 ")
    assert kept.game_names() == {game.name: "Sunday with Anna"}
    kept.rename_game(game, "")
    assert kept.game_names() == {}


def test_a_spoilt_list_of_names_is_no_trouble(game):
    (games_folder() / kept.NAMES).write_text("{[")
    assert kept.game_names() == {}
    kept.rename_game(game, "x")
    assert kept.game_names() == {game.name: "x"}


def test_a_deleted_game_is_out_of_sight_and_comes_back_as_it_was(game):
    before, when = game.read_bytes(), game.stat().st_mtime_ns
    gone = kept.delete_game(game)
    assert recent_games() == ()
    assert gone.read_bytes() == before
    assert kept.restore_game(gone) == game
    assert (game.read_bytes(), game.stat().st_mtime_ns) == (before, when)
    assert len(recent_games()) == 1


def test_two_deleted_games_of_one_name_both_stay(game):
    first = kept.delete_game(game)
    game.write_bytes(b"another")
    second = kept.delete_game(game)
    assert first != second
    assert second.read_bytes() == b"another"


def test_a_game_that_is_gone_already_is_told(game):
    game.unlink()
    with pytest.raises(UserError, match="stays where it is"):
        kept.delete_game(game)


def test_a_map_and_a_campaign_have_names_of_their_own_by_their_whole_path(game, tmp_path):
    one, two = tmp_path / "a" / "fort.wdmap", tmp_path / "b" / "fort.wdmap"
    kept.rename_game(one, "The fort, second try")
    kept.rename_game(two, "Market Garden")
    kept.rename_game(game, "Sunday")
    names = kept.game_names()
    assert names[kept.name_key(one)] == "The fort, second try"
    assert names[kept.name_key(two)] == "Market Garden"
    assert names[game.name] == "Sunday"
    kept.rename_game(one, "")
    assert kept.name_key(one) not in kept.game_names()
