"""Numbers with their nouns."""

import pytest

from wardesk.words import count


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 points")]
)
def test_a_number_has_the_form_of_its_noun(number, said):
    assert count(number, "point") == said


def test_a_noun_may_have_a_plural_of_its_own():
    assert [count(n, "man", "men") for n in (1, 2)] == ["1 man", "2 men"]
