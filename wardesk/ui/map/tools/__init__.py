"""The tools of the map editor, in the order of the tool bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardesk.ui.map.tools.areas.area import AreaTool
from wardesk.ui.map.tools.areas.border import BorderTool
from wardesk.ui.map.tools.areas.cut import CutTool
from wardesk.ui.map.tools.areas.merge import MergeTool
from wardesk.ui.map.tools.areas.node import NodeTool
from wardesk.ui.map.tools.areas.redraw import RedrawTool
from wardesk.ui.map.tools.brush import BrushTool
from wardesk.ui.map.tools.elevation import ElevationTool
from wardesk.ui.map.tools.eraser import EraserTool
from wardesk.ui.map.tools.fill import FillTool
from wardesk.ui.map.tools.hexside import HexsideTool
from wardesk.ui.map.tools.label import LabelTool
from wardesk.ui.map.tools.line import LineTool
from wardesk.ui.map.tools.link import LinkTool
from wardesk.ui.map.tools.measure import MeasureTool
from wardesk.ui.map.tools.paste import PasteTool
from wardesk.ui.map.tools.pictures.calibrate import CalibrateTool
from wardesk.ui.map.tools.pictures.underlay import UnderlayTool
from wardesk.ui.map.tools.rectangle import RectangleTool
from wardesk.ui.map.tools.review import ReviewTool
from wardesk.ui.map.tools.select import SelectTool
from wardesk.ui.map.tools.sight import SightTool
from wardesk.ui.map.tools.wand import WandTool
from wardesk.ui.map.tools.zone import ZoneTool

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.tools.tool import Tool
    from wardesk.ui.map.view import MapView

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    WandTool,
    PasteTool,
    BrushTool,
    RectangleTool,
    FillTool,
    EraserTool,
    ElevationTool,
    HexsideTool,
    BorderTool,
    LineTool,
    LabelTool,
    AreaTool,
    NodeTool,
    RedrawTool,
    CutTool,
    MergeTool,
    ZoneTool,
    LinkTool,
    ReviewTool,
    SightTool,
    MeasureTool,
    UnderlayTool,
    CalibrateTool,
)
"""Every tool there is; a map gets those whose `kinds` name its own."""


def make_tools(model: MapModel, view: MapView) -> dict[str, Tool]:
    """The tools for a map, by id."""
    kind = model.document.kind
    return {tool.id: tool(model, view) for tool in TOOLS if kind in tool.kinds}
