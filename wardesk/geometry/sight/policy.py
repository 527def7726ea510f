"""The vocabulary of sight rules, as data: weights, threshold, scope, elevation, ranges.

A policy names kinds of cells, edges and lines; it knows nothing of any board. Everything a sight
line meets has a weight; the line is blocked when the weights add up to the threshold. So what
always blocks has the threshold as its weight, and "the second one blocks" is weight 1 of 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(max_length=64, pattern=r"^[^\s\x00-\x1f\x7f-\x9f]*\Z")]
Text = Annotated[str, Meta(max_length=2_000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]
Weight = Annotated[int, Meta(ge=0, le=8)]
Threshold = Annotated[int, Meta(ge=1, le=8)]
Reach = Annotated[int, Meta(ge=0, le=4096)]


class Elevation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How heights matter.

    Cells higher than both ends block. A weighted cell as high as the higher end counts; a lower one
    counts only if it hides the lower end: it touches the lower end and not the higher one. One
    cell further back is visible again.
    """

    property: str = "level"
    """The cell property with the height, a whole number; 0 where it is missing."""
    higher_end: Literal["edge_cell", "along_line", "anywhere"] = "edge_cell"
    """Where the higher of two unequal ends must be: in a cell with a lower neighbour
    (``edge_cell``), or one whose next cell along the line is lower (``along_line``)."""
    obstacle_target_blind: bool = False
    """Whether a lower end that is a weighted cell itself can be hidden by the one in front."""


class RangeLimit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How far a class of targets can be seen, and how far in certain kinds of cells."""

    reach: Reach
    in_cells: Mapping[str, Reach] = field(default_factory=dict[str, int])


class SightPolicy(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sight rule. The same data drives the explanation of one line and every fast engine."""

    id: Name
    title: Text = ""
    cite: Text = ""
    """Where the rule stands; repeated in every answer."""
    threshold: Threshold = 1
    cells: Mapping[str, Weight] = field(default_factory=dict[str, int])
    """Weight of crossing a cell, by its kind. The two end cells never count."""
    cell_property: str = ""
    """A cell property that is a weight as well (true = the threshold), or empty."""
    edges: Mapping[str, Weight] = field(default_factory=dict[str, int])
    """Weight of crossing an edge, by its kind. Edges of the two end cells do not count, save as
    *edges_of_ends* says."""
    lines: Mapping[str, Weight] = field(default_factory=dict[str, int])
    """Weight of crossing a drawn line, by its kind. Its pieces in the end cells never count."""
    marks: Mapping[str, Weight] = field(default_factory=dict[str, int])
    """Weight of crossing a cell in which such a mark lies just now (smoke, shells)."""
    edges_of_ends: Literal["clear", "high"] = "clear"
    """``high``: an end on the low side of a directed edge (a cliff) does not look over it, so the
    edge counts for it like any other; one on the high side does."""
    scope: Literal["local", "global", "any"] = "local"
    """A fork takes its better side each time (``local``), one side for the whole line
    (``global``), or its worse side (``any``)."""
    corner: Literal["min", "clear"] = "min"
    """Whether cells that meet at a corner close it (``min``) or let the line slip through."""
    run_on_edge: Literal["clear", "block"] = "clear"
    """Whether a line that runs along a weighted edge counts it."""
    off_board: Literal["open", "block"] = "open"
    adjacent: Literal["traced", "clear"] = "traced"
    """``clear``: cells that share a side see each other whatever lies between."""
    elevation: Elevation | None = None
    reach: Reach = 0
    """No line is longer than this many cells; 0 = no limit."""
    conditions: Mapping[str, Reach] = field(default_factory=dict[str, int])
    """Limits on top while a condition holds: night, fog."""
    ranges: Mapping[str, RangeLimit] = field(default_factory=dict[str, RangeLimit])
    """Limits by class of target; asked for only when a target class is given."""

    def limit(self, conditions: tuple[str, ...] = ()) -> int:
        """The longest line under these conditions, 0 = no limit. KeyError for an unknown one."""
        limits = [self.reach, *(self.conditions[name] for name in conditions)]
        return min((limit for limit in limits if limit), default=0)


PLAIN = SightPolicy(
    id="plain", title="Cells marked as blocking sight", cell_property="blocks_sight"
)
"""What counts where a map brings no rule of its own."""
