"""Property test: issues kept up to date change by change are those of a look at everything."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from maps import document_of, random_command

from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import LiveIssues
from wardesk.drawing.issues.whole_map import issues
from wardesk.errors import UserError
from wardesk.model.needs import GameNeeds, SetUpUnit


def needs_for(rng, document):
    cells = [*document.cells, "nowhere"]
    return GameNeeds(
        game="The test",
        terrain=frozenset(rng.sample([*document.palette.terrain], 2)),
        borders=frozenset(["crest", "cliff", *document.palette.borders][:3]),
        lines=frozenset(["road"]),
        exclusive=(frozenset(["crest", "cliff"]),),
        units=tuple(
            SetUpUnit(
                f"unit {n}", rng.choice(cells), rng.choice(["", "german"]), rng.randint(1, 4),
                frozenset(rng.sample([*document.palette.terrain], rng.randint(0, 2))),
            )
            for n in range(4)
        ),
        capacity=rng.choice([None, 3]),
        capacity_property="worth",
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["area", "hex", "pointy", "square"])
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), count=st.integers(1, 30))
def test_kept_issues_equal_those_of_a_full_look(kind, seed, count):
    rng = random.Random(seed)
    document = document_of(kind)
    needs = needs_for(rng, document) if rng.random() < 0.7 else None
    editor = Editor(document)
    live = LiveIssues(document, needs)
    stroke = editor.new_stroke()
    for _ in range(count):
        try:
            roll = rng.random()
            if roll < 0.15:
                change = editor.undo()
            elif roll < 0.25:
                change = editor.redo()
            else:
                change = editor.do(random_command(rng, document), rng.choice([0, stroke]))
        except UserError:
            continue
        live.update(change)
        assert live.issues == LiveIssues(document, needs).issues, change
    told = {issue.id for issue in live.issues}
    assert {issue.id for issue in issues(document)} <= told
