"""Cards of one name on Home say where their files lie; others are left as they are."""

from hypothesis import given
from hypothesis import strategies as st

from wardesk.ui.library import packs_apart, told_apart
from wardesk.ui.shell.cards import ContinueCard, ScenarioCard


def card(path, title="Ridge", subtitle="Map, map"):
    return ContinueCard(
        title=title, subtitle=subtitle, waits_for="Saved", when="now", path=path, icon="map"
    )


def test_two_maps_of_one_name_tell_their_folders():
    found = told_apart([card("/a/one/maps/map"), card("/a/two/maps/map"), card("/b", "Other")])
    assert [one.subtitle for one in found] == [
        "Map, map · one/maps", "Map, map · two/maps", "Map, map"
    ]  # fmt: skip


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=3).map("/".join), st.integers(2, 4))
def test_cards_of_different_files_never_read_alike(folder, count):
    cards = [card(f"/home/{number}/{folder}/map") for number in range(count)]
    found = told_apart(cards)
    assert len({(one.title, one.subtitle) for one in found}) == count


def test_two_games_of_one_folder_are_numbered_in_the_order_they_began():
    games = [card(f"/games/table-{begun}.wdgame", "A table", "Turn 1") for begun in (1140, 1120)]
    found = told_apart([*games, card("/games/other.wdgame", "Another", "Turn 1")])
    assert [one.subtitle for one in found] == ["Turn 1 · no. 2", "Turn 1 · no. 1", "Turn 1"]


def test_scenarios_of_one_name_tell_their_packs():
    def scenario(title, game="The game"):
        return ScenarioCard(title, title, game, "squares", "1-2", "3 h", 4)

    rows = [("The pack", scenario("7 March")), ("My own", scenario("7 March")),
            ("My own", scenario("8 March")), ("Forts", scenario("7 March", "Forts"))]  # fmt: skip
    found = [(card.title, card.game) for card in packs_apart(rows)]
    assert found == [
        ("7 March", "The pack"), ("7 March", "My own"),
        ("8 March", "The game"), ("7 March", "Forts"),
    ]  # fmt: skip
