"""Everything that a shipped game can show has a German form."""

from pathlib import Path

import pytest
from game_list import bundled, option_sets, single_options
from random_games import play
from spoken import lacking, packed, spoken_in, standing, written

from wardesk.documents.wording import read_words, wording

PACKAGES = {"freeform": "freeform"}
GAMES = Path(__file__).parents[2] / "wardesk" / "games"

PIECES = {
    "freeform": (
        "7 all others", "7 counter7", "7: to the 7 of the pile", "Face down for", "Out of sight of",
        "To face 7", "back of ", "down all", "down left", "down right", "up left", "up right",
        "last roll", "marker 7 laid or taken up", "move together", "part again", "put into",
        "shown again",
    ),
}  # fmt: skip
"""Parts that the games put together; the random games show the whole sentences."""


def _named(value):
    """The name of a game; a function has none that is the same in every process."""
    return value if isinstance(value, str) else ""


@pytest.mark.parametrize(("name", "make"), [*bundled(), *option_sets()], ids=_named)
def test_a_game_played_at_random_shows_no_english(name, make):
    rules = make()
    found = standing(rules) | packed(rules.id)
    found |= spoken_in(play(rules, 1, umpire=True), every=40)
    assert not lacking(wording(rules.id, "de"), found)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "make"), [*bundled(), *option_sets(), *single_options()], ids=_named
)
def test_many_games_played_at_random_show_no_english(name, make):
    rules = make()
    found: set[str] = set()
    for seed in range(2, 22):
        found |= spoken_in(play(rules, seed, umpire=bool(seed % 2)), every=2)
    assert not lacking(wording(rules.id, "de"), found)


@pytest.mark.parametrize("game", PACKAGES)
def test_every_sentence_in_the_sources_of_a_game_has_a_german_form(game):
    words = wording(game, "de")
    found = {
        text for text in written(*_sources(game)) if _is_sentence(text) and text not in PIECES[game]
    }
    assert len(found) > 100
    assert not lacking(words, found)


def test_every_reason_of_the_kernel_has_a_german_form():
    found = {
        text
        for text in written(GAMES.parent / "engine" / "legality.py")
        if _is_sentence(text) and not text.startswith("Pick ")
    }
    found |= {"Pick 1 to 3 pieces, not 4", "Pick 2 places, not 4", "Pick 2 points, not 4"}
    assert len(found) > 15
    assert not lacking(wording("", "de"), found)


@pytest.mark.parametrize("game", ["common", *PACKAGES])
def test_every_hole_of_a_german_line_is_filled(game):
    words, same = read_words(game, "de")
    for english, german in words.items():
        holes = sum(english.count(hole) for hole in ("{}", "{n}", "{*}"))
        used = {german[at + 1] for at in range(len(german)) if german[at] == "{"}
        assert used <= {str(number) for number in range(holes)}, english
    assert not set(same) & set(words)


def _sources(game: str) -> list[Path]:
    """The modules of a game but those that read files: their errors are not met at a table."""
    reading = ("forces.py", "setup.py", "scenario.py", "fort.py", "odds.py", "steps.py")
    return [p for p in (GAMES / PACKAGES[game]).glob("*.py") if p.name not in reading]


def _is_sentence(text: str) -> bool:
    """Words for people: more than one, and no key, pattern or cite."""
    if text.split(" ")[0] in ("box", "counter", "draw", "mark", "return", "track", "won"):
        return False  # keys of answers
    plain = text[:1].strip() and text.isprintable() and not text.startswith(("[", "^", "Mapping"))
    return bool(plain) and " " in text.strip() and any(letter.islower() for letter in text)
