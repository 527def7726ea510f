"""Whole values of games are put into another language, without what goes back into the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from wardesk.documents.translate_values import PLAIN, SPOKEN, Wording, texts, worded
from wardesk.engine.types import Choice, Decision, Factor, OutcomeField
from wardesk.model import look
from wardesk.model.board import Cell
from wardesk.model.look import BadgeLook, CounterLook
from wardesk.services.play.tables import load_table
from wardesk.words import say, shown

GERMAN = Wording("de")
WORD = "Wood"
IN_GERMAN = "Wald"


@given(st.text(max_size=60))
def test_plain_wording_changes_nothing(text):
    assert PLAIN.text(text) == text


@given(st.text(max_size=60))
def test_any_text_can_be_asked_for_and_gives_the_same_twice(text):
    assert GERMAN.text(text) == GERMAN.text(text)


def test_what_the_catalogue_does_not_know_stays_as_it_is():
    assert GERMAN.text("fish and chips") == "fish and chips"


def test_figures_get_a_decimal_comma():
    assert GERMAN.text("27 / 2 = 13.5 → 14") == "27 / 2 = 13,5 → 14"


@pytest.mark.parametrize(("name", "said"), [("4.2", "4.2"), (WORD, IN_GERMAN)])
def test_the_number_of_a_cell_is_no_figure(name, said):
    assert worded(Cell("4.2", name, "clear", (0.0, 0.0), {}), GERMAN).name == said


def test_values_of_a_sentence_are_shown_in_the_language_too():
    assert GERMAN.text(say("{some} and {last}", some=WORD, last="X")) == f"{IN_GERMAN} und X"


def test_a_question_is_worded_without_what_goes_back_into_the_game():
    assert shown(WORD, "de") == IN_GERMAN
    ask = Decision(
        who="german", kind="move", shape="choose", prompt=WORD, cite="", then="x",
        choices=(Choice(WORD, WORD),), factors=(Factor(WORD, WORD, 1, ""),),
        fields=(OutcomeField(WORD, WORD, choices=(WORD,)),),
    )  # fmt: skip
    found = worded(ask, GERMAN)
    assert (found.prompt, found.choices[0].label) == (IN_GERMAN, IN_GERMAN)
    assert (found.kind, found.choices[0].key, found.factors) == ("move", WORD, ask.factors)
    assert found.fields[0] == OutcomeField(WORD, IN_GERMAN, choices=(WORD,))


def test_texts_inside_of_values_are_found_and_worded():
    badge = BadgeLook("M", WORD, "#000000")
    counter = CounterLook(
        piece="m", side="german", at=None, title="Maier", badges=(badge,), text="Maier, here."
    )
    assert texts(counter) == ["Maier", WORD, "Maier, here."]
    assert texts(worded(counter, GERMAN)) == ["Maier", IN_GERMAN, "Maier, here."]


def test_a_value_with_nothing_to_say_stays_the_same_value():
    counter = CounterLook(piece="m", side="german", at=None, title="Maier")
    assert worded(counter, GERMAN) is counter
    assert worded(counter, PLAIN) is counter


def test_every_look_that_has_words_says_which_they_are():
    kinds = [kind for kind in vars(look).values() if isinstance(kind, type(Struct))]
    words = {"title", "text", "note", "summary", "label", "headline"}
    assert not [kind for kind in kinds if words & {*kind.__struct_fields__} and kind not in SPOKEN]


def test_a_label_that_only_has_a_name_is_translated():
    """Like one whose printed lines stand beside its name; a number is no word."""
    board, name = (
        load_table("market-garden/the-best-laid-plans", {}).rules.board,
        "Best railway bridge",
    )
    assert name in texts(board)
    assert not any(text.isdecimal() for text in texts(board.features))
    labels = [one.name for one in worded(board, GERMAN).features if one.kind == "label"]
    assert name not in labels
