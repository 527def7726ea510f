"""The workshop of games with rules of one’s own."""
