"""What the log says: names instead of ids, what an edit changed, who plays, how it ended."""

from __future__ import annotations

from pathlib import Path as File

from wardesk.engine.types import CHANCE, Cells, Choose, Path, SetPiece
from wardesk.services.play.session import PlaySession

PEOPLE = {"german": "human", "belgian": "policy"}


def landing(**settings):
    return PlaySession.new("eben-emael/historical", seed=11, keep=False, **settings)


def said(session):
    return [line.text for line in session.log_lines()]


def test_answers_name_pieces_and_places():
    session = landing()
    glider = session.ask.pieces[0]
    session.answer(Path((glider,), ("G3",)))
    name, place = session.state.pieces[glider].name, session.board.cells["G3"].name
    assert any(f"{name} → {place}" in text for text in said(session))
    assert not any(glider in text for text in said(session))


def test_places_alone_are_named_too():
    session = PlaySession.new("eben-emael/full-readiness", seed=11, keep=False)
    session.answer(Cells(("BL1",)))
    place = session.board.cells["BL1"].name
    assert place in said(session)
    assert not any("?" in text for text in said(session))


def test_an_edit_says_what_it_changed():
    session = landing(mode="adjudicate")
    session.edit([SetPiece("glider-1", "men", 6)], "umpire", "a miscount")
    assert said(session)[-1] == "1 Niedermeier, men 6"
    assert session.log_lines()[-1].how == "Changed by hand"
    session.edit([SetPiece(f"glider-{k}", "men", 5) for k in range(1, 6)], "umpire", "a storm")
    assert said(session)[-1].endswith("3 Arent, men 5; 2 more")


def test_who_plays_is_named():
    session = landing()
    session.set_player("german", "policy")
    assert said(session)[-1].startswith("Players: Germans by the scripted bot, Belgians ")


def test_when_it_stops_is_said():
    session = landing(mode="adjudicate")
    session.set_stop_filter("changes")
    assert said(session)[-1] == "Stops: where something changes"


def test_a_drawn_counter_is_said_without_its_question():
    session = PlaySession.new(
        "eben-emael/historical", seed=11, keep=False,
        players={"german": "policy", "belgian": "policy"},
    )  # fmt: skip
    for _ in range(200):
        session.step()
        if any(text.startswith("Drew ") for text in said(session)):
            break
    drawn = [text for text in said(session) if text.startswith("Drew ")]
    assert drawn
    assert not any("Which" in text for text in drawn)


def test_the_end_says_the_level_of_victory():
    session = PlaySession.new(
        "eben-emael/historical", seed=3, keep=False,
        players={"german": "random", "belgian": "random"},
    )  # fmt: skip
    session.run()
    result = session.state.result
    line = session.log_lines()[-1]
    assert line.text == result.level[0].upper() + result.level[1:]
    assert line.how == result.text


def test_names_of_counters_that_may_be_hidden_stay_out_of_the_log():
    session = PlaySession.new("freeform/hannut-table", seed=3, keep=False)
    piece = next(p for p in session.state.pieces.values() if p.at)
    session.edit([SetPiece(piece.id, "facing", 2)], "umpire", "a trial")
    assert piece.name
    assert piece.name not in said(session)[-1]


def test_a_kept_game_tells_its_news():
    museum = File(__file__).parents[1] / "museum"
    with PlaySession.open(museum / "game-v3-news.wdgame", keep=False) as session:
        lines = [line for line in session.log_lines() if line.kind == "story"]
        assert any(line.how.startswith("landed, rolled ") for line in lines)


def test_one_of_many_like_answers_says_of_which_unit():
    players = dict.fromkeys(("allied", "german"), "policy")
    with PlaySession.new(
        "market-garden/son-with-the-wind", seed=3, players=players, keep=False
    ) as session:
        session.run(300)
        lines = [
            line
            for line in session.log_lines()
            if line.text in ("Nothing more", "No second action")
        ]
        assert lines
        for line in lines:
            asked = session.journal.events[line.event].asked
            assert line.how.endswith(f", {asked.context}")


def wansin(seed=1, **players):
    return PlaySession.new("hannut-stonne/first-contact", seed=seed, keep=False, players=players)


def test_to_let_it_be_or_to_end_is_told_also_where_a_roll_of_something_else_comes_next():
    session = wansin(german="policy", french="policy")
    session.run()
    told = {line.event for line in session.log_lines() if line.kind == "answer" and not line.told}
    ends = {
        event.id: event.asked.kind
        for event in session.journal.line()
        if isinstance(event.answer, Choose)
        and event.answer.key in ("pass", "end")
        and event.ask is not None
        and event.ask.who == CHANCE
        and not event.story
    }
    assert {"act", "react"} <= set(ends.values())
    assert ends.keys() <= told


def test_a_roll_that_an_answer_leads_to_tells_of_both():
    session = wansin(german="policy", french="policy")
    session.run()
    fired = {
        event.id
        for event in session.journal.line()
        if event.asked is not None and event.asked.kind == "reaction"
        and isinstance(event.answer, Choose) and event.answer.key.startswith("fire:")
    }  # fmt: skip
    assert fired
    assert all(line.told for line in session.log_lines() if line.event in fired)


def test_a_set_up_as_proposed_says_who_lies_where():
    session = wansin(german="policy", french="human")
    while session.ask.who != "french":
        session.step()
    session.answer(Choose("proposed"))
    lines = [line.text for line in session.log_lines() if not line.told]
    assert lines[1:] == [
        "KG laid out in Wansin (1709) and 1708",
        "II/12 SchR laid out in 1710 and 1809",
        "I/33 SchR laid out in 1808 and 1810",
        "Works laid out in 1708",
        "1 Cuir laid out in 1509, 1510 and 1410",
    ]


def test_a_set_up_one_by_one_says_each():
    session = wansin(german="policy", french="human")
    while session.ask.who != "french":
        session.step()
    unit, cell = session.ask.pieces[1], session.board.cells["1509"].name or "1509"
    session.answer(Path((unit,), ("1509",)))
    line = [line for line in session.log_lines() if not line.told][-1]
    assert line.text.endswith(f"laid out in {cell}")


def test_what_a_shot_did_is_told_without_an_if():
    """A result that counts for infantry only is neutralised, or nothing, for the unit it hits."""
    said = set()
    for seed in (1, 2, 3):
        session = wansin(seed, german="policy", french="policy")
        session.run()
        fire = [event for event in session.journal.line() if event.asked and event.story]
        said |= {str(event.story[0].text) for event in fire if event.story[0].cite == "BK 8.2.5"}
    assert any(text.endswith(": Neutralised") for text in said)
    assert not [text for text in said if "if infantry" in text]
