"""Measures the scenarios of a pack, script against script, and writes what came of it.

What is measured stands once, in the scenario's file under ``[briefing.measured]``: the window shows
it, and the table in BALANCE.md is made from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from calibrate.packs import put_table, scenario_file
from wardesk import paths
from wardesk.documents.packs.store import read_pack
from wardesk.model.briefing import Measured
from wardesk.services.play.tables import load_table, scenario_info
from wardesk.services.studies.study_desk import Workplace, plan_study, play_study, setting_of
from wardesk.studies.statistics import wilson
from wardesk.studies.tally import Tally

GAMES = 200
BEGIN, END = "<!-- measured -->\n", "<!-- end -->\n"
APART = 4.0
"""So many standard deviations of their difference two samples may lie apart: by chance alone about
one of 16,000 does."""


def measured_scenarios(pack: str) -> tuple[str, ...]:
    """The scenarios of a pack that are no guided games."""
    found = read_pack(paths.campaigns() / pack)
    return tuple(one for one in found.scenarios if one not in found.lessons)


def measure_pack(
    pack: str, games: int, only: str, place: Workplace, tell: Callable[[str], None]
) -> None:
    """Measure anew and write it down. *games* = 0: as many as last time."""
    for scenario in measured_scenarios(pack):
        if only and only != scenario.partition("/")[2]:
            continue
        before = scenario_info(scenario).briefing.measured
        n = games or (before.games if before is not None else GAMES)
        found = measure(scenario, n, before.seed if before is not None else 1, place)
        put_table(scenario_file(scenario), "briefing.measured", msgspec.to_builtins(found))
        tell(f"{scenario}: {found.wins} of {found.games}")
    write_balance(pack)


def measure(scenario: str, n: int, seed: int, place: Workplace) -> Measured:
    """What *n* games of the script against itself come to."""
    record = plan_study(scenario, {}, (), players={}, n=n, seed=seed)
    record = play_study(record, setting_of(record.study), place)
    return counted(record.tallies[0], load_table(scenario, {}).rules.sides, seed)


def counted(tally: Tally, sides: Sequence[str], seed: int) -> Measured:
    """A tally as a pack tells it."""
    games = max(1, tally.fallen_of)
    return Measured(
        games=tally.games,
        seed=seed,
        day=f"{datetime.now(UTC):%Y-%m-%d}",
        wins={side: sum(e.count for e in tally.endings if e.winner == side) for side in sides},
        turns={str(turn): often for turn, often in tally.turns.items()},
        fallen={side: round(sum(tally.fallen.get(side, {}).values()) / games, 1) for side in sides},
    )


def disagreement(told: Measured, fresh: Measured) -> list[str]:
    """What of *fresh* cannot be what *told* says: shares of wins, and how long games are."""
    found: list[str] = []
    shares = [
        (f"{side} wins", told.wins.get(side, 0), fresh.wins.get(side, 0)) for side in fresh.wins
    ]
    for turn in fresh.turns if told.turns else ():
        a, b = (
            sum(n for t, n in one.turns.items() if int(t) <= int(turn)) for one in (told, fresh)
        )
        shares.append((f"over by turn {turn}", a, b))
    for name, a, b in shares:
        # one of each kind more keeps the deviation above nothing
        share = (a + b + 1) / (told.games + fresh.games + 2)
        wide = math.sqrt(share * (1 - share) * (1 / told.games + 1 / fresh.games))
        if abs(a / told.games - b / fresh.games) > APART * wide:
            found.append(f"{name}: {a} of {told.games}, now {b} of {fresh.games}")
    return found


def balance_file(pack: str) -> Path:
    """The note of a pack."""
    return paths.campaigns() / pack / "BALANCE.md"


def write_balance(pack: str) -> None:
    """Put the table of a pack into its note."""
    file = balance_file(pack)
    text = (
        file.read_text() if file.is_file() else f"# Balance of the reconstruction\n\n{BEGIN}{END}"
    )
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    file.write_text(f"{head}{BEGIN}{table(pack)}{END}{tail}")


def table(pack: str) -> str:
    """The table of a pack, as Markdown, from what its scenarios say."""
    lines = [
        "| scenario | seeds | wins, of games | draws | over in turn | lost by each side a game |",
        "|---|---|---|---|---|---|",
    ]
    for scenario in measured_scenarios(pack):
        info = scenario_info(scenario)
        told = info.briefing.measured
        if told is None:
            continue
        shares = {side: wilson(won, told.games) for side, won in told.wins.items()}
        wins = "; ".join(
            f"{side} {one.count} ({one.low:.0%}–{one.high:.0%})" for side, one in shares.items()
        )
        turns = ", ".join(f"{turn}: {often}" for turn, often in told.turns.items())
        lost = ", ".join(f"{side} {each:g}" for side, each in told.fallen.items())
        lines.append(
            f"| {info.title} | {told.seed} to {told.seed + told.games - 1} | {wins}, of"
            f" {told.games} | {told.games - sum(told.wins.values())} | {turns} | {lost} |"
        )
    days = sorted({m.day for s in measured_scenarios(pack)
                   if (m := scenario_info(s).briefing.measured) is not None})  # fmt: skip
    return (
        f"\nThe script on both sides, options as they come ({' and '.join(days)}; 95 % intervals),"
        f" by\n\n    python packaging/calibrate {pack}\n\n" + "\n".join(lines) + "\n\n"
    )
