"""Chapter 4: lines of sight, worked out once more from the text, in whole numbers."""

import pytest
from field import HANNUT, STONNE

CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""Of a hex, two to the right for each column and three up for each row."""


def blocks(setting, a: str, b: str, cell: str) -> bool:
    """4.3.1, 4.3.2 Whether a hex that the line from *a* to *b* passes blocks it."""
    beside, levels = setting.neighbours, setting.levels
    high, low = (a, b) if levels[a] >= levels[b] else (b, a)
    if levels[cell] > levels[high]:
        return True
    if setting.terrain[cell] not in ("wood", "village", "orchard"):
        return False
    if levels[cell] == levels[high]:
        return True
    # lower ground hides the one hex right behind it, unless it is next to both ends
    if levels[cell] < levels[low] or setting.terrain[low] != "clear":
        return False
    return cell in beside[low] and cell not in beside[high]


def on_an_edge(setting, a: str, b: str) -> bool:
    """4.3.2 Of two ends of different level the higher one lies beside lower ground."""
    levels = setting.levels
    high = max(a, b, key=levels.__getitem__)
    lower = any(levels[cell] < levels[high] for cell in setting.neighbours[high])
    return levels[a] == levels[b] or lower


def clear_line(setting, a: str, b: str) -> bool:
    """4.3, straight from the text: from centre to centre, in whole numbers."""
    if b in setting.neighbours[a]:
        return True
    points = {c: (2 * q + r, 3 * r) for c, (q, r) in setting._places.items()}
    (ax, ay), (bx, by) = points[a], points[b]
    along: dict[tuple[int, int], list[str]] = {}
    far = setting.distance(a, b)
    for cell, (x, y) in points.items():
        if cell in (a, b) or max(setting.distance(cell, a), setting.distance(cell, b)) > far:
            continue
        turns = [(bx - ax) * (y + v - ay) - (by - ay) * (x + u - ax) for u, v in CORNERS]
        if min(turns) < 0 < max(turns) and blocks(setting, a, b, cell):
            return False
        if turns.count(0) == 2:  # the line runs along a side of this hex
            ends = [corner for corner, turn in zip(CORNERS, turns, strict=True) if not turn]
            middle = (2 * x + ends[0][0] + ends[1][0], 2 * y + ends[0][1] + ends[1][1])
            along.setdefault(middle, []).append(cell)
    pairs = [cells for cells in along.values() if len(cells) == 2]
    shut = any(all(blocks(setting, a, b, cell) for cell in cells) for cells in pairs)
    return on_an_edge(setting, a, b) and not shut


@pytest.mark.rule("BK 4.1", "BK 4.3", "BK 4.3.1", "BK 4.3.2")
@pytest.mark.parametrize(
    ("its_rules", "origin"),
    [
        *((HANNUT, cell) for cell in ("0706", "0609", "1205", "1110", "1712", "2001")),
        *((STONNE, cell) for cell in ("0708", "0707", "0112", "0401", "0812", "1310")),
    ],
)
def test_sight_is_what_the_text_makes_it(its_rules, origin):
    setting = its_rules.setting
    reach = {"": (8, 8), "vehicle": (8, 4), "foot": (4, 2)}
    for cell, ground in setting.terrain.items():
        far = setting.distance(origin, cell)
        sees = far == 0 or (far <= 8 and clear_line(setting, origin, cell))
        for group, ranges in reach.items():
            near = far <= max(1, ranges[ground != "clear"])
            assert (cell in setting.seen(origin, group)) == (sees and near), (cell, group)
