"""Every sentence that WarDesk says has its translations, with the same values in them."""

import ast
import re

import catalogues
import pytest

from wardesk.documents.packs.store import list_packs, read_scenario
from wardesk.words import ENGLISH, LANGUAGES, folder, say_count, shown, tr, use_language

PATHS = sorted(catalogues.FOLDER.glob("*/LC_MESSAGES/wardesk.po"))


def found_in(source):
    return list(catalogues.said(ast.parse(source), frozenset({"UserError"})))


def test_every_language_but_english_has_a_catalogue():
    assert {path.parent.parent.name for path in PATHS} == set(LANGUAGES) - {ENGLISH}
    assert folder() == catalogues.FOLDER


def test_a_term_of_one_language_is_a_term_of_all(tmp_path):
    for language, words in (("de", {"words of nobody": "Niemandsworte"}), ("fr", {})):
        path = tmp_path / language / "LC_MESSAGES" / "wardesk.po"
        path.parent.mkdir(parents=True)
        catalogue = catalogues.Ours(language)
        for one, other in words.items():
            catalogue.add(one, other, auto_comments=[catalogues.TERM])
        path.write_bytes(catalogues.written(catalogue))

    missing = catalogues.update(tmp_path)

    assert missing.count("words of nobody") == 1
    assert catalogues.terms(catalogues.catalogue(path)) == {"words of nobody": ("words of nobody",)}


def test_french_counts_none_and_one_alike():
    path = catalogues.FOLDER / "fr" / "LC_MESSAGES" / "wardesk.po"
    counted = [one for one in catalogues.catalogue(path) if isinstance(one.id, tuple) and one.id[0]]

    assert counted
    for one in counted:
        none = say_count(*map(str, one.id), n=0)
        assert shown(none, "fr") == str(one.string[0]).replace("{n}", "0")


def test_a_form_for_several_numbers_names_the_number():
    new = catalogues.Ours("fr")
    new.add(("{n} a", "{n} b"), ("un a", "{n} b"))
    assert catalogues.lacking(new) == ["{n} a"]
    new = catalogues.Ours("fr")
    new.add(("{n} a", "{n} b"), ("{n} a", "{n} b"))
    assert catalogues.lacking(new) == []


def test_a_language_may_have_more_forms_than_english():
    new = catalogues.in_step(catalogues.Ours("pl"), {("{n} a", "{n} b")})
    assert next(one.string for one in new if one.id) == ("", "", "")
    assert catalogues.lacking(new) == ["{n} a"]
    new = catalogues.Ours("pl")
    new.add(("{n} a", "{n} b"), ("a", "{n} b", "{n} c"))
    assert catalogues.lacking(catalogues.in_step(new, {("{n} a", "{n} b")})) == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.parent.name)
def test_every_message_has_its_translation_with_the_same_places(path):
    now = catalogues.catalogue(path)
    wanted = catalogues.messages()

    new = catalogues.in_step(now, wanted)

    assert len(wanted) > 400
    assert not catalogues.lacking(new)
    assert catalogues.written(new) == path.read_bytes(), "run packaging/translations.py"
    assert catalogues.compiled(new) == path.with_suffix(".mo").read_bytes()


def never(language):
    """Each word of the field, with the words that never stand for it in a language."""
    text = (catalogues.ROOT / "resources/docs/develop/translate.md").read_text("utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.count("|") == 6]
    column = {"de": 2, "fr": 4}[language]
    for row in rows[2:]:
        if shut := [word.strip() for word in row[column].split(",") if word.strip()]:
            yield row[0].strip(), rf"(?<!am )\b(?:{'|'.join(shut)})(?:e?[ns]|e)?\b(?!\.\w)"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.parent.parent.name)
def test_one_thing_has_one_word(path):
    found = []
    words = list(never(path.parent.parent.name))
    assert len(words) > 5
    for one in catalogues.catalogue(path):
        both = (" ".join(t if isinstance(t, tuple) else (t,)) for t in (one.id, one.string))
        english, other = (re.sub(r"\{\w.*?\}", "…", text) for text in both)
        found += [
            (word, english, other)
            for word, wrong in words
            if re.search(rf"\b{word}s?\b", english, re.IGNORECASE)
            and re.search(wrong, other, re.IGNORECASE)
        ]
    assert not found


def test_a_reader_of_german_is_spoken_to_as_a_friend():
    path = catalogues.FOLDER / "de" / "LC_MESSAGES" / "wardesk.po"
    assert not [
        one.string
        for one in catalogues.catalogue(path)
        if one.id
        and re.search(r"\b[A-ZÄÖÜ]\w*n Sie\b|\bIhnen\b", " ".join(str(one.string).split()))
    ]


def test_lengths_of_games_are_abbreviated_in_one_way():
    lengths = {
        shown(read_scenario(pack, name.partition("/")[2]).length, "de")
        for pack in list_packs()
        for name in pack.scenarios
    }
    assert lengths
    assert not [one for one in lengths if re.search(r" (min|h)$", one)]


def test_messages_are_found_where_they_are_said():
    assert found_in('say("{a} b", a=1); d.say("c", "d")') == [("{a} b",)]
    assert found_in('say_count("{n} a", "{n} b", n=2)') == [("{n} a", "{n} b")]
    assert found_in('raise UserError("A.", "B.") from UserError(x, "")') == [("A.",), ("B.",)]


def test_words_of_the_window_may_name_where_they_stand():
    taken = "from wardesk.words import say, tr\n"
    assert found_in(taken + 'tr("a"); tr("a", "Here"); o.tr("b")') == [("a",), ("Here\x04a",)]
    assert found_in('tr("a")') == []
    old = catalogues.Ours("de")
    old.add("a", "eins")
    old.add("a", "zwei", context="Here")

    new = catalogues.in_step(old, {("a",), ("Here\x04a",)})

    assert {(one.context, one.string) for one in new if one.id} == {
        (None, "eins"),
        ("Here", "zwei"),
    }


def test_a_template_that_is_put_together_is_refused():
    with pytest.raises(SystemExit, match="written out"):
        found_in('say(f"{a} b", a=1)')


def test_every_call_gives_the_values_that_its_sentence_names():
    wrong = []
    for path in sorted(catalogues.ROOT.glob("wardesk/**/*.py")):
        for call, lost in catalogues.misfits(ast.parse(path.read_bytes())):
            wrong.append(f"{path.name}: {call}: {lost}")
    assert not wrong


def test_sentences_of_templates_are_found_with_their_values():
    source = '{{ tr("{a} b", a=1) }}{% if x %}{{ tr_count("{n} c", "{n} d", n=x) }}{% endif %}'
    assert list(catalogues.said_in_template(source)) == [
        (("{a} b",), {"a"}),
        (("{n} c", "{n} d"), {"n"}),
    ]
    with pytest.raises(SystemExit, match="written out"):
        list(catalogues.said_in_template('{{ tr("a" if x else "b") }}'))


TEMPLATES = sorted(catalogues.ROOT.glob(catalogues.TEMPLATES))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_sentence_of_a_template_is_given_the_values_that_it_names(path):
    for forms, given in catalogues.said_in_template(path.read_text("utf-8")):
        assert given - {"n"} == frozenset().union(*map(catalogues.places, forms)) - {"n"}, forms


def test_a_value_too_many_or_too_few_is_told():
    source = 'say("{a} b", a=1); say("{a} b", c=1); say("{a}", **d); say_count("1", "{n}", n=1)'
    assert [lost for _, lost in catalogues.misfits(ast.parse(source))] == ["a, c"]


def test_an_error_is_known_by_what_it_is_made_from():
    tree = ast.parse("class A(UserError): ...\nclass B(A): ...\nclass C(Exception): ...")
    assert catalogues.error_names([tree]) == {"UserError", "A", "B"}


@pytest.mark.parametrize(
    ("english", "german", "fits"),
    [
        ("{a} b", "{a} c", True),
        ("{a!r} b", "„{a}“ c", True),
        ("{a} b", "c", False),
        ("{a} b", "{a} {c}", False),
        (("{n} a", "{n} b"), ("ein A", "{n} B"), True),
        (("{n} a of {b}", "{n} c of {b}"), ("ein A", "{n} B von {b}"), False),
    ],
)
def test_a_translation_has_the_places_of_its_sentence(english, german, fits):
    new = catalogues.Ours("de")
    new.add(english, german)
    assert (catalogues.lacking(new) == []) == fits


def test_what_nobody_says_any_more_goes_and_terms_stay():
    old = catalogues.Ours("de")
    old.add("gone", "fort")
    old.add("kept", "behalten")
    old.add("a word", "ein Wort", auto_comments=[catalogues.TERM])

    new = catalogues.in_step(old, {("kept",), ("new",)})

    assert [(one.id, one.string) for one in new if one.id] == [
        ("a word", "ein Wort"),
        ("kept", "behalten"),
        ("new", ""),
    ]


@pytest.mark.parametrize(
    ("code", "chit", "pencil", "tie", "board", "done"),
    [
        ("de", "Ziehen", "Zeichnen", "Unentschieden", "Aufbau", "Aufgebaut"),
        ("fr", "Tirer", "Dessiner", "Match nul", "Mise en place", "Mise en place"),
    ],
)
def test_one_english_word_is_several_where_it_stands(code, chit, pencil, tie, board, done):
    """The button beside a cup said that it draws a picture, and so did a game that nobody won."""
    use_language(code)
    try:
        drawn = [tr("Draw", "chance"), tr("Draw", "MapWorkspace"), shown("Draw")]
        assert drawn == [chit, pencil, tie]
        assert [tr("Set up", "NewGameDialog"), shown("Set up")] == [board, done]
    finally:
        use_language("en")
