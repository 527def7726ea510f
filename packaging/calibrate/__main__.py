"""Fits what of a scenario is not printed to what is known of it, and measures what came of it.

    python packaging/calibrate SCENARIO            fit the free figures of its targets file
    python packaging/calibrate SCENARIO --write    and write the figures and the fit into the pack
    python packaging/calibrate PACK                measure its scenarios, and write BALANCE.md anew

Targets and free figures of a scenario stand in ``packaging/calibrate/PACK/SCENARIO.toml``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from calibrate import fit, measure
from wardesk.errors import UserError
from wardesk.services.studies.study_desk import Workplace


def main(args: Sequence[str] | None = None) -> int:
    """Entry of the command line."""
    parser = argparse.ArgumentParser(prog="calibrate", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("name", help="PACK/SCENARIO to fit, PACK to measure")
    parser.add_argument("--write", action="store_true", help="write the fit into the pack")
    parser.add_argument("--games", type=int, default=0, help="of a measurement; else as it was")
    parser.add_argument("--only", default="", help="measure this scenario of the pack alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--dask", default="", help="address of a cluster, or local")
    given = parser.parse_args(args)
    place = Workplace(jobs=given.jobs, cluster=given.dask)
    try:
        if "/" in given.name:
            found = fit.fit(fit.read_targets(given.name), place, tell=print)
            for line in fit.report(found):
                print(line)
            if given.write:
                fit.write(found)
        else:
            measure.measure_pack(given.name, given.games, given.only, place, tell=print)
    except UserError as error:
        parser.exit(2, f"{error}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
