"""Texts of games in another language: exact lines, templates, lists, and what stays English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.documents.worded import texts, worded
from wardesk.documents.wording import PLAIN, Wording, wording
from wardesk.engine.types import Choice, Decision, Factor, OutcomeField
from wardesk.model.look import BadgeLook, CounterLook

WORDS = Wording(
    "de",
    {
        "West meadow": "Westwiese",
        "{} moved to {}": "{0} → {1}",
        "{} lost {n} men": "{0} verlor {1} Mann",
        "{} and {}": "{0} und {1}",
        "A note: {*}": "Notiz: {0}",
        "moved": "bewegt",
        "{n}d{n}": "{0}W{1}",
    },
    ("Maier",),
)


def test_a_known_sentence_is_translated():
    assert WORDS.text("West meadow") == "Westwiese"


def test_names_in_a_template_are_translated_too():
    assert WORDS.text("Maier moved to West meadow") == "Maier → Westwiese"


def test_parts_of_a_list_are_translated_each():
    assert WORDS.text("Maier, West meadow, moved.") == "Maier, Westwiese, bewegt."


def test_what_is_not_known_stays_and_is_told():
    assert WORDS.text("Maier moved to Nowhere") == "Maier → Nowhere"
    assert WORDS.missing("Maier moved to Nowhere") == ["Nowhere"]
    assert WORDS.missing("Maier moved to West meadow") == []


def test_words_of_a_person_are_not_touched():
    assert WORDS.text("fish and chips") == "fish and chips"
    assert WORDS.text("A note: Maier and West meadow") == "Notiz: Maier and West meadow"


def test_figures_get_a_decimal_comma_and_dice_their_german_name():
    assert WORDS.text("27 / 2 = 13.5 → 14") == "27 / 2 = 13,5 → 14"
    assert WORDS.text("2d6") == "2W6"


@given(st.text(max_size=60))
def test_plain_wording_changes_nothing(text):
    assert PLAIN.text(text) == text


@given(st.text(max_size=60))
def test_any_text_can_be_asked_for_and_gives_the_same_twice(text):
    assert WORDS.text(text) == WORDS.text(text)


def test_a_question_is_worded_without_what_goes_back_into_the_game():
    ask = Decision(
        who="german", kind="move", shape="choose", prompt="moved", cite="", then="x",
        choices=(Choice("moved", "moved"),), factors=(Factor("moved", "moved", 1, ""),),
        fields=(OutcomeField("moved", "moved", choices=("moved",)),),
    )  # fmt: skip
    found = worded(ask, WORDS)
    assert (found.prompt, found.choices[0].label) == ("bewegt", "bewegt")
    assert (found.kind, found.choices[0].key, found.factors) == ("move", "moved", ask.factors)
    assert found.fields[0] == OutcomeField("moved", "bewegt", choices=("moved",))


def test_texts_inside_of_values_are_found_and_worded():
    badge = BadgeLook("M", "moved", "#000000")
    counter = CounterLook(
        piece="m", side="german", at=None, title="Maier", badges=(badge,), text="Maier, moved."
    )
    assert texts(counter) == ["Maier", "moved", "Maier, moved."]
    assert texts(worded(counter, WORDS)) == ["Maier", "bewegt", "Maier, bewegt."]


def test_a_value_with_nothing_to_say_stays_the_same_value():
    counter = CounterLook(piece="m", side="german", at=None, title="Maier")
    assert worded(counter, WORDS) is counter
    assert worded(counter, PLAIN) is counter


def test_a_game_without_a_table_stays_english():
    assert wording("no-such-game", "de").text("East wind") == "East wind"
    assert wording("eben-emael", "en") is PLAIN


def test_words_of_the_catalogue_are_known_inside_a_sentence_of_the_table():
    words = wording("eben-emael", "de")
    assert words.text("At the end: German losses 5") == "Am Ende: Dt. Verluste 5"


@pytest.mark.timeout(60)
def test_a_text_of_many_sentences_is_translated_in_a_moment():
    words = Wording(
        "de", {"{*} was eliminated: {}": "{0} wurde vernichtet: {1}", "{}: {}": "{0}: {1}"}
    )
    row = "R{} was eliminated: leave its row out, or, if it comes back, say so: in its row."
    text = " ".join(row.format(number) for number in range(12))

    assert len(words.text(text)) > 100
