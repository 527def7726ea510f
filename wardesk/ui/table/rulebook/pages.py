"""What the rulebook says about a rule, a topic or a counter, at this moment of this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wardesk.documents.translate_values import worded
from wardesk.engine.types import Decision
from wardesk.model.look import CaseLook, ChartLook, CounterLook
from wardesk.model.rulebook import Entry, Rule, Rulebook, Status, Topic
from wardesk.services.play.log import GameLogLine
from wardesk.services.play.reached import happens
from wardesk.services.play.session import PlaySession
from wardesk.words import tr

TOPIC, PIECE = "topic:", "piece:"
"""What the keys of pages that are no rules begin with; a rule's key is its cite, ``"EE 3.5"``."""
CONTENTS = ""
"""Key of the page that lists everything."""

_MOST_USES = 3


@dataclass(frozen=True)
class Use:
    """Where a rule was used; *event* is None for the question of now."""

    words: str
    event: int | None


@dataclass(frozen=True)
class PageLink:
    """Another page."""

    key: str
    number: str
    """The number of the rule; empty for what has none."""
    title: str
    detail: str = ""


@dataclass(frozen=True)
class RulePage:
    """Everything that the panel shows about one thing. Empty parts are left out."""

    key: str
    title: str
    summary: str = ""
    number: str = ""
    status: Status | None = None
    here: tuple[str, ...] = ()
    """The case at hand, a sentence each."""
    ruling: str = ""
    rebuilt: str = ""
    by_hand: str = ""
    happens: str = ""
    """In which shipped game it happened, or that none has shown it."""
    parts: tuple[PageLink, ...] = ()
    """What a thing is made of: the signs on a counter, the rules behind a topic."""
    charts: tuple[ChartLook, ...] = ()
    used: tuple[Use, ...] = ()
    see: tuple[PageLink, ...] = ()


class Pages:
    """Makes pages of one session. Whoever shows them says what is asked and seen now."""

    def __init__(self, session: PlaySession) -> None:
        self._session = session

    @property
    def book(self) -> Rulebook:
        """The rulebook in the language of the session."""
        return self._session.rulebook

    @property
    def by_hand(self) -> bool:
        """Whether people do everything themselves, and the rulebook only says how."""
        ask = self._session.ask
        return ask is not None and bool(ask.worded)

    def links(self, words: str) -> list[PageLink]:
        """What the search finds, the best first; everything for no words."""
        book, counts = self.book, self._counts()
        found = book.search(words) if words.strip() else (*book.rules, *book.topics)
        return [self._link(entry, counts) for entry in found]

    def about_answer(self, answer: str, ask: Decision) -> str:
        """Key of the page about one answer to a question: its topic, else its rule; "" for none."""
        choice = next((one for one in ask.choices if one.key == answer), None)
        cite = choice.cite if choice is not None else ask.cite
        for topic in self.book.topics:
            if topic.kind == "action" and (
                topic.id == answer or (cite and (cite,) == topic.cites[:1])
            ):
                return f"{TOPIC}{topic.id}"
        return cite if cite and self.book.rule(cite) is not None else ""

    def page(
        self,
        key: str,
        *,
        ask: Decision | None = None,
        case: CaseLook | None = None,
        counters: Sequence[CounterLook] = (),
    ) -> RulePage | None:
        """The page with a key; None when there is nothing of that name."""
        if key == CONTENTS:
            return self._contents()
        if key.startswith(TOPIC):
            topic = self.book.topic(key.removeprefix(TOPIC))
            return self._topic(topic) if topic is not None else None
        if key.startswith(PIECE):
            looks = [look for look in counters if look.piece == key.removeprefix(PIECE)]
            return self._counter(looks[0]) if looks else None
        rule = self.book.rule(key)
        return self._rule(rule, ask, case) if rule is not None else None

    # ---- the pages ------------------------------------------------------------------------------

    def _contents(self) -> RulePage:
        book = self.book
        told = tr("Type a word or a number above, or pick from the list.")
        if self.by_hand:
            told = tr(
                "This table has no rules: people move everything by hand. "
                "The list says what the table itself does."
            )
        return RulePage(CONTENTS, book.title, told)

    def _rule(self, rule: Rule, ask: Decision | None, case: CaseLook | None) -> RulePage:
        cite = self.book.cite(rule)
        return RulePage(
            key=cite,
            number=cite,
            title=rule.title,
            summary=rule.summary,
            status=rule.status,
            here=_at_hand(cite, ask, case),
            ruling=rule.ruling,
            rebuilt=rule.reconstruction,
            by_hand=rule.why_hand,
            happens=self._session.words.text(happens(self.book, rule)),
            charts=tuple(chart for chart in self._charts() if chart.cite == cite),
            used=self._uses(cite, ask),
            see=tuple(self._link(one) for one in self.book.see_also(cite)),
        )

    def _charts(self) -> tuple[ChartLook, ...]:
        return worded(self._session.rules.showing.charts(), self._session.words)

    def _topic(self, topic: Topic) -> RulePage:
        rules = [rule for cite in topic.cites if (rule := self.book.rule(cite)) is not None]
        return RulePage(
            key=f"{TOPIC}{topic.id}",
            title=topic.title,
            summary=topic.summary,
            charts=tuple(c for c in self._charts() if topic.kind == "chart" and c.id == topic.id),
            parts=tuple(self._with_summary(rule) for rule in rules),
            rebuilt="\n".join(rule.reconstruction for rule in rules if rule.reconstruction),
        )

    def _counter(self, look: CounterLook) -> RulePage:
        topic = self.book.topic(look.topic)
        parts: list[PageLink] = []
        for badge in look.badges:
            sign = self.book.topic(badge.topic)
            key = f"{TOPIC}{sign.id}" if sign is not None else ""
            parts.append(PageLink(key, badge.letter, badge.name, sign.summary if sign else ""))
        if topic is not None:
            rules = (self.book.rule(cite) for cite in topic.cites)
            parts += [self._with_summary(rule) for rule in rules if rule is not None]
        return RulePage(
            key=f"{PIECE}{look.piece}",
            title=f"{look.title} {look.subtitle}".strip(),
            summary=topic.summary if topic is not None else "",
            here=(look.text,) if look.text else (),
            parts=tuple(parts),
        )

    # ---- what they are made of ------------------------------------------------------------------

    def _link(self, entry: Entry, counts: Mapping[str, int] | None = None) -> PageLink:
        if isinstance(entry, Topic):
            kinds = {
                "counter": tr("counter"), "sign": tr("sign"), "chit": tr("chit"),
                "chart": tr("chart"), "action": tr("special action"),
            }  # fmt: skip
            return PageLink(f"{TOPIC}{entry.id}", "", entry.title, kinds[entry.kind])
        cite = self.book.cite(entry)
        count = (counts or {}).get(cite, 0)
        used = tr("used once") if count == 1 else tr("used {0} times").format(count)
        return PageLink(cite, cite, entry.title, used if count else "")

    def _with_summary(self, rule: Rule) -> PageLink:
        cite = self.book.cite(rule)
        return PageLink(cite, cite, rule.title, rule.summary)

    def _lines(self) -> list[GameLogLine]:
        return [line for line in self._session.log_lines() if line.current and line.cite]

    def _counts(self) -> dict[str, int]:
        events: dict[str, set[int]] = {}
        for line in self._lines():
            events.setdefault(line.cite, set()).add(line.event)
        return {cite: len(found) for cite, found in events.items()}

    def _uses(self, cite: str, ask: Decision | None) -> tuple[Use, ...]:
        """The last events that the rule had a part in, and the question of now if it rests on it.

        What came of an event says more than what was answered.
        """
        words: dict[int, str] = {}
        for line in self._lines():
            if line.cite == cite and (line.kind == "story" or line.event not in words):
                words[line.event] = line.text
        latest = sorted(words.items(), reverse=True)[:_MOST_USES]
        now = (Use(tr("Now: {0}").format(ask.prompt), None),) if ask and ask.cite == cite else ()
        return (*now, *(Use(text, event) for event, text in latest))


def _at_hand(cite: str, ask: Decision | None, case: CaseLook | None) -> tuple[str, ...]:
    """What the pending question puts into the rule: figures, the sum, modifiers."""
    if case is None:
        return (ask.context,) if ask is not None and ask.cite == cite and ask.context else ()
    facts = [f"{line.label}: {line.value}" for line in case.inputs if line.cite == cite]
    about = ask is not None and ask.cite == cite
    charted = case.chart is not None and case.chart.cite == cite
    if (about or charted) and case.sum_text:
        facts.insert(0, case.sum_text)
    if ask is not None:
        facts += [f"{f.name} {f.value:+d}" for f in ask.factors if f.cite == cite and f.on]
    return tuple(facts)
