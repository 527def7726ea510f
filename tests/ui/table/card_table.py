"""A table with cards for tests and pictures, made as a person would: from a map and two tables."""

from __future__ import annotations

from wardesk import paths
from wardesk.services.packs.new_table import TablePlan, make_planned

SIDES = (
    {"id": "blue", "name": "Blue", "field": "#8ea3b8", "bar": "#34495e"},
    {"id": "grey", "name": "Grey", "field": "#9ea093", "bar": "#43463d"},
)
CARDS = [
    {"name": "Air strike", "deck": "Events", "text": "hex", "colour": "#9db8d8", "at": "hand blue"},
    {"name": "Smoke", "deck": "Events", "text": "sight −2", "colour": "#9db8d8", "at": "hand blue"},
    {"name": "Reserve", "deck": "Events", "text": "2 men", "colour": "#a6cfae", "at": "hand blue"},
    {"name": "Ambush", "deck": "Events", "text": "react", "colour": "#e8aaa2", "at": "hand grey"},
    {"name": "Delay", "deck": "Events", "text": "−2 movement", "colour": "#e6cf8f", "count": "6"},
    {"name": "Quiet", "deck": "Events", "at": "discard"},
]  # fmt: skip
COUNTERS = [
    {"name": "Tanks", "side": "blue", "symbol": "armour", "factors": "5-6", "place": "0404"},
    {"name": "Guns", "side": "grey", "symbol": "artillery", "factors": "6-3", "place": "1005"},
]


def card_pack(folder):
    """The file of a scenario with cards, made in *folder*."""
    plan = TablePlan(
        map=paths.campaigns() / "hannut-stonne" / "maps" / "hannut",
        title="Cards",
        sides=SIDES,
        counters=COUNTERS,
        cards=CARDS,
    )
    return make_planned(plan, folder / "cards").scenario
