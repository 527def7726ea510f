"""Sentences with named values, and numbers with their nouns."""

import copy
import pickle
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from wardesk import words
from wardesk.words import (
    Spoken,
    Text,
    as_english,
    as_record,
    count,
    from_record,
    join,
    missing,
    say,
    say_count,
    shown,
    tr,
    use_language,
)

GERMAN = {
    "{unit} attacked {place}": "{unit} griff {place} an",
    "West meadow": "Westwiese",
    "The end": "Das Ende",
    "{some} and {last}": "{some} und {last}",
    "{what}, after {why}": "nach {why}: {what}",
    "{share:.1f} of them": "{share:.1f} davon",
    "There is no file {path!s}": "{path} gibt es nicht",
    "N": "N",
}
COUNTED = {("{n} man fell", "{n} men fell"): ("{n} Mann fiel", "{n} Mann fielen")}


@pytest.fixture(autouse=True)
def catalogue(monkeypatch):
    def look_up(one, many="", number=1):
        if many:
            return COUNTED.get((one, many), (None, None))[number != 1]
        return GERMAN.get(one)

    monkeypatch.setattr(words, "_catalogue", lambda language: look_up)
    yield
    use_language("en")


class Told(Struct, frozen=True):
    text: Spoken
    hints: tuple[Spoken, ...] = ()


def turned_over(text):
    data = msgspec.json.encode(Told(text), enc_hook=as_record)
    return msgspec.json.decode(data, type=Told, dec_hook=from_record).text


# ---- saying -------------------------------------------------------------------------------------


def test_what_was_said_is_said_again_and_nothing_like_it():
    unit = "3 Arent"
    first = say("{unit} lost {men}", unit=unit, men=2)
    assert say("{unit} lost {men}", unit=unit, men=2) is first
    spoken = say("{unit} lost {men}", unit=Text(unit, {}), men=2)
    assert type(spoken.values["unit"]) is Text  # which is shown in other languages
    assert type(first.values["unit"]) is str
    told = [say("{a} and {b}", **{x: "1", y: "2"}) for x, y in ("ab", "ba")]
    assert told == ["1 and 2", "2 and 1"]
    figures = [say("{n} left", n=n) for n in (1, 1.0, True)]
    assert figures == ["1 left", "1.0 left", "True left"]
    counted = say_count("{n} left", "{n} are left", n=2), say("{n} left", n=2)
    assert counted == ("2 are left", "2 left")


def test_a_list_that_has_grown_is_said_anew():
    names = ["A"]
    before = say("{who} left", who=names)
    names.append("B")
    assert (before, say("{who} left", who=names)) == ("A left", "A and B left")


def test_only_so_many_short_sentences_are_kept(monkeypatch):
    monkeypatch.setattr(words, "_MOST_MADE", 5)
    monkeypatch.setattr(words, "_made", {})
    for n in range(20):
        assert say("{n} of {all}", n=n, all="x" * (1 if n % 2 else 500)).startswith(str(n))
        assert len(words._made) <= 5
    assert all(len(text) < 200 for text in words._made.values())


def test_a_sentence_is_its_english_and_knows_what_it_was_made_of():
    text = say("{unit} attacked {place}", unit="3 Arent", place="West meadow")

    assert text == "3 Arent attacked West meadow"
    assert isinstance(text, str)
    assert text.template == "{unit} attacked {place}"
    assert text.values == {"unit": "3 Arent", "place": "West meadow"}


def test_lists_numbers_and_objects_stand_as_a_person_writes_them():
    assert say("{who} left", who=["A", "B", "C"]) == "A, B and C left"
    assert say("{who} left", who=("A", "B")) == "A and B left"
    assert say("{who} left", who=()) == " left"
    assert say("{n} of {m:.1f}", n=3, m=2) == "3 of 2.0"
    assert say("at {path}", path=Path("a")) == "at a"
    assert say("{name!r} and {name!s}", name="x") == "'x' and x"


@pytest.mark.parametrize(("n", "said"), [(0, "0 men fell"), (1, "1 man fell"), (2, "2 men fell")])
def test_words_depend_on_a_number(n, said):
    assert say_count("{n} man fell", "{n} men fell", n=n) == said


def test_parts_are_joined_without_losing_what_they_are():
    text = join(" · ", (say("{unit} attacked {place}", unit="A", place="West meadow"), "The end"))

    assert text == "A attacked West meadow · The end"
    assert shown(text, "de") == "A griff Westwiese an · Das Ende"


# ---- showing ------------------------------------------------------------------------------------


def test_a_sentence_is_shown_in_german_with_its_values():
    text = say("{unit} attacked {place}", unit="3 Arent", place="West meadow")

    assert shown(text, "de") == "3 Arent griff Westwiese an"
    assert shown(text, "en") == "3 Arent attacked West meadow"
    assert type(shown(text, "en")) is str


def test_the_language_in_force_is_meant_where_none_is_named():
    assert shown("The end") == "The end"
    assert use_language("de") == "de"
    assert shown("The end") == "Das Ende"
    assert use_language("xx") == "en"


def test_sentences_stand_in_sentences_and_lists_are_german():
    why = say("{unit} attacked {place}", unit=("A", "West meadow", "C"), place="D")

    assert shown(say("{what}, after {why}", what="The end", why=why), "de") == (
        "nach A, Westwiese und C griff D an: Das Ende"
    )


@pytest.mark.parametrize(("n", "said"), [(1, "1 Mann fiel"), (2, "2 Mann fielen")])
def test_a_number_chooses_the_german_form(n, said):
    assert shown(say_count("{n} man fell", "{n} men fell", n=n), "de") == said


def test_french_puts_a_space_before_the_colon_of_a_joint():
    text = join(": ", ("A", "B"))

    assert shown(text, "fr") == "A\u00a0: B"
    assert shown(text, "de") == str(text) == "A: B"
    assert shown(join(" ", ("4:1", "B")), "fr") == "4:1 B"


def test_a_german_number_has_a_comma_and_what_is_written_has_none():
    assert shown(say("{share:.1f} of them", share=1.25), "de") == "1,2 davon"
    assert shown("1.5", "de") == "1,5"
    assert shown("46.153", "de") == "46.153"  # a hex of that number
    assert shown(say("Shells on {cell}", cell="46.153"), "de").endswith("46.153")
    assert shown(say("There is no file {path!s}", path="The end"), "de") == (
        "The end gibt es nicht"
    )


def test_what_the_catalogue_does_not_know_stays_and_is_told():
    text = say("{unit} saw {place}", unit="A", place="West meadow")

    assert shown(text, "de") == "A saw Westwiese"
    assert missing(text, "de") == ["{unit} saw {place}", "A"]
    assert missing("N", "de") == []
    assert missing("7 + 3", "de") == []


def test_a_sentence_begins_with_a_capital_in_every_language(monkeypatch):
    monkeypatch.setitem(GERMAN, "{what!c} fell", "{what!c} fiel")
    monkeypatch.setitem(GERMAN, "the end", "das Ende")
    text = say("{what!c} fell", what="the end")

    assert text == "The end fell"
    assert shown(text, "de") == "Das Ende fiel"
    assert shown(turned_over(text), "de") == "Das Ende fiel"


def test_words_of_the_window_are_looked_up_as_they_stand(monkeypatch):
    monkeypatch.setitem(GERMAN, "Draw {0}", "{0} ziehen")
    monkeypatch.setitem(GERMAN, "Zone\x04Draw {0}", "{0} zeichnen")

    assert tr("Draw {0}") == "Draw {0}"
    use_language("de")
    assert tr("Draw {0}") == "{0} ziehen"
    assert tr("Draw {0}", "Zone") == "{0} zeichnen"
    assert tr("Unknown") == "Unknown"


# ---- hostile ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template",
    ["{", "}", "{}", "{0}", "{a.b}", "{a[0]}", "{a!x}", "{a:>9999999}", "{a", "{{a}}", "%s", ""],
)
def test_a_template_that_is_none_reads_no_attribute_and_breaks_nothing(template):
    text = say(template, a="x", b=Path)

    assert text == template.replace("{a}", "x")
    assert shown(text, "de") == text


def test_a_place_without_a_value_stands():
    assert say("{unit} attacked {place:.1f}", unit="A") == "A attacked {place:.1f}"
    assert shown(say("{unit} attacked {place}", unit="A"), "de") == "A griff {place} an"


@pytest.mark.parametrize("value", ["{place}", "{0.__class__}", "\ud800", "\x00", "{" * 5000])
def test_a_value_is_never_a_template(value):
    text = say("{unit} attacked {place}", unit=value, place="B")

    assert text == f"{value} attacked B"
    assert shown(text, "de") == f"{value} griff B an"


def test_an_object_that_cannot_be_told_is_named_by_its_type():
    class Broken:
        def __str__(self):
            raise RuntimeError

    assert say("{a} and {b}", a=Broken(), b=10**5000) == "<Broken> and <int>"


def test_deep_nesting_ends_somewhere():
    text, parts = say("{a}!", a="x"), ()
    for _ in range(3000):
        text, parts = say("{a}!", a=text), (parts,)

    assert text.startswith("x!")
    assert shown(text, "de") == text
    assert turned_over(text) == text
    assert isinstance(say("{a}", a=parts), str)


def test_a_file_cannot_ask_for_more_words_than_memory_holds():
    plain = "x"
    for _ in range(10):
        plain = {"say": "{a}" * 1000, "with": {"a": plain}}
    text = msgspec.convert({"text": plain}, Told, dec_hook=from_record).text

    assert len(text) < 1_000_000
    assert len(shown(text, "de")) < 1_000_000


# ---- files --------------------------------------------------------------------------------------


def test_a_text_comes_back_from_a_file_as_it_was_said():
    text = say_count(
        "{n} man fell", "{n} men fell", n=2, who=("A", say("{a:.1f}", a=1.5)), where="{n}"
    )

    again = turned_over(text)

    assert again == text
    assert (again.template, again.many, again.values) == (text.template, text.many, text.values)
    assert shown(again, "de") == "2 Mann fielen"


def test_a_text_without_values_is_a_plain_string_in_a_file():
    assert msgspec.json.encode(Told(say("The end")), enc_hook=as_record) == (
        b'{"text":"The end","hints":[]}'
    )
    assert shown(turned_over("The end"), "de") == "Das Ende"
    assert shown(turned_over("Odd {words}"), "de") == "Odd {words}"


@pytest.mark.parametrize("text", [say("{a} b", a=(1, "x")), say("c")])
def test_copies_of_every_kind_keep_it_whole(text):
    for again in (
        pickle.loads(pickle.dumps(text)),
        copy.copy(text),
        copy.deepcopy(text),
        msgspec.convert(Told(text), Told, from_attributes=True, dec_hook=from_record).text,
    ):
        assert again == text
        assert isinstance(again, Text)
        assert again.values == text.values


def test_other_programs_get_the_sentence():
    told = Told(say("{a} b", a=1), (say("c"),))

    assert msgspec.to_builtins(told, enc_hook=as_english) == {"text": "1 b", "hints": ("c",)}


@pytest.mark.parametrize(
    "plain",
    [
        7,
        None,
        [],
        {},
        {"say": 1, "with": {}},
        {"say": "a"},
        {"say": "a", "with": []},
        {"say": "a", "with": {"b": None}},
        {"say": "a", "with": {"b": True}},
        {"say": "a", "many": 1, "with": {}},
        {"say": "a", "with": {"b": {"with": {}}}},
    ],
)
def test_what_is_no_text_is_refused(plain):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"text": plain}, Told, dec_hook=from_record)


def test_a_file_of_endless_depth_is_refused():
    plain = "x"
    for _ in range(50):
        plain = {"say": "{a}", "with": {"a": plain}}

    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"text": plain}, Told, dec_hook=from_record)


def test_only_texts_are_written_so():
    for hook in (as_record, as_english):
        with pytest.raises(TypeError):
            msgspec.json.encode(object(), enc_hook=hook)


# ---- numbers with their nouns -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 points")]
)
def test_a_number_has_the_form_of_its_noun(number, said):
    assert count(number, "point") == said


def test_a_noun_may_have_a_plural_of_its_own():
    assert [count(n, "man", "men") for n in (1, 2)] == ["1 man", "2 men"]
