"""``wardesk match``: which of two programs plays a side better, in pairs of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardesk.cli.output import AsJson, pairs, print_json, progress, show, values
from wardesk.errors import UserError
from wardesk.words import as_english, join, say, say_count

if TYPE_CHECKING:
    from wardesk.studies.duel import Duel, DuelStanding, Pair

MOST = 100_000
MOST_GAMES = 1_000


def match(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="pack/scenario.")],
    players: Annotated[
        str,
        typer.Option(
            help="The side that is tried first: german=captain,belgian=script.", metavar="WHO"
        ),
    ],
    number: Annotated[int, typer.Option("-n", "--pairs", min=1, max=MOST, help="Seeds.")] = 60,
    seed: Annotated[int, typer.Option(help="Of the first pair.")] = 1,
    base: Annotated[
        str, typer.Option(help="Who it is compared with; the other side's player if not given.")
    ] = "",
    base_games: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_GAMES, help="Games of the base player per seed: tell its mean better."
        ),
    ] = 1,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop as soon as the sequential test has decided.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=0, max=512, help="Worker processes.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the rules.", metavar="KEY=VALUE")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two programs: each seed is played twice, once with each of them on one side."""
    from concurrent.futures import BrokenExecutor

    from wardesk.services.studies.study_desk import plan_duel, rules_of
    from wardesk.studies.duel import play_duel
    from wardesk.studies.run import processes

    duel = plan_duel(
        scenario,
        values(option or []),
        pairs([part for part in players.split(",") if part], "side=kind of player"),
        base,
        base_games,
    )
    found: list[Pair] = []
    standing: DuelStanding | None = None
    stopped = died = False
    with progress(say("pairs"), number) as advance, processes(jobs) as executor:
        try:
            for pair, after in play_duel(
                rules_of,
                duel,
                range(seed, seed + number),
                executor,
                window=max(1, jobs + 1),
                sequential=sprt,
            ):
                found.append(pair)
                standing = after
                advance()
        except KeyboardInterrupt:
            stopped = True
            executor.shutdown(wait=False, cancel_futures=True)
        except BrokenExecutor:
            died = True
    if standing is None and not died:
        raise UserError("No pair was played to its end.")
    if standing is not None and as_json:
        print_json(_plain(duel, found, standing))
    elif standing is not None:
        _print(duel, found, standing)
    if died:
        raise UserError(
            say_count(
                "A worker process died after {n} pair of {all}: the others were not played.",
                "A worker process died after {n} pairs of {all}: the others were not played.",
                n=len(found),
                all=number,
            ),
            say(
                "Play on from the next seed with --seed {seed}, or without workers, with --jobs 0: "
                "that shows what is wrong.",
                seed=seed + len(found),
            ),
        )
    if stopped:
        raise typer.Exit(130)


def _plain(duel: Duel, found: list[Pair], standing: DuelStanding) -> dict[str, Any]:
    import msgspec

    plain = msgspec.to_builtins(
        {"duel": duel, "standing": standing, "pairs": found}, enc_hook=as_english
    )
    return {**plain, "seeds": [found[0].seed, found[-1].seed]}


def _print(duel: Duel, found: list[Pair], standing: DuelStanding) -> None:
    who = join(", ", [f"{side}={kind}" for side, kind in duel.players.items()])
    show(
        say(
            "{scenario!s}: {who}; {side!s} compared with {base!s}",
            scenario=duel.scenario,
            who=who,
            side=duel.side,
            base=duel.base,
        )
    )
    show(
        say_count(
            "{n} pair of games, seeds {low} to {high}",
            "{n} pairs of games, seeds {low} to {high}",
            n=standing.pairs,
            low=found[0].seed,
            high=found[-1].seed,
        ),
        2,
    )
    show(
        say(
            "Score {score:.3f} instead of {base:.3f}: {plain:+.3f}; without luck a gain of "
            "{gain:+.3f} ({low:+.3f} to {high:+.3f})",
            score=standing.score,
            base=standing.base,
            plain=standing.plain,
            gain=standing.gain,
            low=standing.low,
            high=standing.high,
        ),
        2,
    )
    show(
        say(
            "Better in {better}, equal in {equal}, worse in {worse}; won {wins} instead of {base}",
            better=standing.better,
            equal=standing.equal,
            worse=standing.worse,
            wins=standing.wins,
            base=standing.base_wins,
        ),
        2,
    )
    show(_VERDICTS[standing.verdict], 2)


_VERDICTS = {
    "better": say("The sequential test says: better (a gain of 0.08 rather than none)"),
    "not better": say("The sequential test says: not better (no gain rather than 0.08)"),
    "open": say("The sequential test has not decided yet"),
}
