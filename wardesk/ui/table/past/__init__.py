"""Going back and forth in a game: timeline, branches, notes, comparison, plots, report."""
