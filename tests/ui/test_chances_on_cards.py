"""A running game's card tells how the chances stood at its start, where they were measured."""

from __future__ import annotations

import pytest

from wardesk.documents.packs.store import list_packs
from wardesk.services.play.files import recent_games
from wardesk.services.play.session import PlaySession
from wardesk.ui import library

HANNUT = "hannut-stonne/hannut"


@pytest.fixture
def kept():
    def start(**options):
        with PlaySession.new(HANNUT, seed=1, options=options) as session:
            return session.path

    return start


def card():
    (game,) = recent_games()
    return library._continue_card(game, "", game.when, lambda _map: None)


def test_a_game_by_the_scenario_s_own_options_has_the_measured_shares(kept, qapp):
    kept()
    shares = card().shares
    assert {share for _, share, _ in shares} <= {0.34, 0.64}
    assert 0 < sum(share for _, share, _ in shares) <= 1


def test_who_plays_by_other_options_is_promised_nothing(kept, qapp):
    option = next(one for one in rules().option_list() if len(one.keys) > 1)
    kept(**{option.id: next(key for key in option.keys if key != option.default)})
    assert card().shares == ()


def test_to_name_the_usual_option_changes_nothing(kept, qapp):
    option = next(one for one in rules().option_list() if len(one.keys) > 1)
    kept(**{option.id: option.default})
    assert card().shares


def rules():
    with PlaySession.new(HANNUT, seed=1, keep=False) as session:
        return session.rules


def test_it_is_measured_in_a_shipped_pack():
    assert any(HANNUT in pack.scenarios for pack in list_packs())
