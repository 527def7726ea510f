"""SVG that comes in: written as it will be drawn, or refused with the part named."""

from __future__ import annotations

from contextlib import suppress
from xml.etree import ElementTree

import pytest

from wardesk.documents.files.pictures import (
    find_picture,
    judge_picture,
    keep_bytes,
    keep_made_picture,
    keep_picture,
)
from wardesk.errors import DamagedFile

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def let_in(tmp_path, body, head='viewBox="0 0 100 100"'):
    """The drawing as it is kept."""
    file = tmp_path / "x.svg"
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" {head}>{body}</svg>',
        "utf-8",
    )
    kept = find_picture(keep_picture(file)).read_bytes()
    judge_picture(kept, "x.svg")
    return ElementTree.fromstring(kept)


RECT = '<rect width="9" height="9" {}/>'


@pytest.mark.parametrize(
    ("said", "colour", "opacity"),
    [
        ('fill="rgba(255, 0, 0, 0.5)"', "#ff0000", "0.5"),
        ('fill="rgba(255,0,0,1)"', "#ff0000", None),
        ('fill="rgb(100% 0% 0% / 25%)"', "#ff0000", "0.25"),
        ('fill="hsl(120, 100%, 25%)"', "#008000", None),
        ('fill="hsl(0.5turn 100% 50%)"', "#00ffff", None),
        ('fill="#f008"', "#ff0000", "0.5333"),
        ('fill="#ff000080" fill-opacity="50%"', "#ff0000", "0.251"),
        ('style="fill: blue; fill: red !important; fill: green"', "red", None),
        ('fill="blue" style="/* new */ fill: #fff"', "#fff", None),
        ('color="red" fill="currentColor"', "red", None),
        ('fill="transparent"', "#000000", "0"),
        ('fill="url(#none) green"', "green", None),
    ],
)
def test_a_colour_is_said_in_the_old_way(said, colour, opacity, tmp_path):
    part = let_in(tmp_path, RECT.format(said))[0]
    assert (part.get("fill"), part.get("fill-opacity")) == (colour, opacity)


def test_what_a_colour_lets_through_goes_with_it_and_not_with_another(tmp_path):
    body = '<g fill="rgba(255,0,0,.5)">{}{}{}</g>'.format(
        RECT.format(""), RECT.format('fill="blue"'), RECT.format('fill-opacity=".5"')
    )
    group = let_in(tmp_path, body)[0]
    shown = [float(one.get("fill-opacity", group.get("fill-opacity"))) for one in group]
    assert shown == [0.5, 1, 0.25]


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (RECT.format('clip-path="url(#c)"'), "clip-path"),
        ("<svg/>", "svg in svg"),
        (RECT.format('style="transform-origin: 5px 5px"'), "transform-origin"),
        (RECT.format('transform="rotate(1rad)"'), "transform"),
        (RECT.format('paint-order="stroke"'), "paint-order"),
        (RECT.format('style="mix-blend-mode: multiply"'), "mix-blend-mode"),
        (RECT.format('vector-effect="non-scaling-stroke"'), "vector-effect"),
        (RECT.format('fill="lab(50% 40 59)"'), "fill: lab"),
        (RECT.format('style="fill: var(--ink)"'), "fill: var"),
        (RECT.format('stroke-width="calc(1px + 1px)"'), "stroke-width: calc"),
        ('<path style="d: path(&quot;M0 0H9&quot;)"/>', "d in style"),
        ('<text style="font: bold 9px serif">A</text>', "font"),
        ('<text letter-spacing="3">A</text>', "letter-spacing"),
        ('<text x="1 2 3">ABC</text>', "text x: 1 2 3"),
        ('<text>A<tspan dy="3">B</tspan></text>', "tspan"),
        ('<text>A<tspan>B<tspan x="3">C</tspan></tspan></text>', "tspan in tspan"),
        ('<radialGradient fr=".2"/>', "fr"),
        ('<linearGradient gradientUnits="userSpaceOnUse" x2="9%"/>', "% in userSpaceOnUse"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_its_name(body, part, tmp_path):
    with pytest.raises(DamagedFile) as told:
        let_in(tmp_path, body)
    assert f"“{part}" in told.value.message
    assert "x.svg" in told.value.message
    assert not (tmp_path / "home" / "pictures").exists()


@pytest.mark.parametrize("name", ["clip-path", "paint-order", "vector-effect", "letter-spacing"])
def test_a_word_that_changes_nothing_is_let_in(name, tmp_path):
    usual = {"paint-order": "normal", "letter-spacing": "0px"}.get(name, "none")
    assert len(let_in(tmp_path, RECT.format(f'{name}="{usual}"'))) == 1


def test_clips_that_nothing_uses_and_other_programs_words_are_left_out(tmp_path):
    body = (
        '<defs><clipPath id="c"><rect/></clipPath></defs><x:rect xmlns:x="urn:x" x:y="1"/>'
        '<rect xmlns:x="urn:x" x:label="Hill" width="9" height="9" style="-x-font: Y; fill: red"/>'
    )
    kept = let_in(tmp_path, body)
    assert [one.tag for one in kept.iter()] == [f"{SPACE}{tag}" for tag in ("svg", "defs", "rect")]
    assert set(kept[1].attrib) == {"width", "height", "fill"}


def test_a_plain_drawing_keeps_its_bytes_and_so_its_name(tmp_path):
    file = tmp_path / "x.svg"
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 48 48">'
        '<g fill="red" opacity="1"><path d="M2 2h9v9z"/></g></svg>\n'
    )
    assert find_picture(keep_picture(file)).read_bytes() == file.read_bytes()


def test_repeating_parts_are_refused_in_any_name_space():
    data = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="urn:x"><x:use href="#a"/></svg>'
    with pytest.raises(DamagedFile, match="use"):
        judge_picture(data, "x.svg")


def test_lines_of_a_text_stand_where_they_were_said(tmp_path):
    body = (
        '<text x="5" y="10" font-size="10pt" fill="red"><tspan x="5" y="10">One</tspan>'
        '<tspan x="5" dy="1.5em" fill="blue">Two</tspan><tspan> more</tspan></text>'
    )
    lines = list(let_in(tmp_path, body))
    assert [("".join(one.itertext()), one.get("x"), float(one.get("y"))) for one in lines] == [
        ("One", "5", 10), ("Two more", "5", pytest.approx(30)),
    ]  # fmt: skip
    assert all(one.get("fill") == "red" for one in lines)
    assert not any(one.get("y") or one.get("dy") for line in lines for one in line)


@pytest.mark.parametrize(
    ("how", "box"),
    [("", [0, -50, 100, 200]), ("xMinYMin meet", [0, 0, 100, 200]), ("none", [0, 0, 100, 100])],
)
def test_a_drawing_of_other_proportions_than_its_box_is_not_stretched(how, box, tmp_path):
    more = f'preserveAspectRatio="{how}"' if how else ""
    file = tmp_path / "x.svg"
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="50" height="100" '
        f'viewBox="0 0 100 100" {more}><rect/></svg>'
    )
    kept = ElementTree.fromstring(find_picture(keep_picture(file)).read_bytes())
    assert [float(one) for one in kept.get("viewBox").split()] == box


MANY = 400_000


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "said",
    [
        f'transform="rotate({"1" * MANY}x"',
        f'transform="rotate({" " * MANY}x"',
        f'stroke-width="{"1" * MANY}x"',
        f'opacity="{" " * MANY}x"',
        f'style="fill: red{" " * MANY}x ! y"',
        f'style="{"/*" * MANY} fill: blue"',
        f'style="{";" * MANY}"',
        f'fill="url(#{" " * MANY}"',
        f'fill="rgb({" 1" * MANY})"',
        f'points="{"1" * MANY}"',
        'fill="hsl(1e999,1%,1%)"',
        'fill="rgb(1e999,0,0)"',
        'font-size="1e999"',
        'font-size="1e6em"',
    ],
)
def test_senseless_values_are_judged_in_no_time(said, tmp_path):
    with suppress(DamagedFile):
        let_in(tmp_path, f"<text {said}>A</text>")


@pytest.mark.parametrize("box", ["0 0 1e999 1", "0 0 0 0", "0 0 1e9 1", "x", "0 0 -5 5"])
def test_a_senseless_box_does_no_harm(box, tmp_path):
    with suppress(DamagedFile):
        let_in(tmp_path, "<rect/>", f'viewBox="{box}"')


CLIPPED = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    b'<rect width="9" height="9" clip-path="url(#c)"/></svg>'
)


def test_what_was_let_in_before_opens_for_ever(tmp_path):
    """A finished pack or a game that carries such a drawing: kept under the name of its bytes."""
    art = tmp_path / "clip.svg"
    art.write_bytes(CLIPPED)
    assert find_picture(keep_made_picture(art)).read_bytes() == CLIPPED
    assert keep_bytes(CLIPPED, "clip.svg") == keep_made_picture(art)
    art.write_bytes(CLIPPED.replace(b'clip-path="url(#c)"', b'fill="#f008"'))
    assert b"#ff0000" in find_picture(keep_made_picture(art)).read_bytes()
    art.write_bytes(CLIPPED.replace(b"rect", b"script"))
    with pytest.raises(DamagedFile):
        keep_made_picture(art)
