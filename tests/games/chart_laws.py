"""What charts of one's own must do in every game: a game's tests hold its own case against it."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

from msgspec import Struct

from wardesk import paths
from wardesk.documents.games.gamelog import read_log
from wardesk.engine.types import CHANCE
from wardesk.errors import UserError
from wardesk.games.registry import charts_of
from wardesk.games.shared.printed import laid_over
from wardesk.model.charts import cells
from wardesk.services.play.chart_book import ChartBook
from wardesk.services.play.own_charts import own_file
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_game_table, load_table


class ChartCase(Struct, frozen=True):
    """A chart of a game, and a case that is read on it."""

    game: str
    scenario: str
    part: str
    """The part of the chart that is changed where all of it is."""
    value: str
    """What its cells become."""
    table: str
    values: dict[str, str]
    """What `Showing.odds` is asked."""
    cell: str
    """A cell that the case is read from."""
    answers: int
    """How many it takes until a roll is read on the chart."""


def write_own(name, cells_of):
    """Lay cells over the charts of a game or a pack."""
    file = own_file(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f'{path} = "{value}"\n' for path, value in cells_of.items()), "utf-8")


def odds_of(rules, case):
    """Results and their ways."""
    return [(line.label, line.ways) for line in rules.showing.odds(case.table, case.values).odds]


def origin_of(rules, path):
    """Where a cell of a chart on the screen is from."""
    table, _, place = path.partition(".")
    row, column = place.split(".")[-2:]
    look = next(look for look in rules.showing.charts() if look.id == table)
    if not column.isdecimal() or not row.isdecimal():  # columns by name, rows by number
        values = rules.charts.shipped().values[table]
        row, column = column, list(values[place.split(".")[0]]).index(row)
    return look.origins[int(row)][int(column)] if look.origins else ""


def play(session, most):
    """Let scripts answer both sides, and the dice fall by the seed."""
    rng = Random(3)
    for _ in range(most):
        ask = session.ask
        if ask is None:
            break
        if ask.who == CHANCE:
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.seen_by(ask.who), rng))


def the_owner_changes_the_odds_and_is_named(case, _):
    """A cell of his own counts in new games, and says whose it is."""
    before = load_table(case.scenario, {}).rules
    write_own(case.game, {case.cell: case.value})

    with PlaySession.new(case.scenario, seed=1, keep=False) as session:
        after = session.rules
        assert [(c.path, c.value, c.origin) for c in laid_over(after)] == [
            (case.cell, case.value, "own")
        ]
        assert odds_of(after, case) != odds_of(before, case)
        assert origin_of(before, case.cell) != origin_of(after, case.cell) == "own"
        assert after.digest != before.digest
    assert load_table(case.scenario, {}).rules.digest == before.digest


def a_scenario_lays_over_and_the_owner_over_it(case, tmp_path):
    """The uppermost counts, and may set a cell back to what is printed."""
    shipped = load_table(case.scenario, {}).rules
    head, _, last = case.cell.rpartition(".")
    pack, name = case.scenario.split("/")
    folder = Path(shutil.copytree(paths.campaigns() / pack, tmp_path / pack))
    mine = folder / "scenarios" / f"{name}.toml"
    text = f'\n[charts.{head}]\n{last} = "{case.value}"\n'
    mine.write_text(f"{mine.read_text('utf-8')}{text}", "utf-8")

    rules = load_table(str(mine), {}).rules
    assert origin_of(rules, case.cell) == "scenario"
    assert odds_of(rules, case) != odds_of(shipped, case)
    values = charts_of(case.game).shipped().values
    was = next(place.value for place in cells(values) if place.path == case.cell)
    write_own(case.game, {case.cell: was})
    with PlaySession.new(str(mine), seed=1, keep=False) as session:
        assert odds_of(session.rules, case) == odds_of(shipped, case)
        assert origin_of(session.rules, case.cell) == "own"


def the_same_answers_and_dice_lead_elsewhere(case, tmp_path):
    """And the file of that game opens without the owner's own, and plays on by his charts."""
    file = tmp_path / "game.wdgame"
    with PlaySession.new(case.scenario, seed=5, keep=False) as plain:
        play(plain, case.answers)
        first = plain.journal.line()[1:]
    places = cells(charts_of(case.game).shipped().values)
    part = f"{case.part}."
    write_own(case.game, {p.path: case.value for p in places if p.path.startswith(part)})
    with PlaySession.new(case.scenario, seed=5, keep=False) as own:
        found = False
        for event in first:
            found = own.ask != event.asked or own.answer(event.answer).effects != event.effects
            if found:
                break
        assert found, "no roll was read on the chart: play longer"
        own.save_as(file)

        own_file(case.game).unlink()
        with PlaySession.open(file, keep=False) as again:
            assert not again.notices
            assert laid_over(again.rules) == laid_over(own.rules) != ()
            assert again.state == own.state
            play(again, 5)
    assert read_log(file).header.options["charts"]


def a_game_keeps_the_charts_that_it_was_begun_with(case, tmp_path):
    """A file of the owner's that came later changes nothing."""
    file = tmp_path / "game.wdgame"
    with PlaySession.new(case.scenario, seed=1, path=file) as session:
        digest = session.rules.digest
    write_own(case.game, {case.cell: case.value})

    with PlaySession.open(file, keep=False) as again:
        assert again.rules.digest == digest
        assert not laid_over(again.rules)


def every_cell_stands_on_a_sheet_and_every_printed_example_comes_out(case, _):
    """So whoever owns the printed sheet can type all of it in, and sees what it agrees with."""
    book = ChartBook(case.game, load_game_table(case.game).rules.showing.charts())
    shown = [c.path for s in book.sheets() for row in s.cells for c in row if c is not None]
    charts = charts_of(case.game)
    wanted = [p.path for p in cells(charts.shipped().values) if p.path not in charts.scenario_says]

    assert sorted(shown) == sorted(wanted)
    for sheet in book.sheets():
        assert len(sheet.rows) == len(sheet.cells)
        assert {len(row) for row in sheet.cells} == {len(sheet.columns)}
    assert not any(example.wrong for example in book.examples())
    for one in book.examples():
        path, value = next(iter(one.example.cells.items()))
        other = next(
            p.value for p in cells(charts.shipped().values)
            if type(p.value) is type(value) and p.value != value
            and not ChartBook(case.game).put(path, p.value)
        )  # fmt: skip
        changed = ChartBook(case.game)
        changed.put(path, other)
        assert next(w for w in changed.examples() if w.example == one.example).wrong


def whatever_is_accepted_can_be_played(case, _):
    """A cell is refused before a game begins, or no rule breaks over it."""
    kind = charts_of(case.game)
    places = [p for p in cells(kind.shipped().values) if p.path not in kind.scenario_says]
    words = sorted({p.value for p in places if isinstance(p.value, str)})
    accepted = 0
    for seed in range(12):
        rng = Random(seed)
        over = {
            place.path: not place.value if isinstance(place.value, bool)
            else rng.choice((0, -1, 1, place.value + 1, 99)) if isinstance(place.value, int)
            else rng.choice(words)
            for place in rng.sample(places, 3)
        }  # fmt: skip
        try:
            session = PlaySession.new(case.scenario, seed=seed, keep=False, options=over)
        except UserError:
            continue
        accepted += 1
        with session:
            session.rules.showing.charts()
            play(session, 60)
    assert accepted


LAWS = (
    whatever_is_accepted_can_be_played,
    the_owner_changes_the_odds_and_is_named,
    a_scenario_lays_over_and_the_owner_over_it,
    the_same_answers_and_dice_lead_elsewhere,
    a_game_keeps_the_charts_that_it_was_begun_with,
    every_cell_stands_on_a_sheet_and_every_printed_example_comes_out,
)
