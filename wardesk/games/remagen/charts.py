"""The charts as they stand on the table; ``look.toml`` says how, `Printed` what is reckoned first.

The text gives a few of their figures, others follow from it, and everything else is rebuilt: each
figure says which.
"""

from __future__ import annotations

from wardesk.engine.cached import cached_property
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import KIND_NAMES, LOOKS
from wardesk.model.look import ChartLook, Origin


def all_charts(setting: Setting) -> tuple[ChartLook, ...]:
    """Every chart, unlit."""
    rest = ("drop", "collapse", "quota", "victory", "pools", "constants")
    return (
        chart(setting, "units"),
        chart(setting, "divisors"),
        setting.tables.morale.chart(),
        *(chart(setting, name) for name in rest),
    )


def chart(setting: Setting, name: str, row: int = -1) -> ChartLook:
    """One of the charts, with the first cell of *row* lit."""
    values = LOOKS.values(Printed(setting), setting.tables)
    return LOOKS.table(name, values, -1 if row < 0 else 0, row)


class Printed:
    """What stands on the charts and in no table of the file."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    @cached_property
    def spans(self) -> list[dict[str, object]]:
        """From how many sectors to how many the dice are divided by what."""
        found = self._setting.tables.divisors
        ends = [*(n - 1 for n in found.least[1:]), max(r.range for r in self._setting.tables.unit)]
        return [
            {
                "least": a,
                "span": str(a) if a == b else f"{a}–{b}",
                "by": by,
                "laid": ((str(a), found.laid_by(f"by.{n}") or found.laid_by(f"least.{n}")),),
            }
            for n, (a, b, by) in enumerate(zip(found.least, ends, found.by, strict=True))
        ]

    @cached_property
    def faces(self) -> list[dict[str, object]]:
        """Where paratroops come down, by the first die and the second."""
        drop, faces = self._setting.tables.drop, range(1, 7)

        def laid(a: int, b: int) -> tuple[str, Origin]:
            return f"c{b}", drop.laid_by(f"rows.{a - 1}") or drop.laid_by(f"columns.{b - 1}")

        return [
            {
                "face": a,
                **{f"c{b}": drop.cell(a, b) for b in faces},
                "laid": tuple(laid(a, b) for b in faces),
            }
            for a in faces
        ]

    @cached_property
    def falls(self) -> list[dict[str, object]]:
        """When the Ludendorff Bridge falls."""
        found = self._setting.tables.collapse
        return [
            {
                "turn": turn,
                "most": most,
                "sure": turn in found.stated,
                "laid": ((str(turn), found.laid_by(f"most.{n}") or found.laid_by(f"turns.{n}")),),
            }
            for n, (turn, most) in enumerate(zip(found.turns, found.most, strict=True))
        ]

    @cached_property
    def quotas(self) -> list[dict[str, object]]:
        """Combat value that the Americans bring on."""
        turns = range(1, self._setting.turns + 1)
        found = self._setting.tables.quota
        last = len(found.by_turn) - 1
        return [
            {
                "turn": turn,
                "quota": self._setting.quota(turn),
                "laid": (("quota", found.laid_by(f"by_turn.{min(turn - 1, last)}")),),
            }
            for turn in turns
        ]

    @cached_property
    def pools(self) -> list[dict[str, object]]:
        """How many units of each kind a side has, and which Germans stand there at the start."""
        found: dict[str, dict[str, object]] = {}
        columns = ("us", "german", "start")
        bare = {**dict.fromkeys(columns, "–"), **{f"{column}_is": "" for column in columns}}
        forces = self._setting.forces
        counted = [(row.side, row) for row in forces.pool] + [("start", r) for r in forces.start]
        for column, row in counted:
            line = found.setdefault(row.kind, {**bare, "kind": row.kind})
            line[column] = row.count
            line[f"{column}_is"] = "rebuilt" if row.reconstruction else "stated"
        return [found[kind] for kind in KIND_NAMES if kind in found]

    @cached_property
    def nights(self) -> str:
        """The night turns in a row."""
        return ", ".join(map(str, self._setting.tables.constants.night_turns))
