"""Everything that a shipped game can show has a German form."""

import re
from functools import cache
from pathlib import Path

import catalogues
import pytest
from game_list import bundled, option_sets, single_options
from random_games import play
from spoken import lacking, packed, spoken_in, standing, written

GAMES = Path(__file__).parents[2] / "wardesk" / "games"

KEYS = {"freeform": ("back of ", "down all", "down 7", "from 7", "hand 7", "last roll")}
"""What is no sentence for people: ids and keys."""


def _named(value):
    """The name of a game; a function has none that is the same in every process."""
    return value if isinstance(value, str) else ""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "make"), [*bundled(), *option_sets()], ids=_named)
def test_a_game_played_at_random_shows_no_english(name, make):
    rules = make()
    found = standing(rules) | packed(rules.id)
    found |= spoken_in(play(rules, 1, umpire=True), every=40)
    assert not lacking(found)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "make"), [*bundled(), *option_sets(), *single_options()], ids=_named
)
def test_many_games_played_at_random_show_no_english(name, make):
    rules = make()
    found: set[str] = set()
    for seed in range(2, 22):
        found |= spoken_in(play(rules, seed, umpire=bool(seed % 2)), every=2)
    assert not lacking(found)


@pytest.mark.parametrize("game", KEYS)
def test_every_sentence_in_the_sources_of_a_game_is_said(game):
    found = {text for text in written(*(GAMES / game).glob("*.py")) if _is_sentence(text)}
    assert len(found) > 100
    assert not lacking(found - _said() - {*KEYS[game]})


@pytest.mark.slow
def test_every_reason_of_the_kernel_is_said():
    found = {
        text for text in written(GAMES.parent / "engine" / "legality.py") if _is_sentence(text)
    }
    assert len(found) > 15
    assert not found - _said()


@cache
def _said() -> set[str]:
    """All that is in the catalogue, whose German `test_catalogues` holds."""
    return {form for forms in catalogues.messages() for form in forms}


def _is_sentence(text: str) -> bool:
    """Words for people: more than one, and no key, pattern or cite."""
    if text.split(" ")[0] in ("box", "counter", "draw", "mark", "return", "track", "won"):
        return False  # keys of answers
    text = re.sub(r"\{.*?\}", "7", text)
    plain = text[:1].strip() and text.isprintable() and not text.startswith(("[", "^", "Mapping"))
    return bool(plain) and " " in text.strip() and any(letter.islower() for letter in text)
