"""The shipped table with cards: both hands are full, and secret."""

from __future__ import annotations

from wardesk.services.play.session import PlaySession


def test_each_side_holds_three_orders_that_the_other_one_cannot_see():
    session = PlaySession.new("freeform-cards/orders-in-hand", seed=1, keep=False)
    for mine, other in (("blue", "grey"), ("grey", "blue")):
        hands = {hand.side: hand for hand in session.look(side=mine).hands}
        assert len(hands[mine].cards) == len(hands[other].cards) == 3
        assert all(card.id and card.text for card in hands[mine].cards)
        assert not any(card.id or card.title for card in hands[other].cards)
    (deck,) = session.look().decks
    assert deck.left == 17
    assert len(session.look().counters) == 13


def test_what_is_told_fits_the_table():
    session = PlaySession.new("freeform-cards/orders-in-hand", seed=1, keep=False)
    places = {look.at for look in session.look().counters}
    assert None not in places
    assert len(places) == 4
