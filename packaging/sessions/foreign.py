"""Files that other programs might have written, made by hand: what the session of travels opens.

Nothing here uses what WarDesk writes with; whoever reads these must know the formats themselves.
"""

from __future__ import annotations

import io
import math
import struct
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

# ---- a module of VASSAL --------------------------------------------------------------------------

BOARD = "Hauptkarte „Süd“"
EDGE = 40
"""The margin that the module leaves around its boards, px."""
X0, Y0, DX, DY = 44, 50, 69.0, 78.0
"""Its grid of hexes: the middle of the first, and from one to the next, px."""
SIZE = (860, 660)
SIDES = ("Étoile Rouge", "Нейтралы", "第三軍")
RIFLES, TANKS, GUARDS, SCOUTS = "Schützen-Rgt. 5 „Ost“", "Ça ira", "Гвардия", "第7師団"
TANKS_AT, GUARDS_AT = (6, 2), (9, 5)
"""Column and row of two stacks that stand by their pixels; the rifles stand at C04 by its name."""
_MODULE, _MAP = "VASSAL.build.module.", "VASSAL.build.module.map."


def name_of(column: int, row: int) -> str:
    """What the board calls a hex: C04 is the third column and the fourth row."""
    return f"{chr(ord('A') + column)}{row + 1:02d}"


def _middle(column: int, row: int) -> tuple[float, float]:
    return X0 + column * DX, Y0 + row * DY + (DY / 2 if column % 2 else 0)


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError("a picture could not be made")
    return bytes(buffer.data().data())


def _board_picture() -> bytes:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor("#cfd8b4"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    tints = ("#d9dfb9", "#b7c690", "#e5dcb6", "#a9bfcb")
    for column in range(13):
        for row in range(9):
            x, y = _middle(column, row)
            ring = [
                QPointF(x + DX / 1.5 * math.cos(k * math.pi / 3), y + DY / 2 * t)
                for k, t in enumerate((0, 1, 1, 0, -1, -1))
            ]
            painter.setBrush(QColor(tints[(column * 5 + row * 3) % 4]))
            painter.setPen(QPen(QColor("#6f6a4c"), 1.5))
            painter.drawPolygon(QPolygonF(ring))
    painter.end()
    return _png(image)


def counter(tint: str, bars: int, size: int = 60) -> bytes:
    """A counter with a box and so many bars in it: its steps."""
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor(tint))
    painter = QPainter(image)
    painter.setPen(QPen(QColor("#20201c"), 2))
    painter.setBrush(QColor("#f4f0e0"))
    painter.drawRect(QRectF(size * 0.2, size * 0.25, size * 0.6, size * 0.35))
    for bar in range(bars):
        x = size * (0.25 + 0.18 * bar)
        painter.drawRect(QRectF(x, size * 0.7, size * 0.1, size * 0.15))
    painter.end()
    return _png(image)


def _nested(parts: Sequence[str]) -> str:
    """Traits within traits: the outermost first, each level escapes the tabs of the next."""
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = part + "\t" + text.replace("\t", "\\\t")
    return text


def _slot(name: str, image: str, traits: Mapping[str, str], number: int) -> str:
    """A place of a tray with its counter; *traits* and their states, the outermost first."""
    kinds = _nested([*traits, f"piece;;;{image};{name}"])
    states = _nested([*traits.values(), f"null;0;0;{number};0"])
    command = "/".join(("+", "null", kinds.replace("/", "\\/"), states.replace("/", "\\/")))
    return (f'<VASSAL.build.widget.PieceSlot entryName="{escape(name)}" gpid="{number}" '
            f'width="60" height="60">{escape(command, quote=False)}'
            "</VASSAL.build.widget.PieceSlot>")  # fmt: skip


def _layer(images: Sequence[str], names: Sequence[str]) -> str:
    """A layer, by which steps are counted."""
    return ("emb2;;128;A;Schritt;128;F;;128;;;;1;false;0;0;" + ",".join(images) + ";"
            + ",".join(names) + ";true;Step;;;false;;1;1;true;;70,130;;;1.0;;true")  # fmt: skip


def _stack(at: str, *slots: str) -> str:
    return (f'<{_MAP}SetupStack name="Stapel" owningBoard="{escape(BOARD)}" {at}>'
            + "".join(slots) + f"</{_MAP}SetupStack>")  # fmt: skip


def _pieces() -> dict[str, str]:
    steps = _layer(["rot3.png", "rot2.png", "rot1.png"], ["", "+ (2)", "+ (1)"])
    flip = _layer(["gold2.png", "gold1.png"], ["", "+ rev"])
    return {
        RIFLES: _slot(RIFLES, "rot3.png", {
            steps: "1", "mark;Side": SIDES[0], "sendto;Verluste;83,130;;;;;": "",
            "footprint;77,130;Spur;false": "", "prototype;Einheit": "",
        }, 11),
        TANKS: _slot(TANKS, "rot2.png", {"mark;Side": SIDES[0], "prototype;Einheit": ""}, 12),
        GUARDS: _slot(GUARDS, "gold2.png", {flip: "2", "mark;Side": SIDES[1]}, 13),
        SCOUTS: _slot(SCOUTS, "fehlt.png", {"mark;Side": SIDES[2]}, 14),
    }  # fmt: skip


def _build_file() -> str:
    pieces = _pieces()
    tx, ty = map(round, _middle(*TANKS_AT))
    gx, gy = map(round, _middle(*GUARDS_AT))
    grid = (
        f'<{_MAP}boardPicker.board.HexGrid color="0,0,0" dx="{DX}" dy="{DY}" x0="{X0}" y0="{Y0}" '
        'sideways="false" visible="false" edgesLegal="false" cornersLegal="false" snapTo="true">'
        f'<{_MAP}boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hType="A" hOff="0" '
        'hLeading="0" hDescend="false" vType="N" vOff="1" vLeading="1" vDescend="false" '
        'stagger="false" locationFormat="$gridLocation$" visible="false"/>'
        f"</{_MAP}boardPicker.board.HexGrid>"
    )
    stacks = (
        _stack('useGridLocation="true" location="C04" x="0" y="0"', pieces[RIFLES]),
        _stack(f'useGridLocation="false" x="{tx}" y="{ty}"', pieces[TANKS]),
        _stack(f'useGridLocation="false" x="{gx}" y="{gy}"', pieces[GUARDS]),
    )
    cards = "".join(
        _slot(f"Карта {k}", "", {"obs;72,130;F;Verdeckt": "null"}, 30 + k).replace(
            "PieceSlot", "CardSlot"
        )
        for k in range(1, 4)
    )
    trays = "".join(
        f'<VASSAL.build.widget.ListWidget entryName="{side}">{slots}'
        "</VASSAL.build.widget.ListWidget>"
        for side, slots in (
            (SIDES[0], pieces[RIFLES] + pieces[TANKS]),
            (SIDES[1], pieces[GUARDS]), (SIDES[2], pieces[SCOUTS]),
        )
    )  # fmt: skip
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        '<VASSAL.build.GameModule name="Übung: 夏の嵐" version="0.9ß" VassalVersion="3.7.5" '
        'nextPieceSlotId="90">'
        f"<{_MODULE}PlayerRoster>{''.join(f'<entry>{side}</entry>' for side in SIDES)}"
        f"</{_MODULE}PlayerRoster>"
        f'<{_MODULE}folder.ModuleSubFolder name="Karten"><{_MODULE}folder.ModuleSubFolder '
        'name="Osten"><VASSAL.build.module.Map mapName="Lage" '
        f'edgeWidth="{EDGE}" edgeHeight="{EDGE}"><{_MAP}BoardPicker>'
        f'<{_MAP}boardPicker.Board name="{escape(BOARD)}" image="karte süd.png">{grid}'
        f"</{_MAP}boardPicker.Board>"
        f'<{_MAP}boardPicker.Board name="Leer" width="300" height="200"/>'
        f"</{_MAP}BoardPicker>"
        f'<{_MAP}DrawPile name="Ereignisse" owningBoard="{escape(BOARD)}" x="10" y="10">{cards}'
        f"</{_MAP}DrawPile>{''.join(stacks)}"
        "</VASSAL.build.module.Map>"
        f"</{_MODULE}folder.ModuleSubFolder></{_MODULE}folder.ModuleSubFolder>"
        f"<{_MODULE}PrototypesContainer><{_MODULE}PrototypeDefinition name=\"Einheit\">"
        + escape("+/null/" + _nested(["rotate;6;88,130;90,130;Drehen;Zurück",
                                      "markmoved;moved.gif;0;0", "piece;;;;"])
                 + "/" + _nested(["0", "false", "null;0;0;;0"]), quote=False)
        + f"</{_MODULE}PrototypeDefinition></{_MODULE}PrototypesContainer>"
        f'<{_MODULE}DiceButton name="2W6" nDice="2" nSides="6" plus="0" reportTotal="true"/>'
        f'<{_MODULE}PieceWindow name="Figuren"><VASSAL.build.widget.TabWidget entryName="Alle">'
        f"{trays}</VASSAL.build.widget.TabWidget></{_MODULE}PieceWindow>"
        "<org.example.wetter.Wetterbericht/>"
        "</VASSAL.build.GameModule>"
    )  # fmt: skip


def module(path: Path) -> None:
    """A module of three sides: nested folders, names in four scripts, layers for steps."""
    parts: dict[str, str | bytes] = {
        "moduledata": '<?xml version="1.0" encoding="UTF-8"?><data version="1"><version>0.9ß'
        "</version><VassalVersion>3.7.5</VassalVersion><name>Übung: 夏の嵐</name></data>",
        "buildFile.xml": _build_file(), "images/karte süd.png": _board_picture(),
        "images/gold2.png": counter("#d2a83a", 2), "images/gold1.png": counter("#e4cf94", 1),
    }  # fmt: skip
    for steps, tint in ((3, "#b5432f"), (2, "#c4695a"), (1, "#dba79d")):
        parts[f"images/rot{steps}.png"] = counter(tint, steps)
    path.write_bytes(_zipped(parts))


def _zipped(parts: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


# ---- a sheet of counters -------------------------------------------------------------------------

ACROSS, DOWN, MARGIN, GAP, CUT = 4, 2, 30, 10, 120


def sheet(path: Path) -> None:
    """A scanned sheet: a margin, gaps, every counter of another colour."""
    wide = 2 * MARGIN + ACROSS * CUT + (ACROSS - 1) * GAP
    high = 2 * MARGIN + DOWN * CUT + (DOWN - 1) * GAP
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("#e9e6dd"))
    painter = QPainter(image)
    for row in range(DOWN):
        for column in range(ACROSS):
            tint = QColor.fromHsv(40 * (row * ACROSS + column), 120, 200).name()
            at = QPointF(MARGIN + column * (CUT + GAP), MARGIN + row * (CUT + GAP))
            painter.drawImage(at, QImage.fromData(counter(tint, 1 + column % 3, CUT)))
    painter.end()
    path.write_bytes(_png(image))


# ---- a map of Tiled ------------------------------------------------------------------------------

TILED = (12, 9)


def tiled(path: Path) -> None:
    """A map of hexes with what WarDesk does not have: flipped tiles, an ellipse, a picture."""
    columns, rows = TILED
    places = [divmod(place, columns) for place in range(rows * columns)]
    ground = [1 + (column * 3 + row * 5) % 4 // 2 for row, column in places]
    ground[columns + 3] |= 1 << 31  # flipped
    packed = b64encode(zlib.compress(struct.pack(f"<{len(ground)}I", *ground))).decode()
    above = ",".join("3" if k % 17 == 5 else "0" for k in range(columns * rows))
    path.write_text(
        f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="hexagonal" renderorder="right-down"
 width="{columns}" height="{rows}" tilewidth="60" tileheight="52" infinite="0" hexsidelength="30"
 staggeraxis="x" staggerindex="odd" nextlayerid="9" nextobjectid="20">
 <properties><property name="Verfasser" value="Ж. Löffler"/></properties>
 <tileset firstgid="1" name="Gelände" tilewidth="60" tileheight="52" tilecount="3" columns="3">
  <image source="gelaende.png" width="180" height="52"/>
  <tile id="0" type="Wiese"/><tile id="1" type="Wald"/><tile id="2" class="Großes Dorf"/>
 </tileset>
 <layer id="1" name="Boden" width="{columns}" height="{rows}">
  <data encoding="base64" compression="zlib">{packed}</data></layer>
 <layer id="2" name="Orte" width="{columns}" height="{rows}" opacity="0.6">
  <data encoding="csv">{above}</data></layer>
 <imagelayer id="3" name="Nebel"><image source="nebel.png" width="400" height="300"/></imagelayer>
 <objectgroup id="4" name="Wege">
  <object id="1" name="Alte Straße" x="30" y="40"><polyline points="0,0 180,60 420,70"/></object>
  <object id="2" name="Kleßheim" x="210" y="130"><point/></object>
  <object id="3" x="300" y="200" width="90" height="50"><ellipse/></object>
  <object id="4" x="100" y="300"/>
 </objectgroup>
</map>
""",
        encoding="utf-8",
    )


# ---- files that mean ill, or nothing -------------------------------------------------------------


def _bomb_picture(wide: int, high: int) -> bytes:
    """A picture of a few bytes that says it is enormous."""
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 64)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def hostile(folder: Path) -> dict[str, Path]:
    """One bad file of each kind, by what is wrong with it."""
    entities = ('<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">]>'
                "<{0}>&y;</{0}>")  # fmt: skip
    found: dict[str, tuple[str, bytes]] = {
        "a bomb as a module": ("bomb.vmod", _zipped({"buildFile.xml": b" " * (101 << 20)})),
        "a saved game that is noise": ("noise.vsav", bytes(range(256)) * 9),
        "entities in a Tiled map": ("bomb.tmx", entities.format("map").encode()),
        "a GeoJSON cut short": ("short.geojson", b'{"type": "FeatureCollection", "features": ['),
        "a map with paths that lead out": (
            "out.wdmap", _zipped({"../../stolen.json": b"{}", "manifest.json": b"{}"}),
        ),
        "a pack that is no pack": ("pack.zip", _zipped({"pack.toml": b"= nonsense"})),
        "a log of a game that is noise": ("game.wdgame", b"\0" * 5000),
    }  # fmt: skip
    places: dict[str, Path] = {}
    for words, (name, data) in found.items():
        places[words] = folder / name
        places[words].write_bytes(data)
    triplea = folder / "polygons.txt"
    triplea.write_text("Ardennes < (1,2) (3,nan) >\n", encoding="utf-8")
    places["outlines of nothing"] = triplea
    picture = folder / "enormous.png"
    picture.write_bytes(_bomb_picture(60_000, 60_000))
    places["an enormous picture"] = picture
    return places
