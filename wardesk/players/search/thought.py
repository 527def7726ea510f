"""What a search found out, as data: the answer, what it was compared with, and what it rests on."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from wardesk.engine.types import Answer
from wardesk.words import Spoken

Z = 1.96
"""Standard errors on each side of a figure that hold in 95 cases of 100."""


class Leaf(Struct, frozen=True):
    """How one answer went in one world."""

    value: float | None
    """For who answers, 0 lost to 1 won; None where the world could not be played."""
    answers: int
    """Answers given on the way, the first included: what a search has to pay."""
    story: tuple[Spoken, ...] = ()
    """What happened, as the rules told it."""


class Arm(Struct, frozen=True, kw_only=True):
    """One answer that was looked at, against the script's in the same worlds."""

    answer: Answer
    value: float
    """The script's value and the gain: what a person compares answers by."""
    gain: float = 0.0
    """More than the script's answer brings, on average over the shared worlds."""
    error: float = 0.0
    """Standard error of the gain."""
    worlds: int = 0


class Occurrence(Struct, frozen=True):
    """Something that happened in some of the worlds, and what it was worth there."""

    text: Spoken
    worlds: int
    of: int
    value: float
    """The mean where it happened."""
    otherwise: float
    """The mean where it did not."""


class Thought(Struct, frozen=True, kw_only=True):
    """The answer of a search and its reasons. The first of *arms* is the script's answer."""

    answer: Answer
    arms: tuple[Arm, ...]
    listed: int = 1
    """How many answers there were to choose from."""
    worlds: int = 0
    answers: int = 0
    """Answers given in imagined worlds."""
    course: tuple[Spoken, ...] = ()
    """What happened in the world that came out nearest to the mean."""
    fear: Occurrence | None = None
    hope: Occurrence | None = None

    @property
    def chosen(self) -> Arm:
        """The answer's own arm."""
        return next(arm for arm in self.arms if arm.answer == self.answer)

    @property
    def script(self) -> Arm:
        """What the script would do."""
        return self.arms[0]

    @property
    def changed(self) -> bool:
        """Whether the search left the script."""
        return self.answer != self.script.answer

    @property
    def sure(self) -> bool:
        """Whether the gain stands out of its noise: its 95 % band does not hold 0."""
        chosen = self.chosen
        return self.changed and chosen.gain - Z * chosen.error > 0


def gains(one: dict[int, Leaf], base: dict[int, Leaf]) -> list[float]:
    """What *one* brought more than *base*, in the worlds that both were played in."""
    return [
        leaf.value - other.value
        for world, leaf in one.items()
        if (other := base.get(world)) is not None
        and leaf.value is not None
        and other.value is not None
    ]


def deviation(found: list[float]) -> float:
    """The standard deviation of gains; 0 of fewer than two."""
    n = len(found)
    if n < 2:
        return 0.0
    mean = sum(found) / n
    return sqrt(sum((each - mean) ** 2 for each in found) / (n - 1))


def paired(one: dict[int, Leaf], base: dict[int, Leaf], usual: float) -> tuple[float, float, int]:
    """Mean gain of *one* over *base* in the worlds that both were played in, its error, and n.

    *usual*: the deviation of gains at this question. It counts as `LENT` worlds, for a few equal
    ones do not prove that all are.
    """
    found = gains(one, base)
    n = len(found)
    if n < 2:
        return 0.0, 1.0, n
    own = deviation(found)
    spread = ((n - 1) * own * own + LENT * usual * usual) / (n - 1 + LENT)
    return sum(found) / n, sqrt(spread / n), n


LENT = 3
"""Worlds that the usual deviation counts as."""


def mean_of(leaves: dict[int, Leaf]) -> float:
    """The mean value; 0.5 where no world could be played."""
    found = [leaf.value for leaf in leaves.values() if leaf.value is not None]
    return sum(found) / len(found) if found else 0.5


def typical(leaves: dict[int, Leaf]) -> tuple[str, ...]:
    """What happened in the world that came out nearest to the mean."""
    mean = mean_of(leaves)
    played = [
        (abs(leaf.value - mean), world) for world, leaf in leaves.items() if leaf.value is not None
    ]
    return leaves[min(played)[1]].story if played else ()


def fates(leaves: dict[int, Leaf]) -> tuple[Occurrence | None, Occurrence | None]:
    """What hurt most and what helped most, among what happened in at most half of the worlds."""
    played = [leaf for _, leaf in sorted(leaves.items()) if leaf.value is not None]
    n = len(played)
    least = max(2, n // 10)
    groups: dict[str, list[float]] = {}
    for leaf in played:
        assert leaf.value is not None
        for text in dict.fromkeys(leaf.story):
            groups.setdefault(text, []).append(leaf.value)
    total = sum(leaf.value for leaf in played if leaf.value is not None)
    found: list[Occurrence] = []
    for text, values in groups.items():
        k = len(values)
        if least <= k <= n // 2:
            found.append(Occurrence(text, k, n, sum(values) / k, (total - sum(values)) / (n - k)))
    if not found:
        return None, None
    worst = min(found, key=lambda fate: fate.value - fate.otherwise)
    best = max(found, key=lambda fate: fate.value - fate.otherwise)
    return (
        worst if worst.value < worst.otherwise - WORTH else None,
        best if best.value > best.otherwise + WORTH else None,
    )


WORTH = 0.005
"""A gap below this is not worth a word."""
