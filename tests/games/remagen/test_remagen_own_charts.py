"""Charts of one's own over those of Remagen Bridgehead."""

import pytest
from chart_laws import LAWS, ChartCase

CASE = ChartCase(
    "remagen", "remagen/7-march-1945", "morale.rows", "EN", "morale",
    {"attackers": "20", "defenders": "10"}, "morale.rows.2.6", 420,
)  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_own_charts_keep_the_laws(law, tmp_path):
    law(CASE, tmp_path)
