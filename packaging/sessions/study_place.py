"""Recorded session: the Study place from an empty form to a comparison, its files and its cluster.

    python packaging/sessions/study_place.py [FOLDER] [--offscreen]

Real mouse and key events go to the real window on an X server of its own (needs Xvfb, openbox and
xdotool). A study with a swept figure and a varied player is run, paused, killed in the middle, gone
on with, looked at card by card, compared, written as CSV, Parquet and report; one of its games goes
on the table; a cluster of Dask on this machine plays one (with the extra ``cluster``; without it
the window must say so). In the end the same place is looked at in German and French, light and
dark. Numbered pictures and ``log.txt`` come into FOLDER/study_place. The exit code is 0 only when
every check held.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.stage import PATIENCE, SLOWNESS, Session, main

STUDY = "window().workspace('study')"
SLOW = 240.0
"""Seconds for some hundred games."""
TITLE = "10 May 1940"
CARDS = ("settled", "endings", "heat", "length", "losses", "moves", "points")


def games(s: Session) -> int:
    """How many games of the open study are played."""
    return int(s.ask(f"{STUDY}._games"))


def calm(s: Session, seconds: float = 60.0) -> None:
    """Wait until nothing is to come."""
    s.until(f"not {STUDY}.busy", "the place is calm", seconds)


def middle(s: Session, part: str) -> list[int]:
    """Where a part of the place is, brought into view first."""
    s.ask(f"[w.ensureWidgetVisible({STUDY}.{part}) for w in seen('Scroller')"
          f" if w.widget().isAncestorOf({STUDY}.{part})] and 0")  # fmt: skip
    return list(s.ask(f"middle({STUDY}.{part})"))


def press(s: Session, part: str) -> None:
    """Click a part of the place."""
    s.click(middle(s, part))


def turn(s: Session, *, dark: bool) -> None:
    """Change between light and dark; maps are drawn anew."""
    s.key("ctrl+alt+d")
    s.until(f"dark() == {dark}", "the other theme")
    calm(s)


def enter(s: Session) -> None:
    """From Home to the place, by its button in the bar of modes."""
    s.press("Study")
    s.until(f"{STUDY} is not None and {STUDY}.isVisible()", "the Study place", 60)
    calm(s)


def gone(processes: Sequence[int]) -> bool:
    """Whether all of them end soon."""
    end = time.monotonic() + PATIENCE * SLOWNESS
    while left := [one for one in processes if Path(f"/proc/{one}").exists()]:
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return not left


def ask(s: Session) -> None:
    """Scenario, sides, options, figures, sample: all by mouse and keys."""
    s.picture("empty")
    s.pick(middle(s, "asking.scenario"), TITLE)
    calm(s)
    s.check("the scenario is read", s.ask(f"{STUDY}._question.scenario") == "eben-emael/historical")
    s.pick(middle(s, "asking.players['belgian']"), "each of them")
    s.check("the note counts the settings", "settings" in s.ask(f"{STUDY}.asking.note.text()"),
            s.ask(f"{STUDY}.asking.note.text()"))  # fmt: skip
    s.pick(middle(s, "asking.players['belgian']"), "scripted")
    press(s, "asking.more")
    s.until(f"{STUDY}.asking._more.isVisible()", "options and figures")
    s.picture("options and figures")
    name = s.ask(f"next(iter({STUDY}.asking.figures))")
    value = int(s.ask(f"{STUDY}.asking.figures[{name!r}].text()"))
    press(s, f"asking.figures[{name!r}]")
    s.type(f"{value}, {value + 2}", over=True)
    s.check("two settings are asked for", "2 settings" in s.ask(f"{STUDY}.asking.note.text()"))
    press(s, "sample.settled")
    s.check("it stops when settled", s.ask(f"{STUDY}.sample.settled.isChecked()"))
    press(s, "sample.settled")
    press(s, "sample.seed")
    s.type("101", over=True)
    s.picture("asked")


def run(s: Session) -> None:
    """F5; bands while it runs; pause; the program dies; the study goes on."""
    s.key("F5")
    s.until(f"{STUDY}.player.running", "it runs")
    s.until(f"{STUDY}._games >= 40", "forty games", SLOW)
    told = s.ask(f"{STUDY}.player.running and {STUDY}.results.settled.plot.accessibleName()")
    s.check("the band is drawn while games come in", told, told)
    s.picture("live")
    s.key("p")
    calm(s, SLOW)
    before = games(s)
    s.check("what was played is kept", 40 <= before < 600, before)
    s.picture("paused")
    s.key("F5")
    s.until(f"{STUDY}._games >= {before + 40}", "it goes on", SLOW)
    kept = games(s)
    workers = s.workers()
    s.kill()
    s.check("it had two workers", len(workers) >= 2, workers)
    s.check("no worker outlives the program", gone(workers), workers)
    s.start()
    enter(s)
    s.picture("kept studies after a kill")
    press(s, "kept.open_")
    calm(s)
    field = f"{STUDY}.asking.figures[next(iter({STUDY}.asking.figures))].text()"
    s.check("the form shows what was asked", "," in s.ask(field), s.ask(field))
    s.check("and its first seed", s.ask(f"{STUDY}.sample.seed.text()") == "101")
    s.check("a kill costs a few seconds of games", before <= games(s) <= kept + 40,
            f"{kept} shown, {games(s)} kept")  # fmt: skip
    s.key("F5")
    s.until(f"{STUDY}.player.running or {STUDY}._games == 600", "it goes on")
    calm(s, SLOW * 2)
    s.check("all games are played", games(s) == 600, games(s))
    s.picture("played")


def look(s: Session) -> None:
    """Every card, and what it says to who cannot see it."""
    shown = s.ask(f"[c.accessibleName() for c in {STUDY}.results._shown]")
    s.check("seven cards are shown", len(shown) == len(CARDS), shown)
    for card in CARDS:
        spoken = s.ask(f"{STUDY}.results.{card}.view.accessibleDescription()" if card == "heat"
                       else f"{STUDY}.results.{card}.plot.accessibleName()")  # fmt: skip
        s.check(f"“{card}” is told", len(spoken) > 12, spoken[:100])
    s.pick(middle(s, "results.part"), s.ask(f"{STUDY}.results.part.itemText(1)"))
    s.check("the other setting is shown", s.ask(f"{STUDY}.results.shown_part") == 1)
    s.pick(middle(s, "results.side"), "Belgians")
    s.picture("other setting, Belgian losses")
    middle(s, "results.points")
    s.picture("lower cards")
    s.pick(middle(s, "results.part"), s.ask(f"{STUDY}.results.part.itemText(0)"))
    middle(s, "results.settled")


def compare(s: Session) -> None:
    """The two settings against each other, turned round, and the sentence copied."""
    press(s, "buttons.compare")
    s.until("popup()", "what it can be compared with")
    s.picture("compare with")
    s.key("Return")
    s.until(f"{STUDY}.pages.currentWidget() is {STUDY}.comparison", "the comparison")
    calm(s)
    said = s.ask(f"{STUDY}.comparison.said.text()")
    s.check("it is said plainly", len(said) > 20, said)
    s.picture("comparison")
    s.key("x")
    s.check("A and B change places", s.ask(f"bool({STUDY}.comparison.b.spec.options == {{}})"))
    press(s, "comparison.copy")
    s.key("x")
    s.key("Escape")
    s.until(f"{STUDY}.pages.currentWidget() is {STUDY}.results", "the study again")


def export(s: Session) -> None:
    """CSV, Parquet and report by Ctrl+E and a typed name."""
    for name in ("study.csv", "study.parquet", "study.html"):
        path = s.out / name
        s.key("ctrl+e")
        s.until("dialog('QFileDialog')", "the dialog of files")
        s.until("focus().startswith('QLineEdit')", "the field of the name")
        s.type(str(path), over=True)
        s.until(f"focus().startswith({f'QLineEdit {path}'!r})", "the name is typed")
        if name.endswith("csv"):
            s.picture("export")
        s.key("Return")
        s.until("not dialog('QFileDialog')", "the dialog is closed")
        calm(s)
        if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
            s.check("without its library it says what to install", "parquet" in s.notices(),
                    s.notices())  # fmt: skip
        else:
            s.check(f"{name} is written", path.is_file() and path.stat().st_size > 500,
                    path.stat().st_size if path.is_file() else s.notices())  # fmt: skip
    lines = (s.out / "study.csv").read_text("utf-8").splitlines()
    settings = {each.split(",")[0] for each in lines[1:]}
    s.check("the table has its head", lines[0].startswith("part,what"), lines[0])
    s.check("the table has rows of both settings", len(settings) == 2, len(lines))
    s.check("the report has plots", "<svg" in (s.out / "study.html").read_text("utf-8"))
    s.picture("exported")


def watch(s: Session) -> None:
    """A game behind a figure goes on the table, and the study is still there."""
    s.key("w")
    s.until("popup()", "games to watch")
    s.picture("watch")
    s.key("Return")
    s.until("playing()", "the game is on the table", 60)
    s.picture("watched")
    s.key("ctrl+5")
    calm(s)
    s.check("the study is still open", games(s) == 600)


def cluster(s: Session) -> None:
    """The field of the scheduler: refused while empty; then a cluster on this machine plays."""
    s.key("n")
    s.until(f"{STUDY}._opened is None and {STUDY}.asking.isEnabled()", "an empty form")
    calm(s)
    press(s, "sample.seed")
    s.type("202", over=True)  # else it is the study that was played before
    s.click(s.ask("middle(next(b for b in seen('QPushButton', 'Dask cluster')))"))
    s.check(
        "without an address it does not run", "address" in s.ask(f"{STUDY}.buttons.run_.toolTip()")
    )
    s.picture("cluster without an address")
    press(s, "place.address")
    s.type("tcp://127.0.0.1:9", over=True)
    s.key("F5")
    calm(s, 120)
    there = importlib.util.find_spec("distributed") is not None
    wanted = "No cluster answers" if there else "Dask is not installed"
    s.check("nobody answers there, and the window says so", wanted in s.notices(), s.notices())
    s.picture("nobody answers")
    if not there:
        s.key("n")
        return
    press(s, "place.address")
    s.type("local", over=True)
    s.key("F5")
    s.until(f"{STUDY}._games >= 30", "workers of a cluster play", SLOW)
    s.picture("cluster")
    s.key("p")
    calm(s, SLOW)
    s.check("what the cluster played is kept", games(s) >= 30, games(s))


def other_languages(s: Session) -> None:
    """The form, a played study and the comparison as others read them, light and dark."""
    file = s.home / "settings.json"
    for spoken in ("de", "fr"):
        s.kill(hard=False)
        plain = json.loads(file.read_text("utf-8")) if file.exists() else {}
        plain["language"] = spoken
        file.write_text(json.dumps(plain), "utf-8")
        s.start()
        s.ask("window().show_mode('study')")
        s.until(f"{STUDY} is not None and {STUDY}.isVisible()", "the Study place", 60)
        calm(s)
        press(s, "asking.more")
        s.until(f"{STUDY}.asking._more.isVisible()", "options and figures")
        s.picture(f"{spoken} form")
        press(s, "asking.more")
        played = s.ask(f"next(str(k.path) for k in {STUDY}._kept if k.games == k.wanted)")
        s.ask(f"{STUDY}.kept.list.set_current({played!r})")
        press(s, "kept.open_")
        calm(s)
        s.until(f"{STUDY}._opened is not None", "the played study")
        s.picture(f"{spoken} played")
        s.key("c")
        s.until("popup()", "what it can be compared with")
        s.key("Return")
        s.until(f"{STUDY}.pages.currentWidget() is {STUDY}.comparison", "the comparison")
        calm(s)
        s.picture(f"{spoken} comparison")
        turn(s, dark=True)
        s.picture(f"{spoken} comparison dark")
        s.key("Escape")
        s.picture(f"{spoken} played dark")
        turn(s, dark=False)


def play(s: Session) -> None:
    """The whole session."""
    s.start()
    enter(s)
    ask(s)
    run(s)
    look(s)
    turn(s, dark=True)
    s.picture("dark")
    compare(s)
    turn(s, dark=False)
    export(s)
    watch(s)
    cluster(s)
    other_languages(s)


if __name__ == "__main__":
    sys.exit(main("study_place", play, sys.argv[1:]))
