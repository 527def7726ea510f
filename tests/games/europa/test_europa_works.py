"""Every row of the table of works, held against the chapter's figures."""

import pytest

from wardesk.games.europa.works import ELIMINATED, GONE, WORKS, Figure

PRINTED = """
entrenchment -1 0 0 0 0 0 gone vacated none none gone
improved_entrenchment -2 0 0 0 0 0 gone vacated none none entrenchment
damaged_fort -1 -1 1 1 0 0 gone now none none -
fort -2 -1 2 2 0 0 gone now none none damaged_fort
improved_fort -2 -2 2 2 0 0 gone now none none fort
fortified_area -3 -2 2 3 1 2 gone now none none improved_fort
improved_fortified_area -3 -3 2 3 1 2 gone now none none fortified_area
permanent_fortified_area -3 -3 2 3 1 0 eliminated never none none -
fortified_zone -3 -3 2 4 2 6 gone next_turn hex none -
permanent_fortified_zone -3 -3 4 0 0 0 eliminated never hex none -
unimproved_fortified_hexside -2 -3 2 1 0 2 gone next_turn none none -
fortified_hexside -3 -3 4 2 0 6 unimproved_fortified_hexside next_turn hexside none -
damaged_unimproved_fortress -2 -1 2 0 0 6 damaged_fort next_turn none none -
unimproved_fortress -2 -2 4 0 0 6 fort next_turn none none damaged_unimproved_fortress
damaged_fortress -3 -3 2 0 0 6 unimproved_fortress next_turn none any -
fortress -3 -4 4 0 0 6 unimproved_fortress next_turn hex any damaged_fortress
port_fortification -3 -4 4 0 0 0 eliminated never hex any -
unimproved_westwall 0 -2 2 0 0 0 - never none none -
westwall 0 -3 4 0 0 6 unimproved_westwall next_turn none but_eliminated -
destroyed_ouvrage -2 -2 2 0 0 0 - never none none -
ouvrage -4 -5 6 0 0 6 destroyed_ouvrage next_turn hex any -
"""
"""Work, die, armour, half supply points, strength, light anti-aircraft, captors (halves of an RE),
what it becomes, when, halving, ignored retreats, one attack further down."""

FIGURES = Figure.__args__


def test_every_row_of_the_table():
    rows = [
        " ".join(
            str(getattr(row, figure) if getattr(row, figure) != "" else "-")
            for figure in ("id", *FIGURES)
            if figure != "unhalved"
        )
        for row in WORKS.values()
    ]

    assert rows == PRINTED.split("\n")[1:-1]
    assert len(rows) == 21


def test_who_is_not_halved():
    guns = {"artillery", "siege_artillery"}

    assert {row.id: set(row.unhalved) for row in WORKS.values() if row.unhalved} == {
        "fortified_zone": guns | {"combat_engineer"},
        "permanent_fortified_zone": guns | {"combat_engineer"},
        "fortified_hexside": guns | {"combat_engineer", "engineer"},
        "fortress": guns | {"combat_engineer", "heavy_aa"},
        "port_fortification": guns | {"combat_engineer", "heavy_aa"},
        "ouvrage": {"siege_artillery"},
    }


def test_what_only_single_works_do():
    assert [row.id for row in WORKS.values() if row.unit] == [
        "permanent_fortified_area",
        "permanent_fortified_zone",
        "port_fortification",
    ]
    assert [r.id for r in WORKS.values() if r.halves_support] == [
        "permanent_fortified_zone",
        "ouvrage",
    ]
    assert [r.id for r in WORKS.values() if r.engineers_doubled] == ["ouvrage"]
    assert [r.id for r in WORKS.values() if r.quartered_across_border] == ["ouvrage"]
    assert [r.id for r in WORKS.values() if "die" in r.printed] == [
        "unimproved_westwall",
        "westwall",
    ]


@pytest.mark.parametrize("row", WORKS.values(), ids=lambda row: row.id)
def test_every_value_says_where_it_comes_from(row):
    marked = [*row.deduced, *row.rebuilt]

    assert len(marked) == len(set(marked))
    assert set(marked) <= set(FIGURES)
    assert {row.source(figure) for figure in FIGURES} <= {"stated", "deduced", "rebuilt"}
    assert row.source("die") == (
        "deduced" if row.unit else "stated"
    )  # a permanent work acts "as" another


def test_the_one_rebuilt_value_of_the_works():
    found = [(r.id, figure) for r in WORKS.values() for figure in r.rebuilt]

    assert found == [("unimproved_fortress", "becomes")]


@pytest.mark.rule("EF 40.B-13", "EF 40.B-14")
def test_every_chain_ends():
    def chain(name):
        row = WORKS.get(name)
        return [name, *chain(row.reduced_to)] if row and row.reduced_to else [name]

    assert chain("improved_fortified_area") == [
        "improved_fortified_area",
        "fortified_area",
        "improved_fort",
        "fort",
        "damaged_fort",
    ]
    assert chain("fortress") == ["fortress", "damaged_fortress"]
    assert chain("unimproved_fortress") == ["unimproved_fortress", "damaged_unimproved_fortress"]
    assert chain("improved_entrenchment") == ["improved_entrenchment", "entrenchment", GONE]
    assert {r.id for r in WORKS.values() if r.becomes == ELIMINATED} == {
        r.id for r in WORKS.values() if r.unit
    }
    for name in (
        "port_fortification",
        "fortified_hexside",
        "unimproved_fortified_hexside",
        "fortified_zone",
        "permanent_fortified_area",
        "permanent_fortified_zone",
        "ouvrage",
        "destroyed_ouvrage",
        "westwall",
        "unimproved_westwall",
    ):
        assert chain(name) == [name]
