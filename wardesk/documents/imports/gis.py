"""Import of shapefiles and what else GDAL reads, by the library pyogrio where it is installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import shapely
from msgspec import json

from wardesk.documents.imports.geojson import traced_features
from wardesk.documents.imports.tracing import MOST_CELLS, TRY, Tracing, check_size
from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

GIS = frozenset({".shp", ".fgb", ".gml", ".kml"})
"""Endings of files that GDAL reads and WarDesk does not."""


def read_gis(path: Path, layer: str = "") -> Tracing:
    """The areas in a file of a geographic information system; *layer* by its name.

    UserError when pyogrio is missing or the layer is not there, DamagedFile when GDAL cannot read
    the file or it holds no polygons.
    """
    try:
        ogrio: Any = importlib.import_module("pyogrio")
    except ImportError as error:
        raise UserError(
            say("Files like {path!s} are read by pyogrio, which is not installed.", path=path.name),
            say(
                "Install it with {command!s}, or write the file as GeoJSON or GeoPackage.",
                command='pip install "wardesk[gis]"',
            ),
        ) from error
    try:
        known = [str(name) for name, _ in ogrio.list_layers(path)]
        if layer and layer not in known:
            raise UserError(
                say("{path!s} has no layer “{layer}”.", path=path.name, layer=layer[:60]),
                say("Layers: {known}.", known=", ".join(known[:12]) or "none"),
            )
        meta, _, shapes, values = ogrio.raw.read(
            path, layer=layer or None, force_2d=True, max_features=MOST_CELLS + 1
        )
    except (ogrio.errors.DataSourceError, ogrio.errors.DataLayerError, RuntimeError) as error:
        raise DamagedFile(
            say("{path!s} cannot be read: {why}.", path=path.name,
                why=" ".join(str(error).split())[:100]),
            TRY,
        ) from error  # fmt: skip
    check_size(len(shapes), 0, path.name)
    rows: list[object] = []
    for n, blob in enumerate(shapes):
        shape = shapely.from_wkb(blob) if blob is not None else None
        told = {
            str(name): column[n]
            for name, column in zip(meta["fields"], values, strict=True)
            if isinstance(column[n], str)
        }
        rows.append(
            {
                "geometry": json.decode(shapely.to_geojson(shape)) if shape is not None else None,
                "properties": told,
            }
        )
    return traced_features(rows, path, "GDAL")
