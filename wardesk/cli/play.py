"""``wardesk play``: a game by text, a game between bots, or many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wardesk.cli.output import (
    WRONG,
    AsJson,
    complain,
    moment,
    note,
    pairs,
    print_json,
    progress,
    show,
    values,
    write_picture,
)
from wardesk.errors import BugError, UserError
from wardesk.words import join, say

if TYPE_CHECKING:
    from wardesk.services.play.session import PlaySession


MOST_GAMES = 1_000_000
_SLICE = 200


def play(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="pack/scenario, or a stored .wdgame.")
    ],
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="all, or SIDE=script, captain, colonel, random or automaton.",
            metavar="WHO",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same game.")] = None,
    number: Annotated[
        int, typer.Option("--games", min=1, max=MOST_GAMES, help="Play this many; bots only.")
    ] = 1,
    dice: Annotated[str | None, typer.Option(help="seeded, or typed for a real table.")] = None,
    mode: Annotated[str | None, typer.Option(help="play, or adjudicate with an umpire.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the rules.", metavar="KEY=VALUE")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game here.")] = None,
    png: Annotated[Path | None, typer.Option(help="Paint the table at the end.")] = None,
    story: Annotated[bool, typer.Option("--story", help="Tell what happened.")] = False,
    now: Annotated[str, typer.Option(help="The time to write into the file.")] = "",
    as_json: AsJson = False,
) -> None:
    """Play a scenario: by text, or let bots play it."""
    if number > 1:
        if save or png or story:
            text = say("--save, --png and --story are for a single game.")
            raise UserError(text, "Leave --games out and give the seed of the game you want.")
        if dice == "typed" or mode == "adjudicate":
            raise UserError("Bots and seeded dice play many games alone.")
        play_many(scenario, bot or [], seed, number, values(option or []), as_json)
        return
    for file in (save, png):
        _make_place(file)
    session = _session(scenario, bot or [], seed, dice, mode, values(option or []), now)
    with session:
        for notice in session.notices:
            note(notice)
        interrupted = False
        try:
            _play_on(session, story=story, quiet=as_json)
        except KeyboardInterrupt:
            interrupted = True
            note(say("Stopped."))
        _finish(session, save, png, as_json)
    if interrupted:
        raise typer.Exit(130)
    if session.failed:
        complain(UserError(session.failed, "The game stands before it; you can go on with it."))
        raise typer.Exit(WRONG)


def _make_place(file: Path | None) -> None:
    """Say at once that a file cannot go where it should, not after a long game."""
    if file is None:
        return
    if file.is_dir():
        raise UserError(say("{file} is a folder.", file=file), "Name a file in it.")
    file.parent.mkdir(parents=True, exist_ok=True)


def _session(
    scenario: str,
    bots: Sequence[str],
    seed: int | None,
    dice: str | None,
    mode: str | None,
    options: Mapping[str, Any],
    now: str,
) -> PlaySession:
    source = _known(dice, ("seeded", "typed"), "kind of dice")
    way = _known(mode, ("play", "adjudicate"), "mode")
    when = moment(now)
    path = Path(scenario)
    if path.suffix == ".wdgame" or (path.is_file() and path.suffix != ".toml"):
        if seed is not None or options:
            text = say("A stored game has its seed and its options already.")
            raise UserError(text, "Leave --seed and --option out.")
        return _stored(path, bots, source, way, when)
    return _fresh(scenario, bots, seed, source, way, options, when)


def _known(value: str | None, known: Sequence[str], what: str) -> Any:  # noqa: ANN401 - a literal
    if value is not None and value not in known:
        raise UserError(
            say("{value!r} is no {what}.", value=value, what=what),
            say("Say {known}.", known=" or ".join(known)),
        )
    return value


def _stored(
    path: Path,
    bots: Sequence[str],
    dice: Literal["seeded", "typed"] | None,
    mode: Literal["play", "adjudicate"] | None,
    when: datetime,
) -> PlaySession:
    """A stored game to go on with, changed as the command says."""
    from wardesk.services.play.session import PlaySession

    session = PlaySession.open(path, clock=lambda: when)
    try:
        for side, kind in players_of(bots, session.rules.sides).items():
            session.set_player(side, kind)
        if dice:
            session.set_dice(dice)
        if mode:
            session.set_mode(mode)
    except BaseException:
        session.close()
        raise
    return session


def _fresh(
    scenario: str,
    bots: Sequence[str],
    seed: int | None,
    dice: Literal["seeded", "typed"] | None,
    mode: Literal["play", "adjudicate"] | None,
    options: Mapping[str, Any],
    when: datetime,
) -> PlaySession:
    from wardesk.services.play import tables
    from wardesk.services.play.session import PlaySession

    table = tables.load_table(scenario, options)
    players = players_of(bots, table.rules.sides)
    only_bots = len(players) == len(table.rules.sides)
    return PlaySession.new(
        scenario,
        seed=some_seed() if seed is None else seed,
        mode=mode or "play",
        players=players,
        dice=dice or "seeded",
        options=options,
        # Bots can play the same game again; a person cannot.
        keep=not only_bots or dice == "typed" or mode == "adjudicate",
        clock=lambda: when,
    )


def _play_on(session: PlaySession, *, story: bool, quiet: bool) -> None:
    from wardesk.cli.story import print_head, print_story
    from wardesk.cli.text_play import TextPlay

    if not quiet:
        print_head(session)
    table = None
    with progress("decisions", None) as advance:
        while done := session.run(limit=_SLICE):
            advance(done)
            if done < _SLICE:
                break
    if not session.failed and session.waiting != "over":
        table = TextPlay(session, to_stderr=quiet)
        table.play()
    if story and not quiet and table is None:
        print_story(session)


def _finish(session: PlaySession, save: Path | None, png: Path | None, as_json: bool) -> None:
    from wardesk.cli.story import as_plain, print_standing

    files: dict[str, str] = {}
    if save is not None:
        session.save_as(save)
        files["save"] = str(save)
    if png is not None:
        write_picture(session.rules.board, session.look(), png)
        files["png"] = str(png)
    if session.path is not None:
        files["log"] = str(session.path)
    if as_json:
        print_json({**as_plain(session), "files": files})
        return
    print_standing(session)
    if "save" in files:
        show(say("The game is saved in {file!s}.", file=save))
    if "png" in files:
        show(say("The table is painted in {file!s}.", file=png))
    if session.path is not None and session.waiting != "over":
        show(say("Go on with: {command!s}", command=f"wardesk play {session.path}"))


def players_of(bots: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """Who plays which side, from ``--bot`` words. UserError for a side that is not there."""
    from wardesk.players.bots import kind_of

    found: dict[str, str] = {}
    for word in bots:
        pair = pairs([word if "=" in word else f"{word}=policy"], "bot")
        for side, said in pair.items():
            kind = kind_of(said)
            if side != "all" and side not in sides:
                text = say("There is no side {side!r}.", side=side)
                raise UserError(text, say("Say all, or one of {sides}.", sides=", ".join(sides)))
            found |= dict.fromkeys(sides, kind) if side == "all" else {side: kind}
    return found


def some_seed() -> int:
    """A seed for a game that need not be repeated; it is told, so that it can be."""
    from random import SystemRandom

    return SystemRandom().randrange(1_000_000)


def play_many(
    scenario: str,
    bots: Sequence[str],
    seed: int | None,
    number: int,
    options: Mapping[str, Any],
    as_json: bool,
) -> None:
    """Play *number* games between bots and count how they ended; game *n* has seed *seed* + n."""
    from wardesk.engine.kernel import begin
    from wardesk.players.bots import kinds_for, make_player
    from wardesk.players.match import play_match
    from wardesk.services.play import tables

    table, _ = tables.new_table(scenario, options)
    kinds = players_of(bots or ["all"], table.rules.sides)
    for side in table.rules.sides:
        known = kinds_for(table.rules, side)
        if kinds.get(side) not in known:
            text = say(
                "--games needs a bot for every side; {side} has {kinds}.",
                side=side,
                kinds=kinds.get(side, "none"),
            )
            raise UserError(
                text,
                say("Say --bot all, or --bot {side}={known}.", side=side, known=" or ".join(known)),
            )
    table, _ = tables.seated(tables.load_table, scenario, options, kinds)
    rules = table.rules
    players = {side: make_player(kind) for side, kind in kinds.items()}
    first = some_seed() if seed is None else seed
    winners: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    decisions = done = 0
    stopped = False
    with progress("games", number) as advance:
        try:
            for at in range(first, first + number):
                match = play_match(rules, players, at)
                winners[match.winner] += 1
                levels[match.result.level if match.result else ""] += 1
                decisions += match.decisions
                done += 1
                advance()
        except KeyboardInterrupt:
            stopped = True
        except BugError as error:
            raise BugError(f"in the game with seed {first + done}: {error}") from error
    summary = {
        "scenario": table.info.scenario,
        "players": kinds,
        "seeds": [first, first + done - 1] if done else [],
        "games": done,
        "wins": {**{side: winners[side] for side in rules.sides}, "nobody": winners[""]},
        "levels": dict(levels.most_common()),
        "decisions_per_game": round(decisions / done, 1) if done else 0,
        "reconstruction": table.info.reconstruction,
    }
    if as_json:
        print_json(summary)
    elif done:
        look = rules.showing.look(begin(rules, umpire=False)[1])
        names = {side.id: side.name for side in look.sides}
        _print_summary(summary, table.info.title, names)
    if stopped:
        raise typer.Exit(130)


def _print_summary(summary: Mapping[str, Any], title: str, names: Mapping[str, str]) -> None:
    done = summary["games"]
    low, high = summary["seeds"]
    show(
        say(
            "{title}: {games} games, seeds {low} to {high}",
            title=title,
            games=done,
            low=low,
            high=high,
        )
    )
    for side, won in summary["wins"].items():
        name = names.get(side, side)
        show(say("{side} wins {won} ({share:.1%})", side=name, won=won, share=won / done), 2)
    for level, often in summary["levels"].items():
        if level:
            show(join(": ", (level, often)), 2)
    show(say("{number} decisions per game", number=summary["decisions_per_game"]), 2)
