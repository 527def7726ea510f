"""The tools of the map editor, in the order of the tool bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardesk.ui.map.tools.area import AreaTool
from wardesk.ui.map.tools.border import BorderTool
from wardesk.ui.map.tools.brush import BrushTool
from wardesk.ui.map.tools.cut import CutTool
from wardesk.ui.map.tools.merge import MergeTool
from wardesk.ui.map.tools.node import NodeTool
from wardesk.ui.map.tools.redraw import RedrawTool
from wardesk.ui.map.tools.select import SelectTool

if TYPE_CHECKING:
    from wardesk.ui.map.edit_desk import EditDesk
    from wardesk.ui.map.tool import Tool
    from wardesk.ui.map.view import MapView

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    BrushTool,
    BorderTool,
    AreaTool,
    NodeTool,
    RedrawTool,
    CutTool,
    MergeTool,
)
"""Every tool there is; a map gets those whose `kinds` name its own."""


def make_tools(desk: EditDesk, view: MapView) -> dict[str, Tool]:
    """The tools for a map, by id."""
    kind = desk.document.kind
    return {tool.id: tool(desk, view) for tool in TOOLS if kind in tool.kinds}
