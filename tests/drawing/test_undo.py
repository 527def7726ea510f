"""Property tests: whatever is done can be undone exactly, done again, and replayed."""

import random
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from maps import canon, document_of, random_command

from wardesk.documents.maps.store import document_from_parts
from wardesk.drawing.commands.all_commands import AnyCommand, command_json, read_command
from wardesk.drawing.editor import Editor, Record, replay
from wardesk.drawing.issues.whole_map import errors
from wardesk.errors import UserError

KINDS = ["area", "hex", "pointy", "square"]


def exact(document):
    """Every table with its order, and the parts that would be stored."""
    rows = [list(getattr(document, name).items()) for name in ("nodes", "edges", "faces", "cells")]
    return rows, list(document.sides.items()), list(document.high.items()), canon(document)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), count=st.integers(1, 25))
def test_any_sequence_undone_redone_and_replayed_is_identical(kind, seed, count):
    rng = random.Random(seed)
    records = []
    editor = Editor(document_of(kind), records.append)
    states = [exact(editor.document)]
    stroke = 0
    for _ in range(count):
        before = exact(editor.document)
        try:
            command = random_command(rng, editor.document)
            again = read_command(command_json(command))
            stroke = rng.choice([0, 0, stroke or editor.new_stroke()])
            change = editor.do(again, stroke)
        except UserError:
            assert exact(editor.document) == before
            continue
        if change.is_empty:
            assert exact(editor.document) == before
            continue
        del states[editor.position :]
        states.append(exact(editor.document))
        if rng.random() < 0.2:
            editor.undo()
            assert exact(editor.document) == states[editor.position]
    end = exact(editor.document)
    while editor.can_undo:
        editor.undo()
        assert exact(editor.document) == states[editor.position]
    while editor.can_redo:
        editor.redo()
        assert exact(editor.document) == states[editor.position]
    lines = [msgspec.json.encode(record) for record in records]
    told = [msgspec.json.decode(line, type=Record) for line in lines]
    replayed = replay(document_of(kind), told)
    assert exact(replayed.document) == exact(editor.document)
    assert replayed.titles == editor.titles
    assert canon(document_from_parts(end[-1])) == end[-1]
    assert [e for e in errors(document_from_parts(end[-1])) if e.code != "map-empty"] == []


@pytest.mark.slow
def test_the_random_commands_reach_every_command():
    left = set(get_args(AnyCommand))
    for seed in range(400):
        rng = random.Random(seed)
        document = document_of(KINDS[seed % len(KINDS)])
        for _ in range(15):
            command = random_command(rng, document)
            try:
                changes = not command.apply(document).is_empty
            except UserError:
                continue
            left -= {type(command)} if changes else set()
        if not left:
            return
    raise AssertionError(f"never done: {left}")
